"""What each side may see, and what it may imagine of the rest.

The Germans do not know the Allied plan, nor ever for certain which beaches are supply areas. The Allies do not
know the German order of battle, what it will bring, or what entrenchments hide until they attack them.
"""

from bocage.games.normandy71.board import each_unit
from bocage.games.normandy71.imagine import imagine_germans, imagine_plan
from bocage.games.normandy71.rules.r09_supply import outside
from bocage.games.normandy71.rules.r15_victory import beachheads, deepest, in_points, score
from bocage.games.normandy71.sides import ALLIED, GERMAN, other
from bocage.games.normandy71.state import Game71
from bocage.kernel.flow import waiting
from bocage.kernel.game import Dice
from bocage.kernel.ids import NOWHERE, Side, UnitId
from bocage.kernel.spaces import bit, each
from bocage.kernel.view import Mark, Piece, Track
from bocage.kernel.wording import counted


def redact(g: Game71, side: Side | None) -> Game71:
    """Blank what a side cannot know; a spectator knows no more than both sides do."""
    if g.outcome is not None:
        return g
    if side != ALLIED:
        _hide_plan(g)
    if side != GERMAN:
        _hide_germans(g)
    return g


def _hide_plan(g: Game71) -> None:
    g.plan = [NOWHERE] * len(g.plan)
    g.supply = g.known_supply
    g.touch()
    # Whether Allied units are in supply is only as well known as the beaches that feed them.
    allied = g.board.of_side[ALLIED]
    g.unsupplied &= ~allied
    if g.turn > 1:
        g.unsupplied |= outside(g, ALLIED)
    g.cut_off = 0
    g.landed, g.idle = _known(g, g.landed), _known(g, g.idle)


def _known(g: Game71, column: list[int]) -> list[int]:
    """What is known of the beaches where something came ashore."""
    beaches = [g.board.beach_hex[box] for box in g.board.beach_boxes]
    return [value if g.known_supply & bit(beach) else 0 for value, beach in zip(column, beaches, strict=True)]


def _hide_germans(g: Game71) -> None:
    hidden = g.hidden & g.board.of_side[GERMAN]
    for unit in each_unit(hidden):
        if g.space[unit] >= 0:
            g.place(unit, NOWHERE)
    if not g.started:
        g.dug_in[GERMAN] = 0
    g.order = g.listed = ""
    g.due = 0
    for name in ("unsupplied", "digging", "disturbed"):
        setattr(g, name, getattr(g, name) & ~hidden)
    # Which large counters were broken down or rebuilt under an entrenchment is hidden as well.
    g.spare &= ~hidden
    g.rebuilt &= g.board.of_side[ALLIED]
    g.hidden = g.board.of_side[GERMAN] & ~(_seen(g) | g.spare)
    g.touch()


def _seen(g: Game71) -> int:
    """Counters that lie open: on the map, off it by a road, or eliminated."""
    return sum(1 << n for n, space in enumerate(g.space) if space != NOWHERE)


def sample(g: Game71, side: Side, rng: Dice) -> Game71:
    """A full state that agrees with what a side knows."""
    if side == ALLIED:
        imagine_germans(g, rng)
    else:
        imagine_plan(g, rng)
    g.touch()
    if g.turn > 1:
        imagined = g.hidden if side == ALLIED else g.board.of_side[ALLIED]
        g.unsupplied = g.unsupplied & ~imagined | outside(g, other(side)) & imagined
    return g


def pieces(g: Game71) -> list[Piece]:
    """The counters as a player sees them; an entrenchment with nothing known in it is a piece without a face."""
    board, found = g.board, []
    for n, counter in enumerate(board.counters):
        # Reinforcements that may enter lie beside the map, for their owner's eyes.
        space = board.reserve if g.due >> n & 1 else g.space[n]
        if space == NOWHERE:
            continue
        found.append(
            Piece(
                space=board.names[space],
                side=counter.side,
                unit=counter.id,
                name=counter.name,
                symbol=counter.type,
                size=counter.size,
                band=counter.formation or counter.nation,
                factors=(f"{counter.strength}{'d' if counter.defends_only else ''}", str(counter.allowance)),
                flags=_flags(g, UnitId(n)),
                nation=counter.nation.lower(),
            )
        )
    blind = [space for space in each(g.dug_in[GERMAN]) if not g.here.get(space, 0)]
    found += [Piece(space=board.names[space], side=GERMAN, name="Entrenched", symbol="unknown") for space in blind]
    return found


