"""A directory of results: what was asked for, the games that are done, and the two tables.

    run.json        the settings: game, scenario, options, players, first seed, how many games
    games.parquet   one row per game
    turns.parquet   one row per turn of each game
    journal         games that are not in the tables yet
    lock            while a run writes there

While a run goes on, games go to the journal. When it ends, or is stopped, the journal is merged into the tables; both
are written aside and then take their names, so that no reader ever sees half a file. A run that was killed leaves its
journal behind, which readers take into account and the next run merges.
"""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import msgspec

from bocage.games import find_game
from bocage.kernel.game import Game, UnknownChoice
from bocage.lab.disk import make_folder, settle, write_whole
from bocage.lab.extra import BadResults, need
from bocage.lab.journal import Journal, is_blank, read_journal
from bocage.lab.record import Finished, read_finished
from bocage.lab.settings import FILE as SETTINGS
from bocage.lab.settings import VERSIONS, Settings, encoded, read_settings
from bocage.runs.batch import Batch
from bocage.runs.match import Result

with need("pyarrow"):
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    from bocage.lab.tables import games_schema, tables_of, turns_schema

GAMES, TURNS, JOURNAL, LOCK = "games.parquet", "turns.parquet", "journal", "lock"
LOT = 500
"""Games that are merged at a time."""


