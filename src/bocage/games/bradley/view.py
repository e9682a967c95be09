"""What each side may see: everything but mines, wave plans and drop plans."""

from bocage.games.bradley.rules.r04_planning import open_zones, settled_zone, subunit
from bocage.games.bradley.rules.r05_waves import fits
from bocage.games.bradley.rules.r08_stacking import overfull
from bocage.games.bradley.rules.r17_victory import allied_losses
from bocage.games.bradley.sides import ALLIED, BEACHES, DIRECTIONS, GERMAN, MODES, ZONE_NAMES
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.flow import waiting
from bocage.kernel.game import Dice
from bocage.kernel.hexsides import marks_on
from bocage.kernel.ids import NOWHERE, Side, UnitId
from bocage.kernel.spaces import each, members
from bocage.kernel.view import Mark, Piece, Track


def redact(g: Bradley, side: Side | None) -> Bradley:
    """Blank the mines for everybody but the German, and the plans for everybody but the American."""
    if side != GERMAN:
        g.mines = g.found
        g.laid = 0
        g.mine_points = -1
    if side != ALLIED:
        conceal_plans(g)
    return g


def conceal_plans(g: Bradley) -> None:
    """Put units of waves that have not sailed back into their pool, and those with secret drop zones into one box."""
    board = g.board
    for beach in range(len(BEACHES)):
        for box in board.wave_boxes[beach]:
            for unit in each_unit(g.here.get(box, 0) & g.planned[beach]):
                g.place(unit, board.pool[beach])
    for unit in each_unit(g.bound):
        g.place(unit, board.airborne)


def sample(g: Bradley, side: Side, rng: Dice) -> Bradley:
    """A world that agrees with what a side knows."""
    if side != GERMAN:
        lay_mines(g, rng)
    if side != ALLIED:
        imagine_waves(g, rng)
        imagine_drops(g, rng)
    return g


def lay_mines(g: Bradley, rng: Dice) -> None:
    """Mines somewhere on the beaches where nobody has looked yet, as many as is known of each beach."""
    rules = g.rules
    total = rules.mines[rng.randrange(len(rules.mines))]
    g.mine_points = total
    if not g.turn:
        return
    beaches = [BEACHES.index(beach) for beach in rules.beaches]
    for beach, number in _mines_by_beach(g, beaches, total, rng).items():
        sites = members(g.beach_area[beach] & ~g.swept & ~g.found)
        rng.shuffle(sites)
        known = (g.found & g.beach_area[beach]).bit_count()
        for space in sites[: max(0, number - known)]:
            g.mines |= 1 << space


def _mines_by_beach(g: Bradley, beaches: list[int], total: int, rng: Dice) -> dict[int, int]:
    """How many points are left on each beach: what is known, and for the rest a division that the rules allow."""
    most = g.rules.mines_on_a_beach
    left = {beach: g.charted[beach] for beach in beaches if g.charted[beach] >= 0}
    unknown = [beach for beach in beaches if beach not in left]
    spare = total - sum(number + g.lifted[beach] for beach, number in left.items())
    for n, beach in enumerate(unknown):
        others = most * (len(unknown) - n - 1)
        low, high = max(0, spare - others, g.lifted[beach]), min(most, spare)
        laid = low + rng.randrange(max(1, high - low + 1))
        spare -= laid
        left[beach] = max(0, laid - g.lifted[beach])
    return left


def imagine_waves(g: Bradley, rng: Dice) -> None:
    """Some of the units that were asked about in each wave that has not sailed."""
    board = g.board
    for beach in range(len(BEACHES)):
        units = each_unit(g.here.get(board.pool[beach], 0) & g.planned[beach])
        rng.shuffle(units)
        for wave in range(g.wave[beach] + 1, g.waves_open[beach] + 1):
            for unit in units:
                if g.space[unit] == board.pool[beach] and fits(g, unit, beach, wave):
                    g.place(unit, board.wave_boxes[beach][wave - 1])


