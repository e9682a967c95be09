"""Dice, cups and decks are decisions by Nature.

A chance decision numbers its equally likely cases from 0 to `total - 1` and turns each into an action;
where several cases give the same action it is that much likelier. Who picks the number is not the game's
business:

- *fast*, for simulation: a counter in the state, mixed; one seed gives one game, and copies are
  independent;
- *fair*, for real games: an HMAC of a secret over the hash chain of the log so far, so that a roll is bound
  to the action just committed and can be checked by anybody once the secret is revealed;
- *replayed*: the log says `roll 4`, and that is what was rolled.
"""

import hashlib
import hmac
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from bocage.kernel.actions import Action, Verbs
from bocage.kernel.flow import Decision, Done, Frame, G, Step
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.state import State
from bocage.kernel.verdict import Because

VERBS: Verbs = {"roll": ("number*",), "draw": ("chit",)}
_MASK = (1 << 64) - 1


class Chance(Decision[G], frozen=True, kw_only=True):
    """A pick by Nature."""

    by: Side = NATURE
    what: str = "die roll"
    """What is rolled for: the kind of the roll, under which it is counted."""
    about: str | UnsetType = UNSET
    """For whom or where, as the words go on after `what`: `of 100 Pz`. A save has both in `what`."""

    @property
    def subject(self) -> str:
        """What is rolled for, with the name: `strafing of 100 Pz`."""
        return self.what if isinstance(self.about, UnsetType) else f"{self.what} {self.about}"

    def as_saved(self) -> Frame:
        """With the name in `what`: saves and digests had it so before the two were kept apart."""
        return msgspec.structs.replace(self, what=self.subject, about=UNSET)

    def total(self, g: G) -> int:
        """How many equally likely cases there are."""
        raise NotImplementedError

    def case(self, g: G, number: int) -> Action:
        """The action of one case."""
        raise NotImplementedError

    def is_certain(self, g: G) -> bool:
        """Whether nobody has to roll, even where people type in their dice."""
        return False

    def options(self, g: G) -> Sequence[Action]:
        """Every action that can come out, each once."""
        return tuple(dict.fromkeys(self.case(g, number) for number in range(self.total(g))))

    def odds(self, g: G) -> dict[Action, Fraction]:
        """The exact probability of each action."""
        total = self.total(g)
        found: dict[Action, Fraction] = {}
        for number in range(total):
            action = self.case(g, number)
            found[action] = found.get(action, Fraction(0)) + Fraction(1, total)
        return found

    def title(self, g: G) -> str:
        """What is rolled for."""
        return self.subject[:1].upper() + self.subject[1:]

    def refuse(self, g: G, action: Action) -> Because:
        """A roll that these dice cannot give."""
        return Because("", f"that cannot come out of a {self.subject}")


class Roll(Chance[Any], frozen=True, kw_only=True):
    """One die; its face is the result."""

    sides: int = 6

    def total(self, g: State) -> int:
        """One case a face."""
        return self.sides

    def case(self, g: State, number: int) -> Action:
        """`roll 4`."""
        return ("roll", number + 1)

    def chosen(self, g: State, action: Action) -> Step:
        """Hand the face to the caller."""
        return Done(action[1])


class Rolls(Chance[Any], frozen=True, kw_only=True):
    """Several dice thrown together; their faces in order are the result."""

    count: int = 2
    sides: int = 6

    def total(self, g: State) -> int:
        """Every sequence of faces."""
        return int(self.sides**self.count)

    def case(self, g: State, number: int) -> Action:
        """`roll 3 5`."""
        faces = []
        for _ in range(self.count):
            number, face = divmod(number, self.sides)
            faces.append(face + 1)
        return ("roll", *faces)

    def options(self, g: State) -> Sequence[Action]:
        """Every sequence of faces."""
        return [self.case(g, number) for number in range(self.total(g))]

    def allows(self, g: State, action: Action) -> bool:
        """That many faces, each on the die; a handful of dice has too many sequences to list."""
        return len(action) == self.count + 1 and action[0] == "roll" and all(1 <= f <= self.sides for f in action[1:])

    def chosen(self, g: State, action: Action) -> Step:
        """Hand the faces to the caller."""
        return Done(action[1:])


class Draw(Chance[Any], frozen=True, kw_only=True):
    """A cup of chits without names: `weights[i]` chits of kind `i`. The kind drawn is the result; putting it aside is
    the caller's. For chits with names see `cups`.
    """

    weights: tuple[int, ...]
    what: str = "draw from the cup"

    def total(self, g: State) -> int:
        """Every chit in the cup."""
        return sum(self.weights)

    def case(self, g: State, number: int) -> Action:
        """`draw 2`: a chit of kind 2."""
        for kind, weight in enumerate(self.weights):
            number -= weight
            if number < 0:
                return ("draw", kind)
        raise IndexError(number)

    def chosen(self, g: State, action: Action) -> Step:
        """Hand the kind to the caller."""
        return Done(action[1])


def fast_number(g: State, total: int) -> int:
    """The next number below `total` from the state's own counter (SplitMix64)."""
    g.chance = z = (g.chance + 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return ((z ^ (z >> 31)) * total) >> 64


def fast_pick(g: State, frame: Chance[Any]) -> Action:
    """What Nature picks in a simulation."""
    return frame.case(g, fast_number(g, frame.total(g)))


def seed_state(seed: int) -> int:
    """Spread a small seed over the counter, so that neighbouring seeds give unlike games."""
    return int.from_bytes(hashlib.sha256(f"bocage {seed}".encode()).digest()[:8], "big")


def commitment(secret: bytes) -> str:
    """What the server publishes when a game opens: the hash of its secret."""
    return hashlib.sha256(b"bocage commitment " + secret).hexdigest()


def fair_number(secret: bytes, chain: str, total: int) -> int:
    """The number below `total` that a secret gives after a chain of log lines; without bias, by rejection."""
    if total == 1:
        return 0
    limit = (1 << 256) // total * total
    for attempt in range(1000):
        mac = hmac.new(secret, f"{chain} {attempt}".encode(), hashlib.sha256).digest()
        number = int.from_bytes(mac, "big")
        if number < limit:
            return number % total
    raise AssertionError("unreachable: a thousand rejections of probability below 2**-200")


class Lots:
    """Throws that a text decides: the same text gives the same ones anywhere.

    For imagining what may be hidden, never for a game: anyone who knows the text knows the throws.
    """

    def __init__(self, text: str) -> None:
        self._text, self._drawn = text.encode(), 0

    def randrange(self, stop: int, /) -> int:
        """A number below `stop`."""
        self._drawn += 1
        return fair_number(self._text, str(self._drawn), stop)

    def shuffle(self, x: list[Any], /) -> None:
        """Shuffle a list in place."""
        for n in range(len(x) - 1, 0, -1):
            other = self.randrange(n + 1)
            x[n], x[other] = x[other], x[n]
