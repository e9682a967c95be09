"""Filling in what a side does not know with a world that agrees with what it does: for computer players."""

from bocage.games.normandy71.board import Normandy, each_unit, lowest, union
from bocage.games.normandy71.records import ORDERS
from bocage.games.normandy71.rules.r08_stacking import fits
from bocage.games.normandy71.rules.r13_invasion_plan import MOST_BEACHES, MOST_SUPPLY, complete
from bocage.games.normandy71.sides import GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.game import Dice
from bocage.kernel.ids import NOWHERE, Space, UnitId, Units
from bocage.kernel.spaces import each, members, spaces


def imagine_plan(g: Game71, rng: Dice) -> None:
    """What the Germans may suppose of the Allied plan: some landing before it happens, some supply areas after."""
    if _on_stack(g, "AlliedPlan"):
        return
    if not g.invaded:
        _any_plan(g, rng)
        return
    pool = members(g.invaded & ~g.known_supply)
    rng.shuffle(pool)
    room = MOST_SUPPLY - g.known_supply.bit_count()
    g.supply = g.known_supply | spaces(pool[: max(room, 0)])
    land = members(g.board.land)
    for unit in each_unit(g.board.of_force["parachute"] & g.here.get(g.board.britain, 0)):
        g.plan[unit] = land[rng.randrange(len(land))]


def _on_stack(g: Game71, name: str) -> bool:
    """Is a frame of that name being played?"""
    return any(type(frame).__name__ == name for frame, _ in g.stack)


def _any_plan(g: Game71, rng: Dice) -> None:
    """A plan like the historical one, or one over beaches drawn at random."""
    board = g.board
    if rng.randrange(2):
        boxes = list(board.beach_boxes)
        rng.shuffle(boxes)
        for n, unit in enumerate(each_unit(board.of_force["assault"])):
            g.plan[unit] = boxes[n % MOST_BEACHES]
        g.supply = spaces(board.beach_hex[box] for box in boxes[:MOST_SUPPLY])
    complete(g)


def imagine_germans(g: Game71, rng: Dice) -> None:
    """What the Allies may suppose: an order of battle that fits what they saw, hidden units under entrenchments."""
    if _on_stack(g, "AlliedPlan"):
        return
    if not g.started and not _on_stack(g, "GermanSetup"):
        listed = list(ORDERS)
        rng.shuffle(listed)
        g.listed = "".join(listed)
        return
    board = g.board
    seen = board.of_side[GERMAN] & ~g.hidden | g.spare
    g.order = g.fixed_order or _likely_order(board, seen, g.turn, rng)
    start = board.due(g.order, 0)
    if not g.started:
        g.due = start
        return
    _fill(g, start & ~seen, rng)
    arrived = union(board.due(g.order, turn) for turn in range(1, _reinforced(g) + 1))
    g.due = arrived & ~seen & ~_placed(g)


def _reinforced(g: Game71) -> int:
    """The last turn whose German reinforcements are due by now."""
    names = [frame for frame, _ in g.stack if type(frame).__name__ == "Campaign"]
    if not names:
        return g.turn
    campaign = names[0]
    at = campaign.names.index("german-reinforcements")
    return g.turn if campaign.next > at else g.turn - 1


def _likely_order(board: Normandy, seen: Units, turn: int, rng: Dice) -> str:
    """An order of battle that could have shown what was seen so far; if none fits, the one that fits best."""
    orders = list(ORDERS)
    rng.shuffle(orders)
    big = seen & ~board.battalions

    def strange(order: str) -> int:
        known = union(board.due(order, n) for n in range(turn + 1))
        return (big & ~known).bit_count()

    return min(orders, key=strange)


def _placed(g: Game71) -> Units:
    return sum(1 << n for n, space in enumerate(g.space) if space != NOWHERE)


def _fill(g: Game71, unseen: Units, rng: Dice) -> None:
    """Put the unseen units of the set-up under entrenchments, at least one under each that shows nothing."""
    board = g.board
    blind = [space for space in each(g.dug_in[GERMAN]) if not g.here.get(space, 0)]
    rng.shuffle(blind)
    units: list[UnitId] = each_unit(unseen)
    rng.shuffle(units)
    # Hexes that few units may hold choose first.
    home = board.unit_hexes[g.order]
    blind.sort(key=lambda space: sum(home[unit] >> space & 1 for unit in units))
    for space in blind:
        unit = next((unit for unit in units if home[unit] >> space & 1), None)
        if unit is None:
            unit = units[0] if units else _any_hidden(g)
        if unit in units:
            units.remove(unit)
        if unit >= 0:
            g.place(unit, space)
    for unit in units:
        _tuck_away(g, unit, rng)
    g.hidden = board.of_side[GERMAN] & g.hidden


def _any_hidden(g: Game71) -> UnitId:
    """Some unit that nobody has seen: a battalion where all the larger ones are accounted for."""
    unseen = g.hidden & ~_placed(g)
    return lowest(unseen & ~g.board.battalions or unseen)


def _tuck_away(g: Game71, unit: UnitId, rng: Dice) -> None:
    """A further unit hides under some entrenchment that has room; if none has, it was never there."""
    board = g.board
    allowed = board.unit_hexes[g.order][unit]
    rooms: list[Space] = [
        space for space in each(g.dug_in[GERMAN] & allowed) if fits(g, g.here.get(space, 0) | 1 << unit, space)
    ]
    if rooms:
        g.place(unit, rooms[rng.randrange(len(rooms))])
