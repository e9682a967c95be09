"""`@covers` marks a test with the numbered cases that it proves."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def covers(*numbers: str) -> Callable[[F], F]:
    """Mark a test with the rule cases it proves: `@covers("8.5.3", "8.5.4")`.

    The coverage report reads the marks from the source without running it, so write the numbers out.
    """
    if not numbers or not all(isinstance(number, str) for number in numbers):
        raise TypeError("covers takes the numbers of rules, each a text: @covers('8.5.3')")

    def mark(test: F) -> F:
        test.__covers__ = (*numbers, *getattr(test, "__covers__", ()))  # type: ignore[attr-defined]
        return test

    return mark
