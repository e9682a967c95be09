"""What may be wrong with the lab's input, and the libraries that only the lab needs: a user without them is told."""

from collections.abc import Iterator
from contextlib import contextmanager


class BadInput(ValueError):
    """Something that the user can mend; the text is one line long."""


class BadResults(BadInput):
    """A directory of results that cannot be used."""


class Gone(BadInput):
    """The workers went away before the end; what is finished is kept."""


class MissingExtra(BadInput):
    """A library of an extra is not installed."""


@contextmanager
def need(*names: str) -> Iterator[None]:
    """Import the lab's libraries in this block."""
    try:
        yield
    except ImportError as error:
        top = (error.name or "").split(".")[0]
        if top == "bocage":
            raise
        missing = top or ", ".join(names)
        raise MissingExtra(f"this needs {missing}: pip install 'bocage[lab]'") from None
