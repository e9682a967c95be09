"""The two tables of a run as Parquet: one row per game, one per turn.

Columns that exist for each side carry the side's name in small letters: `allied_points`, `german_points`. Sets of
spaces (`allied_holds`) are masks: bit n of the little-endian number stands for space n of the board.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

from bocage.lab.record import Finished, Turn, read_turns

FORMAT = 1
"""The version of the files; a reader of another version does not guess."""

LOSS = pa.struct([("side", pa.string()), ("arm", pa.string()), ("units", pa.int32()), ("steps", pa.int32())])
CAME = pa.struct(
    [
        ("table", pa.string()),
        ("column", pa.string()),
        ("result", pa.string()),
        ("side", pa.string()),
        ("times", pa.int32()),
    ]
)
RULE = pa.struct([("rule", pa.string()), ("times", pa.int32())])
GAUGE = pa.struct([("name", pa.string()), ("value", pa.float64())])


def games_schema(sides: Sequence[str]) -> pa.Schema:
    """One row per game."""
    names = [side.lower() for side in sides]
    return pa.schema(
        [
            ("seed", pa.int64()),
            *((f"{side}_player", pa.string()) for side in names),
            ("winner", pa.string()),
            ("level", pa.string()),
            *((f"{side}_score", pa.float64()) for side in names),
            ("actions", pa.int32()),
            ("forced", pa.int32()),
            ("turns", pa.int32()),
            ("seconds", pa.float64()),
            *((f"{side}_seconds", pa.float64()) for side in names),
            ("error", pa.string()),
        ]
    )


def turns_schema(sides: Sequence[str]) -> pa.Schema:
    """One row per turn of each game."""
    columns: list[tuple[str, pa.DataType]] = [("seed", pa.int64()), ("turn", pa.int32())]
    for side in sides:
        name = side.lower()
        columns += [
            (f"{name}_points", pa.float64()),
            (f"{name}_units", pa.int32()),
            (f"{name}_steps", pa.int32()),
            (f"{name}_units_lost", pa.int32()),
            (f"{name}_steps_lost", pa.int32()),
            (f"{name}_spaces", pa.int32()),
            (f"{name}_seconds", pa.float64()),
            (f"{name}_stands", pa.binary()),
            (f"{name}_holds", pa.binary()),
        ]
    lists = [("losses", LOSS), ("results", CAME), ("rules", RULE), ("gauges", GAUGE)]
    return pa.schema([*columns, *((name, pa.list_(kind)) for name, kind in lists)])


def game_row(
    finished: Finished, turns: Sequence[Turn], sides: Sequence[str], players: dict[str, str]
) -> dict[str, Any]:
    """A game as a row."""
    result = finished.result
    row: dict[str, Any] = {
        "seed": result.seed,
        "winner": result.winner,
        "level": result.level,
        "actions": result.actions,
        "forced": result.forced,
        "turns": max((turn.number for turn in turns), default=0),
        "seconds": finished.seconds,
        "error": result.error,
    }
    for n, side in enumerate(sides):
        row[f"{side.lower()}_player"] = players[side]
        row[f"{side.lower()}_score"] = result.score[n] if n < len(result.score) else None
        row[f"{side.lower()}_seconds"] = sum(turn.seconds[n] for turn in turns)
    return row


def turn_row(seed: int, turn: Turn, sides: Sequence[str]) -> dict[str, Any]:
    """A turn as a row."""
    row: dict[str, Any] = {"seed": seed, "turn": turn.number}
    for n, side in enumerate(sides):
        name = side.lower()
        lost = [loss for loss in turn.losses if loss.side == side]
        row |= {
            f"{name}_points": turn.points[n],
            f"{name}_units": turn.units[n],
            f"{name}_steps": turn.steps[n],
            f"{name}_units_lost": sum(loss.units for loss in lost),
            f"{name}_steps_lost": sum(loss.steps for loss in lost),
            f"{name}_spaces": int.from_bytes(turn.holds[n], "little").bit_count(),
            f"{name}_seconds": turn.seconds[n],
            f"{name}_stands": turn.stands[n],
            f"{name}_holds": turn.holds[n],
        }
    row["losses"] = [{"side": x.side, "arm": x.arm, "units": x.units, "steps": x.steps} for x in turn.losses]
    row["results"] = [
        {"table": x.table, "column": x.column, "result": x.result, "side": x.side, "times": x.times}
        for x in turn.results
    ]
    row["rules"] = [{"rule": rule, "times": times} for rule, times in turn.rules.items()]
    row["gauges"] = [{"name": name, "value": value} for name, value in turn.gauges.items()]
    return row


def tables_of(games: Iterable[Finished], sides: Sequence[str], players: dict[str, str]) -> tuple[pa.Table, pa.Table]:
    """Both tables of some games, in order of their seeds."""
    game_rows, turn_rows = [], []
    for finished in sorted(games, key=lambda one: one.result.seed):
        turns = read_turns(finished.turns)
        game_rows.append(game_row(finished, turns, sides, players))
        turn_rows += [turn_row(finished.result.seed, turn, sides) for turn in turns]
    return (
        pa.Table.from_pylist(game_rows, games_schema(sides)),
        pa.Table.from_pylist(turn_rows, turns_schema(sides)),
    )
