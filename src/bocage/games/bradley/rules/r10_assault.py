"""10.3 Close assault: pick a hex, gather the attackers, resolve, advance."""

from collections.abc import Iterator

from bocage.games.bradley.events import Resolved, TooWeak
from bocage.games.bradley.rules.r05_beachhead import entered
from bocage.games.bradley.rules.r06_movement import can_enter, room_for, walled
from bocage.games.bradley.rules.r09_zones import faces
from bocage.games.bradley.rules.r10_account import (
    NOTHING,
    Account,
    Attack,
    add_aid,
    add_cover,
    read_matrix,
)
from bocage.games.bradley.rules.r10_advantages import add_advantages, over_water
from bocage.games.bradley.rules.r10_results import Backlash, Results
from bocage.games.bradley.rules.r16_headquarters import CommitStaff, aid, aides, staff_rows
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, bar, hint, only
from bocage.kernel.chance import Rolls
from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger, Round
from bocage.kernel.counters import other
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each, holds


@rule("3.1", "10.3.2")
class CloseAssault(Decision[Bradley], frozen=True):
    """The side whose turn it is picks a hex to assault, or ends its assaults."""

    def offers(self, g: Bradley) -> Iterator[Offer]:
        enemy = g.occupied(other(self.by))
        yield PickSpace(
            "assault",
            g,
            only(enemy, "10.3.3", "no enemy stands in {}"),
            bar(g.stormed, "10.3.4", "{} has been assaulted in this segment"),
            only(g.board.adjacency.spread(g.occupied(self.by)), "10.3.3", "no unit of yours is next to {}"),
            only(assault_targets(g, self.by), "10.3.1", "no unit next to {} can assault it"),
        )
        yield Act("done")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        return GatherAssault(by=self.by, attack=Attack(by=self.by, target=action[1]))

    def prompt(self, g: Bradley) -> str:
        return "Pick a hex to assault, or end your assaults."

    def title(self, g: Bradley) -> str:
        return "Close assault"


@rule("10.3.1", "10.6.3")
def assault_force(g: Bradley, side: Side) -> Units:
    """Units that could assault in this segment: no guns, nobody disrupted, nobody who has fought already."""
    return g.on_map(side) & ~g.board.no_assault & ~g.disrupted & ~g.assaulted & ~g.frozen


def assault_targets(g: Bradley, side: Side) -> Spaces:
    """Enemy hexes that somebody may assault."""
    found, enemy = 0, g.occupied(other(side)) & ~g.stormed
    if not enemy:
        return 0
    for unit in each_unit(assault_force(g, side)):
        near = sum(bit(space) for space in g.board.neighbours[g.space[unit]]) & enemy & ~found
        for space in each(near):
            if may_assault(g, unit, space):
                found |= bit(space)
    return found


@rule("10.3.3", "10.1.7", "6.2.9", "6.3.6")
def may_assault(g: Bradley, unit: UnitId, target: Space) -> bool:
    """A unit assaults a next hex that it faces, not over a sea wall; armour goes up the bluff by a way alone."""
    board, here = g.board, g.space[unit]
    if target not in board.neighbours[here] or walled(g, here, target) or not faces(g, unit, target):
        return False
    uphill = holds(board.beach, here) and holds(board.hills, target)
    return not (board.armour >> unit & 1 and uphill and not board.road(here, target) & {"road", "trail"})


def assaulters(g: Bradley, side: Side, target: Space) -> Units:
    """The units that may assault a hex."""
    force = assault_force(g, side)
    near = 0
    for space in g.board.neighbours[target]:
        near |= g.here.get(space, 0)
    return sum(1 << unit for unit in each_unit(near & force) if may_assault(g, unit, target))


def _turned(g: Bradley, near: Units, target: Space) -> Units:
    """Those who face another way."""
    return sum(1 << unit for unit in each_unit(near) if not faces(g, unit, target))


def _behind_walls(g: Bradley, near: Units, target: Space) -> Units:
    """Those behind a sea wall."""
    return sum(1 << unit for unit in each_unit(near) if walled(g, g.space[unit], target))


