"""What a run plays, as its folder keeps it in run.json: only games of equal settings belong together."""

import hashlib
from pathlib import Path

import msgspec

from bocage import __version__
from bocage.games import find_game
from bocage.lab.extra import BadResults, need
from bocage.players.player import Budget
from bocage.runs.batch import Batch, planner_version

with need("pyarrow"):
    from bocage.lab.tables import FORMAT

FILE = "run.json"


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
    """The folder of the data pack, if one was used; it may move, but its contents may not change."""
    contents: str = ""
    """What was in it, as a digest."""
    planner: int | None = None
    """The version of the planners among the players, 0 without any. A run from before versions were noted has the
    first.
    """

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
            data="" if batch.data is None else str(batch.data.absolute()),
            contents="" if batch.data is None else _digest(batch.data),
            planner=planner_version(game, batch.players.values()),
        )

    def differences(self, other: "Settings") -> dict[str, str]:
        """What another run would play differently, in words, by setting."""
        found = {}
        for name in self.__struct_fields__:
            mine, theirs = getattr(self, name), getattr(other, name)
            if name == "planner" and mine is None:
                mine = min(1, theirs)
            if mine != theirs and name not in ("games", "sides", "data"):
                found[name] = f"{WORDS.get(name, name)} {_short(mine)}, not {_short(theirs)}"
        return found


WORDS = {
    "version": "bocage",
    "game_version": "rules of version",
    "contents": "a data pack with the digest",
    "seed": "first seed",
    "planner": "planners of version",
}
VERSIONS = {"version", "game_version", "planner"}
"""What is not asked for but comes with bocage."""


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


def encoded(settings: Settings) -> bytes:
    """As they are written."""
    return msgspec.json.format(msgspec.json.encode(settings))


def read_settings(folder: Path) -> Settings:
    """The settings of the run in a folder; what cannot be read is told in one line."""
    if not folder.is_dir():
        raise BadResults(f"{folder}: there is no such folder of results")
    file = folder / FILE
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
