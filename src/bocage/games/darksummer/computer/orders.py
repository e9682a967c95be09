"""A side's orders for one Round: what hexes are worth, where help is needed, which attacks are planned."""

from bocage.games.darksummer.computer.attacks import plan
from bocage.games.darksummer.computer.goals import Goal, allied_goals, attraction, leaves_for_good, pull
from bocage.games.darksummer.computer.ground import march, near_enemies, strengths
from bocage.games.darksummer.computer.line import gathered
from bocage.games.darksummer.computer.posts import Posts
from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import MOVE, REACTION, DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, Spaces, UnitId
from bocage.kernel.spaces import BITS, each, spaces
from bocage.players.assaults import Assault as Choice

VICTORY_HEX = 2.5
"""What a hex that scores is worth beside open country."""
FOOTHOLD = 8.0
"""To take a beach before the second wave is over: what is not open then is closed for good, and three are the end."""
NEEDS = 24
"""This many hexes at most call for help at once."""
COVERED = 0.35
"""What a hex of the front counts that a neighbour's zone covers already."""


class Orders:
    """What a side wants this Round."""

    def __init__(self, g: DarkSummer, side: Side, *, hasty: bool = False) -> None:
        self.side, self.hasty = side, hasty
        self.important = importance(g)
        self.values: dict[Space, float] = allied_targets(g) if side == ALLIED else german_targets(g)
        self.caution = 0.7 if side == ALLIED else 1.0
        self._goals: dict[UnitId, list[Goal]] = {}
        self._pulls: dict[UnitId, list[tuple[float, list[float]]]] = {}
        self._plan: list[Choice] | None = None
        self._leaves: dict[UnitId, bool] = {}
        self._posts: Posts | None = None
        self._massed: list[float] | None = None
        self.needs: list[tuple[Space, float]] = german_needs(g, self.important) if side == GERMAN else []

    def goals(self, g: DarkSummer, unit: UnitId) -> list[Goal]:
        """Where an Allied unit is bound for."""
        if unit not in self._goals:
            self._goals[unit] = allied_goals(g, unit)
        return self._goals[unit]

    def drawn(self, g: DarkSummer, unit: UnitId, space: Space) -> float:
        """How much a hex draws a unit because of its goals."""
        if unit not in self._pulls:
            self._pulls[unit] = pull(g, unit, self.goals(g, unit))
        return max((attraction(force, far[space]) for force, far in self._pulls[unit]), default=0.0)

    def leaves(self, g: DarkSummer, unit: UnitId) -> bool:
        """Whether a German unit is on its way out in the east."""
        if unit not in self._leaves:
            self._leaves[unit] = leaves_for_good(g, unit)
        return self._leaves[unit]

    def post(self, g: DarkSummer, unit: UnitId) -> Space | None:
        """Where a German unit is to stand in the line; asked while Germans move, so that the line is drawn once."""
        if self.hasty or g.army is not Army.GERMAN or g.round not in (MOVE, REACTION):
            return None
        if self._posts is None:
            away = {one for one in each_unit(g.units_of(GERMAN)) if self.leaves(g, one)}
            self._posts = Posts(g, self.important, away)
        return self._posts.of.get(unit)

    def massed(self, g: DarkSummer, target: Space) -> int:
        """The strength that the moving army has within a few hexes of a target, as the Round began."""
        if self._massed is None:
            self._massed = gathered(g, g.army)
        return int(self._massed[target])

    def attacks(self, g: DarkSummer) -> list[Choice]:
        """The attacks of this Round, the best first; made when they are first asked for."""
        if self._plan is None:
            self._plan = plan(g, self.values, self.caution)
        return self._plan


def victory_hexes(g: DarkSummer) -> Spaces:
    """The hexes that score at the end."""
    names = ("caen", "st-lo", "falaise", "argentan", "alencon", "flers", "lisieux", "avranches")
    found = 0
    for name in names:
        found |= g.board.tags[name]
    return found


