"""A process in which computer players think: one question a line, one answer a line. Before the first question about a
game, its name comes alone and is answered when the game has been loaded.

A question carries the redacted state of the player's own side, so that a player cannot peek even by mistake. Players
live here from pick to pick, as long as their game comes back.
"""

import random
import sys
from collections import OrderedDict

import msgspec

from bocage.games import find_game
from bocage.kernel.actions import Action
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.view import View
from bocage.players import Budget, Player, player
from bocage.server.low_priority import stand_back

KEPT = 64
"""How many players are kept with their plans."""


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """What would this player do here?"""

    table: str
    game: str
    side: int
    player: str
    state: str
    seq: int
    seed: str
    seconds: float
    options: tuple[str, ...] = ()
    """What may be answered, where that is not everything the side may do: a seat decides only for its own army."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """The text of an action and why; or what went wrong."""

    action: str = ""
    reason: str = ""
    fault: str = ""


Asked = tuple[int, str, tuple[str, ...]]
NOTHING: Asked = (-1, "", ())


class Seat:
    """A player with its plans, and what it answered last."""

    def __init__(self, name: str) -> None:
        self.player: Player = player(name)
        self.asked: Asked = NOTHING
        """The last question: how many picks there had been, the position, and what could be answered."""
        self.answer = Answer()


Kept = OrderedDict[tuple[str, int, str], Seat]


def known_view(game: Game, question: Question) -> View:
    """The view that was asked about, redacted before it was sent."""
    view = View.__new__(View)
    view.game, view.side, view.seq = game, Side(question.side), question.seq
    view.state = game.state.from_json(game.board(), question.state, game.frames)
    return view


def ready(game: str) -> Answer:
    """Load a game that is going to be asked about."""
    find_game(game).board()
    return Answer()


def think(question: Question, kept: Kept) -> Answer:
    """Answer a question; asked again in the same position, the answer is the same."""
    key = (question.table, question.side, question.player)
    seat = kept.pop(key, None) or Seat(question.player)
    kept[key] = seat
    while len(kept) > KEPT:
        kept.popitem(last=False)
    # the position alone would not do: a pick that changes nothing must not loop
    asked = (question.seq, question.state, question.options)
    if asked != seat.asked:
        seat.answer = _consider(question, seat.player)
        seat.asked = NOTHING if seat.answer.fault else asked
    return seat.answer


def _consider(question: Question, seat: Player) -> Answer:
    game = find_game(question.game)
    view = known_view(game, question)
    options = _offered(view, question.options)
    chosen = seat.choose(view, options, random.Random(question.seed), Budget(seconds=question.seconds))
    if chosen not in options:
        return Answer(fault=f"{seat.name} chose {chosen!r}, which is not an option")
    return Answer(game.format(view.state, chosen), seat.reason)


def _offered(view: View, wanted: tuple[str, ...]) -> list[Action]:
    options = view.options()
    if not wanted:
        return options
    return [action for action in options if view.game.format(view.state, action) in wanted]


def main() -> None:
    """Answer until nobody asks."""
    stand_back(int(sys.argv[1]))
    kept: Kept = OrderedDict()
    decoder = msgspec.json.Decoder(Question | str)
    for line in sys.stdin.buffer:
        try:
            asked = decoder.decode(line)
            answer = ready(asked) if isinstance(asked, str) else think(asked, kept)
        except Exception as error:  # noqa: BLE001 - a player that fails must not end the others' thinking
            answer = Answer(fault=f"{type(error).__name__}: {error}"[:500])
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
