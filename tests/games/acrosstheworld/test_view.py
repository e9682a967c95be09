"""What a client is shown, what a player may ask, what the computer weighs."""

from fractions import Fraction

from tests.games.acrosstheworld.forecasts import forecast
from tests.games.acrosstheworld.support import BOARD, FIRST, battle, table, units

from bocage.games.acrosstheworld import GAME
from bocage.games.acrosstheworld.computer.evaluate import WON, evaluate
from bocage.games.acrosstheworld.preview import expect
from bocage.games.acrosstheworld.problems import problems
from bocage.games.acrosstheworld.queries import QUERIES, hit_chances, imagined, inspect, preview, reach, supply_line
from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.rules.r12_battle import PickBattle
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import BUILT, Campaign
from bocage.games.acrosstheworld.trials import opened
from bocage.kernel.state import Outcome
from bocage.kernel.verdict import Because
from bocage.kernel.view import View


def shown(g: Campaign, side: int | None = ALLIED) -> set[tuple[str, str, str, int]]:
    who = None if side is None else (ALLIED if side == ALLIED else GERMAN)
    return {(mark.space, mark.kind, mark.text, mark.side) for mark in View(GAME, g, who).payload().marks}


def test_counters_wear_their_nation_and_their_state() -> None:
    s = table({"24": "Dempsey 50UK"}, Movement(by=ALLIED), moved=units("50UK"), unsupplied=units("50UK"))
    pieces = {piece.unit: piece for piece in View(GAME, s.g, GERMAN).payload().pieces}
    assert set(pieces) == {"Dempsey", "50UK"}
    assert (pieces["50UK"].nation, pieces["50UK"].size, pieces["50UK"].factors) == ("british", "XX", ("5", "5", "2"))
    assert pieces["50UK"].flags == ("moved", "unsupplied")
    assert pieces["Dempsey"].factors == ("**", "2")


def test_in_a_battle_the_counter_shows_what_it_fights_with() -> None:
    s = battle("24", "Dempsey 50UK", "352")
    pieces = {piece.unit: piece for piece in View(GAME, s.g, None).payload().pieces}
    assert pieces["50UK"].factors[0] == "6"
    assert ("24", "battle", "Morale 7 : 6", -1) in shown(s.g)


def test_marks_tell_control_cities_harbours_mines_and_sieges() -> None:
    s = table({"1": "709 4US"}, Movement(by=ALLIED), allied="21 18 1 11", harbour=BUILT, besieged=units("709"))
    s.g.mined, s.g.mined_turn = s.space("22"), 1
    marks = shown(s.g)
    assert ("21", "control", "", ALLIED) in marks
    assert ("25", "control", "", GERMAN) in marks
    assert ("18", "objective", "1 VP", ALLIED) in marks
    assert ("1", "objective", "2 VP", GERMAN) in marks  # besieged: the region is Allied, the city is not
    assert ("21", "port", "Mulberry", ALLIED) in marks
    assert ("11", "port", "Port", ALLIED) in marks
    assert ("22", "mines", "Minefields", GERMAN) in marks
    assert ("1", "siege", "Siege", GERMAN) in marks
    s.g.harbour_shut, s.g.assaulted = 3, s.spaces("25")
    assert ("21", "port", "Mulberry (closed)", ALLIED) in shown(s.g)
    assert ("25", "battle", "Battle", -1) in shown(s.g)


def test_tracks_tell_turn_points_weather_and_what_is_at_work() -> None:
    s = table({}, Movement(by=ALLIED), turn=3, points=[4, 2], bad_until=99, sabotage=3, ultra=True)
    tracks = {track.name: track for track in View(GAME, s.g, ALLIED).payload().tracks}
    assert (tracks["Turn"].value, tracks["Turn"].detail) == ("3", "of 20, 10 June 1944")
    assert (tracks["Allied points"].value, tracks["German points"].value) == ("4", "2")
    assert tracks["Weather"].value == "bad"
    assert tracks["Sabotage"].value == tracks["Ultra"].value == "at work"
    assert "Interdiction" not in tracks
    coming = [(track.value, track.detail) for track in View(GAME, s.g, None).payload().tracks if "reinf" in track.name]
    assert ("turn 8", "2nd SS Panzer") in coming
    assert ("waiting", "British 43rd Infantry, Bucknall") in coming
    assert ("due", "British 59th Infantry") in coming


