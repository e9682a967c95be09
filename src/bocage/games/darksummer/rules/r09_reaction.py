"""9.3.4 German Reaction: one stack or one formation moves, and Kampfgruppen and Tigers among it attack once."""

from collections.abc import Iterator

from bocage.games.darksummer.events import Activated
from bocage.games.darksummer.rules.r05_stacking import enforce_by_enemy
from bocage.games.darksummer.rules.r09_rounds import begin_round, end_round
from bocage.games.darksummer.rules.r10_moving import Movement
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.sides import GERMAN, Army
from bocage.games.darksummer.state import REACTION, DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step
from bocage.kernel.ids import Space, Units
from bocage.kernel.rulebook import rule


@rule("9.3.4")
def in_reach_of_orders(g: DarkSummer) -> Units:
    """German units that a Reaction can activate: on the map, and by formation in the Cherbourg Box."""
    box = g.here.get(g.board.atlas.cherbourg, 0) & g.board.roster.side[GERMAN]
    return g.units_of(GERMAN) | box


@rule("9.3.4", "9.2")
class OfferReaction(Procedure[DarkSummer], frozen=True):
    """After an Allied Round the German player may play a Reaction chit, one only."""

    halved: bool = False
    fixed: bool = False
    """9.4: the first two Reactions of turn 1 are not taken from the chits that he keeps."""

    def start(self, g: DarkSummer) -> Step:
        if not in_reach_of_orders(g):
            return DONE
        return Call(React(by=GERMAN, fixed=self.fixed), then=self.chosen)

    def chosen(self, g: DarkSummer, units: Units) -> Step:
        if not units and not self.fixed:
            return DONE
        if not self.fixed:
            g.reactions -= 1
        return ReactionRound(units=units, halved=self.halved)

    def title(self, g: DarkSummer) -> str:
        return "German reaction"


@rule("9.3.4")
class React(Decision[DarkSummer], frozen=True):
    """Which stack or formation reacts, if any? Any unit stands for its formation."""

    fixed: bool = False

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        roster, here = g.board.roster, in_reach_of_orders(g)
        yield PickSpace("activate-stack", g, only(g.hexes_of(GERMAN), "9.3.4", "there is no German stack in {}"))
        yield PickUnit(
            "activate-formation",
            g,
            only(roster.side[GERMAN], "9.3.4", "{} is not German"),
            only(here, "9.3.4", "{} is not in play"),
            bar(roster.strongpoints, "9.3.4", "{} neither moves nor attacks in a Reaction"),
        )
        yield Act("hold")

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "hold":
            return Done(0)
        here = in_reach_of_orders(g)
        stack = action[0] == "activate-stack"
        units = here & (g.here[action[1]] if stack else g.board.roster.formation[action[1]])
        where = Space(action[1]) if stack else None
        g.emit(Activated(units=tuple(each_unit(units)), space=where, rule="9.3.4"))
        return Done(units)

    def prompt(self, g: DarkSummer) -> str:
        left = "" if self.fixed else f" Reaction chits left: {g.reactions}."
        return f"React with a stack or a formation, or hold.{left}"

    def title(self, g: DarkSummer) -> str:
        return "Reaction"


@rule("9.3.4", "9.4.2", "9.4.4")
class ReactionRound(Procedure[DarkSummer], frozen=True):
    """The active units move; then Kampfgruppen and Tigers among them may attack one hex."""

    units: Units
    halved: bool = False

    def start(self, g: DarkSummer) -> Step:
        begin_round(g, Army.GERMAN, REACTION)
        g.halved = self.halved
        # 10.1: who stands in a C, W or S hex may leave it without being activated.
        stranded = g.in_hexes(g.board.atlas.no_stop) & g.units_of(GERMAN)
        g.active = self.units | stranded
        g.touch()
        if not g.active:
            return self.finish(g, None)
        return Call(Movement(by=GERMAN), then=self.settle)

    def settle(self, g: DarkSummer, _: object) -> Step:
        return Call(enforce_by_enemy(GERMAN), then=self.fight)

    def fight(self, g: DarkSummer, _: object) -> Step:
        fast = g.board.roster.kampfgruppen | g.board.roster.tigers
        g.active = self.units & fast & g.on_map()
        g.touch()
        if not g.active:
            return self.finish(g, None)
        return Call(Attacks(by=GERMAN), then=self.finish)

    def finish(self, g: DarkSummer, _: object) -> Step:
        return end_round(g, Army.GERMAN)

    def title(self, g: DarkSummer) -> str:
        return "German reaction round"
