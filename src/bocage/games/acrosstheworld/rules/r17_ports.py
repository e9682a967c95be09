"""17 Ports and Mulberry."""

from bocage.games.acrosstheworld.events import HarbourBuilt, HarbourLost
from bocage.games.acrosstheworld.rules.r16_siege import controls_city
from bocage.games.acrosstheworld.sides import ALLIED
from bocage.games.acrosstheworld.state import BUILT, GONE, Campaign
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because


@rule("17.1")
def why_not_build(g: Campaign) -> Because | None:
    """Mulberry stands at Arromanches alone, once, while the region is Allied."""
    where = g.title_of(g.board.mulberry)
    if g.harbour != 0:
        return Because("17.1", "Mulberry has been built already")
    if not g.allied >> g.board.mulberry & 1:
        return Because("17.1", f"{where} is not under Allied control")
    return None


def build(g: Campaign) -> None:
    g.harbour = BUILT
    g.touch()
    g.emit(HarbourBuilt(at=g.board.mulberry, rule="17.1"))


@rule("17.2", "17.5")
def harbour_works(g: Campaign) -> bool:
    """Mulberry stands and no storm has closed it."""
    return g.harbour == BUILT and g.turn > g.harbour_shut


@rule("17.3")
def lose_harbour(g: Campaign) -> None:
    """Mulberry is gone for good once Arromanches is German."""
    if g.harbour == BUILT and not g.allied >> g.board.mulberry & 1:
        g.harbour = GONE
        g.touch()
        g.emit(HarbourLost(at=g.board.mulberry, rule="17.3"))


@rule("17.4", "17.5")
def why_not_serve(g: Campaign, port: Space) -> Because | None:
    """Why a port is of no use to the Allies now."""
    board, where = g.board, g.title_of(port)
    if not controls_city(g, ALLIED, port):
        return Because("17.4", lambda: f"{where} is not under Allied control")
    if g.port_shut.get(port, 0) >= g.turn:
        return Because("17.5", lambda: f"the port of {where} lies in ruins until turn {g.port_shut[port]} is over")
    mouths = board.tags["inland-port-mouth"]
    if board.tags["inland-port"] >> port & 1 and mouths & ~g.allied:
        return Because("17.4", lambda: f"the canal to {where} is not in Allied hands")
    return None


def ports_in_use(g: Campaign) -> Spaces:
    """The ports that serve the Allies, Mulberry among them."""
    found = sum(bit(port) for port in each(g.board.ports & g.allied) if why_not_serve(g, port) is None)
    return found | bit(g.board.mulberry) if harbour_works(g) else found
