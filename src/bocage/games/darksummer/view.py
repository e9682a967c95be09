"""What players see: counters, markers and tracks.

Nothing is hidden from one side and known to the other: stacks are open (5.0), chits are announced (9.1), and what lies
face down is known to nobody, because it is drawn only when it is turned over (11.5).
"""

from bocage.games.darksummer.rules.r05_stacking import overstacked
from bocage.games.darksummer.rules.r10_moving import Movement, movers
from bocage.games.darksummer.rules.r11_combat import Attacks, targets
from bocage.games.darksummer.rules.r12_support import comes_back, left_this_turn
from bocage.games.darksummer.rules.r13_supply import starving
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army, actors
from bocage.games.darksummer.state import ACTION, HIDDEN, WAVE_2, WEATHER, DarkSummer, Played
from bocage.kernel.flow import waiting
from bocage.kernel.points import of_halves, written
from bocage.kernel.spaces import BITS, each
from bocage.kernel.view import Chip, Mark, Piece, Track
from bocage.kernel.wording import counted

SYMBOLS = {
    "para": "airborne",
    "glider": "glider",
    "special": "commando",
    "armor": "armour",
    "tiger": "armour",
    "cavalry": "recon",
    "mechanized": "mechanized",
    "garrison": "garrison",
    "flak": "flak",
    "strongpoint": "fortress",
    "ost": "garrison",
}
SIZES = {"battalion": "II", "regiment": "III", "brigade": "X", "command": "X", "kampfgruppe": "KG", "strongpoint": ""}


def factors(g: DarkSummer, unit: int) -> tuple[str, ...]:
    """Attack, defence and movement; a question mark for what lies face down, brackets for Flak (11.6)."""
    counter, steps = g.board.units[unit], max(1, g.steps[unit])
    if counter.hidden:
        value = "?" if g.value[unit] == HIDDEN else str(g.value[unit])
        return value, str(counter.move)
    defense = f"({counter.defense[steps]})" if counter.type == "flak" else str(counter.defense[steps])
    return str(counter.attack[steps]), defense, str(counter.move)


def pieces(g: DarkSummer) -> list[Piece]:
    """Every counter that is in play or to come; on the Turn Record Track in the order in which they are due."""
    board, hungry = g.board, starving(g)
    waits = board.atlas.waiting
    gone = BITS[board.atlas.lost] | BITS[board.atlas.withdrawn]
    order = sorted(range(len(board.units)), key=lambda unit: g.due[unit] if g.space[unit] == waits else 0)
    marks = (("moved", g.moved), ("attacked", g.attacked), ("retreated", g.retreated), ("out of supply", hungry))
    return [
        Piece(
            space=board.names[g.space[unit]],
            side=counter.side,
            unit=counter.id,
            name=counter.name,
            symbol=SYMBOLS.get(counter.type, counter.type),
            size=SIZES[counter.size],
            band=counter.band,
            factors=factors(g, unit),
            steps=g.steps[unit],
            full=counter.steps,
            flags=tuple(word for word, units in marks if units >> unit & 1),
            nation=counter.nation,
        )
        for unit, counter in ((unit, board.units[unit]) for unit in order)
        if not gone & BITS[g.space[unit]]
    ]


def marks(g: DarkSummer) -> list[Mark]:
    """Beaches, Exit markers, Omaha's markers and who controls what counts."""
    names, atlas = g.board.names, g.board.atlas
    found = [Mark(space=names[s], kind="open-beach", text="Open Beach", side=ALLIED) for s in each(g.open_beaches)]
    found += [
        Mark(space=names[s], kind="closed-beach", text="Closed Beach", side=GERMAN) for s in each(g.closed_beaches)
    ]
    for army in (Army.US, Army.BRITISH):
        text = f"{army.title} Exit"
        found += [Mark(space=names[s], kind="exit", text=text, side=ALLIED) for s in each(g.exits[army])]
    if g.turn == 1 and (g.landing or all(some.kind != WAVE_2 for some in g.played)):
        strong = g.spaces_of(g.on_map() & g.board.roster.strongpoints) & atlas.omaha
        found += [
            Mark(space=names[s], kind="augmented", text="Augmented Omaha Defense", side=GERMAN) for s in each(strong)
        ]
    for space in each(g.board.contested):
        holder = ALLIED if g.allied_hexes & BITS[space] else GERMAN
        found.append(Mark(space=names[space], kind="control", side=holder))
    return found


