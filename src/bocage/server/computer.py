"""Computer players think in processes of their own, so that the event loop never waits for them."""

import os
import random

import msgspec

from bocage.players import player
from bocage.players.patience import SHORT, STAND_IN, looks_ahead, patience, thought
from bocage.server.lanes import SOMEBODY, Asker, Lane
from bocage.server.process import TOO_LONG, WAITED
from bocage.server.refusals import logger
from bocage.server.thinker import Question

LEVELS = {
    "random": "At random, for trying things",
    "greedy": "Beginner",
    "planner-quick": "Easy",
    "planner": "Standard",
    "planner-deep": "Hard",
}
"""The computer players as people know them."""
TOLD = (TOO_LONG, WAITED)
"""Faults that may be told to anybody; of all others only the fact is told."""


class Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen, why and by whom: the player that was asked, the one that stood in for it, or chance."""

    action: str = ""
    why: str = ""
    player: str = ""
    """Empty when it was chance."""
    fault: str = ""
    """Who failed and how, in words that may be told to anybody: nothing of what a player knew is in them."""

    def note(self) -> str:
        """What the people at the table are told of a failure."""
        stand_in = LEVELS.get(self.player, self.player) or "chance"
        return f"The computer: {self.fault}; {stand_in} decides instead." if self.fault else ""


class Thinkers:
    """Four lanes: for players that look ahead, for those that answer at once and stand in for the others, for games
    that nobody waits for, and for advice. The last two stand back: a player who has to decide at a table waits behind
    neither.
    Advice goes first of the two, since somebody waits for it: where it stood back furthest, a busy machine never gave
    it a turn.
    """

    def __init__(self, count: int | None = None, most: float | None = None) -> None:
        """`most` limits every player's thinking, for tests of something else."""
        self.most = most
        self.deep = Lane("computers", count or max(2, os.cpu_count() or 2))
        self.quick = Lane("quick computers")
        self.unwatched = Lane("unwatched computers", back=10, slack=6.0)
        self.advice = Lane("advice", back=8, slack=3.0)

    def seconds(self, name: str) -> float:
        """How long a player may look ahead at one pick."""
        wanted = thought(player(name))
        return wanted if self.most is None else min(wanted, self.most)

    async def choose(self, question: Question, options: list[str], asker: Asker = SOMEBODY) -> Chosen:
        """A player's choice, or its stand-in's; at random if that fails too, so that no game hangs."""
        found = await self._consult(question, options, asker)
        if found.action:
            return found
        return Chosen(action=random.Random(question.seed).choice(options), fault=found.fault)

    async def advise(self, question: Question, options: list[str]) -> Chosen:
        """A player's choice for a person who asks, or its stand-in's; no action if both fail."""
        return await self._consult(question, options, SOMEBODY, self.advice)

    async def _consult(self, question: Question, options: list[str], asker: Asker, lane: Lane | None = None) -> Chosen:
        faults: list[str] = []
        for name in dict.fromkeys([question.player, STAND_IN]):
            asked = msgspec.structs.replace(question, player=name, seconds=self.seconds(name))
            where = lane or self._lane(name, asker)
            answer = await where.ask(asked, asker, SHORT if faults else patience(name))
            if answer.action in options:
                return Chosen(action=answer.action, why=answer.reason, player=name, fault=", ".join(faults))
            _report(question.table, name, answer.fault or f"chose {answer.action!r}")
            faults.append(f"{LEVELS.get(name, name)} {answer.fault if answer.fault in TOLD else 'failed'}")
        return Chosen(fault=", ".join(faults))

    def _lane(self, name: str, asker: Asker) -> Lane:
        if not asker.is_awaited:
            return self.unwatched
        return self.deep if looks_ahead(name) else self.quick

    async def close(self) -> None:
        """End all processes."""
        for lane in (self.deep, self.quick, self.unwatched, self.advice):
            await lane.close()


def _report(table: str, name: str, fault: str) -> None:
    """That somebody had to wait is no fault of ours, but an operator may want more processors."""
    say = logger.warning if fault == WAITED else logger.error
    say("game %s: player %s: %s", table, name, fault)