def test_warnings_tell_what_is_left_undone() -> None:
    s = table({"24": "50UK Dempsey"}, Movement(by=ALLIED), allied="24")
    assert GAME.warnings(s.g) == ["Not yet moved: British 50th Infantry."]
    s = table({"24": "50UK 49UK 3UK 51UK 43UK 59UK 53UK"}, Movement(by=ALLIED), allied="24")
    assert GAME.warnings(s.g) == ["7 counters have not moved."]
    s = table({"O": "Gerow 1US Bunker-Omaha-1"}, PickBattle(by=ALLIED), turn=2)
    assert GAME.warnings(s.g) == ["You could still attack at Omaha Beach."]
    s = battle("24", "Dempsey 50UK", "352")
    assert GAME.warnings(s.g) == []


def test_overlays_answer() -> None:
    s = table({"25": "Feuchtinger 21Pz"}, Movement(by=ALLIED), allied="G 24")
    control = QUERIES.overlays["control"](s.g, ALLIED).spaces
    assert (control["24"].word, control["25"].word) == ("Allied", "German")
    supply = QUERIES.overlays["supply"](s.g, ALLIED).spaces
    assert (supply["G"].word, supply["24"].word, supply["28"].word) == ("Allied source", "Allied", "German source")
    assert QUERIES.overlays["victory"](s.g, None).spaces["25"].word == "German 2 VP, key"
    assert QUERIES.overlays["threat"](s.g, ALLIED).spaces["24"].word == "1"


def test_reach_knows_costs_rails_and_the_one_region_that_is_always_free() -> None:
    s = table({"24": "50UK"}, Movement(by=ALLIED), allied="24 18 G")
    found = {BOARD.names[space]: cost for space, cost in reach(s.g, s.unit("50UK")).items()}
    assert found == {"G": "1", "18": "1", "21": "2", "22": "3", "J": "2", "25": "2"}
    s = table({"28": "12SS"}, Movement(by=GERMAN), active=GERMAN)
    assert {BOARD.names[space]: cost for space, cost in reach(s.g, s.unit("12SS")).items()}["1"] == "0"
    s = table({"Channel": "4US"}, Movement(by=ALLIED), turn=3)
    assert {BOARD.names[space] for space in reach(s.g, s.unit("4US"))} == set("UOGJS")
    assert reach(s.g, s.unit("1US")) == {}


def test_a_line_of_supply_is_drawn_or_refused() -> None:
    s = table({"22": "50UK", "20": "49UK", "Channel": "4US"}, allied="G 24 22")
    line = supply_line(s.g, s.unit("50UK"))
    assert isinstance(line, list)
    assert {BOARD.names[space] for space in line} == {"22", "24", "G"}
    for name, rule in (("49UK", "9.4"), ("4US", "9.7")):
        because = supply_line(s.g, s.unit(name))
        assert isinstance(because, Because)
        assert because.rule == rule


def test_the_preview_is_the_account_that_resolves_the_battle() -> None:
    s = table({"O": "Gerow 1US Bunker-Omaha-1"}, PickBattle(by=ALLIED), turn=2, bad_until=99)
    found = preview(s.g, ("attack", s.space("O")))
    assert found is not None
    assert found.title == "Battle at Omaha Beach"
    texts = [line.text for line in found.lines]
    assert "Allied attacks, Battle Morale 6" in texts
    assert "US 1st Infantry: combat factor 5" in texts
    chances = hit_chances(s.g, imagined(s.g, s.space("O"), ALLIED), units("1US"))
    assert [float(chance) for chance in chances] == [0.6, 0.4]
    first, clears, *rest = found.outcomes
    assert abs(sum(one.chance for one in rest) - 2) < 1e-9  # the hits of each side in the first round
    sure = expect(s.g, s.space("O"), ALLIED)
    assert (first.result, first.chance) == ("attacker wins", sure.win)
    assert abs(float(Fraction(first.fraction)) - sure.win) < 1e-12
    assert (clears.result, clears.chance) == ("attacker clears the region", sure.clear)
    assert texts[0] == f"without cards the attacker wins with {sure.win:.0%}"
    assert preview(s.g, ("attack", s.space("25"))) is None
    assert preview(s.g, None) is None
    round_ = preview(battle("24", "Dempsey 50UK", "352").g, None)
    assert round_ is not None
    assert round_.short.startswith("Hits in this round, on average: Allied ")


