"""3 Sequence of play: two player turns of segments, the clock, and the end."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.games.bradley.events import HourBegan, PlayerTurnBegan
from bocage.games.bradley.rules.r04_planning import LiftZones, PlanDrops
from bocage.games.bradley.rules.r04_zones import AirborneLandings
from bocage.games.bradley.rules.r05_landing import LandWave
from bocage.games.bradley.rules.r05_placement import InvasionPlacement, Rangers
from bocage.games.bradley.rules.r05_rangers import CommandoLanding, RangerLandings
from bocage.games.bradley.rules.r05_waves import first_wave_of_all
from bocage.games.bradley.rules.r06_movement import allowance
from bocage.games.bradley.rules.r06_moving import Movement
from bocage.games.bradley.rules.r06_tides import flood
from bocage.games.bradley.rules.r08_stacking import StackingCheck
from bocage.games.bradley.rules.r10_assault import CloseAssault
from bocage.games.bradley.rules.r10_disruption import recover
from bocage.games.bradley.rules.r10_fire import Fire
from bocage.games.bradley.rules.r11_support import ReceiveSupport
from bocage.games.bradley.rules.r17_victory import final_outcome
from bocage.games.bradley.rules.r18_scenarios import Reinforce, SetUp, thaw
from bocage.games.bradley.rules.r19_options import Bombing
from bocage.games.bradley.rules.r20_orders import GiveOrders, plays
from bocage.games.bradley.sides import ALLIED, GERMAN, OMAHA, UTAH
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.flow import DONE, Call, Frame, Over, Procedure, Step
from bocage.kernel.ids import Side
from bocage.kernel.rulebook import rule
from bocage.kernel.sequence import Phases


class Opening(Procedure[Bradley], frozen=True):
    """Set-up, then the turns."""

    def start(self, g: Bradley) -> Step:
        return Call(SetUp(), then=self.play)

    def play(self, g: Bradley, _: object) -> Step:
        return new_turn(g)

    def title(self, g: Bradley) -> str:
        return ""


@rule("3.0", "1.0", "2.4")
def new_turn(g: Bradley) -> Step:
    """Begin the next turn: two hours by day, four by night."""
    g.turn = g.turn + 1 if g.turn else g.rules.first_turn
    g.landed = g.dropped = g.grounded = g.entering = 0
    g.sea_rolled = g.zones_lifted = 0
    g.touch()
    g.emit(HourBegan(turn=g.turn, tide=g.tide, rule="3.0"))
    return Turn(names=TURN)


@rule("3.1")
class PlacementSegment(Procedure[Bradley], frozen=True):
    """A: reinforcements, the airborne plan, the next wave."""

    def start(self, g: Bradley) -> Step:
        return Call(Reinforce(by=ALLIED), then=self.plan)

    def plan(self, g: Bradley, _: object) -> Step:
        return Call(PlanDrops(), then=self.waves)

    def waves(self, g: Bradley, _: object) -> Step:
        return Call(InvasionPlacement(), then=self.rangers)

    def rangers(self, g: Bradley, _: object) -> Step:
        if first_wave_of_all(g) and any(g.space[unit] == g.board.pool[OMAHA] for unit in g.board.rangers):
            return Rangers(by=ALLIED)
        return DONE

    def title(self, g: Bradley) -> str:
        return ""


@rule("3.1", "10.6.4", "6.3.4")
class FirstRecovery(Procedure[Bradley], frozen=True):
    """B: green markers go, then the tide takes its toll; secondary drop zones may be taken up."""

    def start(self, g: Bradley) -> Step:
        recover(g, ALLIED)
        flood(g)
        return LiftZones()

    def title(self, g: Bradley) -> str:
        return ""


@rule("3.1", "5.9", "5.9.1")
class AlliedMovement(Procedure[Bradley], frozen=True):
    """D: airborne landings first, then those ashore move, then the boats land and their units move on."""

    def start(self, g: Bradley) -> Step:
        return Call(AirborneLandings(), then=self.move)

    def move(self, g: Bradley, _: object) -> Step:
        return Call(Movement(by=ALLIED), then=self.omaha)

    def omaha(self, g: Bradley, _: object) -> Step:
        return Call(LandWave(beach=OMAHA), then=self.utah)

    def utah(self, g: Bradley, _: object) -> Step:
        return Call(LandWave(beach=UTAH), then=self.rangers)

    def rangers(self, g: Bradley, _: object) -> Step:
        return Call(RangerLandings(), then=self.commando)

    def commando(self, g: Bradley, _: object) -> Step:
        return Call(CommandoLanding(), then=self.inland)

    def inland(self, g: Bradley, _: object) -> Step:
        """6.1.7 leaves most of them nothing: nobody is asked to move who has no points left."""
        boats = g.landed & ~g.dropped & g.on_map(ALLIED)
        able = sum(1 << unit for unit in each_unit(boats) if allowance(g, unit))
        if not able:
            return DONE
        g.moved &= ~able
        return Movement(by=ALLIED, among=able)

    def title(self, g: Bradley) -> str:
        return ""


@rule("3.1", "10.6.5")
class SecondRecovery(Procedure[Bradley], frozen=True):
    """G: grey markers go, and German reinforcements come."""

    def start(self, g: Bradley) -> Step:
        recover(g, GERMAN)
        return Reinforce(by=GERMAN)

    def title(self, g: Bradley) -> str:
        return ""


SEGMENTS: Mapping[str, Callable[[], Frame]] = {
    "invasion-placement": PlacementSegment,
    "first-recovery": FirstRecovery,
    "bombing": Bombing,
    "allied-fire": lambda: Fire(by=ALLIED),
    "allied-movement": AlliedMovement,
    "german-defensive-fire": lambda: Fire(by=GERMAN),
    "allied-close-assault": lambda: CloseAssault(by=ALLIED),
    "second-recovery": SecondRecovery,
    "german-fire": lambda: Fire(by=GERMAN),
    "german-movement": lambda: Movement(by=GERMAN),
    "allied-defensive-fire": lambda: Fire(by=ALLIED),
    "german-close-assault": lambda: CloseAssault(by=GERMAN),
}


class Segment(Procedure[Bradley], frozen=True):
    """One segment: what each unit did in the last one is forgotten; at its end stacks are checked (8.1.4)."""

    name: str

    def start(self, g: Bradley) -> Step:
        g.moved = g.fired = g.assaulted = 0
        g.shelled = g.stormed = 0
        thaw(g)
        return Call(SEGMENTS[self.name](), then=self.check)

    def check(self, g: Bradley, _: object) -> Step:
        return Call(StackingCheck(), then=self.over)

    def over(self, g: Bradley, _: object) -> Step:
        return DONE

    def title(self, g: Bradley) -> str:
        return self.name.replace("-", " ").capitalize()


TURN = (
    "support",
    "allied-turn",
    "invasion-placement",
    "first-recovery",
    "bombing",
    "allied-fire",
    "allied-movement",
    "german-defensive-fire",
    "allied-close-assault",
    "german-turn",
    "second-recovery",
    "german-fire",
    "german-movement",
    "allied-defensive-fire",
    "german-close-assault",
)


@rule("3.0", "3.1")
class Turn(Phases[Bradley], frozen=True):
    """The segments A to L; after the last turn of the scenario victory is assessed."""

    PHASES: ClassVar[Mapping[str, Callable[[Any], Frame | None]]] = {
        "support": lambda _: ReceiveSupport(),
        "allied-turn": lambda g: began(g, ALLIED),
        "german-turn": lambda g: began(g, GERMAN),
    } | {name: lambda _, name=name: Segment(name=name) for name in SEGMENTS}

    def finish(self, g: Bradley) -> Step:
        if g.turn >= g.rules.last_turn:
            return Over(final_outcome(g))
        return new_turn(g)

    def title(self, g: Bradley) -> str:
        return f"Turn {g.turn} ({g.board.charts.turns[g.turn].hour})"


def began(g: Bradley, side: Side) -> Frame | None:
    """A player turn begins: headquarters may support again."""
    g.player = side
    g.aided = 0
    g.touch()
    g.emit(PlayerTurnBegan(side=side, rule="3.1"))
    return GiveOrders(by=side) if plays(g, side) else None
