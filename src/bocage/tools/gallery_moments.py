"""Moments of seeded games, for pictures: two greedy players play until something worth showing happens.

The same moment is the same position on any machine. A moment is described (turn, words of the trail, what may be
picked), not numbered, so that a changed rule moves it a little instead of losing it.
"""

import random
from collections import Counter
from functools import cache

import msgspec

from bocage.games import find_game
from bocage.kernel import flow
from bocage.kernel.session import Session
from bocage.players.greedy import GreedyPlayer
from bocage.players.player import Budget

__all__ = ["Moment", "NoMoment", "log_at", "session_at"]

THOUGHT = Budget(positions=16)
TWICE = 2
"""How often a player may do the same thing in the same place: greedy players can go round in circles."""
LIMIT = 4000


class NoMoment(RuntimeError):
    """A game ended without the moment that was looked for."""


class Moment(msgspec.Struct, frozen=True):
    """What to wait for in a game. Everything that is named must hold at once."""

    game: str
    scenario: str = ""
    seed: int = 3
    turn: int = 0
    """Not before this turn."""
    trail: str = ""
    """Words of the trail: "Allied movement"."""
    verb: str = ""
    """A kind of pick that is offered: "retreat"."""
    by: str = ""
    """The side that decides."""
    choices: int = 1
    """At least that many options."""
    picks: int = 0
    """Not before this many picks."""

    def is_here(self, session: Session) -> bool:
        """Does a game stand there?"""
        g, to_decide = session.state, session.to_decide
        if session.seq < self.picks or g.turn < self.turn or self.trail not in flow.trail(g):
            return False
        if to_decide is None or (self.by and self.by != session.game.sides[to_decide]):
            return False
        options = session.options()
        return len(options) >= self.choices and (not self.verb or any(self.verb == action[0] for action in options))


def session_at(moment: Moment) -> Session:
    """Play from the start to a moment."""
    game = find_game(moment.game)
    session = Session.open(game, moment.scenario or None, seed=moment.seed)
    rng = random.Random(moment.seed)
    players = [GreedyPlayer() for _ in game.sides]
    done: Counter[tuple[str, str]] = Counter()
    for _ in range(LIMIT):
        side = session.to_decide
        if side is None or moment.is_here(session):
            break
        where = flow.trail(session.state)
        texts = {game.format(session.state, action): action for action in session.options()}
        fresh = [text for text in texts if done[where, text] < TWICE] or list(texts)
        chosen = players[side].choose(session.view(side), [texts[text] for text in fresh], rng, THOUGHT)
        text = game.format(session.state, chosen)
        done[where, text] += 1
        session.pick(text, side)
    if not moment.is_here(session):
        raise NoMoment(f"no such moment: {moment}; the game stands at {flow.trail(session.state) or 'its end'}")
    return session


@cache
def log_at(moment: Moment) -> str:
    """The log of a game up to a moment, as a server takes it in."""
    return session_at(moment).log.text()
