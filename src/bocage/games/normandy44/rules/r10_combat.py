"""10. Combat: the target, the attackers, the main assault force, the support; then the battle."""

from typing import NamedTuple

from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r11_shifts import Assault, defenders_of, odds
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.games.normandy44.rules.r16_fortifications import dismantle, surrenders, why_not_dismantle
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.rules.r19_support import (
    CAEN,
    army_index,
    army_units,
    artillery_for,
    gun_actions,
    most_air,
    most_shifts,
    paid_by_fortress,
    ships_for,
)
from bocage.games.normandy44.rules.r27_players import AirConsent, needs_consent
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.flow import DONE, Call, Decision, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because

BATTLE_GROUP = 6
GUN_VERBS = ("artillery", "fortress-artillery", "caen")


class Force(NamedTuple):
    """One way to declare the main assault force."""

    action: Action
    main: Units


@rule("2.3.1", "10.1", "10.2", "6.2.5", "16.1.3", "13.6", "20.2.3")
def able(g: Normandy44, side: Side, *, reserve: bool = False) -> Units:
    """Units that may still attack: none twice, none disrupted, scattered or just replaced, none beside a replacement
    or a position under construction.
    """
    roster = g.board.atlas.roster
    some: Units = presence(g).units[side] & ~(
        g.attacked | g.disrupted | g.scattered | g.replaced | g.overspent | roster.hq | roster.werfer | roster.strongpoint
    )
    if reserve:
        some &= g.reserve
    special = rules_of(g)
    if special.bounded:
        some &= ~special.idle(g)
    for space in each(g.ip_unfinished):
        some &= ~g.here.get(space, 0)
    for unit in each(g.replaced & presence(g).units[side]):
        some &= ~g.here[g.space[unit]]
    found: Units = some & roster.bold
    attacks, steps = roster.attacks, g.steps
    for unit in each(some & ~roster.bold):
        if attacks[unit][steps[unit]]:
            found |= 1 << unit
    return found


@rule("22.1.2")
def armies(g: Normandy44, side: Side) -> tuple[tuple[Units, Spaces], ...]:
    """The armies of a side and the ground that each may attack: the Allies keep to their side of the boundary."""
    atlas = g.board.atlas
    if side == GERMAN:
        return ((atlas.roster.german, atlas.land),)
    return ((atlas.roster.us, atlas.army_zone["us"]), (atlas.roster.cw, atlas.army_zone["cw"]))


@rule("9.6", "10.2", "22.1.1", "22.1.2")
def attackers_of(g: Normandy44, side: Side, target: Space, units: Units) -> Units:
    """Those of the units that may attack a hex: adjacent over a passable hexside, within their army's zone."""
    atlas = g.board.atlas
    found: Units = 0
    for space in atlas.around[target]:
        if space >= 0 and (space, target) not in atlas.shut:
            found |= g.here.get(space, 0)
    found &= units
    for army, ground in armies(g, side):
        if not ground >> target & 1:
            found &= ~army
    special = rules_of(g)
    if found and special.bounded:
        shut, leash = special.closed, special.tether
        found = sum(1 << unit for unit in each(found) if not (shut(g, unit) | leash(g, unit)) >> target & 1)
    return found


def targets(g: Normandy44, side: Side, units: Units) -> Spaces:
    """Enemy hexes that some of the units may attack, not attacked yet in this phase."""
    near = 0
    for army, ground in armies(g, side):
        near |= g.board.atlas.zones.spread(places(g, units & army)) & ground
    bounded, found = rules_of(g).bounded, 0
    for space in each(near & presence(g).hexes[1 - side]):
        defenders = defenders_of(g, space)
        if defenders and not defenders & g.defended and (not bounded or attackers_of(g, side, space, units)):
            found |= BITS[space]
    return found


def places(g: Normandy44, units: Units) -> Spaces:
    """The hexes where units stand."""
    found = 0
    for unit in each(units):
        found |= BITS[g.space[unit]]
    return found


