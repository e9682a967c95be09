"""Golden games: whole logs with the digest of every turn, replayed by a test after each change.

    python -m bocage.testing.golden tinybeach landing 7             make one
    python -m bocage.testing.golden --again tests/replays make all of them again

A golden game is a log (`landing-7.jsonl`) and beside it its turns (`landing-7.turns`): the result, then one line for
each turn with the number of picks, the digest of the position and where the game stood. When a rule changes on purpose,
make them again and look at what changed; when nothing should have changed, the first turn that differs says where to
look. A fixed bug adds its game.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from bocage.games import find_game
from bocage.kernel import flow
from bocage.kernel.game import Game, UnknownChoice
from bocage.kernel.log import BadLog, Log, load_log, save_log
from bocage.kernel.session import first_state, replay_entry
from bocage.kernel.state import State
from bocage.kernel.verify import verify
from bocage.testing.playing import Plan
from bocage.testing.sessions import SECRET, play_session

LOG, TURNS = ".jsonl", ".turns"
FOLDER = Path("tests/replays")


class Turn(msgspec.Struct, frozen=True):
    """A moment that is remembered: after how many picks, which position, and where."""

    picks: int
    digest: str
    where: str

    def line(self) -> str:
        return f"{self.picks} {self.digest} {self.where}"


def find(folder: Path) -> list[Path]:
    """The golden games under a folder."""
    return sorted(folder.rglob("*" + LOG))


def make(plan: Plan, folder: Path, *, fair: bool = False) -> Path:
    """Play a random game and keep it."""
    session = play_session(plan.open(SECRET if fair else b""), plan.rng(), plan.limit)
    path = folder / plan.game.id / f"{plan.scenario}-{plan.seed}{'-fair' if fair else ''}{LOG}"
    path.parent.mkdir(parents=True, exist_ok=True)
    save_log(session.log, path)
    path.with_suffix(TURNS).write_text(story(plan.game, session.log), encoding="utf-8")
    return path


def story(game: Game, log: Log) -> str:
    """The text of a turns file: the result, then the turns."""
    ending = log.ending
    result = "unfinished" if ending is None else f"{ending.end} ({ending.winner or 'nobody'})"
    return "\n".join([f"result {result}", *(turn.line() for turn in turns(game, log)), ""])


def turns(game: Game, log: Log) -> Iterator[Turn]:
    """The position at the start, at the end, and whenever a turn begins."""
    g = first_state(game, log.header, None)
    yield _turn(g, 0)
    for entry in log.entries:
        before = g.turn
        replay_entry(game, g, entry, log.header.dice)
        g.events = None
        if g.turn != before or not g.stack:
            yield _turn(g, entry.n)


def _turn(g: State, picks: int) -> Turn:
    return Turn(picks, g.digest(), flow.trail(g) or "the end")


def check(path: Path) -> Log:
    """Play a golden game again; `AssertionError` names the first turn that came out differently."""
    log = load_log(path)
    game = find_game(log.header.game)
    expected = path.with_suffix(TURNS).read_text(encoding="utf-8").splitlines()
    proof = verify(game, log)
    assert proof.ok, f"{path}: {proof.fault}"
    found = story(game, log).splitlines()
    for number, (now, then) in enumerate(zip(found[1:], expected[1:], strict=False)):
        last = expected[number].split()[0] if number else "0"
        assert now == then, f"{path}: the game differs after pick {last}: it was\n  {then}\nand is\n  {now}"
    assert found == expected, f"{path}: the result was {expected[0]!r} and is {found[0]!r}, or turns are missing"
    return log


def again(path: Path) -> Path:
    """Play a golden game over from its seed, under today's rules."""
    header = load_log(path).header
    plan = Plan(find_game(header.game), header.scenario, header.options, header.seed)
    return make(plan, path.parent.parent, fair=header.dice == "fair")


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bocage.testing.golden", description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", nargs="?", help="the id of a game")
    parser.add_argument("scenario", nargs="?", help="the id of its scenario")
    parser.add_argument("seed", nargs="?", type=int, default=1, help="the seed of dice and picks (1)")
    parser.add_argument("--fair", action="store_true", help="fair dice from a fixed secret")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--folder", type=Path, default=FOLDER, help=f"where golden games are kept ({FOLDER})")
    parser.add_argument("--again", type=Path, metavar="PATH", help="make a golden game, or all in a folder, again")
    options = parser.parse_args(arguments)
    try:
        made = _make(parser, options)
    except (UnknownChoice, BadLog) as error:
        parser.error(str(error))
    for path in made:
        log = load_log(path)
        assert log.ending is not None
        print(f"{path}: {len(log.entries)} picks, {log.ending.end}")
    return 0


def _make(parser: argparse.ArgumentParser, options: argparse.Namespace) -> list[Path]:
    if options.again is not None:
        return [again(path) for path in (find(options.again) if options.again.is_dir() else [options.again])]
    if not options.game:
        parser.error("say which game, or --again")
    game = find_game(options.game)
    chosen = dict(text.split("=", 1) for text in options.option)
    plan = Plan(game, game.scenario(options.scenario).id, game.settle(chosen), options.seed)
    return [make(plan, options.folder, fair=options.fair)]


if __name__ == "__main__":
    sys.exit(main())
