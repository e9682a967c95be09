"""Actions that should never have been sent: malformed texts and well-formed nonsense."""

import random
from collections.abc import Callable, Sequence
from typing import Any

from bocage.kernel.actions import Action, ActionError, Kind, format_action
from bocage.kernel.game import Game
from bocage.kernel.session import Session

ALPHABET = (
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 +-*/.,:;!?_'\"\\{}[]()<>%$#@~^&=|`"
    "\t\n\r\0\x7f\u00a0\u00e9\u00df\u0130\u2028\u202e\u0665\U0001f4a3\ud800"
)
NUMBERS = ("-1", "0", "00", "-0", "+1", "1e3", "1.0", "999999999", "10000000000", "9" * 400, "0x10", "\u0665", "nan")
NOT_TEXT: tuple[Any, ...] = (None, 0, 1.5, True, b"done", ["done"], ("done",), {"do": "done"}, object())


class Fuzzer:
    """Makes bad actions for one game from a seeded source."""

    def __init__(self, game: Game, board: Any, rng: random.Random) -> None:
        self.verbs = list(game.all_verbs)
        self.kinds = game.all_verbs
        self.board = board
        self.rng = rng
        self.spaces = list(board.ids.values())
        self.makers: list[Callable[[str], Any]] = [
            self._change, self._change, self._cut, self._insert, self._words, self._words, self._swap_verb,
            self._numbers, self._noise, self._well_formed_text, self._well_formed_text, self._odd,
        ]  # fmt: skip

    def text(self, near: Sequence[str]) -> Any:
        """Something that is hardly an action; often close to one of these texts."""
        base = near[self._below(len(near))] if near else "done"
        return self.makers[self._below(len(self.makers))](base)

    def action(self) -> Action:
        """A random well-formed action; it may even be legal."""
        verb = self.verbs[self._below(len(self.verbs))]
        return (verb, *(value for kind in self.kinds[verb] for value in self._values(kind)))

    def _below(self, stop: int) -> int:
        return int(self.rng.random() * stop)

    def _values(self, kind: Kind) -> list[Any]:
        if isinstance(kind, tuple):
            return [self._below(len(kind))]
        if kind.endswith("*"):
            return [value for _ in range(self._below(4)) for value in self._values(kind[:-1])]
        if kind == "unit":
            return [self._below(len(self.board.unit_names))] if self.board.unit_names else [0]
        if kind == "space":
            return [self.spaces[self._below(len(self.spaces))]]
        if kind == "units":
            count = len(self.board.unit_names)
            return [sum(1 << n for n in {self._below(count) for _ in range(self._below(4))})]
        if kind == "direction":
            return [self._below(6)]
        if kind == "chit" and self._below(2):
            return ["Fog"]
        return [self._below(10) - 1]

    def _well_formed_text(self, base: str) -> str:
        return format_action(self.kinds, self.board, self.action())

    def _change(self, base: str) -> str:
        at = self._below(len(base) or 1)
        return base[:at] + ALPHABET[self._below(len(ALPHABET))] + base[at + 1 :]

    def _cut(self, base: str) -> str:
        at = self._below(len(base) or 1)
        return base[:at] if self._below(2) else base[at:]

    def _insert(self, base: str) -> str:
        at = self._below(len(base) + 1)
        return base[:at] + ALPHABET[self._below(len(ALPHABET))] * (1 + self._below(3)) + base[at:]

    def _words(self, base: str) -> str:
        words = base.split()
        at = self._below(len(words))
        what = self._below(4)
        if what == 0:
            del words[at]
        elif what == 1:
            words.insert(at, words[self._below(len(words))])
        elif what == 2:
            words.reverse()
        else:
            words[at] = words[at].swapcase()
        return " ".join(words)

    def _swap_verb(self, base: str) -> str:
        return " ".join([self.verbs[self._below(len(self.verbs))], *base.split()[1:]])

    def _numbers(self, base: str) -> str:
        words = base.split()
        words[self._below(len(words))] = NUMBERS[self._below(len(NUMBERS))]
        return " ".join(words)

    def _noise(self, base: str) -> str:
        return "".join(ALPHABET[self._below(len(ALPHABET))] for _ in range(self._below(24)))

    def _odd(self, base: str) -> Any:
        if self._below(20) == 0:
            return base * 400
        return NOT_TEXT[self._below(len(NOT_TEXT))]


def fuzz_session(session: Session, fuzzer: Fuzzer, count: int) -> dict[str, int]:
    """Send bad actions to a session; how often each code answered. The game must stand as it stood."""
    codes: dict[str, int] = {}
    state, digest = session.state, session.state.digest()
    near = _near(session, fuzzer.rng)
    for _ in range(count):
        text = fuzzer.text(near)
        try:
            session.pick(text)
        except ActionError as refusal:
            code = refusal.code if str(refusal) else f"{refusal.code} without a reason"
            assert session.state is state, f"{text!r} was refused, but the game went on"
        else:  # by chance it was legal
            code = "taken"
            assert session.state is not state, f"{text!r} was taken in place"
            state, digest = session.state, session.state.digest()
            if session.to_decide is None:
                codes[code] = codes.get(code, 0) + 1
                break
            near = _near(session, fuzzer.rng)
        codes[code] = codes.get(code, 0) + 1
    silent = [code for code in codes if " " in code]
    assert not silent, f"refused: {silent}"
    assert session.state.digest() == digest, "a refused action changed the state"
    return codes


def _near(session: Session, rng: random.Random) -> list[str]:
    options = session.options()
    some = options if len(options) <= 20 else rng.sample(options, 20)
    return [session.game.format(session.state, action) for action in some]
