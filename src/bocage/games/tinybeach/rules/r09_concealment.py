"""9 The concealed gun: the one thing that only the German side knows."""

from collections.abc import Iterator

from bocage.games.tinybeach.events import GunHidden, GunShown
from bocage.games.tinybeach.sides import GERMAN
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, only
from bocage.kernel.flow import DONE, Decision, Step
from bocage.kernel.ids import Space
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit


@rule("9.1")
class HideGun(Decision[Tiny], frozen=True):
    """The German side picks one of the marked hexes."""

    called = "Hide the gun"
    question = "Where does the gun battery hide?"

    def offers(self, g: Tiny) -> Iterator[Offer]:
        yield PickSpace("hide", g, only(g.board.gun_sites, "9.1", "{} is not one of the hexes marked for the gun"))

    def chosen(self, g: Tiny, action: Action) -> Step:
        g.gun_at = action[1]
        g.emit(GunHidden(unit=g.board.gun, at=g.gun_at, rule="9.1", audience=(GERMAN,)))
        return DONE


def may_open_fire(g: Tiny) -> bool:
    """The gun is still concealed."""
    return g.concealed


@rule("9.4")
class OpenFire(Decision[Tiny], frozen=True):
    """When its chit is drawn the German side may reveal the gun."""

    called = "The gun"
    question = "Does the concealed gun open fire?"

    def offers(self, g: Tiny) -> Iterator[Offer]:
        yield Act("reveal")
        yield Act("wait")

    def chosen(self, g: Tiny, action: Action) -> Step:
        if action[0] == "reveal":
            reveal(g)
        return DONE


@rule("9.2")
def reveal(g: Tiny) -> None:
    """The gun comes onto the map; until now it was in no hex and so had no zone and stopped nobody."""
    g.concealed = False
    g.place(g.board.gun, g.gun_at)
    g.emit(GunShown(unit=g.board.gun, at=g.gun_at, rule="9.4"))


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
