"""Keeping what is won: Allied units stand so that no German can get next to a city or a road that counts.

A German unit may end its move only where supply reaches it, and supply does not pass an Allied zone. So whatever lies
two hexes behind a line of zones is safe, except from reconnaissance. The screen counts the hexes from which each thing
that is won could be spoilt, and puts units where they make these fewest.
"""

from typing import NamedTuple

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.computer.outlook import Goal, Reached, goals_of, nearness, supply_reach
from bocage.games.normandy71.computer.ways import Stacks
from bocage.games.normandy71.rules.r07_zones_of_control import held, tolls, zone
from bocage.games.normandy71.rules.r09_supply import fed_from, sources, supplied, supply_areas, supply_line
from bocage.games.normandy71.rules.r15_victory import DIVISION, gone_by
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import Space, Spaces, UnitId
from bocage.kernel.movement import reach
from bocage.kernel.spaces import BITS, bit, members, spaces
from bocage.kernel.supply import path

BEACH = 2.0
"""What it costs to have a German unit walk into a supply beach."""
CUT = 1.5
"""What it costs to have one next to it, where it shuts its roads."""
ON_THE_WAY, IN_REACH = 0.3, 0.15
"""What the road to something still to be won is worth of its points, and how near it must be."""
SPOILERS = 4.0
"""From this many open hexes a thing is half lost."""
EARLY = 0.5
"""Before the last turn what is spoilt can be mended."""
TRIED = 12
LEAST = 0.03


class Held(NamedTuple):
    """Something won: the hexes from which it would be spoilt, and what it is worth."""

    spoilers: Spaces
    worth: float


def things_won(g: Game71) -> list[Held]:
    """Cities and edges that count now, and the beaches."""
    board = g.board
    shut = held(g, GERMAN) | zone(g, GERMAN)
    reached = supply_reach(g, shut)
    areas = supply_areas(g)
    share = 1.0 if g.turn >= g.last_turn else EARLY
    found = [Held(bit(beach), BEACH * share) for beach in members(areas)]
    found += [Held(board.adjacency.dilate(bit(beach), 1), CUT * share) for beach in members(areas & reached.net)]
    for goal in goals_of(board):
        if goal.city is not None:
            if goal.hexes & ~g.allied_cities:
                found += _way_to(g, goal, reached, areas)
                continue
            roads = goal.hexes
        elif goal.exit is not None and gone_by(g, goal.exit, goal.hexes) >= DIVISION:
            roads = spaces(s for s in members(goal.hexes) if g.here.get(board.exit_box[s]))
        else:
            found += _way_to(g, goal, reached, areas)
            continue
        line = 0
        for end in members(roads & reached.net):
            line |= spaces(path(board.tarmac, end, areas, reached.net) or ())
        found.append(Held(board.adjacency.dilate(line | roads, 1), goal.points * share))
    deep = max(_supplied_units(g, reached.cover), key=lambda u: board.coast_distance[g.space[u]], default=None)
    if deep is not None and (way := supply_line(g, deep)):
        points = 0.5 * board.coast_distance[g.space[deep]] / reached.groups
        found.append(Held(board.adjacency.dilate(spaces(way), 1), points * share))
    return found


def _way_to(g: Game71, goal: Goal, reached: Reached, areas: Spaces) -> list[Held]:
    """The open road towards something that is still to be won."""
    board = g.board
    near = nearness(goal, reached.net)
    if g.turn >= g.last_turn or near < IN_REACH or (goal.exit is not None and goal.exit.until < g.turn):
        return []
    end = min(members(reached.net), key=lambda s: goal.far[s])
    line = spaces(path(board.tarmac, end, areas, reached.net) or ())
    return [Held(board.adjacency.dilate(line, 1), ON_THE_WAY * goal.points * near)]


def _supplied_units(g: Game71, cover: Spaces) -> list[UnitId]:
    return [unit for unit in each_unit(g.on_map(ALLIED)) if cover & BITS[g.space[unit]]]


