"""15 The Operational Boundary."""

from tests.games.darksummer.support import ALLIED, MOVE, Army, hexes, scene

from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r09_rounds import end_round
from bocage.games.darksummer.rules.r10_movement import destinations
from bocage.games.darksummer.rules.r10_moving import Movement
from bocage.games.darksummer.rules.r11_advance import Advance
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r11_retreat import ways_back
from bocage.testing import covers


@covers("15")
def test_how_far_each_army_may_go() -> None:
    s = scene({"4Cav": "3512", "8A": "3611"}, kind=MOVE)
    assert max(int(name[:2]) for name in hexes(s, destinations(s.g, s.units("4Cav")))) == 36
    assert min(int(name[:2]) for name in hexes(s, destinations(s.g, s.units("8A")))) == 35
    for unit, from_, into in (("8A", "3511", "34"), ("4Cav", "3612", "37")):
        s = scene({unit: from_})
        assert into in {name[:2] for name in hexes(s, zone(s.g, ALLIED))}  # a zone goes farther than its unit


@covers("15")
def test_whom_each_army_may_attack() -> None:
    s = scene({"8A": "3511", "731/711": "3412", "744/711": "3612"}, army=Army.BRITISH, ask=Attacks(by=ALLIED))
    assert "attack 3612" in s.options()
    assert s.refusal("attack 3412").rule == "15"
    at = {"39/9": "3612", "744/711": "3712", "192/21": "3512"}
    s = scene(at, army=Army.US, ask=Attacks(by=ALLIED))
    assert "attack 3512" in s.options()
    assert s.refusal("attack 3712").rule == "15"
    s = scene(at, army=Army.US, boundary_lifted=True, ask=Attacks(by=ALLIED))
    assert "attack 3712" in s.options()


@covers("15")
def test_the_boundary_is_lifted_for_the_us_after_the_round_in_which_brittany_is_entered() -> None:
    s = scene({"4Cav": "brittany-entered", "731/711": "5103"}, brittany_entered=True, allied_hexes="2726")
    assert not s.g.boundary_lifted
    end_round(s.g, Army.US)
    assert s.g.boundary_lifted


@covers("15")
def test_who_was_driven_across_must_come_back() -> None:
    s = scene({"8A": "3312", "231/50": "3712"}, army=Army.BRITISH, kind=MOVE, ask=Movement(by=ALLIED))
    assert s.refusal("done").rule == "15"
    s.do("select 8A")
    assert s.refusal("stay").rule == "15"
    assert all(int(option.split()[1][:2]) >= 36 for option in s.options() if option.startswith("to"))
    s = scene({"231/50": "2512"}, army=Army.BRITISH, kind=MOVE, ask=Movement(by=ALLIED))
    s.do("select 231/50")
    columns = {int(option.split()[1][:2]) for option in s.options() if option.startswith("to")}
    assert len(columns) == 1
    assert columns.pop() > 25


@covers("10.1", "11.3.8")
def test_nobody_advances_onto_the_other_armys_exit_marker() -> None:
    s = scene({"8A": "6310", "731/711": "6409"}, army=Army.BRITISH, exits=[0, 0])
    s.g.exits[Army.US] = s.spaces("6409")
    s.ask(Advance(by=ALLIED, target=s.space("6409"), units=s.units("8A")))
    s.g.place(s.unit("731/711"), s.g.board.atlas.lost)
    assert s.refusal("advance 8A").rule == "10.1"
    assert s.options() == ["halt"]


@covers("10.1", "11.3.7")
def test_nobody_retreats_over_the_other_armys_exit_marker() -> None:
    s = scene({"8A": "6310"}, army=Army.GERMAN, exits=[0, 0])
    open_ways = {path for route in ways_back(s.g, s.unit("8A"), s.space("6310")) for path in route.path}
    s.g.exits[Army.US] = sum(1 << space for space in open_ways) & ~s.spaces("6310")
    s.g.touch()
    left = {space for route in ways_back(s.g, s.unit("8A"), s.space("6310")) for space in route.path}
    assert left & open_ways <= {s.space("6310")}
