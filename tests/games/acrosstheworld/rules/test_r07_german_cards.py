import pytest
from tests.games.acrosstheworld.support import BOARD, battle, new, table, units

from bocage.games.acrosstheworld.board import CARDS
from bocage.games.acrosstheworld.rules.r04_sequence import TURN, Turn
from bocage.games.acrosstheworld.rules.r05_cards import PlayEvents, PortLost
from bocage.games.acrosstheworld.rules.r08_reinforcements import Reinforcements
from bocage.games.acrosstheworld.rules.r09_supply import allowance
from bocage.games.acrosstheworld.rules.r10_movement import cost_to_enter
from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.rules.r13_modifiers import air_units, bad_weather, combat_factor
from bocage.games.acrosstheworld.rules.r17_ports import harbour_works, ports_in_use, why_not_serve
from bocage.games.acrosstheworld.rules.r18_control import Control
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import BUILT, Campaign
from bocage.testing import Situation, covers


def events(hands: str, turn: int = 5, stacks: dict[str, str] | None = None) -> Situation[Campaign]:
    return table(stacks or {}, PlayEvents(by=GERMAN), hands=hands, turn=turn, active=GERMAN)


def factor(s: Situation[Campaign], name: str) -> int:
    assert s.g.fight is not None
    return combat_factor(s.g, s.g.fight, s.unit(name))


@covers("7.1")
def test_bad_weather_lasts_to_the_end_of_the_next_allied_turn() -> None:
    s = events("weather", 5)
    s.do("play weather")
    assert bad_weather(s.g)  # the rest of the German turn 5
    s.g.turn, s.g.active = 6, ALLIED
    assert bad_weather(s.g)
    s.g.active = GERMAN
    assert not bad_weather(s.g)


@covers("7.1")
def test_bad_weather_grounds_the_air_force() -> None:
    s = table({}, bad_until=0)
    assert air_units(s.g) == 2
    s.g.bad_until = s.g.clock
    assert air_units(s.g) == 0


@covers("7.1", "8.8")
def test_in_bad_weather_nobody_arrives_by_sea() -> None:
    s = table({"Channel": "43UK Bucknall", "G": "50UK"}, Reinforcements(by=ALLIED), allied="G", turn=2, bad_until=4)
    assert s.at("43UK") == "Channel"
    s.ask(Movement(by=ALLIED))
    assert "take 43UK" not in s.options()
    s.do("take 50UK", "halt")
    s = table({"Channel": "43UK Bucknall"}, Reinforcements(by=ALLIED), allied="G", turn=2)
    assert s.at("43UK") == "G"


@covers("7.2")
def test_the_great_storm_also_closes_mulberry_for_two_allied_turns() -> None:
    s = events("storm", 6)
    s.g.harbour, s.g.allied = BUILT, s.spaces("21")
    s.do("play storm")
    assert bad_weather(s.g)
    works = []
    for turn in (7, 8, 9):
        s.g.turn = turn
        works.append(harbour_works(s.g))
    assert works == [False, False, True]


@covers("7.2")
@pytest.mark.parametrize(("turn", "legal"), [(5, False), (6, True), (9, True), (10, False)])
def test_the_storm_comes_in_turns_six_to_nine(turn: int, legal: bool) -> None:
    because = events("storm", turn).why_not("play storm")
    assert (because is None) == legal
    assert because is None or because.rule == "7.2"


@covers("7.3")
def test_ambushed_attackers_fire_after_the_defenders() -> None:
    s = battle("22", "Dempsey 50UK", "352", hands="ambush", allied="18")
    s.do("play ambush")
    s.do("roll 5")  # the defender's die, equal: the only attacker panics and its side breaks without firing
    assert s.options() == ["retreat 18"]
    assert s.g.steps[s.unit("352")] == 2


@covers("7.3")
def test_attackers_who_stand_after_an_ambush_fire_back_and_round_two_is_ordinary() -> None:
    s = battle("22", "Dempsey 50UK 49UK", "352", hands="ambush", allied="18")
    s.do("play ambush", "roll 1", "hit 50UK")
    s.do("roll 1 10")
    assert s.g.steps[s.unit("352")] == 1
    assert s.g.fight is not None
    assert s.g.fight.round == 2
    assert s.why_not("roll 1 1") is None  # the attackers' two dice come first again


