"""One text format that is save, replay, mail packet and data set.

JSON lines: a header (game, version of the rules, scenario, options, seats, dice), then one line per pick,
Nature's included, then, when the game has ended, its result and the secret behind the dice. Every line ends
in a hash of itself and of all lines before it, so that a line cannot be altered, dropped or moved without a
trace; the fair dice are bound to the same chain.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

FORMAT = 1
CHAIN = 32  # hexadecimal digits of a chain value: 128 bits


# A log may come from anybody: nothing in it is of any size it likes.
Word = Annotated[str, Meta(max_length=200)]
Words = Annotated[dict[Word, Word], Meta(max_length=100)]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Seed = Annotated[int, Meta(ge=-(2**62), le=2**62)]
Line = Annotated[str, Meta(max_length=2000)]


class BadLog(ValueError):
    """A log that cannot be read as a whole. `good` lines before the fault can be; `log` holds them if there
    are any.
    """

    def __init__(self, text: str, good: int = 0, log: "Log | None" = None) -> None:
        self.good = good
        self.log = log
        super().__init__(text)


class OtherRules(BadLog):
    """A log that goes on under the rules it was played with, and not under ours."""


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which game this is, between whom, and with which dice."""

    bocage: Number = FORMAT
    game: Word
    rules: Word
    scenario: Word
    options: Words = {}
    seats: Words = {}
    dice: Literal["fair", "fast", "table"] = "fast"
    """`fair` (committed secret), `fast` (seeded simulation) or `table` (typed in from real dice)."""
    commitment: Word = ""
    seed: Seed = 0


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One pick: its number, who picked, what; `auto` when there was nothing else to pick."""

    n: Number
    by: Word
    do: Line
    auto: bool = False


class Ending(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The last line of a finished game: the result, the digest of the final position, and the secret of
    fair dice.
    """

    end: Word
    winner: Word = ""
    digest: Word = ""
    secret: Line = ""
    resigned: Word = ""
    """The side that gave up, if the game did not end by its own rules."""


class Log:
    """A header, picks, perhaps an ending, and the chain of hashes through them."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self.ending: Ending | None = None
        self.chains = [link("", header)]

    @property
    def chain(self) -> str:
        """The hash of everything so far; fair dice roll from it."""
        return self.chains[-1]

    def copy(self) -> "Log":
        """A copy of the log as it is now, for a slow reader."""
        copied = Log(self.header)
        copied.entries, copied.chains, copied.ending = self.entries.copy(), self.chains.copy(), self.ending
        return copied

    def append(self, entry: Entry) -> None:
        """Add a pick."""
        self.chains.append(link(self.chains[-1], entry))
        self.entries.append(entry)

    def cut(self, length: int) -> None:
        """Forget the picks from number `length + 1` on (undo)."""
        del self.entries[length:]
        del self.chains[length + 1 :]
        self.ending = None

    def close(self, ending: Ending) -> None:
        """Write the last line of a finished game."""
        self.ending = ending

    def lines(self) -> Iterable[str]:
        """The log as text, line by line."""
        for record, chain in zip([self.header, *self.entries], self.chains, strict=True):
            yield line(record, chain)
        if self.ending is not None:
            yield line(self.ending, link(self.chain, self.ending))

    def text(self) -> str:
        """The whole log as text."""
        return "".join(found + "\n" for found in self.lines())


def link(before: str, record: msgspec.Struct) -> str:
    """The next value of the chain."""
    return hashlib.sha256(before.encode() + b"\n" + msgspec.json.encode(record)).hexdigest()[:CHAIN]


def line(record: msgspec.Struct, chain: str) -> str:
    """One line of text: the record with its chain value at the end."""
    return msgspec.json.encode({**msgspec.to_builtins(record), "chain": chain}).decode()


def read_log(text: str) -> Log:
    """Read a log and check its chain. A fault raises `BadLog`, which still offers the lines before it."""
    lines = text.split("\n")
    if lines and lines[-1] == "":
        lines.pop()
    elif lines:
        lines[-1] += "\0"  # no newline at the end: the last line was cut short unless it still proves whole
    log: Log | None = None
    for number, raw in enumerate(lines, start=1):
        try:
            log = _read_line(log, raw)
        except ValueError as error:
            raise BadLog(_fault(number, str(error)), number - 1, log) from None
    if log is None:
        raise BadLog("the file is empty: a log begins with a header line")
    return log


def _read_line(log: Log | None, raw: str) -> Log:
    """Take one more line into the log."""
    cut = raw.endswith("\0")
    try:
        data = json.loads(raw.rstrip("\0"))
    except (ValueError, RecursionError):
        raise ValueError("is cut short" if cut else "is not JSON") from None
    if not isinstance(data, dict) or not isinstance(chain := data.pop("chain", None), str):
        raise ValueError("is not a line of a Bocage log")  # noqa: TRY004 - bad text, not a bad argument
    if log is not None and log.ending is not None:
        raise ValueError("stands after the end of the game")
    try:
        if log is None:
            log = Log(_header(data))
            proof = log.chain
        elif "end" in data:
            ending = msgspec.convert(data, Ending)
            proof = link(log.chain, ending)
            if proof == chain:
                log.close(ending)
        else:
            entry = msgspec.convert(data, Entry)
            if entry.n != len(log.entries) + 1:
                raise ValueError(
                    f"is numbered {entry.n} where {len(log.entries) + 1} belongs: a line was dropped or moved"
                )
            proof = link(log.chain, entry)
            if proof == chain:
                log.append(entry)
    except msgspec.ValidationError as error:
        raise ValueError(f"cannot be read: {error}") from None
    if proof != chain:
        raise ValueError("does not match its hash: it, or a line before it, was altered")
    return log


def _header(data: dict[str, Any]) -> Header:
    if "bocage" not in data:
        raise ValueError("is not the header of a Bocage log")
    if isinstance(data["bocage"], int) and data["bocage"] > FORMAT:
        raise ValueError(f"was written by a newer Bocage (log format {data['bocage']}; this one reads up to {FORMAT})")
    return msgspec.convert(data, Header)


def _fault(number: int, what: str) -> str:
    good = number - 1
    rest = "" if good < 1 else "; the line before it is good" if good == 1 else f"; the {good} lines before it are good"
    return f"line {number} {what}{rest}"


def load_log(path: Path) -> Log:
    """Read a log from a file; faults in one sentence."""
    try:
        text = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise BadLog(f"{path}: {(error.strerror or 'cannot be read').lower()}") from None
    except UnicodeDecodeError as error:
        good = error.object[: error.start].count(b"\n")
        head = error.object[: error.start].decode("utf-8").rpartition("\n")[0]
        log = read_log(head + "\n") if head else None
        raise BadLog(_fault(good + 1, "is not text"), good, log) from None
    return read_log(text)


def save_log(log: Log, path: Path) -> None:
    """Write a log so that a crash leaves either the old file or the new one."""
    temporary = path.with_name(path.name + ".part")
    temporary.write_text(log.text(), encoding="utf-8")
    temporary.replace(path)
