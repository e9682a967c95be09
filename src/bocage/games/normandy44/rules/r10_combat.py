"""10. Combat: the target, the attackers, the main assault force, the support; then the battle."""

from collections.abc import Iterator
from typing import NamedTuple

from bocage.games.normandy44.rules.r08_zones_of_control import places, presence
from bocage.games.normandy44.rules.r09_moving_a_unit import by_rule
from bocage.games.normandy44.rules.r11_shifts import Assault, defenders_of, odds, strengths
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.games.normandy44.rules.r16_fortifications import dismantle, surrenders
from bocage.games.normandy44.rules.r17_cadres import strength
from bocage.games.normandy44.rules.r19_support import (
    CAEN,
    army_index,
    army_units,
    gun_offers,
    most_air,
    most_shifts,
    paid_by_fortress,
    ship_rows,
)
from bocage.games.normandy44.rules.r27_players import AirConsent, needs_consent
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Listed, Offer, PickSpace, PickUnit, PickWord, Test, bar, only
from bocage.kernel.counters import each_unit, lowest, units
from bocage.kernel.flow import DONE, Call, Decision, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, spaces

BATTLE_GROUP = 6
DEFENDS = "{} can only defend"
GUN_VERBS = ("artillery", "fortress-artillery", "caen")


class Force(NamedTuple):
    """One way to declare the main assault force."""

    action: Action
    main: Units


@rule("2.3.1", "10.1", "10.2", "10.7", "6.2.5", "13.6", "15.3", "16.1.3", "20.2.3")
def attack_rows(g: Normandy44, side: Side, *, reserve: bool = False) -> tuple[Bar, ...]:
    """Who may not attack: none twice, none disrupted, scattered or just replaced, none beside a replacement or a
    position under construction.
    """
    roster, here, special = g.board.atlas.roster, presence(g).units[side], rules_of(g)
    digging = g.standing(each(g.ip_unfinished)) if g.ip_unfinished else 0
    beside = g.standing(g.space[unit] for unit in each_unit(g.replaced & here)) if g.replaced & here else 0
    rows = (
        only(here, "10.1", "{} is not a unit of yours on the map"),
        bar(roster.hq | roster.werfer | roster.strongpoint | g.cached("too weak", _too_weak), "10.7", DEFENDS),
        bar(g.attacked, "10.1", "{} has attacked in this phase"),
        bar(g.disrupted, "13.6", "{} is disrupted"),
        bar(g.scattered, "20.2.3", "{} is scattered"),
        bar(g.replaced, "6.2.4", "{} has a replacement to absorb"),
        bar(beside, "6.2.5", "{} stands with a unit that absorbs a replacement"),
        bar(digging, "16.1.3", "{} stands where a position is being built"),
        bar(g.overspent, "2.3.1", "{} has moved further than its allowance"),
        only(g.reserve if reserve else -1, "15.3", "{} is not in reserve"),
    )
    if not special.bounded:
        return rows
    return (*rows, *by_rule(g, special.idle(g), "{} is too far from where its division must stay"))


def _too_weak(g: Normandy44) -> Units:
    """Those on the map who cannot attack with the steps they have."""
    roster, steps, here = g.board.atlas.roster, g.steps, presence(g).units
    attacks = roster.attacks
    return units([unit for unit in each_unit((here[0] | here[1]) & ~roster.bold) if not attacks[unit][steps[unit]]])


def able(g: Normandy44, side: Side, *, reserve: bool = False) -> Units:
    """Units that may still attack."""
    return PickUnit("with", g, *attack_rows(g, side, reserve=reserve)).open()


@rule("22.1.2")
def armies(g: Normandy44, side: Side) -> tuple[tuple[Units, Spaces], ...]:
    """The armies of a side and the ground that each may attack: the Allies keep to their side of the boundary."""
    atlas = g.board.atlas
    if side == GERMAN:
        return ((atlas.roster.german, atlas.land),)
    return ((atlas.roster.us, atlas.army_zone["us"]), (atlas.roster.cw, atlas.army_zone["cw"]))


