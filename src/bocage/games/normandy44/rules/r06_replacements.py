"""6.1 to 6.4 and 6.7: replacements, what they rebuild and where, and the mobilisation of two coastal divisions."""

from bocage.games.normandy44.rules.r02_control import cotentin, enter
from bocage.games.normandy44.rules.r07_stacking import fits
from bocage.games.normandy44.rules.r08_zones_of_control import presence, side_of, zone
from bocage.games.normandy44.rules.r09_movement import bound
from bocage.games.normandy44.rules.r09_moving_a_unit import can_leave
from bocage.games.normandy44.rules.r16_fortifications import dismantle, surrenders, why_not_dismantle
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
)
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.events import Noted
from bocage.kernel.flow import DONE, Call, Decision, Done, Step
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because

DIVISION_RANGE = 5
BEACH_CAPACITY = 4
MOST_KEPT = 9


@rule("6.1")
def keep(g: Normandy44, kind: int, count: int) -> None:
    """Add to the track; no more than nine of a kind are kept."""
    g.replacements[kind] = min(g.replacements[kind] + count, MOST_KEPT)


@rule("6.2.6", "6.3", "6.4")
def kinds_for(g: Normandy44, unit: int) -> tuple[int, ...]:
    """The replacements that serve a unit, the most narrow first."""
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


def replacement_for(g: Normandy44, unit: int) -> int | None:
    """The replacement at hand that a unit would use."""
    may_use = rules_of(g).may_use
    return next((kind for kind in kinds_for(g, unit) if g.replacements[kind] and may_use(g, kind)), None)


@rule("6.2.1", "6.2.3", "6.3")
def why_not_replace(g: Normandy44, unit: int) -> Because | None:
    """May a unit on the map, or waiting in Britain, take a replacement now?"""
    bit, name = 1 << unit, g.board.counters[unit].name
    roster = g.board.atlas.roster
    if g.turn == 1:
        return Because("6.2.3", "there are no replacements on turn 1")
    if not roster.replaceable & bit:
        return Because("6.3", lambda: f"{name} may never be replaced")
    if replacement_for(g, unit) is None:
        return Because("6.2.6", lambda: f"there is no replacement of the right type for {name}")
    if g.steps[unit] >= roster.steps[unit]:
        return Because("6.2.1", lambda: f"{name} is at full strength")
    if g.replaced & bit:
        return Because("6.2.3", lambda: f"{name} has had its replacement this turn")
    if (g.disrupted | g.scattered) & bit:
        return Because("6.2.3", lambda: f"{name} is disrupted or scattered")
    if g.out_of_supply & bit:
        return Because("18.4", lambda: f"{name} is marked out of supply")
    division = g.board.counters[unit].division
    if roster.airborne & bit and division in g.airborne_rebuilt:
        return Because("6.2.3", lambda: f"the {division} has had its airborne replacement this turn")
    space = g.space[unit]
    if space < g.board.atlas.size and not supplied(g, side_of(g, unit)) >> space & 1:
        return Because("6.2.3", lambda: f"{name} cannot trace a line of supply")
    return None


@rule("6.2.4", "17.9.3")
def replace_step(g: Normandy44, unit: int) -> None:
    """One step more; a cadre gives its box back and becomes its unit again."""
    _pay(g, unit)
    set_steps(g, unit, g.steps[unit] + 1)
    g.boxed &= ~(1 << unit)
    g.replaced |= 1 << unit
    g.reserve &= ~(1 << unit)
    g.emit(Noted(text=f"{g.board.counters[unit].name} receives a replacement.", rule="6.2.1"))


def _pay(g: Normandy44, unit: int) -> None:
    kind = replacement_for(g, unit)
    assert kind is not None
    g.replacements[kind] -= 1
    if g.board.atlas.roster.airborne >> unit & 1:
        g.airborne_rebuilt = [*g.airborne_rebuilt, g.board.counters[unit].division]


