"""Naval Gunfire Support: eight missions a Combat Phase, for attacks or for the defence."""

from collections.abc import Iterator

from bocage.games.normandy71.board import Normandy
from bocage.games.normandy71.events import MissionGiven
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Listed, Offer, Test
from bocage.kernel.flow import Decision, Done, Step, replace
from bocage.kernel.ids import Side, Space
from bocage.kernel.rulebook import rule
from bocage.kernel.wording import counted

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
    """What the best mission that reaches a hex adds."""
    able = (n for n in range(len(board.missions)) if in_range(board, n, target))
    return max((strength_of(board, mission, attacking=attacking) for mission in able), default=0)


def shots_for(shots: tuple[Shot, ...], targets: tuple[Space, ...]) -> list[Shot]:
    """The missions that fire at these hexes."""
    return [shot for shot in shots if shot[1] in targets]


@rule("Play.1B", "Play.2B", "Naval.A", "Naval.B", "Naval.C", "Naval.E", "Naval.F")
class Gunfire(Decision[Game71], frozen=True):
    """The Allies give missions to the hexes under attack, theirs or the enemy's: one to a hex, none twice."""

    called = "Naval gunfire"
    attacking: bool
    targets: tuple[Space, ...]
    shots: tuple[Shot, ...] = ()

    def offers(self, g: Game71) -> Iterator[Offer]:
        kinds = range(len(g.board.missions))
        yield Listed(
            "fire",
            [("fire", mission, target) for target in self.targets for mission in kinds],
            ("Naval.D", "there is no such mission"),
            *why_not_fire(g, self),
        )
        yield Act("done")

    def chosen(self, g: Game71, action: Action) -> Step:
        if action[0] == "done":
            return Done(self.shots)
        _, mission, target = action
        g.emit(MissionGiven(side=ALLIED, mission=mission, at=target, rule="Naval"))
        return replace(self, shots=(*self.shots, (mission, target)))

    def prompt(self, g: Game71) -> str:
        what = "your attacks" if self.attacking else "the defence"
        return f"Which naval missions support {what}?"


def why_not_fire(g: Game71, frame: Gunfire) -> Iterator[Test]:
    """What keeps a mission, `fire MISSION HEX`, from a hex."""
    board = g.board
    rows, served = board.missions, {at for _, at in frame.shots}
    given = [sum(used == n for used, _ in frame.shots) for n in range(len(rows))]
    where = board.describe
    yield Test(lambda a: a[2] not in frame.targets, "Naval.A", lambda a: f"there is no combat at {where(a[2])}")
    yield Test(lambda a: a[2] in served, "Naval.C", lambda a: f"{where(a[2])} has its mission already")
    yield Test(
        lambda a: given[a[1]] >= rows[a[1]].number,
        "Naval.B",
        lambda a: f"all {rows[a[1]].mission} missions of this phase are given out",
    )
    yield Test(lambda a: not in_range(board, a[1], a[2]), "Naval.G", lambda a: _too_far(board, a[1], a[2]))
    yield Test(
        lambda a: not strength_of(board, a[1], attacking=frame.attacking),
        "Naval.D",
        lambda a: f"{rows[a[1]].mission} gunfire adds nothing to a defence",
    )


def _too_far(board: Normandy, mission: int, target: Space) -> str:
    row, far = board.missions[mission], counted(board.sea_distance[target], "hex")
    return f"{board.describe(target)} is {far} from the sea, and {row.mission} gunfire reaches {row.range}"


def gunfire_needed(g: Game71, attacker: Side, targets: tuple[Space, ...]) -> bool:
    """Whether any mission could be given at all."""
    probe = Gunfire(by=ALLIED, attacking=attacker == ALLIED, targets=targets)
    return len(probe.options(g)) > 1