@rule("9.6", "10.2", "22.1.1", "22.1.2", "26.1")
def near_rows(g: Normandy44, side: Side, target: Space, some: Units) -> tuple[Bar, ...]:
    """Who may not attack a hex: adjacent over a passable hexside, within their army's zone."""
    atlas, at, special = g.board.atlas, g.board.describe(target), rules_of(g)
    around, beyond = atlas.around[target], 0
    for army, ground in armies(g, side):
        beyond |= 0 if ground >> target & 1 else army
    next_to = g.standing([space for space in around if (space, target) not in atlas.shut])
    rows = (
        only(g.standing(around), "10.2", f"{{}} is not next to {at}"),
        only(next_to, "9.6", f"the hexside between {{}} and {at} is impassable"),
        bar(beyond, "22.1.2", f"{at} lies more than one hex beyond the army boundary for {{}}"),
    )
    if not special.bounded:
        return rows
    shut = {u: _forbidden(g, u, target) for u in each_unit(next_to & some)}
    return (
        *rows,
        *(bar(1 << u, number, f"{{}} may not attack {at} in this scenario") for u, number in shut.items() if number),
    )


@rule("26.1", "26.3.2", "26.3.3")
def _forbidden(g: Normandy44, unit: UnitId, target: Space) -> str:
    """The rule by which a scenario keeps a unit from attacking a hex: its map, or a division's leash; empty if none."""
    special = rules_of(g)
    if special.closed(g, unit) >> target & 1:
        return "26.1"
    return special.tie(g, unit) if special.tether(g, unit) >> target & 1 else ""


def attackers_of(g: Normandy44, side: Side, target: Space, some: Units) -> Units:
    """Those of the units that may attack a hex."""
    return some & PickUnit("with", g, *near_rows(g, side, target, some)).open()


def targets(g: Normandy44, side: Side, some: Units) -> Spaces:
    """Enemy hexes that some of the units may attack, not attacked yet in this phase."""
    near = 0
    for army, ground in armies(g, side):
        near |= g.board.atlas.zones.spread(places(g, some & army)) & ground
    bounded, found = rules_of(g).bounded, 0
    for space in each(near & presence(g).hexes[1 - side]):
        defenders = defenders_of(g, space)
        if defenders and not defenders & g.defended and (not bounded or attackers_of(g, side, space, some)):
            found |= BITS[space]
    return found


@rule("10.3.1", "10.3.2", "10.3.3", "10.3.4")
def forces(g: Normandy44, attackers: Units) -> list[Force]:
    """Every formation among the attackers, alone or with one attached unit; and every battle group."""
    formation = g.board.atlas.roster.formation
    groups: dict[str, Units] = {}
    stacks: dict[Space, Units] = {}
    for unit in each_unit(attackers):
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
        out += [Force(("main", lead, 1 << unit), group | 1 << unit) for unit in each_unit(beside)]
    for space, stack in stacks.items():
        if (
            stack & (stack - 1)
            and stack not in groups.values()
            and sum(strength(g, u) for u in each_unit(stack)) <= BATTLE_GROUP
        ):
            out.append(Force(("group", space), stack))
    return out


@rule("10.3.1", "10.3.2", "10.3.3")
def why_no_formation(g: Normandy44, attackers: Units) -> Iterator[Test]:
    """What keeps a formation, `main UNIT ATTACHED`, from being the main force."""
    formation, name = g.board.atlas.roster.formation, g.board.unit_title

    def of(unit: UnitId) -> Units:
        return units(u for u in each_unit(attackers) if formation[u] == formation[unit])

    def strangers(action: Action) -> Units:
        named: Units = 1 << action[1] | action[2]
        return named & ~attackers

    yield Test(
        lambda a: bool(strangers(a)), "10.3.1", lambda a: f"{name(lowest(strangers(a)))} takes no part in the attack"
    )
    yield Test(
        lambda a: lowest(of(a[1])) != a[1],
        "10.3.1",
        lambda a: f"{name(a[1])} is of the formation that {name(lowest(of(a[1])))} stands for",
    )
    yield Test(lambda a: a[2].bit_count() > 1, "10.3.2", "at most one unit is attached to the main force")
    yield Test(
        lambda a: bool(a[2] & of(a[1])), "10.3.2", lambda a: f"{name(lowest(a[2]))} belongs to the formation anyway"
    )


@rule("10.3.4")
def why_no_group(g: Normandy44, attackers: Units) -> Iterator[Test]:
    """What keeps a stack, `group HEX`, from being a battle group."""
    formation, where = g.board.atlas.roster.formation, g.board.describe

    def stack(action: Action) -> Units:
        return g.here.get(action[1], 0) & attackers

    def is_formation(action: Action) -> bool:
        kinds = {formation[u] for u in each_unit(stack(action))}
        return len(kinds) == 1 and kinds.isdisjoint(formation[u] for u in each_unit(attackers & ~stack(action)))

    yield Test(lambda a: not stack(a), "10.3.4", lambda a: f"none of the attackers stands in {where(a[1])}")
    yield Test(
        lambda a: sum(strength(g, u) for u in each_unit(stack(a))) > BATTLE_GROUP,
        "10.3.4",
        lambda a: f"the attackers in {where(a[1])} have more than {BATTLE_GROUP} factors",
    )
    yield Test(
        lambda a: stack(a).bit_count() > 1 and is_formation(a),
        "10.3.4",
        lambda a: f"the attackers in {where(a[1])} are a formation: declare it as the main force",
    )