def _flags(g: Game71, unit: UnitId) -> tuple[str, ...]:
    sets = (
        ("unsupplied", g.unsupplied),
        ("never supplied", g.cut_off),
        ("digging", g.digging),
        ("hidden", g.hidden),
    )
    words = [word for word, units in sets if units >> unit & 1]
    frame = waiting(g)
    left = getattr(frame, "left", None)
    if left is not None and getattr(frame, "by", None) == g.board.side_of[unit] and hasattr(frame, "second"):
        moving = left >> unit & 1 or getattr(frame, "unit", -1) == unit
        if not moving and g.space[unit] < g.board.first_box:
            words.append("moved")
    return tuple(words)


def marks(g: Game71) -> list[Mark]:
    """Entrenchments, supply beaches as far as they are known, and who holds the cities."""
    board = g.board
    found = [
        Mark(space=board.names[space], kind="entrenchment", side=side)
        for side in (ALLIED, GERMAN)
        for space in each(g.dug_in[side])
    ]
    found += [Mark(space=board.names[space], kind="supply", side=ALLIED) for space in each(g.supply & ~g.lost_beaches)]
    found += [Mark(space=board.names[space], kind="lost-beach", side=GERMAN) for space in each(g.lost_beaches)]
    found += [
        Mark(space=board.names[space], kind="plan", text=board.counters[n].id, side=ALLIED)
        for n, space in enumerate(g.plan)
        if space != NOWHERE
    ]
    found += [
        Mark(space=board.names[space], kind="control", side=ALLIED if g.allied_cities & bit(space) else GERMAN)
        for space in each(board.city_hexes)
    ]
    return found


def tracks(g: Game71) -> list[Track]:
    """Turn, victory points and what they consist of, losses."""
    lost = g.here.get(g.board.lost, 0)
    found = [
        Track(
            "Turn",
            f"{g.turn} of {g.last_turn}",
            f"{5 + g.turn} June 1944" if g.turn else "Secret deployment",
        )
    ]
    if g.turn:
        won = score(g)
        detail = [*won.cities, *(f"{edge} edge" for edge in won.exits)]
        heads = max(1, beachheads(g))
        detail.append(f"depth {counted(deepest(g), 'hex')} over {counted(heads, 'beachhead')}")
        found.append(Track("Allied points on the map", in_points(won.geographic), ", ".join(detail)))
    if g.order:
        points = g.board.order_points[g.order]
        found.append(Track("Order of battle", g.order, f"{points:+d} points for the Allies"))
    for side, name in enumerate(g.sides):
        units = each_unit(lost & g.board.of_side[side])
        points = sum(g.board.strength[unit] for unit in units)
        many = counted(len(units), "unit")
        found.append(Track(f"{name} losses", many, f"{counted(points, 'strength point')}"))
    return found


def warnings(g: Game71) -> list[str]:
    """What the deciding side leaves undone if it ends its phase now."""
    frame = waiting(g)
    left = getattr(frame, "left", 0)
    found = []
    if hasattr(frame, "second") and left and getattr(frame, "unit", None) is None:
        found.append(f"Not moved yet: {_units(left.bit_count())}.")
        afloat = sum((left & g.here.get(box, 0)).bit_count() for box in g.board.beach_boxes)
        if afloat and g.turn == 1 and not getattr(frame, "second", True):
            found.append(f"{_units(afloat)} would not land today and go back to Britain.")
    if frame is not None and type(frame).__name__ == "Allocation":
        targets = sum(action[0] == "attack" for action in frame.options(g))
        if targets:
            found.append(f"Enemy hexes that could still be attacked: {targets}.")
    if frame is not None and type(frame).__name__ == "BringAshore":
        coming = len({action[1] for action in frame.options(g) if len(action) > 1})
        if coming:
            found.append(f"Could still land: {_units(coming)}.")
    return found


def _units(number: int) -> str:
    return f"{number} unit{'s' if number != 1 else ''}"
