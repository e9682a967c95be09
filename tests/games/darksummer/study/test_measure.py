"""What is measured over many games."""

from tests.games.darksummer.support import scene

from bocage.games.darksummer.study.measure import (
    BRITTANY,
    CAEN,
    CHERBOURG,
    FRONT_1944,
    MEASURE,
    arm,
    gauges,
    held,
    points,
)


def test_the_gauges_tell_the_campaign() -> None:
    at = {"39/9": "3012", "8/4": "brittany", "731/711": "east-german", "125/21": "5013"}
    s = scene(at, allied_hexes="4506 4606 4607 3012", cherbourg_taken=4, brittany_entered=True, halves=[9, 4])
    found = gauges(s.g)
    assert (found[CHERBOURG], found[CAEN], found[BRITTANY]) == (1.0, 1.0, 1.0)
    assert found["US units in Brittany"] == 1.0
    assert found["German units out in the east"] == 1.0
    assert found["US front: rows south of the northern edge"] == 12.0
    assert found["US front in 1944, in the same rows"] == FRONT_1944[s.g.turn - 1]
    assert points(s.g) == (4.5, 2.0)
    assert held(s.g)[0].bit_count() == 4
    assert MEASURE.facts <= found.keys()


def test_arms_are_counted_together() -> None:
    units = scene().g.board.units
    assert {arm(unit) for unit in units} >= {"airborne", "armour", "Kampfgruppen", "infantry", "Strongpoints", "flak"}
