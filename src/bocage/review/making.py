"""From a log to its review."""

from collections.abc import Callable
from pathlib import Path

import msgspec

from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE
from bocage.kernel.log import Log
from bocage.kernel.session import followed
from bocage.review.chances import Curve, Standing, curve, picks_left, plan
from bocage.review.page import page
from bocage.review.plots import need_plots
from bocage.review.story import Story, tell

Tick = Callable[[], None]
Bar = Callable[[str, int], Tick]
"""Called with a piece of work and its length; what it returns is called for each step."""


def no_bar(_: str, __: int) -> Tick:
    """Nobody watches."""
    return lambda: None


def measure(
    game: Game, log: Log, *, data: Path | None = None, seed: int = 1, games: int | None = None, bar: Bar = no_bar
) -> tuple[Story, Curve]:
    """All that a review rests on: the game told again with its luck, and the win chance at its moments. A game of older
    rules is told as far as ours follow it.
    """
    whole, (log, note) = log, followed(game, log, data)
    rolls = sum(entry.by == game.side_name(NATURE) for entry in log.entries)
    story = tell(game, log, data, bar("Weighing the dice", rolls))
    story.note, story.ended = note, whole.ending.end if note and whole.ending is not None else ""
    further = 0
    if games is None and story.final.stack:
        tick = bar("Looking how long the game is", 1)
        further = picks_left(game, story.final, seed)
        tick()
    work = plan([moment.n for moment in story.moments], len(story.picks), games, over=story.over, further=further)
    standings = [Standing(moment.state, moment.value, moment.n) for moment in story.moments]
    standings[-1] = msgspec.structs.replace(standings[-1], result=story.result)
    return story, curve(game, standings, work, seed, bar("Playing on", work.total))


def review(
    game: Game, log: Log, *, data: Path | None = None, seed: int = 1, games: int | None = None, bar: Bar = no_bar
) -> str:
    """The review of a logged game as HTML; the same log and seed give the same page."""
    need_plots()
    return page(*measure(game, log, data=data, seed=seed, games=games, bar=bar))