def importance(g: DarkSummer) -> list[float]:
    """By hex, how much the Germans want to hold it: scoring hexes, and the roads to Avranches and Falaise."""
    key = "importance"
    found: list[float] | None = g.board.__dict__.get(key)
    if found is None:
        west = march(g.board, g.board.atlas.w_hexes, ALLIED, False)
        south = march(g.board, g.board.tags["falaise"], ALLIED, False)
        vital = victory_hexes(g)
        found = [
            0.6
            + (VICTORY_HEX if vital >> space & 1 else 0.0)
            + 1.2 * max(0.0, 1 - west[space] / 70)
            + 1.2 * max(0.0, 1 - south[space] / 50)
            for space in range(len(g.board.names))
        ]
        g.board.__dict__[key] = found
    return found


def allied_targets(g: DarkSummer) -> dict[Space, float]:
    """What it is worth to the Allies to drive the Germans out of a hex."""
    vital = victory_hexes(g)
    fields = {army: _main_roads(g, army) for army in (Army.US, Army.BRITISH)}
    found: dict[Space, float] = {}
    for space in each(g.hexes_of(GERMAN)):
        army = Army.US if g.board.atlas.column[space] <= 35 or g.boundary_lifted else Army.BRITISH
        value = 0.8 + (VICTORY_HEX if vital >> space & 1 else 0.0)
        for weight, far, best in fields[army]:
            value += weight * max(0.0, 1 - max(0.0, far[space] - best + 4) / 14)
        found[space] = value + (FOOTHOLD if g.landing and g.board.atlas.beaches & BITS[space] else 0.0)
    return found


def _main_roads(g: DarkSummer, army: Army) -> list[tuple[float, list[float], float]]:
    """An army's great goals: weight, distances, and how near its spearhead is."""
    board, atlas = g.board, g.board.atlas
    goals: list[tuple[float, Spaces]] = []
    if army is Army.US:
        if not g.cherbourg_taken:
            goals.append((1.5, atlas.c_hexes))
        goals.append((1.8, atlas.w_hexes if not g.boundary_lifted else board.tags["argentan"] | board.tags["alencon"]))
        goals.append((1.2, board.tags["st-lo"]))
    else:
        goals.append((1.8, atlas.caen if atlas.caen & ~g.allied_hexes else board.tags["falaise"]))
        goals.append((0.8, board.tags["argentan"]))
    mine = g.on_map() & board.roster.army[army]
    found = []
    for weight, hexes in goals:
        far = march(board, hexes, ALLIED, False)
        found.append((weight, far, min((far[g.space[unit]] for unit in each_unit(mine)), default=0.0)))
    return found


def german_targets(g: DarkSummer) -> dict[Space, float]:
    """What it is worth to the Germans to drive the Allies out of a hex."""
    vital, atlas = victory_hexes(g), g.board.atlas
    found: dict[Space, float] = {}
    for space in each(g.hexes_of(ALLIED) | g.open_beaches):
        value = 0.5 + (1.5 if vital >> space & 1 else 0.0)
        if g.open_beaches & BITS[space]:
            value += 1.0
        if atlas.avranches & BITS[space] and g.brittany_entered:
            value += 12.0
        found[space] = value
    return found


def german_needs(g: DarkSummer, important: list[float]) -> list[tuple[Space, float]]:
    """The hexes of the front that call for help, the neediest first."""
    atlas, table = g.board.atlas, strengths(g)
    front = near_enemies(g, GERMAN, 2) & ~g.hexes_of(ALLIED) & ~g.open_beaches & ~atlas.no_stop
    covered = zone(g, GERMAN) | g.hexes_of(GERMAN)
    found = []
    for space in each(front):
        threat = table.against(GERMAN, space)
        need = important[space] * (COVERED if covered & BITS[space] else 1.0) + 0.05 * threat
        found.append((space, need - 0.12 * table.defense[GERMAN][space]))
    found.sort(key=lambda pair: -pair[1])
    return _spread(g, found)


def _spread(g: DarkSummer, ranked: list[tuple[Space, float]]) -> list[tuple[Space, float]]:
    """The neediest, no two of them next to each other."""
    taken: Spaces = 0
    kept: list[tuple[Space, float]] = []
    for space, need in ranked:
        if not taken & BITS[space]:
            kept.append((space, need))
            taken |= spaces([space, *g.board.atlas.around[space]])
        if len(kept) >= NEEDS:
            break
    return kept
