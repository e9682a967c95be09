"""Mandatory attacks: what can be met, who is needed for it, and who joins in the end."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.duties import assignment, join, left_out, unmet
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.spaces import each, spaces

Able = dict[int, set[int]]

situations = st.dictionaries(st.integers(0, 5), st.frozensets(st.integers(0, 5)), max_size=5)


def owed_of(able: Able) -> Spaces:
    return spaces(Space(target) for target in able)


def units(some: set[int] | frozenset[int]) -> Units:
    return sum(1 << unit for unit in some)


def most(able: Able) -> int:
    """How many targets can have a unit of their own, by trying everything."""
    choices = [[None, *able[target]] for target in able]
    fair = (some for some in product(*choices) if len(set(some) - {None}) == len([x for x in some if x is not None]))
    return max(sum(unit is not None for unit in some) for some in fair)


@given(situations)
def test_an_assignment_serves_as_many_as_trying_everything_does(able: Able) -> None:
    found = assignment(owed_of(able), lambda target: units(able[target]))
    assert len(found) == most(able)
    assert len(set(found.values())) == len(found)
    assert all(unit in able[target] for target, unit in found.items())
    left = set(each(unmet(owed_of(able), lambda target: units(able[target]))))
    assert left == set(able) - set(found)


@given(situations)
def test_a_group_that_may_take_on_several_leaves_out_only_those_nobody_can_reach(able: Able) -> None:
    found = left_out(owed_of(able), lambda target: units(able[target]))
    assert set(each(found)) == {target for target, some in able.items() if not some}


def test_whoever_strikes_with_others_keeps_one_back_for_the_enemy_on_his_flank() -> None:
    """Three stacks X, Y, Z against B; D, in the zone of Z alone, must be attacked as well."""
    z1, z2 = UnitId(4), UnitId(5)
    b, d = Space(1), Space(3)
    from_z = 1 << z1 | 1 << z2
    free = 0b111111
    able = {b: free, d: from_z}
    assert not unmet(1 << d, lambda t: able[t] & ~(1 << z1))  # either of Z may strike at B, not both
    assert unmet(1 << d, lambda t: able[t] & ~from_z) == 1 << d


def test_whoever_is_left_over_joins_the_first_attack_that_will_have_him() -> None:
    attacks: list[tuple[str, tuple[int, ...]]] = [("left", ()), ("right", ())]
    room = {"left": 1, "right": 2}

    def may_join(unit: UnitId, attack: tuple[str, tuple[int, ...]]) -> bool:
        return unit != 9 and len(attack[1]) < room[attack[0]]

    done = join(0b1000001111, attacks, may_join, lambda attack, unit: (attack[0], (*attack[1], unit)))
    assert done == [0, 1, 2]
    assert attacks == [("left", (0,)), ("right", (1, 2))]
