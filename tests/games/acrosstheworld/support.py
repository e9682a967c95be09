"""A table to test on: a few counters in a few regions, empty hands unless a test deals cards, typed dice."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bocage.games.acrosstheworld import GAME
from bocage.games.acrosstheworld.board import CARDS, Normandy1944
from bocage.games.acrosstheworld.rules.r12_battle import Battle
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.flow import Frame
from bocage.kernel.ids import Side
from bocage.kernel.view import redact
from bocage.testing import Situation

FIRST = Path(__file__).parent / "first_numbers"
"""The numbers with which this game first stood, as a data pack. The tests of the rules are made for them, so that a
number changed for the balance breaks none. What the game plays with today is held by test_data.py.
"""
BOARD: Normandy1944 = GAME.board(FIRST)
CLOUDS = 99
"""For `bad_until`: bad weather for the whole game, so that no air bonus has to be reckoned with."""


def spread(stacks: Mapping[str, str], board: Normandy1944 = BOARD) -> dict[str, str]:
    """Where counters stand, from regions with their stacks: `{"25": "Feuchtinger 21Pz"}`; all others are away."""
    return dict.fromkeys(board.unit_names, "") | {n: region for region, names in stacks.items() for n in names.split()}


def cards(*names: str) -> dict[str, Any]:
    """Fields that put these cards into their owners' hands, and nothing else."""
    hand = [names.count(name) for name in CARDS]
    held = [sum(hand[card] for card in BOARD.cards_of[side]) for side in (ALLIED, GERMAN)]
    deck = [row.copies - hand[n] for n, row in enumerate(BOARD.cards)]
    return {"hand": hand, "held": held, "deck": deck, "seen": [0] * len(CARDS), "spent": [0] * len(CARDS)}


def table(
    stacks: Mapping[str, str],
    ask: Frame | None = None,
    *,
    hands: str = "",
    allied: str = "",
    options: Mapping[str, str] | None = None,
    data: Path | None = FIRST,
    **fields: Any,
) -> Situation[Campaign]:
    """Counters, hands, the regions that are Allied, and a question; with `data=None` today's numbers."""
    at = spread(stacks, GAME.board(data))
    s: Situation[Campaign] = Situation(GAME, at=at, options=options, data=data, **(cards(*hands.split()) | fields))
    s.g.allied = s.spaces(allied)
    s.g.touch()
    if ask is not None:
        s.ask(ask)
    return s


def battle(
    region: str, allies: str, germans: str, *, by: Side = ALLIED, weather: int = CLOUDS, **fields: Any
) -> Situation[Campaign]:
    """A battle in one region."""
    fields = {"active": by, "bad_until": weather} | fields
    return table({region: f"{allies} {germans}"}, Battle(at=BOARD.space(region), by=by), **fields)


def new(**options: str) -> Campaign:
    """A game at its beginning."""
    g = GAME.new(options=options, data=FIRST)
    assert isinstance(g, Campaign)
    return g


def known(g: Campaign, side: Side | None) -> Campaign:
    """What a side may know."""
    found = redact(GAME, g, side)
    assert isinstance(found, Campaign)
    return found


def units(names: str) -> int:
    return BOARD.set_of_units(names.split())
