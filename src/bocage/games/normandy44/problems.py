"""What is impossible in a state: for saves that somebody edited, and set-ups that do not fit the board."""

from collections.abc import Iterator

from bocage.games.normandy44.rules.r16_fortifications import LIMITS, positions
from bocage.games.normandy44.rules.r17_cadres import MARKERS
from bocage.games.normandy44.scenario import RULES
from bocage.games.normandy44.sides import ALLIED, ARMIES, BEACHES, GERMAN, MOST_SUPPLY, REPLACEMENTS
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Spaces, Units
from bocage.kernel.wording import counted

UNIT_SETS = (
    *MARKERS, "weak", "released", "boxed", "astray", "returned", "expected", "diverted", "withdrawn",
)  # fmt: skip
HEX_SETS = ("allied_control", "ip_german", "ip_us", "ip_cw", "ip_unfinished")
STOCKS = ("supply_7th", "supply_cherbourg", "supply_pgw", "supply_us", "supply_cw")
LENGTHS = {
    "replacements": len(REPLACEMENTS), "rp": 2, "landed": len(BEACHES), "ip_left": len(ARMIES), "air": 2, "naval": 2,
    "tied": 2, "mulberry": 2, "mulberry_at": 2,
}  # fmt: skip
MOST_REPLACEMENTS = 9
DESTROYED = -2
GERMAN_BOXES = ("reinforcements", "mobilize-243", "mobilize-709")


def problems(g: Normandy44) -> list[str]:
    """Everything that is impossible, in words; empty for a playable state."""
    count = len(g.board.counters)
    if len(g.space) != count or len(g.steps) != count:
        return ["the columns do not have one entry per counter"]
    if g.scenario not in RULES or g.scenario not in g.board.scenarios:
        return [f'there is no scenario "{g.scenario}"']
    short = [f"{name} should have {size} entries" for name, size in LENGTHS.items() if len(getattr(g, name)) != size]
    if short:
        return short
    return [*_counters(g), *_stacks(g), *_sets(g), *_markers(g), *_tracks(g)]


def _counters(g: Normandy44) -> Iterator[str]:
    """Each counter is somewhere it can be, with as many steps as it can have."""
    board, roster = g.board, g.board.atlas.roster
    gone = {board.ids["dead"], board.ids["removed"]}
    theirs = {board.ids[name] for name in GERMAN_BOXES}
    for unit, piece in enumerate(board.counters):
        space, steps, german = g.space[unit], g.steps[unit], bool(roster.german >> unit & 1)
        if not 0 <= space < len(board.names) or not board.all >> space & 1:
            yield f"{piece.name} is nowhere"
            continue
        if not 0 <= steps <= piece.steps:
            yield f"{piece.name} has {counted(steps, 'step')}"
            continue
        if not steps and space not in gone:
            yield f"{piece.name} has no steps and is in {board.describe(space)}"
        if space < board.atlas.size and not board.atlas.land >> space & 1:
            yield f"{piece.name} is in the sea"
        if space >= board.atlas.size and space not in gone and german != (space in theirs):
            yield f"{piece.name} does not belong in the box {board.names[space]}"
        if steps == 1 and piece.steps == 3 and space not in gone and not g.boxed >> unit & 1:
            yield f"{piece.name} is on its last step without a cadre"
        if steps and (roster.strength[unit][steps] == 1 or piece.kind == "strongpoint") != bool(g.weak >> unit & 1):
            yield f"{piece.name}: having a zone of control does not fit its strength"


def _stacks(g: Normandy44) -> Iterator[str]:
    """No hex holds both sides."""
    german = g.board.atlas.roster.german
    for space, units in g.here.items():
        if 0 <= space < g.board.atlas.size and units & german and units & ~german:
            yield f"both sides stand in {g.board.describe(space)}"


def _sets(g: Normandy44) -> Iterator[str]:
    """Sets hold only counters and hexes that exist."""
    counters: Units = (1 << len(g.board.counters)) - 1
    land: Spaces = g.board.atlas.land
    for name in UNIT_SETS:
        if getattr(g, name) & ~counters:
            yield f"{name} holds counters that do not exist"
    for name in HEX_SETS:
        if getattr(g, name) & ~land:
            yield f"{name} holds hexes that are not land"
    if g.ip_unfinished & ~(g.ip_german | g.ip_us | g.ip_cw):
        yield "a position is under construction where there is none"
    if g.isolated & ~g.out_of_supply:
        yield "a unit is isolated without being out of supply"
    if g.shifted & ~g.board.atlas.roster.hq:
        yield "a unit that is not a headquarters is marked as one that has moved"
    if g.boxed & ~g.board.atlas.roster.three_step:
        yield "a unit of fewer than three steps holds a cadre box"


def _markers(g: Normandy44) -> Iterator[str]:
    """No more markers than there are, none on counters out of play or of the wrong side."""
    board, roster, limits = g.board, g.board.atlas.roster, g.board.limits
    gone = g.here.get(board.ids["dead"], 0) | g.here.get(board.ids["removed"], 0)
    for name in MARKERS:
        for unit in each_unit(getattr(g, name) & gone):
            yield f"{board.counters[unit].name} is out of play and marked {name.replace('_', ' ')}"
    for name, side in (("trucked", GERMAN), ("scattered", ALLIED), ("regroup", ALLIED)):
        for unit in each_unit(getattr(g, name) & roster.side[1 - side]):
            yield f"{board.counters[unit].name} cannot be marked {name}"
    for side in (GERMAN, ALLIED):
        if (g.strategic & roster.side[side]).bit_count() > limits["strategic"]:
            yield f"the {g.sides[side]} side has too many strategic movement markers"
    if g.trucked.bit_count() > limits["truck"]:
        yield "there are too many truck markers"
    for army, limit in enumerate(LIMITS):
        if positions(g, army).bit_count() > limits[limit]:
            yield f"there are too many improved positions: {ARMIES[army]}"


def _tracks(g: Normandy44) -> Iterator[str]:
    """Numbers that the tracks can show."""
    board = g.board
    if g.phasing not in (GERMAN, ALLIED):
        yield f"there is no side {g.phasing}"
    if g.last_turn != board.scenarios[g.scenario].turns:
        yield f"the scenario has {board.scenarios[g.scenario].turns} turns, not {g.last_turn}"
    if not 1 <= g.turn <= g.last_turn:
        yield f"there is no turn {g.turn}"
    if g.row not in board.weather:
        yield f"there is no weather {g.row}"
    stocks = [getattr(g, name) for name in STOCKS]
    if min(*stocks, *g.replacements, *g.rp, *g.landed, *g.ip_left, *g.air, *g.naval, *g.tied) < 0:
        yield "a track is below zero"
    if max(stocks) > MOST_SUPPLY:
        yield f"an army has more than {MOST_SUPPLY} supply points"
    if max(g.replacements) > MOST_REPLACEMENTS:
        yield f"there are more than {MOST_REPLACEMENTS} replacements of a kind"
    for army in (0, 1):
        state, at = g.mulberry[army], g.mulberry_at[army]
        if state < DESTROYED or (state == -1 and not (0 <= at < board.atlas.size and board.atlas.land >> at & 1)):
            yield f"the {('US', 'British')[army]} Mulberry is in no state that exists"
    if g.fortress_fell and g.supply_cherbourg:
        yield "Fortress Cherbourg has fallen and holds supply points"
    for beach in g.opened:
        if beach not in BEACHES:
            yield f'there is no beach "{beach}"'
