"""Positions, and what a sensible player does there."""

from typing import Any

from tests.games.darksummer.support import ALLIED, COMBAT, GERMAN, MOVE, Army, Scene, opening, scene

from bocage.games.darksummer.computer.chits import play_worth
from bocage.games.darksummer.computer.evaluate import evaluate, settled
from bocage.games.darksummer.computer.goals import goes_home, us_goals
from bocage.games.darksummer.computer.knowledge import KNOWLEDGE
from bocage.games.darksummer.computer.movement import GUARD, allied_place
from bocage.games.darksummer.computer.orders import Orders
from bocage.games.darksummer.computer.siege import PRESSING, helpers
from bocage.games.darksummer.rules.r08_withdrawals import Withdrawals
from bocage.games.darksummer.rules.r09_action_phase import PlayChit
from bocage.games.darksummer.rules.r09_rounds import PLAYS
from bocage.games.darksummer.rules.r10_moving import Movement, MoveUnits
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r11_losses import ChooseLoss
from bocage.games.darksummer.rules.r13_cherbourg import reachable_c_hexes
from bocage.games.darksummer.state import ACTION, US, WAVE_2
from bocage.kernel import flow
from bocage.kernel.cups import Cup


def advised(s: Scene) -> str:
    """What the advice picks in a situation."""
    frame: Any = flow.waiting(s.g)
    options = flow.options(s.g)
    scores = KNOWLEDGE.advice[type(frame)](s.g, Orders(s.g, frame.by), frame, options)
    best = max(range(len(options)), key=lambda n: scores[n])
    assert KNOWLEDGE.reasons[type(frame)](s.g, Orders(s.g, frame.by), frame, options[best]).strip()
    return s.game.format(s.g, options[best])


def test_an_overwhelming_attack_is_made_and_a_hopeless_one_is_not() -> None:
    strong = {"39/9": "3404", "47/9": "3404", "60/9": "3404", "CCA/2A": "3404", "731/711": "3503"}
    assert advised(scene(strong, ask=Attacks(by=ALLIED))) == "attack 3503"
    weak = {"4Cav": "3304", "915/352": "3305", "916/352": "3305"}
    assert advised(scene(weak, ask=Attacks(by=ALLIED))) == "done"


def test_the_cheapest_step_is_lost() -> None:
    s = scene({"39/9": "3304", "505/82": "3304"}, kind=COMBAT)
    s.ask(ChooseLoss(by=ALLIED, units=s.units("39/9 505/82")))
    assert advised(s) == "lose 39/9"


def test_a_chit_is_a_combat_round_when_attacks_pay() -> None:
    strong = {"39/9": "3404", "47/9": "3404", "60/9": "3404", "CCA/2A": "3404", "731/711": "3503", "125/21": "5013"}
    strong |= {"8/4": "2303", "22/4": "2303", "12/4": "2303", "919/709": "2302"}
    s = scene(strong, turn=5, weather="Sun", played=[], ask=PlayChit(by=ALLIED, chit=US))
    s.g.due = [99] * len(s.g.due)  # nobody waits at the beaches
    assert advised(s) in ("play prepared", "play combat")
    s = scene({"39/9": "3303", "125/21": "5013"}, turn=5, played=[], ask=PlayChit(by=ALLIED, chit=US))
    assert advised(s) == "play move"


def test_airborne_units_go_home_in_time() -> None:
    s = scene({"505/82": "2403", "731/711": "5103"}, kind=MOVE, turn=4, ask=Withdrawals(by=ALLIED, army=Army.US))
    assert advised(s) == "withdraw 505/82"
    assert goes_home(s.g, s.unit("505/82"))
    s = scene({"505/82": "2403", "731/711": "5103"}, kind=MOVE, turn=1, ask=Withdrawals(by=ALLIED, army=Army.US))
    assert advised(s) == "done"


def test_the_cotentin_goes_for_cherbourg_and_waits_until_it_is_strong_enough() -> None:
    box = {"729/709": "cherbourg", "739/709": "cherbourg", "Cherbourg": "cherbourg"}
    s = scene(box | {"8/4": "1700", "731/711": "5103"}, kind=MOVE, turn=3, ask=Movement(by=ALLIED))
    assert us_goals(s.g, s.unit("8/4"))[0].name == "Cherbourg"
    s.ask(MoveUnits(by=ALLIED, units=s.units("8/4")))
    assert advised(s) != "to cherbourg"
    many = dict.fromkeys(("8/4", "22/4", "12/4"), "1700") | dict.fromkeys(("357/90", "358/90", "359/90"), "1801")
    s = scene(box | many | {"731/711": "5103"}, kind=MOVE, turn=3)
    s.ask(MoveUnits(by=ALLIED, units=s.units("8/4")))
    assert advised(s) == "to cherbourg"