@covers("7.3")
def test_an_ambush_needs_german_defenders_in_bocage() -> None:
    assert battle("24", "Dempsey 50UK", "352", hands="ambush").refusal("play ambush").rule == "7.3"
    s = battle("22", "Dempsey 50UK", "Marcks 352", hands="ambush", by=GERMAN)
    assert s.refusal("play ambush").rule == "7.3"


@covers("7.4")
def test_the_tiger_ace_gives_two_to_one_armoured_unit_in_both_rounds() -> None:
    s = battle("24", "Dempsey 50UK", "21Pz 12SS 352", hands="tiger")
    s.do("play tiger")
    assert s.options() == ["aid 21Pz", "aid 12SS"]
    assert s.refusal("aid 352").rule == "7.4"
    s.do("aid 21Pz")
    assert [factor(s, name) for name in ("21Pz", "12SS", "352")] == [8, 7, 5]
    s.do("roll 10", "roll 10 10 10")
    assert s.g.fight is not None
    assert (s.g.fight.round, factor(s, "21Pz")) == (2, 8)


@covers("7.4")
def test_the_tiger_ace_needs_armour() -> None:
    assert battle("24", "Dempsey 50UK", "352", hands="tiger").refusal("play tiger").rule == "7.4"


@covers("7.5")
def test_nebelwerfer_add_two_dice_at_four_in_the_first_round() -> None:
    s = battle("24", "Dempsey 50UK", "352", hands="nebelwerfer")
    s.do("play nebelwerfer", "roll 10", "roll 10 3 10")
    assert s.g.steps[s.unit("50UK")] == 1
    s.do("roll 10")
    assert s.why_not("roll 10") is None  # one die in round 2


@covers("7.6")
def test_flak_takes_two_from_allied_armour() -> None:
    s = battle("24", "Dempsey 50UK 8UK-Bde", "352 21Pz", hands="flak")
    before = factor(s, "8UK-Bde"), factor(s, "50UK"), factor(s, "21Pz")
    s.do("play flak")
    assert (factor(s, "8UK-Bde") - 1, factor(s, "50UK") - 1, factor(s, "21Pz")) == (before[0] - 2, before[1], before[2])
    s = battle("24", "Dempsey 50UK", "352", hands="flak")
    assert s.refusal("play flak").rule == "7.6"


@covers("7.7")
def test_minefields_cost_the_allies_two_points_in_their_next_turn() -> None:
    s = events("minefields", 5, {"24": "50UK", "25": "21Pz"})
    s.do("play minefields")
    assert s.refusal("mine Channel").rule == "7.7"
    s.do("mine 18")
    s.g.allied = s.spaces("24 18")
    start, goal = s.space("24"), s.space("18")
    s.g.turn, s.g.active = 6, ALLIED
    assert cost_to_enter(s.g, ALLIED, start, goal) == 3
    s.g.turn = 7
    assert cost_to_enter(s.g, ALLIED, start, goal) == 1
    s.g.turn, s.g.allied = 6, 0
    assert cost_to_enter(s.g, GERMAN, start, goal) == 1


@covers("7.8")
def test_fortress_order_ignores_the_first_german_morale_loss_of_each_round() -> None:
    s = battle("25", "Dempsey 50UK 49UK", "21Pz 352 243", hands="fortress")
    s.do("play fortress")
    assert s.g.fight is not None
    before = s.g.fight.morale[GERMAN]
    s.do("roll 1 1", "roll 10 10 10", "hit 352", "hit 352")
    assert s.g.fight.morale[GERMAN] == before - 2  # a step for nothing, then a unit
    s.do("roll 1 10", "roll 10 10", "hit 243")
    assert s.g.fight.morale[GERMAN] == before - 2  # the first loss of the second round


@covers("7.8")
def test_fortress_order_holds_in_cherbourg_and_caen_only() -> None:
    assert battle("24", "Dempsey 50UK", "352", hands="fortress").refusal("play fortress").rule == "7.8"
    assert battle("1", "Dempsey 50UK", "709", hands="fortress").why_not("play fortress") is None


@covers("7.9")
def test_a_released_reserve_comes_a_turn_early() -> None:
    s = events("reserves", 1)
    s.do("play reserves")
    assert s.options() == ["release 12SS", "release 9SS", "release Lehr", "release 2SS", "release 2Pz"]
    assert s.refusal("release 17SS").rule == "7.9"
    s.do("release 12SS", "pass")
    s.ask(Reinforcements(by=GERMAN))
    assert s.at("12SS") == "28"