class Results:
    """A directory of results that can be read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = read_settings(folder)

    @property
    def game(self) -> Game:
        """The game that was played."""
        try:
            return find_game(self.settings.game)
        except UnknownChoice as unknown:
            raise BadResults(f"{self.folder}: {unknown}") from None

    @property
    def data(self) -> Path | None:
        """The data pack it was played with."""
        return Path(self.settings.data) if self.settings.data else None

    def read(self) -> tuple[pa.Table, pa.Table]:
        """Games and turns, those of an unmerged journal among them; a game that is in both counts once."""
        while True:
            before = self._stamp()
            try:
                return self._read()
            except BadResults:
                if self._stamp() == before:
                    raise
                # A run was merging while we read: one table was still the old one, the other was new already.

    def _stamp(self) -> list[int]:
        """Which two files the tables are; a merge makes new ones."""
        return [(self.folder / name).stat().st_ino for name in (GAMES, TURNS) if (self.folder / name).exists()]

    def _read(self) -> tuple[pa.Table, pa.Table]:
        fresh = [tables_of(lot, self.settings.sides, self.settings.players) for lot in _lots(self._journalled())]
        seen = {seed for games, _ in fresh for seed in games["seed"].to_pylist()}
        games, turns = self._tables(seen)
        games = pa.concat_tables([games, *(pair[0] for pair in fresh)])
        turns = pa.concat_tables([turns, *(pair[1] for pair in fresh)])
        return _sorted(games, "seed"), _sorted(turns, "seed", "turn")

    def outcomes(self) -> list[Result]:
        """How the games that are done went, without their scores and times."""
        names = ["seed", "actions", "forced", "winner", "level", "error"]
        rows = self._table(GAMES, games_schema(self.settings.sides)).select(names).to_pylist()
        found = {row["seed"]: Result(**row) for row in rows}
        for finished in self._journalled():
            found[finished.result.seed] = finished.result
        return list(found.values())

    def _journalled(self) -> Iterator[Finished]:
        """The games in the journal."""
        for record in read_journal(self.folder / JOURNAL):
            try:
                finished = read_finished(record)
            except msgspec.DecodeError as error:
                raise BadResults(f"{self.folder / JOURNAL} is of another version of bocage: {error}") from None
            yield finished

    def _tables(self, seen: set[int]) -> tuple[pa.Table, pa.Table]:
        """The two tables as they are, without the games that have been seen elsewhere; each must know the same games.

        One of them may be ahead: a kill can come after the turns were written and before the games were. But then
        the journal is still there, and its games have been seen.
        """
        elsewhere = pa.array(sorted(seen), pa.int64())
        sides = self.settings.sides
        games, turns = (
            table.filter(pc.invert(pc.is_in(table["seed"], value_set=elsewhere)))
            for table in (self._table(GAMES, games_schema(sides)), self._table(TURNS, turns_schema(sides)))
        )
        played = set(games["seed"].to_pylist())
        failed = {row["seed"] for row in games.select(["seed", "error"]).to_pylist() if row["error"]}
        told = set(turns["seed"].to_pylist())
        self._must_hold(TURNS, GAMES, played - failed - told)  # a game that failed has no turns
        self._must_hold(GAMES, TURNS, told - played)
        return games, turns

    def _must_hold(self, name: str, other: str, lacking: set[int]) -> None:
        """Refuse the folder if one table lacks games that the other one has."""
        if not lacking:
            return
        file = self.folder / name
        if not file.exists():
            raise BadResults(f"{file} is missing: put it back, or remove {other} too and its games are played again")
        what = f"lacks {len(lacking)} of the games in {other}"
        raise BadResults(f"{file} {what}: put the right one back, or remove both and the games are played again")

    def _table(self, name: str, schema: pa.Schema) -> pa.Table:
        """A table; one without rows if there is none yet."""
        file = self.folder / name
        if not file.exists():
            return schema.empty_table()
        table = with_halves(_read_table(file))
        if not table.schema.equals(schema):
            raise BadResults(f"{file} lacks the columns of this version of bocage")
        return table


def with_halves(table: pa.Table) -> pa.Table:
    """A table as it is written now: scores were whole numbers once."""
    for n, field in enumerate(table.schema):
        if field.name.endswith("_score"):
            table = table.set_column(n, field.with_type(pa.float64()), table.column(n).cast(pa.float64()))
    return table


class Run(Results):
    """A directory of results that games are added to. However it is left, the tables are in order."""

    def __init__(self, folder: Path, batch: Batch, *, resume: bool) -> None:
        wanted = Settings.of(batch)
        _refuse_strange(folder)
        make_folder(folder)
        self._lock = _Lock(folder)  # before anything is written
        try:
            _make_ready(folder, wanted, resume=resume)
            super().__init__(folder)
            self.kept = {result.seed for result in self.outcomes()}
            """The seeds of all games that are done."""
            self._tables({finished.result.seed for finished in self._journalled()})  # damage is told before we play
            if self.settings != wanted:  # more games, or a data pack that has moved
                self.settings = wanted
                write_whole(folder / SETTINGS, encoded(wanted))
            self._journal = Journal(folder / JOURNAL)
        except BaseException:
            self._lock.release()
            raise

    @property
    def note(self) -> str:
        """What the user should know about the folder; mostly nothing."""
        return self._journal.note

    def add(self, record: bytes) -> Result:
        """Keep a finished game."""
        result = read_finished(record).result
        with self._told():
            self._journal.write(record)
        self.kept.add(result.seed)
        return result

    @property
    def remains(self) -> str:
        """What is told when a run ends before its games do."""
        kept = "1 game is kept" if len(self.kept) == 1 else f"{len(self.kept)} games are kept"
        return f"{kept}, --resume goes on"

    def close(self) -> None:
        """Merge the journal into the tables."""
        try:
            with self._told():
                self._journal.close()
                self._merge()
        finally:
            self._lock.release()

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        """A disk that is full, or fails, takes none of the finished games: whoever is told of the fault should know."""
        try:
            yield
        except OSError as fault:
            why = os.strerror(fault.errno).lower() if fault.errno else str(fault)
            raise BadResults(f"{self.folder}: {why}; {self.remains}") from None

    def _merge(self) -> None:
        """Both tables anew; the journal goes last, and only when they hold every game and are on the disk."""
        games, turns = self.read()
        lost = self.kept.difference(games["seed"].to_pylist())
        if lost:
            raise BadResults(
                f"{self.folder / JOURNAL} has lost {len(lost)} of the games that ended, the first with the seed "
                f"{min(lost)}: nothing was merged, what is left of it is kept, and --resume plays the others again"
            )
        asides = []
        try:
            for name, table in ((TURNS, turns), (GAMES, games)):
                asides.append(self.folder / f"{name}.part")
                pq.write_table(table, asides[-1], compression="zstd", row_group_size=20_000)
                settle(asides[-1])
            for aside in asides:
                aside.replace(aside.with_suffix(""))
        finally:
            for aside in asides:  # of a full disk, say
                aside.unlink(missing_ok=True)
        settle(self.folder)
        (self.folder / JOURNAL).unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _refuse_strange(folder: Path) -> None:
    """A folder with something else in it is left alone; what a run killed at once may leave does not count."""
    if (folder / SETTINGS).exists() or not folder.exists():
        return
    if not folder.is_dir() or any(file.name not in (LOCK, f"{SETTINGS}.part") for file in folder.iterdir()):
        raise BadResults(f"{folder} holds something else: name a new folder for the results")


def _make_ready(folder: Path, wanted: Settings, *, resume: bool) -> None:
    """Begin a new directory, or make sure that the existing one can be continued."""
    if _is_bare(folder):
        for name in (GAMES, TURNS, JOURNAL):
            (folder / name).unlink(missing_ok=True)
        write_whole(folder / SETTINGS, encoded(wanted))
        return
    if not resume:
        raise BadResults(f"{folder} holds results already: go on with them with --resume, or name another folder")
    there = read_settings(folder)
    if differences := there.differences(wanted):
        advice = "resume it with the same settings"
        if VERSIONS.issuperset(differences):
            advice = "name another folder, or resume it with the bocage that began it"
        raise BadResults(f"{folder} was played with {'; '.join(differences.values())}: {advice}")
    if there.games > wanted.games:
        more = f"more than the {wanted.games} asked for: --games {there.games} goes on with it"
        raise BadResults(f"{folder} is a run of {there.games} games, {more}")


def _is_bare(folder: Path) -> bool:
    """Whether no game has ended here, though a run may have begun: that is as good as a new folder."""
    if not is_blank(folder / JOURNAL):
        return False
    return not any(_read_table(folder / name).num_rows for name in (GAMES, TURNS) if (folder / name).exists())


def _read_table(file: Path) -> pa.Table:
    try:
        return pq.read_table(file)
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno:  # the system's words, such as: permission denied
            raise
        advice = "put a good copy back, or remove both tables and their games are played again"
        raise BadResults(f"{file} is damaged: {advice}") from None


def _sorted(table: pa.Table, *keys: str) -> pa.Table:
    return table.sort_by([(key, "ascending") for key in keys])


def _lots(journal: Iterator[Finished]) -> Iterator[list[Finished]]:
    """Some games at a time, each seed once."""
    lot: dict[int, Finished] = {}
    seen: set[int] = set()
    for finished in journal:
        if finished.result.seed in seen:
            continue
        seen.add(finished.result.seed)
        lot[finished.result.seed] = finished
        if len(lot) == LOT:
            yield list(lot.values())
            lot = {}
    if lot:
        yield list(lot.values())


class _Lock:
    """One run at a time writes to a directory; the lock goes with the process that holds it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / LOCK
        while True:
            self._file = self._path.open("wb")
            with contextlib.suppress(ImportError):  # not on every system
                import fcntl

                try:
                    fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    self._file.close()
                    raise BadResults(f"{folder}: another run is writing there") from None
            if self._is_ours():
                return
            self._file.close()

    def _is_ours(self) -> bool:
        """Whether the file we hold still has its name: its last holder may have taken that away in the meantime."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), self._path.stat())
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Let the next run in. The name goes first: the next to open it then makes a new file."""
        if os.name != "nt":
            self._path.unlink(missing_ok=True)
        self._file.close()
        if os.name == "nt":  # an open file keeps its name there
            self._path.unlink(missing_ok=True)
