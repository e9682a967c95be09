"""9.3 Action Rounds: Move, Combat and Combined Action Rounds from the chit to the end of the Round."""

from bocage.games.darksummer.events import RoundBegan
from bocage.games.darksummer.rules.r03_victory import sudden_death
from bocage.games.darksummer.rules.r05_stacking import enforce_by_enemy
from bocage.games.darksummer.rules.r08_reinforcements import Reinforcements
from bocage.games.darksummer.rules.r08_third_wave import ThirdWave
from bocage.games.darksummer.rules.r08_withdrawals import Withdrawals, free_to_go, may_withdraw_now
from bocage.games.darksummer.rules.r10_moving import Movement
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r13_cherbourg import check_cherbourg
from bocage.games.darksummer.sides import GERMAN, Army
from bocage.games.darksummer.state import COMBAT, COMBINED, MOVE, DarkSummer, Played
from bocage.kernel.flow import Call, Done, Procedure, Step
from bocage.kernel.rulebook import rule

PREPARED = "prepared"
PLAYS = {
    "move": (MOVE, MOVE),
    "combat": (COMBAT, COMBAT),
    "combined-move": (COMBINED, MOVE),
    "combined-combat": (COMBINED, COMBAT),
    PREPARED: (COMBAT, COMBAT),
}
"""The ways to play a chit: the kind of Round, and the side of the chit that counts."""


def begin_round(g: DarkSummer, army: Army, kind: str, *, chit: str = "", prepared: bool = False) -> None:
    """Put the chit on the Action Round Track and clear what holds for one Round only."""
    g.army, g.round, g.prepared = army, kind, prepared
    g.active = g.board.roster.army[army]
    g.moved = g.entered = g.attacked = g.defended = g.retreated = 0
    g.fought_over = g.duties = 0
    g.used_round = 0
    g.halved = g.besieged = False
    g.touch()
    g.played.append(Played(army, kind, chit, prepared))
    g.emit(RoundBegan(army=army, kind=kind, number=len(g.played), prepared=prepared, rule="9.2"))
    if army.side == GERMAN:
        check_cherbourg(g)


@rule("3.2.1", "15")
def end_round(g: DarkSummer, army: Army) -> Step:
    """At the end of a Round: the Boundary may be lifted, and the game may be over."""
    if g.brittany_entered and not g.boundary_lifted:
        g.boundary_lifted = True
        g.touch()
    g.prepared = g.halved = False
    return sudden_death(g, round_over=True) or Done(int(army))


@rule("9.3", "9.3.1", "9.3.2", "9.3.3")
class ActionRound(Procedure[DarkSummer], frozen=True):
    """One Round: a Move chit brings withdrawals and reinforcements, then movement; then combat if the Round has any."""

    army: Army
    kind: str
    chit: str
    prepared: bool = False

    def start(self, g: DarkSummer) -> Step:
        begin_round(g, self.army, self.kind, chit=self.chit, prepared=self.prepared)
        if self.chit == COMBAT:
            return self.move(g, None)
        if may_withdraw_now(g) and self.army is not Army.GERMAN and free_to_go(g, self.army):
            return Call(Withdrawals(by=self.army.side, army=self.army), then=self.enter)
        return self.enter(g, None)

    def enter(self, g: DarkSummer, _: object) -> Step:
        """8.1.3: the first Move Round of an Allied army on turn 1 is its third wave."""
        if g.turn == 1 and self.army is not Army.GERMAN and not g.landed_third >> self.army & 1:
            g.landed_third |= 1 << self.army
            return Call(ThirdWave(army=self.army), then=self.move)
        return Call(Reinforcements(army=self.army), then=self.move)

    def move(self, g: DarkSummer, _: object) -> Step:
        if self.kind == COMBAT:
            return self.fight(g, None)
        return Call(Movement(by=self.army.side), then=self.settle)

    def settle(self, g: DarkSummer, _: object) -> Step:
        """5.2: the stacking limit is enforced at the end of movement."""
        return Call(enforce_by_enemy(self.army.side), then=self.fight)

    def fight(self, g: DarkSummer, _: object) -> Step:
        if self.kind == MOVE:
            return self.finish(g, None)
        return Call(Attacks(by=self.army.side), then=self.finish)

    def finish(self, g: DarkSummer, _: object) -> Step:
        return end_round(g, self.army)

    def guide_name(self) -> str:
        return f"{self.kind}-round"

    def title(self, g: DarkSummer) -> str:
        return f"{self.army.title} {self.kind} round"
