"""6.5, 20.5: Allied landings, from Britain and with the follow-up wave."""

from collections.abc import Iterable, Iterator

from bocage.games.normandy44.rules.r02_control import enter
from bocage.games.normandy44.rules.r06_replacements import BEACH_CAPACITY, plainly
from bocage.games.normandy44.rules.r07_stacking import takes_any
from bocage.games.normandy44.rules.r08_zones_of_control import bonds, presence, zone
from bocage.games.normandy44.rules.r09_movement import TACTICAL, closed_ground, table_of
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving, may_end
from bocage.games.normandy44.rules.r18_supply import open_beaches
from bocage.games.normandy44.rules.r19_support import cover_sword, sword_under_fire
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import BEACHES, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Bar, Offer, PickSpace, PickUnit, all_alike, bar, only
from bocage.kernel.counters import each_unit, lowest, units
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Decision, Step
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, spaces

ARMY_BEACHES = ((0, 1), (2, 3, 4))
"""By army, US and Commonwealth, which of the beaches are its own."""


def beach_of(g: Normandy44, space: Space) -> str | None:
    """The beach a landing hex belongs to; the British Mulberry counts as Gold (6.5.2)."""
    atlas = g.board.atlas
    for beach in BEACHES:
        if atlas.beach_hexes[beach] >> space & 1:
            return beach
    return "gold" if atlas.arromanches >> space & 1 else None


def landing_cost(g: Normandy44, unit: UnitId) -> int:
    """Reinforcement points; the follow-up wave lands free (20.5.3)."""
    in_britain = g.space[unit] == g.board.ids["britain"]
    return g.board.atlas.roster.rp[unit] if in_britain else 0


@rule("6.2.5", "6.5.1", "6.5.2", "17.8", "20.5.2", "20.5.3", "21.1.4", "28.3")
def landing_hexes(g: Normandy44, unit: UnitId) -> Spaces:
    """Open beaches of the unit's army with room for its points; its own closed beach for an engineer."""
    atlas, bit = g.board.atlas, 1 << unit
    roster = atlas.roster
    us = bool(roster.us & bit)
    cost = landing_cost(g, unit)
    if cost > g.rp[0 if us else 1] or (g.turn == 1 and cost) or (rules_of(g).barred(g) | g.moved) & bit:
        return 0
    opened, waiting = open_beaches(g), g.space[unit]
    engineer = roster.engineer & bit
    ground: Spaces = 0
    for i in ARMY_BEACHES[0 if us else 1]:
        beach = BEACHES[i]
        if g.landed[i] + cost > BEACH_CAPACITY if cost else waiting != atlas.waves[beach]:
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


def landers(g: Normandy44) -> Units:
    """Units that can land now: the follow-up wave and, from turn 2, those in Britain that the points allow."""
    waves = {beach: there for beach, box in g.board.atlas.waves.items() if (there := g.here.get(box, 0))}
    payable = _payable(g) if g.turn > 1 and any(g.rp) else (0, 0)
    found = 0
    for beach, wave in waves.items():
        found |= _from_wave(g, beach, wave)
    for army, some in enumerate(payable):
        found |= _from_britain(g, army, some) if some else 0
    return found


def _payable(g: Normandy44) -> tuple[Units, Units]:
    """For each army those in Britain for whom there are points enough; on closed beaches only engineers land."""
    roster, opened = g.board.atlas.roster, open_beaches(g)
    waiting = g.here.get(g.board.ids["britain"], 0) & ~(rules_of(g).barred(g) | g.moved)
    us, cw = waiting & roster.within_points(0, g.rp[0]), waiting & roster.within_points(1, g.rp[1])
    if us and not ("utah" in opened or "omaha" in opened):
        us &= roster.engineer
    if cw and g.mulberry[1] != -1 and not ("gold" in opened or "juno" in opened or "sword" in opened):
        cw &= roster.engineer
    return us, cw