@rule("10.6")
def strong_enough(g: Normandy44, a: Assault) -> bool:
    """No attack starts below 1-3."""
    return strengths(g, a, keep=False).start >= 0


def sound_forces(g: Normandy44, a: Assault) -> list[Force]:
    """Main assault forces with which the attack may start."""
    return [force for force in forces(g, a.attackers) if strong_enough(g, replace(a, main=force.main))]


def may_start(g: Normandy44, a: Assault) -> bool:
    """Is there any such force? The first one settles it."""
    return any(strong_enough(g, replace(a, main=force.main)) for force in forces(g, a.attackers))


@rule("10.1", "16.2")
class Attacks(Decision[Normandy44], frozen=True, kw_only=True):
    """The attacker picks a hex to attack, or ends the phase."""

    question = "Pick a hex to attack, or end your attacks."
    reserve: bool = False

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        fit = able(g, self.by, reserve=self.reserve)
        some = targets(g, self.by, fit) if fit else 0
        only_these = only(some, "10.1", "no unit that may still attack {} stands next to it")
        yield PickSpace("attack", g, only_these, hints=lambda: self.reasons(g, some))
        yield surrenders(g, self.by)
        yield Act("end")

    @rule("10.1", "13.5", "22.1.2")
    def reasons(self, g: Normandy44, some: Spaces) -> Iterator[Bar]:
        """Why a hex cannot be attacked."""
        foes = presence(g).hexes[1 - self.by]
        yield only(foes, "10.1", "there is no enemy in {}")
        done = spaces(space for space in each(foes) if defenders_of(g, space) & g.defended)
        yield bar(done & ~some, "10.1", "{} has been attacked in this phase")
        gone = spaces(space for space in each(foes) if not defenders_of(g, space))
        yield bar(gone, "13.5", "all who are in {} have retreated in this phase and do not defend")
        fit = able(g, self.by, reserve=self.reserve)
        for army, ground in armies(g, self.by):
            beside = g.board.atlas.zones.spread(places(g, fit & army))
            yield bar(beside & ~ground & ~some, "22.1.2", "{} lies more than one hex beyond the army boundary")
        if rules_of(g).bounded:
            yield from self.out_of_bounds(g, foes & ~some, fit)

    @rule("26.1", "26.3.2", "26.3.3")
    def out_of_bounds(self, g: Normandy44, foes: Spaces, fit: Units) -> Iterator[Bar]:
        """Hexes that the scenario shuts to those who stand next to them."""
        for unit in each_unit(fit):
            for space in each(foes & g.board.atlas.zones.spread(BITS[g.space[unit]])):
                number = _forbidden(g, unit, space)
                if number:
                    yield bar(
                        BITS[space], number, f"{g.board.counters[unit].name} may not attack {{}} in this scenario"
                    )

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "end":
            return DONE
        if action[0] == "dismantle":
            dismantle(g, action[1])
            return self
        a = Assault(by=self.by, target=action[1])
        return Call(Assemble(by=self.by, assault=a, reserve=self.reserve), then=self.again)

    def title(self, g: Normandy44) -> str:
        return "Reserve combat" if self.reserve else "Combat"