@rule("10.3.1", "10.3.2", "10.3.3", "10.3.4")
def forces(g: Normandy44, attackers: Units) -> list[Force]:
    """Every formation among the attackers, alone or with one attached unit; and every battle group."""
    formation = g.board.atlas.roster.formation
    groups: dict[str, Units] = {}
    stacks: dict[Space, Units] = {}
    for unit in each(attackers):
        bit = 1 << unit
        groups[formation[unit]] = groups.get(formation[unit], 0) | bit
        stacks[g.space[unit]] = stacks.get(g.space[unit], 0) | bit
    out = []
    for group in groups.values():
        lead = (group & -group).bit_length() - 1
        out.append(Force(("main", lead, 0), group))
        beside = 0
        for space, stack in stacks.items():
            del space
            if stack & group:
                beside |= stack & ~group
        out += [Force(("main", lead, 1 << unit), group | 1 << unit) for unit in each(beside)]
    for space, stack in stacks.items():
        if (
            stack & (stack - 1)
            and stack not in groups.values()
            and sum(strength(g, u) for u in each(stack)) <= BATTLE_GROUP
        ):
            out.append(Force(("group", space), stack))
    return out


@rule("10.6")
def strong_enough(g: Normandy44, a: Assault) -> bool:
    """No attack starts below 1-3."""
    return odds(g, a, keep=False).start >= 0


def sound_forces(g: Normandy44, a: Assault) -> list[Force]:
    """Main assault forces with which the attack may start."""
    return [force for force in forces(g, a.attackers) if strong_enough(g, replace(a, main=force.main))]


@rule("10.1", "16.2")
class Attacks(Decision[Normandy44], frozen=True, kw_only=True):
    """The attacker picks a hex to attack, or ends the phase."""

    reserve: bool = False

    def options(self, g: Normandy44) -> list[Action]:
        units = able(g, self.by, reserve=self.reserve)
        out: list[Action] = [("attack", space) for space in each(targets(g, self.by, units))] if units else []
        return [*out, *surrenders(g, self.by), ("end",)]

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "end":
            return DONE
        if action[0] == "dismantle":
            dismantle(g, action[1])
            return self
        a = Assault(by=self.by, target=action[1])
        return Call(Assemble(by=self.by, assault=a, reserve=self.reserve), then=self.again)

    def again(self, g: Normandy44, _: object) -> Step:
        """The next attack, if there is one to make."""
        return self

    def refuse(self, g: Normandy44, action: Action) -> Because:
        if action[0] == "dismantle":
            return why_not_dismantle(g, action[1])
        if action[0] != "attack":
            return Because("10.1", "pick a hex to attack, or end the phase")
        space, name = action[1], g.board.names[action[1]]
        defenders = g.here.get(space, 0) & g.board.atlas.roster.side[1 - self.by]
        if not defenders or space >= g.board.atlas.size:
            return Because("10.1", f"there is no enemy in {name}")
        if defenders & g.defended:
            return Because("10.1", f"{name} has been attacked in this phase")
        return Because("10.1", f"nobody who may attack {name} stands next to it")

    def prompt(self, g: Normandy44) -> str:
        return "Pick a hex to attack, or end your attacks."

    def title(self, g: Normandy44) -> str:
        return "Reserve combat" if self.reserve else "Combat"


@rule("10.2", "22.1.1")
class Assemble(Decision[Normandy44], frozen=True, kw_only=True):
    """Who attacks? Units are added one by one."""

    assault: Assault
    reserve: bool = False

    def free(self, g: Normandy44) -> Units:
        """Units that may still join."""
        a = self.assault
        units = attackers_of(g, self.by, a.target, able(g, self.by, reserve=self.reserve)) & ~a.attackers
        return units & army_units(g, a.attackers) if a.attackers else units

    def options(self, g: Normandy44) -> list[Action]:
        out: list[Action] = [("with", unit) for unit in each(self.free(g))]
        if self.assault.attackers and sound_forces(g, self.assault):
            out.append(("ready",))
        return [*out, ("withdraw",)]

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "with":
            a = replace(self.assault, attackers=self.assault.attackers | 1 << action[1])
            return replace(self, assault=a)
        if action[0] == "withdraw":
            return DONE
        return MainForce(by=self.by, assault=self.assault)

    def refuse(self, g: Normandy44, action: Action) -> Because:
        if action[0] == "ready":
            return Because("10.6", "the odds would be below 1-3")
        return Because("10.2", "only adjacent units of one army that have not attacked may join")

    def prompt(self, g: Normandy44) -> str:
        at = g.board.describe(self.assault.target)
        if not self.assault.attackers:
            return f"Who attacks {at}? Add units one by one, or withdraw."
        names = ", ".join(g.board.counters[unit].name for unit in each(self.assault.attackers))
        return f"Against {at}: {names}. Add another, or be ready, or withdraw."

    def title(self, g: Normandy44) -> str:
        return f"Attack on {g.board.names[self.assault.target]}"


