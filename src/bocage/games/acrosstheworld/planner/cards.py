"""When to play which card, and what to throw away."""

from bocage.games.acrosstheworld.board import ALLIED, CARDS, GERMAN, each_unit
from bocage.games.acrosstheworld.planner.ground import ground_worth
from bocage.games.acrosstheworld.planner.orders import chances, strength
from bocage.games.acrosstheworld.r06_allied_cards import reduced
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Side, Space

KEEP = {
    "mulberry": 9.0, "sabotage": 2.0, "jabos": 3.5, "interdiction": 2.0, "bombardment": 3.2, "carpet": 4.0,
    "funnies": 3.4, "ultra": 3.0, "rhino": 3.0, "pluto": 1.5, "replacements-allied": 3.6,
    "weather": 4.0, "storm": 3.5, "ambush": 4.0, "tiger": 2.6, "nebelwerfer": 3.2, "flak": 3.0, "minefields": 1.2,
    "fortress": 3.0, "reserves": 3.4, "demolition": 2.0, "march": 1.4, "replacements-german": 3.6,
}  # fmt: skip
"""How glad a side is to hold each card."""


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


WEIGHT = {
    "jabos": 1.2, "bombardment": 1.1, "carpet": 1.5, "funnies": 1.2, "rhino": 1.3,
    "ambush": 1.5, "tiger": 0.9, "nebelwerfer": 1.0, "flak": 1.0, "fortress": 1.3,
}  # fmt: skip


def battle_score(g: Campaign, side: Side, card: int) -> float:
    """A battle card is for a battle that matters and is not decided; passing is worth nothing."""
    fight = g.battle
    chance = chances(g, fight.at, fight.attacker).win
    open_ = 4 * chance * (1 - chance)
    engaged = strength(g, fight.standing[ALLIED]) + strength(g, fight.standing[GERMAN])
    stake = ground_worth(g)[fight.at] + 0.03 * engaged
    cost = 0.55 if g.held[side] < g.board.numbers.cards.hand else 0.3
    cost *= 1 - 0.7 * g.turn / g.turns
    name = CARDS[card]
    fit = WEIGHT[name]
    if name == "flak":
        fit *= min(1.5, 0.4 * (fight.standing[ALLIED] & g.board.armour).bit_count())
    if name == "rhino":
        fit *= min(1.5, 0.3 * fight.standing[ALLIED].bit_count())
    if name == "funnies":
        fit *= min(1.5, 0.3 * (fight.standing[ALLIED] & g.board.commonwealth).bit_count() + 0.3)
    return stake * open_ * fit - cost


def restore_score(g: Campaign, unit: int) -> float:
    """The step goes to whoever is worth most: tanks, divisions, those with the highest factor."""
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
