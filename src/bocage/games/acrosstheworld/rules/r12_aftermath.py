"""12 Battle: what becomes of the loser. Fortress, pursuit, retreat, annihilation."""

from collections.abc import Iterator

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.events import Pursued
from bocage.games.acrosstheworld.rules.r03_counters import why_not_stack
from bocage.games.acrosstheworld.rules.r09_supply import steps_to_source
from bocage.games.acrosstheworld.rules.r14_leaders import Annihilated, Displaced, stragglers
from bocage.games.acrosstheworld.rules.r15_bunkers import fall_with_retreat
from bocage.games.acrosstheworld.rules.r16_siege import lift_siege, may_shut_in, shut_in
from bocage.games.acrosstheworld.rules.r17_ports import ports_in_use
from bocage.games.acrosstheworld.rules.r19_victory import score_battle
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import Campaign, with_side
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Judged, Offer, PickUnit, only
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because


@rule("16.3")
class Aftermath(Procedure[Campaign], frozen=True):
    """The loser gives way, shuts itself up, or dies; a garrison beaten inside its fortress has no way out."""

    loser: Side
    at: Space

    def start(self, g: Campaign) -> Step:
        rally(g)
        beaten = self.mobile(g)
        if not beaten:
            return self.nobody_left(g)
        inside = self.loser != g.battle.attacker and not beaten & ~g.besieged
        if may_shut_in(g, self.loser, self.at, inside=inside):
            return Call(Withdraw(by=self.loser, at=self.at), then=self.decided)
        if self.loser == GERMAN and inside:
            return self.annihilate(g)
        return self.give_way(g)

    def mobile(self, g: Campaign) -> Units:
        """The units that must retreat."""
        return g.combat_in(self.at, self.loser) & g.board.mobile

    def nobody_left(self, g: Campaign) -> Step:
        """12.12 and 15.6: bunkers that survive stay, with any units beside them; otherwise nothing is left."""
        if g.combat_in(self.at, self.loser):
            return self.finish(g, None)
        return Call(Annihilated(side=self.loser, at=self.at), then=self.finish)

    def decided(self, g: Campaign, withdraws: bool) -> Step:
        if withdraws:
            counters = g.here[self.at] & g.board.of_side[self.loser] & ~g.board.bunkers
            shut_in(g, counters)
            return self.finish(g, None)
        return self.give_way(g)

    def give_way(self, g: Campaign) -> Step:
        if pursued(g, self.loser):
            g.emit(Pursued(side=self.loser, at=self.at, rule="12.13"))
            return Call(PursuitHit(by=self.loser, units=self.mobile(g)), then=self.retreat)
        return self.retreat(g, None)

    def retreat(self, g: Campaign, _: object) -> Step:
        beaten = self.mobile(g)
        if not beaten:
            return self.nobody_left(g)
        if not ways_back(g, self.loser, self.at, beaten):
            return self.annihilate(g)
        if self.loser == GERMAN:
            fight, fallen = g.battle, fall_with_retreat(g, self.at)
            g.fight = replace(fight, lost=with_side(fight.lost, GERMAN, fight.lost[GERMAN] | fallen))
        return Call(Retreat(by=self.loser, at=self.at), then=self.finish)

    @rule("12.12")
    def annihilate(self, g: Campaign) -> Step:
        """Nowhere to go: the units are destroyed, and their leaders with them or not. Nobody retreats, so bunkers
        beside them stand (15.4), as they do when everybody dies by fire.
        """
        fight, beaten = g.battle, self.mobile(g)
        g.fight = replace(fight, lost=with_side(fight.lost, self.loser, fight.lost[self.loser] | beaten))
        for unit in each_unit(beaten):
            g.destroy(unit, "12.12", "is annihilated")
        return self.nobody_left(g)

    def finish(self, g: Campaign, _: object) -> Step:
        score_battle(g, g.battle, other(self.loser))
        lift_siege(g)
        winner = other(self.loser)
        return Displaced(side=winner, counters=stragglers(g, self.at, winner))


@rule("12.14")
def rally(g: Campaign) -> None:
    """Units in panic rejoin their stack: nothing of it is kept."""
    fight = g.battle
    g.fight = replace(fight, panicked=(0, 0))


@rule("12.13")
def pursued(g: Campaign, loser: Side) -> bool:
    """The winner has a clear lead and armour that still fights."""
    fight = g.battle
    winner = other(loser)
    lead = fight.morale[winner] - fight.morale[loser]
    return lead >= g.board.numbers.battle.pursuit_lead and bool(fight.standing[winner] & g.board.armour)