@rule("6.2.2", "17.2", "17.9.4", "21.1.4")
def return_hexes(g: Normandy44, unit: int) -> Spaces:
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
        for headquarters in each(presence(g).units[side] & roster.hq & army & ~g.out_of_supply):  # 18.3
            ground |= BITS[g.space[headquarters]]
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


@rule("6.2.1", "17.4", "17.9.4")
def why_not_return(g: Normandy44, unit: int) -> Because | None:
    """May an eliminated unit come back now?"""
    bit, name = 1 << unit, g.board.counters[unit].name
    roster = g.board.atlas.roster
    if g.turn == 1 or not roster.replaceable & bit:
        return Because("6.3", lambda: f"{name} may not be replaced")
    if roster.three_step & bit and not g.boxed & bit:
        return Because("17.9.1", lambda: f"{name} was lost without a cadre and is gone for good")
    if g.fortress_fell and cotentin(g) & bit:
        return Because("17.4", lambda: f"{name} went out of play with Fortress Cherbourg")
    if replacement_for(g, unit) is None:
        return Because("6.2.6", lambda: f"there is no replacement of the right type for {name}")
    division = g.board.counters[unit].division
    if roster.airborne & bit and division in g.airborne_rebuilt:
        return Because("6.2.3", lambda: f"the {division} has had its airborne replacement this turn")
    if not returns(g, unit):
        return Because("6.2.2", lambda: f"there is nowhere for {name} to return to")
    return None


def returns(g: Normandy44, unit: int) -> list[Space]:
    """The hexes of return where the unit would fit."""
    size = g.board.atlas.size
    steps, g.steps[unit] = g.steps[unit], 1
    found = [space for space in each(return_hexes(g, unit)) if space >= size or fits(g, 1 << unit, space)]
    g.steps[unit] = steps
    return found


class Replacements(Decision[Normandy44], frozen=True, kw_only=True):
    """The replacement phase: rebuild, bring back, mobilise, buy supply points."""

    def options(self, g: Normandy44) -> list[Action]:
        out: list[Action] = []
        roster = g.board.atlas.roster
        if any(g.replacements[:5] if self.by == GERMAN else g.replacements[5:]):
            mine = roster.side[self.by] & roster.replaceable
            britain, dead = (g.here.get(g.board.ids[box], 0) for box in ("britain", "dead"))
            steps, full = g.steps, roster.steps
            weak = [u for u in each((presence(g).units[self.by] | britain) & mine) if steps[u] < full[u]]
            out += [("replace", u) for u in weak if why_not_replace(g, u) is None]
            out += [("return", u) for u in each(dead & mine) if why_not_return(g, u) is None]
        if self.by == GERMAN:
            out += [("mobilize", unit) for unit in each(mobilizable(g))]
            out += surrenders(g, GERMAN)
        else:
            out += [("buy", army) for army in (0, 1) if why_not_buy(g, army) is None]
        return [*out, ("end",)]

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

    def again(self, g: Normandy44, _: object) -> Step:
        """Go on."""
        return self

    @rule("6.4")
    def close(self, g: Normandy44) -> Step:
        """What may not be kept is lost; an unused storm replacement becomes ordinary armour."""
        if self.by == GERMAN:
            keep(g, GERMAN_ARMOR, g.replacements[GERMAN_PANTHER])
            g.replacements[GERMAN_PANTHER] = g.replacements[GERMAN_WEAK] = g.replacements[GERMAN_WEAKEST] = 0
        return DONE

    def refuse(self, g: Normandy44, action: Action) -> Because:
        verb = action[0]
        because = None
        if verb == "replace":
            because = why_not_replace(g, action[1])
        elif verb == "return":
            because = why_not_return(g, action[1])
        elif verb == "dismantle":
            because = why_not_dismantle(g, action[1])
        elif verb == "buy" and self.by == ALLIED:
            because = why_not_buy(g, action[1])
        return because or Because("6.2.1", "that cannot be done with your replacements now")

    def prompt(self, g: Normandy44) -> str:
        kinds = range(5) if self.by == GERMAN else range(5, 12)
        stock = ", ".join(f"{g.replacements[k]} {REPLACEMENTS[k]}" for k in kinds if g.replacements[k])
        return f"Use your replacements ({stock or 'none'}), or end the phase."


