"""Note which frames begin, for the tests that everything occurs."""

from collections.abc import Callable
from functools import wraps
from typing import Any


def noting(start: Callable[[Any, Any], Any], found: set[tuple[str, str]], name: str) -> Callable[[Any, Any], Any]:
    """A frame's `start` that notes its name first."""

    @wraps(start)
    def started(self: Any, g: Any) -> Any:
        found.add(("frame", name))
        return start(self, g)

    return started
