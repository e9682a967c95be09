"""22.2 and 17.5: airborne divisions, Rangers and commandos go home. The army boundary is in r09 and r10."""

from collections.abc import Iterator

from bocage.games.normandy44.rules.r08_zones_of_control import adjacent_to_enemy, presence
from bocage.games.normandy44.rules.r17_cadres import withdraw
from bocage.games.normandy44.rules.r18_supply import supplied
from bocage.games.normandy44.rules.r23_victory import EndCheck
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickWord, bar, only
from bocage.kernel.flow import Decision, Step
from bocage.kernel.ids import Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, first

AIRBORNE = ("82", "101", "6Abn")
CALLED = {"82": "82nd Airborne", "101": "101st Airborne", "6Abn": "6th Airborne"}
"""What people call those divisions."""
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
    for unit in each(units):
        if g.space[unit] not in gone:
            withdraw(g, unit, "17.5")


@rule("22.2")
def withdrawals(g: Normandy44) -> PickWord:
    """Which divisions may go home: all units on the map in supply and away from the enemy, and none left behind."""
    near, inside = adjacent_to_enemy(g, ALLIED), supplied(g, ALLIED)
    gone = touching = hungry = 0
    for i, division in enumerate(AIRBORNE):
        there = presence(g).units[ALLIED] & g.board.atlas.roster.by_division.get(division, 0)
        at = [BITS[g.space[unit]] for unit in each(there)]
        gone |= (not there) << i
        touching |= any(near & hex_ for hex_ in at) << i
        hungry |= bool(there & g.out_of_supply or not all(inside & hex_ for hex_ in at)) << i
    return PickWord(
        "home",
        [CALLED[division] for division in AIRBORNE],
        only((1 << len(AIRBORNE)) - 1, "22.2", "only airborne divisions go home"),
        bar(gone, "22.2", "the {} has nobody on the map"),
        bar(touching, "22.2", "a unit of the {} is next to an enemy"),
        bar(hungry, "22.2", "a unit of the {} is out of supply"),
    )


@rule("22.2", "3")
class EndPhase(Decision[Normandy44], frozen=True, kw_only=True):
    """Does an airborne division go home?"""

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield withdrawals(g)
        yield Act("end")

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "end":
            return EndCheck()
        for unit in each(g.board.atlas.roster.by_division[AIRBORNE[action[1]]]):
            if g.space[unit] not in (g.board.ids["dead"], g.board.ids["removed"], -1):
                withdraw(g, unit, "22.2")
        return self

    def prompt(self, g: Normandy44) -> str:
        return "The turn ends. Send an airborne division home for good (its cadres become free again), or end."
