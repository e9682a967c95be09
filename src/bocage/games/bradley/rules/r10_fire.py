"""10.2 Fire combat: pick a target, gather those who fire, resolve."""

from collections.abc import Iterator, Sequence

from bocage.games.bradley.events import Resolved, TooWeak
from bocage.games.bradley.rules.r10_account import NOTHING, Attack
from bocage.games.bradley.rules.r10_fire_account import fire_account, targets_of
from bocage.games.bradley.rules.r10_results import Results
from bocage.games.bradley.rules.r10_sight import (
    able_to_hit,
    fire_targets,
    points_for,
    who_reaches,
    why_out_of_reach,
)
from bocage.games.bradley.rules.r12_ruins import leaves_ruins, ruin
from bocage.games.bradley.rules.r16_headquarters import CommitStaff, aid, aides, out_of_command, staff_rows
from bocage.games.bradley.sides import ALLIED
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.chance import Rolls
from bocage.kernel.counters import other
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because
from bocage.kernel.wording import counted


@rule("3.1", "10.2.1", "10.2.2", "10.2.4", "10.2")
class Fire(Decision[Bradley], frozen=True):
    """A side picks a hex to fire at, or ends its fire segment."""

    def offers(self, g: Bradley) -> Iterator[Offer]:
        regular = g.regular(other(self.by))
        open_to = fire_targets(g, self.by)
        rows = (
            only(g.board.hexes, "10.2.2", "{} is not a hex"),
            bar(g.occupied(other(self.by)) & ~regular, "13.3.5", "{} has a garrison: only a close assault removes it"),
            only(regular, "10.2.2", "no enemy stands in {}"),
            bar(g.shelled, "10.2.4", "{} has been fired at in this segment"),
            only(open_to, "10.2.7", "nobody who could still fire reaches {}"),
        )
        yield PickSpace("fire", g, *rows)
        yield PickSpace(
            "aim", g, *rows[:-1], only(armour_targets(g, self), "10.2.7", "no gun can aim at armour in {} now")
        )
        yield Act("done")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        return GatherFire(by=self.by, attack=Attack(by=self.by, target=action[1], aimed=action[0] == "aim"))

    def prompt(self, g: Bradley) -> str:
        points = f" Support points left: {g.support}." if self.by == ALLIED else ""
        return f"Pick a hex to fire at, or end your fire.{points}"

    def title(self, g: Bradley) -> str:
        return "Fire" if g.player == self.by else "Defensive fire"


@rule("10.2.7")
def armour_targets(g: Bradley, frame: Fire) -> Spaces:
    """Hexes with enemy armour at which a tank, anti-tank or flak unit can aim."""
    armour = g.on_map(other(frame.by)) & g.board.armour
    hexes = 0
    for unit in each_unit(armour):
        hexes |= bit(g.space[unit])
    hexes &= ~g.shelled
    killers = g.board.tank_killers
    return sum(bit(space) for space in each(hexes) if able_to_hit(g, frame.by, space) & killers) if hexes else 0


@rule("10.2.3", "10.2.5", "11.1.3", "11.1.4")
class GatherFire(Decision[Bradley], frozen=True):
    """The attacker adds units and support points, then fires."""

    attack: Attack

    def offers(self, g: Bradley) -> Iterator[Offer]:
        board, attack = g.board, self.attack
        reaching = who_reaches(g, g.on_map(self.by), attack.target)
        yield PickUnit(
            "join",
            g,
            only(board.of_side[self.by], "10.2.5", "{} is not yours"),
            only(g.on_map(self.by), "10.2.5", "{} is not on the map"),
            bar(attack.units, "10.2.3", "{} takes part already"),
            bar(g.fired, "10.2.3", "{} has fired in this segment"),
            bar(board.headquarters | board.garrisons, "10.2.7", "{} has nothing to fire with"),
            bar(out_of_command(g, self.by), "16.2", "{} is out of command"),
            *why_out_of_reach(g, self.by, attack.target),
            only(reaching, "10.2.7", f"{{}} has no line of sight to {board.describe(attack.target)}"),
            only(board.tank_killers if attack.aimed else -1, "10.2.7", "{} cannot aim at armour"),
        )
        yield Points(g, self)
        yield PickUnit(
            "support",
            g,
            *staff_rows(g, self.by, attack.aid, aides(g, self.by, attack.units)),
        )
        yield Act("shoot", bar(int(not attack.units and not attack.points), "10.2.5", "nobody fires yet"))
        yield Act("withdraw")

    def chosen(self, g: Bradley, action: Action) -> Step:
        verb, attack = action[0], self.attack
        if verb == "join":
            return replace(self, attack=replace(attack, units=attack.units | 1 << action[1]))
        if verb == "points":
            return replace(self, attack=replace(attack, points=action[1]))
        if verb == "support":
            return replace(self, attack=replace(attack, aid=attack.aid | 1 << action[1]))
        if verb == "withdraw":
            return Fire(by=self.by)
        return Call(ResolveFire(attack=attack), then=self.after)

    def after(self, g: Bradley, _: object) -> Step:
        return Fire(by=self.by)

    def prompt(self, g: Bradley) -> str:
        return f"Who fires at {g.board.describe(self.attack.target)}?"

    def title(self, g: Bradley) -> str:
        return f"Fire at {g.board.names[self.attack.target]}"


