"""The page docs/ladder.md, made of the rows that the ladder keeps."""

from collections.abc import Mapping, Sequence
from typing import Any

from bocage.arena.rows import age
from bocage.games import find_game, ids
from bocage.kernel.game import Game

PAIRINGS = (("planner", "random"), ("planner", "greedy"), ("greedy", "random"), ("planner", "planner"))
"""Who meets whom, in the order of the table."""


def page(rows: Mapping[str, Mapping[str, Any]]) -> str:
    """The ladder as Markdown, a section for each scenario."""
    parts = [HEAD]
    for game in ids():
        title = find_game(game)
        for scenario in title.scenarios:
            lines = [
                _line(title, a, b, rows[name]) for a, b in PAIRINGS if (name := f"{game} {scenario.id} {a} {b}") in rows
            ]
            if lines:
                first, second = title.sides[:2]
                head = (
                    f"| a – b | games | a wins | draws | a as {first} | margin | a as {second} | margin |"
                    " same side, same dice | a thinks | b thinks |"
                )
                rule = "|---" * (head.count("|") - 1) + "|"
                parts.append("\n".join([f"## {title.titled(scenario.id)} (`{scenario.id}`)", "", head, rule, *lines]))
    return "\n\n".join(parts) + "\n"


HEAD = """# The ladder

<!-- Written by `make ladder` from ladder.json. Do not edit. -->

Computer players against each other, in every game and scenario, on both sides, made by `make ladder`. Games come in
pairs with the same dice, the players changing sides; a player against itself has other dice in every game, and what
it makes of a side is counted over all of them. After each share or mean comes its 95 % interval. *Margin* is
the mean of a side's score less its enemy's, where the game counts points; what a makes as one side is what b lost as
the other. *Same side, same dice* says in how many pairs player a made more of a side than player b did with the same
dice, which says more than wins where a scenario is lopsided. *Thinks* is the processor time on one core for one side's
choices in a game turn: the median, and the worst. An older row that says *busy* was timed by the clock while others
used the machine, so its times say little. The number after `greedy` is how many positions it looks at for each
pick. A row with errors says so, and so does one that was played by an earlier planner or under earlier rules:
`make ladder` plays it again."""


def _line(game: Game, a: str, b: str, row: Mapping[str, Any]) -> str:
    old = age(game, a, b, row)
    cells = [
        f"{_player(a, row)} – {_player(b, row)}" + (f" (*{old}*)" if old else ""),
        f"{row['games']}" + (f" ({row['errors']} errors)" if row["errors"] else ""),
        _share(row["a_wins"], row["a_wins"] + row["b_wins"] + row["draws"], row["a_interval"]),
        str(row["draws"]),
    ]
    for side in game.sides[:2]:
        found = row["sides"][side]["a"]
        cells += [_share(found["wins"], found["games"], found["interval"]), _mean(found["margin"])]
    pairs = row["pairs"]
    many = pairs["a_better"] + pairs["b_better"] + pairs["level"]
    cells.append(f"{pairs['a_better']} of {many}" if many else "–")
    cells += [_seconds(row, who) for who in "ab"]
    return f"| {' | '.join(cells)} |"


def _player(name: str, row: Mapping[str, Any]) -> str:
    return f"{name} ({row['positions']})" if name == "greedy" else name


def _share(wins: int, games: int, interval: Sequence[float]) -> str:
    """To a tenth of a per cent: one loss in a thousand games is not none, and a bar of 99 % is either passed or not."""
    return f"{wins / max(games, 1):.1%} ({interval[0]:.1%}–{interval[1]:.1%})"


def _mean(margin: Mapping[str, Any] | None) -> str:
    if margin is None:
        return "–"
    low_high = margin["interval"]
    return f"{margin['mean']:+.1f}" + (f" ({low_high[0]:+.1f} to {low_high[1]:+.1f})" if low_high else "")


def _seconds(row: Mapping[str, Any], who: str) -> str:
    found = row[f"{who}_turn_seconds"]
    if not row["turns_timed"][who]:
        return "–"
    return f"{found['median']:.2f} s, {found['worst']:.1f} s" + (" (busy)" if row.get("busy") else "")
