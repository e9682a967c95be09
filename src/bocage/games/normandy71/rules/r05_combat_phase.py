"""A Combat Phase: all attacks are allocated, then gunfire, then the combats are fought one by one."""

from typing import ClassVar

from bocage.games.normandy71.board import each_unit, union
from bocage.games.normandy71.rules.r05_combat import (
    Attack,
    attacks_left,
    defenders_of,
    fit_to_attack,
    may_attack,
    targets,
    why_not_attack,
    why_not_join,
)
from bocage.games.normandy71.rules.r06_naval_gunfire import Gunfire, Shot, gunfire_needed
from bocage.games.normandy71.rules.r09_supply import check_supply
from bocage.games.normandy71.rules.r13_forced_attacks import forced_hexes, join_the_rest, leaves_nobody_out
from bocage.games.normandy71.rules.r17_results import Battle
from bocage.games.normandy71.sides import ALLIED, GERMAN, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.events import Noted
from bocage.kernel.flow import DONE, Call, Decision, Done, Frame, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each, first, spaces
from bocage.kernel.verdict import Because


@rule("Play.1B", "Play.2B")
class CombatPhase(Procedure[Game71], frozen=True):
    """Allocation of attacks, allocation of gunfire, resolution, in this order."""

    by: Side
    attacks: tuple[Attack, ...] = ()

    def start(self, g: Game71) -> Step:
        check_supply(g, ALLIED, GERMAN)
        return Call(Allocation(by=self.by, fit=fit_to_attack(g, self.by, 0)), then=self.gunfire)

    def gunfire(self, g: Game71, attacks: tuple[Attack, ...]) -> Step:
        if not attacks:
            return DONE
        me = replace(self, attacks=attacks)
        hexes = tuple(target for attack in attacks for target in attack.targets)
        if not gunfire_needed(g, self.by, hexes):
            return me.resolve(g, ())
        return Call(Gunfire(by=ALLIED, attacking=self.by == ALLIED, targets=hexes), then=me.resolve)

    def resolve(self, g: Game71, shots: tuple[Shot, ...]) -> Step:
        return Resolution(by=self.by, attacks=self.attacks, shots=shots)

    def title(self, g: Game71) -> str:
        return ""  # the phase says it already


@rule("Combat.B", "Combat.C")
class Allocation(Decision[Game71], frozen=True):
    """Which enemy hexes are attacked: as many as one likes, each once, and nobody has to attack at all."""

    asks_always: ClassVar[bool] = True  # who could attack may be hidden

    fit: Units
    attacks: tuple[Attack, ...] = ()

    def spent(self) -> Units:
        """The units that attack already."""
        return union(attack.attackers for attack in self.attacks)

    def attacked(self) -> Spaces:
        """The hexes that are attacked already."""
        return spaces(target for attack in self.attacks for target in attack.targets)

    def open_targets(self, g: Game71) -> Spaces:
        """The hexes that may still be attacked."""
        if not attacks_left(g, self.by, len(self.attacks)):
            return 0
        return targets(g, self.by, self.fit & ~self.spent(), self.attacked())

    def must_go_on(self, g: Game71) -> Spaces:
        """Germans next to a beach who are not under attack yet, on the day of the landing."""
        if g.turn != 1 or self.by != ALLIED:
            return 0
        return forced_hexes(g, self.fit) & ~self.attacked() & self.open_targets(g)

    def options(self, g: Game71) -> list[Action]:
        found: list[Action] = [("attack", space) for space in each(self.open_targets(g))]
        if not self.must_go_on(g):
            found.append(("done",))
        return found

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "done":
            return Done(join_the_rest(g, self.attacks) if g.turn == 1 and self.by == ALLIED else self.attacks)
        return Muster(by=self.by, fit=self.fit, attacks=self.attacks, hexes=(action[1],))

    def refuse(self, g: Game71, action: Action) -> Because:
        if action[0] == "attack":
            return why_not_attack(g, self.by, self.fit & ~self.spent(), self.attacked(), action[1])
        if action[0] == "done":
            where = g.board.describe(first(self.must_go_on(g)))
            return Because("Invasion.3", f"units on a beach must attack the Germans in {where}")
        return Because("Combat", "pick a hex to attack, or say done")

    def prompt(self, g: Game71) -> str:
        return "Which enemy hex is attacked? Say done when all attacks are allocated."

    def title(self, g: Game71) -> str:
        return "Attack allocation"

    def seen_by(self, g: Game71, side: Side | None) -> Frame:
        return self if side == self.by else replace(self, fit=0)