def _roomy(g: Normandy44, beach: str) -> bool:
    """Whether a beach is open and has plenty of room, so that any unit of the army finds a place."""
    if beach not in open_beaches(g) or (beach == "sword" and sword_under_fire(g)):
        return False
    here, free = g.here, g.board.atlas.beach_hexes[beach] & ~(presence(g).hexes[GERMAN] | bonds(g, GERMAN).hexes)
    there = [here.get(space, 0) for space in each(free)]
    return 0 in there or any(not units & g.strategic and takes_any(g, units) for units in there)


def _from_wave(g: Normandy44, beach: str, wave: Units) -> Units:
    """Who lands out of the follow-up box of a beach."""
    roster = g.board.atlas.roster
    if beach not in open_beaches(g) and not (beach == "gold" and g.mulberry[1] == -1):
        wave &= roster.engineer  # nobody else lands on a closed beach
    wave &= ~(rules_of(g).barred(g) | g.moved)
    sure = wave & ~(roster.engineer | g.replaced)
    if not (sure and _roomy(g, beach)):
        sure = 0
    rest = wave & ~sure
    if not rest:
        return sure
    reduced = units(unit for unit in each_unit(rest) if g.steps[unit] < roster.steps[unit])
    return sure | _able_to_land(g, rest, reduced)  # 20.3.3: cadres thrown back lie in the box of the wave


def _from_britain(g: Normandy44, army: int, some: Units) -> Units:
    """Who lands out of Britain, of those who can pay; most find a beach that takes their points and has room."""
    roster = g.board.atlas.roster
    least_used = sorted(ARMY_BEACHES[army], key=g.landed.__getitem__)
    most = next((BEACH_CAPACITY - g.landed[n] for n in least_used if _roomy(g, BEACHES[n])), -1)
    sure = some & roster.within_points(army, most) & ~(roster.engineer | g.replaced)
    rest = some & ~sure
    return sure | _able_to_land(g, rest, 0) if rest else sure


def _able_to_land(g: Normandy44, waiting: Units, reduced: Units) -> Units:
    """Those of the units in one box that can land; units alike in army, cost and kind are asked about once, but those
    apart that may weigh less in a stack, or that a replacement keeps out of enemy zones (6.2.5).
    """
    apart = waiting & (g.returned | reduced | g.replaced)
    found = units(unit for unit in each_unit(apart) if _can_land(g, unit))
    waiting &= ~apart
    while waiting:
        alike = waiting & g.board.atlas.roster.landing[lowest(waiting)]
        waiting ^= alike
        found |= alike if _can_land(g, lowest(alike)) else 0
    return found


def _can_land(g: Normandy44, unit: UnitId) -> bool:
    return any(_lands(g, unit, space) for space in each(landing_hexes(g, unit)))


def _lands(g: Normandy44, unit: UnitId, space: Space) -> bool:
    """Stacking decides: it may stay in the hex, or step on from there."""
    if may_end(g, unit, space, TACTICAL):
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
        and may_end(g, unit, way.to, TACTICAL)
        for way in g.board.atlas.ways[table_of(g, unit)][space]
    )  # fmt: skip


