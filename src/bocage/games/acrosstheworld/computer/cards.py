"""When to play which card, and what to throw away."""

from bocage.games.acrosstheworld.board import CARDS, each_unit
from bocage.games.acrosstheworld.computer.chances import Force, force, odds, terms
from bocage.games.acrosstheworld.computer.ground import battle_worth, ground_worth
from bocage.games.acrosstheworld.computer.orders import strength
from bocage.games.acrosstheworld.rules.r06_allied_cards import reduced
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Side, Space, UnitId

KEEP = {
    "mulberry": 9.0, "sabotage": 2.0, "jabos": 3.5, "interdiction": 2.0, "bombardment": 3.2, "carpet": 4.0,
    "funnies": 3.4, "ultra": 3.0, "rhino": 3.0, "pluto": 1.5, "replacements-allied": 3.6,
    "weather": 4.0, "storm": 3.5, "ambush": 4.0, "tiger": 2.6, "nebelwerfer": 3.2, "flak": 3.0, "minefields": 1.2,
    "fortress": 3.0, "reserves": 3.4, "demolition": 2.0, "march": 1.4, "replacements-german": 3.6,
}  # fmt: skip
"""How much a side likes to hold each card."""


def keep(g: Campaign, card: int) -> float:
    """What a card in the hand is worth now; one that can never be played again is worth nothing."""
    row = g.board.cards[card]
    if g.turn > row.last or (row.id == "mulberry" and g.harbour != 0):
        return 0.0
    if row.id == "reserves" and all(due <= g.turn for due in g.due):
        return 0.0
    return KEEP[row.id]


def event_score(g: Campaign, side: Side, card: int) -> float:
    """Above nothing: play it now."""
    name, full = CARDS[card], g.held[side] >= g.board.numbers.cards.hand
    early = 1.0 if full else 0.0
    if name == "pluto":
        return 1.0 if hungry_soon(g) else early - 0.5
    if name in ("sabotage", "interdiction"):
        return 1.0 if g.turn >= 2 else early - 0.5
    if name in ("replacements-allied", "replacements-german"):
        tanks = reduced(g, side) & (g.board.armour | g.board.divisions)
        return 1.0 if tanks else early - 0.5
    if name == "weather":
        return 1.0 if g.turn <= 4 or full or arrivals_next(g) or g.turn >= 12 else 0.2
    if name == "minefields":
        return 0.1
    return 2.0


def hungry_soon(g: Campaign) -> bool:
    """Allied units are out of supply, or more are ashore than the beaches feed."""
    board = g.board
    if g.unsupplied & board.of_side[ALLIED]:
        return True
    ashore = sum(
        (here & board.combat_of[ALLIED]).bit_count() for space, here in g.here.items() if space != board.channel
    )
    beaches = (g.allied & board.beaches).bit_count()
    return g.turn >= board.numbers.supply.beach_from_turn and ashore > beaches * board.numbers.supply.beach_units


def arrivals_next(g: Campaign) -> bool:
    """Whether Allied troops are to come from the sea next turn."""
    return any(
        line.side == ALLIED and line.units & ~g.arrived & ~g.dead and g.due[n] <= g.turn + 1
        for n, line in enumerate(g.board.lines)
    )


def battle_score(g: Campaign, side: Side, card: int) -> float:
    """What a battle card adds to the worth of the battle, less what it may be worth later; passing adds nothing."""
    fight = g.battle
    before, after = _stake(g, fight.cards), _stake(g, fight.cards | 1 << card)
    gain = after - before if side == fight.attacker else before - after
    return gain - price(g, side, card)


def price(g: Campaign, side: Side, card: int) -> float:
    """What a card is worth in the hand: less as the end comes nearer, and with a full hand."""
    full = g.held[side] >= g.board.numbers.cards.hand
    return KEEP[CARDS[card]] * (0.05 if full else 0.1) * (1.1 - g.turn / g.turns)


def _stake(g: Campaign, played: int) -> float:
    """What the battle is worth to the attacker with these cards at work."""
    fight, board = g.battle, g.board
    at, by = fight.at, fight.attacker
    here = g.here.get(at, 0)
    forces = [
        force(g, here & board.of_side[side], at, by, side, wet=(g.landed | g.crossed) if side == by else 0)
        for side in (ALLIED, GERMAN)
    ]
    for n, name in enumerate(CARDS):
        if played >> n & 1:
            forces = at_work(g, name, *forces)
    return battle_worth(g, at, by, odds(forces[by], forces[other(by)], terms(board)))


def at_work(g: Campaign, name: str, allied: Force, german: Force) -> list[Force]:
    """Both forces as a battle card changes them."""
    fight, board = g.battle, g.board
    card = board.cards[board.card(name)]
    troops = fight.standing[ALLIED]
    tanks = (troops & board.armour).bit_count()
    if name == "jabos":
        allied = _add(g, allied, min(card.value, allied.dice))
    elif name in ("bombardment", "carpet"):
        allied = allied._replace(first=allied.first + card.dice * card.value)
    elif name == "funnies":
        allied = _add(g, allied, (troops & board.commonwealth).bit_count())
        german = german._replace(bunkers=0)
    elif name == "rhino":
        atlas, at = board.atlas, fight.at
        allied = _add(g, allied, -tanks * atlas.attack_armour[at] - (allied.dice - tanks) * atlas.attack[at])
    elif name == "ambush":
        allied = allied._replace(first=max(allied.dice, int(allied.first * 0.7)))
    elif name == "tiger":
        german = _add(g, german, card.value)
    elif name == "nebelwerfer":
        german = german._replace(first=german.first + card.dice * card.value)
    elif name == "flak":
        allied = _add(g, allied, -card.value * tanks)
    elif name == "fortress":
        german = german._replace(morale=german.morale + 2)
    return [allied, german]


def _add(g: Campaign, some: Force, amount: int) -> Force:
    """A force with that much more in both rounds, within the bounds of its dice."""
    bounds = g.board.numbers.battle
    low, high = bounds.lowest * some.dice, bounds.highest * some.dice
    return some._replace(
        first=max(low, min(high, some.first + amount)), second=max(low, min(high, some.second + amount))
    )


def restore_score(g: Campaign, unit: UnitId) -> float:
    """The step goes to the unit that is worth most: tanks, divisions, those with the highest factor."""
    counter = g.board.units[unit]
    return counter.combat + (2 if counter.kind == "armour" else 0) + (1 if g.board.divisions >> unit & 1 else 0)


def mine_score(g: Campaign, space: Space) -> float:
    """Mines lie best in open country before the strongest Allied stack."""
    board = g.board
    if g.allied >> space & 1 or g.enemies(space, GERMAN):
        return 0.0
    near = max(
        (
            strength(g, here & board.combat_of[ALLIED])
            for beside, here in g.here.items()
            if board.near[space] >> beside & 1
        ),
        default=0,
    )
    return near * (0.3 + ground_worth(g)[space]) / board.atlas.cost[space]


def march_score(g: Campaign, space: Space) -> float:
    """The strongest stack with a leader marches by night."""
    here = g.here.get(space, 0) & g.board.of_side[GERMAN]
    return strength(g, here & g.board.mobile) * (1.0 if here & g.board.leaders else 0.3)


def names(g: Campaign, units: int) -> str:
    """A few names for a sentence."""
    found = [g.name(unit) for unit in each_unit(units)]
    return ", ".join(found[:3]) + (f" and {len(found) - 3} more" if len(found) > 3 else "")
