"""What each side may see: everything but the other's hand of cards."""

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.rules.r04_sequence import date
from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement, movers
from bocage.games.acrosstheworld.rules.r12_battle import PickBattle, may_attack
from bocage.games.acrosstheworld.rules.r13_modifiers import bad_weather, combat_factor
from bocage.games.acrosstheworld.rules.r16_siege import controls_city
from bocage.games.acrosstheworld.rules.r17_ports import harbour_works, ports_in_use
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import BUILT, Campaign
from bocage.kernel.flow import waiting
from bocage.kernel.game import Dice
from bocage.kernel.ids import NOWHERE, Side, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.view import Mark, Piece, Track
from bocage.kernel.wording import counted

NATIONS = {"US": "us", "UK": "british", "CA": "canadian", "Heer": "german", "SS": "ss", "Luftwaffe": "luftwaffe"}
SIZES = {"division": "XX", "brigade": "X", "regiment": "III", "corps": "XXX"}


NAMED = 6
"""How many counters that have not moved are named; of more only the number is told."""


@rule("5.3")
def redact(g: Campaign, side: Side | None) -> Campaign:
    """Put hidden cards back among those that could be drawn; what Ultra has shown stays known."""
    for owner in (ALLIED, GERMAN):
        if owner == side:
            continue
        for card in g.board.cards_of[owner]:
            known = g.seen[card] if side == ALLIED else 0
            g.deck[card] += g.hand[card] - known
            g.hand[card] = known
    if side != ALLIED:
        g.seen = [0] * len(g.seen)
    return g


def sample(g: Campaign, side: Side, rng: Dice) -> Campaign:
    """Deal the other hand again from the cards that are not accounted for."""
    foe = GERMAN if side == ALLIED else ALLIED
    cards = g.board.cards_of[foe]
    hidden = g.held[foe] - sum(g.hand[card] for card in cards)
    pool = [card for card in cards for _ in range(g.deck[card])]
    rng.shuffle(pool)
    for card in pool[:hidden]:
        g.deck[card] -= 1
        g.hand[card] += 1
    return g


def pieces(g: Campaign) -> list[Piece]:
    """The counters in play, and those still to come off the map."""
    board, found = g.board, []
    fight = g.fight
    for n, unit in enumerate(board.units):
        if g.space[n] == NOWHERE:
            continue
        engaged = fight is not None and fight.standing[unit.side] >> n & 1
        combat = combat_factor(g, fight, UnitId(n)) if engaged and fight is not None else unit.combat
        factors = (
            ("*" * unit.stars, str(unit.morale)) if unit.stars else (str(combat), str(unit.morale), str(unit.movement))
        )
        found.append(
            Piece(
                space=board.names[g.space[n]],
                side=unit.side,
                unit=unit.id,
                name=unit.name,
                symbol=unit.kind,
                size=SIZES.get(unit.size, ""),
                nation=NATIONS[unit.nation],
                factors=factors,
                steps=g.steps[n],
                full=unit.steps,
                flags=_flags(g, n),
            )
        )
    return found


def _flags(g: Campaign, n: int) -> tuple[str, ...]:
    panicked = g.fight.panicked[0] | g.fight.panicked[1] if g.fight is not None else 0
    sets = (
        ("moved", g.moved),
        ("unsupplied", g.unsupplied),
        ("scattered", g.scattered),
        ("besieged", g.besieged),
        ("panicked", panicked),
    )
    return tuple(word for word, units in sets if units >> n & 1)


def marks(g: Campaign) -> list[Mark]:
    """Who controls what, cities, harbours, mines, and where battles are owed."""
    board, names = g.board, g.board.names
    found = [
        Mark(space=names[space], kind="control", side=ALLIED if g.allied >> space & 1 else GERMAN)
        for space in each(board.regions)
    ]
    for city, points in board.cities.items():
        owner = ALLIED if controls_city(g, ALLIED, city) else GERMAN
        found.append(Mark(space=names[city], kind="objective", text=f"{points} VP", side=owner))
    if g.harbour == BUILT:
        text = "Mulberry" if harbour_works(g) else "Mulberry (closed)"
        found.append(Mark(space=names[board.mulberry], kind="port", text=text, side=ALLIED))
    found += [
        Mark(space=names[port], kind="port", text="Port", side=ALLIED)
        for port in each(ports_in_use(g) & ~bit(board.mulberry))
    ]
    if g.mined != NOWHERE and g.clock <= 2 * g.mined_turn:
        found.append(Mark(space=names[g.mined], kind="mines", text="Minefields", side=GERMAN))
    if g.besieged:
        found.append(Mark(space=names[board.fortress], kind="siege", text="Siege", side=GERMAN))
    if g.fight is not None:
        allied, german = g.fight.morale
        found.append(Mark(space=names[g.fight.at], kind="battle", text=f"Morale {allied} : {german}"))
    found += [Mark(space=names[space], kind="battle", text="Battle") for space in each(g.assaulted & ~g.fought)]
    return found


def tracks(g: Campaign) -> list[Track]:
    """Turn, points, weather, cards and reinforcements."""
    found = [
        Track("Turn", str(g.turn), f"of {g.turns}, {date(g)}"),
        Track("Allied points", str(g.points[ALLIED]), f"{g.board.numbers.victory.points} win"),
        Track("German points", str(g.points[GERMAN]), f"{g.board.numbers.victory.points} win"),
        Track("Weather", "bad" if bad_weather(g) else "clear"),
        *(Track(f"{g.sides[side]} hand", counted(g.held[side], "card"), _hand(g, side)) for side in (ALLIED, GERMAN)),
    ]
    works = (
        ("Sabotage", g.sabotage == g.turn, "no German trains"),
        ("Interdiction", g.interdiction == g.turn, "German stacks slower"),
        ("PLUTO and Red Ball", g.pluto == g.turn, "all Allied units in supply"),
        ("Ultra", g.ultra, "may cancel a German card"),
    )
    found += [Track(name, "at work", detail) for name, on, detail in works if on]
    for n, line in enumerate(g.board.lines):
        coming = line.units & ~g.arrived & ~g.dead
        if coming:
            when = f"turn {g.due[n]}" if g.due[n] > g.turn else "waiting" if g.due[n] < g.turn else "due"
            found.append(Track(f"{g.sides[line.side]} reinforcement", when, g.names_of(coming)))
    return found


def _hand(g: Campaign, side: Side) -> str:
    """The cards of a hand as far as the viewer knows them."""
    names = [g.board.cards[card].name for card in g.board.cards_of[side] for _ in range(g.hand[card])]
    return ", ".join(names)


def warnings(g: Campaign) -> list[str]:
    """What would be left undone."""
    frame = waiting(g)
    if isinstance(frame, Movement):
        left = movers(g, frame.by) & g.board.land
        names = [g.name(unit) for unit in each_unit(left)]
        told = f"{len(names)} counters have not moved." if len(names) > NAMED else f"Not yet moved: {', '.join(names)}."
        return [told] if names else []
    if isinstance(frame, PickBattle):
        places = [g.title_of(space) for space in each(may_attack(g, frame.by))]
        return [f"You could still attack at {', '.join(places)}."] if places else []
    return []
