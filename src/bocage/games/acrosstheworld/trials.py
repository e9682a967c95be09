"""Trial battles: an attack is fought many times by the rules, without cards. They prove the exact chances."""

from typing import NamedTuple

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.rules.r12_aftermath import PursuitHit, pursued, rally
from bocage.games.acrosstheworld.rules.r12_battle import Battle
from bocage.games.acrosstheworld.rules.r16_siege import may_shut_in
from bocage.games.acrosstheworld.sensible import sensible
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import Campaign, Fight
from bocage.kernel import chance, flow
from bocage.kernel.flow import Call, Over, Step
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.state import Outcome

TRIALS = 100


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
    """16.1 and 16.3: who shuts himself up in the fortress, or dies in it, is not pursued."""
    inside = loser != fight.attacker and not beaten & ~g.besieged
    return may_shut_in(g, loser, fight.at, inside=inside) or (loser == GERMAN and inside)


class Forecast(NamedTuple):
    """How often the attacker won, of how many trials, and the mean steps that each side lost."""

    won: int
    trials: int
    steps: tuple[float, float]


def opened(g: Campaign, at: Space, attacker: Side, seed: int = 0) -> Campaign:
    """A trial battle up to the first dice: commanders are chosen and help is given by what is sensible."""
    trial = g.copy()
    trial.stack, trial.held, trial.fight = g.stack[:0], [0, 0], None
    trial.chance = chance.seed_state(seed)
    flow.begin(trial, TrialBattle(at=at, by=attacker))
    while trial.stack and not isinstance(trial.stack[-1][0], chance.Chance):
        flow.pick(trial, sensible(trial, trial.stack[-1][0]))
    return trial


def forecast(g: Campaign, at: Space, attacker: Side, trials: int = TRIALS) -> Forecast:
    """Fight a battle many times: the same question always gets the same answer."""
    engaged = [g.combat_in(at, side) for side in (ALLIED, GERMAN)]
    won, lost = 0, [0, 0]
    for seed in range(trials):
        trial = opened(g, at, attacker, seed)
        while trial.stack:
            frame = trial.stack[-1][0]
            if isinstance(frame, chance.Chance):
                flow.pick(trial, chance.fast_pick(trial, frame))
            else:
                flow.pick(trial, sensible(trial, frame))
        assert trial.outcome is not None
        won += trial.outcome.winner == attacker
        for side in (ALLIED, GERMAN):
            lost[side] += sum(g.steps[unit] - trial.steps[unit] for unit in each_unit(engaged[side]))
    return Forecast(won, trials, (lost[0] / trials, lost[1] / trials))
