"""Trial battles: what an attack is likely to bring, found by fighting it many times without cards."""

from typing import NamedTuple

from bocage.games.acrosstheworld.board import ALLIED, GERMAN, each_unit, other
from bocage.games.acrosstheworld.r12_battle import Battle
from bocage.games.acrosstheworld.r12_rounds import TakeHit
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel import chance, flow
from bocage.kernel.actions import Action
from bocage.kernel.flow import Over, Step
from bocage.kernel.ids import Side, Space
from bocage.kernel.state import Outcome

TRIALS = 100


class TrialBattle(Battle, frozen=True):
    """A battle that ends when it is decided: nobody retreats and nothing is scored."""

    def decided(self, g: Campaign, lost: Side) -> Step:
        return Over(Outcome(other(lost), "decided"))


class Forecast(NamedTuple):
    """How often the attacker won, of how many trials, and the mean steps that each side lost."""

    won: int
    trials: int
    steps: tuple[float, float]


def forecast(g: Campaign, at: Space, attacker: Side, trials: int = TRIALS) -> Forecast:
    """Fight a battle many times: the same question always gets the same answer."""
    engaged = [g.combat_in(at, side) for side in (ALLIED, GERMAN)]
    won, lost = 0, [0, 0]
    for seed in range(trials):
        trial = g.copy()
        trial.stack, trial.held, trial.fight = g.stack[:0], [0, 0], None
        trial.chance = chance.seed_state(seed)
        flow.begin(trial, TrialBattle(at=at, by=attacker))
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


def sensible(g: Campaign, frame: flow.Decision[Campaign]) -> Action:
    """What an owner would do without much thought: hits go to units that survive them."""
    options = frame.options(g)
    if isinstance(frame, TakeHit):
        return max(options, key=lambda action: (g.steps[action[1]], -g.board.units[action[1]].combat))
    return options[0]
