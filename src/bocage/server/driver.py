"""Computer players at the tables: one task per game plays on as long as a computer player has to decide."""

import asyncio
import contextlib
import random
import secrets
import sqlite3
from functools import partial
from typing import TYPE_CHECKING

from bocage.players import player
from bocage.players.player import SAYS_NOTHING
from bocage.server.archive import Batch
from bocage.server.computer import Chosen
from bocage.server.opening import HUMAN
from bocage.server.refusals import Refusal, logger
from bocage.server.tables import Table
from bocage.server.thinker import Question

if TYPE_CHECKING:
    from bocage.server.hall import Hall


AGAIN = 2.0
"""Seconds before a computer player whose pick could not be kept tries again."""
TRIES = 5
"""A player whose pick is refused this many times in a row stops until somebody comes or the server restarts."""


class Drivers:
    """The tasks that play for computer players."""

    def __init__(self, hall: "Hall") -> None:
        self.hall = hall
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._told: dict[str, str] = {}
        """By game, what was wrong with its computer player at its last pick."""
        self._unwatched = asyncio.Lock()
        """Games that nobody waits for take one thread of rules together, and leave the other to people."""

    def has(self, game: str) -> bool:
        """Whether a computer player is at work in a game."""
        return game in self._tasks

    def start(self, game: str) -> None:
        """See to it that a computer player decides when it has to."""
        if not self.hall.closing and game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._play_on(game))

    @property
    def games(self) -> list[str]:
        """The games in which computer players are at work."""
        return list(self._tasks)

    def stop(self, game: str) -> None:
        """A game is gone: no player thinks about it any longer."""
        task = self._tasks.pop(game, None)
        if task is not None:
            task.cancel()
        self._told.pop(game, None)

    async def close(self) -> None:
        """Stop them all; what was committed stays."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play_on(self, game: str) -> None:
        failures = 0
        try:
            while not self.hall.closing and failures < TRIES:
                try:
                    if not await self._one_pick(game):
                        return
                    failures = 0
                except (sqlite3.Error, OSError) as error:  # a full disk: it goes on when the disk does
                    logger.warning("game %s: its computer player waits: %s", game, error)
                    await asyncio.sleep(AGAIN)
                except Refusal as refusal:
                    if refusal.code == "no-such-game":  # an operator has deleted it
                        return
                    failures += 1
                    logger.warning("game %s: its computer player tries again: %s", game, refusal)
                    await asyncio.sleep(AGAIN * failures)
            if failures:
                logger.error("game %s: its computer player stops", game)
        except Exception:  # noqa: BLE001 - one game's bug must not stop the others
            logger.exception("game %s: its computer player stops", game)
        finally:
            if self._tasks.get(game) is asyncio.current_task():
                del self._tasks[game]

    async def _one_pick(self, game: str) -> bool:
        """Let a computer player make one pick; false when none has to."""
        hall = self.hall
        asker = hall.makers.asker(await hall.table(game))
        pace = contextlib.nullcontext() if asker.is_awaited else self._unwatched
        async with pace, hall.hold(game) as table:
            kind = to_move(table)
            if kind is None:
                # gone before the lock is released, so that the next pick finds no driver that is about to leave
                self._tasks.pop(game, None)
                return False
            asked = (table.seq, len(table.counts.cuts))
            question, options = await hall.run(partial(ask, table, kind, hall.thinkers.seconds(kind)))
        if player(kind).needs_view:
            chosen = await hall.thinkers.choose(question, options, asker)
        else:
            chosen = Chosen(action=random.Random(question.seed).choice(options), player=kind)
        async with pace, hall.hold(game) as table:
            if (table.seq, len(table.counts.cuts)) == asked and not table.standing.over:
                await hall.change(table, partial(_act, table, chosen, self._fresh(game, chosen)))
        return True

    def _fresh(self, game: str, chosen: Chosen) -> str:
        """What a person is told when a player fails: once, and again only when it has recovered in between or another
        stands in for it; whether it thought or waited for too long may differ from pick to pick.
        """
        known = self._told.pop(game, "")
        if not chosen.fault:
            return ""
        self._told[game] = chosen.player or "chance"
        return chosen.note() if self._told[game] != known else ""


def _act(table: Table, chosen: Chosen, note: str) -> Batch:
    side = table.game.side(table.standing.to_decide)
    reason = "" if chosen.why in SAYS_NOTHING else chosen.why
    return table.act(side, chosen.action, reason=reason, note=note)


def to_move(table: Table) -> str | None:
    """The computer player that has to decide, if one has."""
    if table.standing.over or table.stopped:
        return None
    kinds = {seat.kind for seat in table.seats.values() if seat.side == table.standing.to_decide}
    return next(iter(kinds - {HUMAN}), None)


def ask(table: Table, kind: str, seconds: float) -> tuple[Question, list[str]]:
    """What a computer player is asked: its own redacted state and nothing else; and what it may answer."""
    side = table.game.side(table.standing.to_decide)
    view = table.view(side)
    header = table.session.log.header
    question = Question(
        table=table.id,
        game=table.game.id,
        side=side,
        player=kind,
        state=view.state.to_json(),
        seq=table.seq,
        seed=f"{header.seed} {table.seq}" if header.dice == "fast" else secrets.token_hex(8),
        seconds=seconds,
    )
    return question, [table.game.format(view.state, action) for action in view.options()]
