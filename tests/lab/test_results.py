"""A directory of results: nothing lost, nothing twice, and one clear line when it cannot be used."""

import os
from pathlib import Path

import msgspec
import pyarrow.parquet as pq
import pytest

from bocage.games import find_game
from bocage.lab import results as module
from bocage.lab.extra import BadResults
from bocage.lab.journal import START, Journal
from bocage.lab.record import play_recorded
from bocage.lab.results import Results, Run
from bocage.lab.running import play_missing
from bocage.players.knowledge import knowledge_of
from bocage.runs.batch import Batch


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
    with pytest.raises(BadResults, match="a run of 9 games, more than the 6 asked for: --games 9 goes on with it"):
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


def test_players_of_another_version_are_not_mixed_with_those_of_a_run(
    tmp_path: Path, done: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned = tmp_path / "planned"
    some = batch(2, Allied="planner-quick")
    knowledge = knowledge_of(find_game("tinybeach"))
    monkeypatch.setattr(knowledge, "version", 1)
    play(planned, some)
    assert (Results(planned).settings.planner, Results(done).settings.planner) == (1, 0)
    for folder in (planned, done):  # as runs were before planners had versions
        settings = msgspec.json.decode((folder / "run.json").read_bytes())
        del settings["planner"]
        (folder / "run.json").write_bytes(msgspec.json.encode(settings))
    assert play(planned, some, resume=True) == 0
    assert play(done, batch(), resume=True) == 0
    monkeypatch.setattr(knowledge, "version", 2)
    line = "planners of version 1, not 2: name another folder, or resume it with the bocage that began it"
    with pytest.raises(BadResults, match=line):
        play(planned, some, resume=True)
    assert play(done, batch(7), resume=True) == 1, "no planner plays there"


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
    assert Results(tmp_path / "r").data == moved, "where a report will look for it"
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
    before = (tmp_path / "r" / "run.json").read_bytes()
    first.add(play_recorded(batch(), 1))
    with pytest.raises(BadResults, match="another run is writing"):
        Run(tmp_path / "r", batch(9), resume=True)
    assert (tmp_path / "r" / "run.json").read_bytes() == before
    first.close()
    assert play(tmp_path / "r", batch(9), resume=True) == 8


def test_a_lock_that_lost_its_name_meanwhile_is_not_taken_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waited at the door when the holder took the lock file away stands with a file that nobody else sees."""
    taken: list[Path] = []
    is_ours = module._Lock._is_ours

    def late(lock: module._Lock) -> bool:
        if not taken:
            taken.append(lock._path)
            lock._path.unlink()
        return is_ours(lock)

    monkeypatch.setattr(module._Lock, "_is_ours", late)
    lock = module._Lock(tmp_path)
    assert (tmp_path / "lock").stat().st_ino == os.fstat(lock._file.fileno()).st_ino
    lock.release()
    assert list(tmp_path.iterdir()) == []


# A folder in which no game has ended


@pytest.mark.parametrize("resume", [False, True])
def test_a_folder_without_games_is_as_good_as_a_new_one(tmp_path: Path, *, resume: bool) -> None:
    Run(tmp_path / "r", batch(), resume=False).close()  # as a cluster leaves it that was not there
    assert play(tmp_path / "r", batch(3, seed=7, Allied="random"), resume=resume) == 3
    assert Results(tmp_path / "r").settings.seed == 7


def test_what_a_run_leaves_that_was_killed_at_once_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "r").mkdir()
    (tmp_path / "r" / "lock").touch()
    (tmp_path / "r" / "run.json.part").write_text("{")
    assert play(tmp_path / "r", batch(2)) == 2


# Damage


@pytest.mark.parametrize("many", [0, 9, len(START)])
def test_a_journal_that_was_hardly_begun_swallows_no_game(done: Path, many: int) -> None:
    (done / "journal").write_bytes(START[:many])
    assert play(done, batch(9), resume=True) == 3
    assert Results(done).read()[0].num_rows == 9


def test_a_foreign_journal_is_refused_and_left_alone(done: Path) -> None:
    (done / "journal").write_bytes(b"something else altogether")
    before = (done / "run.json").read_bytes()
    with pytest.raises(BadResults, match=r"journal is no journal of bocage: move it away"):
        play(done, batch(9), resume=True)
    assert (done / "journal").read_bytes() == b"something else altogether"
    assert (done / "run.json").read_bytes() == before
    assert not (done / "lock").exists()


def test_records_that_are_no_games_are_told_in_one_line(done: Path) -> None:
    journal = Journal(done / "journal")
    journal.write(b"no game")
    journal.close()
    with pytest.raises(BadResults, match="journal is of another version of bocage") as bad:
        Results(done).read()
    assert "\n" not in str(bad.value)


def test_a_damaged_journal_costs_only_the_games_that_cannot_be_read(tmp_path: Path) -> None:
    folder = tmp_path / "r"
    run = Run(folder, batch(), resume=False)
    records = [play_recorded(batch(), seed) for seed in (1, 2, 3)]
    for record in records:
        run.add(record)
    run._journal.close()
    run._lock.release()
    data = bytearray((folder / "journal").read_bytes())
    data[data.index(records[1]) + 40] ^= 1
    (folder / "journal").write_bytes(data)
    with Run(folder, batch(), resume=True) as again:
        assert "2 games in it could be read" in again.note
        assert [result.seed for lot in play_missing(again, batch()) for result in lot] == [2, 4, 5, 6]
    assert (folder / "journal.damaged").read_bytes() == data
    assert Results(folder).read()[0]["seed"].to_pylist() == [1, 2, 3, 4, 5, 6]


def test_a_journal_that_loses_games_is_kept_and_the_tables_stay(done: Path) -> None:
    before = (done / "games.parquet").read_bytes()
    run = Run(done, batch(8), resume=True)
    run.add(play_recorded(batch(8), 7))
    os.truncate(done / "journal", 30)
    with pytest.raises(BadResults, match="has lost 1 of the games that ended, the first with the seed 7"):
        run.close()
    assert (done / "journal").exists()
    assert (done / "games.parquet").read_bytes() == before
    assert {file.name for file in done.iterdir()} == {"run.json", "games.parquet", "turns.parquet", "journal"}
    assert play(done, batch(8), resume=True) == 2


@pytest.mark.parametrize("name", ["games.parquet", "turns.parquet"])
def test_a_damaged_table_is_told_before_anything_is_played(done: Path, name: str) -> None:
    before = (done / "run.json").read_bytes()
    (done / name).write_bytes(b"junk\n")
    with pytest.raises(BadResults, match=rf"{name} is damaged") as bad:
        Run(done, batch(9), resume=True)
    assert "\n" not in str(bad.value)
    assert (done / "run.json").read_bytes() == before
    assert not (done / "journal").exists()


def test_a_table_of_another_kind_is_told_before_anything_is_played(done: Path) -> None:
    pq.write_table(pq.read_table(done / "turns.parquet").drop(["rules"]), done / "turns.parquet")
    with pytest.raises(BadResults, match=r"turns\.parquet lacks the columns"):
        Run(done, batch(9), resume=True)


@pytest.mark.parametrize(("name", "other"), [("games.parquet", "turns.parquet"), ("turns.parquet", "games.parquet")])
def test_a_table_that_is_missing_or_too_old_is_named(done: Path, name: str, other: str) -> None:
    table = pq.read_table(done / name)
    (done / name).unlink()
    for use in (lambda: Results(done).read(), lambda: Run(done, batch(9), resume=True)):
        with pytest.raises(BadResults, match=rf"{name} is missing: put it back, or remove {other} too"):
            use()
    pq.write_table(table.filter([seed < 5 for seed in table["seed"].to_pylist()]), done / name)
    with pytest.raises(BadResults, match=rf"{name} lacks 2 of the games in {other}"):
        Run(done, batch(9), resume=True)
    (done / name).unlink()
    (done / other).unlink()
    assert play(done, batch(9), resume=True) == 9


def test_a_kill_between_the_first_two_tables_is_no_damage(tmp_path: Path, done: Path) -> None:
    folder = tmp_path / "killed"
    run = Run(folder, batch(), resume=False)
    for seed in range(1, 7):
        run.add(play_recorded(batch(), seed))
    run._journal.close()
    run._lock.release()
    (done / "turns.parquet").rename(folder / "turns.parquet")
    assert Results(folder).read()[0].num_rows == 6
    assert play(folder, batch(), resume=True) == 0
    assert Results(folder).read()[0].num_rows == 6


def test_a_reader_whom_a_merge_overtakes_reads_again(done: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of the tables that he saw was old, the other new."""
    tables = Results._tables
    overtaken: list[bool] = []

    def overtake(self: Results, seen: set[int]) -> object:
        if not overtaken:
            overtaken.append(True)
            (done / "games.parquet").rename(done / "old")
            (done / "games.parquet").write_bytes((done / "old").read_bytes())
            raise BadResults("turns.parquet lacks games")
        return tables(self, seen)

    monkeypatch.setattr(Results, "_tables", overtake)
    assert Results(done).read()[0].num_rows == 6
    assert overtaken


@pytest.mark.skipif(os.name == "nt", reason="folders cannot be synced there")
def test_the_journal_goes_only_when_the_tables_are_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What happened in which order: names of files and folders that were synced, renamed and removed."""
    run = Run(tmp_path / "r", batch(2), resume=False)
    for seed in (1, 2):
        run.add(play_recorded(batch(2), seed))
    happened: list[str] = []
    names = {path.stat().st_ino: path.name for path in (tmp_path / "r", tmp_path / "r" / "journal")}
    replace, unlink = Path.replace, Path.unlink

    def sync(handle: int) -> None:
        number = os.fstat(handle).st_ino
        found = [path.name for path in (tmp_path / "r").iterdir() if path.stat().st_ino == number]
        happened.append(f"sync {found[0] if found else names[number]}")

    def rename(self: Path, to: Path) -> Path:
        happened.append(f"rename {self.name}")
        return replace(self, to)

    def remove(self: Path, *, missing_ok: bool = False) -> None:
        if self.exists():
            happened.append(f"remove {self.name}")
        unlink(self, missing_ok=missing_ok)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(Path, "replace", rename)
    monkeypatch.setattr(Path, "unlink", remove)
    run._journal._changed.clear()  # the thread has nothing to do
    run.close()
    tables = ["sync turns.parquet.part", "sync games.parquet.part"]
    renames = ["rename turns.parquet.part", "rename games.parquet.part"]
    assert happened == ["sync journal", *tables, *renames, "sync r", "remove journal", "remove lock"]


def test_a_full_disk_keeps_the_journal_and_leaves_no_half_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(tmp_path / "r", batch(2), resume=False)
    run.add(play_recorded(batch(2), 1))

    def full(_table: object, file: Path, **_: object) -> None:
        file.write_bytes(b"half")
        raise OSError(28, "error writing bytes to file. detail: [errno 28] no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(pq, "write_table", full)
        with pytest.raises(BadResults, match=r"r: no space left on device; 1 game is kept, --resume goes on$"):
            run.close()
    assert {file.name for file in (tmp_path / "r").iterdir()} == {"run.json", "journal"}
    assert play(tmp_path / "r", batch(2), resume=True) == 1


def test_a_game_that_finds_the_disk_full_is_told_with_what_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: object) -> int:
        raise OSError(28, "No space left on device")

    with Run(tmp_path / "r", batch(3), resume=False) as run:
        run.add(play_recorded(batch(3), 1))
        run.add(play_recorded(batch(3), 2))
        with monkeypatch.context() as patched:
            patched.setattr(run._journal, "_write", full)
            with pytest.raises(BadResults, match=r"r: no space left on device; 2 games are kept, --resume goes on$"):
                run.add(play_recorded(batch(3), 3))
    assert play(tmp_path / "r", batch(3), resume=True) == 1


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
