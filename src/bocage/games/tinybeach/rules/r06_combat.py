"""6 Combat: the target, the attackers, the odds, the die."""

from collections.abc import Iterator
from typing import ClassVar

from bocage.games.tinybeach.rules.r07_results import Battle
from bocage.games.tinybeach.rules.r08_supply import in_supply
from bocage.games.tinybeach.rules.r09_concealment import reveal_if_attacked
from bocage.games.tinybeach.sides import ALLIED
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.chance import Roll
from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger, Round
from bocage.kernel.counters import each_unit, other
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each, spaces


@rule("6.1")
class Attacks(Decision[Tiny], frozen=True):
    """The side picks a hex to attack, or ends its attacks."""

    question = "Pick a hex to attack, or end your attacks."

    def offers(self, g: Tiny) -> Iterator[Offer]:
        yield targets(g, self.by)
        yield Act("done")

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        reveal_if_attacked(g, action[1])
        return Muster(by=self.by, target=action[1], attackers=0)


@rule("6.1")
class Muster(Decision[Tiny], frozen=True):
    """The attacker adds counters one by one, then fights."""

    asks_always: ClassVar[bool] = True  # no dice before the attacker has said to fight
    target: Space
    attackers: Units

    def offers(self, g: Tiny) -> Iterator[Offer]:
        weak = not self.attackers or too_weak(g, self.attackers, self.target)
        left = able(g, self.by, self.target) & ~self.attackers
        yield PickUnit(
            "join",
            g,
            bar(self.attackers, "6.1", "{} is in the attack already"),
            *attackers(g, self.by, self.target),
        )
        yield Act(
            "fight",
            bar(not self.attackers, "6.1", "nobody attacks yet: add counters first"),
            bar(weak, "6.7", "the odds are below one to two"),
        )
        # A gun that shows itself only now (9.4) can make the attack hopeless: then there is a way out.
        yield Act("withdraw", bar(left or not weak, "6.1", "an attack begun is fought while it can be"))

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "join":
            return replace(self, attackers=self.attackers | 1 << action[1])
        g.fought |= self.attackers
        if action[0] == "withdraw":
            return Attacks(by=self.by)
        return Fight(by=self.by, target=self.target, attackers=self.attackers)

    def prompt(self, g: Tiny) -> str:
        return f"Who attacks {g.board.describe(self.target)}?"

    def title(self, g: Tiny) -> str:
        return f"Attack on {g.board.space_title(self.target)}"


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
        meaning = f"{result} at {title} against {g.board.describe(self.target)}"
        g.emit(
            Rolled(
                what="Combat",
                roll=roll,
                meaning=meaning,
                rule="6.2",
                result=result,
                column=title,
                by=self.by,
                units=tuple(each_unit(self.attackers)),
                against=tuple(each_unit(g.here.get(self.target, 0))),
                at=(self.target,),
            )
        )
        return Call(Battle(self.by, self.attackers, self.target, result), then=self.after)

    def after(self, g: Tiny, _: object) -> Step:
        return Attacks(by=self.by)

    def title(self, g: Tiny) -> str:
        return f"Battle at {g.board.space_title(self.target)}"


@rule("6.1", "6.7")
def targets(g: Tiny, side: Side) -> PickSpace:
    """Enemy hexes next to counters that have not fought, and against which they would not be too weak."""
    enemies, fresh = g.occupied(other(side)), g.board.of_side[side] & ~g.fought
    near = g.board.adjacency.spread(spaces(g.space[unit] for unit in each_unit(fresh)) & g.board.hexes)
    hopeless = spaces(s for s in each(enemies & near) if too_weak(g, able(g, side, s), s))
    return PickSpace(
        "attack",
        g,
        only(enemies, "6.1", "no visible enemy stands in {}"),
        only(near, "6.1", "no counter that could still attack stands next to {}"),
        bar(hopeless, "6.7", "even all who could attack {} fall short of one to two"),
    )


@rule("6.1")
def attackers(g: Tiny, side: Side, target: Space) -> tuple[Bar, ...]:
    """Who may not attack a hex."""
    near = g.standing(g.board.neighbours[target])
    return (
        only(g.board.of_side[side], "6.1", "{} is not yours"),
        bar(g.fought, "6.1", "{} has fought already"),
        only(near, "6.1", lambda unit: f"{g.board.unit_title(unit)} is not next to {g.board.describe(target)}"),
    )


def able(g: Tiny, side: Side, target: Space) -> Units:
    """The counters that may attack a hex."""
    return g.standing(g.board.neighbours[target]) & g.board.of_side[side] & ~g.fought


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
