"""A directory of results: what was asked for, the games that are done, and the two tables.

    run.json        the settings: game, scenario, options, players, first seed, how many games
    games.parquet   one row per game
    turns.parquet   one row per turn of each game
    journal         games that have not found their way into the tables yet

While a run goes on, games go to the journal. When it ends, or is stopped, the journal is merged into the tables; both
are written aside and then take their names, so that no reader ever sees half a file. A run that was killed leaves its
journal behind, which readers take into account and the next run merges.
"""

import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import msgspec

from bocage import __version__
from bocage.ai.batch import Batch
from bocage.ai.match import Result
from bocage.ai.player import Budget
from bocage.games import find_game
from bocage.kernel.game import Game, UnknownChoice
from bocage.lab.extra import BadInput, need
from bocage.lab.journal import Journal, read_journal
from bocage.lab.record import Finished, read_finished

with need("pyarrow"):
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    from bocage.lab.tables import FORMAT, tables_of

SETTINGS, GAMES, TURNS, JOURNAL = "run.json", "games.parquet", "turns.parquet", "journal"
LOT = 500
"""Games that are merged at a time."""


class BadResults(BadInput):
    """A directory of results that cannot be used; its text is one line."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a run plays. Two runs with equal settings play the same games."""

    format: int
    version: str
    """Of bocage."""
    game: str
    game_version: str
    scenario: str
    options: dict[str, str]
    players: dict[str, str]
    sides: tuple[str, ...]
    seed: int
    games: int
    budget: Budget
    data: str = ""
    """The folder of the data pack, if one was used; it may move, its contents may not change."""
    contents: str = ""
    """What was in it, as a digest."""

    @classmethod
    def of(cls, batch: Batch) -> "Settings":
        """The settings of a batch."""
        game = find_game(batch.game)
        return cls(
            format=FORMAT,
            version=__version__,
            game=game.id,
            game_version=game.version,
            scenario=batch.scenario,
            options=dict(sorted(batch.options.items())),
            players={side: batch.players.get(side, "random") for side in game.sides},
            sides=game.sides,
            seed=batch.seed,
            games=batch.games,
            budget=batch.budget,
            data="" if batch.data is None else str(batch.data.resolve()),
            contents="" if batch.data is None else _digest(batch.data),
        )

    def differences(self, other: "Settings") -> list[str]:
        """What another run would play differently, in words."""
        found = []
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if mine != theirs and name not in ("games", "sides", "data"):
                found.append(f"{WORDS.get(name, name)} {_short(mine)}, not {_short(theirs)}")
        return found


WORDS = {
    "version": "bocage",
    "game_version": "rules of version",
    "contents": "a data pack with the digest",
    "seed": "first seed",
}


def _digest(folder: Path) -> str:
    """A short name of everything in a folder."""
    found = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        found.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:12]


def _short(value: object) -> str:
    if isinstance(value, dict):
        return " ".join(f"{name}={word}" for name, word in value.items()) or "none"
    return str(value) or "none"