@rule("6.5.2", "20.5.1", "20.5.2", "20.2.5")
class Landing(Decision[Normandy44], frozen=True, kw_only=True):
    """On which beach hex does the unit land? The beach is the first hex of its tactical movement."""

    unit: UnitId

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        ground = landing_hexes(g, self.unit)
        full = spaces(space for space in each(ground) if not _lands(g, self.unit, space))
        yield PickSpace(
            "at",
            g,
            only(ground, "6.5.2", "{} is not on an open beach of its army that can still take its points"),
            bar(full, "7.1", "{} has no room for it, and it finds none beyond"),
            then=plainly,
            alike=all_alike,
            hints=lambda: landing_reasons(g, self.unit),
        )

    def chosen(self, g: Normandy44, action: Action) -> Step:
        space, unit = action[1], self.unit
        bit = 1 << unit
        cost = landing_cost(g, unit)
        beach = beach_of(g, space)
        if cost and beach is not None:
            g.rp[0 if g.board.atlas.roster.us & bit else 1] -= cost
            g.landed[BEACHES.index(beach)] += cost
        origin = g.space[unit]
        enter(g, unit, space)
        g.regroup |= bit
        g.tired |= bit
        g.moved |= bit
        g.emit(Moved(unit=UnitId(unit), path=(origin, space), how="lands at", rule="6.5.2"))
        moving = Moving(by=self.by, unit=unit, mode=TACTICAL, left=1, hexes=1)
        if beach == "sword":
            cover_sword(g)
        fixed = (g.board.atlas.roster.immobile | g.replaced) & bit or zone(g, GERMAN) & BITS[space]
        return DONE if fixed or not moving.destinations(g) else moving

    def prompt(self, g: Normandy44) -> str:
        name = g.board.counters[self.unit].name
        return f"On which beach hex does {name} land? The beach is the first of the two hexes it may move."


@rule("6.5.2", "21.1.1", "21.1.4")
def landing_reasons(g: Normandy44, unit: UnitId) -> Iterator[Bar]:
    """Why a hex is no place to land for a unit."""
    atlas, bit, foes = g.board.atlas, 1 << unit, presence(g).hexes[GERMAN]
    beaches = atlas.beaches | (atlas.arromanches if g.mulberry[1] == -1 else 0)
    ours = BEACHES[:2] if atlas.roster.us & bit else BEACHES[2:]
    yield only(beaches, "6.5.2", "{} is neither a beach hex nor a finished Mulberry")
    yield only(_of(g, ours), "6.5.2", "the other army lands at {}")
    yield bar(foes, "6.5.2", "{} is held by the enemy")
    yield bar(bonds(g, GERMAN).hexes & ~foes, "8.5.2", "{} is an enemy ZOC bond")
    cost = landing_cost(g, unit)
    full = [beach for i, beach in enumerate(BEACHES) if cost and g.landed[i] + cost > BEACH_CAPACITY]
    yield bar(_of(g, full), "6.5.2", f"{BEACH_CAPACITY} reinforcement points a turn land at a beach, {{}} included")
    if atlas.roster.engineer & bit:
        yield only(_of(g, (atlas.roster.beach[unit],)), "21.1.4", "engineers land at their own beach, not at {}")
        yield bar(~g.allied_control, "21.1.4", "the Allies do not hold {}")
        return
    closed = [beach for beach in BEACHES if beach not in open_beaches(g)]
    shut = _of(g, closed) & ~(atlas.arromanches if g.mulberry[1] == -1 else 0)
    yield bar(shut, "21.1.1", "the beach at {} is closed: it needs an engineer ashore")
    if not cost:
        box = _box(g, unit)
        yield only(_of(g, (box,)), "20.5.2", f"the follow-up wave lands at {box.capitalize()}, not at {{}}")
    under_fire = _of(g, ("sword",)) if sword_under_fire(g) else 0
    yield bar(under_fire, "28.3", "no ship is left to silence Mont Canisy, which fires at {}")
    watched = zone(g, GERMAN) if g.replaced & bit else 0
    yield bar(watched, "6.2.5", "{} is in an enemy zone, and the unit has a replacement to absorb")


def _box(g: Normandy44, unit: UnitId) -> str:
    """The beach in whose follow-up box a unit waits."""
    return g.board.names[g.space[unit]].removeprefix("followup-")


def _of(g: Normandy44, beaches: Iterable[str]) -> Spaces:
    """The hexes of some beaches; the British Mulberry counts as Gold (6.5.2)."""
    found, atlas = 0, g.board.atlas
    for beach in beaches:
        found |= atlas.beach_hexes[beach] | (atlas.arromanches if beach == "gold" else 0)
    return found


