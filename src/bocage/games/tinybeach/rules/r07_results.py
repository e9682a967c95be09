"""7 Losses, retreat and advance: what a combat result does, and how each part returns to its battle.

`Battle` calls `Losses` for the attacker, `Losses` for the defender, a `Retreat` for each beaten counter,
and at last `Advance`. Each of them is a frame above it on the stack; when it is done the battle goes on at
the method that it named.
"""

from bocage.games.tinybeach.rules.r03_stacking import full_hexes, why_not_mix, why_not_stack
from bocage.games.tinybeach.rules.r04_zones_of_control import unsafe
from bocage.games.tinybeach.rules.r09_concealment import ambush
from bocage.games.tinybeach.rules.r11_victory import take_objectives
from bocage.games.tinybeach.sides import ALLIED, other
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because

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

    def again(self, g: Tiny, _: object) -> Step:
        return self

    def title(self, g: Tiny) -> str:
        return "Losses"


@rule("7.1")
class ChooseLoss(Decision[Tiny], frozen=True):
    """The owner chooses which counter loses a step."""

    units: Units

    def options(self, g: Tiny) -> list[Action]:
        return [("lose", unit) for unit in each(self.units)]

    def chosen(self, g: Tiny, action: Action) -> Step:
        g.lose_step(action[1], "7.1")
        return DONE

    def refuse(self, g: Tiny, action: Action) -> Because:
        return Because("7.1", "choose one of your counters in this battle to lose a step")

    def prompt(self, g: Tiny) -> str:
        return "Which counter loses a step?"

    def title(self, g: Tiny) -> str:
        return ""


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
        if ways_out(g, self.unit, self.origin):
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

    unit: UnitId
    origin: Space

    def options(self, g: Tiny) -> list[Action]:
        return [("retreat", self.unit, space) for space in ways_out(g, self.unit, self.origin)]

    def chosen(self, g: Tiny, action: Action) -> Step:
        start, to = g.space[self.unit], action[2]
        if self.by == ALLIED and ambush(g, [start, to]) is not None:
            g.lose_step(self.unit, "9.3")
            return Done(False)
        g.place(self.unit, to)
        g.emit(Moved(unit=self.unit, path=(start, to), how="retreats to", rule="7.2"))
        take_objectives(g, self.by, [to])
        return Done(True)

    def refuse(self, g: Tiny, action: Action) -> Because:
        if action[0] == "retreat" and action[1] == self.unit:
            because = why_not_retreat(g, self.unit, self.origin, action[2])
            if because is not None:
                return because
        return Because("7.2", f"{g.board.units[self.unit].name} must retreat")

    def prompt(self, g: Tiny) -> str:
        return f"Where does {g.board.units[self.unit].name} retreat?"

    def title(self, g: Tiny) -> str:
        return ""


@rule("7.3")
def why_not_retreat(g: Tiny, unit: UnitId, origin: Space, space: Space) -> Because | None:
    """Why a retreating counter may not step into a hex."""
    board, counter = g.board, g.board.units[unit]
    here = g.space[unit]
    if not counter.allowance:
        return Because("7.3", lambda: f"{counter.name} cannot move")
    if space not in board.neighbours[here]:
        return Because("7.2", lambda: f"{board.describe(space)} is not next to {board.describe(here)}")
    if board.distance(origin, space) <= board.distance(origin, here):
        return Because("7.2", lambda: f"{board.describe(space)} is no further from the battle")
    if not any(space == to for to, _ in board.edges_of[counter.moves][here]):
        return Because("7.3", lambda: f"{counter.name} cannot go from {board.names[here]} to {board.describe(space)}")
    if unsafe(board, g.occupied(counter.side), g.occupied(other(counter.side))) & bit(space):
        return Because("7.3", lambda: f"{board.describe(space)} is in an enemy zone and no friend stands there")
    return why_not_stack(g, unit, space)


def ways_out(g: Tiny, unit: UnitId, origin: Space) -> list[Space]:
    """The hexes a retreating counter may step into."""
    return [s for s in g.board.neighbours[g.space[unit]] if why_not_retreat(g, unit, origin, s) is None]


@rule("7.5")
class Advance(Decision[Tiny], frozen=True):
    """Attackers may go into the hex that the defender left."""

    target: Space
    attackers: Units

    def options(self, g: Tiny) -> list[Action]:
        able: list[Action] = [
            ("advance", unit)
            for unit in map(UnitId, each(self.attackers))
            if why_not_advance(g, unit, self.target) is None
        ]
        able.append(("halt",))
        return able

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "halt":
            return DONE
        unit = action[1]
        start = g.space[unit]
        g.place(unit, self.target)
        g.emit(Moved(unit=unit, path=(start, self.target), how="advances into", rule="7.5"))
        take_objectives(g, self.by, [self.target])
        return replace(self, attackers=self.attackers & ~(1 << unit))

    def refuse(self, g: Tiny, action: Action) -> Because:
        if action[0] == "advance" and self.attackers >> action[1] & 1:
            because = why_not_advance(g, action[1], self.target)
            if because is not None:
                return because
        return Because("7.5", "only counters that took part in the battle may advance; halt to end")

    def prompt(self, g: Tiny) -> str:
        return f"Who advances into {g.board.describe(self.target)}?"

    def title(self, g: Tiny) -> str:
        return "Advance"


def why_not_advance(g: Tiny, unit: UnitId, target: Space) -> Because | None:
    """Why an attacker may not advance."""
    counter = g.board.units[unit]
    if not g.steps[unit]:
        return Because("7.5", lambda: f"{counter.name} did not survive")
    if not counter.allowance:
        return Because("7.5", lambda: f"{counter.name} cannot move")
    if not any(target == to for to, _ in g.board.edges_of[counter.moves][g.space[unit]]):
        return Because("7.5", lambda: f"{counter.name} cannot enter {g.board.describe(target)} from where it stands")
    if full_hexes(g, counter.side) & bit(target):
        return Because("3.1", lambda: f"{g.board.describe(target)} already holds two counters")
    return why_not_mix(g, counter.side, target)