def in_words(some: Played) -> str:
    """A chit on the Action Round Track: "US move", "British combined (Combat chit)", "US prepared combat"."""
    prepared = "prepared " if some.prepared else ""
    back = f" ({some.chit} chit)" if some.kind == "combined" else ""
    return f"{actors(some.army, some.kind)} {prepared}{some.kind}{back}"


def tracks(g: DarkSummer) -> list[Track]:
    """Turn, weather, the rounds played and the cup, points, Cherbourg, support, and who is to come."""
    row = g.board.turns[g.turn]
    left = g.cups[ACTION].counts
    cup = ", ".join(f"{many} {name.replace('-', ' ')}" for name, many in left.items()) or "empty"
    drawn = ", ".join(g.cups[WEATHER].drawn)
    sky = ", ".join(f"{many} {name}" for name, many in g.cups[WEATHER].counts.items()) or "none"
    allied, german = (written(of_halves(halves)) for halves in g.halves)
    taken = f"captured on turn {g.cherbourg_taken}" if g.cherbourg_taken else "German"
    return [
        Track("Turn", f"{g.turn}: {row.name}", f"{row.first} to {row.last}; turn {g.turn} of {g.rules.turns}"),
        Track("Weather", g.weather, f"still in the cup: {sky}" + (f"; drawn: {drawn}" if drawn else "")),
        Track("Action rounds", str(len(g.played)), "; ".join(in_words(some) for some in g.played), rounds(g)),
        Track("Action cup", cup, f"German Reactions left: {g.reactions}", in_cup(g)),
        Track("Victory points", f"Allied {allied}, German {german}"),
        Track("Cherbourg", taken, "isolated" if g.isolated else ""),
        Track("Support", support_left(g)),
        *[Track("Reinforcements", f"turn {turn}", ", ".join(names)) for turn, names in coming(g)],
    ]


def rounds(g: DarkSummer) -> tuple[Chip, ...]:
    """The Action Round Track, round by round."""
    return tuple(Chip(in_words(some), some.army.side) for some in g.played)


def in_cup(g: DarkSummer) -> tuple[Chip, ...]:
    """What may still be drawn in this turn, each kind of chit with its number."""
    left = g.cups[ACTION].counts.items()
    chits = [(f"{name.replace('-', ' ')} \u00d7{many}", GERMAN if name == "German" else ALLIED) for name, many in left]
    return tuple(Chip(text, side) for text, side in chits) or (Chip("empty"),)


def support_left(g: DarkSummer) -> str:
    """The markers that may still be used this turn."""
    found = [f"{row.name} (each Round)" if comes_back(g, row) else row.name for row in left_this_turn(g)]
    return ", ".join(found) or "none"


def coming(g: DarkSummer) -> list[tuple[int, list[str]]]:
    """By turn, the formations that are still to come."""
    found: dict[int, list[str]] = {}
    for unit in each(g.here.get(g.board.atlas.waiting, 0)):
        counter = g.board.units[unit]
        name = f"{counter.army.title} {counter.band}" if counter.band else counter.name
        names = found.setdefault(max(g.due[unit], g.turn), [])
        if name not in names:
            names.append(name)
    return sorted(found.items())


def warnings(g: DarkSummer) -> list[str]:
    """What is left undone."""
    frame, found = waiting(g), []
    if isinstance(frame, Movement):
        full = [g.board.describe(space) for space in overstacked(g, frame.by)]
        if full:
            found.append(f"Overstacked, the enemy will eliminate units: {', '.join(full)}.")
        if (left := movers(g).open().bit_count()) and not g.moved & g.board.roster.side[frame.by]:
            found.append(f"Nobody has moved: {counted(left, 'unit')} could.")
    elif isinstance(frame, Attacks):
        some = [g.board.describe(space) for space in each(targets(g).open())]
        if some:
            found.append(f"You could still attack {', '.join(some)}.")
    return found
