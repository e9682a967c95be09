"""2 Weather."""

from bocage.games.tinybeach.state import Tiny
from bocage.kernel.chance import Roll
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Procedure, Step
from bocage.kernel.rulebook import rule


@rule("2.1")
class RollWeather(Procedure[Tiny], frozen=True):
    """A die decides on storm, overcast or clear."""

    called = "Weather"

    def start(self, g: Tiny) -> Step:
        return Call(Roll(what="weather roll"), then=self.read)

    def read(self, g: Tiny, roll: int) -> Step:
        g.weather = g.board.weather[roll]
        g.emit(Rolled(what="Weather", roll=roll, meaning=g.weather, rule="2.1"))
        return DONE


@rule("2.2")
def chits(g: Tiny) -> tuple[int, int]:
    """Two chits of each side, but in a storm the Allies have only one."""
    return (1 if g.weather == "storm" else 2, 2)


def nobody_lands(g: Tiny) -> bool:
    """2.2: no landing in a storm."""
    return g.weather == "storm"
