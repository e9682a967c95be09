"""Half points in the tables of the lab, and tables that were written when scores were whole numbers."""

import msgspec
import pyarrow as pa
from tests.kernel.outpost import OUTPOST

from bocage.kernel.points import written
from bocage.lab.record import Finished, Recorder, encode, read_turns
from bocage.lab.results import with_halves
from bocage.lab.tables import games_schema, tables_of
from bocage.runs.match import play_game

PLAYERS = {"Look-outs": "random", "Staff": "random"}


def finished(seed: int) -> Finished:
    recorder = Recorder(OUTPOST)
    result = play_game(OUTPOST, players=PLAYERS, seed=seed, watch=recorder)
    return Finished(result, 1.0, msgspec.Raw(encode(recorder.turns({}))))


def test_a_half_survives_the_way_into_parquet() -> None:
    games = [finished(seed) for seed in range(12)]
    rows, turns = tables_of(games, OUTPOST.sides, PLAYERS)
    scores = rows.column("look-outs_score").to_pylist()
    assert scores == [game.result.score[0] for game in games]
    assert any(written(score).endswith("½") for score in scores)
    last = [read_turns(game.turns)[-1].points[0] for game in games]
    assert last == scores
    assert set(turns.column("look-outs_points").to_pylist()) >= set(scores)


def test_scores_of_an_older_table_are_read() -> None:
    schema = games_schema(OUTPOST.sides)
    old = pa.schema([pa.field(f.name, "int32") if f.name.endswith("_score") else f for f in schema])
    row = {"seed": 1, "look-outs_score": 3, "staff_score": None}
    read = with_halves(pa.Table.from_pylist([row], old))
    assert read.schema.equals(schema)
    assert read.column("look-outs_score").to_pylist() == [3.0]
