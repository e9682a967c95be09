"""6.5 and 6.6, 20.5, 21.2: Allied landings, evacuation, and the Germans who come by road."""

from bocage.games.normandy44.records import points
from bocage.games.normandy44.rules.r02_control import enter
from bocage.games.normandy44.rules.r06_replacements import BEACH_CAPACITY
from bocage.games.normandy44.rules.r08_zones_of_control import bonds, presence, zone
from bocage.games.normandy44.rules.r09_movement import (
    BICYCLE,
    CONVOY,
    NORMAL,
    STRATEGIC,
    TACTICAL,
    TRUCK,
    closed_ground,
    points_for,
    search,
    table_of,
)
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving, why_not_end
from bocage.games.normandy44.rules.r18_supply import open_beaches
from bocage.games.normandy44.rules.r19_support import cover_sword, sword_under_fire
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, BEACHES, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.events import Noted
from bocage.kernel.flow import DONE, Decision, Step
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because

ZONES = ("green", "orange", "red", "blue")
ENTRY_MODES = (NORMAL, STRATEGIC, TRUCK, CONVOY, BICYCLE, TACTICAL)
INTO_ZONES = (NORMAL, TACTICAL)
"""The manners in which a reinforcement may come on into an enemy zone (6.6)."""
EVACUATIONS = 2


# --- Germans (6.6) -----------------------------------------------------------------------------------


@rule("6.6")
def entry_hexes(g: Normandy44, unit: int) -> Spaces:
    """Entry hexes of the unit's colour, and one zone further along the edge for each turn it has waited."""
    roster, entry = g.board.atlas.roster, g.board.atlas.entry
    special = rules_of(g).arrival_hexes(g, unit)
    if special is not None:
        return special & ~presence(g).hexes[ALLIED] & ~bonds(g, ALLIED).hexes
    home, waited = ZONES.index(roster.zone[unit]), g.turn - roster.turn[unit]
    key = ("entry", home, waited)  # many come together
    found: Spaces | None = g.cache.get(key)
    if found is None:
        ground: Spaces = 0
        for i, hexes in enumerate(entry):
            if abs(i - home) <= waited:
                ground |= hexes
        found = g.cache[key] = ground & ~presence(g).hexes[ALLIED] & ~bonds(g, ALLIED).hexes
    return found


def arriving_germans(g: Normandy44) -> Units:
    """Reinforcements whose turn has come."""
    waiting = g.here.get(g.board.ids["reinforcements"], 0)
    special = rules_of(g)
    if not special.bounded:
        return waiting & g.board.atlas.roster.due[g.turn]
    turn = special.arrival_turn
    return sum(1 << unit for unit in each(waiting) if 0 < turn(g, unit) <= g.turn)


def can_enter(g: Normandy44, unit: int) -> bool:
    """Is there an entry hex with room?"""
    hexes = entry_hexes(g, unit)
    if hexes & ~presence(g).hexes[GERMAN]:
        return True
    return any(_comes_on(g, unit, space, mode) for space in each(hexes) for mode in ENTRY_MODES)


@rule("6.6", "9.10")
def entry_cost(g: Normandy44, unit: int, space: Space, mode: int) -> int:
    """A reinforcement pays the road rate of the hex it enters by; in tactical movement that is one of its two hexes."""
    if mode == TACTICAL:
        return 1
    primary = any(a == space for a, _ in g.board.atlas.primary)
    road = g.board.road_costs["primary" if primary else "secondary"]
    price = points((road.foot, road.mech, road.german)[table_of(g, unit, vehicle=mode in (TRUCK, CONVOY))])
    assert price is not None
    return price


@rule("6.6", "7.2", "9.8.2")
def passes_on(g: Normandy44, unit: int, space: Space, mode: int) -> bool:
    """May a reinforcement end in an entry hex, or go on through it, although it may not end there?"""
    if why_not_end(g, unit, space, mode) is None:
        return True
    if zone(g, ALLIED) & BITS[space]:
        return False
    left = points_for(g, unit, mode) - entry_cost(g, unit, space, mode)
    beyond = search(g, unit, mode, left, fresh=False, start=space)
    further = (beyond.found.keys() | beyond.ends.keys()) - {space}
    return any(why_not_end(g, unit, to, mode) is None for to in further)


def _comes_on(g: Normandy44, unit: int, space: Space, mode: int) -> bool:
    if mode not in INTO_ZONES and zone(g, ALLIED) & BITS[space]:
        return False
    return why_not_manner(g, unit, mode) is None and passes_on(g, unit, space, mode)


