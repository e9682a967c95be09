"""A third game without data files: a landing on seven by six hexes, for what the other two have no use for.

Units march or fight (a mode), and face a hexside while they march. The tide covers the flats every third turn. A sea
wall bars the way off the beach until somebody in battle order breaches a hexside of it. Guns fire where they face, as
far as they see; a town hides what lies behind it. With the option `alone` the sentries play by the book.
"""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

from bocage.kernel.actions import Action
from bocage.kernel.automaton import Automaton, Reply
from bocage.kernel.board import POINT, Board, Counter, Edges, Geography, SideFeature, Terrain, compile_edges
from bocage.kernel.chance import Roll
from bocage.kernel.clocks import ByPhase, ChangingGround, Clock
from bocage.kernel.events import Eliminated, Moved, Scored
from bocage.kernel.facing import ALL_ROUND, Faced, ModeChanged, by_facing, faces, zone_ahead
from bocage.kernel.flow import Call, Decision, Done, Over, Procedure, Step, begin
from bocage.kernel.game import Belligerent, Game, Option, Scenario, Seat
from bocage.kernel.grid import Grid
from bocage.kernel.hexsides import Hexsides, crossings, cut_by, hexside, marks_on
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.modes import ModeReach, reach_modes
from bocage.kernel.points import of_halves
from bocage.kernel.sight import in_arc, sees
from bocage.kernel.spaces import bit, each, spaces
from bocage.kernel.state import Outcome, State
from bocage.kernel.verdict import Because
from bocage.kernel.view import Mark, Piece, Track
from bocage.kernel.zones import Compass

PATROL, SENTRIES = Side(0), Side(1)
SIDES = ("Patrol", "Sentries")
MARCH, BATTLE = 0, 1
MODES = ("march", "battle")
POINTS = (4 * POINT, 2 * POINT)
CHANGES = ((0, 2 * POINT), (2 * POINT, 0))
RANGE, TURNS = 3, 4
TIDE = Clock(("low", "rising", "high"))
GRID = Grid(columns=7, rows=6)
ROWS = ["~~~~~~~", "sssssss", "bbbbbbb", "...t...", ".......", "......."]
LEGEND = {"~": "sea", "s": "tidal flat", "b": "beach", ".": "clear", "t": "town"}
AT_START = {"Able": "0102", "Baker": "0502", "Gun": "0304", "Nest": "0204"}


