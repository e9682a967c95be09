"""The data files: what they say, and that slips in a player's own pack are told."""

from pathlib import Path

import pytest
from tests.games.acrosstheworld.support import BOARD as FIRST_BOARD

from bocage.games.acrosstheworld import GAME
from bocage.games.acrosstheworld.board import CARDS, Normandy1944
from bocage.games.acrosstheworld.loading import DATA, load
from bocage.kernel.loading import BadData
from bocage.kernel.spaces import each

BOARD: Normandy1944 = GAME.board()
"""Today's numbers."""


def pack(folder: Path, name: str, old: str, new: str) -> Path:
    """A data pack with one file of ours, changed."""
    text = (DATA / name).read_text(encoding="utf-8")
    assert old in text
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_a_corrected_value_is_used(tmp_path: Path) -> None:
    board = load(
        pack(
            tmp_path,
            "units.csv",
            "4US,US 4th Infantry,Allied,US,infantry,division,5",
            "4US,US 4th Infantry,Allied,US,infantry,division,7",
        )
    )
    assert board.units[board.unit_ids["4US"]].combat == 7
    assert BOARD.units[BOARD.unit_ids["4US"]].combat == 5


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("reinforcements.csv", "utah-2,Allied,2,U,Bradley", "utah-2,Allied,2,U,Bradly", 'unknown "Bradly"'),
        ("reinforcements.csv", "gold-2,Allied,2,G", "gold-2,Allied,2,GG", 'unknown "GG"'),
        ("victory.csv", "25,2,yes", "99,2,yes", 'unknown "99"'),
        ("cards.csv", "jabos,Jabos", "jabo,Jabos", 'there is no "jabos"'),
        ("modifiers.csv", "naval,naval", "navy,naval", 'there is no "naval"'),
        ("terrain.csv", "marsh,2", "swamp,2", 'there is no "marsh"'),
        ("map.toml", '{ name = "fortress", ', '{ name = "castle", ', 'there is no "fortress"'),
        ("leaders.csv", "Barton,Barton", "4US,Barton", "is already in units.csv"),
        ("scenarios/normandy.toml", '"Dietrich"', '"91LL"', "91LL is placed twice"),
        ("scenarios/normandy.toml", 'region = "29"', 'region = "Paris"', 'unknown "Paris"'),
        ("scenarios/normandy.toml", '"Barton", "4US"', '"Barton", "4UK"', 'unknown "4UK"'),
        ("units.csv", "division,5,5,2,2\n1US", "division,five,5,2,2\n1US", "should be a whole number"),
        ("numbers.toml", "points = 20", 'points = "many"', "should be a whole number"),
    ],
)
def test_a_slip_in_a_pack_is_told_with_its_file(tmp_path: Path, name: str, old: str, new: str, told: str) -> None:
    with pytest.raises(BadData) as error:
        load(pack(tmp_path, name, old, new))
    assert told in str(error.value)
    assert Path(name).name in str(error.value)


def test_two_seas_are_one_too_many(tmp_path: Path) -> None:
    with pytest.raises(BadData, match="exactly one area must be sea"):
        load(
            pack(tmp_path, "map.toml", 'name = "Juno Beach"\nterrain = "beach"', 'name = "Juno Beach"\nterrain = "sea"')
        )


def test_a_file_that_the_game_does_not_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "unit.csv").write_text("id\n", encoding="utf-8")
    with pytest.raises(BadData, match="the game reads no such file"):
        load(tmp_path)


def test_decks_are_as_listed() -> None:
    copies = {card.id: card.copies for card in BOARD.cards}
    assert {name for name, count in copies.items() if count == 2} == {
        "sabotage", "jabos", "bombardment", "replacements-allied", "weather", "ambush",
    }  # fmt: skip
    assert [sum(copies[CARDS[n]] for n in cards) for cards in BOARD.cards_of] == [15, 14]
    assert [card.id for card in BOARD.cards if card.start] == ["mulberry"]


def test_totals_of_the_counter_sheet() -> None:
    kinds: dict[tuple[int, str], int] = {}
    for unit in BOARD.units:
        kinds[unit.side, unit.kind] = kinds.get((unit.side, unit.kind), 0) + 1
    assert kinds == {
        (0, "infantry"): 14, (0, "armour"): 8, (0, "airborne"): 3, (0, "support"): 2, (0, "leader"): 15,
        (1, "infantry"): 13, (1, "armour"): 6, (1, "bunker"): 14, (1, "leader"): 7,
    }  # fmt: skip


def test_every_counter_has_a_place_to_come_from() -> None:
    scenario = BOARD.scenarios["normandy"]
    named = {name for stack in (*scenario.drop, *scenario.landing, *scenario.stack) for name in stack.units}
    named |= {BOARD.unit_names[n] for line in BOARD.lines for n in range(len(BOARD.units)) if line.units >> n & 1}
    assert named == set(BOARD.unit_names)


def test_what_the_rulebook_prints_is_as_it_was_at_first() -> None:
    """The balance was sought among reconstructed numbers alone: schedule, cities, turns and leaders are untouched."""
    now, then = BOARD, FIRST_BOARD
    printed = [
        {(line.id, line.turn, line.entry, tuple(sorted(board.units[n].id for n in each(line.units))))
         for line in board.lines if not line.second_wave}
        for board in (now, then)
    ]  # fmt: skip
    assert printed[0] == printed[1]
    assert (now.cities, now.keys, now.numbers) == (then.cities, then.keys, then.numbers)
    assert [unit for unit in now.units if unit.stars] == [unit for unit in then.units if unit.stars]


def test_no_division_has_more_than_the_two_steps_of_the_system() -> None:
    """3.2 stands in the way of the easiest cure for a weak side."""
    assert {unit.steps for unit in BOARD.units} == {1, 2}


def test_troops_of_the_first_day_who_are_in_no_list_of_the_rulebook_do_not_come() -> None:
    """Who follows the first wave is no division: the printed reinforcements name none (11.4)."""
    waves = [line for line in BOARD.lines if line.second_wave]
    assert {line.id for line in waves} == {"omaha-second", "gold-second"}
    assert not sum(line.units for line in waves) & BOARD.divisions


def test_the_germans_are_one_better_than_at_first() -> None:
    then = {unit.id: unit for unit in FIRST_BOARD.units}
    for unit in BOARD.units:
        if unit.side == 1 and unit.id in then and unit.kind in ("infantry", "armour"):
            assert (unit.combat, unit.steps) == (then[unit.id].combat + 1, 2)


def test_counters_are_named_in_words() -> None:
    short = [
        unit.name for unit in BOARD.units if {"DI", "DB", "AB", "PzD", "FJ", "D", "LL", "Bde"} & set(unit.name.split())
    ]
    assert short == []
