"""17 Victory conditions: lodgments, losses, levels and the tie breaker."""

from bocage.games.bradley.events import GameEnded
from bocage.games.bradley.sides import ALLIED, BEACHES, GERMAN, OMAHA, UTAH
from bocage.games.bradley.state import Bradley
from bocage.kernel.ids import NOWHERE, Side, Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.state import Outcome

NONE, TACTICAL, STRATEGIC = 0, 1, 2
LEVELS = ("none", "tactical", "strategic")


@rule("17.1.2")
def allied_losses(g: Bradley) -> int:
    """How many Allied units have been eliminated."""
    return g.here.get(g.board.lost[ALLIED], 0).bit_count()


@rule("17.1.3")
def lodgment_area(g: Bradley, beach: int, radius: int) -> Spaces:
    """The hexes around a beachhead; Utah's stop at the east bank of the Carentan canal."""
    head = g.beachheads[beach]
    if head == NOWHERE:
        return 0
    area = g.board.disc(head, radius) & g.playable
    return area & ~beyond_the_canal(g) if beach == UTAH else area


def beyond_the_canal(g: Bradley) -> Spaces:
    """The far bank of the Carentan canal and of the Taute above it: what Utah cannot reach without crossing them."""
    board = g.board
    found: Spaces | None = board.__dict__.get("_beyond")
    if found is None:
        rows = [row for row in board.geography.side if row.name in FAR_BANK]
        water = {frozenset(text.split("/")) for row in rows for text in row.hexsides}
        dry = board.adjacent(lambda a, b: frozenset((board.names[a], board.names[b])) not in water)
        near = sum(BITS[s] for s in each(board.land & ~board.tidal) if board.row(s) <= SOUTHERNMOST)
        found = board.__dict__["_beyond"] = near & ~dry.flood(board.beach_areas[0][UTAH], near)
    return found


FAR_BANK = ("Carentan Canal", "Taute")
SOUTHERNMOST = 30
"""No beachhead's radius reaches farther south than this row."""


@rule("17.1.3")
def has_lodgment(g: Bradley, beach: int, radius: int) -> bool:
    """A beachhead with no German unit around it; garrisons do not count."""
    return g.beachheads[beach] != NOWHERE and not lodgment_area(g, beach, radius) & g.regular(GERMAN)


@rule("17.1.1", "17.1.2", "18.1.6", "18.2.6")
def allied_level(g: Bradley) -> int:
    """Both lodgments are a strategic victory, one a tactical; in 18.1 and 18.2 the radius makes the difference."""
    rules = g.rules
    if len(rules.beaches) == 1:
        beach = BEACHES.index(rules.beaches[0])
        return (
            STRATEGIC if has_lodgment(g, beach, rules.far) else TACTICAL if has_lodgment(g, beach, rules.near) else NONE
        )
    return sum(has_lodgment(g, beach, rules.far) for beach in (OMAHA, UTAH))


@rule("17.1.2", "18.1.6", "18.5")
def german_level(g: Bradley) -> int:
    """By the Allied units eliminated."""
    losses = allied_losses(g)
    return STRATEGIC if losses >= g.rules.strategic else TACTICAL if losses >= g.rules.tactical else NONE


@rule("17.0", "17.1.4", "17.1.5", "18.1.6", "17.1")
def final_outcome(g: Bradley) -> Outcome:
    """The higher level wins; equal levels are a draw, unless a drop zone was overrun in 18.3 to 18.5."""
    ours, theirs = allied_level(g), german_level(g)
    winner: Side | None = None
    level = max(ours, theirs)
    if ours != theirs:
        winner = ALLIED if ours > theirs else GERMAN
    elif g.zones_lost and len(g.rules.beaches) > 1:
        winner, level = GERMAN, TACTICAL
    words = "Draw" if winner is None else f"{g.sides[winner]} {LEVELS[level]} victory"
    g.emit(GameEnded(verdict=words, levels=(LEVELS[ours], LEVELS[theirs]), losses=allied_losses(g), rule="17.1.4"))
    return Outcome(winner=winner, level=words, score=(ours, theirs))