@rule("12.13")
class PursuitHit(Decision[Campaign], frozen=True):
    """The loser picks who is caught."""

    called = "Pursuit"
    question = "Which unit is caught by the pursuit?"
    units: Units

    def offers(self, g: Campaign) -> Iterator[Offer]:
        yield PickUnit("hit", g, only(self.units, "12.13", "{} is not one of the retreating units"))

    def chosen(self, g: Campaign, action: Action) -> Step:
        unit: UnitId = action[1]
        fight = g.battle
        if g.lose_step(unit, "12.13"):
            lost = fight.lost[self.by] | 1 << unit
            g.fight = replace(fight, lost=with_side(fight.lost, self.by, lost))
        return DONE


@rule("16.1")
class Withdraw(Decision[Campaign], frozen=True):
    """The beaten garrison goes into the fortress or retreats."""

    called = "Fortress"
    at: Space

    def offers(self, g: Campaign) -> Iterator[Offer]:
        yield Act("withdraw")
        yield Act("leave")

    def chosen(self, g: Campaign, action: Action) -> Step:
        return Done(action[0] == "withdraw")

    def prompt(self, g: Campaign) -> str:
        return f"Does the garrison withdraw into the fortress of {g.title_of(self.at)}, or retreat?"


@rule("12.11")
class Retreat(Decision[Campaign], frozen=True):
    """The owner picks the region that the beaten stack goes back to."""

    at: Space

    def offers(self, g: Campaign) -> Iterator[Offer]:
        beaten = g.combat_in(self.at, self.by) & g.board.mobile
        open_ways = ways_back(g, self.by, self.at, beaten)
        yield Judged("retreat", each(open_ways), lambda goal: why_not_go_back(g, self, beaten, open_ways, goal))

    def chosen(self, g: Campaign, action: Action) -> Step:
        goal = action[1]
        for unit in each_unit(g.here[self.at] & g.board.of_side[self.by] & ~g.board.bunkers):
            g.place(unit, goal)
            g.emit(Moved(unit=unit, path=(self.at, goal), how="retreats to", rule="12.11"))
        return DONE

    def prompt(self, g: Campaign) -> str:
        return f"Where does the beaten stack retreat from {g.title_of(self.at)}?"


def why_not_go_back(g: Campaign, frame: Retreat, beaten: Units, open_ways: Spaces, goal: Space) -> Because | None:
    """12.11: why a beaten stack does not go back to a region: it is shut, or another is nearer to supply."""
    if open_ways >> goal & 1:
        return None
    because = why_not_retreat(g, frame.by, frame.at, beaten, goal)
    if because is not None:
        return because
    if goal == g.board.channel:
        return Because("12.11", "there is a way by land: ships evacuate only those who have none")
    return Because("12.11", lambda: f"{g.title_of(goal)} is further from supply than the nearest open region")


def why_not_retreat(g: Campaign, side: Side, at: Space, units: Units, goal: Space) -> Because | None:
    """Why a beaten stack may not go back to a region."""
    board, where = g.board, g.title_of(goal)
    if goal == board.channel:
        return why_not_embark(g, side, at)
    if not board.near[at] >> goal & 1:
        return Because("12.11", lambda: f"{where} is not beside {g.title_of(at)}")
    if g.enemies(goal, side):
        return Because("12.11", lambda: f"enemies stand at {where}")
    taken = g.entered if side == g.active else 0
    if not (g.friendly(side) | taken) >> goal & 1:
        return Because("12.11", lambda: f"{where} is enemy country")
    return why_not_stack(g, side, units, goal)


def why_not_embark(g: Campaign, side: Side, at: Space) -> Because | None:
    """Beaten Allied troops may be taken off where they could have landed."""
    if side != ALLIED or not (g.board.beaches | ports_in_use(g)) >> at & 1:
        return Because("12.11", "ships cannot evacuate anybody here")
    return None


@rule("12.11")
def ways_back(g: Campaign, side: Side, at: Space, units: Units) -> Spaces:
    """The regions nearest to supply that are open; the sea if there is no land."""
    best: dict[int, Spaces] = {}
    for goal in each(g.board.near[at]):
        if why_not_retreat(g, side, at, units, goal) is None:
            far = steps_to_source(g, side, goal)
            best[far] = best.get(far, 0) | bit(goal)
    if best:
        return best[min(best)]
    return bit(g.board.channel) if why_not_embark(g, side, at) is None else 0
