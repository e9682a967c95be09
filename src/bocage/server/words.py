"""Events as sentences, each marked with who may read it.

A sentence is made from the redacted state of its reader, so that words cannot tell more than the reader may know. All
readers nearly always get the same words, which are then kept once.
"""

import contextlib
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from bocage.kernel.actions import spelled
from bocage.kernel.events import Event
from bocage.kernel.flow import titles, waiting
from bocage.kernel.game import Game
from bocage.kernel.ids import Side, Space
from bocage.kernel.log import Entry, Log
from bocage.kernel.session import FAULTS, first_state, replay_entry
from bocage.kernel.state import State
from bocage.kernel.view import Choice, Payload, redact
from bocage.server.archive import Noticed, Said
from bocage.server.counts import notice
from bocage.server.guides import handling_of
from bocage.server.wire import Sentence
from bocage.server.wire_handling import Turns

REASON = "Reason"
"""The kind of a sentence in which a computer player says why."""
NOTE = "Note"
"""The kind of a sentence in which the table tells of itself, not of the game."""
SPECTATOR = -1
"""The reader who holds no side."""


class Readers:
    """Everybody who may read of one moment of a game, each with his own redacted state, made when first needed."""

    def __init__(self, game: Game, g: State) -> None:
        self.game = game
        self.g = g
        self.all = (SPECTATOR, *range(len(game.sides)))
        self._states: dict[int, State] = {}

    def state(self, reader: int) -> State:
        """The moment as a reader may know it."""
        if reader not in self._states:
            self._states[reader] = redact(self.game, self.g, None if reader == SPECTATOR else Side(reader))
        return self._states[reader]

    def hear(self, n: int, events: Iterable[Event]) -> tuple[Said, ...]:
        """What is said of the events of pick `n`."""
        return tuple(said for event in events for said in self._say(n, event))

    def glance(self) -> dict[int, int]:
        """What each reader may know, as a number that changes with it; nothing if nothing is hidden."""
        if not self.game.secrets:
            return {}
        return {reader: hash(self.state(reader).to_json()) for reader in self.all}

    def _say(self, n: int, event: Event) -> list[Said]:
        texts: dict[str, list[int]] = {}
        for reader in self.all:
            if event.seen_by(None if reader == SPECTATOR else Side(reader)):
                texts.setdefault(event.sentence(self.state(reader)), []).append(reader)
        units, spaces = concerned(self.g, event)
        side = event.about().side
        whose = "" if side is None else self.game.side_name(side)
        return [
            Said(
                n,
                text,
                event.rule,
                event.kind,
                units,
                spaces,
                side=whose,
                **_rolled(self.game, event),
                seen=None if len(seen) == len(self.all) else tuple(seen),
            )
            for text, seen in texts.items()
        ]


def concerned(g: State, event: Event) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The counters and spaces that an event is about, for a client that wants to show them."""
    about, board = event.about(), g.board
    return tuple(board.unit_names[unit] for unit in about.units), tuple(board.names[space] for space in about.spaces)


def _rolled(game: Game, event: Event) -> dict[str, Any]:
    """The facts of a roll, for showing the dice."""
    thrown = event.throw()
    if thrown is None:
        return {}
    meaning = game.queries.meanings.get(thrown.table, {}).get(thrown.result, "")
    return {"dice": " ".join(map(str, thrown.faces)), "meaning": meaning, **thrown._asdict()}


class Retold:
    """The sentences of a whole log that came from elsewhere, and who would have noticed each pick as it was made."""

    def __init__(self, game: Game, log: Log) -> None:
        self.game = game
        self.said: list[tuple[Said, ...]] = []
        self.noticed: list[Noticed] = []
        self._side: Side | None = None
        self._began = 0
        g = first_state(game, log.header, None)
        self._known = Readers(game, g).glance()
        for entry in log.entries:
            if not entry.auto and entry.by != "chance":
                self._close(g, game.side(entry.by))
                self._began, self._side = len(self.said), game.side(entry.by)
            replay_entry(game, g, entry, log.header.dice)
            events, g.events = g.events or [], None
            self.said.append(Readers(game, g).hear(entry.n, events))
        frame = waiting(g)
        self._close(g, None if frame is None else frame.by)

    def _close(self, g: State, decides: Side | None) -> None:
        """A pick with what followed by itself is complete; another side may decide then."""
        said = self.said[self._began :]
        readers = Readers(self.game, g)
        now = readers.glance()
        if self._side is None or not now:
            self.noticed += [None] * len(said)
        elif decides != self._side:
            self.noticed += notice(said, readers.all, readers.all)
        else:
            changed = [reader for reader in readers.all if now[reader] != self._known[reader]]
            self.noticed += notice(said, readers.all, [self._side, *changed])
        self._known = now


class Starts:
    """The pick at which each turn of a game begins, as far as the rules follow its log. To find it the log is played
    through; asked again, only the picks since then are.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self._state: State | None = None
        self._done = 0
        self._chain = ""
        self._found: list[tuple[int, str]] = []

    def turns(self, log: Log) -> Turns:
        """Where the turns begin."""
        if self._state is None or self._done >= len(log.chains) or log.chains[self._done] != self._chain:
            self._state, self._done, self._found = first_state(self.game, log.header, None), 0, []
        with contextlib.suppress(*FAULTS):
            for entry in log.entries[self._done :]:
                self._state = self._next(log, entry, self._state)
                self._done = entry.n
        self._chain = log.chains[self._done]
        self._begin(self._done, self._state)  # now, and not with the next pick, which may be hidden
        return Turns(tuple(self._found))

    def _begin(self, number: int, state: State) -> None:
        """A turn begins after that many picks, if it is not the one before."""
        title = next(iter(titles(state)), "")
        if title and (not self._found or self._found[-1][1] != title):
            self._found.append((number, title))

    def _next(self, log: Log, entry: Entry, before: State) -> State:
        self._begin(entry.n - 1, before)
        after = before.copy()
        replay_entry(self.game, after, entry, log.header.dice)
        after.events = None
        return after


