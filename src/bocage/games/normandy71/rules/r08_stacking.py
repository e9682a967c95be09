"""Stacking, and breaking units down into battalions and rebuilding them."""

from bocage.games.normandy71.board import Model, each_unit, lowest, union
from bocage.games.normandy71.events import BrokenDown, Rebuilt
from bocage.games.normandy71.state import Game71
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, bit

# How many battalions may stand beside 0, 1 or 2 regiments (or brigades); -1: not even none.
OPEN = (3, 2, 0)
BOCAGE = (2, 0)


@rule("Stacking", "Pieces.Size")
def fits(g: Game71, units: Units, space: Space) -> bool:
    """Whether units of one side may stand together in a hex: at most three battalions, or a regiment and two,
    or two regiments; in bocage two battalions or one regiment.
    """
    regiments = (units & g.board.regiments).bit_count()
    limits = BOCAGE if g.board.bocage & BITS[space] else OPEN
    return regiments < len(limits) and units.bit_count() - regiments <= limits[regiments]


def most(g: Game71, space: Space) -> str:
    """What a hex holds at most, in words."""
    if bit(space) & g.board.bocage:
        return "two battalions or one regiment"
    return "three battalions, a regiment and two battalions, or two regiments"


def overstacked(g: Game71, side: Side) -> list[Space]:
    """A side's hexes that hold too much."""
    mine, first_box = g.board.of_side[side], g.board.first_box
    return [
        space
        for space, here in g.here.items()
        if space < first_box and here & (here - 1) and not fits(g, here & mine, space)
    ]


@rule("Stacking.D")
def break_down(g: Game71, unit: UnitId) -> Units:
    """Replace a unit with its parts in the same hex; what it had suffered or announced goes over to them."""
    board, space = g.board, g.space[unit]
    audience = (board.side_of[unit],) if g.hidden >> unit & 1 else None
    made, in_play = 0, union(g.here.values())
    unseen = g.hidden >> unit & 1
    for model in board.parts[board.model[unit]]:
        # In the open from the bottom of the heap, in hiding from its top: which counters appear tells nothing.
        free = board.alike[model] & ~(in_play | made)
        part = UnitId(free.bit_length() - 1) if unseen else lowest(free)
        made |= 1 << part
        g.place(part, space)
    _inherit(g, 1 << unit, made)
    g.place(unit, NOWHERE)
    g.spare |= 1 << unit
    g.emit(BrokenDown(unit=unit, parts=tuple(each_unit(made)), at=space, rule="Stacking.D", audience=audience))
    if unseen:
        g.hidden |= 1 << unit
    return made


def _inherit(g: Game71, old: Units, new: Units) -> None:
    """Whatever was true of the old counters becomes true of the new ones."""
    if g.digging & old and old & ~g.digging:  # a part that was not announced: it does not roll, nor do anything else
        g.disturbed |= old
    for name in ("digging", "disturbed", "unsupplied", "cut_off"):
        before: Units = getattr(g, name)
        after = before & ~(old | new)
        setattr(g, name, after | new if before & old else after)
    # Only what nobody has seen any part of stays hidden.
    unseen = g.hidden & old == old
    g.hidden = g.hidden | new if unseen else g.hidden & ~new


def may_be_rebuilt(g: Game71, units: Units) -> bool:
    """A glance at units that stand together: it takes at least two parts, and a larger counter to spare."""
    parts = units & g.board.part_units
    return bool(g.spare and parts & parts - 1)


@rule("Stacking.E")
def rebuildable(g: Game71, unit: UnitId) -> list[tuple[UnitId, Units]]:
    """What a unit and its neighbours in the hex may be rebuilt into: the larger counter, and the parts it takes."""
    return wholes_of(g, g.units_at(g.space[unit], g.board.side_of[unit]), unit)


def wholes_of(g: Game71, here: Units, unit: UnitId) -> list[tuple[UnitId, Units]]:
    """The same of units that stand together, or would."""
    board = g.board
    found: list[tuple[UnitId, Units]] = []
    if not (here & board.part_units & 1 << unit and may_be_rebuilt(g, here)):
        return found
    for whole in board.wholes.get(board.model[unit], ()):
        spares = board.alike[whole] & g.spare
        larger = lowest(spares & ~g.hidden or spares)
        taken = _parts(g, board.parts[whole], here, unit) if larger >= 0 else 0
        if taken:
            found.append((larger, taken))
    return found


def _parts(g: Game71, models: tuple[Model, ...], here: Units, unit: UnitId) -> Units:
    """Units in a hex that make up the parts, this one among them; 0 if they do not."""
    taken = 1 << unit
    rest = list(models)
    rest.remove(g.board.model[unit])
    for model in rest:
        part = lowest(here & g.board.alike[model] & ~taken)
        if part < 0:
            return 0
        taken |= 1 << part
    return taken


def rebuild(g: Game71, larger: UnitId, parts: Units) -> None:
    """Replace parts in one hex with the larger unit."""
    board = g.board
    space = g.space[lowest(parts)]
    _inherit(g, parts, 1 << larger)
    for part in each_unit(parts):
        g.place(part, NOWHERE)
    g.hidden |= parts & board.of_side[1]
    g.spare &= ~(1 << larger)
    g.rebuilt |= 1 << larger
    g.place(larger, space)
    audience = (board.side_of[larger],) if g.hidden >> larger & 1 else None
    g.emit(Rebuilt(unit=larger, parts=tuple(each_unit(parts)), at=space, rule="Stacking.E", audience=audience))