@rule("10.3.1")
class MainForce(Decision[Normandy44], frozen=True, kw_only=True):
    """Which formation is the main assault force, and who is attached to it?"""

    assault: Assault

    def options(self, g: Normandy44) -> list[Action]:
        return [force.action for force in sound_forces(g, self.assault)]

    def chosen(self, g: Normandy44, action: Action) -> Step:
        main = next(f.main for f in forces(g, self.assault.attackers) if f.action == action)
        return Support(by=self.by, assault=replace(self.assault, main=main))

    def refuse(self, g: Normandy44, action: Action) -> Because:
        if action in [force.action for force in forces(g, self.assault.attackers)]:
            return Because("10.6", "with that main force the odds would be below 1-3")
        return Because("10.3.2", "that is no formation or battle group among the attackers")

    def prompt(self, g: Normandy44) -> str:
        return "Which formation is the main assault force? It fights at full strength, all others at half."

    def title(self, g: Normandy44) -> str:
        return f"Attack on {g.board.names[self.assault.target]}"


@rule("10.5", "11.6.1", "11.6.2", "19.1.2", "19.2")
class Support(Decision[Normandy44], frozen=True, kw_only=True):
    """Artillery, aircraft and ships are committed; then the die is rolled."""

    assault: Assault
    refused: bool = False  # the other Allied player keeps his aircraft (27)

    def options(self, g: Normandy44) -> list[Action]:
        a = self.assault
        out: list[Action] = [("fight",)]
        if len(a.artillery) < most_shifts(g):
            guns = artillery_for(g, self.by, a.target, army_units(g, a.attackers), a.artillery, a.fortress)
            out += gun_actions(g, guns, a.artillery, a.fortress)
        if self.by == ALLIED:
            if len(a.air) < most_air(g):
                out += [
                    ("air", army)
                    for army in (0, 1)
                    if g.air[army] > a.air.count(army)
                    and not (self.refused and needs_consent(g, army, army_index(g, a.attackers)))
                ]
            if not a.naval and ships_for(g, army_index(g, a.attackers), a.target, attack=True):
                out.append(("naval",))
        return [*out, ("withdraw",)]

    def chosen(self, g: Normandy44, action: Action) -> Step:
        a, verb = self.assault, action[0]
        if verb == "withdraw":
            return DONE
        if verb == "fight":
            return Battle(assault=a)
        if verb in GUN_VERBS:
            gun = CAEN if verb == "caen" else action[1]
            fortress = a.fortress | 1 << gun if paid_by_fortress(g, action, a.artillery, a.fortress) else a.fortress
            return replace(self, assault=replace(a, artillery=(*a.artillery, gun), fortress=fortress))
        if verb == "air":
            lent = replace(self, assault=replace(a, air=(*a.air, action[1])))
            if needs_consent(g, action[1], army_index(g, a.attackers)):
                return Call(AirConsent(by=ALLIED, army=action[1], target=a.target), then=lent.consented)
            return lent
        return replace(self, assault=replace(a, naval=1))

    @rule("27")
    def consented(self, g: Normandy44, agreed: bool) -> Step:
        """The other Allied player has agreed to lend his aircraft, or not; he is asked once an attack."""
        if agreed:
            return self
        return replace(self, assault=replace(self.assault, air=self.assault.air[:-1]), refused=True)

    def refuse(self, g: Normandy44, action: Action) -> Because:
        if action[0] in GUN_VERBS:
            if len(self.assault.artillery) >= most_shifts(g):
                return Because("11.6.1", "no more artillery shifts in this attack")
            if action[0] == "fortress-artillery":
                return Because("17.2", "Fortress Cherbourg pays by choice only for one whom both stocks could pay")
            return Because("17.2", "it is not ready, not in range, or has no supply point to spend")
        if action[0] == "naval":
            return Because("19.2", "no naval unit can support this attack")
        return Because("19.1.2", "no such support is available")

    def prompt(self, g: Normandy44) -> str:
        ledger = odds(g, self.assault, keep=False)
        column = g.board.crt.title(ledger.final().column)
        return f"The attack stands at {column}. Add artillery, aircraft or ships, then fight; or withdraw."

    def title(self, g: Normandy44) -> str:
        return f"Attack on {g.board.names[self.assault.target]}"
