"""Bunkers: they die by fire, by panic, or because Germans retreat beside them; by nothing else."""

from random import Random

from tests.games.acrosstheworld.support import battle
from tests.oracles.acrosstheworld.facts import NEAR, Position, position
from tests.oracles.face import do, options
from tests.oracles.tally import Tally

from bocage.kernel.events import Eliminated

BESIDE = {"G": "Bunker-Gold", "J": "Bunker-Juno", "S": "Bunker-Sword", "U": "Bunker-Utah"}
GERMANS = ("716", "243", "352", "21Pz")
IN_BATTLE = {"12.7", "15.2", "15.3"}
"""The rules by which a bunker dies under fire."""


def trapped(rng: Random, tally: Tally) -> None:
    """A German division beside a bunker, with or without a way out, is attacked by three divisions."""
    region = rng.choice(sorted(BESIDE))
    unit, shut = rng.choice(GERMANS), rng.random() < 0.6
    s = battle(region, "Montgomery 50UK 43UK 3UK", f"{unit} {BESIDE[region]}", data=None, turn=3)
    g = s.g
    g.allied = s.spaces(" ".join(NEAR[region])) if shut else 0
    g.touch()
    where = f"{unit} and {BESIDE[region]} at {region}, {'no' if shut else 'a'} way out"
    picks: list[str] = []
    while g.stack and len(picks) < 60:
        picks.append(rng.choice(options(g)))
        do(g, picks[-1])
    bunker = s.unit(BESIDE[region])
    after = position(g)
    for event in s.heard(Eliminated):
        if event.unit == bunker:
            just = event.rule in IN_BATTLE or fled(after, unit, region)
            question = f"{BESIDE[region]} dies by {event.rule}, {unit} is at {after.at.get(unit)}"
            tally.holds("bunkers", f"{where}: {picks}", question, truth=just)
    if BESIDE[region] in after.at:
        tally.holds("bunkers", f"{where}: {picks}", "nobody retreated", truth=not fled(after, unit, region))


def fled(after: Position, unit: str, region: str) -> bool:
    return after.at.get(unit) not in (None, region)