@rule("6.6", "9.8.6", "9.9", "9.10")
class Entering(Decision[Normandy44], frozen=True, kw_only=True):
    """Where, and in which manner, does a German reinforcement come on?"""

    unit: int

    def options(self, g: Normandy44) -> list[Action]:
        return [
            ("at", space, i)
            for space in each(entry_hexes(g, self.unit))
            for i, mode in enumerate(ENTRY_MODES)
            if _comes_on(g, self.unit, space, mode)
        ]

    def chosen(self, g: Normandy44, action: Action) -> Step:
        space, mode = action[1], ENTRY_MODES[action[2]]
        cost = entry_cost(g, self.unit, space, mode)
        left = points_for(g, self.unit, mode) - cost
        enter(g, self.unit, space)
        g.emit(Noted(text=f"{g.board.counters[self.unit].name} enters at {g.board.names[space]}.", rule="6.6"))
        bit = 1 << self.unit
        if mode in (STRATEGIC, CONVOY):
            g.strategic |= bit
        if mode in (TRUCK, CONVOY):
            g.trucked |= bit
        contact = bool(zone(g, ALLIED) & BITS[space])
        moving = Moving(by=self.by, unit=self.unit, mode=mode, left=left, hexes=1, used=cost, contact=contact)
        return moving.finish(g) if contact or left <= 0 or not moving.destinations(g) else moving

    def refuse(self, g: Normandy44, action: Action) -> Because:
        if action[0] != "at":
            return Because("6.6", "say at which entry hex it comes on, and how")
        space, mode = action[1], ENTRY_MODES[action[2]]
        name = g.board.names[space]
        if not entry_hexes(g, self.unit) >> space & 1:
            return Because("6.6", f"{name} is no entry hex of its colour, or the enemy holds or bonds it")
        if mode not in INTO_ZONES and zone(g, ALLIED) & BITS[space]:
            return Because("9.8.2", f"{name} is in an enemy zone: only normal or tactical movement leads there")
        because = why_not_manner(g, self.unit, mode) or why_not_end(g, self.unit, space, mode)
        return because or Because("6.6", "it may not enter there in that manner")

    def prompt(self, g: Normandy44) -> str:
        return f"At which entry hex does {g.board.counters[self.unit].name} come on, and in which manner of movement?"


@rule("9.8.1", "9.8.2", "9.8.3", "9.8.6", "9.8.7", "26.3.4")
def why_not_manner(g: Normandy44, unit: int, mode: int) -> Because | None:
    """May a unit move strategically, by truck, or both?"""
    if mode in INTO_ZONES:
        return None
    roster, bit, name = g.board.atlas.roster, 1 << unit, g.board.counters[unit].name
    german = bool(roster.german & bit)
    if mode == BICYCLE:
        if not roster.bicycle & bit:
            return Because("9.9", lambda: f"{name} has no bicycles")
        overcast = g.board.weather[g.row].weather == "overcast"
        return None if overcast else Because("9.9", "bicycles are faster only under an overcast sky")
    if g.turn == 1:
        return Because("9.8.7", "there is neither strategic nor truck movement on turn 1")
    if german and not rules_of(g).german_markers:
        return Because("26.3.4", "the Germans have no such markers in this scenario")
    if g.replaced & bit:
        return Because("6.2.4", lambda: f"{name} has a replacement to absorb and moves one hex")
    if (g.out_of_supply | g.disrupted) & bit:
        number = "18.4" if g.out_of_supply & bit else "13.6"
        return Because(number, lambda: f"{name} is out of supply or disrupted: it only moves tactically")
    marked = g.strategic & roster.side[0 if german else 1]
    if mode in (STRATEGIC, CONVOY) and marked.bit_count() >= g.board.limits["strategic"]:
        return Because("9.8.3", "all strategic movement markers are in use")
    if mode == STRATEGIC and not roster.mech & bit:
        return Because("9.8.1", lambda: f"{name} is not mechanised")
    if mode in (TRUCK, CONVOY):
        if not german or roster.mech & bit or roster.immobile & bit:
            return Because("9.8.6", lambda: f"{name} has no use for the German trucks")
        if g.trucked.bit_count() >= g.board.limits["truck"]:
            return Because("9.8.6", "the trucks are in use")
    space = g.space[unit]
    if space < g.board.atlas.size and zone(g, Side(ALLIED if german else GERMAN)) & BITS[space]:
        return Because("9.8.2", lambda: f"{name} starts in an enemy zone of control")
    return None


# --- Allies (6.5, 20.5) ------------------------------------------------------------------------------


def beach_of(g: Normandy44, space: Space) -> str | None:
    """The beach a landing hex belongs to; the British Mulberry counts as Gold (6.5.2)."""
    atlas = g.board.atlas
    for beach in BEACHES:
        if atlas.beach_hexes[beach] >> space & 1:
            return beach
    return "gold" if atlas.arromanches >> space & 1 else None