class Points:
    """The verb `points`: any number that is left may be given; those that reach a better column are listed."""

    verb = "points"

    def __init__(self, g: Bradley, frame: GatherFire) -> None:
        self.g, self.frame = g, frame

    @property
    def left(self) -> int:
        """What there is to give."""
        return 0 if self.frame.attack.aimed else points_for(self.g, self.frame.by)

    def actions(self) -> list[Action]:
        """The least number of points for each column of the line that they can reach, and all that are left."""
        return [("points", amount) for amount in self._amounts()]

    def _amounts(self) -> Sequence[int]:
        attack = self.frame.attack
        if not self.left:
            return ()
        return [amount for amount in useful_points(self.g, attack, self.left) if amount != attack.points]

    def why_not(self, action: Action) -> Because | None:
        if self.frame.attack.aimed:
            return Because("10.2.7", "support points cannot aim at armour alone")
        if not self.left:
            return Because("11.1.5", "there are no support points left")
        if action[1] < 1:
            return Because("11.1.3", "at least one support point is committed")
        if action[1] > self.left:
            return Because("11.1.5", f"no more than {counted(self.left, 'support point')} can be committed")
        if action[1] == self.frame.attack.points:
            return Because("11.1.3", "that many points are committed already")
        if action[1] not in self._amounts():
            useful = ", ".join(map(str, self._amounts()))
            if not useful:
                return Because("10.1.2", "no other number of support points reaches a better column")
            return Because("10.1.2", f"that many points reach no better column than fewer would; these do: {useful}")
        return None

    def loose_hints(self) -> Iterator[Because]:
        return iter(())


def useful_points(g: Bradley, attack: Attack, left: int) -> Sequence[int]:
    """For each column of the line the points that just reach it, and all that are left."""
    account = fire_account(g, replace(attack, points=1), keep=False)
    lows = g.board.charts.lines[account.line]
    base = account.differential - 1
    found = {low - base for low in lows if 1 <= low - base <= left}
    return sorted(found | {left})


@rule("10.2.8")
class ResolveFire(Procedure[Bradley], frozen=True):
    """One fire: the defender's headquarters, the account, two dice, the result."""

    attack: Attack

    def start(self, g: Bradley) -> Step:
        attack = self.attack
        g.fired |= attack.units
        g.shelled |= bit(attack.target)
        g.support -= attack.points
        aid(g, attack.aid)
        targets = targets_of(g, attack)
        if fire_account(g, attack, keep=False).column == NOTHING:
            account = fire_account(g, attack, keep=False)
            g.emit(TooWeak(space=attack.target, by=attack.by, line=account.line, rule="10.1.3"))
            return DONE
        if aides(g, other(attack.by), targets):
            return Call(CommitStaff(by=other(attack.by), engaged=targets), then=self.aided)
        return self.roll(g)

    def aided(self, g: Bradley, relief: int) -> Step:
        aid(g, relief)
        return replace(self, attack=replace(self.attack, relief=relief)).roll(g)

    def roll(self, g: Bradley) -> Step:
        return Call(Rolls(what="fire"), then=self.rolled)

    def rolled(self, g: Bradley, dice: tuple[int, int]) -> Step:
        attack = self.attack
        account = fire_account(g, attack, keep=False)
        roll = sum(dice)
        result = g.board.charts.crt.read(roll + account.modifier, account.letter)
        targets = targets_of(g, attack)
        g.emit(
            Resolved(
                what="Fire",
                space=attack.target,
                by=attack.by,
                line=account.line,
                letter=account.letter,
                dice=dice,
                modified=roll + account.modifier,
                result=result,
                units=tuple(each_unit(attack.units)),
                against=tuple(each_unit(targets)),
                rule="10.2.8",
            )
        )
        if leaves_ruins(g, attack, result):
            ruin(g, attack.target)
        return Results(attack=attack, targets=targets, result=result[0], assault=False)

    def title(self, g: Bradley) -> str:
        return f"Fire at {g.board.names[self.attack.target]}"
