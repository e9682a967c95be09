"""6.1 to 6.4 and 6.7: replacements, what they rebuild and where, and the mobilisation of two coastal divisions."""

from collections.abc import Iterator

from bocage.games.normandy44.events import Rebuilt
from bocage.games.normandy44.rules.r02_control import cotentin, enter
from bocage.games.normandy44.rules.r07_stacking import fits, overstacked
from bocage.games.normandy44.rules.r08_zones_of_control import inside, places, presence, side_of, zone
from bocage.games.normandy44.rules.r09_movement import bound
from bocage.games.normandy44.rules.r09_moving_a_unit import can_leave
from bocage.games.normandy44.rules.r16_fortifications import dismantle, surrenders
from bocage.games.normandy44.rules.r17_cadres import set_steps
from bocage.games.normandy44.rules.r18_supply import open_beach_hexes, supplied
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import (
    ALLIED,
    BRITISH_AIRBORNE,
    BRITISH_ARMOR,
    BRITISH_INFANTRY,
    CANADIAN_INFANTRY,
    GERMAN,
    GERMAN_ARMOR,
    GERMAN_INFANTRY,
    GERMAN_PANTHER,
    GERMAN_WEAK,
    GERMAN_WEAKEST,
    MOST_SUPPLY,
    REPLACEMENTS,
    US_AIRBORNE,
    US_ARMOR,
    US_INFANTRY,
    in_words,
)
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickSpace, PickUnit, PickWord, all_alike, bar, late, only
from bocage.kernel.counters import each_unit, units
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Step
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, spaces

DIVISION_RANGE = 5
BEACH_CAPACITY = 4
MOST_KEPT = 9
UNSERVED = "there is no replacement of the right type for {}"


@rule("6.1")
def keep(g: Normandy44, kind: int, count: int) -> None:
    """Add to the track; no more than nine of a kind are kept."""
    g.replacements[kind] = min(g.replacements[kind] + count, MOST_KEPT)


@rule("6.2.6", "6.3", "6.4")
def kinds_for(g: Normandy44, unit: UnitId) -> tuple[int, ...]:
    """The replacements that serve a unit, the most specific first."""
    roster, bit = g.board.atlas.roster, 1 << unit
    if not roster.replaceable & bit:
        return ()
    armor = (roster.armored | roster.silhouette | roster.werfer) & bit
    if roster.german & bit:
        if armor:
            heavy = (roster.tiger | roster.panther) & bit
            return (GERMAN_PANTHER,) if heavy else (GERMAN_ARMOR, GERMAN_PANTHER)
        quality = g.board.counters[unit].tq
        if quality == -1:
            return (GERMAN_WEAKEST, GERMAN_WEAK, GERMAN_INFANTRY)
        return (GERMAN_WEAK, GERMAN_INFANTRY) if quality == 0 else (GERMAN_INFANTRY,)
    if roster.us & bit:
        return (US_AIRBORNE,) if roster.airborne & bit else (US_ARMOR,) if armor else (US_INFANTRY,)
    if roster.airborne & bit:
        return (BRITISH_AIRBORNE,)
    if armor:
        return (BRITISH_ARMOR,)
    return (CANADIAN_INFANTRY,) if roster.canadian & bit else (BRITISH_INFANTRY,)


def replacement_for(g: Normandy44, unit: UnitId) -> int | None:
    """The replacement at hand that a unit would use."""
    may_use = rules_of(g).may_use
    return next((kind for kind in kinds_for(g, unit) if g.replacements[kind] and may_use(g, kind)), None)


def in_stock(g: Normandy44, side: Side) -> bool:
    """Has a side any replacement at all?"""
    return any(g.replacements[:5] if side == GERMAN else g.replacements[5:])


def _unserved(g: Normandy44, some: Units) -> Units:
    """Those for whom there is no replacement of the right type."""
    return units(unit for unit in each_unit(some) if replacement_for(g, unit) is None)


@rule("6.2.3", "20.2.2")
def _had_its_own(g: Normandy44) -> Units:
    """The airborne divisions that have had their one replacement of the turn."""
    found = 0
    for division in g.airborne_rebuilt:
        found |= g.board.atlas.roster.by_division[division]
    return found & g.board.atlas.roster.airborne


def _first_rows(g: Normandy44, side: Side) -> tuple[Bar, ...]:
    """What keeps a side from using any replacement, and who never has one."""
    return (
        only(g.board.atlas.roster.side[side], "6.2.1", "{} is not yours"),
        bar(-1 if g.turn == 1 else 0, "6.2.3", "there are no replacements on turn 1"),
        only(g.board.atlas.roster.replaceable, "6.3", "{} may never be replaced"),
        bar(0 if in_stock(g, side) else -1, "6.2.6", "there are no replacements left"),
    )


