"""9 The concealed gun: the one thing that only the German knows."""

from bocage.games.tinybeach.sides import GERMAN
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.events import Noted, Revealed
from bocage.kernel.flow import DONE, Decision, Step
from bocage.kernel.ids import Space
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because


@rule("9.1")
class HideGun(Decision[Tiny], frozen=True):
    """The German picks one of the marked hexes."""

    def options(self, g: Tiny) -> list[Action]:
        return [("hide", space) for space in each(g.board.gun_sites)]

    def chosen(self, g: Tiny, action: Action) -> Step:
        g.gun_at = action[1]
        where = g.board.describe(g.gun_at)
        g.emit(Noted(text=f"The gun battery hides in {where}.", rule="9.1", audience=(GERMAN,)))
        return DONE

    def refuse(self, g: Tiny, action: Action) -> Because:
        return Because("9.1", "the gun hides in one of the hexes marked for it")

    def prompt(self, g: Tiny) -> str:
        return "Where does the gun battery hide?"

    def title(self, g: Tiny) -> str:
        return "Hide the gun"


def may_open_fire(g: Tiny) -> bool:
    """The gun is still concealed."""
    return g.concealed


@rule("9.4")
class OpenFire(Decision[Tiny], frozen=True):
    """When his chit is drawn the German may reveal the gun."""

    def options(self, g: Tiny) -> list[Action]:
        return [("reveal",), ("wait",)]

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "reveal":
            reveal(g)
        return DONE

    def refuse(self, g: Tiny, action: Action) -> Because:
        return Because("9.4", "reveal the gun or wait")

    def prompt(self, g: Tiny) -> str:
        return "Does the concealed gun open fire?"

    def title(self, g: Tiny) -> str:
        return "The gun"


@rule("9.2")
def reveal(g: Tiny) -> None:
    """The gun comes onto the map; until now it was in no hex and so had no zone and stopped nobody."""
    g.concealed = False
    g.place(g.board.gun, g.gun_at)
    g.emit(Revealed(text=f"The gun battery shows itself in {g.board.describe(g.gun_at)}!", rule="9.4"))


def reveal_if_attacked(g: Tiny, target: Space) -> None:
    """9.4: a gun in the hex under attack must show itself and defend."""
    if g.concealed and g.gun_at == target:
        reveal(g)
    g.searched |= bit(target)


@rule("9.3")
def ambush(g: Tiny, path: list[Space]) -> int | None:
    """How many hexes of its path a counter gets to walk before the gun stops it; `None` if nothing does."""
    if g.concealed:
        for walked, space in enumerate(path):
            if space == g.gun_at:
                reveal(g)
                return walked
            g.searched |= bit(space)
    return None