@rule("10.3.1", "10.3.4")
class GatherAssault(Decision[Bradley], frozen=True):
    """The attacker adds units one by one, perhaps a headquarters, then fights."""

    attack: Attack

    def offers(self, g: Bradley) -> Iterator[Offer]:
        board, attack = g.board, self.attack
        where = board.describe(attack.target)
        near = sum(1 << u for space in board.neighbours[attack.target] for u in each(g.units_in(self.by, space)))
        yield PickUnit(
            "join",
            g,
            only(board.of_side[self.by], "10.3.3", "{} is not yours"),
            bar(attack.units, "10.3.4", "{} takes part already"),
            only(near, "10.3.3", f"{{}} is not next to {where}"),
            bar(board.no_assault, "10.3.1", "{} cannot assault: guns and garrisons do not"),
            bar(g.disrupted, "10.6.3", "{} is disrupted"),
            bar(g.assaulted, "10.3.2", "{} has assaulted in this segment"),
            bar(g.frozen, "18.4", "{} waits for orders"),
            hint(lambda: _turned(g, near, attack.target), "10.1.7", f"{{}} does not face {where}"),
            hint(lambda: _behind_walls(g, near, attack.target), "6.3.6", f"a sea wall lies between {{}} and {where}"),
            only(assaulters(g, self.by, attack.target), "6.2.9", "armour leaves a beach uphill by road or trail alone"),
        )
        yield PickUnit(
            "support",
            g,
            *staff_rows(g, self.by, attack.aid, aides(g, self.by, attack.units)),
        )
        yield Act("fight", bar(int(not attack.units), "10.3.4", "nobody attacks yet"))
        yield Act("withdraw")

    def chosen(self, g: Bradley, action: Action) -> Step:
        verb, attack = action[0], self.attack
        if verb == "join":
            return replace(self, attack=replace(attack, units=attack.units | 1 << action[1]))
        if verb == "support":
            return replace(self, attack=replace(attack, aid=attack.aid | 1 << action[1]))
        if verb == "withdraw":
            return CloseAssault(by=self.by)
        return Call(ResolveAssault(attack=attack), then=self.after)

    def after(self, g: Bradley, _: object) -> Step:
        return CloseAssault(by=self.by)

    def prompt(self, g: Bradley) -> str:
        return f"Who assaults {g.board.describe(self.attack.target)}?"

    def title(self, g: Bradley) -> str:
        return f"Assault on {g.board.names[self.attack.target]}"


@rule("10.3.3", "10.3.4", "10.1.1")
def assault_account(g: Bradley, attack: Attack, *, keep: bool = True) -> Account:
    """The attackers' factors against the defenders', step by step as 10.3.4 lists them."""
    board, ledger = g.board, Ledger(g.board.charts.crt, keep=keep)
    for unit in each_unit(attack.units):
        ledger.strength(ATTACKER, unit, g.face(unit).attack, "10.3.4")
        if g.disrupted >> unit & 1:
            ledger.halve("disrupted", "10.6.1", Round.UP)
        elif not attack.dropped and over_water(g, unit, attack.target):
            ledger.halve("over water", "10.3.4", Round.UP)
    defenders = g.units_in(other(attack.by), attack.target)
    for unit in each_unit(defenders):
        if board.guns >> unit & 1:
            ledger.strength(DEFENDER, unit, g.face(unit).protection, "10.3.3", "protection factor")
            continue
        ledger.strength(DEFENDER, unit, g.face(unit).attack, "10.3.4")
        if g.disrupted >> unit & 1:
            ledger.halve("disrupted", "10.6.1", Round.UP)
    add_cover(g, ledger, other(attack.by), attack.target, assault=True)
    highest = max((g.face(unit).protection for unit in each_unit(defenders)), default=1)
    account = read_matrix(g, ledger, "assault", highest)
    add_advantages(g, ledger, attack, defenders)
    add_aid(g, ledger, attack)
    return account


