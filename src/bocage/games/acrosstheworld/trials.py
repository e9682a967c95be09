"""Trial battles: an attack is fought by the rules, without cards, up to where chance decides."""

from bocage.games.acrosstheworld.rules.r12_aftermath import PursuitHit, pursued, rally
from bocage.games.acrosstheworld.rules.r12_battle import Battle
from bocage.games.acrosstheworld.rules.r14_leaders import Command
from bocage.games.acrosstheworld.rules.r16_siege import may_shut_in
from bocage.games.acrosstheworld.sensible import sensible
from bocage.games.acrosstheworld.sides import GERMAN, other
from bocage.games.acrosstheworld.state import Campaign, Fight
from bocage.kernel import chance, flow
from bocage.kernel.flow import Call, Over, Step
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.state import Outcome


class TrialBattle(Battle, frozen=True):
    """A battle that ends when it is decided and the loser has been pursued: nobody retreats and nothing is scored."""

    def decided(self, g: Campaign, lost: Side) -> Step:
        rally(g)
        beaten = g.combat_in(self.at, lost) & g.board.mobile
        if beaten and pursued(g, lost) and not sheltered(g, g.battle, lost, beaten):
            return Call(PursuitHit(by=lost, units=beaten), then=self.caught if lost == self.by else self.chased)
        return Over(Outcome(other(lost), "decided"))

    def caught(self, g: Campaign, _: object) -> Step:
        return Over(Outcome(other(self.by), "decided"))

    def chased(self, g: Campaign, _: object) -> Step:
        return Over(Outcome(self.by, "decided"))


def sheltered(g: Campaign, fight: Fight, loser: Side, beaten: Units) -> bool:
    """16.1 and 16.3: a force that shuts itself up in the fortress, or dies in it, is not pursued."""
    inside = loser != fight.attacker and not beaten & ~g.besieged
    return may_shut_in(g, loser, fight.at, inside=inside) or (loser == GERMAN and inside)


def opened(g: Campaign, at: Space, attacker: Side) -> Campaign:
    """A trial battle up to the first dice: the leader picked commands, otherwise the best; help goes where it is
    sensible.
    """
    begun = g.fight.commander if g.fight is not None and g.fight.at == at else (-1, -1)
    trial = g.copy()
    trial.stack, trial.held, trial.fight = g.stack[:0], [0, 0], None
    flow.begin(trial, TrialBattle(at=at, by=attacker))
    while trial.stack and not isinstance(trial.stack[-1][0], chance.Chance):
        frame = trial.stack[-1][0]
        named = begun[frame.by] if isinstance(frame, Command) else -1
        flow.pick(trial, ("command", named) if named >= 0 else sensible(trial, frame))
    return trial
