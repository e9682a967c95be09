"""Legality that explains itself: a refusal carries its rule and its reason.

A question such as `why_not_enter(g, unit, to)` answers `None` when nothing forbids it and a `Because`
otherwise. The options of a decision keep what answers `None`; the refusal of an action and the hover text
of a browser quote the `Because`. The reason may be a function, so that a search that asks a million times
pays for no text.
"""

from collections.abc import Callable


class Because:
    """Why something is not allowed: the number of the rule and a sentence, made only when somebody reads
    it.
    """

    __slots__ = ("_reason", "rule")

    def __init__(self, rule: str, reason: str | Callable[[], str]) -> None:
        self.rule = rule
        self._reason = reason

    @property
    def text(self) -> str:
        """The reason alone, as a sentence without the rule number."""
        return self._reason if isinstance(self._reason, str) else self._reason()

    def __str__(self) -> str:
        return f"{self.text} (rule {self.rule})" if self.rule else self.text

    def __repr__(self) -> str:
        return f"Because({self.rule!r}, {self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Because) and (self.rule, self.text) == (other.rule, other.text)

    def __hash__(self) -> int:
        return hash((self.rule, self.text))
