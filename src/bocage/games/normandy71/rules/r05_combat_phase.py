"""A Combat Phase: all attacks are allocated, then gunfire, then the combats are fought one by one."""

from collections.abc import Iterator
from typing import ClassVar

from bocage.games.normandy71.board import each_unit, union
from bocage.games.normandy71.events import AttackAllocated
from bocage.games.normandy71.rules.r04_destinations import EVERYTHING, all_if
from bocage.games.normandy71.rules.r05_combat import (
    Attack,
    attacks_left,
    defenders_of,
    fit_to_attack,
    may_attack,
    targets,
    why_nobody,
    why_not_join,
)
from bocage.games.normandy71.rules.r06_naval_gunfire import Gunfire, Shot, gunfire_needed
from bocage.games.normandy71.rules.r07_zones_of_control import held
from bocage.games.normandy71.rules.r09_supply import check_supply
from bocage.games.normandy71.rules.r13_forced_attacks import Muster as Duty
from bocage.games.normandy71.rules.r13_forced_attacks import (
    forced_hexes,
    further_allowed,
    join_the_rest,
    leaves_nobody_out,
    on_beaches,
    unserved,
)
from bocage.games.normandy71.rules.r17_results import Battle
from bocage.games.normandy71.sides import ALLIED, GERMAN, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Judged, Offer, PickSpace, PickUnit, bar, hint, only
from bocage.kernel.flow import DONE, Call, Decision, Done, Frame, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each, first, spaces
from bocage.kernel.verdict import Because

NAMED = 3
"""So many of the attacks that are owed are named in a question."""


@rule("Play.1B", "Play.2B")
class CombatPhase(Procedure[Game71], frozen=True):
    """Allocation of attacks, allocation of gunfire, resolution, in this order."""

    called = ""
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


@rule("Combat.B", "Combat.C")
class Allocation(Decision[Game71], frozen=True):
    """Which enemy hexes are attacked: any number, each once, and nobody has to attack at all."""

    called = "Attack allocation"
    question = "Which enemy hex is attacked? Say done when all attacks are allocated."
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

    def offers(self, g: Game71) -> Iterator[Offer]:
        open_ = self.open_targets(g)
        yield Judged(
            "attack", each(open_), lambda target: None if open_ >> target & 1 else self.why_not_attack(g, target)
        )
        must = self.must_go_on(g)
        where = self.owed_by(g, first(must)) if must else ""
        yield Act("done", bar(bool(must), "Invasion.3", f"units on a beach must attack all Germans beside it: {where}"))

    def why_not_attack(self, g: Game71, target: Space) -> Because:
        """Why a hex cannot be attacked."""
        where = g.board.describe(target)
        if not held(g, other(self.by)) & bit(target):
            return Because("Combat.A", f"no enemy stands in {where}")
        if self.attacked() & bit(target):
            return Because("Combat.C", f"{where} is under attack already: a hex is attacked once a phase")
        if not attacks_left(g, self.by, len(self.attacks)):
            return Because("Supply.M", "the Allies may make no more than four attacks in a phase")
        return why_nobody(g, self.by, self.fit, target, self.spent())

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "done":
            return Done(join_the_rest(g, self.attacks) if g.turn == 1 and self.by == ALLIED else self.attacks)
        return Muster(by=self.by, fit=self.fit, attacks=self.attacks, hexes=(action[1],))

    def owed_by(self, g: Game71, target: Space) -> str:
        """A hex that must be attacked, and who on a beach can do it."""
        who = may_attack(g, on_beaches(g, self.fit & ~self.spent()), target)
        return f"{g.board.space_title(target)}, by {' or '.join(g.board.unit_title(unit) for unit in each_unit(who))}"

    def prompt(self, g: Game71) -> str:
        must = tuple(each(self.must_go_on(g)))
        if not must:
            return self.question
        owed = "; ".join(self.owed_by(g, target) for target in must[:NAMED])
        more = f"; and {len(must) - NAMED} more" if len(must) > NAMED else ""
        duty = "Units on a beach must attack all Germans beside it."
        return f"Which enemy hex is attacked? {duty} Still owed: {owed}{more}."

    def seen_by(self, g: Game71, side: Side | None) -> Frame:
        return self if side == self.by else replace(self, fit=0)


