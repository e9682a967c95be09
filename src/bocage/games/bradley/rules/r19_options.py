"""19 Optional rules. 19.1, 19.3 and 19.4 change single functions of chapter 5; here is 19.2, the bombers."""

from collections.abc import Iterator

from bocage.games.bradley.events import Bombed
from bocage.games.bradley.rules.r04_drops import scattered
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_fire import ResolveFire
from bocage.games.bradley.sides import ALLIED, GERMAN
from bocage.games.bradley.state import Bradley
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, bar, only
from bocage.kernel.chance import Rolls
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import NOWHERE, Space
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import holds
from bocage.kernel.wording import counted

LOT = 20
BOMBING_TURN = 2


@rule("19.0", "19.2")
class Bombing(Procedure[Bradley], frozen=True):
    """Before the first landing half of the support points are bombs, dropped in lots of twenty."""

    def start(self, g: Bradley) -> Step:
        if g.options["bombing"] != "yes" or g.turn != BOMBING_TURN:
            return DONE
        lots = g.support // 2 // LOT
        g.support -= g.support // 2
        return BombRun(by=ALLIED, left=lots) if lots else DONE

    def title(self, g: Bradley) -> str:
        return "Bombing"


@rule("19.2")
class BombRun(Decision[Bradley], frozen=True):
    """Where the next lot of bombs is aimed."""

    left: int

    def offers(self, g: Bradley) -> Iterator[Offer]:
        enemy = g.regular(GERMAN)
        yield PickSpace(
            "bomb",
            g,
            only(enemy & g.playable, "19.2", "no German unit stands in {}"),
            bar(danger_close(g), "19.2", "{} is next to friends"),
        )
        yield Act("done")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        return Call(BombLot(target=action[1]), then=self.after)

    def after(self, g: Bradley, _: object) -> Step:
        return BombRun(by=self.by, left=self.left - 1) if self.left > 1 else DONE

    def prompt(self, g: Bradley) -> str:
        return f"Which hex do the bombers aim at? {counted(self.left, 'lot')} to go."

    def title(self, g: Bradley) -> str:
        return "Bombing"


def danger_close(g: Bradley) -> int:
    """Hexes that hold friends or touch them."""
    return g.board.adjacency.dilate(g.occupied(ALLIED), 1)


@rule("19.2")
class BombLot(Procedure[Bradley], frozen=True):
    """A lot scatters from its target by the diagram (6 is the target itself) and attacks the hex that it hits."""

    target: Space

    def start(self, g: Bradley) -> Step:
        return Call(Rolls(what="bomb scatter"), then=self.fallen)

    def fallen(self, g: Bradley, dice: tuple[int, int]) -> Step:
        found = scattered(g, self.target, sum(dice))
        space = found[0] if found is not None else NOWHERE
        g.emit(Bombed(target=self.target, space=space, dice=dice, rule="19.2"))
        there = g.regular(GERMAN) & ~danger_close(g) & g.playable & ~g.shelled
        if space == NOWHERE or not holds(there, space):
            return DONE
        g.support += LOT  # these points were set aside; the fire takes them again
        return Call(ResolveFire(attack=Attack(by=ALLIED, target=space, points=LOT)), then=self.done)

    def done(self, g: Bradley, _: object) -> Step:
        return DONE

    def title(self, g: Bradley) -> str:
        return "Bombs"
