"""7 Losses, retreat and advance: what a combat result does, and how each part returns to its battle.

`Battle` calls `Losses` for the attacker, `Losses` for the defender, a `Retreat` for each beaten counter,
and at last `Advance`. Each of them is a frame above it on the stack; when it is done the battle goes on at
the method that it named.
"""

from collections.abc import Iterator

from bocage.games.tinybeach.rules.r03_stacking import no_room
from bocage.games.tinybeach.rules.r04_zones_of_control import unsafe
from bocage.games.tinybeach.rules.r09_concealment import ambush
from bocage.games.tinybeach.rules.r11_victory import take_objectives
from bocage.games.tinybeach.sides import ALLIED
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.counters import other
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each, spaces

# result: steps of the attacker, steps of the defender, does the defender retreat
MEANING = {
    "A1": (1, 0, False),
    "EX": (1, 1, False),
    "DR": (0, 0, True),
    "D1": (0, 1, True),
    "D2": (0, 2, True),
}
RETREAT = 2


class Battle(Procedure[Tiny], frozen=True):
    """Carry out a combat result."""

    by: Side
    attackers: Units
    target: Space
    result: str

    def start(self, g: Tiny) -> Step:
        return Call(Losses(self.by, self.attackers, MEANING[self.result][0]), then=self.defence)

    def defence(self, g: Tiny, _: object) -> Step:
        defenders = g.here.get(self.target, 0)
        return Call(Losses(other(self.by), defenders, MEANING[self.result][1]), then=self.retreat)

    def retreat(self, g: Tiny, _: object) -> Step:
        beaten = g.here.get(self.target, 0) if MEANING[self.result][2] else 0
        if beaten:
            unit = UnitId((beaten & -beaten).bit_length() - 1)
            return Call(Retreat(other(self.by), unit, self.target, RETREAT), then=self.retreat)
        return self.advance(g)

    def advance(self, g: Tiny) -> Step:
        if g.here.get(self.target):
            return DONE
        return Advance(by=self.by, target=self.target, attackers=self.attackers)

    def title(self, g: Tiny) -> str:
        return self.result


@rule("7.1")
class Losses(Procedure[Tiny], frozen=True):
    """One side takes its steps, one at a time, from the counters it chooses."""

    by: Side
    units: Units
    left: int

    def start(self, g: Tiny) -> Step:
        alive = sum(1 << u for u in each(self.units) if g.steps[u])
        if not self.left or not alive:
            return DONE
        return Call(ChooseLoss(by=self.by, units=alive), then=replace(self, left=self.left - 1).again)


@rule("7.1")
class ChooseLoss(Decision[Tiny], frozen=True):
    """The owner chooses which counter loses a step."""

    called = ""
    question = "Which counter loses a step?"
    units: Units

    def offers(self, g: Tiny) -> Iterator[Offer]:
        yield PickUnit("lose", g, only(self.units, "7.1", "{} does not stand on your side of this battle"))

    def chosen(self, g: Tiny, action: Action) -> Step:
        g.lose_step(action[1], "7.1")
        return DONE


@rule("7.2", "7.4")
class Retreat(Procedure[Tiny], frozen=True):
    """One counter walks back; where it cannot, each hex it lacks costs a step."""

    by: Side
    unit: UnitId
    origin: Space
    left: int

    def start(self, g: Tiny) -> Step:
        if not self.left:
            return DONE
        if ways_out(g, self.unit, self.origin).open():
            return Call(RetreatStep(by=self.by, unit=self.unit, origin=self.origin), then=self.stepped)
        for _ in range(min(self.left, g.steps[self.unit])):
            g.lose_step(self.unit, "7.4")
        return DONE

    def stepped(self, g: Tiny, gone: bool) -> Step:
        return replace(self, left=self.left - 1) if gone else self

    def title(self, g: Tiny) -> str:
        return f"Retreat of {g.board.units[self.unit].name}"


