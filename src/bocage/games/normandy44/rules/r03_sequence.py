"""3. Sequence of play: the phases of a turn, and of the invasion turn."""

from collections.abc import Callable, Mapping
from typing import Any

from bocage.games.normandy44.rules.r04_weather import InitialPhase
from bocage.games.normandy44.rules.r06_replacements import Replacements
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r09_movement_phase import MovementPhase
from bocage.games.normandy44.rules.r10_combat import Attacks
from bocage.games.normandy44.rules.r15_reserve import ReserveMovement, leave_reserve
from bocage.games.normandy44.rules.r18_supply_phase import SupplyPhase
from bocage.games.normandy44.rules.r19_strafing import Strafing, strafable
from bocage.games.normandy44.rules.r20_airborne import Gliders, Scatter, drops
from bocage.games.normandy44.rules.r20_invasion import Landings
from bocage.games.normandy44.rules.r21_beaches import delay_mulberries
from bocage.games.normandy44.rules.r22_special_rules import EndPhase, send_home
from bocage.games.normandy44.rules.r23_victory import BreakoutCheck, note_open_beaches
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.events import Ended
from bocage.kernel.flow import DONE, Call, Frame, Over, Procedure, Step, replace
from bocage.kernel.ids import Side
from bocage.kernel.rulebook import rule
from bocage.kernel.sequence import Phases

PLAYER_TURN = (
    "start",
    "replacement",
    "movement",
    "combat",
    "reserve-movement",
    "reserve-combat",
    "recovery",
    "supply",
)


def _player_turn(side: str) -> tuple[str, ...]:
    return tuple(f"{side}-{phase}" for phase in PLAYER_TURN)


NORMAL = ("initial", *_player_turn("german"), "breakout", *_player_turn("allied"), "end")
INVASION = ("scatter", "landings", *_player_turn("german"), "breakout", *_player_turn("allied"), "end")


@rule("3", "20.1")
class Turn(Phases[Normandy44], frozen=True):
    """One turn after another until the last."""

    def finish(self, g: Normandy44) -> Step:
        """The next turn, or the reckoning."""
        if g.turn >= g.last_turn:
            outcome = rules_of(g).outcome(g)
            g.emit(Ended(winner=outcome.winner, level=outcome.level, account=rules_of(g).standing(g), rule="3"))
            return Over(outcome)
        g.turn += 1
        return replace(self, names=NORMAL, next=0)

    def title(self, g: Normandy44) -> str:
        return f"Turn {g.turn}"


class PlayerTurn(Procedure[Normandy44], frozen=True, kw_only=True):
    """The start of a player-turn: delayed Mulberries, Rangers and commandos sent home."""

    side: Side

    def start(self, g: Normandy44) -> Step:
        g.phasing = self.side
        if self.side == ALLIED:
            delay_mulberries(g)
            send_home(g)
        return DONE


class AlliedMovement(Procedure[Normandy44], frozen=True, kw_only=True):
    """Gliders that found their hex full on turn 2 try again before Allied movement (20.2.4)."""

    def start(self, g: Normandy44) -> Step:
        if g.turn == 2 and g.here.get(g.board.ids["gliders"], 0):
            return Call(Gliders(late=True), then=self.move)
        return self.move(g, None)

    def move(self, g: Normandy44, _: object) -> Step:
        """The phase itself."""
        return MovementPhase(side=ALLIED)


@rule("3", "15.3", "19.1.4")
class CombatPhase(Procedure[Normandy44], frozen=True, kw_only=True):
    """A combat phase, or a reserve combat phase; the Allies may strafe first."""

    side: Side
    reserve: bool = False

    def start(self, g: Normandy44) -> Step:
        g.attacked = g.defended = g.retreated = 0
        if self.side == ALLIED and not self.reserve:
            note_open_beaches(g)
            if any(g.air) and strafable(g):
                return Call(Strafing(by=ALLIED), then=self.fight)
        return self.fight(g, None)

    def fight(self, g: Normandy44, _: object) -> Step:
        """Attack by attack."""
        frame = Attacks(by=self.side, reserve=self.reserve)
        attacks = any(action[0] == "attack" for action in frame.options(g))
        return Call(frame, then=self.over) if attacks else self.over(g, None)

    def over(self, g: Normandy44, _: object) -> Step:
        """What counted only within the phase is forgotten."""
        g.attacked = g.defended = g.retreated = 0
        return DONE

    def title(self, g: Normandy44) -> str:
        return f"{g.sides[self.side]} {'reserve ' if self.reserve else ''}combat"


@rule("7.2", "15.2")
class ReserveMovementPhase(Procedure[Normandy44], frozen=True, kw_only=True):
    """Reserves may move again, and nobody else; then stacking is put right."""

    side: Side

    def start(self, g: Normandy44) -> Step:
        g.stayed = 0
        g.moved = g.moved & ~g.board.atlas.roster.side[self.side] | presence(g).units[self.side] & ~g.reserve
        return Call(ReserveMovement(by=self.side), then=MovementPhase(side=self.side).tidy)

    def title(self, g: Normandy44) -> str:
        return f"{g.sides[self.side]} reserve movement"


@rule("3", "13.6", "6.2.4", "15.4")
class RecoveryPhase(Procedure[Normandy44], frozen=True, kw_only=True):
    """Replacement and disruption markers come off; Allied regroup and scatter markers too; reserves in contact end."""

    side: Side

    def start(self, g: Normandy44) -> Step:
        off = ~g.board.atlas.roster.side[self.side]
        g.replaced &= off
        g.disrupted &= off
        if self.side == ALLIED:
            g.regroup = 0
            if g.scattered:
                g.scattered = 0
                g.touch()
        g.remark()
        leave_reserve(g, self.side)
        return DONE


def _with_reserves(side: Side, frame: Frame) -> Callable[[Any], Frame | None]:
    return lambda g: frame if g.reserve & g.board.atlas.roster.side[side] else None


def _phases() -> dict[str, Callable[[Any], Frame | None]]:
    found: dict[str, Callable[[Any], Frame | None]] = {
        "initial": lambda _: InitialPhase(),
        "scatter": lambda g: Scatter(left=drops(g)),
        "landings": lambda _: Landings(),
        "breakout": lambda _: BreakoutCheck(),
        "end": lambda _: EndPhase(by=ALLIED),
    }
    for name, side in (("german", GERMAN), ("allied", ALLIED)):
        frames: dict[str, Frame] = {
            "start": PlayerTurn(side=side),
            "replacement": Replacements(by=side),
            "movement": MovementPhase(side=side) if side == GERMAN else AlliedMovement(),
            "combat": CombatPhase(side=side),
            "recovery": RecoveryPhase(side=side),
            "supply": SupplyPhase(side=side),
        }
        for phase, frame in frames.items():
            found[f"{name}-{phase}"] = lambda _, frame=frame: frame  # type: ignore[misc]
        found[f"{name}-replacement"] = lambda g, side=side: Replacements(by=side) if g.turn > 1 else None  # type: ignore[misc]
        found[f"{name}-reserve-movement"] = _with_reserves(side, ReserveMovementPhase(side=side))
        found[f"{name}-reserve-combat"] = _with_reserves(side, CombatPhase(side=side, reserve=True))
    return found


PHASES: Mapping[str, Callable[[Any], Frame | None]] = _phases()
Turn.PHASES = PHASES