class Results:
    """A directory of results that can be read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = _read_settings(folder)

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
        """Games and turns, those of an unmerged journal among them."""
        games, turns = self._parts(read_journal(self.folder / JOURNAL))
        return _sorted(games, "seed"), _sorted(turns, "seed", "turn")

    def outcomes(self) -> list[Result]:
        """How the games that are done went, without their scores and times."""
        names = ["seed", "actions", "forced", "winner", "level", "error"]
        rows = _read_table(self.folder / GAMES, names).to_pylist() if (self.folder / GAMES).exists() else []
        found = {row["seed"]: Result(**row) for row in rows}
        for record in read_journal(self.folder / JOURNAL):
            result = read_finished(record).result
            found[result.seed] = result
        return list(found.values())

    def _parts(self, journal: Iterator[bytes]) -> tuple[pa.Table, pa.Table]:
        """The tables with a journal merged in; a game that is in both counts once."""
        fresh = [tables_of(lot, self.settings.sides, self.settings.players) for lot in _lots(journal)]
        games = [pair[0] for pair in fresh]
        turns = [pair[1] for pair in fresh]
        seen = pa.array([seed for table in games for seed in table["seed"].to_pylist()], pa.int64())
        for name, parts in ((GAMES, games), (TURNS, turns)):
            if (self.folder / name).exists():
                old = _read_table(self.folder / name)
                parts.insert(0, old.filter(pc.invert(pc.is_in(old["seed"], value_set=seen))))
        if not games:
            return tables_of([], self.settings.sides, self.settings.players)
        return _joined(self.folder, games), _joined(self.folder, turns)


class Run(Results):
    """A directory of results that games are added to. Leave it, by whatever way, and the tables are in order."""

    def __init__(self, folder: Path, batch: Batch, *, resume: bool) -> None:
        wanted = Settings.of(batch)
        _make_ready(folder, wanted, resume=resume)
        super().__init__(folder)
        if self.settings.games < wanted.games:
            self.settings = wanted
            _write(folder / SETTINGS, msgspec.json.format(msgspec.json.encode(wanted)))
        self._lock = _Lock(folder / JOURNAL)
        self._journal = Journal(folder / JOURNAL)

    def add(self, record: bytes) -> None:
        """Keep a finished game."""
        self._journal.write(record)

    def close(self) -> None:
        """Merge the journal into the tables."""
        self._journal.close()
        try:
            games, turns = self.read()
            for name, table in ((TURNS, turns), (GAMES, games)):
                aside = self.folder / f"{name}.part"
                pq.write_table(table, aside, compression="zstd", row_group_size=20_000)
                aside.replace(self.folder / name)
            (self.folder / JOURNAL).unlink()
        finally:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _make_ready(folder: Path, wanted: Settings, *, resume: bool) -> None:
    """Begin a new directory, or make sure that the one there is can be gone on with."""
    if not (folder / SETTINGS).exists():
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadResults(f"{folder} holds something else: name a new folder for the results")
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / SETTINGS, msgspec.json.format(msgspec.json.encode(wanted)))
        return
    there = _read_settings(folder)
    if not resume:
        raise BadResults(f"{folder} holds results already: go on with them with --resume, or name another folder")
    if differences := there.differences(wanted):
        raise BadResults(f"{folder} was played with {'; '.join(differences)}: resume it with the same settings")
    if there.games > wanted.games:
        raise BadResults(f"{folder} is a run of {there.games} games, more than the {wanted.games} asked for")


def _read_settings(folder: Path) -> Settings:
    if not folder.is_dir():
        raise BadResults(f"{folder}: there is no such folder of results")
    file = folder / SETTINGS
    if not file.exists():
        raise BadResults(f"{folder} holds no results: bocage simulate GAME -o {folder} makes some")
    try:
        text = file.read_bytes()
        form = msgspec.json.decode(text, type=_Form).format
        if form != FORMAT:
            raise BadResults(f"{folder} is written in format {form}, and this bocage reads format {FORMAT}")
        return msgspec.json.decode(text, type=Settings)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadResults(f"{file} is damaged: {error}") from None


class _Form(msgspec.Struct):
    format: int


def _read_table(file: Path, columns: list[str] | None = None) -> pa.Table:
    try:
        return pq.read_table(file, columns=columns)
    except (pa.ArrowException, OSError, KeyError) as error:
        what = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadResults(f"{file} is damaged and cannot be read: {what}") from None


def _joined(folder: Path, parts: list[pa.Table]) -> pa.Table:
    try:
        return pa.concat_tables(parts)
    except pa.ArrowException:
        raise BadResults(f"{folder}: the tables have not the columns of this version of bocage") from None


def _sorted(table: pa.Table, *keys: str) -> pa.Table:
    return table.sort_by([(key, "ascending") for key in keys])


def _lots(journal: Iterator[bytes]) -> Iterator[list[Finished]]:
    """Some games at a time, each seed once."""
    lot: dict[int, Finished] = {}
    seen: set[int] = set()
    for record in journal:
        finished = read_finished(record)
        if finished.result.seed in seen:
            continue
        seen.add(finished.result.seed)
        lot[finished.result.seed] = finished
        if len(lot) == LOT:
            yield list(lot.values())
            lot = {}
    if lot:
        yield list(lot.values())


def _write(file: Path, data: bytes) -> None:
    aside = file.with_name(f"{file.name}.part")
    aside.write_bytes(data)
    aside.replace(file)


class _Lock:
    """One run at a time writes to a directory; the lock goes with the process that holds it."""

    def __init__(self, file: Path) -> None:
        self._file = file.with_name("lock").open("wb")
        with contextlib.suppress(ImportError):  # not on every system
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._file.close()
                raise BadResults(f"{file.parent}: another run is writing there") from None

    def release(self) -> None:
        self._file.close()
        with contextlib.suppress(OSError):
            Path(self._file.name).unlink()
