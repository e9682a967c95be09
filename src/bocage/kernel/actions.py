"""Actions and their text.

An action is a plain tuple: a verb and whole numbers, `("move", 12, 340)`. Its canonical text, `move 505/82
2513`, is what a person types and what is logged, mailed and replayed; a game's table of verbs says how to
read each argument. Tuples are made by the thousand while a computer player thinks, so they carry nothing
but what they say.
"""

import re
from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

from bocage.kernel.verdict import Because

Action: TypeAlias = tuple[Any, ...]
Kind: TypeAlias = str | tuple[str, ...]
"""How one argument is written: `"unit"`, `"space"`, `"number"`, `"units"`, `"direction"` (`NE`), `"chit"` (a name or a
number), or a tuple of words to choose from. A kind followed by `*` takes any number of them and must be the last.
"""
Verbs: TypeAlias = Mapping[str, tuple[Kind, ...]]
CHIT_NAME = re.compile(r"[^\W\d_][^\s]{0,39}")
"""A chit's name: one word that cannot be taken for a number."""


class Names(Protocol):
    """What the text of an action needs of a board: names of spaces, counters and directions, and the way back."""

    @property
    def names(self) -> list[str]: ...
    @property
    def ids(self) -> Mapping[str, Any]: ...
    @property
    def unit_names(self) -> list[str]: ...
    @property
    def unit_ids(self) -> Mapping[str, Any]: ...
    @property
    def directions(self) -> tuple[str, ...]: ...


class ActionError(ValueError):
    """An action that was not taken. The game stands as it stood."""

    code = "refused"


class Invalid(ActionError):
    """The text cannot be read as an action of this game. Raised before any rule is asked."""

    def __init__(self, code: str, text: str) -> None:
        self.code = code
        super().__init__(text)


class Illegal(ActionError):
    """The action is well formed, but a rule forbids it here."""

    code = "illegal"

    def __init__(self, action: str, because: Because) -> None:
        self.action = action
        self.because = because
        super().__init__(f"{action}: {because}")


class NotYours(ActionError):
    """The decision belongs to another side, or the game waits for nobody."""

    code = "not-yours"


def format_action(verbs: Verbs, names: Names, action: Action) -> str:
    """The canonical text of an action."""
    verb, *arguments = action
    words = [verb]
    for kind, value in zip(spelled(verbs[verb], len(arguments)), arguments, strict=True):
        words.append(_write(kind, value, names))
    return " ".join(words)


def parse_action(verbs: Verbs, names: Names, text: str) -> Action:
    """Read the text of an action, or raise `Invalid` with a stable code and one helpful line."""
    if not isinstance(text, str):
        raise Invalid("not-text", f"an action is a line of text, not {type(text).__name__}")
    if len(text) > 2000:
        raise Invalid("too-long", "an action is one short line; this one is longer than 2000 characters")
    words = text.split()
    if not words:
        raise Invalid("empty", "the action is empty")
    verb, given = words[0], words[1:]
    if verb not in verbs:
        raise Invalid("unknown-verb", f"unknown verb {_quote(verb)}: this game knows {', '.join(sorted(verbs))}")
    kinds = verbs[verb]
    if not _fits(kinds, len(given)):
        raise Invalid("wrong-arguments", f"{verb} is written: {usage(verbs, verb)}")
    return (
        verb,
        *(_read(kind, word, names) for kind, word in zip(spelled(kinds, len(given)), given, strict=True)),
    )


def usage(verbs: Verbs, verb: str) -> str:
    """How a verb is written, for a help text: `move UNIT SPACE`."""
    return " ".join([verb, *(_placeholder(kind) for kind in verbs[verb])])


def _placeholder(kind: Kind) -> str:
    if isinstance(kind, tuple):
        return "|".join(kind)
    return f"{kind[:-1].upper()}..." if kind.endswith("*") else kind.upper()


def _fits(kinds: tuple[Kind, ...], count: int) -> bool:
    if kinds and isinstance(kinds[-1], str) and kinds[-1].endswith("*"):
        return count >= len(kinds) - 1
    return count == len(kinds)


def spelled(kinds: tuple[Kind, ...], count: int) -> tuple[Kind, ...]:
    """The kind of each of `count` arguments, with a repeated kind written out."""
    last = kinds[-1] if kinds else ""
    if isinstance(last, str) and last.endswith("*"):
        return (*kinds[:-1], *([last[:-1]] * (count - len(kinds) + 1)))
    return kinds


def _write(kind: Kind, value: int, names: Names) -> str:
    if kind == "unit":
        return names.unit_names[value]
    if kind == "space":
        return names.names[value]
    if kind == "units":
        return "+".join(names.unit_names[u] for u in range(value.bit_length()) if value >> u & 1) or "none"
    if kind == "direction":
        return names.directions[value]
    if isinstance(kind, tuple):
        return kind[value]
    return str(value)


def _read(kind: Kind, word: str, names: Names) -> int | str:
    if kind == "unit":
        return _unit(word, names)
    if kind == "space":
        if word not in names.ids:
            raise Invalid("unknown-space", f"there is no space {_quote(word)} on this map")
        return int(names.ids[word])
    if kind == "units":
        return 0 if word == "none" else sum(1 << u for u in {_unit(part, names) for part in word.split("+")})
    if kind == "direction":
        kind = names.directions
    if isinstance(kind, tuple):
        if word not in kind:
            raise Invalid("unknown-word", f"{_quote(word)} should be one of {', '.join(kind)}")
        return kind.index(word)
    if kind == "chit" and CHIT_NAME.fullmatch(word):
        return word
    return _number(word)


def _unit(word: str, names: Names) -> int:
    if word not in names.unit_ids:
        raise Invalid("unknown-unit", f"there is no unit {_quote(word)} in this game")
    return int(names.unit_ids[word])


def _number(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > 9 or word != str(int(word)):
        raise Invalid("not-a-number", f"{_quote(word)} should be a whole number")
    return int(word)


def _quote(word: str) -> str:
    return repr(word if len(word) <= 40 else word[:37] + "...")
