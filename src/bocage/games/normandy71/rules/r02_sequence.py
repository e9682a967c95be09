"""The general course of play: two player-turns of phases, six times, the first with a sequence of its own."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.games.normandy71.rules.r04_movement_phase import StartMovement
from bocage.games.normandy71.rules.r05_combat_phase import CombatPhase
from bocage.games.normandy71.rules.r09_supply import starve_paratroops
from bocage.games.normandy71.rules.r10_entrenchment import EndOfTurn
from bocage.games.normandy71.rules.r13_german_setup import ChooseOrder, GermanSetup
from bocage.games.normandy71.rules.r13_invasion_plan import AlliedPlan
from bocage.games.normandy71.rules.r13_paradrop import Placement
from bocage.games.normandy71.rules.r14_reinforcements import Reinforce
from bocage.games.normandy71.rules.r15_victory import final_outcome
from bocage.games.normandy71.rules.r16_landing_forces import Landing
from bocage.games.normandy71.sides import ALLIED, GERMAN
from bocage.games.normandy71.state import Game71
from bocage.kernel.events import TurnBegan
from bocage.kernel.flow import DONE, Frame, Over, Procedure, Step
from bocage.kernel.rulebook import rule
from bocage.kernel.sequence import Phases

PARATROOPS_LAST = 3
"""The turn at whose end paratroops without supply are lost."""

SECRET = ("allied-plan", "german-order-of-battle", "german-set-up")
DAY = (
    "allied-first-movement",
    "allied-combat",
    "allied-reinforcements",
    "allied-second-movement",
    "allied-entrenchment",
    "german-reinforcements",
    "german-first-movement",
    "german-combat",
    "german-second-movement",
    "german-entrenchment",
)


@rule("Invasion.1A1", "Invasion.1B2", "Invasion.1C1", "Invasion.5", "Play.3", "Length")
class Campaign(Phases[Game71], frozen=True):
    """A game-turn. Secret deployment comes before the first; the game ends after the last."""

    PHASES: ClassVar[Mapping[str, Callable[[Any], Frame | None]]] = {
        "allied-plan": lambda _: AlliedPlan(),
        "german-order-of-battle": lambda _: ChooseOrder(),
        "german-set-up": lambda _: GermanSetup(),
        "first-turn": lambda _: FirstTurn(),
        "allied-placement": lambda _: Placement(),
        "allied-first-movement": lambda _: StartMovement(ALLIED, second=False),
        "allied-combat": lambda _: CombatPhase(ALLIED),
        "allied-reinforcements": lambda _: Landing(),
        "allied-second-movement": lambda _: StartMovement(ALLIED, second=True),
        "allied-entrenchment": lambda _: EndOfTurn(ALLIED),
        "german-reinforcements": lambda _: Reinforce(),
        "german-first-movement": lambda _: StartMovement(GERMAN, second=False),
        "german-combat": lambda _: CombatPhase(GERMAN),
        "german-second-movement": lambda _: StartMovement(GERMAN, second=True),
        "german-entrenchment": lambda _: EndOfTurn(GERMAN),
    }

    def finish(self, g: Game71) -> Step:
        """The day is over."""
        if g.turn == PARATROOPS_LAST:
            starve_paratroops(g)
        if g.turn == g.last_turn:
            return Over(final_outcome(g))
        g.turn += 1
        g.touch()
        g.emit(TurnBegan(turn=g.turn, date=f"{5 + g.turn} June", rule="Play.3"))
        return Campaign(DAY)

    def title(self, g: Game71) -> str:
        """The turn and what is played in it."""
        phase = Phases.title(self, g)
        return f"Turn {g.turn} > {phase}" if g.turn else phase


class FirstTurn(Procedure[Game71], frozen=True):
    """The secret part is over and the first day begins."""

    called = ""

    def start(self, g: Game71) -> Step:
        g.turn = 1
        g.touch()
        return DONE


def first_frame() -> Frame:
    """A whole game."""
    return Campaign((*SECRET, "first-turn", "allied-placement", *DAY))