def landing_cost(g: Normandy44, unit: int) -> int:
    """Reinforcement points; the follow-up wave lands free (20.5.3)."""
    in_britain = g.space[unit] == g.board.ids["britain"]
    return g.board.atlas.roster.rp[unit] if in_britain else 0


@rule("6.2.5", "6.5.1", "6.5.2", "17.8", "20.5.2", "20.5.3", "21.1.4", "28.3")
def landing_hexes(g: Normandy44, unit: int) -> Spaces:
    """Open beaches of the unit's army with room for its points; its own closed beach for an engineer."""
    atlas, bit = g.board.atlas, 1 << unit
    roster = atlas.roster
    us = bool(roster.us & bit)
    cost = landing_cost(g, unit)
    if cost > g.rp[0 if us else 1] or (g.turn == 1 and cost) or (rules_of(g).barred(g) | g.moved) & bit:
        return 0
    opened, waiting = open_beaches(g), g.board.names[g.space[unit]]
    engineer = roster.engineer & bit
    ground: Spaces = 0
    for i in (0, 1) if us else (2, 3, 4):
        beach = BEACHES[i]
        if g.landed[i] + cost > BEACH_CAPACITY if cost else waiting != f"followup-{beach}":
            continue
        if engineer:
            if roster.beach[unit] == beach:
                ground |= atlas.beach_hexes[beach] & g.allied_control
        elif beach in opened:
            ground |= atlas.beach_hexes[beach]
        if i == 2 and g.mulberry[1] == -1 and not engineer:
            ground |= atlas.arromanches
        if i == 4 and ground & atlas.beach_hexes[beach] and sword_under_fire(g):
            ground &= ~atlas.beach_hexes[beach]
    if g.replaced & bit:
        ground &= ~zone(g, GERMAN)  # 6.2.5
    return ground & ~presence(g).hexes[GERMAN] & ~bonds(g, GERMAN).hexes


def landers(g: Normandy44) -> list[int]:
    """Units that can land now: the follow-up wave and, from turn 2, those in Britain that the points allow."""
    ids, roster, opened = g.board.ids, g.board.atlas.roster, open_beaches(g)
    found = 0
    for beach in BEACHES:
        wave = g.here.get(ids[f"followup-{beach}"], 0)
        if wave and beach not in opened and not (beach == "gold" and g.mulberry[1] == -1):
            wave &= roster.engineer  # nobody else lands on a closed beach
        if wave:
            found |= _able_to_land(g, wave, None)
    if g.turn > 1 and any(g.rp):
        waiting = g.here.get(ids["britain"], 0) & roster.allied & ~(rules_of(g).barred(g) | g.moved)
        if not {"utah", "omaha"} & set(opened):
            waiting &= ~roster.us | roster.engineer
        if not {"gold", "juno", "sword"} & set(opened) and g.mulberry[1] != -1:
            waiting &= ~roster.cw | roster.engineer
        found |= _able_to_land(g, waiting, _easy(g))
    return list(each(found))


def _easy(g: Normandy44) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """For each army the points that may still land on each of its open beaches with plenty of room."""
    atlas = g.board.atlas
    shut = presence(g).hexes[GERMAN] | bonds(g, GERMAN).hexes
    room: tuple[list[int], list[int]] = ([], [])
    if sword_under_fire(g):
        shut |= atlas.beach_hexes["sword"]
    for beach in open_beaches(g):
        for space in each(atlas.beach_hexes[beach] & ~shut):
            there = g.here.get(space, 0)
            if not there & (there - 1) and not there & g.strategic:  # two units always fit
                i = BEACHES.index(beach)
                room[0 if i < 2 else 1].append(BEACH_CAPACITY - g.landed[i])
                break
    return tuple(room[0]), tuple(room[1])


def _able_to_land(g: Normandy44, waiting: Units, easy: tuple[tuple[int, ...], tuple[int, ...]] | None) -> Units:
    """Those of the units in one box that can land; units alike in army, cost and kind are asked about once.

    Those in Britain (`easy` is given) need points.
    """
    roster = g.board.atlas.roster
    apart = g.returned if easy is not None else waiting  # 20.3.3: cadres thrown back lie in the box of the wave
    found = 0
    if waiting & g.replaced:  # 6.2.5: they keep out of enemy zones
        found = sum(1 << unit for unit in each(waiting & g.replaced) if _can_land(g, unit))
        waiting &= ~g.replaced
    for alike, army, cost, engineer in roster.landing:
        some = waiting & alike
        if not some:
            continue
        if easy is not None:
            if cost > g.rp[army]:
                continue
            if not engineer and easy[army] and cost <= max(easy[army]):
                found |= some
                continue
        plain = some & ~apart
        if plain and _can_land(g, (plain & -plain).bit_length() - 1):
            found |= plain
        for unit in each(some & apart):  # perhaps reduced, with less weight in a stack: each for itself
            if _can_land(g, unit):
                found |= 1 << unit
    return found


