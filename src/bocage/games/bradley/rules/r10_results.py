"""10.4 Combat results: what R, D and E do, and the shading of an assault."""

from collections.abc import Iterator

from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_disruption import disrupt, eliminate
from bocage.games.bradley.rules.r10_retreat import RetreatAll
from bocage.games.bradley.rules.r13_fortifications import fortified
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickSpace, only
from bocage.kernel.counters import other
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step
from bocage.kernel.ids import Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit


@rule("10.4", "13.0", "14.1.2", "13.3.5")
class Results(Procedure[Bradley], frozen=True):
    """Carry out a result on the units that were attacked."""

    attack: Attack
    targets: Units
    result: str
    assault: bool

    def start(self, g: Bradley) -> Step:
        board, units = g.board, self.targets
        if self.result == "-":
            return DONE
        garrisons = units & board.garrisons
        if garrisons:
            eliminate(g, garrisons, "13.3.5")  # an assault alone gets here: R, D and E all clear them
            units &= ~garrisons
        if self.result == "E":
            eliminate(g, units, "10.4")
        elif self.result == "D":
            disrupt(g, units, "10.4")
        elif self.assault or not fortified(g, other(self.attack.by), self.attack.target):
            return RetreatAll(by=other(self.attack.by), units=units, origin=self.attack.target)
        return DONE

    def title(self, g: Bradley) -> str:
        return {"-": "No effect", "R": "Retreat", "D": "Disruption", "E": "Elimination"}[self.result]


@rule("10.4", "10.3.4")
class Backlash(Procedure[Bradley], frozen=True):
    """An attacking stack is disrupted: the defender chooses which."""

    attack: Attack

    def start(self, g: Bradley) -> Step:
        hexes = attacking_hexes(g, self.attack)
        if not hexes:
            disrupt(g, self.attack.units, "10.4")  # from the air or the sea there is no stack to choose
            return DONE
        return Call(ChooseStack(by=other(self.attack.by), hexes=hexes), then=self.chosen)

    def chosen(self, g: Bradley, space: Space) -> Step:
        here = g.here.get(space, 0) & self.attack.units
        disrupt(g, here, "10.4")
        return DONE

    def title(self, g: Bradley) -> str:
        return ""


def attacking_hexes(g: Bradley, attack: Attack) -> Spaces:
    """The hexes in which attackers stand."""
    hexes = 0
    for unit in each_unit(attack.units):
        hexes |= bit(g.space[unit]) & g.board.land
    return 0 if attack.dropped else hexes


@rule("10.4")
class ChooseStack(Decision[Bradley], frozen=True):
    """The defender picks the attacking stack that is disrupted."""

    hexes: Spaces

    def offers(self, g: Bradley) -> Iterator[Offer]:
        yield PickSpace("repel", g, only(self.hexes, "10.4", "no attacker stands in {}"))

    def chosen(self, g: Bradley, action: Action) -> Step:
        return Done(action[1])

    def prompt(self, g: Bradley) -> str:
        return "Which attacking stack is disrupted?"

    def title(self, g: Bradley) -> str:
        return "Repelled"
