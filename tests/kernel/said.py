"""Facts for test games, which need no more than a sentence."""

from typing import Any

from bocage.kernel.events import Count, Event, Revealed


class Noted(Event, frozen=True):
    """A sentence."""

    text: str

    def sentence(self, g: Any) -> str:
        """The text itself."""
        return self.text


class Tallied(Noted, frozen=True):
    """A sentence with counts."""

    tally: tuple[Count, ...]

    def counts(self) -> tuple[Count, ...]:
        """As given."""
        return self.tally


class Disclosed(Revealed, frozen=True):
    """A sentence about something that was hidden."""

    text: str

    def sentence(self, g: Any) -> str:
        """The text itself."""
        return self.text
