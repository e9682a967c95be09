"""22.2 and 17.5: airborne divisions, Rangers and commandos go home. The army boundary is in r09 and r10."""

from collections.abc import Iterable, Iterator

from bocage.games.normandy44.rules.r08_zones_of_control import adjacent_to_enemy, presence
from bocage.games.normandy44.rules.r17_cadres import withdraw
from bocage.games.normandy44.rules.r18_supply import supplied
from bocage.games.normandy44.rules.r23_victory import EndCheck
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickWord, bar, only
from bocage.kernel.counters import each_unit, units
from bocage.kernel.flow import Decision, Step
from bocage.kernel.ids import Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import first

AIRBORNE = ("82", "101", "6Abn")
CALLED = {"82": "82nd Airborne", "101": "101st Airborne", "6Abn": "6th Airborne"}
"""What those divisions are called."""
NO_GERMANS_WITHIN = 4


@rule("17.5")
def send_home(g: Normandy44) -> None:
    """Rangers and the 4th Special Service brigade leave at the start of an Allied player-turn once all is quiet."""
    atlas = g.board.atlas
    foes = presence(g).hexes[GERMAN]
    if atlas.du_hoc and not atlas.near(first(atlas.du_hoc), NO_GERMANS_WITHIN) & foes:
        _send(g, atlas.roster.rangers)
    if g.options.get("batteries") != "on":
        foes = _without_longues(g, foes)
    commando = g.board.unit_ids.get("4SSBde")
    if (
        commando is not None
        and atlas.arromanches
        and not atlas.near(first(atlas.arromanches), NO_GERMANS_WITHIN) & foes
    ):
        _send(g, 1 << commando)


def _without_longues(g: Normandy44, foes: Spaces) -> Spaces:
    """The strongpoint at Longues does not keep the brigade, if it is alone."""
    longues = g.board.tags["longues"]
    garrison = g.here.get(first(longues), 0) & ~g.board.atlas.roster.strongpoint
    return foes if garrison else foes & ~longues


def _send(g: Normandy44, units: Units) -> None:
    gone = {g.board.ids["dead"], g.board.ids["removed"], -1}
    for unit in each_unit(units):
        if g.space[unit] not in gone:
            withdraw(g, unit, "17.5")


@rule("22.2")
def withdrawals(g: Normandy44) -> PickWord:
    """Which divisions may go home: all units on the map in supply and away from the enemy, and none left behind."""
    near, inside = adjacent_to_enemy(g, ALLIED), supplied(g, ALLIED)
    there = [presence(g).units[ALLIED] & g.board.atlas.roster.by_division.get(name, 0) for name in AIRBORNE]
    touching = [units(u for u in each_unit(some) if near >> g.space[u] & 1) for some in there]
    hungry = [
        some & g.out_of_supply | units(u for u in each_unit(some) if not inside >> g.space[u] & 1) for some in there
    ]
    return PickWord(
        "home",
        [CALLED[division] for division in AIRBORNE],
        only((1 << len(AIRBORNE)) - 1, "22.2", "only airborne divisions go home"),
        bar(_numbers(not some for some in there), "22.2", "the {} has nobody on the map"),
        bar(_numbers(touching), "22.2", lambda i: f"{_first_name(g, touching[i])} is next to an enemy"),
        bar(_numbers(hungry), "22.2", lambda i: f"{_first_name(g, hungry[i])} is out of supply"),
    )


def _numbers(some: Iterable[object]) -> int:
    """The numbers of those that are so."""
    return units(i for i, so in enumerate(some) if so)


def _first_name(g: Normandy44, some: Units) -> str:
    return g.board.unit_title(UnitId(first(some)))


@rule("22.2", "3")
class EndPhase(Decision[Normandy44], frozen=True, kw_only=True):
    """Does an airborne division go home?"""

    question = "The turn ends. Send an airborne division home for good (its cadres become free again), or end."

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield withdrawals(g)
        yield Act("end")

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "end":
            return EndCheck()
        for unit in each_unit(g.board.atlas.roster.by_division[AIRBORNE[action[1]]]):
            if g.space[unit] not in (g.board.ids["dead"], g.board.ids["removed"], -1):
                withdraw(g, unit, "22.2")
        return self