def german_reach(g: Game71) -> Spaces:
    """Where Germans can be at the end of their next turn, as far as the Allies can tell."""
    board = g.board
    block, found = held(g, ALLIED), 0
    starts: set[tuple[Space, bool, int]] = set()
    for space, here in g.here.items():
        if space < board.first_box:
            for unit in each_unit(here & board.of_side[GERMAN] & ~g.digging):
                starts.add((space, board.fast[unit], 2 * board.points[unit]))
    for entry in board.orders.get(g.order, ()):
        if entry.turn == g.turn:
            unit = each_unit(entry.units)[0]
            starts |= {(s, board.fast[unit], 2 * board.points[unit]) for s in members(entry.hexes & board.exit_hexes)}
    for start, fast, points in starts:
        enter, _ = tolls(g, GERMAN, fast)
        found |= reach(board.edges_of[fast, True], start, points, block=block, enter=enter).spaces | BITS[start]
    return found


def loose_starts(g: Game71) -> list[tuple[Space, bool, int]]:
    """Germans that need no supply where they end: reconnaissance, and units already cut off."""
    board, fed = g.board, supplied(g, GERMAN)
    found = set()
    for space, here in g.here.items():
        if space < board.first_box:
            for unit in each_unit(here & board.of_side[GERMAN] & ~g.digging):
                if board.rovers >> unit & 1:
                    found.add((space, board.fast[unit], board.points[unit]))
                elif not fed & BITS[space]:
                    found.add((space, board.fast[unit], board.points[unit] // 2))
    return sorted(found)


class Screen:
    """Who stands guard, chosen one after another."""

    def __init__(self, g: Game71, stacks: Stacks) -> None:
        self.g, self.stacks = g, stacks
        self.won = things_won(g)
        self.within = german_reach(g)
        board = g.board
        self.held = spaces(stacks.at)
        self.zone = board.adjacency.dilate(self.held, 1)
        self.starts = loose_starts(g)
        self.loose = self._loose()
        self.loss = self.risk(self.held, self.zone)
        near = 0
        for thing in self.won:
            near |= thing.spoilers & (self.within | self.loose)
        self.ground = board.adjacency.dilate(near, 2)
        self.guess: dict[Space, float] = {}

    def risk(self, standing: Spaces, zones: Spaces) -> float:
        """What the Allies stand to lose with units in some hexes."""
        g, board = self.g, self.g.board
        free = board.land & ~zones
        roads = board.tarmac.flood(sources(g, GERMAN), free)
        spots = (fed_from(g, GERMAN, roads, free) & self.within | self.loose) & ~standing
        total = 0.0
        for thing in self.won:
            many = (thing.spoilers & spots).bit_count()
            if many:
                total += thing.worth * many / (many + SPOILERS)
        return total

    def _loose(self) -> Spaces:
        """Where Germans can be that need no supply: two movements, one after the other."""
        board, found = self.g.board, 0
        for start, fast, points in self.starts:
            enter = [(self.zone, board.cost["enter-zone"][fast])]
            edges = board.edges_of[fast, True]
            found |= reach(edges, start, 2 * points, block=self.held, enter=enter, minimum_one=True).spaces
        return found

    def gain(self, space: Space) -> float:
        """What a unit in a hex saves."""
        here = BITS[space]
        return self.loss - self.risk(self.held | here, self.zone | self.g.board.adjacency.dilate(here, 1))

    def post(self, unit: UnitId, ends: Spaces) -> Space | None:
        """The hex where a unit guards best, if it is worth it."""
        board = self.g.board
        if not self.won or self.loss < LEAST:
            return None
        able = [s for s in members(ends & self.ground) if self.stacks.room(unit, s)]
        if not self.guess:
            ground = self.ground & board.land & ~held(self.g, GERMAN)
            self.guess = {space: self.gain(space) for space in members(ground)}
        able.sort(key=lambda s: -self.guess.get(s, 0.0))
        best, most = None, LEAST
        for space in able[:TRIED]:
            if self.guess.get(space, 0.0) <= most:
                break
            saved = self.guess[space] = self.gain(space)
            if saved > most:
                best, most = space, saved
        return best

    def stand(self, space: Space) -> None:
        """A unit is ordered to a hex, to guard or for anything else."""
        if not self.held & BITS[space]:
            self.held |= BITS[space]
            self.zone |= self.g.board.adjacency.dilate(BITS[space], 1)
            if self.loose & self.zone:
                self.loose = self._loose()
            self.loss = self.risk(self.held, self.zone)
