"""A game in five minutes: the paragraphs of its guide, with counters as they stand when its first scenario begins."""

from functools import cache

from bocage.games import find_game
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.session import Session
from bocage.kernel.view import Piece
from bocage.server.guides import guide_of
from bocage.server.wire_handling import Page, Paragraph


@cache
def page_of(title: str) -> Page:
    """The page of a game. Each counter is shown as its own side sees it."""
    game = find_game(title)
    guide = guide_of(game)
    names = {scenario.id: scenario.name for scenario in game.scenarios}
    known = _pieces(game, guide.scenario) if any(section.units for section in guide.section) else {}
    paragraphs = tuple(
        Paragraph(section.heading, section.text, section.spaces, tuple(known[unit] for unit in section.units))
        for section in guide.section
    )
    return Page(game.name, guide.evening, paragraphs, names.get(guide.scenario, ""), guide.win.get(guide.scenario, ""))


def _pieces(game: Game, scenario: str) -> dict[str, Piece]:
    """Every counter by its id."""
    session = Session.open(game, scenario, seed=0)
    sides = range(len(game.sides))
    return {
        piece.unit: piece for side in sides for piece in session.view(Side(side)).payload().pieces if piece.side == side
    }