class Arrival(Decision[Normandy44], frozen=True, kw_only=True):
    """Where does a rebuilt or mobilised unit appear?"""

    unit: int
    mobilized: bool = False

    def options(self, g: Normandy44) -> list[Action]:
        some = mobilization_hexes(g, self.unit) if self.mobilized else returns(g, self.unit)
        return [("at", space, 0) for space in some]

    def chosen(self, g: Normandy44, action: Action) -> Step:
        space = action[1]
        if self.mobilized:
            g.mobilized = [*g.mobilized, g.board.counters[self.unit].division]
        else:
            _pay(g, self.unit)
            set_steps(g, self.unit, 1)
            g.replaced |= 1 << self.unit
        if space < g.board.atlas.size:
            enter(g, self.unit, space)
        else:
            g.returned |= 1 << self.unit
            g.place(UnitId(self.unit), space)
        verb = "mobilises" if self.mobilized else "returns"
        g.emit(
            Noted(
                text=f"{g.board.counters[self.unit].name} {verb} in {g.board.names[space]}.",
                rule="6.7" if self.mobilized else "6.2.2",
            )
        )
        return Done()

    def refuse(self, g: Normandy44, action: Action) -> Because:
        return Because("6.7" if self.mobilized else "6.2.2", "the unit may not appear there")

    def prompt(self, g: Normandy44) -> str:
        return f"Where does {g.board.counters[self.unit].name} appear?"


@rule("6.7", "7.2")
def mobilizable(g: Normandy44) -> Units:
    """From turn 2, one unit a turn from each mobilisation box, if one of its hexes is free."""
    found = 0
    if g.turn < 2:
        return 0
    for division in ("243", "709"):
        box = g.board.ids.get(f"mobilize-{division}")
        if box is not None and division not in g.mobilized:
            for unit in each(g.here.get(box, 0)):
                if mobilization_hexes(g, unit):
                    found |= 1 << unit
    return found


def mobilization_hexes(g: Normandy44, unit: int) -> list[Space]:
    """The hexes of its division without enemies and their zones; a full one if somebody can leave it before the end
    of the movement phase, when stacking counts (7.2).
    """
    ground = g.board.tags.get(f"mobilize-{g.board.counters[unit].division}", 0)
    ground &= ~presence(g).hexes[ALLIED] & ~zone(g, ALLIED)
    return [space for space in each(ground) if fits(g, 1 << unit, space) or _makes_room(g, unit, space)]


def _makes_room(g: Normandy44, unit: int, space: Space) -> bool:
    """Could the unit itself move on from a full hex, or somebody who stands there?"""
    fixed = g.board.atlas.roster.immobile | bound(g)
    return any(can_leave(g, other, space) for other in each((g.here.get(space, 0) | 1 << unit) & ~fixed))


@rule("5.3", "6.5.1", "21.1.3")
def why_not_buy(g: Normandy44, army: int) -> Because | None:
    """Three reinforcement points buy one supply point through a finished Mulberry."""
    if not rules_of(g).may_buy_supply(g, army):
        return Because("5.3", "its Mulberry is not finished")
    price = g.board.rp_costs["supply point"]
    if g.rp[army] < price:
        return Because("5.3", f"it costs {price} reinforcement points and {g.rp[army]} are left")
    if g.landed[(1, 2)[army]] + price > BEACH_CAPACITY:
        return Because("6.5.2", f"{BEACH_CAPACITY} points a turn may land there")
    return None


def buy_supply(g: Normandy44, army: int) -> None:
    """Pay and receive; the US Mulberry lies at Omaha, the British one counts as Gold (6.5.2)."""
    price = g.board.rp_costs["supply point"]
    g.rp[army] -= price
    g.landed[(1, 2)[army]] += price
    if army == 0:
        g.supply_us = min(g.supply_us + 1, MOST_SUPPLY)
    else:
        g.supply_cw = min(g.supply_cw + 1, MOST_SUPPLY)
