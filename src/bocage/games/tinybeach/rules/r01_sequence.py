"""1 Sequence of play: the turn, the cup of chits, the end."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.games.tinybeach.events import ChitDrawn
from bocage.games.tinybeach.rules.r02_weather import RollWeather, chits
from bocage.games.tinybeach.rules.r05_movement import Movement
from bocage.games.tinybeach.rules.r06_combat import Attacks
from bocage.games.tinybeach.rules.r08_supply import Attrition
from bocage.games.tinybeach.rules.r09_concealment import HideGun, OpenFire, may_open_fire
from bocage.games.tinybeach.rules.r10_reinforcements import Arrival
from bocage.games.tinybeach.rules.r11_victory import final_outcome
from bocage.games.tinybeach.sides import ALLIED, GERMAN
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.chance import Draw
from bocage.kernel.events import TurnBegan
from bocage.kernel.flow import DONE, Call, Frame, Over, Procedure, Step, replace
from bocage.kernel.ids import Side
from bocage.kernel.rulebook import rule
from bocage.kernel.sequence import Phases


class Opening(Procedure[Tiny], frozen=True):
    """Before the first turn the German side hides its gun (9.1); then the turns follow."""

    called = "Set-up"

    def start(self, g: Tiny) -> Step:
        return Call(HideGun(by=GERMAN), then=self.play)

    def play(self, g: Tiny, _: object) -> Step:
        return new_turn(g)


def new_turn(g: Tiny) -> Step:
    """Begin the next turn."""
    g.turn += 1
    g.emit(TurnBegan(turn=g.turn, rule="1.1"))
    return Turn(names=TURN)


TURN = ("weather", "landing", "reserves", "activations", "attrition")


@rule("1.1", "1.3")
class Turn(Phases[Tiny], frozen=True):
    """Weather, reinforcements, activations, attrition; after the last turn of the scenario the game ends."""

    PHASES: ClassVar[Mapping[str, Callable[[Any], Frame | None]]] = {
        "weather": lambda g: RollWeather() if g.rolled and g.turn > 1 else None,
        "landing": lambda _: Arrival(by=ALLIED),
        "reserves": lambda _: Arrival(by=GERMAN),
        "activations": lambda g: Activations(cup=chits(g)),
        "attrition": lambda _: Attrition(),
    }

    def finish(self, g: Tiny) -> Step:
        if g.turn == g.board.scenarios[g.scenario].turns:
            return Over(final_outcome(g))
        return new_turn(g)

    def title(self, g: Tiny) -> str:
        return f"Turn {g.turn}"


@rule("1.2")
class Activations(Procedure[Tiny], frozen=True):
    """Draw chits until the cup is empty; the side drawn moves, then attacks."""

    called = ""
    cup: tuple[int, int]

    def start(self, g: Tiny) -> Step:
        if not any(self.cup):
            return DONE
        return Call(Draw(weights=self.cup, what="chit"), then=self.drawn)

    def drawn(self, g: Tiny, side: Side) -> Step:
        left = replace(self, cup=tuple(n - (k == side) for k, n in enumerate(self.cup)))
        g.emit(ChitDrawn(side=side, rule="1.2"))
        return Call(Activation(side=side), then=left.again)


class Activation(Procedure[Tiny], frozen=True):
    """One chit: perhaps the gun opens fire, then movement, then attacks."""

    side: Side

    def start(self, g: Tiny) -> Step:
        g.moved = g.fought = 0
        if self.side == GERMAN and may_open_fire(g):
            return Call(OpenFire(by=GERMAN), then=self.move)
        return self.move(g, None)

    def move(self, g: Tiny, _: object) -> Step:
        return Call(Movement(by=self.side), then=self.fight)

    def fight(self, g: Tiny, _: object) -> Step:
        return Attacks(by=self.side)

    def title(self, g: Tiny) -> str:
        return f"{g.sides[self.side]} activation"