@rule("10.3", "10.3.4")
class ResolveAssault(Procedure[Bradley], frozen=True):
    """One close assault, from the account to the advance; its result says whether the hex was cleared."""

    attack: Attack
    shaded: bool = False

    def start(self, g: Bradley) -> Step:
        attack = self.attack
        g.assaulted |= attack.units
        g.stormed |= bit(attack.target)
        aid(g, attack.aid)
        if assault_account(g, attack, keep=False).column == NOTHING:
            g.emit(TooWeak(space=attack.target, by=attack.by, line="assault", rule="10.3.4"))
            return Call(Backlash(attack=attack), then=self.repelled)
        if attack.dropped and aides(g, attack.by, attack.units, attack.target):
            ask = CommitStaff(by=attack.by, engaged=attack.units, at=attack.target)
            return Call(ask, then=self.supported)
        return self.defend(g)

    def supported(self, g: Bradley, staffs: Units) -> Step:
        """Those who land on the enemy gather in no decision of their own: their headquarters are asked here."""
        aid(g, staffs)
        return replace(self, attack=replace(self.attack, aid=staffs)).defend(g)

    def defend(self, g: Bradley) -> Step:
        defenders = g.units_in(other(self.attack.by), self.attack.target)
        if aides(g, other(self.attack.by), defenders):
            return Call(CommitStaff(by=other(self.attack.by), engaged=defenders), then=self.aided)
        return self.roll(g)

    def aided(self, g: Bradley, relief: int) -> Step:
        aid(g, relief)
        return replace(self, attack=replace(self.attack, relief=relief)).roll(g)

    def roll(self, g: Bradley) -> Step:
        return Call(Rolls(what="close assault"), then=self.rolled)

    def rolled(self, g: Bradley, dice: tuple[int, int]) -> Step:
        attack = self.attack
        account = assault_account(g, attack, keep=False)
        roll = sum(dice)
        result = g.board.charts.crt.read(roll + account.modifier, account.letter)
        defenders = g.units_in(other(attack.by), attack.target)
        g.emit(
            Resolved(
                what="Close assault",
                space=attack.target,
                by=attack.by,
                line="assault",
                letter=account.letter,
                dice=dice,
                modified=roll + account.modifier,
                result=result,
                units=tuple(each_unit(attack.units)),
                against=tuple(each_unit(defenders)),
                rule="10.3.4",
            )
        )
        outcome = Results(attack=attack, targets=defenders, result=result[0], assault=True)
        return Call(outcome, then=replace(self, shaded=result.endswith("#")).after)

    def after(self, g: Bradley, _: object) -> Step:
        if self.shaded:
            return Call(Backlash(attack=self.attack), then=self.repelled)
        return self.advance(g)

    def repelled(self, g: Bradley, _: object) -> Step:
        return self.advance(g)

    def advance(self, g: Bradley) -> Step:
        if g.units_in(other(self.attack.by), self.attack.target):
            return Done(False)
        if self.attack.dropped:
            return Done(True)
        return Advance(by=self.attack.by, target=self.attack.target, units=self.attack.units)

    def title(self, g: Bradley) -> str:
        return f"Assault on {g.board.names[self.attack.target]}"


@rule("10.3.5", "10.6.3")
class Advance(Decision[Bradley], frozen=True):
    """Attackers who are in order may go into the hex that the defender left."""

    target: Space
    units: Units

    def offers(self, g: Bradley) -> Iterator[Offer]:
        where = g.board.describe(self.target)
        yield PickUnit(
            "advance",
            g,
            only(self.units, "10.3.5", "{} took no part in this assault"),
            only(g.on_map(self.by), "10.3.5", "{} did not survive"),
            bar(g.disrupted, "10.6.3", "{} is disrupted"),
            bar(g.here.get(self.target, 0), "10.3.5", f"{{}} has advanced into {where}"),
            only(self._able(g), "10.3.5", f"{{}} could not enter {where} by movement"),
            only(self._fitting(g), "8.1.1", f"there is no room for {{}} in {where}"),
        )
        yield Act("halt")

    def _able(self, g: Bradley) -> Units:
        """Those who could enter the hex by movement."""
        alive = self.units & g.on_map(self.by)
        return sum(
            1 << unit
            for unit in each_unit(alive)
            if g.face(unit).allowance and can_enter(g, unit, g.space[unit], self.target)
        )

    def _fitting(self, g: Bradley) -> Units:
        """Those for whom there is room."""
        return sum(1 << unit for unit in each_unit(self.units) if room_for(g, unit, self.target))

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "halt":
            return Done(True)
        unit = action[1]
        start = g.space[unit]
        g.place(unit, self.target)
        g.emit(Moved(unit=unit, path=(start, self.target), how="advances into", rule="10.3.5"))
        entered(g, self.by, (self.target,))
        return self

    def prompt(self, g: Bradley) -> str:
        return f"Who advances into {g.board.describe(self.target)}?"

    def title(self, g: Bradley) -> str:
        return "Advance"
