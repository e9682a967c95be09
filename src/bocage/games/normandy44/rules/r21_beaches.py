"""21.1: Mulberries. Beaches themselves are opened in r18_supply, evacuation is in r06_reinforcements."""

from collections.abc import Iterator

from bocage.games.normandy44.events import MulberryBegun, MulberryFinished
from bocage.games.normandy44.rules.r06_replacements import plainly
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickSpace, only
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import Space, Spaces
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each, first

BUILDING_TIME = 5


def site(g: Normandy44, army: int) -> Spaces:
    """Where the Mulberry of an army is built: the Omaha hexes, or Arromanches."""
    atlas = g.board.atlas
    hexes: Spaces = atlas.beach_hexes["omaha"] if army == 0 else atlas.arromanches
    return hexes


def threatened(g: Normandy44, army: int) -> bool:
    """Are Germans in the site or next to it?"""
    ground = site(g, army)
    near = ground | g.board.adjacency.spread(ground)
    return bool(near & presence(g).hexes[GERMAN])


@rule("21.1.1")
class Mulberries(Procedure[Normandy44], frozen=True, kw_only=True):
    """Begun when the site is safe, finished five turns later."""

    def start(self, g: Normandy44) -> Step:
        for army in (0, 1) if rules_of(g).mulberries else ():
            if g.mulberry[army] == 0 and site(g, army) and not threatened(g, army):
                if army == 0 or not site(g, army) & ~g.allied_control:
                    g.mulberry[army] = g.turn + BUILDING_TIME
                    where = tuple(each(site(g, army)))
                    g.emit(MulberryBegun(army=army, due=g.turn + BUILDING_TIME, at=where, rule="21.1.1"))
            elif 0 < g.mulberry[army] <= g.turn:
                g.mulberry[army] = -1
                g.emit(MulberryFinished(army=army, at=tuple(each(site(g, army))), rule="21.1.1"))
                g.mulberry_at[army] = first(site(g, army))
                if army == 0:
                    return Call(MulberryHex(by=ALLIED), then=self.again)
        return DONE

    def again(self, g: Normandy44, _: object) -> Step:
        """The other one."""
        return self.start(g)


@rule("21.1.1")
class MulberryHex(Decision[Normandy44], frozen=True, kw_only=True):
    """On which Omaha hex does the US Mulberry lie?"""

    question = "The US Mulberry is finished: on which hex of Omaha does it lie?"
    army: int = 0

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield PickSpace("at", g, only(site(g, self.army), "21.1.1", "{} is not a hex of Omaha"), then=plainly)

    def chosen(self, g: Normandy44, action: Action) -> Step:
        g.mulberry_at[0] = Space(action[1])
        return DONE


@rule("21.1.2")
def delay_mulberries(g: Normandy44) -> None:
    """At the start of an Allied player-turn Germans next to a site put it off by a turn."""
    for army in (0, 1):
        if g.mulberry[army] > 0 and threatened(g, army):
            g.mulberry[army] += 1
            where = tuple(each(site(g, army)))
            g.emit(MulberryBegun(army=army, due=g.mulberry[army], at=where, late=True, rule="21.1.2"))
