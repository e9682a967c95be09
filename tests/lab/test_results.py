"""A directory of results: nothing lost, nothing twice, and one clear line when it cannot be used."""

from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest

from bocage.ai.batch import Batch
from bocage.games import find_game
from bocage.lab import results as module
from bocage.lab.record import play_recorded
from bocage.lab.results import BadResults, Results, Run
from bocage.lab.running import play_missing


def batch(games: int = 6, seed: int = 1, **players: str) -> Batch:
    return Batch(
        game="tinybeach", scenario="dawn", options={"weather": "rolled"}, players=players, seed=seed, games=games
    )


def play(folder: Path, some: Batch, *, resume: bool = False, stop_after: int = 10**6) -> int:
    """Play what is missing, perhaps not all of it; how many were played."""
    many = 0
    with Run(folder, some, resume=resume) as run:
        for lot in play_missing(run, some):
            many += len(lot)
            if many >= stop_after:
                break
    return many


@pytest.fixture
def done(tmp_path: Path) -> Path:
    play(tmp_path / "r", batch())
    return tmp_path / "r"


def test_a_run_is_two_tables_and_its_settings(done: Path) -> None:
    assert {file.name for file in done.iterdir()} == {"run.json", "games.parquet", "turns.parquet"}
    games, turns = pq.read_table(done / "games.parquet"), pq.read_table(done / "turns.parquet")
    assert games["seed"].to_pylist() == [1, 2, 3, 4, 5, 6]
    assert set(games["allied_player"].to_pylist()) == {"random"}
    assert set(turns["seed"].to_pylist()) == {1, 2, 3, 4, 5, 6}
    row = turns.to_pylist()[-1]
    assert row["turn"] == 3
    assert row["allied_steps_lost"] == sum(loss["steps"] for loss in row["losses"] if loss["side"] == "Allied")
    assert row["german_spaces"] == int.from_bytes(row["german_holds"], "little").bit_count()


def test_a_stopped_run_is_resumed_with_the_games_missing_and_equals_one_that_was_not(
    tmp_path: Path, done: Path
) -> None:
    folder = tmp_path / "stopped"
    assert play(folder, batch(), stop_after=2) == 2
    assert play(folder, batch(), resume=True) == 4
    one, other = Results(folder).read(), Results(done).read()
    for mine, theirs in zip(one, other, strict=True):
        drop = [name for name in mine.column_names if "seconds" in name]
        assert mine.drop(drop) == theirs.drop(drop)
    assert play(folder, batch(), resume=True) == 0


def test_games_can_be_added_but_not_taken_away(done: Path) -> None:
    assert play(done, batch(9), resume=True) == 3
    assert Results(done).settings.games == 9
    with pytest.raises(BadResults, match="a run of 9 games, more than the 6 asked for"):
        play(done, batch(6), resume=True)


@pytest.mark.parametrize(
    ("some", "words"),
    [
        (batch(seed=4), "first seed 1, not 4"),
        (batch(Allied="greedy"), "players Allied=random German=random, not Allied=greedy"),
    ],
)
def test_other_settings_are_refused(done: Path, some: Batch, words: str) -> None:
    with pytest.raises(BadResults, match=words):
        play(done, some, resume=True)


def test_a_data_pack_may_move_but_not_change(tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    ours = find_game("tinybeach")
    weather = Path(ours.load.__code__.co_filename).parent / "data" / "weather.csv"
    (pack / "weather.csv").write_bytes(weather.read_bytes())
    some = msgspec.structs.replace(batch(2), data=pack)
    play(tmp_path / "r", some)
    moved = pack.rename(tmp_path / "elsewhere")
    assert play(tmp_path / "r", msgspec.structs.replace(some, data=moved), resume=True) == 0
    (moved / "weather.csv").write_bytes(weather.read_bytes() + b"\n")
    with pytest.raises(BadResults, match="a data pack with the digest"):
        play(tmp_path / "r", msgspec.structs.replace(some, data=moved), resume=True)


def test_a_folder_with_results_is_not_written_over(done: Path, tmp_path: Path) -> None:
    with pytest.raises(BadResults, match="--resume"):
        play(done, batch())
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").touch()
    with pytest.raises(BadResults, match="holds something else"):
        play(tmp_path / "mine", batch())


def test_a_killed_run_leaves_a_journal_that_readers_see_and_the_next_run_merges(tmp_path: Path) -> None:
    run = Run(tmp_path / "r", batch(), resume=False)
    for seed in (1, 2, 2):
        run.add(play_recorded(batch(), seed))
    run._journal.close()  # as a kill does: nothing is merged
    run._lock.release()
    assert Results(tmp_path / "r").read()[0]["seed"].to_pylist() == [1, 2]
    assert play(tmp_path / "r", batch(), resume=True) == 4
    assert Results(tmp_path / "r").read()[0]["seed"].to_pylist() == [1, 2, 3, 4, 5, 6]
    assert not (tmp_path / "r" / "journal").exists()


def test_a_kill_between_the_two_tables_doubles_nothing(done: Path) -> None:
    """The journal goes last, so it may hold games that are in the tables already."""
    run = Run(done, batch(8), resume=True)
    for seed in (5, 6, 7):
        run.add(play_recorded(batch(), seed))
    run.close()
    games, turns = Results(done).read()
    assert games["seed"].to_pylist() == [1, 2, 3, 4, 5, 6, 7]
    keys = list(zip(turns["seed"].to_pylist(), turns["turn"].to_pylist(), strict=True))
    assert len(keys) == len(set(keys))


def test_many_games_are_merged_in_lots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOT", 2)
    play(tmp_path / "r", batch(5))
    assert Results(tmp_path / "r").read()[0]["seed"].to_pylist() == [1, 2, 3, 4, 5]


def test_two_runs_do_not_write_to_one_folder(tmp_path: Path) -> None:
    first = Run(tmp_path / "r", batch(), resume=False)
    with pytest.raises(BadResults, match="another run is writing"):
        Run(tmp_path / "r", batch(), resume=True)
    first.close()


def test_bad_folders_are_told_in_one_line(done: Path, tmp_path: Path) -> None:
    with pytest.raises(BadResults, match="no such folder"):
        Results(tmp_path / "none")
    with pytest.raises(BadResults, match="holds no results"):
        Results(tmp_path)
    (done / "games.parquet").write_bytes(b"PAR1 not really")
    with pytest.raises(BadResults, match=r"games\.parquet is damaged") as bad:
        Results(done).read()
    assert "\n" not in str(bad.value)
    settings = (done / "run.json").read_text()
    (done / "run.json").write_text(settings.replace('"format": 1', '"format": 99'))
    with pytest.raises(BadResults, match="format 99, and this bocage reads format 1"):
        Results(done)
    (done / "run.json").write_text(settings[:40])
    with pytest.raises(BadResults, match=r"run\.json is damaged"):
        Results(done)
