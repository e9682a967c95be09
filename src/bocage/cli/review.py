"""`bocage review`: who stood how when, what turned the game, and how lucky everybody was."""

import argparse
from contextlib import ExitStack
from pathlib import Path

from bocage.cli.common import Commands, Fault, add_data, command, pack_of, positive, whole
from bocage.cli.console import progress
from bocage.cli.files import game_of, make_folder, read
from bocage.review import NoPlots, Tick, review


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "review",
        run,
        "make the after-game review of a log: win chance, turning points, luck",
        description=(
            "One HTML file that needs nothing else. The luck ledger is exact; the win chance is estimated by playing\n"
            "on from moments of the game, so that long games take a minute or two. The same log and seed give the\n"
            "same file. A game that is not finished is reviewed as far as it goes, with what both sides hide."
        ),
        examples=["bocage review game.bocage -o review.html", "bocage review game.bocage -o review.html --games 20"],
    )
    parser.add_argument("file", metavar="LOG", type=Path, help="a log of a game")
    parser.add_argument("-o", "--output", metavar="FILE", type=Path, required=True, help="the HTML file to write")
    parser.add_argument(
        "--games", metavar="N", type=positive, help="games played on from each moment (default: what a minute allows)"
    )
    parser.add_argument("--seed", metavar="K", type=whole, default=1, help="seed of the games played on (default 1)")
    add_data(parser)


def run(options: argparse.Namespace) -> int:
    """Write the review."""
    log, bad = read(options.file)
    if bad is not None:
        raise Fault(f"{options.file}: {bad}; bocage replay --salvage saves what can be read")
    game = game_of(options.file, log)
    if not log.entries:
        raise Fault(f"{options.file}: nothing has been played yet, so there is nothing to review")
    make_folder(options.output)
    with ExitStack() as bars:

        def bar(what: str, steps: int) -> Tick:
            return bars.enter_context(progress(what, steps)).advance

        try:
            made = review(game, log, data=pack_of(game, options.data), seed=options.seed, games=options.games, bar=bar)
        except NoPlots as missing:
            raise Fault(str(missing)) from None
    options.output.write_text(made, encoding="utf-8")
    print(f"wrote {options.output} ({len(made) // 1024 + 1} KB)")
    return 0
