"""Perft: how many sequences of legal picks lead away from a position, with the dice fixed.

A table is a text that people read and edit, one block for each position:

    id      storm at the crossing
    game    tinybeach landing
    option  weather=always clear
    dice    3 0 5                      the cases that Nature takes in turn, counted from 0
    play    hide 0302; enter Able 0201; hold
    perft   1 7
    perft   2 41

Nature's picks do not count as depth. A count that comes out differently is told with the count behind each
first pick, which is what one needs to find the rule that changed:

    python -m bocage.testing.perft tests/perft/tinybeach.perft [--write]
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from bocage.games import find_game
from bocage.kernel import flow
from bocage.kernel.chance import Chance
from bocage.kernel.game import Game
from bocage.kernel.state import State


class Position(msgspec.Struct):
    """One block of a table."""

    id: str
    game: str = ""
    scenario: str = ""
    options: dict[str, str] = {}
    dice: tuple[int, ...] = (0,)
    play: list[str] = []
    counts: dict[int, int] = {}

    def start(self) -> tuple[Game, State, int]:
        """The position itself: its game, the state, and how many times Nature has picked."""
        game = find_game(self.game)
        g = game.new(self.scenario, self.options)
        rolled = roll(g, self.dice, 0)
        for text in self.play:
            action = game.parse(g, text)
            because = flow.why_not(g, action)
            if because is not None:
                raise ValueError(f"{self.id}: {text}: {because}")
            flow.pick(g, action)
            rolled = roll(g, self.dice, rolled)
        return game, g, rolled

    def count(self, depth: int) -> int:
        """How many sequences of this many picks there are."""
        _, g, rolled = self.start()
        return perft(g, depth, self.dice, rolled)

    def breakdown(self, depth: int) -> dict[str, int]:
        """The same count, divided by the first pick."""
        game, g, rolled = self.start()
        return {
            game.format(g, action): perft(*after(g, action, self.dice, rolled, depth)) for action in flow.options(g)
        }

    def check(self, depth: int) -> str:
        """Empty if the count is as the table says; otherwise what came out, by first pick."""
        found = self.count(depth)
        if found == self.counts[depth]:
            return ""
        rows = [f"  {text}: {count}" for text, count in self.breakdown(depth).items()]
        return "\n".join([f"{self.id}: perft {depth} is {found}, not {self.counts[depth]}", *rows])


def roll(g: State, dice: Sequence[int], rolled: int) -> int:
    """Let Nature take the cases of the table while it is her turn; returns how many she has taken by then."""
    while isinstance(frame := flow.waiting(g), Chance):
        flow.pick(g, frame.case(g, dice[rolled % len(dice)] % frame.total(g)))
        rolled += 1
    return rolled


def perft(g: State, depth: int, dice: Sequence[int], rolled: int) -> int:
    """Count the sequences of exactly this many picks; a game that is over has none."""
    if depth == 0:
        return 1
    options = flow.options(g)
    if depth == 1:
        return len(options)
    return sum(perft(*after(g, action, dice, rolled, depth)) for action in options)


def after(
    g: State, action: tuple[object, ...], dice: Sequence[int], rolled: int, depth: int
) -> tuple[State, int, Sequence[int], int]:
    """What there is to count after a pick."""
    copy = flow.after(g, action)
    return copy, depth - 1, dice, roll(copy, dice, rolled)


def read(text: str) -> list[Position]:
    """The positions of a table."""
    found: list[Position] = []
    for number, line in enumerate(text.splitlines(), start=1):
        word, _, rest = line.split("#")[0].strip().partition(" ")
        rest = rest.strip()
        if not word:
            continue
        if word == "id":
            found.append(Position(rest, options={}, play=[], counts={}))
        elif not found:
            raise ValueError(f"line {number}: a position begins with its id")
        else:
            _take(found[-1], word, rest, number)
    return found


def _take(position: Position, word: str, rest: str, number: int) -> None:
    match word:
        case "game":
            position.game, _, position.scenario = rest.partition(" ")
        case "option":
            name, _, value = rest.partition("=")
            position.options[name] = value
        case "dice":
            position.dice = tuple(map(int, rest.split()))
        case "play":
            position.play += [text.strip() for text in rest.split(";") if text.strip()]
        case "perft":
            depth, _, count = rest.partition(" ")
            position.counts[int(depth)] = int(count or -1)
        case _:
            raise ValueError(f"line {number}: {word!r} is not one of id, game, option, dice, play, perft")


def rewrite(text: str) -> str:
    """The table with today's counts."""
    positions = iter(read(text))
    return "\n".join(_lines(text, positions)) + "\n"


def _lines(text: str, positions: Iterator[Position]) -> Iterator[str]:
    position = None
    for line in text.splitlines():
        words = line.split()
        if words[:1] == ["id"]:
            position = next(positions)
        if words[:1] == ["perft"] and position is not None:
            yield f"perft   {words[1]} {position.count(int(words[1]))}"
        else:
            yield line


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bocage.testing.perft", description=__doc__.split("\n", 1)[0])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true", help="write the counts of today into the tables")
    options = parser.parse_args(arguments)
    wrong = 0
    for path in options.files:
        text = path.read_text(encoding="utf-8")
        if options.write:
            path.write_text(rewrite(text), encoding="utf-8")
            continue
        for position in read(text):
            for depth in position.counts:
                fault = position.check(depth)
                wrong += bool(fault)
                print(fault or f"{position.id}: perft {depth} is {position.counts[depth]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
