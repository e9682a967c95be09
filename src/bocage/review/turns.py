"""Turning points: where the win chance changed most, what happened there, and where on the map.

The chance also changes because time runs out, and it is only known so well. So a change of it counts where the position
changed in the same direction and a deed did it, where the dice decided something that the judgement of positions does
not see, or where the game ended.

Where one side wins from everywhere the chance hardly moves; then the greatest changes of the position, in points, fill
the list.
"""

import itertools
from collections.abc import Sequence

import msgspec

from bocage.review.chances import Chance
from bocage.review.luck import Stroke
from bocage.review.story import PARTS, Deed, Moment, Story, deeds

MOST = 6
"""How many turning points are told."""
LEAST = 0.02
"""A smaller change turns nothing."""
SENTENCES = 7
AFTERMATH = 12
"""How many picks after a roll still count as its aftermath."""
TELLING = ("eliminated", "loses", "retreat", "advance", "VP", "lands", "captur", "taken", ": ", "cannot")
"""Words of sentences that tell more than others."""


class Turn(msgspec.Struct, frozen=True, kw_only=True):
    """One turning point."""

    first: int
    last: int
    """The picks between which it lies."""
    label: str
    before: float
    after: float
    """The first side's chance at both."""
    gain: float
    """What the first side gained in points."""
    deed: Deed
    told: tuple[tuple[str, str], ...]
    strokes: tuple[Stroke, ...]
    """Rolls that mattered in the deed."""

    @property
    def change(self) -> float:
        """What the first side gained."""
        return self.after - self.before

    @property
    def side(self) -> int:
        """Whom it favoured."""
        return 0 if (self.change if abs(self.change) >= LEAST else self.gain) > 0 else 1

    @property
    def at(self) -> int:
        """The pick after which the position is shown."""
        return self.deed.picks[-1].n

    @property
    def spaces(self) -> tuple[int, ...]:
        """Where it happened."""
        return tuple(dict.fromkeys(space for pick in self.deed.picks for space in pick.spaces))


def turning_points(story: Story, chances: Sequence[Chance]) -> list[Turn]:
    """The greatest changes of the win chance between two moments, in the order of play."""
    moments = story.moments
    last = len(moments) - 1 - story.given_up  # giving up is not a deed on the board
    chance = [after.share - before.share for before, after in itertools.pairwise(chances)][:last]
    gain = [after.value - before.value for before, after in itertools.pairwise(moments)][:last]
    turned = [n for n in _greatest(chance) if abs(chance[n]) >= LEAST]
    moved = [n for n in _greatest(gain) if abs(chance[n]) < LEAST and gain[n] and has_begun(moments[n])]
    found: list[Turn] = []
    for n in turned + moved:
        start, end = moments[n], moments[n + 1]
        direction = chance[n] if n in turned else gain[n]
        deed = _decisive(deeds(story, start.n, end.n), direction)
        ended = story.over and end is moments[-1] and any(pick.told for pick in deed.picks)
        if len(found) == MOST or not (ended or _explains(deed, direction, gain[n])):
            continue
        deed = _with_dice(story, deed)
        found.append(
            Turn(
                first=start.n,
                last=end.n,
                label=start.label,
                before=chances[n].share,
                after=chances[n + 1].share,
                gain=gain[n],
                deed=deed,
                told=_telling(deed),
                strokes=tuple(s for s in story.strokes if deed.picks[0].n <= s.n <= deed.picks[-1].n),
            )
        )
    return sorted(found, key=lambda turn: turn.first)


def has_begun(moment: Moment) -> bool:
    """Before the first turn plans and set-up are judged by themselves, not by points."""
    return moment.state.turn > 0


def _greatest(changes: Sequence[float]) -> list[int]:
    """The places of some changes, the greatest first."""
    return sorted(range(len(changes)), key=lambda n: -abs(changes[n]))


def _decisive(found: Sequence[Deed], change: float) -> Deed:
    """The deed that changed most in the same direction."""
    return max(found, key=lambda deed: deed.change if change > 0 else -deed.change)


def _explains(deed: Deed, change: float, gain: float) -> bool:
    """Whether a deed is a reason for a change of the chance; dice are one too where nothing else happened."""
    if gain * change < 0:
        return False
    return deed.change * change > 0 or (not gain and not deed.change and deed.picks[0].rolled)


def _with_dice(story: Story, deed: Deed) -> Deed:
    """A deed that follows upon dice (an advance, a retreat) begins with them; other dice in between end that."""
    first = deed.picks[0]
    dice = next((pick for pick in reversed(story.picks[: first.n - 1]) if pick.rolled), None)
    if dice is None or first.n - dice.n > AFTERMATH or dice.trail[:PARTS] != first.trail[:PARTS]:
        return deed
    if any(pick.rolled for pick in deed.picks) or all(stroke.n != dice.n for stroke in story.strokes):
        return deed
    return Deed(picks=(*story.picks[dice.n - 1 : first.n - 1], *deed.picks), change=deed.change)


def _telling(deed: Deed) -> tuple[tuple[str, str], ...]:
    """A few sentences of a deed, those that tell most, in order and each once."""
    told = list(dict.fromkeys(line for pick in deed.picks for line in pick.told))
    weight = [sum(word in text for word in TELLING) for _, text in told]
    kept = sorted(sorted(range(len(told)), key=lambda n: (-weight[n], n))[:SENTENCES])
    return tuple(told[n] for n in kept)