@rule("6.2.1", "6.2.3", "6.3", "18.4")
def rebuildings(g: Normandy44, side: Side) -> PickUnit:
    """Which units on the map, or waiting in Britain, may take a replacement now."""
    roster, here = g.board.atlas.roster, presence(g).units[side]
    there = (here | g.here.get(g.board.ids["britain"], 0)) & roster.side[side] & roster.replaceable
    return PickUnit(
        "replace",
        g,
        *_first_rows(g, side),
        only(there, "6.2.1", "{} is neither on the map nor in Britain"),
        bar(g.replaced, "6.2.3", "{} has had its replacement this turn"),
        late(lambda some: _whole(g, some), "6.2.1", "{} is at full strength"),
        late(lambda some: _unserved(g, some), "6.2.6", UNSERVED),
        bar(g.disrupted, "6.2.3", "{} is disrupted"),
        bar(g.scattered, "6.2.3", "{} is scattered"),
        bar(g.out_of_supply, "18.4", "{} is marked out of supply"),
        bar(_had_its_own(g), "6.2.3", "the division of {} has had its airborne replacement this turn"),
        late(lambda some: _cut_off(g, side, some & here), "6.2.3", "{} cannot trace a line of supply"),
        late(lambda some: _cramped(g, some & here), "7.2", "the hex of {} has no room for it rebuilt"),
    )


def _whole(g: Normandy44, some: Units) -> Units:
    """Units that have lost no step."""
    steps, most = g.steps, g.board.atlas.roster.steps
    return units(unit for unit in each_unit(some) if steps[unit] >= most[unit])


def _cut_off(g: Normandy44, side: Side, some: Units) -> Units:
    """Those who cannot trace a line of supply."""
    return some & ~inside(g, side, supplied(g, side)) if some else 0


def _cramped(g: Normandy44, some: Units) -> Units:
    """Those whose hex has no room for them with a step more."""
    return units(unit for unit in each_unit(some) if not _grows(g, unit))


@rule("7.1", "7.2")
def _grows(g: Normandy44, unit: UnitId) -> bool:
    """Has the hex of a unit room for it with a step more? Replacements are no exception to the stacking limit."""
    space = g.space[unit]
    g.steps[unit] += 1
    found = not overstacked(g, space)
    g.steps[unit] -= 1
    return found


@rule("6.2.4", "17.9.3")
def replace_step(g: Normandy44, unit: UnitId) -> None:
    """One step more; a cadre gives its box back and becomes its unit again."""
    _pay(g, unit)
    set_steps(g, unit, g.steps[unit] + 1)
    g.boxed &= ~(1 << unit)
    g.replaced |= 1 << unit
    g.reserve &= ~(1 << unit)
    g.emit(Rebuilt(unit=UnitId(unit), steps=g.steps[unit], rule="6.2.1"))


def _pay(g: Normandy44, unit: UnitId) -> None:
    kind = replacement_for(g, unit)
    assert kind is not None
    g.replacements[kind] -= 1
    if g.board.atlas.roster.airborne >> unit & 1:
        g.airborne_rebuilt = [*g.airborne_rebuilt, g.board.counters[unit].division]


@rule("6.2.2", "17.2", "17.9.4", "21.1.4")
def return_hexes(g: Normandy44, unit: UnitId) -> Spaces:
    """Where an eliminated unit may come back; headquarters come to cities and beachheads, engineers by Britain."""
    atlas, bit = g.board.atlas, 1 << unit
    roster, side = atlas.roster, side_of(g, unit)
    if roster.engineer & bit:
        return BITS[g.board.ids["britain"]]
    mine = g.allied_control if side == ALLIED else ~g.allied_control
    if roster.hq & bit:
        ground = atlas.city & mine
        if side == ALLIED:
            ground |= open_beach_hexes(g)
    else:
        ground = (atlas.town | atlas.city) & mine
        army = roster.german if side == GERMAN else roster.us if roster.us & bit else roster.cw
        headquarters = presence(g).units[side] & roster.hq & army & ~g.out_of_supply  # 18.3
        ground |= places(g, headquarters)
        division = roster.by_division.get(g.board.counters[unit].division)
        if division is not None:
            near = 0
            for other in each(presence(g).units[side] & division & ~bit):
                near |= atlas.near(g.space[other], DIVISION_RANGE)
            ground &= near
    foe = Side(1 - side)
    if side == ALLIED:
        ground &= atlas.army_zone["us" if roster.us & bit else "cw"]  # 22.1.2
    return ground & atlas.land & supplied(g, side) & ~presence(g).hexes[foe] & ~zone(g, foe)