@rule("10.2", "22.1.1")
class Assemble(Decision[Normandy44], frozen=True, kw_only=True):
    """Who attacks? Units are added one by one."""

    assault: Assault
    reserve: bool = False

    def joining(self, g: Normandy44) -> PickUnit:
        """Units that may still join."""
        a = self.assault
        army = army_units(g, a.attackers) if a.attackers else -1
        rows = attack_rows(g, self.by, reserve=self.reserve)
        return PickUnit(
            "with",
            g,
            only(g.board.atlas.roster.side[self.by], "10.1", "{} is not yours"),
            bar(a.attackers, "10.1", "{} is in the attack already"),
            *near_rows(g, self.by, a.target, presence(g).units[self.by]),
            *rows,
            only(army, "22.1.1", "{} belongs to another army than those who attack"),
        )

    def free(self, g: Normandy44) -> Units:
        """Units that may still join."""
        return self.joining(g).open()

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield self.joining(g)
        some = self.assault.attackers
        weak = bool(some) and not may_start(g, self.assault)
        yield Act(
            "ready",
            bar(not some, "10.1", "nobody attacks yet: add units first"),
            bar(weak, "10.6", "the odds would be below 1-3"),
        )
        yield Act("withdraw")

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "with":
            a = replace(self.assault, attackers=self.assault.attackers | 1 << action[1])
            return replace(self, assault=a)
        if action[0] == "withdraw":
            return DONE
        return MainForce(by=self.by, assault=self.assault)

    def prompt(self, g: Normandy44) -> str:
        at = g.board.describe(self.assault.target)
        if not self.assault.attackers:
            return f"Who attacks {at}? Add units, or call it off."
        names = ", ".join(g.board.counters[unit].name for unit in each_unit(self.assault.attackers))
        return f"Against {at}: {names}. Add others, say that these attack, or call it off."

    def title(self, g: Normandy44) -> str:
        return f"Attack on {g.board.space_title(self.assault.target)}"


@rule("10.3.1")
class MainForce(Decision[Normandy44], frozen=True, kw_only=True):
    """Which formation is the main assault force, and who is attached to it?"""

    question = "Which formation is the main assault force? It fights at full strength, all others at half."
    assault: Assault

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        sound = [force.action for force in sound_forces(g, self.assault)]
        weak = Test(lambda action: self.too_weak(g, action, sound), "10.6", "with it the odds would be below 1-3")
        some = self.assault.attackers
        apart = ("10.3.3", "only a unit stacked with the formation can be attached to it")
        alone = ("10.3.4", "one unit alone is no battle group: declare it as the main force")
        yield Listed(
            "main", [action for action in sound if action[0] == "main"], apart, *why_no_formation(g, some), weak
        )
        yield Listed("group", [action for action in sound if action[0] == "group"], alone, *why_no_group(g, some), weak)

    def too_weak(self, g: Normandy44, action: Action, sound: list[Action]) -> bool:
        """Is it a force that could be declared, but for the odds?"""
        return action not in sound and any(force.action == action for force in forces(g, self.assault.attackers))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        main = next(f.main for f in forces(g, self.assault.attackers) if f.action == action)
        return Support(by=self.by, assault=replace(self.assault, main=main))

    def title(self, g: Normandy44) -> str:
        return f"Attack on {g.board.space_title(self.assault.target)}"


@rule("10.5", "11.6.1", "11.6.2", "19.1.2", "19.2")
class Support(Decision[Normandy44], frozen=True, kw_only=True):
    """Artillery, aircraft and ships are committed; then the die is rolled."""

    assault: Assault
    refused: bool = False  # the other Allied player keeps those aircraft (27)

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        a, army = self.assault, army_units(g, self.assault.attackers)
        yield Act("fight")
        full = len(a.artillery) >= most_shifts(g)
        yield from gun_offers(g, self.by, a.target, army, a.artillery, a.fortress, full=full)
        if self.by == ALLIED:
            yield self.air(g)
            used = bar(a.naval, "19.2", "no more than one naval unit supports an attack")
            yield Act("naval", used, *ship_rows(g, army_index(g, army), a.target, attack=True))
        yield Act("withdraw")

    @rule("19.1.2", "27")
    def air(self, g: Normandy44) -> PickWord:
        """Which army's aircraft may join."""
        a, most = self.assault, most_air(g)
        left = units(army for army in (0, 1) if g.air[army] > a.air.count(army))
        kept = units(army for army in (0, 1) if self.refused and needs_consent(g, army, army_index(g, a.attackers)))
        return PickWord(
            "air",
            ("the US", "the Commonwealth"),
            only(0b11, "19.1.2", "there is no such air force"),
            bar(-1 if len(a.air) >= most else 0, "19.1.2", f"an attack has {most} air support at most this turn"),
            only(left, "19.1.1", "{} has no air unit left"),
            bar(kept, "27", "{} keeps its aircraft out of this attack"),
        )

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
        """The other Allied player has agreed to lend aircraft, or not; the question comes once an attack."""
        if agreed:
            return self
        return replace(self, assault=replace(self.assault, air=self.assault.air[:-1]), refused=True)

    def prompt(self, g: Normandy44) -> str:
        ledger = odds(g, self.assault, keep=False)
        column = g.board.crt.title(ledger.final().column)
        return f"The attack stands at {column}. Add artillery, aircraft or ships, then fight; or withdraw."

    def title(self, g: Normandy44) -> str:
        return f"Attack on {g.board.space_title(self.assault.target)}"
