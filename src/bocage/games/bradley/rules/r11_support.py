"""11 Air and naval support points."""

from bocage.games.bradley.events import SupportReceived
from bocage.games.bradley.state import Bradley
from bocage.kernel.chance import Roll
from bocage.kernel.flow import DONE, Call, Procedure, Step
from bocage.kernel.rulebook import rule


@rule("11.0", "11.1.5", "11.2.1", "11.2.2", "11.2")
class ReceiveSupport(Procedure[Bradley], frozen=True):
    """The points of the turn, by the track or with a die; what is left of the last turn is lost."""

    def start(self, g: Bradley) -> Step:
        row = g.board.charts.turns[g.turn]
        g.support = 0
        if g.rules.support == "die" and row.pip:
            return Call(Roll(what="support points"), then=self.rolled)
        return self._have(g, row.support if g.rules.support == "track" else row.base)

    @rule("18.1.5")
    def rolled(self, g: Bradley, roll: int) -> Step:
        """18.1.5a: a fixed number of points, and some for each pip."""
        row = g.board.charts.turns[g.turn]
        return self._have(g, row.base + row.pip * roll, roll)

    def _have(self, g: Bradley, points: int, roll: int = 0) -> Step:
        g.support = points
        g.emit(SupportReceived(points=points, dice=(roll,) if roll else (), rule="18.1.5" if roll else "11.2.2"))
        return DONE

    def title(self, g: Bradley) -> str:
        return "Support"
