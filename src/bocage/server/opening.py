"""How a game comes to a table: newly begun, brought from elsewhere, or taken from the database."""

import contextlib
import secrets
from collections.abc import Mapping

import msgspec

from bocage.games import all_games
from bocage.kernel import flow
from bocage.kernel.chance import Chance
from bocage.kernel.game import Game, UnknownChoice
from bocage.kernel.ids import NATURE
from bocage.kernel.log import BadLog, Log
from bocage.kernel.patience import Patience
from bocage.kernel.session import Session
from bocage.kernel.state import BadSave, State
from bocage.players import names as player_names
from bocage.server.archive import Batch, Saved, Standing
from bocage.server.guides import handling_of
from bocage.server.refusals import Refusal
from bocage.server.wire import NewGame, Seat
from bocage.server.words import Readers

HUMAN = "human"
SECRET_BYTES = 32
SNAPSHOT_EVERY = 256
TAIL = 500
"""At most this many picks can be taken back after a restart."""


def find_title(wanted: str) -> Game:
    """The game of that id."""
    games = all_games()
    if wanted not in games:
        raise Refusal("unknown-game", f"there is no game {wanted[:60]!r}; choose from: {', '.join(games)}")
    return games[wanted]


def find_side(game: Game, wanted: str) -> str:
    """The side of that name, spelled as the game spells it."""
    try:
        return game.sides[game.side(wanted)]
    except UnknownChoice as error:
        raise Refusal("unknown-side", str(error)) from None


def seats_of(game: Game, options: Mapping[str, str], wanted: Mapping[str, str]) -> dict[str, Seat]:
    """Who sits in each seat: people where nothing else is said. To name a side is to name all its seats."""
    places = {seat.name: game.sides[seat.side] for seat in game.seats(options)}
    kinds = dict.fromkeys(places, HUMAN)
    for name, kind in wanted.items():
        if kind != HUMAN and kind not in player_names():
            offered = ", ".join([HUMAN, *player_names()])
            raise Refusal("unknown-player", f"there is no player {kind[:60]!r}; choose from: {offered}")
        kinds |= dict.fromkeys(find_seats(game, places, name), kind)
    for side in game.sides:
        if len({kinds[place] for place in places if places[place] == side}) > 1:
            raise Refusal("bad-request", f"the seats of {side} are all for people, or all for one computer player")
    return {
        place: Seat(kind, kind if kind != HUMAN else "", kind != HUMAN, places[place]) for place, kind in kinds.items()
    }


def keep_own(game: Game, seats: dict[str, Seat], wanted: str) -> dict[str, Seat]:
    """The seats of an open game, one of which its maker keeps: nobody takes that from the public list."""
    places = {place: seat.side for place, seat in seats.items()}
    named = find_seats(game, places, wanted) if wanted else list(places)
    own = next((place for place in named if seats[place].kind == HUMAN), "")
    return {place: msgspec.structs.replace(seat, taken=seat.taken or place == own) for place, seat in seats.items()}


def find_seats(game: Game, places: Mapping[str, str], wanted: str) -> list[str]:
    """The seats that a name means: the seat of that name, or all seats of the side of that name."""
    found = [place for place in places if place.lower() == wanted.lower()]
    side = "" if found else find_side(game, wanted)
    return found or [place for place in places if places[place] == side]


def settle(game: Game, wanted: NewGame) -> dict[str, str]:
    """The options of a new game, each with its value."""
    try:
        game.scenario(wanted.scenario)
    except UnknownChoice as error:
        raise Refusal("unknown-scenario", str(error)) from None
    try:
        return game.settle(wanted.options)
    except UnknownChoice as error:
        raise Refusal("unknown-option", str(error)) from None


def begin(game: Game, wanted: NewGame, options: dict[str, str], seats: dict[str, Seat]) -> Session:
    """A new game, with fair dice unless a test asked for seeded ones."""
    return Session.open(
        game,
        wanted.scenario,
        options,
        seats={place: seat.kind for place, seat in seats.items()},
        seed=wanted.seed,
        secret=b"" if wanted.seed is not None else secrets.token_bytes(SECRET_BYTES),
    )


def patience_of(game: Game, seats: Mapping[str, Seat]) -> Patience:
    """People are asked before their last move is committed; the game's table file says what ends a phase."""
    people = frozenset(game.side(seat.side) for seat in seats.values() if seat.kind == HUMAN)
    part = handling_of(game).part
    ends = part.get("end", ())
    return Patience(people, frozenset(ends), frozenset((*ends, *part.get("ready", ()), *part.get("each", ()))))


def restore(game: Game, saved: Saved) -> Session:
    """A game from the database. The picks since the last point of no return are made again, so that they can still be
    taken back.
    """
    log, known, patience = saved.log, _known(game, saved), patience_of(game, saved.seats)
    start = _tail(log)
    if start < len(log.entries):
        session = Session.resume(game, log, secret=saved.secret, upto=start, known=known, patience=patience)
        for entry in log.entries[start:]:
            if session.seq < entry.n:
                session.pick(entry.do, game.side(entry.by))
        if session.log.chain == log.chain:
            return session
    session = Session.resume(game, log, secret=saved.secret, known=known, patience=patience)
    if session.log.chain != log.chain:
        raise BadLog("the stored game does not stand where its log leads")
    return session


def _known(game: Game, saved: Saved) -> list[tuple[int, State]]:
    """The snapshots as states; those of an older form, or impossible, are passed over: the log can do without them."""
    found: list[tuple[int, State]] = []
    for number, text in saved.snapshots:
        with contextlib.suppress(BadSave):
            found.append((number, game.restore(text)))
    return found


def _tail(log: Log) -> int:
    """Where the last run of picks by one side begins."""
    entries = log.entries
    start = len(entries)
    while start and len(entries) - start < TAIL and entries[start - 1].by == entries[-1].by != "chance":
        start -= 1
    while start < len(entries) and entries[start].auto:
        start += 1
    return start


def roll(session: Session) -> None:
    """Roll dice that the session cannot roll itself: those of a game that came without its secret."""
    while isinstance(frame := flow.waiting(session.state), Chance):
        state = session.state
        action = frame.case(state, secrets.randbelow(frame.total(state)))
        session.pick(session.game.format(state, action), NATURE)


def standing_of(session: Session) -> Standing:
    """Where a session stands; a side that gave up has ended the game."""
    ending = session.log.ending
    if ending is not None and ending.resigned:
        return Standing(session.seq, "", over=True, result=ending.end)
    side = session.to_decide
    outcome = session.state.outcome
    name = "" if side is None else session.game.side_name(side)
    return Standing(session.seq, name, side is None, "" if outcome is None else outcome.level)


def news_since(session: Session, before: int, standing: Standing) -> Batch:
    """What was added to the log after that many picks."""
    log = session.log
    readers = Readers(session.game, session.state)
    fresh = zip(log.entries[before:], session.events[before:], strict=True)
    said = tuple(readers.hear(entry.n, events) for entry, events in fresh)
    is_due = before // SNAPSHOT_EVERY != session.seq // SNAPSHOT_EVERY or standing.over
    snapshot = session.state.to_json() if is_due else ""
    return Batch(tuple(log.entries[before:]), tuple(log.chains[before + 1 :]), said, standing, snapshot)