class Coast(Board):
    """The map, with what is compiled from it for each tide."""

    def __init__(self) -> None:
        """The wall runs between the beach and the land."""
        land = Board(Geography(grid=GRID, terrain=Terrain(legend=LEGEND, rows=ROWS)))
        wall = [f"{land.names[a]}/{land.names[b]}" for a, b in land.edges() if wall_between(land, a, b)]
        geography = Geography(
            grid=GRID, terrain=Terrain(legend=LEGEND, rows=ROWS), side=[SideFeature("sea wall", sorted(set(wall)))]
        )
        counters = [Counter(id=name, side=Side(n // 2)) for n, name in enumerate(AT_START)]
        super().__init__(geography, counters)
        self.of_side: tuple[Units, Units] = (0b0011, 0b1100)
        self.ground = ChangingGround(self, {"high": {"tidal flat": "sea"}})
        self.steps = ByPhase(self._compile)
        self.wall: Hexsides = 0
        for a, b in self.sides["sea wall"]:
            self.wall |= hexside(GRID, a, b)
        self.compass = Compass(self)

    def _compile(self, tide: str) -> tuple[Edges, Edges]:
        terrain = self.ground.terrain(tide)
        return (
            compile_edges(self, lambda _, b: None if terrain[b] == "sea" else POINT),
            compile_edges(self, lambda _, b: None if terrain[b] == "sea" else POINT + POINT // 2),
        )


def wall_between(land: Board, a: Space, b: Space) -> bool:
    return land.terrain[a] == "beach" and land.terrain[b] in {"clear", "town"}


class Landing(State, kw_only=True):
    """Facing and mode by unit, breaches by hexside, the tide as a word."""

    sides: ClassVar[tuple[str, ...]] = SIDES

    board: Coast
    facing: list[int]
    mode: list[int]
    breached: Hexsides = 0
    spent: Units = 0
    tide: str = "high"
    halves: int = 0
    alone: bool = False


def living(g: Landing, side: Side) -> Units:
    return sum(1 << unit for unit in each(g.board.of_side[side]) if g.space[unit] != NOWHERE)


def stands(g: Landing, side: Side) -> Spaces:
    return spaces(g.space[unit] for unit in each(g.board.of_side[side]))


def zone(g: Landing, side: Side) -> Spaces:
    """What a side commands: before it in march order, all round in battle order."""
    return zone_ahead(g.board.compass, by_facing(g.space, g.facing, living(g, side)))


def find_reach(g: Landing, unit: UnitId) -> ModeReach:
    board, side = g.board, g.board.counters[unit].side
    zones = zone(g, Side(1 - side))
    return reach_modes(
        board.steps[g.tide],
        CHANGES,
        g.space[unit],
        g.mode[unit],
        POINTS[g.mode[unit]],
        stop=zones,
        apart=zones,
        block=(stands(g, Side(1 - side)),) * 2,
        no_end=stands(g, side) & ~bit(g.space[unit]),
        cut=cut_by(GRID, board.wall & ~g.breached),
        change_when_stopped=True,
    )


def targets(g: Landing, unit: UnitId) -> Spaces:
    """Enemies that a unit sees, before it and in range."""
    at, towns = g.space[unit], g.board.of_terrain["town"]
    near = GRID.within(at, RANGE) & stands(g, Side(1 - g.board.counters[unit].side))
    return spaces(to for to in each(near) if in_arc(GRID, at, to, g.facing[unit]) and sees(GRID, at, to, towns))


class Tides(Procedure[Landing], frozen=True):
    """A turn: the tide, then each side marches and fires."""

    def start(self, g: Landing) -> Step:
        if g.turn == TURNS or not all(living(g, side) for side in (PATROL, SENTRIES)):
            score = (of_halves(max(g.halves, 0)), of_halves(max(-g.halves, 0)))
            winner = None if not g.halves else PATROL if g.halves > 0 else SENTRIES
            return Over(Outcome(winner, "Over", score))
        g.turn += 1
        g.tide = TIDE.after(g.tide)
        return Call(Marching(by=PATROL), then=self.marched)

    def marched(self, g: Landing, side: Side) -> Step:
        return Call(Firing(by=side), then=self.fired)

    def fired(self, g: Landing, side: Side) -> Step:
        return Tides() if side == SENTRIES else Call(Marching(by=SENTRIES), then=self.marched)

    def title(self, g: Landing) -> str:
        return f"Turn {g.turn}, {g.tide} tide"


class Marching(Decision[Landing], frozen=True):
    """Each unit may march, turn or breach the wall once."""

    def options(self, g: Landing) -> list[Action]:
        found: list[Action] = []
        for n in each(living(g, self.by) & ~g.spent):
            unit = UnitId(n)
            found += [("march", unit, to, mode) for mode, to in find_reach(g, unit).cost]
            if g.mode[unit] == MARCH:
                found += [("face", unit, way) for way in range(6) if way != g.facing[unit]]
            else:
                found += [("breach", unit, to) for to in breachable(g, unit)]
        return [*found, ("done",)]

    def chosen(self, g: Landing, action: Action) -> Step:
        if action[0] == "done":
            g.spent = 0
            return Done(self.by)
        verb, unit, *rest = action
        g.spent |= 1 << unit
        if verb == "march":
            march(g, unit, rest[1], rest[0])
        elif verb == "face":
            turn(g, unit, rest[0])
        else:
            g.breached |= hexside(GRID, g.space[unit], rest[0])
        g.touch()
        return self

    def refuse(self, g: Landing, action: Action) -> Because:
        return Because("1", "march, turn or breach with a unit of yours that has not done so")


def breachable(g: Landing, unit: UnitId) -> list[Space]:
    steps = crossings(GRID, g.board.wall & ~g.breached)
    return [b for a, b in steps if a == g.space[unit]]


def march(g: Landing, unit: UnitId, mode: int, to: Space) -> None:
    path = find_reach(g, unit).path(mode, to)
    walked = [path[0][1], *(space for (_, before), (_, space) in pairwise(path) if space != before)]
    g.place(unit, to)
    if len(walked) > 1:
        g.emit(Moved(unit=unit, path=tuple(walked), rule="1"))
    if mode != g.mode[unit]:
        g.mode[unit] = mode
        g.emit(ModeChanged(unit=unit, mode=MODES[mode], rule="2"))
    ahead = GRID.direction_of(walked[-2], walked[-1]) if len(walked) > 1 else max(g.facing[unit], 0)
    g.facing[unit] = ahead if mode == MARCH else ALL_ROUND


def turn(g: Landing, unit: UnitId, way: int) -> None:
    g.facing[unit] = way
    g.emit(Faced(unit=unit, facing=way, rule="3"))


class Firing(Decision[Landing], frozen=True):
    """Each unit may fire once; a four or more hits."""

    def options(self, g: Landing) -> list[Action]:
        units = map(UnitId, each(living(g, self.by) & ~g.spent))
        return [*(("fire", unit, to) for unit in units for to in each(targets(g, unit))), ("done",)]

    def chosen(self, g: Landing, action: Action) -> Step:
        if action[0] == "done":
            g.spent = 0
            return Done(self.by)
        g.spent |= 1 << action[1]
        return Call(Roll(what="fire"), then=Shot(by=self.by, at=action[2]).rolled)

    def refuse(self, g: Landing, action: Action) -> Because:
        if action[0] != "fire":
            return Because("4", "fire, or say done")
        clear = sees(GRID, g.space[action[1]], action[2], g.board.of_terrain["town"])
        return Because("5", "that is not before the unit, or too far" if clear else "a town is in the way")


class Shot(Procedure[Landing], frozen=True):
    """What a shot does."""

    by: Side
    at: Space

    def start(self, g: Landing) -> Step:
        return Firing(by=self.by)

    def rolled(self, g: Landing, face: int) -> Step:
        if face >= 4:
            unit = UnitId(next(iter(each(g.here[self.at]))))
            g.remove(unit)
            g.emit(Eliminated(unit=unit, rule="4"))
            g.emit(Scored(side=self.by, points=of_halves(3), why=g.board.unit_names[unit], rule="6"))
            g.halves += 3 if self.by == PATROL else -3
        return Firing(by=self.by)


def by_the_book(g: Landing, frame: Decision[Any]) -> Reply:
    """The sentries fire if they can, breach nothing, and march to where the nearest enemy is nearest."""
    options = list(frame.options(g))
    shots = [action for action in options if action[0] == "fire"]
    if shots:
        return Reply(shots, "fires at what it sees", "7.1")
    marches = [action for action in options if action[0] == "march" and action[3] == BATTLE]
    if not marches:
        return Reply([("done",)], "nothing is left to do", "7.3")
    least = min(nearness(g, action[2]) for action in marches)
    return Reply([action for action in marches if nearness(g, action[2]) == least], "closes with the nearest", "7.2")


def nearness(g: Landing, at: Space) -> int:
    return min(GRID.distance(at, enemy) for enemy in each(stands(g, PATROL)))


def setup(board: Coast, scenario: str, options: Mapping[str, str]) -> Landing:
    """The patrol on the beach, the sentries behind the town."""
    del scenario
    space = [board.space(where) for where in AT_START.values()]
    g = Landing(
        board=board,
        space=space,
        facing=[3, 3, ALL_ROUND, ALL_ROUND],
        mode=[MARCH, MARCH, BATTLE, BATTLE],
        alone=options["alone"] == "yes",
    )
    begin(g, Tides())
    return g


def seats(options: Mapping[str, str]) -> tuple[Seat, ...]:
    """Alone, there is one seat."""
    both = (Seat("Patrol", PATROL), Seat("Sentries", SENTRIES))
    return both[:1] if options["alone"] == "yes" else both


def load(pack: Path | None = None) -> Coast:
    """The coast; no pack changes it."""
    del pack
    return Coast()


def pieces(g: Landing) -> list[Piece]:
    """The units, with facing and mode."""
    return [
        Piece(
            space=g.board.names[g.space[unit]],
            side=counter.side,
            unit=counter.id,
            name=counter.name,
            facing=faces(g, UnitId(unit)),
            mode=MODES[g.mode[unit]],
        )
        for unit, counter in enumerate(g.board.counters)
        if g.space[unit] != NOWHERE
    ]


def marks(g: Landing) -> list[Mark]:
    """Breaches in the wall."""
    return marks_on(g.board, g.breached, "breach")


def tracks(g: Landing) -> list[Track]:
    """The tide."""
    return [Track("Tide", g.tide)]


PATROL_GAME = Game(
    id="patrol",
    name="Patrol",
    version="1.0",
    summary="A beach at low tide.",
    belligerents=(Belligerent("Patrol", "blue", "round"), Belligerent("Sentries", "rust", "cut")),
    scenarios=(Scenario("beach", "Beach", "One beach.", TURNS),),
    options=(Option("alone", "Alone", ("no", "yes")),),
    verbs={
        "march": ("unit", "space", MODES),
        "face": ("unit", "direction"),
        "breach": ("unit", "space"),
        "fire": ("unit", "space"),
        "done": (),
    },
    state=Landing,
    load=load,
    setup=setup,
    pieces=pieces,
    marks=marks,
    tracks=tracks,
    seating=seats,
    automaton=Automaton(plays=lambda g, side: g.alone and side == SENTRIES, reply=by_the_book),
)
