"""`bocage bench`: how fast games and kernel are."""

import argparse
import sys

from bocage.cli.common import Commands, add_json, command, find_game, print_json
from bocage.games import all_games
from bocage.tools.bench import Cost, Speed, kernel_costs, measure_games
from bocage.tools.bench.costs import STEPS
from bocage.tools.bench.speed import slices
from bocage.tools.progress import progress, table


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "bench",
        run,
        "measure how fast games are played, and what the kernel costs",
        description=(
            "Random games to their end in one process, listing all options before each pick, against random games\n"
            "of python-chess in the same run, by processor time. Actions are picks of players and of chance; those\n"
            "without alternative do not count. Then the cost of each mechanism on a board of 1,500 hexes with 250\n"
            "counters, with its bar."
        ),
        examples=["bocage bench", "bocage bench --game tinybeach --seconds 20", "bocage bench --json"],
    )
    parser.add_argument("--game", metavar="GAME", help="only this game (default: all)")
    parser.add_argument("--seconds", metavar="S", type=_seconds, default=5.0, help="time for each game (default 5)")
    add_json(parser)


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < 86400:
        raise argparse.ArgumentTypeError(f"{text!r} should be a number of seconds above 0")
    return found


def run(options: argparse.Namespace) -> int:
    """Measure and print."""
    games = [find_game(options.game)] if options.game else list(all_games().values())
    with progress("Playing", slices(options.seconds) * len(games)) as bar:
        speeds, chess = measure_games(games, options.seconds, tick=bar.advance)
    if chess is None:
        print("bocage: python-chess is not installed (pip install chess): no ratio", file=sys.stderr)
    if options.json:
        print_json(
            {
                name: {
                    "actions_per_second": round(speed.rate, 1),
                    "ratio_to_python_chess": None if chess is None else round(speed.rate / chess.rate, 3),
                }
                for name, speed in speeds.items()
            }
        )
        return 0
    print(_games(speeds, chess))
    with progress("Kernel", STEPS) as bar:
        costs = kernel_costs(tick=bar.advance)
    print()
    print(_costs(costs))
    return 0


def _games(speeds: dict[str, Speed], chess: Speed | None) -> str:
    rows = []
    for name, speed in [*speeds.items(), *([("python-chess", chess)] if chess else [])]:
        ratio = "-" if chess is None else f"{speed.rate / chess.rate:.2f}"
        mean = speed.seconds / speed.games * 1000
        rows.append((name, f"{speed.rate:,.0f}", ratio, speed.games, f"{mean:,.1f}"))
    return table(rows, ("random games", "actions/s", "ratio to chess", "games", "ms a game"))


def _costs(costs: list[Cost]) -> str:
    rows = [(cost.name, _time(cost.cost), _time(cost.bar), "ok" if cost.ok else "over") for cost in costs]
    return table(rows, ("kernel, 1,500 hexes, 250 counters", "cost", "bar", ""))


def _time(microseconds: float) -> str:
    return f"{microseconds / 1e6:.2f} s" if microseconds >= 1e5 else f"{microseconds:.1f} us"
