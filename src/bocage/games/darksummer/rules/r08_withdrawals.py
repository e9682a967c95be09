"""8.3 Allied withdrawals: airborne, Rangers and Special Service go home before they cost points."""

from collections.abc import Iterator

from bocage.games.darksummer.events import WithdrawnFromPlay
from bocage.games.darksummer.rules.r06_zones_of_control import zone
from bocage.games.darksummer.rules.r10_boxes import may_leave_cherbourg
from bocage.games.darksummer.rules.r15_boundary import closed_hexes
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickUnit, only
from bocage.kernel.flow import DONE, Decision, Step
from bocage.kernel.ids import Units
from bocage.kernel.rulebook import rule


@rule("8.3")
def may_withdraw_now(g: DarkSummer) -> bool:
    """Up to turn 5, and not on the Storm turn."""
    return g.turn <= g.rules.withdrawals_until and g.sky.withdrawals == "yes"


def candidates(g: DarkSummer, army: Army) -> Units:
    """The units of an army that are of the kinds that may go home, wherever they are in play."""
    roster, atlas = g.board.roster, g.board.atlas
    here = g.on_map() | g.here.get(atlas.cherbourg, 0) | g.here.get(atlas.brittany, 0)
    return here & roster.withdrawable & roster.army[army]


@rule("8.3")
def free_to_go(g: DarkSummer, army: Army) -> Units:
    """Those who could move to an Open Beach of their army with movement points without end."""
    beaches, atlas = g.open_beaches & g.board.atlas.army_beaches[army], g.board.atlas
    some = candidates(g, army)
    if not some or not beaches:
        return 0
    open_ground = atlas.passable & ~g.hexes_of(GERMAN) & ~zone(g, GERMAN) & ~closed_hexes(g, army)
    free = atlas.ways.flood(beaches, open_ground)
    near = free | atlas.ways.spread(free)  # the first step may lead out of an enemy zone
    found = g.in_hexes(near) & some
    if free & atlas.c_hexes and may_leave_cherbourg(g, ALLIED):
        found |= g.here.get(atlas.cherbourg, 0) & some
    if free & atlas.s_hexes:
        found |= g.here.get(atlas.brittany, 0) & some
    return found


@rule("8.3")
class Withdrawals(Decision[DarkSummer], frozen=True):
    """Who is withdrawn? Nobody has to be."""

    army: Army

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        army, roster = self.army, g.board.roster
        yield PickUnit(
            "withdraw",
            g,
            only(roster.army[army], "8.3", "{} is not active in this Round"),
            only(roster.withdrawable, "8.3", "{} is neither airborne, Ranger nor Special Service"),
            only(candidates(g, army), "8.3", "{} is not in play"),
            only(free_to_go(g, army), "8.3", "{} has no free way to an Open Beach"),
        )
        yield Act("done")

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        g.place(action[1], g.board.atlas.withdrawn)
        g.emit(WithdrawnFromPlay(unit=action[1], rule="8.3"))
        return self if free_to_go(g, self.army) else DONE

    def prompt(self, g: DarkSummer) -> str:
        return "Withdraw airborne, Ranger or Special Service units? They cost points if they stay beyond turn 5."

    def title(self, g: DarkSummer) -> str:
        return "Withdrawals"
