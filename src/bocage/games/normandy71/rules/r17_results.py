"""The Combat Results Table and what its results do."""

from collections.abc import Iterator

from bocage.games.normandy71.board import each_unit, lowest
from bocage.games.normandy71.events import FoundUnsupplied, ShelterSought
from bocage.games.normandy71.rules.r04_movement import has_room, pass_through
from bocage.games.normandy71.rules.r05_combat import Attack, odds
from bocage.games.normandy71.rules.r06_naval_gunfire import Shot
from bocage.games.normandy71.rules.r07_zones_of_control import held, zone
from bocage.games.normandy71.rules.r11_terrain import row_of
from bocage.games.normandy71.sides import ALLIED, GERMAN, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Listed, Offer, PickUnit, Test, only
from bocage.kernel.chance import Roll
from bocage.kernel.events import Moved, Rolled
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each

MEANING = {
    "AX": "attacker eliminated",
    "AR": "attacker retreats",
    "EX": "exchange",
    "DR": "defender retreats",
    "DX": "defender eliminated",
}
CLEARING = ("EX", "DR", "DX")
"""The results that leave no defender in the hex."""


@rule("Results", "Results.AX", "Results.DX")
class Battle(Procedure[Game71], frozen=True):
    """One combat, from the die to the last retreat; nobody advances."""

    by: Side
    attack: Attack
    shots: tuple[Shot, ...] = ()

    def start(self, g: Game71) -> Step:
        return Call(Roll(what="combat roll"), then=self.rolled)

    def rolled(self, g: Game71, die: int) -> Step:
        ledger = odds(g, self.attack, self.shots, keep=False)
        hungry = self.attack.defenders & g.unsupplied
        if hungry and g.events is not None:
            g.emit(FoundUnsupplied(units=tuple(each_unit(hungry)), rule="Combat.I"))
        column = ledger.final().column
        result = g.board.crt.read(row_of(die, ledger.modifier), column)
        if g.events is not None:
            where = " and ".join(g.board.describe(target) for target in self.attack.targets)
            extra = f"{ledger.modifier:+d}, " if ledger.modifier else ""
            title = g.board.crt.title(column)
            meaning = f"{extra}{result} ({MEANING[result]}) at {title} against {where}"
            g.emit(
                Rolled(
                    what="Combat",
                    roll=die,
                    meaning=meaning,
                    rule="Results",
                    result=result,
                    column=title,
                    by=self.by,
                    units=tuple(each_unit(self.attack.attackers)),
                    against=tuple(each_unit(self.attack.defenders)),
                    at=self.attack.targets,
                )
            )
        return self.carry_out(g, result)

    def carry_out(self, g: Game71, result: str) -> Step:
        attackers, defenders = self.attack.attackers, self.attack.defenders
        if result == "AX":
            eliminate_all(g, attackers, "Results.AX")
        elif result == "DX":
            eliminate_all(g, defenders, "Results.DX")
        elif result == "EX":
            price = sum(g.board.strength[unit] for unit in each_unit(defenders))
            eliminate_all(g, defenders, "Results.EX")
            return Exchange(by=self.by, units=attackers, price=price).first_step(g)
        else:
            losers = attackers if result == "AR" else defenders
            chooser = other(self.by) if result == "AR" else self.by
            return Retreats(chooser=chooser, units=losers)
        return DONE

    def title(self, g: Game71) -> str:
        return f"Battle at {' and '.join(g.board.space_title(target) for target in self.attack.targets)}"


def eliminate_all(g: Game71, units: Units, rule_number: str) -> None:
    """All units of one side in a combat are removed."""
    for unit in each_unit(units):
        g.eliminate(unit, rule_number)


@rule("Results.EX")
class Exchange(Decision[Game71], frozen=True):
    """The attacker gives up units of choice until their printed strength makes up for the defender's."""

    units: Units
    price: int

    def first_step(self, g: Game71) -> Step:
        """There is nothing to choose if all attackers together are not worth more."""
        if sum(g.board.strength[unit] for unit in each_unit(self.units)) <= self.price:
            eliminate_all(g, self.units, "Results.EX")
            return DONE
        return self

    def offers(self, g: Game71) -> Iterator[Offer]:
        yield PickUnit("lose", g, only(self.units, "Results.EX", "{} is not one of the attackers that are left"))

    def chosen(self, g: Game71, action: Action) -> Step:
        unit = action[1]
        g.eliminate(unit, "Results.EX")
        price = self.price - g.board.strength[unit]
        if price <= 0:
            return DONE
        return replace(self, units=self.units & ~(1 << unit), price=price).first_step(g)

    def prompt(self, g: Game71) -> str:
        return f"Exchange: which unit is lost? {self.price} strength points are owed."


