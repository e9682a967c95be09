"""24. The campaign game: set-up, length, and the points that decide it. The other scenarios begin from this set-up."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from bocage.games.normandy44.records import Piece, ScenarioFile
from bocage.games.normandy44.rules.r18_supply import supplied, to_edge
from bocage.games.normandy44.scenario import ScenarioRules, register
from bocage.games.normandy44.sides import ALLIED, GERMAN, GERMAN_ARMOR
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.state import Outcome

if TYPE_CHECKING:
    from bocage.games.normandy44.board import Normandy44Board

TOWN_POINTS = 1
CITY_POINTS = 2


# --- set-up (24.2) -----------------------------------------------------------------------------------


@rule("24.2")
def starting_space(board: "Normandy44Board", piece: Piece) -> Space:
    """Where the cards put a counter: a hex, a landing or follow-up box, Britain, or a box of those to come."""
    box = {
        "map": piece.start,
        "drop": piece.start,
        "mobilization": f"mobilize-{piece.division}",
        "turn": "reinforcements",
        "glider": "gliders",
        "assault": f"assault-{piece.beach}",
        "tanks": f"assault-{piece.beach}",
        "ranger": f"assault-{piece.beach}",
        "followup": f"followup-{piece.beach}",
        "britain": "britain",
    }[piece.arrival]
    return board.space(box)


@rule("24.1", "24.2", "25.1", "26.1")
def set_up(board: "Normandy44Board", scenario: str, options: Mapping[str, str]) -> Normandy44:
    """The state before the first frame: counters on their hexes and cards, stocks of supply, nothing yet decided."""
    card = board.scenarios[scenario]
    spaces = [starting_space(board, piece) for piece in board.counters]
    absent = not_in_play(board, card)
    for unit in each_unit(absent):
        spaces[unit] = board.space("removed")
    g = Normandy44(
        board=board,
        space=spaces,
        steps=[piece.steps for piece in board.counters],
        scenario=scenario,
        options=dict(options),
        last_turn=card.turns,
        withdrawn=absent,
        supply_7th=card.stock.seventh,
        supply_cherbourg=card.stock.cherbourg,
        supply_us=card.stock.us,
        supply_cw=card.stock.cw,
    )
    roster = board.atlas.roster
    g.weak = sum(BITS[u] for u, steps in enumerate(g.steps) if roster.strength[u][steps] == 1) | roster.strongpoint
    g.replacements[GERMAN_ARMOR] = card.stock.german_armor
    # 2.2.5: a place is controlled by the side that stands in it; all else is German when the drops begin
    g.allied_control = sum(BITS[s] for s in set(spaces) if s < board.atlas.size and g.here[s] & roster.allied)
    return g


def not_in_play(board: "Normandy44Board", card: ScenarioFile) -> int:
    """The counters that a scenario leaves in the box."""
    if not card.units:
        return 0
    return sum(BITS[unit] for name, unit in board.unit_ids.items() if name not in card.units)


# --- victory (24.3) ----------------------------------------------------------------------------------


class Award(NamedTuple):
    """Points for one thing; `space` is -1 where they are not for a hex."""

    side: Side
    points: int
    space: Space
    why: str


def tally(awards: Iterable[Award]) -> tuple[int, int]:
    """The points of the Germans and the Allies."""
    found = [0, 0]
    for award in awards:
        found[award.side] += award.points
    return found[GERMAN], found[ALLIED]


def places(g: Normandy44, ground: Spaces) -> list[tuple[Space, int]]:
    """Towns and cities among the hexes, each with its points."""
    atlas = g.board.atlas
    towns = [(space, TOWN_POINTS) for space in each(ground & atlas.town)]
    return towns + [(space, CITY_POINTS) for space in each(ground & atlas.city)]


@rule("24.3.1")
def campaign_awards(g: Normandy44) -> list[Award]:
    """Allied points beyond the June 27 line or in the perimeter, German ones behind it, where a line of supply leads.

    The German line must lead to the map edge: Cherbourg is no source for this.
    """
    atlas = g.board.atlas
    north = g.board.tags["june-27"]
    theirs = (atlas.land & ~north | atlas.perimeter) & g.allied_control & supplied(g, ALLIED)
    ours = north & ~g.allied_control & to_edge(g)
    awards = [Award(ALLIED, points, space, "taken beyond the June 27 line") for space, points in places(g, theirs)]
    return awards + [Award(GERMAN, points, space, "held behind the June 27 line") for space, points in places(g, ours)]


def decided(g: Normandy44, awards: list[Award]) -> Outcome:
    """The Allies win with the points of the scenario's card, the Germans by preventing that."""
    german, allied = tally(awards)
    wanted = g.board.scenarios[g.scenario].victory
    if allied - german >= wanted:
        return Outcome(ALLIED, "Allied victory", (german, allied))
    return Outcome(GERMAN, "German victory", (german, allied))


@register
class Campaign(ScenarioRules):
    """The campaign game."""

    id = "campaign"
    worth_note = "for the Allies, if they control them and can trace a line of supply to them (24.3.1)"

    def worth(self, g: Normandy44) -> dict[Space, str]:
        """Towns and cities beyond the June 27 line and inside the Cherbourg perimeter."""
        atlas = g.board.atlas
        ground = atlas.land & ~g.board.tags["june-27"] | atlas.perimeter
        return {space: str(points) for space, points in places(g, ground)}

    def awards(self, g: Normandy44) -> list[Award]:
        """What would count if the game ended now."""
        return campaign_awards(g)

    def standing(self, g: Normandy44) -> str:
        """The points as they are."""
        german, allied = tally(self.awards(g))
        return f"{allied - german} of {g.board.scenarios[g.scenario].victory}"

    def account(self, g: Normandy44) -> list[str]:
        """The points by what they are for, each in words."""
        sums: dict[tuple[Side, str], int] = {}
        for award in self.awards(g):
            sums[award.side, award.why] = sums.get((award.side, award.why), 0) + award.points
        return [f"{g.sides[side]} {points:+d}: {why}" for (side, why), points in sums.items()]

    @rule("24.1", "24.3.1", "24.3.2")
    def outcome(self, g: Normandy44) -> Outcome:
        """German points are deducted from the Allied ones."""
        return decided(g, self.awards(g))