def imagine_drops(g: Bradley, rng: Dice) -> None:
    """Every subunit bound for one of its division's zones."""
    board, plan = g.board, dict[str, int]()
    for unit in each_unit(g.bound):
        zones = open_zones(g, unit)
        settled = settled_zone(g, unit)
        chosen = settled if settled is not None else zones[rng.randrange(len(zones))]
        g.place(unit, board.zone_boxes[plan.setdefault(subunit(g, unit), chosen)])


def pieces(g: Bradley) -> list[Piece]:
    """The counters as a player sees them; those of other scenarios stay in the box."""
    board = g.board
    return [_piece(g, UnitId(n)) for n in range(len(board.units)) if g.space[n] != board.unused]


def _piece(g: Bradley, unit: UnitId) -> Piece:
    counter, face = g.board.units[unit], g.face(unit)
    words = (
        ("disrupted", g.disrupted),
        ("moved", g.moved),
        ("fired", g.fired),
        ("fought", g.assaulted),
    )
    return Piece(
        space=g.board.names[g.space[unit]],
        side=counter.side,
        unit=counter.id,
        name=counter.name,
        symbol=counter.symbol,
        size=counter.size if counter.size != "platoon" else "",
        band=counter.formation,
        factors=(str(face.attack), str(face.protection), str(face.allowance)),
        flags=tuple(word for word, units in words if units >> unit & 1),
        facing=DIRECTIONS[g.facing[unit]] if (g.marching | g.board.faced) >> unit & 1 else "",
        mode=MODES[g.mode(unit)],
        nation=counter.nation,
    )


def marks(g: Bradley) -> list[Mark]:
    """The tide, drop zones, beachheads, ruins and known mines."""
    names = g.board.names
    found = tide_marks(g)
    found += [
        Mark(space=names[space], kind="drop zone", text=ZONE_NAMES[zone].replace("'s", ""), side=ALLIED)
        for zone, space in enumerate(g.zones)
        if space != NOWHERE
    ]
    found += [Mark(space=names[space], kind="beachhead", side=ALLIED) for space in g.beachheads if space != NOWHERE]
    found += [Mark(space=names[space], kind="ruins") for space in each(g.ruins)]
    found += marks_on(g.board, g.breached, "breach")
    return found + [Mark(space=names[space], kind="mines", side=GERMAN) for space in each(g.mines)]


def tide_marks(g: Bradley) -> list[Mark]:
    """How high the water stands on beaches and flats (6.3.4); at low tide they are dry."""
    board = g.board
    if not g.turn or g.tide == "low":
        return []
    return [
        Mark(
            space=board.names[space], kind="tide", text="high water" if g.high and board.tidal >> space & 1 else g.tide
        )
        for space in each((board.beach | board.tidal) & g.playable)
    ]


def tracks(g: Bradley) -> list[Track]:
    """The clock, the tide, support points, waves and losses."""
    if not g.turn:
        return [Track("Turn", "set-up")]
    row = g.board.charts.turns[g.turn]
    wanted = f"German victory: tactical at {g.rules.tactical}, strategic at {g.rules.strategic}"
    found = [
        Track("Turn", str(g.turn), f"of {g.rules.last_turn}: {row.day}, {row.hour}{', night' if row.night else ''}"),
        Track("Tide", g.tide),
        Track("Support points", str(g.support)),
        Track("Allied units lost", str(allied_losses(g)), wanted),
    ]
    for beach, name in enumerate(BEACHES):
        if name in g.rules.beaches and g.cycle[beach]:
            found.append(Track(name.title(), f"cycle {g.cycle[beach]}, wave {g.wave[beach]}"))
    return found


def warnings(g: Bradley) -> list[str]:
    """What would be lost if the segment ended now."""
    frame = waiting(g)
    found = overfull(g)
    if frame is None or found is None or ("done",) not in frame.options(g):
        return []
    return [f"{g.board.describe(found[1])} holds too many units: some will be eliminated (8.1.4)."]
