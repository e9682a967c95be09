"""What players see: counters, markers and tracks. Nothing on the map is hidden in this game."""

from bocage.games.normandy44.rules.r07_stacking import overstacked_hexes
from bocage.games.normandy44.rules.r09_movement_phase import Orders, movable
from bocage.games.normandy44.rules.r10_combat import Attacks, able, targets
from bocage.games.normandy44.rules.r27_players import two_germans
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ARMIES, REPLACEMENTS, in_words
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import waiting
from bocage.kernel.ids import UnitId
from bocage.kernel.spaces import each
from bocage.kernel.view import Mark, Piece, Track
from bocage.kernel.wording import counted

FLAGS = (
    ("moved", "moved"),
    ("scattered", "scattered"),
    ("disrupted", "disrupted"),
    ("replaced", "replacement"),
    ("regroup", "regroup"),
    ("reserve", "reserve"),
    ("strategic", "strategic"),
    ("trucked", "truck"),
    ("isolated", "isolated"),
    ("out_of_supply", "out of supply"),
    ("attacked", "attacked"),
    ("spent", "spent"),
)


def factors(g: Normandy44, unit: UnitId) -> tuple[str, ...]:
    """Strength (in brackets if it only defends), troop quality, movement, armour."""
    roster, steps = g.board.atlas.roster, g.steps[unit]
    strength = str(roster.strength[unit][steps])
    if not roster.attacks[unit][steps]:
        strength = f"({strength})"
    armor = roster.armor[unit][steps]
    shown = [
        strength,
        f"{roster.quality[unit][steps]:+d}" if roster.quality[unit][steps] else "0",
        str(roster.allowance[unit][steps]),
    ]
    if armor:
        shown.append(f"{'r' if roster.antitank >> unit & 1 else 'g'}{armor}")
    return tuple(shown)


def pieces(g: Normandy44) -> list[Piece]:
    """Every counter that is in play."""
    board = g.board
    removed = board.ids["removed"]
    return [
        Piece(
            space=board.names[space],
            side=counter.side,
            unit=counter.id,
            name=counter.name,
            symbol=counter.symbol or counter.kind,
            size=counter.size,
            band=counter.division or counter.brigade,
            factors=factors(g, UnitId(unit)),
            steps=g.steps[unit],
            full=counter.steps,
            flags=tuple(word for name, word in FLAGS if getattr(g, name) >> unit & 1),
            nation=counter.nation if counter.branch == "army" else counter.branch,
        )
        for unit, counter in enumerate(board.counters)
        if (space := g.space[unit]) >= 0 and space != removed
    ]


def marks(g: Normandy44) -> list[Mark]:
    """Improved positions, Mulberries and who holds towns and cities."""
    names, atlas = g.board.names, g.board.atlas
    found = []
    for army, hexes in enumerate((g.ip_german, g.ip_us, g.ip_cw)):
        for space in each(hexes):
            text = "under construction" if g.ip_unfinished >> space & 1 else ARMIES[army]
            found += [Mark(space=names[space], kind="improved-position", text=text, side=min(army, 1))]
    for army in (0, 1):
        if g.mulberry[army] == -1:
            found.append(Mark(space=names[g.mulberry_at[army]], kind="mulberry", text=("US", "British")[army], side=1))
    for space in each(atlas.town | atlas.city):
        found += [Mark(space=names[space], kind="control", side=int(g.allied_control >> space & 1))]
    return found


def tracks(g: Normandy44) -> list[Track]:
    """Turn, weather and all that is counted."""
    board = g.board
    coming = sorted(awaited(g).items())
    stock = [f"{count} {in_words(name)}" for name, count in zip(REPLACEMENTS, g.replacements, strict=True) if count]
    return [
        Track("Turn", str(g.turn), f"{board.turns[g.turn].date}, of {g.last_turn}"),
        Track("Weather", board.weather[g.row].weather, f"row {g.row} of the table"),
        Track("Victory", rules_of(g).standing(g), "; ".join(rules_of(g).account(g))),
        Track(
            "Supply",
            f"7th Army {g.supply_7th}, Cherbourg {g.supply_cherbourg}"
            + (f", Panzer Group West {g.supply_pgw}" if two_germans(g) else ""),
            f"US {g.supply_us}, CW {g.supply_cw}",
        ),
        Track("Replacements", ", ".join(stock) or "none"),
        Track("Reinforcement points", f"US {g.rp[0]}, CW {g.rp[1]}"),
        Track("Air", f"US {g.air[0]}, CW {g.air[1]}"),
        Track("Naval", f"US {g.naval[0]}, CW {g.naval[1]}"),
        *[Track("German reinforcement", f"turn {turn}", ", ".join(names)) for turn, names in coming],
    ]


def awaited(g: Normandy44) -> dict[int, list[str]]:
    """The German reinforcements that are still to come, by turn (6.6)."""
    found: dict[int, list[str]] = {}
    for unit in each_unit(g.here.get(g.board.ids["reinforcements"], 0)):
        turn = rules_of(g).arrival_turn(g, unit)
        if 0 < turn <= g.last_turn:
            found.setdefault(turn, []).append(g.board.counters[unit].name)
    return found


def warnings(g: Normandy44) -> list[str]:
    """What is left undone."""
    frame = waiting(g)
    found = []
    if isinstance(frame, Orders):
        full = [g.board.describe(space) for space in overstacked_hexes(g, frame.by)]
        if full:
            found.append(f"Overstacked: {', '.join(full)}.")
        left = movable(g, frame.by)
        if left:
            found.append(f"{counted(left.bit_count(), 'unit')} not moved yet.")
    elif isinstance(frame, Attacks):
        units = able(g, frame.by, reserve=frame.reserve)
        some = [g.board.describe(space) for space in each(targets(g, frame.by, units))] if units else []
        if some:
            found.append(f"You could still attack {', '.join(some)}.")
    return found
