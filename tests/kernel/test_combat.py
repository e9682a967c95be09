"""The ledger computes and explains a combat in one."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger, Round, half, rounded
from bocage.kernel.table import Columns, Table

ODDS = Table(
    "crt",
    ["1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1"],
    {die: ["A1"] * (9 - die) + ["DR"] * die for die in range(1, 7)},
    kind=Columns.ODDS,
)
LETTERS = Table("letters", list("ABCDEFGHI"), {die: ["-"] * (12 - die) + ["R"] * (die - 3) for die in range(3, 13)})


def told(ledger: Ledger, name: Callable[[Any], str] = str) -> list[str]:
    """The account as one reads it, each line with its rule."""
    return [f"{text} ({rule})" if rule else text for text, rule in ledger.lines(name)]


def town_attack(*, keep: bool = True) -> Ledger:
    """Five units attack two in a town: a division and its tanks in full, three others at half."""
    ledger = Ledger(ODDS, keep=keep)
    ledger.strength(ATTACKER, 1, 7, "10.5")
    ledger.strength(ATTACKER, 2, 4, "10.5")
    for unit, strength in ((3, 6), (4, 6), (5, 3)):
        ledger.strength(ATTACKER, unit, strength, "10.5")
        ledger.halve("outside the main assault", "10.3.1")
        if unit == 5:
            ledger.halve("out of a flooded hex", "11.1")
    ledger.strength(DEFENDER, 6, 2, "10.5")
    ledger.strength(DEFENDER, 7, 2, "10.5")
    ledger.add(DEFENDER, 4, "town", "11.2")
    ledger.limit(ATTACKER, "10.4", most=18)
    ledger.odds("10.5")
    ledger.shift(+1, "armour", "11.4.1", who=2)
    return ledger


def test_a_town_attack_comes_out_at_three_to_one() -> None:
    ledger = town_attack()
    assert ledger.totals == [18, 8]
    assert ODDS.title(ledger.start) == "2-1"
    assert ledger.final() == (ODDS.column("3-1"), 0)


def test_the_account_reads_like_a_players_sum() -> None:
    names = ["", "16/1", "741", "115/29", "116/29", "2Rgr", "726", "439"]
    assert told(town_attack(), names.__getitem__) == [
        "16/1: strength 7 (10.5)",
        "741: strength 4 (10.5)",
        "115/29: strength 6 (10.5)",
        "115/29: halved outside the main assault, -3 (10.3.1)",
        "116/29: strength 6 (10.5)",
        "116/29: halved outside the main assault, -3 (10.3.1)",
        "2Rgr: strength 3 (10.5)",
        "2Rgr: halved outside the main assault, -1 (10.3.1)",
        "2Rgr: not halved again out of a flooded hex (11.1)",
        "726: strength 2 (10.5)",
        "439: strength 2 (10.5)",
        "+4 town (11.2)",
        "attacker limited to 18, -1 (10.4)",
        "18 to 8: 2-1 (10.5)",
        "741: shift right 1 armour (11.4.1)",
        "column 3-1",
    ]


def test_a_ledger_that_keeps_nothing_computes_the_same() -> None:
    silent = town_attack(keep=False)
    assert silent.entries == []
    assert (silent.totals, silent.column) == (town_attack().totals, town_attack().column)


def test_a_unit_is_never_halved_twice() -> None:
    ledger = Ledger(ODDS)
    ledger.strength(ATTACKER, 1, 9)
    ledger.halve("across a river")
    ledger.halve("out of supply")
    ledger.halve("just landed")
    assert ledger.totals[ATTACKER] == 5
    assert [entry.change for entry in ledger.entries] == [9, -4, 0, 0]


def test_a_factor_of_one_halved_upwards_stays_one() -> None:
    ledger = Ledger(ODDS)
    ledger.strength(ATTACKER, 1, 1)
    ledger.halve("across a river")
    assert ledger.totals[ATTACKER] == 1
    assert told(ledger)[1] == "1: halved across a river, no change"


def test_halving_by_hex_downwards_keeps_a_minimum() -> None:
    ledger = Ledger(ODDS)
    ledger.strength(ATTACKER, "hex 2513", 7)
    ledger.halve("out of supply", how=Round.DOWN, least=1)
    ledger.strength(ATTACKER, "hex 2514", 1)
    ledger.halve("out of supply", how=Round.DOWN, least=1)
    assert ledger.totals[ATTACKER] == 4


def test_fractions_are_kept_exactly_where_a_game_keeps_them() -> None:
    ledger = Ledger(ODDS)
    ledger.strength(ATTACKER, 1, 7)
    ledger.halve("unsupplied", how=Round.EXACT)
    ledger.strength(DEFENDER, 2, 7)
    ledger.halve("unsupplied", how=Round.EXACT)
    assert ledger.totals == [Fraction(7, 2), Fraction(7, 2)]
    assert ODDS.title(ledger.odds()) == "1-1"


@pytest.mark.parametrize(
    ("how", "expected"), [(Round.UP, 3), (Round.DOWN, 2), (Round.NEAREST, 3), (Round.EXACT, Fraction(5, 2))]
)
def test_half_of_five_is_what_the_game_says(how: Round, expected: int | Fraction) -> None:
    assert half(5, how) == expected
    assert half(4, how) == 2


@given(st.integers(0, 60), st.sampled_from(Round))
def test_the_quick_half_is_the_exact_half_rounded(amount: int, how: Round) -> None:
    assert half(amount, how) == rounded(Fraction(amount, 2), how)


def test_thirds_round_to_the_nearest() -> None:
    assert [rounded(Fraction(n, 3), Round.NEAREST) for n in (1, 2, 4, 5)] == [0, 1, 1, 2]


def test_all_that_a_side_has_booked_can_be_multiplied() -> None:
    ledger = Ledger()
    ledger.strength(ATTACKER, "battalion", 15)
    ledger.strength(DEFENDER, "two companies", 4)
    ledger.halve("disrupted", "10.6.1")
    ledger.times(DEFENDER, 4, "town and resistance nest", "10.1.6")
    assert ledger.totals == [15, 8]
    assert told(ledger)[-1] == "defender x4 town and resistance nest, +6 (10.1.6)"


def test_a_combat_can_start_on_a_named_column() -> None:
    ledger = Ledger(LETTERS)
    ledger.begin("D", "differential +7 on protection 2: column D", "10.1.4")
    ledger.shift(+1, "higher morale", "10.3.6")
    ledger.modify(-2, "town and resistance nest", "10.1.6")
    assert LETTERS.columns[ledger.final().column] == "E"
    assert ledger.modifier == -2
    assert told(ledger) == [
        "differential +7 on protection 2: column D (10.1.4)",
        "shift right 1 higher morale (10.3.6)",
        "-2 to the die town and resistance nest (10.1.6)",
        "column E",
    ]


def test_shifts_come_before_the_limit_of_the_card() -> None:
    ledger = Ledger(ODDS)
    ledger.strength(ATTACKER, 1, 10)
    ledger.strength(DEFENDER, 2, 1)
    ledger.odds()
    ledger.shift(-2, "hilltop and river")
    assert ODDS.title(ledger.column) == "8-1"
    assert ledger.final() == (ODDS.column("7-1"), 1)


def test_a_game_may_limit_the_odds_before_the_shifts() -> None:
    ledger = Ledger(ODDS)
    ledger.strength(ATTACKER, 1, 10)
    ledger.strength(DEFENDER, 2, 1)
    ledger.odds(most="6-1")
    ledger.shift(-2, "bocage")
    assert ODDS.title(ledger.column) == "4-1"


def test_odds_off_the_card_are_still_off_it_after_a_small_shift() -> None:
    ledger = Ledger(ODDS)
    ledger.strength(ATTACKER, 1, 1)
    ledger.strength(DEFENDER, 2, 5)
    assert ledger.odds() == -2
    ledger.shift(+1, "prepared offensive")
    assert ledger.final() == (0, -1)


def test_a_total_can_be_held_between_bounds() -> None:
    ledger = Ledger()
    ledger.strength(ATTACKER, "division", 2)
    ledger.add(ATTACKER, -2, "bocage", who="division")
    ledger.limit(ATTACKER, least=1, most=9)
    assert ledger.totals[ATTACKER] == 1
    assert told(ledger)[-1] == "attacker limited to 1, +1"


@given(st.lists(st.tuples(st.sampled_from([ATTACKER, DEFENDER]), st.integers(0, 20), st.integers(0, 2)), max_size=12))
def test_the_booked_changes_add_up_to_the_totals(units: list[tuple[int, int, int]]) -> None:
    ledger = Ledger(ODDS)
    for unit, (party, strength, halvings) in enumerate(units):
        ledger.strength(DEFENDER if party else ATTACKER, unit, strength)
        for _ in range(halvings):
            ledger.halve("twice over")
    ledger.limit(ATTACKER, most=18)
    for party in (ATTACKER, DEFENDER):
        assert ledger.totals[party] == sum(entry.change for entry in ledger.entries if entry.party == party)


def test_the_preview_is_read_from_the_same_ledger() -> None:
    ledger = town_attack()
    assert ledger.outcomes() == {"A1": Fraction(2, 3), "DR": Fraction(1, 3)}
