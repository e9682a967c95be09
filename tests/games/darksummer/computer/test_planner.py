"""Positions, and what a sensible player does there."""

from typing import Any

from tests.games.darksummer.support import ALLIED, COMBAT, GERMAN, MOVE, Army, Scene, opening, scene

from bocage.games.darksummer.computer.evaluate import evaluate, settled
from bocage.games.darksummer.computer.goals import goes_home, us_goals
from bocage.games.darksummer.computer.knowledge import KNOWLEDGE
from bocage.games.darksummer.computer.orders import Orders
from bocage.games.darksummer.rules.r08_withdrawals import Withdrawals
from bocage.games.darksummer.rules.r09_action_phase import PlayChit
from bocage.games.darksummer.rules.r10_moving import Movement, MoveUnits
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r11_losses import ChooseLoss
from bocage.games.darksummer.state import US
from bocage.kernel import flow


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


def test_the_garrison_of_avranches_stays_once_brittany_is_entered() -> None:
    s = scene(BESIEGED | BESIEGERS | {"16/1": "2726"}, kind=MOVE, turn=6, brittany_entered=True)
    s.ask(MoveUnits(by=ALLIED, units=s.units("16/1")))
    assert advised(s) == "stay"