@rule("6.2.1", "6.2.2", "17.4", "17.9.1", "17.9.4")
def comebacks(g: Normandy44, side: Side) -> PickUnit:
    """Which eliminated units may come back now."""
    roster = g.board.atlas.roster
    dead = g.here.get(g.board.ids["dead"], 0) & roster.side[side] & roster.replaceable if in_stock(g, side) else 0
    for_good = roster.three_step & ~g.boxed | (cotentin(g) if g.fortress_fell else 0)
    return PickUnit(
        "return",
        g,
        *_first_rows(g, side),
        only(dead, "6.2.1", "{} has not been eliminated"),
        bar(roster.three_step & ~g.boxed, "17.9.1", "{} was lost without a cadre and is gone for good"),
        bar(for_good, "17.4", "{} went out of play with Fortress Cherbourg"),
        late(lambda some: _unserved(g, some), "6.2.6", UNSERVED),
        bar(_had_its_own(g), "6.2.3", "the division of {} has had its airborne replacement this turn"),
        late(lambda some: _homeless(g, some), "6.2.2", "there is nowhere for {} to return to"),
    )


def _homeless(g: Normandy44, some: Units) -> Units:
    """Those who find no hex to return to."""
    return units(unit for unit in each_unit(some) if not returns(g, unit))


def returns(g: Normandy44, unit: UnitId) -> list[Space]:
    """The hexes of return where the unit would fit."""
    size = g.board.atlas.size
    steps, g.steps[unit] = g.steps[unit], 1
    found = [space for space in each(return_hexes(g, unit)) if space >= size or fits(g, 1 << unit, space)]
    g.steps[unit] = steps
    return found


@rule("3", "6.1", "6.4")
class Replacements(Decision[Normandy44], frozen=True, kw_only=True):
    """The replacement phase: rebuild, bring back, mobilise, buy supply points."""

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield rebuildings(g, self.by)
        yield comebacks(g, self.by)
        if self.by == GERMAN:
            yield mobilizations(g)
            yield surrenders(g, GERMAN)
        else:
            yield purchases(g)
        yield Act("end")

    def chosen(self, g: Normandy44, action: Action) -> Step:
        verb = action[0]
        if verb == "replace":
            replace_step(g, action[1])
        elif verb == "buy":
            buy_supply(g, action[1])
        elif verb == "dismantle":
            dismantle(g, action[1])
        elif verb in ("return", "mobilize"):
            return Call(Arrival(by=self.by, unit=action[1], mobilized=verb == "mobilize"), then=self.again)
        else:
            return self.close(g)
        return self

    @rule("6.4")
    def close(self, g: Normandy44) -> Step:
        """What may not be kept is lost; an unused storm replacement becomes ordinary armour."""
        if self.by == GERMAN:
            keep(g, GERMAN_ARMOR, g.replacements[GERMAN_PANTHER])
            g.replacements[GERMAN_PANTHER] = g.replacements[GERMAN_WEAK] = g.replacements[GERMAN_WEAKEST] = 0
        return DONE

    def prompt(self, g: Normandy44) -> str:
        kinds = range(5) if self.by == GERMAN else range(5, 12)
        stock = ", ".join(f"{g.replacements[k]} {in_words(REPLACEMENTS[k])}" for k in kinds if g.replacements[k])
        return f"Use your replacements ({stock or 'none'}), or end the phase."


@rule("6.2.2", "6.7")
class Arrival(Decision[Normandy44], frozen=True, kw_only=True):
    """Where does a rebuilt or mobilised unit appear?"""

    unit: UnitId
    mobilized: bool = False

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        rows = mobilization_rows(g, self.unit) if self.mobilized else return_rows(g, self.unit)
        yield PickSpace("at", g, *rows, then=plainly, alike=all_alike)

    def chosen(self, g: Normandy44, action: Action) -> Step:
        space = action[1]
        if self.mobilized:
            g.mobilized = [*g.mobilized, g.board.counters[self.unit].division]
        else:
            _pay(g, self.unit)
            set_steps(g, self.unit, 1)
            g.replaced |= 1 << self.unit
        origin = g.space[self.unit]
        if space < g.board.atlas.size:
            enter(g, self.unit, space)
        else:
            g.returned |= 1 << self.unit
            g.place(UnitId(self.unit), space)
        how, number = ("mobilises in", "6.7") if self.mobilized else ("returns in", "6.2.2")
        g.emit(Moved(unit=UnitId(self.unit), path=(origin, space), how=how, rule=number))
        return Done()

    def prompt(self, g: Normandy44) -> str:
        return f"Where does {g.board.counters[self.unit].name} appear?"


