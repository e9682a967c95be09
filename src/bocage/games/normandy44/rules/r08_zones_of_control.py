"""8. Zones of control and the bonds between them."""

import msgspec

from bocage.games.normandy44.atlas import Atlas
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, spaces

UNBROKEN = (("unbroken", 0), ("unbroken", 1))
"""Where bonds are kept before the enemy breaks any: they hold until one of the side's own counters moves."""


class Presence(msgspec.Struct, frozen=True):
    """Where each side stands: all its hexes, those with a zone, those that can bond; and its units on the map."""

    hexes: tuple[Spaces, Spaces]
    zoned: tuple[Spaces, Spaces]
    bonding: tuple[Spaces, Spaces]
    units: tuple[Units, Units]

    def changed(self, g: Normandy44, side: Side, *where: tuple[Space, Units]) -> "Presence":
        """The same after a counter of a side came to or left some spaces; beside each those who had been there."""
        size, here, strong, steady = g.board.atlas.size, g.here, ~g.weak, ~(g.weak | g.scattered)
        hexes, zoned, bonding, units = self.hexes[side], self.zoned[side], self.bonding[side], self.units[side]
        for space, was in where:
            if 0 <= space < size:
                there, bit = here.get(space, 0), BITS[space]
                hexes = hexes | bit if there else hexes & ~bit
                zoned = zoned | bit if there & strong else zoned & ~bit
                bonding = bonding | bit if there & steady else bonding & ~bit
                units = units & ~was | there
        if side:
            return Presence(
                (self.hexes[0], hexes), (self.zoned[0], zoned), (self.bonding[0], bonding), (self.units[0], units)
            )
        return Presence(
            (hexes, self.hexes[1]), (zoned, self.zoned[1]), (bonding, self.bonding[1]), (units, self.units[1])
        )


class Bonds(msgspec.Struct, frozen=True):
    """A side's bonds: hexes, and for each direction the hexes whose hexside that way is bonded."""

    hexes: Spaces
    sides: tuple[Spaces, Spaces, Spaces, Spaces, Spaces, Spaces]
    touched: Spaces  # hexes with any bonded hexside


@rule("8.1")
def presence(g: Normandy44) -> Presence:
    """Which hexes each side holds, and from which it has a zone: not by strongpoints or units of strength 1."""
    found = g.cache.get("presence")
    if found is None:
        found = g.cache["presence"] = _presence(g)
    return found


def _presence(g: Normandy44) -> Presence:
    atlas = g.board.atlas
    size, german = atlas.size, atlas.roster.german
    strong, steady = ~g.weak, ~(g.weak | g.scattered)
    hexes, zoned, bonding, units = [0, 0], [0, 0], [0, 0], [0, 0]
    for space, there in g.here.items():
        if space < size:
            side = 0 if there & german else 1
            bit = BITS[space]
            hexes[side] |= bit
            units[side] |= there
            if there & strong:
                zoned[side] |= bit
                if there & steady:
                    bonding[side] |= bit
    return Presence((hexes[0], hexes[1]), (zoned[0], zoned[1]), (bonding[0], bonding[1]), (units[0], units[1]))


@rule("8.1", "8.4", "8.5.6")
def zone(g: Normandy44, side: Side) -> Spaces:
    """The hexes in a side's zones of control; zones stop at sea and impassable hexsides only. Retreats
    (13.1.2), advances (14.3) and supply (18.2) ask here too.
    """
    found = g.cache.get(side)
    if found is None:
        found = g.cache[side] = g.board.atlas.zones.spread(presence(g).zoned[side])
    return found


@rule("8.5.4")
def bonds(g: Normandy44, side: Side) -> Bonds:
    """A side's bonds against its enemy, those that the enemy has broken left out."""
    key = ("bonds", side)
    found: Bonds | None = g.cache.get(key)
    if found is None:
        here = presence(g)
        whole: Bonds | None = g.cache.get(UNBROKEN[side])
        if whole is None:
            whole = g.cache[UNBROKEN[side]] = find_bonds(g.board.atlas, here.bonding[side])
        found = g.cache[key] = broken(g.board.atlas, whole, here.hexes[1 - side])
    return found


@rule("8.5.1", "8.5.5")
def find_bonds(atlas: Atlas, bonding: Spaces) -> Bonds:
    """Bonds of stacks in `bonding`: hexes between two in line, hexsides between two others or with the map edge."""
    step = atlas.step
    towards = [step(bonding, d) for d in range(6)]
    hexes = 0
    sides = [0] * 6
    touched = 0
    for d in range(3):
        hexes |= towards[d] & towards[d + 3] & atlas.hex_bond_ok[d]
        low = towards[d + 2] & atlas.low_ok[d]
        high = towards[(d + 4) % 6] & atlas.high_ok[d]
        bonded = low & high | low & atlas.high_anchor[d] | high & atlas.low_anchor[d]
        if bonded:
            sides[d] = bonded
            sides[d + 3] = step(bonded, d)
            touched |= bonded | sides[d + 3]
    return Bonds(hexes & ~bonding, (sides[0], sides[1], sides[2], sides[3], sides[4], sides[5]), touched)


@rule("8.5.3")
def broken(atlas: Atlas, whole: Bonds, foes: Spaces) -> Bonds:
    """What foes in a hex, or on both sides of a hexside, leave of bonds."""
    near = whole.touched & foes
    if not near & (near - 1):  # fewer than two foes by bonded hexsides break none of them
        return Bonds(whole.hexes & ~foes, whole.sides, whole.touched) if whole.hexes & foes else whole
    sides = list(whole.sides)
    touched = 0
    for d in range(3):
        both = foes & atlas.step(foes, d + 3) & sides[d]
        if both:
            sides[d] &= ~both
            sides[d + 3] &= ~atlas.step(both, d)
        touched |= sides[d] | sides[d + 3]
    return Bonds(whole.hexes & ~foes, (sides[0], sides[1], sides[2], sides[3], sides[4], sides[5]), touched)


def adjacent_to_enemy(g: Normandy44, side: Side) -> Spaces:
    """Hexes next to an enemy unit; an impassable hexside parts them."""
    key = ("next", side)
    found = g.cache.get(key)
    if found is None:
        found = g.cache[key] = g.board.atlas.zones.spread(presence(g).hexes[1 - side])
    return found


def places(g: Normandy44, some: Units) -> Spaces:
    """The hexes where units stand."""
    key = ("places", some)
    found: Spaces | None = g.cache.get(key)
    if found is None:
        found = g.cache[key] = spaces({g.space[unit] for unit in each_unit(some)})
    return found


def inside(g: Normandy44, side: Side, ground: Spaces) -> Units:
    """A side's units in some hexes."""
    return g.standing(each(presence(g).hexes[side] & ground))


def side_of(g: Normandy44, unit: UnitId) -> Side:
    """Whose counter it is."""
    return GERMAN if g.board.atlas.roster.german >> unit & 1 else ALLIED
