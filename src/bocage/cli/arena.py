"""`bocage arena`: two computer players meet on both sides of a scenario."""

import argparse
import os
import sys
from collections.abc import Mapping
from typing import Any

from bocage.arena import Contest, Played, play_contest, report
from bocage.cli.common import (
    Commands,
    Fault,
    Stopped,
    add_game,
    add_json,
    add_setting,
    command,
    find_game,
    pack_of,
    positive,
    print_json,
    settings_of,
    whole,
)
from bocage.kernel.wording import counted
from bocage.players import Budget
from bocage.players import names as player_names
from bocage.runs.pool import Broken
from bocage.tools.progress import progress, table

SHOWN = 5
"""Errors spelled out."""
FEW = 12
"""If a has failed to win no more games than this, they are named."""


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "arena",
        run,
        "let two computer players meet on both sides",
        description=(
            "Games come in pairs with the same dice: in the second, the players change sides; a player against itself\n"
            "has other dice in every game. Shares and means have 95 % intervals.\n"
            f"Players are: {', '.join(player_names())}.\n"
            "With --against C the two do not meet: each plays the same games against C, four to a seed, and a wins\n"
            "where it did better than b with the same side and dice.\n"
            "Only whole pairs (or fours) count: an odd number of games is made even, and after Ctrl-C a broken pair\n"
            "is dropped. Otherwise the player who had the better side once more would profit from it.\n"
            "Thinking times are processor time on one core. The same seed gives the same result with any number of\n"
            "processes, except for the times; on a very slow machine a planner may reach its cap on processor time\n"
            "and cut a turn short."
        ),
        examples=[
            "bocage arena tinybeach --a planner --b greedy --games 100",
            "bocage arena normandy44 --scenario seven-turn --a planner --b random --games 20 --seed 7 --json",
            "bocage arena tinybeach --a planner --b greedy --against random --games 80",
        ],
    )
    add_game(parser)
    parser.add_argument("--a", metavar="P", default="planner", help="the first player (default planner)")
    parser.add_argument("--b", metavar="Q", default="greedy", help="the second player (default greedy)")
    parser.add_argument("--against", metavar="C", help="a third player whom both meet instead of each other")
    parser.add_argument(
        "--games", metavar="N", type=positive, default=40, help="how many games (default 40), in whole pairs"
    )
    parser.add_argument("--seed", metavar="K", type=whole, default=1, help="seed of the first pair (default 1)")
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", metavar="J", type=positive, default=cores, help="processes (default: all cores)")
    usual = Budget().positions
    parser.add_argument(
        "--positions", metavar="X", type=positive, default=usual, help=f"positions greedy looks at (default {usual})"
    )
    add_setting(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Play the contest and print what came out."""
    game = find_game(options.game)
    for name in (options.a, options.b, options.against):
        if name is not None and name not in player_names():
            raise Fault(f"there is no player {name!r}; choose from: {', '.join(player_names())}")
    contest = Contest(
        game=game.id,
        scenario=game.scenario(options.scenario).id,
        a=options.a,
        b=options.b,
        against=options.against or "",
        games=options.games,
        seed=options.seed,
        options=settings_of(game, options.set),
        data=pack_of(game, options.data),
        budget=Budget(positions=options.positions),
    ).in_whole_groups()
    if contest.games > options.games:
        print(f"bocage: {contest.games} games, so that {_groups(contest)} are whole", file=sys.stderr)
    game.board(contest.data)  # faults in the data are told before any process starts
    played: list[Played] = []
    stopped = False
    try:
        with progress(f"{contest.a} against {contest.b}", contest.games) as bar:
            for one in play_contest(contest, options.jobs):
                played.append(one)
                bar.advance()
    except KeyboardInterrupt:
        stopped = True
    except Broken as broken:
        raise Fault(str(broken)) from None
    whole = contest.whole(played)
    result = report(contest, whole)
    for failed in result["errors"][:SHOWN]:
        who = ", ".join(f"{side} {player}" for side, player in failed["players"].items())
        print(f"bocage: the game with seed {failed['seed']} ({who}) failed: {failed['error']}", file=sys.stderr)
    if options.json:
        print_json(result)
    else:
        show(contest, result)
    if stopped:
        kept = "" if len(whole) == len(played) else f"; {len(whole)} are counted, in whole {_groups(contest)}"
        raise Stopped(f"stopped after {len(played)} of {contest.games} games{kept}")
    return 1 if result["errors"] else 0


def _groups(contest: Contest) -> str:
    """What games with one seed are called."""
    return "fours" if contest.against else "pairs"


def show(contest: Contest, result: Mapping[str, Any]) -> None:
    """The result as tables."""
    game = contest.title
    whom = f", each against {contest.against}" if contest.against else ""
    print(
        f"{game.name}, scenario {contest.scenario}: a is {contest.a}, b is {contest.b}{whom}; seeds from {contest.seed}"
    )
    rows: list[tuple[object, ...]] = []
    games = result["a_wins"] + result["b_wins"] + result["draws"]
    for who, name in (("a", contest.a), ("b", contest.b)):
        wins = result[f"{who}_wins"]
        thought = result[f"{who}_turn_seconds"]
        times = (
            (f"{thought['median']:.2f} s", f"{thought['worst']:.2f} s") if result["turns_timed"][who] else ("–", "–")
        )
        rows.append((f"{who} {name}", wins, *share(wins, games, result[f"{who}_interval"]), *times))
    rows.append(("draws", result["draws"], f"{result['draws'] / max(games, 1):.1%}", "", "", ""))
    head = ("better" if contest.against else "winner", "games", "share", "95 %", "median turn", "worst turn")
    print(table(rows, head, "  "))
    print(table(_by_side(contest, result), ("side", "player", "games", "wins", "95 %", "margin", "95 %"), "  "))
    if not contest.is_mirror:
        print("  " + _same_side(result))
        print("".join(f"  {line}\n" for line in _not_won(contest, result)), end="")
    length = result["length"]
    if length["picks"]:
        turns = f", {length['turns']['mean']:.1f} turns" if length["turns"] else ""
        failed = counted(len(result["errors"]), "error")
        print(f"  {length['picks']['mean']:,.0f} picks a game{turns}; {failed}")


def share(wins: int, games: int, interval: list[float]) -> tuple[str, str]:
    """`80.0%`, `58.4% to 91.9%`."""
    return f"{wins / max(games, 1):.1%}", f"{interval[0]:.1%} to {interval[1]:.1%}"


def _by_side(contest: Contest, result: Mapping[str, Any]) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for side, standings in result["sides"].items():
        for who, name in [("a", contest.a)] if contest.is_mirror else [("a", contest.a), ("b", contest.b)]:
            found = standings[who]
            interval = share(found["wins"], found["games"], found["interval"])[1]
            rows.append((side, f"{who} {name}", found["games"], found["wins"], interval, *_points(found["margin"])))
    return rows


def _points(margin: Mapping[str, Any] | None) -> tuple[str, str]:
    """A mean of points and its interval; a dash where the game counts none."""
    if margin is None:
        return "–", ""
    low_high = margin["interval"]
    return f"{margin['mean']:+.1f}", f"{low_high[0]:+.1f} to {low_high[1]:+.1f}" if low_high else ""


def _same_side(result: Mapping[str, Any]) -> str:
    pairs = result["pairs"]
    played = pairs["a_better"] + pairs["b_better"] + pairs["level"]
    gain, interval = _points(pairs["gain"])
    points = f"; a's mean gain is {gain} points ({interval})" if interval else ""
    low, high = pairs["a_interval"]
    return (
        f"Same side, same dice: a did better in {pairs['a_better']} of {counted(played, 'pair')}"
        f" ({low:.0%} to {high:.0%}), b in {pairs['b_better']}{points}"
    )


def _not_won(contest: Contest, result: Mapping[str, Any]) -> list[str]:
    """Which games to replay one by one, if they are few."""
    missed = result["not_won"]
    if not 0 < len(missed) <= FEW:
        return []
    seeds: dict[str, list[str]] = {}
    for one in missed:
        seeds.setdefault(one["side"], []).append(str(one["seed"]) + ("" if one["winner"] else " (draw)"))
    return [f"{contest.a} did not win as {side} with seed {', '.join(found)}" for side, found in seeds.items()]