@rule("7.2")
class RetreatStep(Decision[Tiny], frozen=True):
    """The owner picks the next hex of the retreat."""

    called = ""
    unit: UnitId
    origin: Space

    def offers(self, g: Tiny) -> Iterator[Offer]:
        beaten = only(1 << self.unit, "7.2", lambda _: f"{g.board.unit_title(self.unit)} must retreat now")
        yield PickUnit("retreat", g, beaten, then=lambda unit: ways_out(g, unit, self.origin))

    def chosen(self, g: Tiny, action: Action) -> Step:
        start, to = g.space[self.unit], action[2]
        if self.by == ALLIED and ambush(g, [start, to]) is not None:
            g.lose_step(self.unit, "9.3")
            return Done(False)
        g.place(self.unit, to)
        g.emit(Moved(unit=self.unit, path=(start, to), how="retreats to", rule="7.2"))
        take_objectives(g, self.by, [to])
        return Done(True)

    def prompt(self, g: Tiny) -> str:
        return f"Where does {g.board.units[self.unit].name} retreat?"


@rule("7.2", "7.3")
def ways_out(g: Tiny, unit: UnitId, origin: Space) -> PickSpace:
    """The hexes a retreating counter may step into."""
    board, counter, here = g.board, g.board.units[unit], g.space[unit]
    near = board.neighbours[here]
    further = spaces(s for s in near if board.distance(origin, s) > board.distance(origin, here))
    walkable = spaces(to for to, _ in board.edges_of[counter.moves][here])
    friends, enemies = g.occupied(counter.side), g.occupied(other(counter.side))
    return PickSpace(
        "retreat",
        g,
        bar(-1 if not counter.allowance else 0, "7.3", lambda _: f"{counter.name} cannot move"),
        bar(bit(here), "7.2", lambda _: f"{counter.name} stands there and must leave it"),
        only(spaces(near), "7.2", lambda to: f"{board.describe(to)} is not next to {board.describe(here)}"),
        only(further, "7.2", "{} is no further from the battle"),
        only(walkable, "7.3", lambda to: f"{counter.name} cannot go from {board.names[here]} to {board.describe(to)}"),
        *no_room(g, counter.side),
        bar(unsafe(board, friends, enemies), "7.3", "{} is in an enemy zone and no friend stands there"),
        before=(unit,),
        order=near,
    )


@rule("7.5")
class Advance(Decision[Tiny], frozen=True):
    """Attackers may go into the hex that the defender left."""

    target: Space
    attackers: Units

    def offers(self, g: Tiny) -> Iterator[Offer]:
        yield PickUnit("advance", g, *self.idle(g))
        yield Act("halt")

    def idle(self, g: Tiny) -> tuple[Bar, ...]:
        """Who may not advance: counters that did not fight, fell, cannot go there or would find no room."""
        board, there = g.board, self.target
        shut = self.attackers & ~g.next_to(there, self.attackers)
        ours = g.board.of_side[self.by]
        room = [-1 if row.covers(there) else 0 for row in no_room(g, self.by)]
        return (
            only(ours, "7.5", "{} is not yours"),
            bar(g.here.get(there, 0), "7.5", "{} has advanced already"),
            only(self.attackers, "7.5", "{} took no part in this attack"),
            only(g.alive(), "7.5", "{} did not survive"),
            bar(board.immobile, "7.5", "{} cannot move"),
            bar(shut, "7.5", lambda unit: self.cut_off(g, unit)),
            bar(room[0], "3.1", lambda _: f"{board.describe(there)} already holds two counters"),
            bar(room[1], "3.2", lambda _: f"{board.describe(there)} holds an enemy"),
        )

    def cut_off(self, g: Tiny, unit: UnitId) -> str:
        return f"{g.board.unit_title(unit)} cannot enter {g.board.describe(self.target)} from where it stands"

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "halt":
            return DONE
        unit = action[1]
        start = g.space[unit]
        g.place(unit, self.target)
        g.emit(Moved(unit=unit, path=(start, self.target), how="advances into", rule="7.5"))
        take_objectives(g, self.by, [self.target])
        return replace(self, attackers=self.attackers & ~(1 << unit))

    def prompt(self, g: Tiny) -> str:
        return f"Who advances into {g.board.describe(self.target)}?"