def _can_land(g: Normandy44, unit: int) -> bool:
    return any(_lands(g, unit, space) for space in each(landing_hexes(g, unit)))


def _lands(g: Normandy44, unit: int, space: Space) -> bool:
    """Stacking decides: it may stay in the hex, or step on from there."""
    if why_not_end(g, unit, space, TACTICAL) is None:
        return True
    if (g.board.atlas.roster.immobile | g.replaced) >> unit & 1:
        return False
    foe = zone(g, GERMAN)
    if foe & BITS[space]:
        return False
    bad = presence(g).hexes[GERMAN] | bonds(g, GERMAN).hexes | closed_ground(g, unit)
    crossed = bonds(g, GERMAN).sides
    return any(
        not bad >> way.to & 1 and not crossed[way.direction] >> space & 1 and not way.first
        and why_not_end(g, unit, way.to, TACTICAL) is None
        for way in g.board.atlas.ways[table_of(g, unit)][space]
    )  # fmt: skip


@rule("6.5.2", "20.5.1", "20.5.2", "20.2.5")
class Landing(Decision[Normandy44], frozen=True, kw_only=True):
    """On which beach hex does the unit land? The beach is the first hex of its tactical movement."""

    unit: int

    def options(self, g: Normandy44) -> list[Action]:
        return [("at", space, 0) for space in each(landing_hexes(g, self.unit)) if _lands(g, self.unit, space)]

    def chosen(self, g: Normandy44, action: Action) -> Step:
        space, unit = action[1], self.unit
        bit = 1 << unit
        cost = landing_cost(g, unit)
        beach = beach_of(g, space)
        if cost and beach is not None:
            g.rp[0 if g.board.atlas.roster.us & bit else 1] -= cost
            g.landed[BEACHES.index(beach)] += cost
        enter(g, unit, space)
        g.regroup |= bit
        g.tired |= bit
        g.moved |= bit
        g.emit(Noted(text=f"{g.board.counters[unit].name} lands at {g.board.names[space]}.", rule="6.5.2"))
        moving = Moving(by=self.by, unit=unit, mode=TACTICAL, left=1, hexes=1)
        if beach == "sword":
            cover_sword(g)
        fixed = (g.board.atlas.roster.immobile | g.replaced) & bit or zone(g, GERMAN) & BITS[space]
        return DONE if fixed or not moving.destinations(g) else moving

    def refuse(self, g: Normandy44, action: Action) -> Because:
        if action[0] == "at" and landing_hexes(g, self.unit) >> action[1] & 1:
            return Because("7.1", f"{g.board.names[action[1]]} has no room for it")
        return Because("6.5.2", "it lands on a hex of an open beach of its army that still takes its points")

    def prompt(self, g: Normandy44) -> str:
        name = g.board.counters[self.unit].name
        return f"On which beach hex does {name} land? The beach is the first of the two hexes it may move."


@rule("21.2")
def evacuable(g: Normandy44, ready: Units) -> Units:
    """Units that may go back to Britain: two from each open beach hex, Rangers also from Pointe du Hoc."""
    atlas = g.board.atlas
    roster = atlas.roster
    found = 0
    ground = sum(atlas.beach_hexes[beach] for beach in open_beaches(g))
    for space in each(ground | atlas.du_hoc):
        if g.evacuated.get(space, 0) < EVACUATIONS:
            there = g.here.get(space, 0) & ready
            found |= there if ground >> space & 1 else there & roster.rangers
    return found & ~(g.moved | g.disrupted | g.out_of_supply | g.replaced)


def evacuate(g: Normandy44, unit: int) -> None:
    """Off the beach; the unit keeps its steps and may land again."""
    space = g.space[unit]
    g.evacuated[space] = g.evacuated.get(space, 0) + 1
    g.reserve &= ~(1 << unit)
    g.moved |= 1 << unit  # 9.1: that was its move, so it does not land in the same phase
    g.returned |= 1 << unit
    g.place(UnitId(unit), g.board.ids["britain"])
    g.emit(Noted(text=f"{g.board.counters[unit].name} is evacuated to Britain.", rule="21.2"))


@rule("6.5.3")
def points_received(g: Normandy44) -> tuple[int, int]:
    """Two fewer for each beach without its engineer, Sword excepted, and for a destroyed Mulberry."""
    us, cw = rules_of(g).reinforcement_points(g)
    shut = set(rules_of(g).beaches) - set(open_beaches(g))
    us -= 2 * len(shut & {"utah", "omaha"}) + 2 * (g.mulberry[0] == -2)
    cw -= 2 * len(shut & {"gold", "juno"}) + 2 * (g.mulberry[1] == -2)
    return max(us, 0), max(cw, 0)
