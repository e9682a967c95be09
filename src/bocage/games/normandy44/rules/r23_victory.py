"""23. Automatic victory."""

from functools import lru_cache

from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r18_supply import open_beaches, supplied
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, BEACHES, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Ended
from bocage.kernel.flow import DONE, Over, Procedure, Step
from bocage.kernel.ids import Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS
from bocage.kernel.state import Outcome

EDGE_UNITS = 3
CLOSED = 3
US_LOSSES = 7
BRITISH_LOSSES = 5


@rule("23.2")
def allied_breakout(g: Normandy44) -> bool:
    """Three supplied units on the south or east edge, all beaches open, all of Caen."""
    atlas = g.board.atlas
    if atlas.caen & ~g.allied_control or len(open_beaches(g)) < len(BEACHES):
        return False
    inside = supplied(g, ALLIED)
    count = 0
    for unit in each_unit(presence(g).units[ALLIED] & ~g.out_of_supply):
        space = BITS[g.space[unit]]
        count += bool(space & atlas.edge and space & inside)
    return count >= EDGE_UNITS


@rule("23.3", "17.9.5")
def shattered(g: Normandy44, units: Units) -> int:
    """Three-step units that are lost or down to a cadre; units withdrawn do not count."""
    worn = cadres(bytes(g.steps)) & units & g.board.atlas.roster.three_step & ~g.withdrawn
    return sum(g.space[unit] >= 0 for unit in each_unit(worn))


@lru_cache(maxsize=64)
def cadres(steps: bytes) -> Units:
    """All units that are down to their last step or lost, from the column of steps, which seldom changes."""
    return sum(BITS[unit] for unit, left in enumerate(steps) if left <= 1)


@rule("23.3")
def closed_places(g: Normandy44) -> int:
    """Beaches that were open once and are not now, and Mulberries destroyed."""
    now = open_beaches(g)
    return sum(beach not in now for beach in g.opened) + g.mulberry.count(-2)


@rule("23.3")
def german_victory(g: Normandy44) -> str:
    """Why the Germans have won, or an empty text."""
    roster = g.board.atlas.roster
    if closed_places(g) >= CLOSED:
        return "three Allied beaches or Mulberries are closed"
    if shattered(g, roster.us) >= US_LOSSES:
        return "seven US regiments are shattered"
    if shattered(g, roster.british) >= BRITISH_LOSSES:
        return "five British brigades are shattered"
    return ""


def note_open_beaches(g: Normandy44) -> None:
    """Remember which beaches have been open."""
    now = open_beaches(g)
    if any(beach not in g.opened for beach in now):
        g.opened = [beach for beach in BEACHES if beach in g.opened or beach in now]


@rule("23.1", "23.2")
class BreakoutCheck(Procedure[Normandy44], frozen=True, kw_only=True):
    """After a German player-turn: have the Allies broken out?"""

    def start(self, g: Normandy44) -> Step:
        if rules_of(g).automatic_victory and allied_breakout(g):
            g.emit(Ended(winner=ALLIED, level="Allied automatic victory", account="a breakout", rule="23.2"))
            return Over(Outcome(ALLIED, "Allied automatic victory"))
        return DONE


@rule("23.1", "23.3")
class EndCheck(Procedure[Normandy44], frozen=True, kw_only=True):
    """In the end phase: have the Germans won?"""

    def start(self, g: Normandy44) -> Step:
        note_open_beaches(g)
        rules_of(g).after_end_phase(g)
        why = german_victory(g) if rules_of(g).automatic_victory else ""
        if why:
            g.emit(Ended(winner=GERMAN, level="German automatic victory", account=why, rule="23.3"))
            return Over(Outcome(GERMAN, "German automatic victory"))
        return DONE