class Muster(Decision[Game71], frozen=True):
    """Who takes part in an attack, and whether one group takes on several hexes."""

    fit: Units
    attacks: tuple[Attack, ...]
    hexes: tuple[Space, ...]
    attackers: Units = 0

    def spent(self) -> Units:
        """The units that attack already, here or elsewhere."""
        return union(attack.attackers for attack in self.attacks) | self.attackers

    def attacked(self) -> Spaces:
        """The hexes that are attacked already, here or elsewhere."""
        return spaces(target for attack in self.attacks for target in attack.targets) | spaces(self.hexes)

    @rule("Combat.D", "Combat.E", "Combat.H")
    def able(self, g: Game71) -> Units:
        """Who may still join: anybody next to a single hex, or more of the same group against several."""
        units = self.fit & ~self.spent()
        for target in self.hexes:
            units = may_attack(g, units, target)
        if len(self.hexes) > 1:
            units &= g.here.get(self.group(g), 0)
        return union(1 << unit for unit in each_unit(units) if self.keeps_promises(g, self.attackers | 1 << unit))

    def group(self, g: Game71) -> Space:
        """The hex of the attackers; meaningful if it is only one."""
        return g.space[(self.attackers & -self.attackers).bit_length() - 1]

    def one_group(self, g: Game71) -> bool:
        """Do all attackers stand in one hex?"""
        return bool(self.attackers) and not self.attackers & ~g.here.get(self.group(g), 0)

    def further(self, g: Game71) -> Spaces:
        """More hexes that the whole group may attack at the same time."""
        if not self.one_group(g):
            return 0
        return union(
            bit(space)
            for space in each(targets(g, self.by, self.attackers, self.attacked()))
            if may_attack(g, self.attackers, space) == self.attackers
        )

    def keeps_promises(self, g: Game71, attackers: Units, *, final: bool = False) -> bool:
        """On the day of the landing no German next to a beach may be left without somebody to attack him."""
        if g.turn != 1 or self.by != ALLIED:
            return True
        me = replace(self, attackers=attackers)
        return leaves_nobody_out(g, self.fit, me.spent(), me.attacked(), 0 if final else me.further(g))

    def options(self, g: Game71) -> list[Action]:
        able = self.able(g)
        found: list[Action] = [("join", unit) for unit in each_unit(able)]
        if self.attackers:
            found += [("also", space) for space in each(self.further(g))]
            if self.keeps_promises(g, self.attackers, final=True):
                found.append(("commit",))
        elif able and self.keeps_promises(g, able, final=True):
            found.append(("all",))
        return found

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "join":
            return replace(self, attackers=self.attackers | 1 << action[1])
        if action[0] == "also":
            return replace(self, hexes=(*self.hexes, action[1]))
        return self.commit(g, self.able(g) if action[0] == "all" else self.attackers)

    @rule("Entrenchment.B", "Entrenchment.C", "Combat.F")
    def commit(self, g: Game71, attackers: Units) -> Step:
        """The attack stands: what hid in the target comes to light, and attackers leave their own entrenchments."""
        for target in self.hexes:
            g.reveal(g.units_at(target, other(self.by)), "Entrenchment.B")
        for unit in each_unit(attackers):
            step_out(g, self.by, g.space[unit])
        attack = Attack(self.hexes, attackers, defenders_of(g, other(self.by), self.hexes))
        where = " and ".join(g.board.describe(target) for target in self.hexes)
        g.emit(Noted(text=f"{g.sides[self.by]} attack on {where}.", rule="Combat"))
        return Allocation(by=self.by, fit=self.fit, attacks=(*self.attacks, attack))

    def refuse(self, g: Game71, action: Action) -> Because:
        if action[0] == "join":
            spent = self.spent()
            if may_attack(g, self.fit & ~spent & 1 << action[1], self.hexes[0]) and len(self.hexes) == 1:
                return Because("Invasion.3", "other Germans next to the beach would be left without an attacker")
            return why_not_join(g, self.by, action[1], self.hexes, spent)
        if action[0] == "also":
            return Because("Combat.D", "only one group, all of it next to both hexes, attacks several at once")
        if action == ("all",) and self.attackers:
            return Because("Combat.H", "all is for everybody at once: join the others one by one, then commit")
        if action[0] in ("commit", "all") and (self.attackers or self.able(g)):
            return Because("Invasion.3", "that would leave Germans next to a beach without an attacker")
        return Because("Combat", "add units to the attack, then commit it")

    def prompt(self, g: Game71) -> str:
        return f"Who attacks {' and '.join(g.board.describe(target) for target in self.hexes)}?"

    def title(self, g: Game71) -> str:
        return f"Attack on {' and '.join(g.board.names[target] for target in self.hexes)}"

    def seen_by(self, g: Game71, side: Side | None) -> Frame:
        return self if side == self.by else Allocation(by=self.by, fit=0, attacks=self.attacks)


def step_out(g: Game71, side: Side, space: Space) -> None:
    """A unit attacks out of an entrenched hex: everybody in it loses the entrenchment."""
    if g.dug_in[side] & bit(space):
        g.reveal(g.units_at(space, side), "Entrenchment.C")
        g.dug_in[side] &= ~bit(space)
        g.touch()


class Resolution(Decision[Game71], frozen=True):
    """The attacker fights his combats in the order he likes; every one must be fought."""

    attacks: tuple[Attack, ...]
    shots: tuple[Shot, ...]

    def options(self, g: Game71) -> list[Action]:
        return [("resolve", attack.targets[0]) for attack in self.attacks]

    def chosen(self, g: Game71, action: Action) -> Step:
        now = next(attack for attack in self.attacks if attack.targets[0] == action[1])
        rest = tuple(attack for attack in self.attacks if attack is not now)
        battle = Battle(by=self.by, attack=now, shots=self.shots)
        return Call(battle, then=replace(self, attacks=rest).after)

    def after(self, g: Game71, _: object) -> Step:
        return self if self.attacks else DONE

    def refuse(self, g: Game71, action: Action) -> Because:
        return Because("Combat", "pick one of the attacks that were allocated")

    def prompt(self, g: Game71) -> str:
        return "Which combat is fought next?"

    def title(self, g: Game71) -> str:
        return "Combat resolution"
