"""How many picks a viewer knows of. The log counts every pick, even one that a viewer learns nothing of: how often
somebody placed a hidden counter would tell how many there are. So each viewer counts only the picks that he noticed,
because he was told something or what he may know of the game changed, and every number sent to him is his own.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from bocage.server.archive import Noticed, Said

Viewer = tuple[int, ...]
"""The readers that one seat is: its sides, or the spectator alone. It notices what any of them does."""


def reads(said: Said, reader: int) -> bool:
    """Whether a reader may read a sentence."""
    return said.seen is None or reader in said.seen


def notice(said: Sequence[Iterable[Said]], everybody: Sequence[int], changed: Iterable[int]) -> tuple[Noticed, ...]:
    """Who noticed each of some picks: those who were told something of it; the last one also those who see the game
    changed.
    """
    found = [{reader for reader in everybody for line in part if reads(line, reader)} for part in said]
    if found:
        found[-1].update(changed)
    return tuple(None if len(readers) == len(everybody) else tuple(sorted(readers)) for readers in found)


def together(noticed: Iterable[Noticed]) -> Noticed:
    """Who noticed at least one of some picks."""
    readers: set[int] = set()
    for one in noticed:
        if one is None:
            return None
        readers.update(one)
    return tuple(sorted(readers))


class Counts:
    """The picks of one game and the times that picks were taken back, with who noticed each of them."""

    def __init__(self, noticed: Sequence[Noticed], cuts: Sequence[tuple[int, Noticed]]) -> None:
        self.noticed: list[Noticed] = list(noticed)
        self.cuts: list[tuple[int, Noticed]] = list(cuts)
        self._numbers: dict[Viewer, list[int]] = {}

    def add(self, noticed: Iterable[Noticed]) -> None:
        """There are more picks."""
        self.noticed += noticed
        self._numbers.clear()

    def cut(self, length: int) -> None:
        """Picks were taken back; those who noticed them notice that."""
        self.cuts.append((length, self.would_notice(length)))
        del self.noticed[length:]
        self._numbers.clear()

    def would_notice(self, length: int) -> Noticed:
        """Who noticed the picks after that many."""
        return together(self.noticed[length:])

    def _known(self, viewer: Viewer) -> list[int]:
        """The numbers in the log of the picks that a viewer noticed."""
        if viewer not in self._numbers:
            self._numbers[viewer] = [
                n for n, noticed in enumerate(self.noticed, start=1) if noticed is None or set(viewer) & set(noticed)
            ]
        return self._numbers[viewer]

    def seq(self, viewer: Viewer) -> int:
        """How many picks a viewer knows of."""
        return len(self._known(viewer))

    def shown(self, viewer: Viewer, number: int) -> int:
        """A number of the log as the viewer counts."""
        return bisect_right(self._known(viewer), number)

    def true(self, viewer: Viewer, number: int) -> int:
        """A viewer's number as the log counts; none beyond the last."""
        known = self._known(viewer)
        return 0 if number <= 0 or not known else known[min(number, len(known)) - 1]

    def starts(self, viewer: Viewer, starts: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
        """Where turns begin as the viewer counts: only what he noticed tells him that one has."""
        numbers = [number for number, _ in starts]
        found: list[tuple[int, str]] = []
        for shown, number in enumerate((0, *self._known(viewer))):
            titles = [title for _, title in starts[: bisect_right(numbers, number)]][-1:]
            if titles and (not found or found[-1][1] != titles[0]):
                found.append((shown, titles[0]))
        return tuple(found)

    def undone(self, viewer: Viewer) -> int:
        """How often a viewer noticed that picks were taken back."""
        return len(self.lengths(viewer))

    def lengths(self, viewer: Viewer) -> list[int]:
        """To what number of picks, as the viewer counts, the log was cut each time."""
        noticed = ((length, who) for length, who in self.cuts if who is None or set(viewer) & set(who))
        return [self.shown(viewer, length) for length, _ in noticed]