@rule("Combat.A", "Combat.D", "Combat.E", "Combat.H")
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
        found = union(
            bit(space)
            for space in each(targets(g, self.by, self.attackers, self.attacked()))
            if may_attack(g, self.attackers, space) == self.attackers
        )
        return further_allowed(g, self.fit, self.duty(), found) if self.bound(g) else found

    def bound(self, g: Game71) -> bool:
        """Whether it is the day of the landing, when units on beaches must attack."""
        return g.turn == 1 and self.by == ALLIED

    def duty(self) -> Duty:
        """What the attack has to do with that duty."""
        others = union(attack.attackers for attack in self.attacks)
        attacked = spaces(target for attack in self.attacks for target in attack.targets)
        return Duty(spaces(self.hexes), self.attackers, others, attacked)

    def keeps_promises(self, g: Game71, attackers: Units, *, final: bool = False) -> bool:
        """On the day of the landing no German unit next to a beach may be left without a unit to attack it."""
        if not self.bound(g):
            return True
        duty = self.duty()._replace(attackers=attackers)
        return leaves_nobody_out(
            g, self.fit, duty, lambda units: replace(self, attackers=units).further(g), final=final
        )

    def offers(self, g: Game71) -> Iterator[Offer]:
        yield PickUnit("join", g, *why_not_join(g, self.by, self.fit, self.hexes, self.spent()), *self.joiners(g))
        yield from self.also(g)
        yield from self.endings(g)

    def joiners(self, g: Game71) -> Iterator[Bar]:
        """Who may still join: more of the same group against several hexes, and nobody who is owed elsewhere."""
        if len(self.hexes) > 1:
            group = g.here.get(self.group(g), 0)
            yield only(group, "Combat.D", "only the units of one hex attack several hexes at once; {} stands elsewhere")
        yield only(self.able(g), "Invasion.3", "if {} joined, Germans next to a beach would go without their attacker")

    def also(self, g: Game71) -> Iterator[Offer]:
        """Further hexes for the same group."""
        yield PickSpace(
            "also",
            g,
            all_if(not self.attackers, "Combat.D", "first somebody must take part in the attack"),
            all_if(self.attackers and not self.one_group(g), "Combat.D", "only the units of one hex attack several"),
            only(held(g, other(self.by)), "Combat.A", "no enemy stands in {}"),
            bar(self.attacked(), "Combat.C", "{} is under attack already: a hex is attacked once a phase"),
            *self.out_of_reach(g),
            all_if(self.waits_for_the_beach(g), "Invasion.3", "units on a beach must join first, and could not later"),
            hint(lambda: self.owed(g), "Invasion.3", "{} must be attacked by units on a beach"),
            only(self.further(g), "Combat.D", "not every unit of the group may attack {}"),
        )

    @rule("Combat.A", "Terrain.C", "Terrain.D", "Terrain.Flooded")
    def out_of_reach(self, g: Game71) -> Iterator[Bar]:
        """What lies between one group and further hexes."""
        if not self.one_group(g):
            return
        board, here = g.board, self.group(g)
        beside, open_ = spaces(board.neighbours[here]), board.assault.spread(bit(here))
        flooded = spaces(to for to in board.neighbours[here] if "flooded" in board.between(here, to))
        yield only(beside, "Combat.A", "the group is not next to {}")
        yield bar(flooded, "Terrain.Flooded", "a flood lies between the group and {}")
        yield only(open_, "Terrain.D", "the sea lies between the group and {}")
        if self.attackers & board.armor:
            yield bar(board.bocage, "Terrain.C", "there is armour in the group, and {} is bocage")

    def waits_for_the_beach(self, g: Game71) -> bool:
        """Whether the attack is owed to units on a beach, and none of them has joined it."""
        return bool(self.bound(g) and self.attackers and unserved(g, self.fit, self.duty()))

    def owed(self, g: Game71) -> Spaces:
        """Hexes that only units on beaches may take on, if this group is not on one."""
        if not self.bound(g) or not self.attackers:
            return 0
        return EVERYTHING & ~further_allowed(g, self.fit, self.duty(), EVERYTHING)

    def endings(self, g: Game71) -> Iterator[Offer]:
        """The attack stands as it is, or with everybody at once."""
        left_out = "Germans next to a beach would be left without an attacker who is on one"
        kept = self.attackers and self.keeps_promises(g, self.attackers, final=True)
        yield Act(
            "commit",
            bar(not self.attackers, "Combat", "nobody takes part in the attack yet"),
            bar(not kept, "Invasion.3", left_out),
        )
        able = 0 if self.attackers else self.able(g)
        yield Act(
            "all",
            bar(bool(self.attackers), "Combat.H", "somebody has joined already: add the others one by one"),
            bar(not able or not self.keeps_promises(g, able, final=True), "Invasion.3", left_out),
        )

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
        units = tuple(each_unit(attackers))
        g.emit(AttackAllocated(side=self.by, units=units, targets=self.hexes, rule="Combat"))
        return Allocation(by=self.by, fit=self.fit, attacks=(*self.attacks, attack))

    def prompt(self, g: Game71) -> str:
        asked = f"Who attacks {' and '.join(g.board.describe(target) for target in self.hexes)}?"
        return f"{asked} Somebody on a beach must still join." if self.waits_for_the_beach(g) else asked

    def title(self, g: Game71) -> str:
        return f"Attack on {' and '.join(g.board.space_title(target) for target in self.hexes)}"

    def seen_by(self, g: Game71, side: Side | None) -> Frame:
        return self if side == self.by else Allocation(by=self.by, fit=0, attacks=self.attacks)


def step_out(g: Game71, side: Side, space: Space) -> None:
    """A unit attacks out of an entrenched hex: everybody in it loses the entrenchment."""
    if g.dug_in[side] & bit(space):
        g.reveal(g.units_at(space, side), "Entrenchment.C")
        g.dug_in[side] &= ~bit(space)
        g.touch()


@rule("Combat")
class Resolution(Decision[Game71], frozen=True):
    """The attacker fights the combats in any order; every one must be fought."""

    called = "Combat resolution"
    question = "Which combat is fought next?"
    attacks: tuple[Attack, ...]
    shots: tuple[Shot, ...]

    def offers(self, g: Game71) -> Iterator[Offer]:
        order = [attack.targets[0] for attack in self.attacks]
        also = spaces(target for attack in self.attacks for target in attack.targets[1:])
        yield PickSpace(
            "resolve",
            g,
            bar(also, "Combat.D", "{} is part of an attack on several hexes: name the first of them"),
            only(spaces(order), "Combat", "no attack on {} is left to be fought"),
            order=order,
        )

    def chosen(self, g: Game71, action: Action) -> Step:
        now = next(attack for attack in self.attacks if attack.targets[0] == action[1])
        rest = tuple(attack for attack in self.attacks if attack is not now)
        battle = Battle(by=self.by, attack=now, shots=self.shots)
        return Call(battle, then=replace(self, attacks=rest).after)

    def after(self, g: Game71, _: object) -> Step:
        return self if self.attacks else DONE
