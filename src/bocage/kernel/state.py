"""Everything that changes in a game, as plain data in columns.

A game's state is a `State` with its own columns (lists indexed by counter), unit sets (one int each) and
scalars. It holds no rules. Copies take a few microseconds; JSON goes in and out; the digest names a
position. The board, which never changes, is shared and not saved; caches are dropped when a counter moves.
"""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Self, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from bocage.kernel.events import Event
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.points import Points, exact

T = TypeVar("T")

WAITING = "chosen"
"""The step of a decision on the stack: what happens when somebody has chosen."""

RESERVED = frozenset({"frame", "then"})
"""The keys that a frame on the saved stack needs for itself; no frame has a field of that name."""

_UNKNOWN: Any = object()
_NOT_SAVED = frozenset({"board", "here", "events", "cache", "stack"})


class BadSave(ValueError):
    """A saved state that cannot be read: it says which field is wrong."""


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended. `winner` is `None` for a draw; `level` is the game's own word for the result; `score` may have
    halves.
    """

    winner: Side | None
    level: str
    score: tuple[Points, ...] = ()

    def __post_init__(self) -> None:
        """One form for one score, so that equal outcomes are written alike."""
        msgspec.structs.force_setattr(self, "score", tuple(exact(points) for points in self.score))


class State(msgspec.Struct, kw_only=True, eq=False):
    """What every game has: where its counters are, the frames, the chance counter and the outcome."""

    sides: ClassVar[tuple[str, ...]] = ()
    automaton: ClassVar[Any] = None
    """Who answers for sides without a seat; set by `Game`."""

    board: Any
    space: list[Space]
    turn: int = 0
    """Which turn it is: 0 before the first, and in a game that counts none."""
    stack: tuple[tuple[Any, str], ...] = ()
    chance: int = 0
    outcome: Outcome | None = None
    here: dict[Space, Units] = msgspec.field(default_factory=dict)
    events: list[Event] | None = None
    cache: dict[Any, Any] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        """Index the counters by space, so that `here` always agrees with the column."""
        self.here = {}
        for unit, space in enumerate(self.space):
            if space >= 0:
                self.here[space] = self.here.get(space, 0) | 1 << unit

    def place(self, unit: UnitId, to: Space) -> None:
        """Put a counter in a space, or off the map with `NOWHERE`; every cached mask is dropped."""
        here, old, bit = self.here, self.space[unit], 1 << unit
        if old >= 0:
            left = here[old] ^ bit
            if left:
                here[old] = left
            else:
                del here[old]
        self.space[unit] = to
        if to >= 0:
            here[to] = here.get(to, 0) | bit
        self.cache = {}

    def standing(self, spaces: Iterable[Space]) -> int:
        """The set of all counters in some spaces."""
        here, found = self.here, 0
        for space in spaces:
            found |= here.get(space, 0)
        return found

    def remove(self, unit: UnitId) -> None:
        """Take a counter off the map."""
        self.place(unit, NOWHERE)

    def touch(self) -> None:
        """Drop what is cached, after a change that masks depend on (a step loss, a disruption)."""
        self.cache = {}

    def cached(self, key: Any, compute: Callable[[Self], T]) -> T:
        """A value that holds until a counter moves. Copies share it: they drop it by taking a new
        dictionary.
        """
        found: T = self.cache.get(key, _UNKNOWN)
        if found is _UNKNOWN:  # found about as often as not; an exception would cost ten times as much as asking
            found = self.cache[key] = compute(self)
        return found

    def emit(self, event: Event) -> None:
        """Report a fact, if anybody listens (searches do not)."""
        if self.events is not None:
            self.events.append(event)

    def copy(self) -> Self:
        """An independent copy; board, frames and cached masks are shared because they never change in
        place.
        """
        copied: Self = _copier(type(self))(self)
        return copied

    def to_data(self) -> dict[str, Any]:
        """Plain data for JSON. Sets of counters are whole numbers, whose bits are counters."""
        data = {name: _plain(getattr(self, name)) for name in _saved(type(self))}
        data["stack"] = [_frame_data(frame, at) for frame, at in self.stack]
        return data

    @classmethod
    def from_data(cls, board: Any, data: Mapping[str, Any], frames: Mapping[str, type]) -> Self:
        """Read what `to_data` wrote, or raise `BadSave` with everything that is wrong."""
        faults: list[str] = []
        values: dict[str, Any] = {}
        for name, hint in _saved(cls).items():
            if name not in data:
                faults.append(f"{name} is missing")
                continue
            try:
                values[name] = msgspec.convert(data[name], hint, str_keys=True)
            except msgspec.ValidationError as error:
                faults.append(f"{name}: {error}")
        faults += [f"{name} is not a field of this game" for name in data if name not in {*_saved(cls), "stack"}]
        values["stack"] = _read_stack(data.get("stack"), frames, faults)
        if faults:
            raise BadSave("the saved position cannot be read: " + "; ".join(faults))
        return cls(board=board, **values)

    def to_json(self) -> str:
        """The state as one line of JSON, keys in order, so that equal states give equal text."""
        keyed = _keyed(type(self))
        data = {name: getattr(self, name) for name in _saved(type(self))}
        data |= {name: _plain(data[name]) for name in keyed}
        data["stack"] = [_frame_data(frame, at) for frame, at in self.stack]
        return msgspec.json.encode(data, order="sorted").decode()

    @classmethod
    def from_json(cls, board: Any, text: str, frames: Mapping[str, type]) -> Self:
        """Read one line of JSON, or raise `BadSave`."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise BadSave(f"the saved position is not JSON: {error}") from None
        if not isinstance(data, dict):
            raise BadSave("the saved position is not a JSON object")
        return cls.from_data(board, data, frames)

    def digest(self) -> str:
        """A short name of the position: equal for equal positions."""
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:16]


