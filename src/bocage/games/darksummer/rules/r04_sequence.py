"""4 Sequence of play: the seven phases of a turn, of which the first turn skips three."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.games.darksummer.rules.r03_victory import final_outcome, score_turn, sudden_death
from bocage.games.darksummer.rules.r07_weather import WeatherPhase
from bocage.games.darksummer.rules.r08_replacements import ReplacementPhase
from bocage.games.darksummer.rules.r09_action_phase import ActionPhase
from bocage.games.darksummer.rules.r10_boxes import settle_in_brittany
from bocage.games.darksummer.rules.r14_attrition import AttritionPhase
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.events import TurnBegan
from bocage.kernel.flow import DONE, Frame, Procedure, Step
from bocage.kernel.rulebook import rule
from bocage.kernel.sequence import Phases

FIRST_TURN = ("actions", "attrition", "clean-up", "victory")
TURN = ("advance", "weather", "replacements", *FIRST_TURN)


@rule("4")
class Turn(Phases[DarkSummer], frozen=True):
    """One game turn; the next begins when it is over."""

    PHASES: ClassVar[Mapping[str, Callable[[Any], Frame | None]]] = {
        "advance": lambda _: AdvanceTurn(),
        "weather": lambda _: WeatherPhase(),
        "replacements": lambda _: ReplacementPhase(),
        "actions": lambda _: ActionPhase(),
        "attrition": lambda _: AttritionPhase(),
        "clean-up": lambda _: CleanUp(),
        "victory": lambda _: VictoryCheck(),
    }

    def finish(self, g: DarkSummer) -> Step:
        return Turn(names=TURN)

    def title(self, g: DarkSummer) -> str:
        return f"Turn {g.turn}, {g.board.turns[g.turn].name}"


@rule("4")
class AdvanceTurn(Procedure[DarkSummer], frozen=True):
    """Turn Marker Advance Phase."""

    def start(self, g: DarkSummer) -> Step:
        g.turn += 1
        g.touch()
        g.emit(TurnBegan(turn=g.turn, date=g.board.turns[g.turn].name, rule="4"))
        return DONE

    def title(self, g: DarkSummer) -> str:
        return ""


@rule("4")
class CleanUp(Procedure[DarkSummer], frozen=True):
    """Clean-Up Phase: Brittany settles, the Action Round Track is cleared."""

    def start(self, g: DarkSummer) -> Step:
        settle_in_brittany(g)
        g.played = []
        g.reactions = 0
        return DONE

    def title(self, g: DarkSummer) -> str:
        return "Clean-up"


@rule("4", "3.2")
class VictoryCheck(Procedure[DarkSummer], frozen=True):
    """Victory Check Phase: points, sudden death, and after turn 10 the winner."""

    def start(self, g: DarkSummer) -> Step:
        score_turn(g)
        end = sudden_death(g, turn_over=True)
        if end is not None:
            return end
        return final_outcome(g) if g.turn == g.rules.turns else DONE

    def title(self, g: DarkSummer) -> str:
        return "Victory check"
