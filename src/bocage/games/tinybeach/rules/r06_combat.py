"""6 Combat: the target, the attackers, the odds, the die."""

from bocage.games.tinybeach.rules.r07_results import Battle
from bocage.games.tinybeach.rules.r08_supply import in_supply
from bocage.games.tinybeach.rules.r09_concealment import reveal_if_attacked
from bocage.games.tinybeach.sides import ALLIED, other
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.chance import Roll
from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger, Round
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because


@rule("6.1")
class Attacks(Decision[Tiny], frozen=True):
    """The side picks a hex to attack, or ends its attacks."""

    def options(self, g: Tiny) -> list[Action]:
        found: list[Action] = [("attack", space) for space in each(targets(g, self.by))]
        found.append(("done",))
        return found

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        reveal_if_attacked(g, action[1])
        return Muster(by=self.by, target=action[1], attackers=0)

    def refuse(self, g: Tiny, action: Action) -> Because:
        if action[0] == "attack":
            return why_not_attack(g, self.by, action[1])
        return Because("6.1", "this is the time to attack, or to say done")

    def prompt(self, g: Tiny) -> str:
        return "Pick a hex to attack, or end your attacks."

    def title(self, g: Tiny) -> str:
        return "Attacks"


@rule("6.1")
class Muster(Decision[Tiny], frozen=True):
    """The attacker adds counters one by one, then fights."""

    target: Space
    attackers: Units

    def options(self, g: Tiny) -> list[Action]:
        free = each_unit(able(g, self.by, self.target) & ~self.attackers)
        found: list[Action] = [("join", unit) for unit in free]
        if self.attackers and not too_weak(g, self.attackers, self.target):
            found.append(("fight",))
        # A gun that shows itself only now (9.4) can make the attack hopeless: then there is a way out.
        return found or [("withdraw",)]

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "join":
            return replace(self, attackers=self.attackers | 1 << action[1])
        g.fought |= self.attackers
        if action[0] == "withdraw":
            return Attacks(by=self.by)
        return Fight(by=self.by, target=self.target, attackers=self.attackers)

    def refuse(self, g: Tiny, action: Action) -> Because:
        if action[0] == "join":
            return why_not_join(g, self.by, action[1], self.target)
        if action[0] == "fight" and self.attackers:
            return Because("6.7", "the odds are below one to two")
        return Because("6.1", "add counters to the attack, then fight")

    def prompt(self, g: Tiny) -> str:
        return f"Who attacks {g.board.describe(self.target)}?"

    def title(self, g: Tiny) -> str:
        return f"Attack on {g.board.names[self.target]}"


class Fight(Procedure[Tiny], frozen=True):
    """One battle: the ledger names the column, the die the result; then further attacks."""

    by: Side
    target: Space
    attackers: Units

    def start(self, g: Tiny) -> Step:
        return Call(Roll(what="combat roll"), then=self.resolve)

    def resolve(self, g: Tiny, roll: int) -> Step:
        column = odds(g, self.attackers, self.target).final().column
        result = g.board.crt.read(roll, column)
        title = g.board.crt.title(column)
        meaning = f"{result} at {title} against {g.board.names[self.target]}"
        g.emit(Rolled(what="Combat", roll=roll, meaning=meaning, rule="6.2", result=result, column=title, by=self.by))
        return Call(Battle(self.by, self.attackers, self.target, result), then=self.after)

    def after(self, g: Tiny, _: object) -> Step:
        return Attacks(by=self.by)

    def title(self, g: Tiny) -> str:
        return f"Battle at {g.board.names[self.target]}"


def targets(g: Tiny, side: Side) -> Spaces:
    """Enemy hexes next to counters that have not fought, and against which they would not be too weak."""
    near = 0
    for unit in each_unit(g.board.of_side[side] & ~g.fought):
        near |= bit(g.space[unit]) & g.board.hexes
    enemy = g.board.adjacency.spread(near) & g.occupied(other(side))
    return sum(bit(s) for s in each(enemy) if not too_weak(g, able(g, side, s), s))


def able(g: Tiny, side: Side, target: Space) -> Units:
    """The counters that may attack a hex."""
    units = 0
    for space in g.board.neighbours[target]:
        units |= g.here.get(space, 0)
    return units & g.board.of_side[side] & ~g.fought


def why_not_attack(g: Tiny, side: Side, target: Space) -> Because:
    """Why a hex cannot be attacked."""
    where = g.board.describe(target)
    if not g.occupied(other(side)) & bit(target):
        return Because("6.1", f"no visible enemy stands in {where}")
    if not able(g, side, target):
        return Because("6.1", f"no counter that could still attack stands next to {where}")
    return Because("6.7", f"all who can attack {where} together do not reach one to two")


def why_not_join(g: Tiny, side: Side, unit: UnitId, target: Space) -> Because:
    """Why a counter cannot join an attack."""
    name = g.board.units[unit].name
    if g.board.units[unit].side != side:
        return Because("6.1", f"{name} is not yours")
    if g.fought & 1 << unit:
        return Because("6.1", f"{name} has fought already")
    if g.space[unit] not in g.board.neighbours[target]:
        return Because("6.1", f"{name} is not next to {g.board.describe(target)}")
    return Because("6.1", f"{name} is in the attack already")


@rule("6.7")
def too_weak(g: Tiny, attackers: Units, target: Space) -> bool:
    """Odds below one to two are not allowed."""
    return odds(g, attackers, target, keep=False).start < 0


@rule("6.2", "6.3", "6.4", "6.5", "6.6")
def odds(g: Tiny, attackers: Units, target: Space, *, keep: bool = True) -> Ledger:
    """The account of a battle: preview and resolution are the same ledger."""
    board = g.board
    ledger = Ledger(board.crt, keep=keep)
    for unit in each_unit(attackers):
        ledger.strength(ATTACKER, unit, g.strength(unit), rule="6.2")
        if not board.is_open(g.space[unit], target):
            ledger.halve("over the river", "6.3", Round.EXACT)
        if not in_supply(g, unit):
            ledger.halve("out of supply", "8.3", Round.EXACT)
    defenders = g.here.get(target, 0)
    for unit in each_unit(defenders):
        ledger.strength(DEFENDER, unit, g.strength(unit), rule="6.2")
    ledger.odds("6.2", most=board.crt.columns[-1])  # 6.7
    if board.shift[target]:
        ledger.shift(-board.shift[target], board.terrain[target], "6.4")
    if attackers & board.tanks and not defenders & board.armoured and board.terrain[target] not in ("town", "woods"):
        ledger.shift(+1, "tanks", "6.5")
    if attackers & board.of_side[ALLIED] and g.weather == "clear" and board.near_sea & bit(target):
        ledger.shift(+1, "naval gunfire", "6.6")
    return ledger


def each_unit(units: Units) -> list[UnitId]:
    """The counters of a set."""
    return [UnitId(n) for n in each(units)]
