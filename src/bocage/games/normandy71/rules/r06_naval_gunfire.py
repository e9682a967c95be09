"""Naval Gunfire Support: eight missions a Combat Phase, for attacks or for the defence."""

from bocage.games.normandy71.board import Normandy
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.events import Noted
from bocage.kernel.flow import Decision, Done, Step, replace
from bocage.kernel.ids import Side, Space
from bocage.kernel.rulebook import rule
from bocage.kernel.verdict import Because

Shot = tuple[int, Space]
"""A mission, by its number in the table, and the hex it fires at."""


@rule("Naval", "Naval.D")
def strength_of(board: Normandy, mission: int, *, attacking: bool) -> int:
    """What a mission adds: its whole strength, for attack or for defence."""
    row = board.missions[mission]
    return row.attack if attacking else row.defence


@rule("Naval.G")
def in_range(board: Normandy, mission: int, target: Space) -> bool:
    """The ships lie in whatever all-sea hex is nearest to the defender; each mission may choose its own."""
    return board.sea_distance[target] <= board.missions[mission].range


def strongest(board: Normandy, target: Space, *, attacking: bool) -> int:
    """What the best mission adds that reaches a hex."""
    able = (n for n in range(len(board.missions)) if in_range(board, n, target))
    return max((strength_of(board, mission, attacking=attacking) for mission in able), default=0)


def shots_for(shots: tuple[Shot, ...], targets: tuple[Space, ...]) -> list[Shot]:
    """The missions that fire at these hexes."""
    return [shot for shot in shots if shot[1] in targets]


@rule("Play.1B", "Play.2B", "Naval.A", "Naval.B", "Naval.C", "Naval.E", "Naval.F")
class Gunfire(Decision[Game71], frozen=True):
    """The Allies give missions to the hexes under attack, theirs or the enemy's: one to a hex, none twice."""

    attacking: bool
    targets: tuple[Space, ...]
    shots: tuple[Shot, ...] = ()

    def options(self, g: Game71) -> list[Action]:
        found: list[Action] = [
            ("fire", mission, target)
            for target in self.targets
            for mission in range(len(g.board.missions))
            if why_not_fire(g, self, mission, target) is None
        ]
        found.append(("done",))
        return found

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "done":
            return Done(self.shots)
        _, mission, target = action
        text = f"{g.board.missions[mission].mission.capitalize()} gunfire on {g.board.describe(target)}."
        g.emit(Noted(text=text, rule="Naval"))
        return replace(self, shots=(*self.shots, (mission, target)))

    def refuse(self, g: Game71, action: Action) -> Because:
        if action[0] == "fire":
            because = why_not_fire(g, self, action[1], action[2])
            if because is not None:
                return because
        return Because("Naval", "give a mission to a hex under attack, or say done")

    def prompt(self, g: Game71) -> str:
        what = "your attacks" if self.attacking else "the defence"
        return f"Which naval missions support {what}?"

    def title(self, g: Game71) -> str:
        return "Naval gunfire"


def why_not_fire(g: Game71, frame: Gunfire, mission: int, target: Space) -> Because | None:
    """Why a mission may not fire at a hex."""
    board = g.board
    if not 0 <= mission < len(board.missions):
        return Because("Naval.D", "there is no such mission")
    row = board.missions[mission]
    if target not in frame.targets:
        return Because("Naval.A", lambda: f"there is no combat at {board.describe(target)}")
    if any(at == target for _, at in frame.shots):
        return Because("Naval.C", lambda: f"{board.describe(target)} has its mission already")
    if sum(used == mission for used, _ in frame.shots) >= row.number:
        return Because("Naval.B", lambda: f"all {row.mission} missions of this phase are given out")
    if not in_range(board, mission, target):
        return Because("Naval.G", lambda: _too_far(board, mission, target))
    if not strength_of(board, mission, attacking=frame.attacking):
        return Because("Naval.D", lambda: f"{row.mission} gunfire adds nothing to a defence")
    return None


def _too_far(board: Normandy, mission: int, target: Space) -> str:
    row, far = board.missions[mission], board.sea_distance[target]
    return f"{board.describe(target)} is {far} hexes from the sea, and {row.mission} gunfire reaches {row.range}"


def gunfire_needed(g: Game71, attacker: Side, targets: tuple[Space, ...]) -> bool:
    """Whether any mission could be given at all."""
    probe = Gunfire(by=ALLIED, attacking=attacker == ALLIED, targets=targets)
    return len(probe.options(g)) > 1