def test_whoever_picks_commanders_and_cards_sees_the_chances_of_the_battle() -> None:
    s = battle("24", "Crocker Gale 50UK", "12SS", hands="bombardment tiger")
    assert s.decides == "Allied"
    assert set(s.options()) == {"command Crocker", "command Gale"}
    asked = preview(s.g, None)
    assert asked is not None
    assert asked.outcomes[0].result == "attacker wins"
    s.do("command Gale", "pass")
    assert s.decides == "German"
    found = preview(s.g, None)
    assert found is not None
    sure = expect(s.g, s.space("24"), ALLIED)
    assert (found.outcomes[0].chance, found.outcomes[1].chance) == (sure.win, sure.clear)
    assert "commanded by Gale" in [line.text for line in found.lines]
    trial = opened(s.g, s.space("24"), ALLIED)
    assert trial.battle.commander[ALLIED] == s.unit("Gale"), "whom the attacker picked, not the other"
    s.do("play tiger")
    played = preview(s.g, None)
    assert played is not None
    assert played.short.startswith("Hits in this round"), "what a card changes is not in those chances"


def test_trial_battles_tell_strong_from_weak_and_leave_no_trace() -> None:
    s = table({"24": "Dempsey 50UK 49UK 3UK 352", "18": "Crocker 51UK 12SS 21Pz Rommel"}, PickBattle(by=ALLIED))
    before = s.g.to_json()
    strong, weak = forecast(s.g, s.space("24"), ALLIED), forecast(s.g, s.space("18"), ALLIED)
    assert strong.won > 90
    assert weak.won < 10
    assert strong.steps[GERMAN] > strong.steps[ALLIED]
    assert strong == forecast(s.g, s.space("24"), ALLIED)
    assert s.g.to_json() == before


def test_a_region_can_be_inspected() -> None:
    s = table({"8": "4US"}, Movement(by=ALLIED), allied="8 U 1", unsupplied=units("4US"))
    texts = [line.text for line in inspect(s.g, s.space("8"))]
    assert texts == [
        "controlled by the Allied side", "2 to enter", "at most 6 combat units of a side", "city, 1 VP",
        "out of supply: US 4th Infantry",
    ]  # fmt: skip
    assert "port in use" in [line.text for line in inspect(s.g, s.space("1"))]
    assert "source of Allied supply" in [line.text for line in inspect(s.g, s.space("U"))]
    s.g.turn = 2
    s.g.place(s.unit("43UK"), BOARD.channel)
    assert any("British 43rd Infantry" in line.text for line in inspect(s.g, BOARD.channel))


def test_the_evaluation_prefers_what_wins() -> None:
    base = table({"24": "50UK", "25": "21Pz"}, allied="24").g
    assert evaluate(base, ALLIED) == -evaluate(base, GERMAN)
    richer = table({"24": "50UK", "25": "21Pz"}, allied="24", points=[3, 0]).g
    wider = table({"24": "50UK", "25": "21Pz"}, allied="24 25").g
    stronger = table({"24": "50UK 49UK", "25": "21Pz"}, allied="24").g
    assert min(evaluate(g, ALLIED) for g in (richer, wider, stronger)) > evaluate(base, ALLIED)
    base.outcome = Outcome(ALLIED, "won", (0, 0))
    assert (evaluate(base, ALLIED), evaluate(base, GERMAN)) == (WON, -WON)
    base.outcome = Outcome(None, "Draw", (0, 0))
    assert evaluate(base, ALLIED) == 0.0


def test_an_impossible_state_is_told() -> None:
    assert problems(table({}).g) == []
    g = GAME.new(data=FIRST)
    assert isinstance(g, Campaign)
    g.steps[0] = 3
    g.hand[0] = 2
    g.turn = 30
    g.space[1] = g.board.space("U")
    g.dead |= 2
    assert problems(g) == [
        "US 4th Infantry has 3 steps", "US 9th Infantry is both dead and alive", "the copies of Mulberry do not add up",
        "the Allied hand is not as large as it says", "there is no turn 30",
    ]  # fmt: skip
    g.steps = []
    assert problems(g) == ["the columns do not have one entry per counter"]