def plainly(space: Space) -> PickWord:
    """The manner of appearing is always the same: its word is written for form's sake."""
    return PickWord(
        "at", ("normal",), only(1, "6.2.2", "a unit that appears does not move: say normal"), before=(space,)
    )


@rule("6.2.2", "7.1")
def return_rows(g: Normandy44, unit: UnitId) -> tuple[Bar, ...]:
    """Where an eliminated unit may not come back."""
    ground = return_hexes(g, unit)
    foes = Side(1 - side_of(g, unit))
    near = "a friendly town, city or headquarters in supply, with its division near"
    return (
        bar(presence(g).hexes[foes], "6.2.2", "{} is held by the enemy"),
        bar(zone(g, foes) & ~ground, "6.2.2", "{} is in an enemy zone"),
        only(ground, "6.2.2", f"{{}} is no place to come back to: it takes {near}"),
        only(spaces(returns(g, unit)), "7.1", "{} has no room"),
    )


@rule("6.7")
def mobilizations(g: Normandy44) -> PickUnit:
    """From turn 2, one unit a turn from each mobilisation box, if one of its hexes takes it."""
    boxed = done = 0
    for division in ("243", "709"):
        box = g.board.ids.get(f"mobilize-{division}")
        waiting = g.here.get(box, 0) if box is not None else 0
        boxed |= waiting
        done |= waiting if division in g.mobilized else 0
    asked = boxed & ~done if g.turn > 1 else 0
    stuck = units(u for u in each_unit(asked) if not PickSpace("at", g, *mobilization_rows(g, u)).open())
    return PickUnit(
        "mobilize",
        g,
        only(boxed, "6.7", "{} is not in a mobilisation box"),
        bar(-1 if g.turn == 1 else 0, "6.7", "mobilisation begins on turn 2"),
        bar(done, "6.7", "one unit a turn is mobilised from each box, and that of {} has had it"),
        bar(stuck, "6.7", "no mobilisation hex takes {} now"),
    )


@rule("6.7", "7.2")
def mobilization_rows(g: Normandy44, unit: UnitId) -> tuple[Bar, ...]:
    """Where a unit may not be mobilised: only in hexes of its division without enemies and their zones; in a full one
    if a unit can leave it before the end of the movement phase, when stacking counts.
    """
    ground = g.board.tags.get(f"mobilize-{g.board.counters[unit].division}", 0)
    full = spaces(space for space in each(ground) if not fits(g, 1 << unit, space) and not _makes_room(g, unit, space))
    return (
        only(ground, "6.7", "{} is not a mobilisation hex of its division"),
        bar(presence(g).hexes[ALLIED], "6.7", "{} is held by the enemy"),
        bar(zone(g, ALLIED), "6.7", "{} is in an enemy zone"),
        bar(full, "7.2", "{} is full, and nobody there could move on"),
    )


def _makes_room(g: Normandy44, unit: UnitId, space: Space) -> bool:
    """Could the unit itself move on from a full hex, or one that stands there?"""
    fixed = g.board.atlas.roster.immobile | bound(g)
    return any(can_leave(g, other, space) for other in each_unit((g.here.get(space, 0) | 1 << unit) & ~fixed))


@rule("5.3", "6.5.1", "6.5.2", "21.1.3")
def purchases(g: Normandy44) -> PickWord:
    """Three reinforcement points buy one supply point through a finished Mulberry."""
    price, special = g.board.rp_costs["supply point"], rules_of(g)
    shut = units(army for army in (0, 1) if not special.may_buy_supply(g, army))
    poor = units(army for army in (0, 1) if g.rp[army] < price)
    full = units(army for army in (0, 1) if g.landed[(1, 2)[army]] + price > BEACH_CAPACITY)
    return PickWord(
        "buy",
        ("the US", "the Commonwealth"),
        only(0b11, "5.3", "there is no such army"),
        bar(shut, "5.3", "the Mulberry of {} army is not finished"),
        bar(poor, "5.3", f"it costs {price} reinforcement points, more than {{}} army has left"),
        bar(full, "6.5.2", f"{BEACH_CAPACITY} points a turn may land there"),
    )


def buy_supply(g: Normandy44, army: int) -> None:
    """Pay and receive; the US Mulberry lies at Omaha, the British one counts as Gold (6.5.2)."""
    price = g.board.rp_costs["supply point"]
    g.rp[army] -= price
    g.landed[(1, 2)[army]] += price
    if army == 0:
        g.supply_us = min(g.supply_us + 1, MOST_SUPPLY)
    else:
        g.supply_cw = min(g.supply_cw + 1, MOST_SUPPLY)
