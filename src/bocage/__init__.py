"""Bocage plays D-Day board wargames with every rule enforced and explained.

The public face, ten names: `games` and `game` find a game, `new` begins one, `options`, `apply` and
`explain` play it, `view` shows what a side may see, `Session` keeps a log with undo, `load` reads one,
`verify` proves it.
"""

from functools import cache
from pathlib import Path

from bocage.games import all_games as games
from bocage.games import find_game as game
from bocage.games import ids
from bocage.kernel.actions import Illegal
from bocage.kernel.events import Event
from bocage.kernel.flow import check_turn, pick, why_not
from bocage.kernel.flow import options as _options
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.log import load_log
from bocage.kernel.session import Session
from bocage.kernel.state import State
from bocage.kernel.verdict import Because
from bocage.kernel.verify import Proof
from bocage.kernel.verify import verify as _verify
from bocage.kernel.view import View

__all__ = ["Session", "apply", "explain", "game", "games", "load", "new", "options", "verify", "view"]

__version__ = "0.1.0"


def new(game_id: str, scenario: str | None = None, *, seed: int = 0, **options: str) -> State:
    """A new game, standing at its first decision."""
    return game(game_id).new(scenario, options, seed=seed)


def options(g: State) -> list[str]:
    """The text of every legal action; empty when the game is over."""
    text = game_of(g).format
    return [text(g, action) for action in _options(g)]


def apply(g: State, action: str, by: Side | None = None) -> tuple[State, list[Event]]:
    """Carry out an action on a copy: the new state and what happened. `Invalid`, `Illegal` or `NotYours` if
    it cannot be.
    """
    check_turn(g, by)
    read = game_of(g).parse(g, action)
    because = why_not(g, read)
    if because is not None:
        raise Illegal(action, because)
    after = g.copy()
    after.events = []
    pick(after, read)
    return after, after.events


def explain(g: State, action: str) -> Because | None:
    """Why an action is not allowed now; `None` when it is."""
    return why_not(g, game_of(g).parse(g, action))


def view(g: State, side: str | None = None) -> View:
    """The game as a side (or a spectator) may know it."""
    owner = game_of(g)
    return View(owner, g, None if side is None else owner.side(side))


def load(path: str | Path) -> Session:
    """Go on with a logged game."""
    log = load_log(Path(path))
    return Session.resume(game(log.header.game), log)


def verify(path: str | Path) -> Proof:
    """Prove a log: its chain, every pick, every roll."""
    log = load_log(Path(path))
    return _verify(game(log.header.game), log)


def game_of(g: State) -> Game:
    """The game that a state belongs to."""
    return _game_with(type(g))


@cache
def _game_with(kind: type[State]) -> Game:
    """The game whose states are of a kind; asked for at every step, and looked for once."""
    known = (game(name) for name in sorted(ids(), key=lambda name: name not in kind.__module__))
    return next(found for found in known if kind is found.state)
