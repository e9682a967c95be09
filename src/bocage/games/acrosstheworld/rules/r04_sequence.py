"""4 The sequence of play."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.games.acrosstheworld.rules.r05_cards import Events
from bocage.games.acrosstheworld.rules.r07_german_cards import RollWeather
from bocage.games.acrosstheworld.rules.r08_reinforcements import Reinforcements
from bocage.games.acrosstheworld.rules.r09_supply import Supply
from bocage.games.acrosstheworld.rules.r10_movement_phase import Moves
from bocage.games.acrosstheworld.rules.r11_dday import Drops
from bocage.games.acrosstheworld.rules.r12_battle import Battles
from bocage.games.acrosstheworld.rules.r18_control import Control
from bocage.games.acrosstheworld.rules.r19_victory import end_of_turn
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.events import TurnBegan
from bocage.kernel.flow import Frame, Over, Step
from bocage.kernel.ids import Side
from bocage.kernel.rulebook import rule
from bocage.kernel.sequence import Phases

TURN = ("weather", "allied-turn", "german-turn")
PLAYER_TURN = ("events", "reinforcements", "supply", "movement", "battles", "control")
MONTHS = ((30, "June"), (31, "July"))


@rule("1.2")
def date(g: Campaign) -> str:
    """The first day of the turn."""
    day = 6 + (g.turn - 1) * g.board.numbers.turns.days
    for length, month in MONTHS:
        if day <= length:
            return f"{day} {month} 1944"
        day -= length
    return f"{day} August 1944"


@rule("1.4", "4.4")
class Turn(Phases[Campaign], frozen=True):
    """The Allied player's turn, the German player's, and the account."""

    PHASES: ClassVar[Mapping[str, Callable[[Any], Frame | None]]] = {
        "weather": lambda g: RollWeather() if g.rolled_weather else None,
        "allied-turn": lambda g: player_turn(g, ALLIED),
        "german-turn": lambda g: player_turn(g, GERMAN),
    }

    def finish(self, g: Campaign) -> Step:
        g.scattered = 0
        outcome = end_of_turn(g)
        if outcome is not None:
            return Over(outcome)
        g.turn += 1
        g.active = ALLIED
        return begin_turn(g)

    def title(self, g: Campaign) -> str:
        return f"Turn {g.turn}"


def begin_turn(g: Campaign) -> Turn:
    g.emit(TurnBegan(turn=g.turn, date=date(g), rule="1.2"))
    return Turn(names=TURN)


def player_turn(g: Campaign, side: Side) -> "PlayerTurn":
    """Begin a player's turn: what the last one left is forgotten."""
    g.active = side
    g.moved = g.landed = g.crossed = g.night = 0
    g.entered = g.assaulted = g.fought = 0
    g.touch()
    return PlayerTurn(names=PLAYER_TURN)


@rule("4.1", "4.2", "4.3")
class PlayerTurn(Phases[Campaign], frozen=True):
    """The phases of one player; none of them is economic, and there is no supply in the first turn."""

    PHASES: ClassVar[Mapping[str, Callable[[Any], Frame | None]]] = {
        "events": lambda g: Events(by=g.active),
        "reinforcements": lambda g: Drops() if is_dday(g) else Reinforcements(by=g.active),
        "supply": lambda g: Supply(by=g.active) if g.turn > 1 else None,
        "movement": lambda g: Moves(by=g.active),
        "battles": lambda g: Battles(by=g.active),
        "control": lambda g: Control(by=g.active),
    }

    def title(self, g: Campaign) -> str:
        return f"{g.sides[g.active]} turn"


def is_dday(g: Campaign) -> bool:
    return g.turn == 1 and g.active == ALLIED
