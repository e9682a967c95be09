"""Battles fought many times by the rules: what they average proves the exact chances."""

from typing import NamedTuple

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.sensible import sensible
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.games.acrosstheworld.trials import opened
from bocage.kernel import chance, flow
from bocage.kernel.ids import Side, Space


class Forecast(NamedTuple):
    """How often the attacker won, of how many trials, and the mean steps that each side lost."""

    won: int
    trials: int
    steps: tuple[float, float]


def forecast(g: Campaign, at: Space, attacker: Side, trials: int = 100) -> Forecast:
    """Fight a battle many times: the same question always gets the same answer."""
    engaged = [g.combat_in(at, side) for side in (ALLIED, GERMAN)]
    won, lost = 0, [0, 0]
    for seed in range(trials):
        trial = opened(g, at, attacker)
        trial.chance = chance.seed_state(seed)
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
