"""What every comparison of Normandy '44 shares: a tally of differences, and the engine asked as a player asks it."""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.oracles.normandy44 import movement
from tests.oracles.normandy44.facts import Facts, Unit
from tests.oracles.positions44 import GAME, asking

from bocage.kernel.flow import options, pick

QUERIES: Any = GAME.queries


class Difference(NamedTuple):
    matter: str
    position: str
    question: str
    engine: object
    oracle: object

    def __str__(self) -> str:
        return f"{self.matter}: {self.position}: {self.question}\n   engine {self.engine}\n   oracle {self.oracle}"


class Tally:
    """Comparisons made and differences found, up to a count."""

    def __init__(self, matter: str, most: int) -> None:
        self.matter, self.most, self.made = matter, most, 0
        self.differences: list[Difference] = []
        self.kinds: Counter[str] = Counter()
        """How many comparisons were of a kind worth counting."""
        self.seconds = 0.0
        """Time that the comparing took, the making of positions left out."""
        self.open = 0
        """Questions that the rulebook leaves open and the README does not decide."""

    @property
    def full(self) -> bool:
        return self.made >= self.most

    def compare(self, position: str, question: str, engine: object, oracle: object) -> None:
        self.made += 1
        if engine != oracle:
            self.differences.append(Difference(self.matter, position, question, engine, oracle))


class Case(NamedTuple):
    """A position: how to make it again, the state, its plain data, and the side to act."""

    at: str
    g: Any
    f: Facts
    side: str


Matter = Callable[[Tally, Case], None]
MATTERS: dict[str, Matter] = {}


def matter(found: Matter) -> Matter:
    MATTERS[found.__name__] = found
    return found


def frame(name: str, **fields: Any) -> Any:
    """A decision of the game by its name."""
    return GAME.frames[name](**fields)


def asked(g: Any, name: str, **fields: Any) -> Any:
    """A copy of a position at which one decision waits."""
    copied = g.copy()
    copied.stack = ((frame(name, **fields), "chosen"),)
    return copied


def words(g: Any) -> list[str]:
    """The options as a player writes them."""
    return [GAME.format(g, action) for action in options(g)]


def first(g: Any, verb: str) -> list[str]:
    """The first object of every option with this verb."""
    return [text.split()[1] for text in words(g) if text.split()[0] == verb]


def done(g: Any, *texts: str) -> Any:
    """The position after some picks."""
    after = g.copy()
    for text in texts:
        pick(after, GAME.parse(after, text))
    return after


def unit_id(g: Any, name: str) -> int:
    return int(g.board.unit_ids[name])


def decision(g: Any) -> str:
    """The name of the decision that waits."""
    return type(asking(g)).__name__


def ends(t: Tally, at: str, f: Facts, unit: Unit, question: str, engine: set[str], oracle: set[str]) -> None:
    """Compare where a move may end; a full hex is no difference while somebody in it may yet leave (7.2)."""
    stop = {to: movement.may_stop(f, unit, to) for to in engine | oracle}
    sure = {to for to in stop if stop[to] != "full"}
    engine, oracle = engine & sure, {to for to in oracle if stop[to] == "yes"}
    t.compare(at, question, sorted(engine - oracle), sorted(oracle - engine))