def test_nobody_enters_brittany_before_avranches_is_held() -> None:
    at = {"CCA/6A": "2726", "13/8": "2726", "28/8": "2726", "121/8": "2726", "731/711": "5103"}
    s = scene(at, kind=MOVE, turn=8, cherbourg_taken=5)
    s.ask(MoveUnits(by=ALLIED, units=s.units("CCA/6A")))
    assert advised(s) == "to brittany-entered"
    for name in ("13/8", "28/8", "121/8"):
        s.g.place(s.unit(name), s.space("2725"))
    assert advised(s) != "to brittany-entered"  # somebody must hold Avranches


def test_germans_close_a_gap_in_the_bocage() -> None:
    front = {"39/9": "3304", "47/9": "3104", "915/352": "3306", "916/352": "2906", "731/711": "3110"}
    s = scene(front, army=Army.GERMAN, kind=MOVE)
    s.ask(MoveUnits(by=GERMAN, units=s.units("731/711")))
    before = min(s.g.board.atlas.distance(s.space("3110"), s.space(name)) for name in ("3304", "3104"))
    s.do(advised(s))
    after = min(s.g.board.atlas.distance(s.space(s.at("731/711")), s.space(name)) for name in ("3304", "3104"))
    assert after < before


def test_a_whole_panzer_division_leaves_in_the_last_round() -> None:
    at = dict.fromkeys(("25/12SS", "26/12SS", "12/12SS"), "6409") | {"8/4": "2403"}
    s = scene(at, army=Army.GERMAN, kind=MOVE, turn=10)
    s.ask(MoveUnits(by=GERMAN, units=s.units("25/12SS")))
    assert advised(s) == "to east-german"


def test_the_judgement_likes_cherbourg_and_open_beaches() -> None:
    at = {"39/9": "3304", "731/711": "5103"}
    now = evaluate(scene(at).g, ALLIED)
    assert evaluate(scene(at, cherbourg_taken=3).g, ALLIED) > now
    assert evaluate(scene(at, closed_beaches="4603").g, ALLIED) < now
    assert evaluate(scene(at).g, GERMAN) == -now


def test_nobody_thinks_long_about_a_game_that_is_decided() -> None:
    g = opening()
    for turn, halves, decided in ((5, (0, 0), False), (5, (120, 0), True), (5, (0, 60), True), (2, (120, 0), False)):
        g.turn, g.halves = turn, list(halves)
        assert settled(g) == decided  # before turn 3 the landing is not over
    g.turn, g.halves = 6, [120, 0]
    assert not settled(g)  # while Cherbourg holds out everything may still be lost (3.2.1)
    g.cherbourg_taken = 5
    assert settled(g)


BESIEGED = {"739/709": "cherbourg", "919/709": "cherbourg", "1057/91": "cherbourg", "1058/91": "cherbourg"}
BESIEGERS = {"8/4": "cherbourg", "22/4": "cherbourg", "12/4": "cherbourg", "731/711": "5103"}
LINKED = "2407 2705 2204 2305 2803"


def test_others_help_at_cherbourg_when_its_corps_would_be_too_late() -> None:
    for turn, helps in ((2, False), (3, True)):
        s = scene(BESIEGED | BESIEGERS | {"2Cav": "2307"}, kind=MOVE, turn=turn, allied_hexes=LINKED)
        assert (us_goals(s.g, s.unit("2Cav"))[0].name == "Cherbourg") == helps


def test_the_siege_goes_before_movement_when_time_runs_out() -> None:
    for turn, play in ((3, "play move"), (7, "play combat")):
        s = scene(BESIEGED | BESIEGERS, turn=turn, weather="Rain", played=[], ask=PlayChit(by=ALLIED, chit=US))
        s.g.due = [99] * len(s.g.due)
        assert advised(s) == play


def test_the_second_wave_takes_the_beaches_first_and_with_the_ships_guns() -> None:
    ashore = {"8/4": "2403", "22/4": "2403", "SP-Crisbecq": "2302"}
    afloat = {"16/1": "3302", "18/1": "3302", "26/1": "3302", "SP-Omaha-East": "3303"}
    shown = {"SP-Crisbecq": 1, "SP-Omaha-East": 2}
    s = scene(
        ashore | afloat, kind=WAVE_2, turn=1, shown=shown, open_beaches="2403 3203", ask=Attacks(by=ALLIED),
        duties="3303", active="8/4 22/4 16/1 18/1 26/1",
    )  # fmt: skip
    assert advised(s) == "attack 3303"
    s.do("attack 3303", *(f"join {name}" for name in ("16/1", "18/1", "26/1")), "fight")
    assert advised(s) == "support naval"


