"""What the planner does in plain situations of Normandy 1944: traps, open beaches and entries, garrisons."""

import pytest
from tests.games.acrosstheworld.computer.test_planner import goals
from tests.games.acrosstheworld.support import FIRST

from bocage.games.acrosstheworld import GAME
from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel import flow
from bocage.kernel.ids import NOWHERE, Side, UnitId


def position(stacks: dict[str, str], side: Side, *, turn: int = 5, allied: str = "", absent: str = "") -> Campaign:
    """These stacks and nobody else, a side about to move; the `absent` are still to come."""
    g = GAME.new(seed=1, data=FIRST)
    assert isinstance(g, Campaign)
    for unit in range(len(g.space)):
        g.place(UnitId(unit), NOWHERE)
    g.turn, g.active = turn, side
    g.allied = g.board.beaches
    for place, names in stacks.items():
        for name in names.split():
            unit = g.board.unit_ids[name]
            g.place(unit, g.board.space(place))
            if g.board.units[unit].side == ALLIED:
                g.allied |= 1 << g.board.space(place)
    for name in allied.split():
        g.allied |= 1 << g.board.space(name)
    g.arrived = (1 << len(g.space)) - 1 & ~g.board.set_of_units(absent.split())
    g.touch()
    flow.begin(g, Movement(by=side))
    return g


def troops_at(g: Campaign, side: Side, place: str) -> list[str]:
    """The combat units that the plan leaves in a region, or sends there."""
    board = g.board
    return [name for name, goal in goals(g, side).items() if goal == place and board.combat >> board.unit_ids[name] & 1]


def test_germans_with_one_way_out_leave_before_they_are_shut_in() -> None:
    """Cabourg opens to Argences alone while the British hold Bénouville, and those at Caen can close it."""
    army = {"26": "Dempsey 50UK 49UK 43UK 7UK-DB", "25": "Montgomery 3UK 51UK 59UK 11UK-DB"}
    g = position({"27": "Dietrich 21Pz 352", **army}, GERMAN)
    assert not troops_at(g, GERMAN, "27")


def test_allies_with_one_way_out_leave_or_hold_it_before_they_are_shut_in() -> None:
    """At Falaise between Rommel in Caen and Dietrich at Argences, only Thury-Harcourt is open."""
    army = {"25": "Rommel 12SS 9SS 2SS", "28": "Dietrich 21Pz Lehr 2Pz"}
    g = position({"29": "Gale 6UK-AB 51UK", "20": "Bucknall 50UK", **army}, ALLIED, allied="30 31 23 20")
    assert not troops_at(g, ALLIED, "29") or troops_at(g, ALLIED, "30")


def test_the_last_entry_of_the_panzers_is_not_left_open() -> None:
    """Panzer divisions can come at Argences alone. The British beside it cannot attack, but they would walk in."""
    stacks = {"28": "352 21Pz Marcks", "26": "3UK 51UK 50UK 49UK"}
    g = position(stacks, GERMAN, allied="27 25 11 16 29", absent="9SS Lehr 2SS")
    assert troops_at(g, GERMAN, "28")
    assert troops_at(g, GERMAN, "25")


def test_a_beach_before_which_the_enemy_stands_is_not_left_open() -> None:
    """Bayeux is empty and taken at once, but not by all: the Germans at Trévières would walk to the beach."""
    stacks = {"O": "1US 29US 2US Gerow", "17": "352 17SS 77 275 3FJ 2Pz"}
    g = position(stacks, ALLIED, turn=3)
    assert troops_at(g, ALLIED, "O")
    assert troops_at(g, ALLIED, "18")


@pytest.mark.parametrize(
    ("side", "city", "stacks"),
    [
        (GERMAN, "25", {"25": "12SS 21Pz Feuchtinger", "24": "3CA 50UK 49UK Keller", "O": "2US 1US"}),
        (ALLIED, "25", {"25": "3CA 50UK Keller", "29": "12SS 21Pz Dietrich", "24": "49UK Dempsey"}),
    ],
)
def test_a_threatened_city_keeps_a_garrison(side: Side, city: str, stacks: dict[str, str]) -> None:
    """Whoever marches, some counter that fights stays in the city beside the enemy."""
    g = position(stacks, side)
    assert troops_at(g, side, city)