@cache
def _saved(cls: type[State]) -> dict[str, Any]:
    hints = get_type_hints(cls)
    return {name: hints[name] for name in cls.__struct_fields__ if name not in _NOT_SAVED}


@cache
def _keyed(cls: type[State]) -> tuple[str, ...]:
    """The fields that may hold keys which are not text, and so must be made plain before they are sorted."""
    return tuple(name for name, hint in _saved(cls).items() if _has_keys(hint))


def _has_keys(hint: Any) -> bool:
    kind = get_origin(hint) or hint
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return any(_has_keys(field) for field in get_type_hints(kind).values())
    return kind in (dict, Any) or any(_has_keys(part) for part in get_args(hint))


@cache
def _copier(cls: type[State]) -> Callable[[Any], Any]:
    """Write the copy function of a state class: one C-level shallow copy, then each list and dictionary
    anew.
    """
    hints = get_type_hints(cls)
    lines = ["def copier(old):", "    new = old.__copy__()", "    new.events = None"]
    for name in cls.__struct_fields__:
        if name in {"board", "events", "cache"}:
            continue
        fresh = _fresh(hints[name], f"old.{name}")
        if fresh != f"old.{name}":
            lines.append(f"    new.{name} = {fresh}")
    lines.append("    return new")
    scope: dict[str, Any] = {}
    exec("\n".join(lines), scope)  # noqa: S102 - generated from our own field names, as dataclasses do
    copier: Callable[[Any], Any] = scope["copier"]
    return copier


def _fresh(hint: Any, value: str) -> str:
    """The expression that copies a value of this type as deeply as it can change; the value itself if it cannot."""
    kind, inside = get_origin(hint) or hint, get_args(hint)
    if kind in (Union, UnionType):
        copies = {_fresh(part, value) for part in inside} - {value}
        return f"None if {value} is None else {copies.pop()}" if copies else value
    if kind in (list, dict):
        item = _fresh(inside[-1], "item") if inside else "item"
        if item != "item":
            return f"[{item} for item in {value}]" if kind is list else f"{{k: {item} for k, item in {value}.items()}}"
    return f"{value}.copy()" if kind in (list, dict, set, bytearray) else value


def _plain(value: Any) -> Any:
    """A value as JSON has it: keys are text, sets are lists in order."""
    return msgspec.to_builtins(value, str_keys=True, order="deterministic")


def _frame_data(frame: Any, at: str) -> dict[str, Any]:
    """A frame as data: its name, the step that comes next (a decision only waits), its fields."""
    step = {} if at == WAITING else {"then": at}
    return {"frame": type(frame).__name__, **step, **_plain(frame.as_saved())}


def _read_stack(data: Any, frames: Mapping[str, type], faults: list[str]) -> tuple[tuple[Any, str], ...]:
    """A saved stack; its last frame must be a decision."""
    if not isinstance(data, list):
        faults.append("stack is missing" if data is None else "stack is not a list")
        return ()
    before = len(faults)
    stack = tuple(_read_frame(entry, frames, faults) for entry in data)
    if stack and len(faults) == before and (not stack[-1][0].waits or stack[-1][1] != WAITING):
        faults.append(f"stack: {type(stack[-1][0]).__name__}, the last, waits for nobody")
    return stack


def _read_frame(entry: Any, frames: Mapping[str, type], faults: list[str]) -> tuple[Any, str]:
    """One frame of a saved stack, or a fault."""
    if not isinstance(entry, dict):
        faults.append("stack: an entry is not a frame")
        return None, ""
    name, at = str(entry.get("frame")), str(entry.get("then", WAITING))
    kind: Any = frames.get(name)
    if kind is None:
        faults.append(f"stack: there is no frame {name!r} in this game")
        return None, ""
    if at.startswith("__") or not callable(getattr(kind, at, None)):
        faults.append(f"stack: {name} has no step {at!r}")
    fields = {key: value for key, value in entry.items() if key not in RESERVED}
    faults += [f"stack: {name} has no field {key!r}" for key in fields if key not in kind.__struct_fields__]
    try:
        return msgspec.convert(fields, kind, str_keys=True), at
    except msgspec.ValidationError as error:
        faults.append(f"stack: {name}: {error}")
        return None, ""