@covers("7.9")
def test_the_whole_line_comes_with_it() -> None:
    s = events("reserves", 5)
    s.do("play reserves", "release Lehr", "pass")
    s.ask(Reinforcements(by=GERMAN))
    s.do("enter 28", *["enter 28"] * (s.decides == "German"))
    assert s.at("Lehr") == s.at("Schweppenburg") == "28"


@covers("7.9")
def test_without_armour_on_the_way_there_is_nothing_to_release() -> None:
    assert events("reserves", 12).refusal("play reserves").rule == "7.9"


@covers("7.10")
def test_a_lost_port_is_blown_up_for_three_allied_turns() -> None:
    s = table({"11": "1US"}, Control(by=ALLIED), hands="demolition", turn=6)
    assert (s.decides, s.options()) == ("German", ["play demolition", "pass"])
    s.do("play demolition")
    served = []
    for turn in (7, 8, 9, 10):
        s.g.turn = turn
        served.append(why_not_serve(s.g, s.space("11")) is None)
    assert served == [False, False, False, True]


@covers("7.10")
def test_a_port_that_nobody_blows_up_serves_at_once() -> None:
    s = table({"11": "1US"}, Control(by=ALLIED), hands="demolition", turn=6)
    s.do("pass")
    assert ports_in_use(s.g) == s.spaces("11")


@covers("7.10")
def test_the_germans_are_asked_with_any_cards_but_not_once_the_card_is_spent() -> None:
    s = table({"11": "1US"}, Control(by=ALLIED), hands="tiger", turn=6)
    assert (s.decides, s.options()) == ("German", ["pass"])
    assert s.refusal("play tiger").rule == "5.8"
    spent = [int(name == "demolition") for name in CARDS]
    s = table({"11": "1US"}, Control(by=ALLIED), hands="tiger", turn=6, spent=spent)
    assert s.decides == ""


@covers("7.10")
def test_a_port_is_lost_only_once() -> None:
    s = table({"11": "1US"}, Control(by=ALLIED), hands="demolition", turn=6)
    s.do("pass")
    s.ask(Control(by=ALLIED))
    assert s.decides == ""
    assert isinstance(PortLost(by=GERMAN, port=s.space("11")).title(s.g), str)


@covers("7.11")
def test_a_night_march_gives_the_units_of_a_region_two_points() -> None:
    s = events("march", 5, {"25": "Feuchtinger 21Pz", "28": "12SS", "S": "Bunker-Sword"})
    s.do("play march")
    assert s.options() == ["stack 25", "stack 28"]
    assert s.refusal("stack S").rule == "7.11"
    s.do("stack 25")
    assert [allowance(s.g, s.unit(name)) for name in ("21Pz", "Feuchtinger", "12SS")] == [5, 5, 3]


@covers("7.11")
def test_a_night_march_ends_with_the_turn() -> None:
    s = table({}, Turn(names=TURN, next=2), night=units("21Pz"))
    assert s.g.night == 0


@covers("7.11")
def test_without_a_stack_nobody_marches() -> None:
    assert events("march", 5, {"S": "Bunker-Sword"}).refusal("play march").rule == "7.11"


@covers("7.12")
def test_german_replacements_restore_a_step() -> None:
    s = events("replacements-german", 5, {"25": "21Pz"})
    assert s.refusal("play replacements-german").rule == "7.12"
    s.g.steps[s.unit("21Pz")] = 1
    s.do("play replacements-german", "restore 21Pz")
    assert s.g.steps[s.unit("21Pz")] == 2


@covers("7.13")
@pytest.mark.parametrize(("roll", "bad"), [(8, False), (9, True), (10, True)])
def test_as_an_option_the_weather_is_rolled_for_each_turn(roll: int, bad: bool) -> None:
    s = table({}, Turn(names=TURN), options={"weather": "roll"}, turn=4)
    assert s.decides == "chance"
    s.do(f"roll {roll}")
    assert bad_weather(s.g) == bad
    s.g.active = GERMAN
    assert bad_weather(s.g) == bad
    s.g.turn, s.g.active = 5, ALLIED
    assert not bad_weather(s.g)


@covers("7.13")
def test_with_the_option_the_weather_cards_leave_the_deck() -> None:
    g = new(weather="roll")
    assert g.deck[CARDS.index("weather")] == 0
    assert g.deck[CARDS.index("storm")] == 1
    assert new().deck[CARDS.index("weather")] == 2
    assert not BOARD.cards[CARDS.index("weather")].start