@rule("6.5.1", "6.5.2", "20.5.2", "20.5.3", "21.2")
def landings(g: Normandy44) -> PickUnit:
    """Who may land now."""
    row = only(landers(g), "7.1", "there is no room ashore for {}")
    return PickUnit("land", g, row, hints=lambda: why_ashore_later(g))


def why_ashore_later(g: Normandy44) -> Iterator[Bar]:
    """Why some cannot land for reasons other than lack of room."""
    ids, roster = g.board.ids, g.board.atlas.roster
    britain = g.here.get(ids["britain"], 0) & roster.allied
    waves = g.standing(g.board.atlas.waves.values())
    yield only(britain | waves, "6.5.1", "{} is neither in Britain nor in a follow-up wave")
    yield bar(britain if g.turn == 1 else 0, "6.5.1", "units in Britain cannot land before turn 2")
    yield bar(britain & rules_of(g).barred(g), "26.2.7", "{} does not come in this scenario")
    yield bar(britain & g.moved, "9.1", "{} has been evacuated in this phase")
    dear = units(unit for unit in each_unit(britain) if roster.rp[unit] > _points_left(g, unit))
    yield bar(dear, "6.5.1", lambda unit: _too_dear(g, unit))
    beaches = g.board.atlas.beaches | (g.board.atlas.arromanches if g.mulberry[1] == -1 else 0)
    yield from _nowhere(g, britain | waves, beaches)


def _points_left(g: Normandy44, unit: UnitId) -> int:
    return g.rp[0 if g.board.atlas.roster.us >> unit & 1 else 1]


def _too_dear(g: Normandy44, unit: UnitId) -> str:
    cost, left = g.board.atlas.roster.rp[unit], _points_left(g, unit)
    return f"{g.board.counters[unit].name} costs {cost} reinforcement points and {left} are left"


def _nowhere(g: Normandy44, waiting: Units, beaches: Spaces) -> Iterator[Bar]:
    """Units that no hex takes: the rule that shuts the likeliest hex to them speaks for all; a follow-up wave has only
    its own beach.
    """
    found: dict[str, Units] = {}
    for unit in each_unit(waiting):
        rows = [] if landing_hexes(g, unit) else list(landing_reasons(g, unit))
        ground = beaches if landing_cost(g, unit) else beaches & _of(g, (_box(g, unit),))
        shut = [next((n for n, row in enumerate(rows) if row.covers(space)), -1) for space in each(ground)]
        if rows and max(shut, default=-1) >= 0:
            number = rows[max(shut)].rule
            found[number] = found.get(number, 0) | 1 << unit
    for number, some in found.items():
        yield bar(some, number, NOWHERE_ASHORE[number])


NOWHERE_ASHORE = {
    "6.5.2": "no beach of its army takes {} this turn",
    "8.5.2": "enemy ZOC bonds shut the beaches to {}",
    "21.1.1": "no beach is open to {}: it first needs an engineer ashore",
    "21.1.4": "{} lands at its own beach, in a hex that the Allies hold",
    "28.3": "no ship is left to silence Mont Canisy",
    "6.2.5": "{} has a replacement to absorb and keeps out of enemy zones",
}
"""What it means for a unit that a rule shuts the last beach hex to it."""


@rule("6.5.3")
def points_received(g: Normandy44) -> tuple[int, int]:
    """Two fewer for each beach without its engineer, Sword excepted, and for a destroyed Mulberry."""
    us, cw = rules_of(g).reinforcement_points(g)
    shut = set(rules_of(g).beaches) - set(open_beaches(g))
    us -= 2 * len(shut & {"utah", "omaha"}) + 2 * (g.mulberry[0] == -2)
    cw -= 2 * len(shut & {"gold", "juno"}) + 2 * (g.mulberry[1] == -2)
    return max(us, 0), max(cw, 0)