@rule("Results.Retreat")
class Retreats(Procedure[Game71], frozen=True):
    """Units fall back one after another, two hexes each; those that cannot are eliminated."""

    called = "Retreat"
    chooser: Side
    units: Units

    def start(self, g: Game71) -> Step:
        units = self.units
        while units:
            unit = lowest(units)
            units &= ~(1 << unit)
            owner = g.board.side_of[unit]
            for by, covered in ((self.chooser, False), (owner, True)):
                if covered and owner == GERMAN and g.dug_in[owner]:
                    g.emit(ShelterSought(unit=unit, rule="Results.Retreat"))
                if retreats(g, unit, covered=covered):
                    step = RetreatUnit(by=by, unit=unit, covered=covered)
                    return Call(step, then=replace(self, units=units).after)
            g.eliminate(unit, "Results.Retreat", "has no way to retreat and is eliminated")
        return DONE

    def after(self, g: Game71, _: object) -> Step:
        return self


@rule("Results.Retreat")
class RetreatUnit(Decision[Game71], frozen=True):
    """The enemy dictates a unit's path. Only the owner leads it into entrenchments hidden from him."""

    unit: UnitId
    covered: bool = False

    def offers(self, g: Game71) -> Iterator[Offer]:
        ways = retreats(g, self.unit, covered=self.covered)
        yield Listed(
            "retreat",
            [("retreat", self.unit, middle, end) for middle, end in ways],
            ("Stacking", "the hex at the end is full"),
            *why_not_retreat(g, self.unit, covered=self.covered),
        )

    def chosen(self, g: Game71, action: Action) -> Step:
        fall_back(g, self.unit, action[2], action[3])
        return DONE

    def prompt(self, g: Game71) -> str:
        return f"By which way does {g.board.unit_name(self.unit)} retreat?"

    def title(self, g: Game71) -> str:
        return g.board.counters[self.unit].name


def retreats(g: Game71, unit: UnitId, *, covered: bool = False) -> list[tuple[Space, Space]]:
    """The ways back that do not destroy the unit: two hexes, ending two hexes away, clear of enemies and zones."""
    board, here = g.board, g.space[unit]
    side = board.side_of[unit]
    free = ~(held(g, other(side)) | zone(g, other(side)))
    ends_allowed = free & _two_away(g, here) & under_cover(g, side, covered)
    found = []
    for middle in each(board.ways_back.spread(bit(here)) & free):
        ends = each(board.ways_back.spread(bit(middle)) & ends_allowed)
        found += [(middle, end) for end in ends if has_room(g, unit, end)]
    return found


def _two_away(g: Game71, space: Space) -> Spaces:
    near = g.board.adjacency.dilate(bit(space), 1)
    return g.board.adjacency.spread(near) & ~near


def under_cover(g: Game71, side: Side, covered: bool) -> Spaces:
    """German entrenchments if it is the owner who chooses, everything else if it is the enemy."""
    if side == ALLIED:
        return 0 if covered else g.board.land
    return g.dug_in[side] if covered else g.board.land & ~g.dug_in[side]


def fall_back(g: Game71, unit: UnitId, middle: Space, end: Space) -> None:
    """Carry out a retreat; one who meant to dig in is disturbed."""
    side, start = g.board.side_of[unit], g.space[unit]
    g.place(unit, end)
    if g.digging >> unit & 1:
        g.disturbed |= 1 << unit
    pass_through(g, side, bit(middle) | bit(end))
    g.abandon(start, side)
    if g.events is not None:
        g.emit(Moved(unit=unit, path=(start, middle, end), how="retreats to", rule="Results.Retreat"))


def why_not_retreat(g: Game71, unit: UnitId, *, covered: bool) -> Iterator[Test]:
    """What shuts a path of retreat, `retreat UNIT HEX HEX`."""
    board, here = g.board, g.space[unit]
    side, where = board.side_of[unit], board.describe
    enemies = held(g, other(side)) | zone(g, other(side))
    away, cover = _two_away(g, here), under_cover(g, side, covered)

    def no_way(action: Action) -> bool:
        return not (board.ways_back.joins(here, action[2]) and board.ways_back.joins(action[2], action[3]))

    yield Test(lambda a: a[1] != unit, "Results.Retreat", f"{board.unit_title(unit)} must retreat now")
    yield Test(no_way, "Results.Retreat", lambda a: f"no retreat leads over {where(a[2])} to {where(a[3])}")
    for n in (2, 3):
        yield Test(
            lambda a, n=n: bool(enemies & bit(a[n])),  # type: ignore[misc]
            "Results.Retreat",
            lambda a, n=n: f"{where(a[n])} is held or controlled by the enemy",  # type: ignore[misc]
        )
    yield Test(
        lambda a: not away & bit(a[3]), "Results.Retreat", lambda a: f"{where(a[3])} is not two hexes from where it was"
    )
    if not covered:
        what = "the enemy may not look under the marker in {}"
        yield Test(lambda a: not cover & bit(a[3]), "Entrenchment.B", lambda a: what.format(where(a[3])))
