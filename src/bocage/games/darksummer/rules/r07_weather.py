"""7 Weather: the chit of the turn, and the cup of the optional historical weather."""

from bocage.games.darksummer.board import DarkBoard
from bocage.games.darksummer.state import WEATHER, DarkSummer
from bocage.kernel.cups import Cup, DrawChit
from bocage.kernel.flow import DONE, Call, Procedure, Step
from bocage.kernel.rulebook import rule


@rule("7.1", "7.3", "3.1")
def first_cup(board: DarkBoard, *, historical: bool) -> Cup:
    """The nine chits; with historical weather only those that go in at first."""
    return Cup.of({name: row.first if historical else row.chits for name, row in board.weather.items()})


@rule("7.3")
def add_late_chits(g: DarkSummer) -> None:
    """Historical weather: the other five go in once Rain and Storm have both been drawn."""
    cup = g.cups[WEATHER]
    late = {name: row.chits - row.first for name, row in g.board.weather.items()}
    if g.historical_weather and {"Rain", "Storm"} <= set(cup.drawn) and _held_back(g):
        g.cups[WEATHER] = cup.put(*[name for name, many in late.items() for _ in range(many)])


def _held_back(g: DarkSummer) -> bool:
    """Whether some of the nine chits are not in the cup yet."""
    cup = g.cups[WEATHER]
    return len(cup.inside) + len(cup.drawn) < sum(row.chits for row in g.board.weather.values())


@rule("7", "7.1", "7.2", "7.2.1", "4")
class WeatherPhase(Procedure[DarkSummer], frozen=True):
    """A chit is drawn and never goes back; the weather lasts for the whole turn."""

    def start(self, g: DarkSummer) -> Step:
        return Call(DrawChit(cup=WEATHER, what="weather chit", rule="7.1"), then=self.drawn)

    def drawn(self, g: DarkSummer, weather: str) -> Step:
        g.weather = weather
        g.touch()
        add_late_chits(g)
        return DONE

    def title(self, g: DarkSummer) -> str:
        return "Weather"
