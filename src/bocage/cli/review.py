"""`bocage review`: how the game stood when, what turned it, and how lucky each side was."""

import argparse
from contextlib import ExitStack
from pathlib import Path

from bocage.cli.common import Commands, Fault, add_data, add_json, command, pack_of, positive, print_json, whole
from bocage.cli.files import game_of, make_folder, read
from bocage.kernel.log import BadLog
from bocage.review import NoPlots, Tick, Unjudged, measure, need_plots
from bocage.review.chances import GAMES, Curve
from bocage.review.data import data
from bocage.review.page import page
from bocage.review.story import Story
from bocage.tools.progress import progress


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "review",
        run,
        "make the after-game review of a log: win chance, turning points, luck",
        description=(
            "One HTML file that needs nothing else. The luck ledger is exact, in points of the game's own judgement\n"
            "of the position; the win chance is estimated by playing on from moments of the game, so that long games\n"
            "take some minutes. The same log and seed give the same file. A game that is not finished is reviewed\n"
            "as far as it goes, with what both sides hide."
        ),
        examples=[
            "bocage review game.bocage -o review.html",
            "bocage review game.bocage -o review.html --games 20",
            "bocage review game.bocage --json",
        ],
    )
    parser.add_argument("file", metavar="LOG", type=Path, help="a log of a game")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, help="the HTML file to write")
    few, many = GAMES
    parser.add_argument(
        "--games",
        metavar="N",
        type=positive,
        help=f"games played on from each moment (default: {few} to {many}, the longer the game the fewer)",
    )
    parser.add_argument("--seed", metavar="K", type=whole, default=1, help="seed of the games played on (default 1)")
    add_data(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Write the review."""
    log, bad = read(options.file)
    if bad is not None:
        raise _unreadable(options.file, bad)
    game = game_of(options.file, log)
    if not log.entries:
        raise Fault(f"{options.file}: nothing has been played yet, so there is nothing to review")
    if options.output is None and not options.json:
        raise Fault("where to? Name the file with -o review.html, or print the figures with --json")
    if options.output is not None:
        _can_draw()
        make_folder(options.output)
    pack = pack_of(game, options.data)
    with ExitStack() as bars:

        def bar(what: str, steps: int) -> Tick:
            return bars.enter_context(progress(what, steps)).advance

        try:
            story, curve = measure(game, log, data=pack, seed=options.seed, games=options.games, bar=bar)
        except BadLog as illegal:
            raise _unreadable(options.file, illegal) from None
        except Unjudged as unjudged:
            raise Fault(str(unjudged)) from None
    if options.json:
        print_json(data(story, curve))
    if options.output is not None:
        _write(options.output, story, curve, quiet=options.json)
    return 0


def _unreadable(file: Path, bad: BadLog) -> Fault:
    """What is wrong with a log, and how to save its good part if it has one."""
    return Fault(f"{file}: {bad}" + ("; bocage replay --salvage saves what can be read" if bad.good else ""))


def _can_draw() -> None:
    """Refuse before a minute of work, not after."""
    try:
        need_plots()
    except NoPlots as missing:
        raise Fault(str(missing)) from None


def _write(file: Path, story: Story, curve: Curve, *, quiet: bool) -> None:
    made = page(story, curve)
    file.write_text(made, encoding="utf-8")
    if not quiet:
        print(f"wrote {file} ({len(made) // 1024 + 1} KB)")