def heard(
    said: Sequence[tuple[Said, ...]], after: int, readers: tuple[int, ...], *, over: bool = False
) -> tuple[Sentence, ...]:
    """What all of these readers may know of the picks after `after`; when the game is over, everybody's reasons too."""
    return tuple(
        Sentence(*(getattr(found, name) for name in Sentence.__struct_fields__))
        for part in said[after:]
        for found in part
        if found.seen is None or all(reader in found.seen for reader in readers) or (over and found.kind == REASON)
    )


def aside(n: int, text: str, reader: int | None) -> Said:
    """A computer player's reason: for one reader alone, or for everybody."""
    return Said(n, text, kind=REASON, seen=None if reader is None else (reader,))


def remark(n: int, text: str) -> Said:
    """What everybody may know of the table itself, such as that a computer player failed."""
    return Said(n, text, kind=NOTE)


# Options as words on buttons


class Labels:
    """How the options of one game are worded: names of counters and places, the verb as its table file says it."""

    def __init__(self, game: Game, board: Any) -> None:
        self.game = game
        self.board = board
        self.handling = handling_of(game)
        self._cards: dict[str, str] = {card.id: card.text for card in board.cards}
        self._places: list[str] = [
            self.handling.names.get(name) or board.space_title(Space(number)) for number, name in enumerate(board.names)
        ]

    def unit(self, name: str) -> str:
        """A counter by its name."""
        return str(self.board.counters[self.board.unit_ids[name]].name)

    def place(self, name: str) -> str:
        """A space by its name; a hex without one by its number."""
        found: str = self._places[self.board.ids[name]]
        return found

    def word(self, name: str) -> str:
        """A word of the game, in everyday words."""
        return self.handling.names.get(name, name.replace("-", " ").replace("_", " "))

    def label(self, choice: Choice) -> str:
        """One option as words on a button."""
        units = [self.unit(name) for name in choice.units]
        spaces = [self.place(name) for name in choice.spaces]
        words = [self.word(name) for name in self._words(choice)]
        said = self.handling.say.get(f"{choice.verb} {words[-1]}" if words else "", self.handling.say.get(choice.verb))
        if said is None:
            where = ["to", *spaces] if spaces else []
            return _joined(choice.verb.replace("-", " ").capitalize(), *words, *units[:1], *where)
        text = _filled(said, units, spaces, words)
        return text[:1].upper() + text[1:]

    def finish(self, last: Choice, support: Sequence[Choice]) -> str:
        """The last press of an attack: `Fight with naval gunfire`."""
        added = " and ".join(self._along(one) for one in support)
        return f"{self.label(last)} with {added}" if added else self.label(last)

    def manner(self, choice: Choice) -> str:
        """The words of a way beside its counter and its place: `strategic movement`."""
        return " ".join(self.word(name) for name in self._words(choice)) if choice.spaces else ""

    def _along(self, choice: Choice) -> str:
        said = self.handling.along.get(choice.verb)
        words = [self.word(name) for name in self._words(choice)]
        return (
            self.label(choice) if said is None else _filled(said, [self.unit(one) for one in choice.units], [], words)
        )

    def _words(self, choice: Choice) -> list[str]:
        """The arguments of an action that are neither counters nor spaces."""
        given = choice.action.split()[1:]
        kinds = spelled(self.game.all_verbs[choice.verb], len(given))
        return [text for kind, text in zip(kinds, given, strict=True) if kind not in {"unit", "units", "space"}]

    def labelled(self, choice: Choice) -> Choice:
        """An option with its words, its part in a gesture, and what is asked before."""
        part = next((part for part, verbs in self.handling.part.items() if choice.verb in verbs), "")
        ask = self.handling.ask.get(choice.verb, "")
        return msgspec.structs.replace(choice, label=self.label(choice), part=part, ask=ask, note=self._card(choice))

    def _card(self, choice: Choice) -> str:
        """The text of the card that an option names."""
        return next((self._cards[word] for word in self._words(choice) if word in self._cards), "")


def _filled(said: str, units: list[str], spaces: list[str], words: list[str]) -> str:
    return said.format(
        unit=units[0] if units else "",
        units=" and ".join(units[1:] or ["nobody else"]),
        space=spaces[-1] if spaces else "",
        first=spaces[0] if spaces else "",
        word=words[-1] if words else "",
    )


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def labelled(game: Game, board: Any, payload: Payload) -> Payload:
    """What a client draws, its options in words."""
    labels = labels_of(game, board)
    return msgspec.structs.replace(payload, options=tuple(labels.labelled(choice) for choice in payload.options))


def labels_of(game: Game, board: Any) -> Labels:
    """Made once for a board."""
    kept: dict[int, Labels] = game.__dict__.setdefault("_labels", {})
    if id(board) not in kept:
        kept[id(board)] = Labels(game, board)
    return kept[id(board)]