def test_open_beaches_are_guarded_the_better_the_more_are_closed() -> None:
    def worth(closed: str) -> float:
        s = scene({"47/9": "3303", "915/352": "3305", "731/711": "5103"}, kind=MOVE, closed_beaches=closed)
        return allied_place(s.g, Orders(s.g, ALLIED), s.unit("47/9"), s.space("3303"))

    assert worth("4603 4302") - worth("") == 2 * GUARD


STORMERS = dict.fromkeys(("8/4", "22/4", "12/4", "357/90", "358/90", "359/90"), "cherbourg") | {"731/711": "5103"}
WEAKENED = {"729/709": "cherbourg", "739/709": "cherbourg"}


def test_a_chance_to_storm_cherbourg_is_not_moved_away() -> None:
    left: dict[int, str] = {}
    for chits in (0, 1, 2):  # on Showers turns the US have two Combat Rounds at the most
        s = scene(WEAKENED | STORMERS, turn=4, weather="Showers", played=[])
        s.g.due = [0] * len(s.g.due)  # many wait at the beaches: there is much to move
        s.g.cups[ACTION] = Cup.of({US: chits})
        s.ask(PlayChit(by=ALLIED, chit=US))
        left[chits] = advised(s)
    assert left == {0: "play combat", 1: "play combat", 2: "play move"}


def test_a_combined_round_gives_a_storming_away() -> None:
    def worth(**more: Any) -> float:
        s = scene(WEAKENED | STORMERS, turn=4, weather="Showers", played=[], ask=PlayChit(by=ALLIED, chit=US), **more)
        combat, combined = tuple(PLAYS).index("combat"), tuple(PLAYS).index("combined-combat")
        orders = Orders(s.g, ALLIED)
        return play_worth(s.g, orders, US, combat) - play_worth(s.g, orders, US, combined)

    assert worth() > 2 * PRESSING > worth(cherbourg_taken=3)


def test_germans_at_large_are_kept_out_of_cherbourg() -> None:
    inside = {"729/709": "cherbourg", "357/90": "cherbourg", "358/90": "cherbourg", "359/90": "cherbourg"}
    us = {"8/4": "1601", "22/4": "1901", "12/4": "2001", "9/2": "1701", "731/711": "5103"}

    def ends(germans: dict[str, str]) -> Scene:
        s = scene(inside | us | germans, kind=MOVE, turn=2)
        for name in ("8/4", "22/4", "12/4", "9/2"):
            s.ask(MoveUnits(by=ALLIED, units=s.units(name)))
            s.do(advised(s))
        return s

    s = ends({"1057/91": "1905", "1058/91": "1806"})
    assert {s.at(name) for name in ("8/4", "22/4", "12/4")} == {"1300", "1600", "1900"}
    assert s.at("9/2") == "cherbourg"
    assert not reachable_c_hexes(s.g, s.space("1905"))  # 13.5: nobody can be relocated into the Box
    s.g.moved = 0
    s.ask(MoveUnits(by=ALLIED, units=s.units("8/4")))
    assert advised(s) == "stay"
    s = ends({})
    assert {s.at(name) for name in ("8/4", "22/4", "12/4")} == {"cherbourg"}


def test_no_more_help_is_called_to_cherbourg_than_is_needed() -> None:
    near = {"2Cav": "2307", "23/2": "2308", "115/29": "2408"}
    strong, weak = (
        scene(box | BESIEGERS | near, kind=MOVE, turn=4, allied_hexes=LINKED) for box in (BESIEGED, WEAKENED)
    )
    assert helpers(strong.g) == strong.units(" ".join(near))  # 5-1 is far away
    assert helpers(weak.g) == weak.units("23/2 115/29")
    weak.g.place(weak.unit("23/2"), weak.space("2202"))
    weak.g.touch()
    assert helpers(weak.g) == weak.units("23/2 115/29")  # on the march he is still needed


def test_the_garrison_of_avranches_stays_once_brittany_is_entered() -> None:
    s = scene(BESIEGED | BESIEGERS | {"16/1": "2726"}, kind=MOVE, turn=6, brittany_entered=True)
    s.ask(MoveUnits(by=ALLIED, units=s.units("16/1")))
    assert advised(s) == "stay"
