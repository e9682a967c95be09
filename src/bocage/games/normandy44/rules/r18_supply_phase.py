"""18.3 to 18.5: the supply phase, out of supply markers and isolation attrition."""

from bocage.games.normandy44.rules.r08_zones_of_control import adjacent_to_enemy, presence
from bocage.games.normandy44.rules.r16_fortifications import clear_empty_positions
from bocage.games.normandy44.rules.r17_cadres import eliminate, lose_step
from bocage.games.normandy44.rules.r18_supply import linked, supplied
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.chance import Roll
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Procedure, Step, replace
from bocage.kernel.ids import Side, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each

SHELTER = 2


@rule("18.3")
def mark_supply(g: Normandy44, side: Side) -> None:
    """Markers are set now and hold until the next own supply phase; a second one isolates."""
    inside = supplied(g, side)
    for unit in each_unit(presence(g).units[side]):
        bit = 1 << unit
        if inside >> g.space[unit] & 1:
            g.out_of_supply &= ~bit
            g.isolated &= ~bit
        else:
            if g.out_of_supply & bit:
                g.isolated |= bit
            g.out_of_supply |= bit
            g.reserve &= ~bit  # 15.4


@rule("18.5.1", "18.5.3", "18.5.4")
def rollers(g: Normandy44, side: Side) -> Units:
    """Isolated units next to an enemy, headquarters excepted; strongpoints only when alone."""
    roster = g.board.atlas.roster
    near = adjacent_to_enemy(g, side)
    found = 0
    for unit in each_unit(g.isolated & presence(g).units[side] & ~roster.hq):
        space = g.space[unit]
        alone = not g.here[space] & ~roster.strongpoint
        if near & BITS[space] and (alone or not roster.strongpoint >> unit & 1):
            found |= 1 << unit
    return found


@rule("18.5.2")
def shelters(g: Normandy44, side: Side) -> Spaces:
    """Hexes with a line to a friendly city, a strongpoint, the coast or a headquarters."""
    atlas = g.board.atlas
    roster = atlas.roster
    mine = g.allied_control if side == ALLIED else ~g.allied_control
    to = atlas.city & mine
    kinds = roster.hq | (roster.strongpoint if side == GERMAN else 0)
    for unit in each_unit(presence(g).units[side] & kinds):
        to |= BITS[g.space[unit]]
    if side == ALLIED:
        to |= atlas.coastal
    return linked(g, side, to & ~presence(g).hexes[1 - side])


@rule("18.5.2")
def attrition_modifier(g: Normandy44, unit: UnitId, sheltered: Spaces) -> int:
    """Troop quality, and +2 for shelter."""
    quality: int = g.board.atlas.roster.quality[unit][g.steps[unit]]
    return quality + (SHELTER if sheltered >> g.space[unit] & 1 else 0)


@rule("3", "18.3", "18.5.1", "16.1.5")
class SupplyPhase(Procedure[Normandy44], frozen=True, kw_only=True):
    """Check supply, roll for isolated units, clear empty positions."""

    side: Side
    left: Units = 0
    unit: UnitId = UnitId(-1)
    rolled_for: Units = 0

    def start(self, g: Normandy44) -> Step:
        mark_supply(g, self.side)
        lonely_headquarters(g, self.side)
        return replace(self, left=rollers(g, self.side)).next(g)

    def next(self, g: Normandy44) -> Step:
        """One unit after another; a strongpoint left alone by the rolls joins at once (18.5.3)."""
        left = self.left or rollers(g, self.side) & ~self.rolled_for
        if not left:
            clear_empty_positions(g, self.side)
            return DONE
        unit = (left & -left).bit_length() - 1
        me = replace(self, left=left & (left - 1), unit=unit, rolled_for=self.rolled_for | 1 << unit)
        return Call(Roll(what="attrition", about=f"of {g.board.counters[unit].name}"), then=me.rolled)

    def rolled(self, g: Normandy44, roll: int) -> Step:
        """1 to 4 after modifiers costs a step."""
        unit = self.unit
        die = roll + attrition_modifier(g, unit, shelters(g, self.side))
        lost = int(g.board.isolation.read(die, "steps"))
        g.emit(
            Rolled(
                what=f"Attrition of {g.board.counters[unit].name}",
                roll=roll,
                meaning="a step lost" if lost else "no loss",
                rule="18.5.1",
                table="Attrition",
                by=self.side,
                units=(UnitId(unit),),
                at=(g.space[unit],),
            )
        )
        if lost:
            lose_step(g, unit, "18.5.1")
            lonely_headquarters(g, self.side)
        return self.next(g)

    def title(self, g: Normandy44) -> str:
        return f"{g.sides[self.side]} supply"


@rule("18.5.4")
def lonely_headquarters(g: Normandy44, side: Side) -> None:
    """An isolated headquarters without a line to any friend is lost."""
    roster = g.board.atlas.roster
    for unit in each_unit(g.isolated & presence(g).units[side] & roster.hq):
        others = 0
        for other in each(presence(g).units[side] & ~(1 << unit)):
            others |= BITS[g.space[other]]
        if not linked(g, side, others) >> g.space[unit] & 1:
            eliminate(g, unit, "18.5.4")
