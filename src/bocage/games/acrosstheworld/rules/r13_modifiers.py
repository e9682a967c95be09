"""13 Modifiers: what a unit fights with, every entry with its rule."""

from typing import TypeAlias

from bocage.games.acrosstheworld.board import CARDS
from bocage.games.acrosstheworld.rules.r16_siege import controls_city
from bocage.games.acrosstheworld.sides import ALLIED, other
from bocage.games.acrosstheworld.state import AIR, GUNS, JABOS, LEADER, NAVAL, TIGER, Campaign, Fight
from bocage.kernel.ids import UnitId
from bocage.kernel.rulebook import rule

Entry: TypeAlias = tuple[int, str, str]
"""An amount, what it is for, and the rule."""

RHINO = 1 << CARDS.index("rhino")
FUNNIES = 1 << CARDS.index("funnies")
FLAK = 1 << CARDS.index("flak")

LENDERS = (
    (AIR, "air", "13.7"),
    (NAVAL, "naval", "13.8"),
    (GUNS, "support", "3.5"),
    (LEADER, "leader", "14.3"),
)


def bad_weather(g: Campaign) -> bool:
    """7.1: no flying and no landing now."""
    return g.clock <= g.bad_until


@rule("13.6", "13.9")
def ledger(g: Campaign, fight: Fight, unit: UnitId) -> list[Entry]:
    """Everything that makes up a unit's combat factor now; preview and resolution read the same list."""
    board, counter, bit = g.board, g.board.units[unit], 1 << unit
    armour = bool(bit & board.armour)
    found: list[Entry] = [(counter.combat, "combat factor", "3.2")]
    if counter.side == fight.attacker:
        attack_entries(g, fight, unit, found, armour=armour)
    if g.unsupplied & bit:
        found.append((board.modifiers["unsupplied"].combat, "out of supply", "13.6"))
    for place, name, number in LENDERS:
        if fight.bonus[place] & bit:
            row = board.modifiers[name]
            found.append((row.combat, row.what, number))
    if fight.bonus[JABOS] & bit:
        found.append((1, "Jabos", "6.3"))
    if fight.bonus[TIGER] & bit:
        found.append((board.cards[board.card("tiger")].value, "Tiger ace", "7.4"))
    if fight.cards:
        if fight.cards & FUNNIES and bit & board.commonwealth:
            found.append((board.cards[board.card("funnies")].value, "Hobart's Funnies", "6.7"))
        if fight.cards & FLAK and armour and counter.side == ALLIED:
            found.append((-board.cards[board.card("flak")].value, "88 mm Flak", "7.6"))
    return found


@rule("13.1", "13.2", "13.3", "13.4", "13.5")
def attack_entries(g: Campaign, fight: Fight, unit: UnitId, found: list[Entry], *, armour: bool) -> None:
    """What hampers an attacker: the ground, walls, the water crossed."""
    board, at = g.board, fight.at
    ground = board.atlas.attack_armour[at] if armour else board.atlas.attack[at]
    if ground and not (fight.cards & RHINO and board.atlas.bocage >> at & 1 and board.units[unit].side == ALLIED):
        found.append((ground, f"attack into {board.terrain[at]}", "13.1"))
    walls = "fortress" if at == board.fortress else "city" if board.tags["city"] >> at & 1 else ""
    if walls and controls_city(g, other(fight.attacker), at):
        row = board.modifiers[walls]
        found.append((row.armour if armour else row.combat, row.what, "13.3" if walls == "fortress" else "13.2"))
    if fight.round <= 1:
        if g.landed >> unit & 1:
            found.append((board.modifiers["landing"].combat, "landing", "13.4"))
        if g.crossed >> unit & 1:
            found.append((board.modifiers["river"].combat, "across a river", "13.5"))


@rule("12.5")
def combat_factor(g: Campaign, fight: Fight, unit: UnitId) -> int:
    """The sum, never below the lowest nor above the highest factor."""
    numbers = g.board.numbers.battle
    return max(numbers.lowest, min(numbers.highest, sum(entry[0] for entry in ledger(g, fight, unit))))


@rule("13.7")
def air_units(g: Campaign) -> int:
    """How many Allied units the air force helps."""
    return 0 if bad_weather(g) else g.board.modifiers["air"].units


@rule("13.8")
def naval_units(g: Campaign, fight: Fight) -> int:
    """How many Allied units the fleet helps."""
    shore = g.board.beaches | g.board.coast
    return g.board.modifiers["naval"].units if shore >> fight.at & 1 else 0


def explain(g: Campaign, unit: UnitId) -> str:
    """A unit's factor in a running battle as a sentence."""
    parts = [f"{amount:+d} {what} ({number})" for amount, what, number in ledger(g, g.battle, unit)[1:]]
    return f"{g.name(unit)}: {combat_factor(g, g.battle, unit)} = " + ", ".join(
        [f"{g.board.units[unit].combat} combat factor (3.2)", *parts]
    )
