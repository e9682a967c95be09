"""5 Stacking."""

import pytest
from tests.games.darksummer.support import ALLIED, GERMAN, MOVE, Army, scene

from bocage.games.darksummer.rules.r05_stacking import (
    enforce_by_enemy,
    enforce_by_owner,
    has_room,
    is_legal_stack,
    mixed_armies,
    overstacked,
)
from bocage.games.darksummer.rules.r10_moving import Movement
from bocage.testing import covers


@covers("5.1")
@pytest.mark.parametrize(
    ("stack", "legal"),
    [
        ("357/90 358/90 505/82 501/101", True),  # printed example
        ("7/3Can 8A 27A 33A", True),  # printed example
        ("7/3Can 231/50", False),  # printed example
        ("37/17SS 38/17SS 1Flak 6FJ 100Pz Ost-2203", True),  # printed example
        ("8/4 22/4 12/4 357/90", False),
        ("8/4 22/4 12/4 4Cav", True),
        ("8/4 22/4 12/4 4Cav 102Cav", False),
        ("8/4 22/4 12/4 4Cav 2Rng 5Rng", True),
        ("505/82 507/82 501/101 502/101", True),
        ("1Flak 2Flak 3Flak 4Flak Fus/91 1057/91", False),
        ("1Flak 2Flak 3Flak Fus/91 915/352 SP-Utah", True),
    ],
)
def test_four_units_of_one_division(stack: str, legal: bool) -> None:
    s = scene()
    assert is_legal_stack(s.g, s.units(stack)) is legal


@covers("5")
def test_us_and_british_never_stack_but_french_and_poles_join_their_own() -> None:
    s = scene(
        {"8/4": "3304", "GTD/2Fr": "3305", "4Cav": "3306", "231/50": "3705", "10A/1APo": "3806", "8A": "3905"},
        kind=MOVE,
        ask=Movement(by=ALLIED),
    )
    assert not has_room(s.g, s.unit("231/50"), s.space("3304"))
    assert mixed_armies(s.g, Army.BRITISH) == s.spaces("3304 3305 3306")
    assert has_room(s.g, s.unit("10A/1APo"), s.space("3905"))
    assert has_room(s.g, s.unit("4Cav"), s.space("3305"))


@covers("5")
def test_a_move_cannot_end_with_the_other_army_but_may_pass_through_it() -> None:
    s = scene({"102Cav": "3504", "231/50": "3605"}, kind=MOVE, ask=Movement(by=ALLIED))
    s.do("select 102Cav")
    assert s.refusal("to 3605").rule == "5"
    assert "to 3604" in s.options()


@covers("5.2")
def test_after_movement_the_enemy_eliminates_the_excess() -> None:
    s = scene({"8/4": "3304", "22/4": "3304", "357/90": "3304", "2Rng": "3304"}, ask=enforce_by_enemy(ALLIED))
    assert s.decides == "German"
    assert overstacked(s.g, ALLIED) == [s.space("3304")]
    assert set(s.options()) == {"eliminate 8/4", "eliminate 22/4", "eliminate 357/90"}
    assert s.refusal("eliminate 2Rng").rule == "5.1"
    s.do("eliminate 357/90")
    assert s.at("357/90") == "lost"
    assert not overstacked(s.g, ALLIED)


@covers("5.2")
def test_after_a_retreat_the_owner_chooses() -> None:
    s = scene({"1057/91": "2104", "920/243": "2104"}, ask=enforce_by_owner(GERMAN))
    assert s.decides == "German"
    s.do("eliminate 920/243")
    assert s.at("1057/91") == "2104"


@covers("5.2", "10.1")
def test_a_move_may_overstack_for_the_moment_and_is_punished_only_at_the_end() -> None:
    s = scene({"8/4": "3304", "357/90": "3305", "731/711": "5103"}, kind=MOVE, ask=Movement(by=ALLIED))
    s.do("select 357/90", "to 3304", "select 8/4", "to 3305", "done")
    assert (s.at("357/90"), s.at("8/4")) == ("3304", "3305")


@covers("5.3", "5.4", "5.5")
def test_the_boxes_hold_any_number() -> None:
    names = ["8/4", "22/4", "12/4", "357/90", "358/90", "359/90"]
    for box in ("cherbourg", "brittany", "east-allied"):
        s = scene(dict.fromkeys(names, box) | {"729/709": "cherbourg"})
        assert overstacked(s.g, ALLIED) == []
