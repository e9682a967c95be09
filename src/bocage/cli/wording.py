"""Words for people."""

from collections.abc import Sequence

from bocage.kernel.events import Event
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.state import State


def listed(words: Sequence[str], last: str = "and") -> str:
    """`a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else "none"


def sentence(text: str) -> str:
    """With a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}" + ("" if text.endswith((".", "!", "?")) else ".")


def initials(game: Game) -> list[str]:
    """One sign for each side: its initial, or a number where two sides share one."""
    letters = [side[0].upper() for side in game.sides]
    return letters if len(set(letters)) == len(letters) else [str(n + 1) for n in range(len(letters))]


def sentences(g: State, events: Sequence[Event], side: Side | None, *, everything: bool = False) -> list[str]:
    """What a side may know of some events, each with its rule."""
    return [
        f"{event.sentence(g)} [{event.rule}]" if event.rule else event.sentence(g)
        for event in events
        if everything or event.seen_by(side)
    ]
