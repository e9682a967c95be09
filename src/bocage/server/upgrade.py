"""A stored game under new rules: it goes on if its log is legal under them, and is readable in any case."""

import msgspec

from bocage.kernel.game import Game
from bocage.kernel.log import BadLog, OtherRules
from bocage.kernel.session import FAULTS, Session, newer, under_new_rules
from bocage.server.archive import Batch, Said, Saved, Standing
from bocage.server.opening import news_since, patience_of, restore, standing_of
from bocage.server.records import Record, read
from bocage.server.relics import Relic, Remains
from bocage.server.tables import Table
from bocage.server.words import remark


class Revived(msgspec.Struct, frozen=True):
    """A table, and what has to be stored because the rules have changed since it was last used."""

    table: Table
    rules: str = ""
    """The version under which its log was played through now; empty if nothing has changed."""
    note: tuple[Said, ...] = ()
    """What was said of its last pick, with a note that the rules are new."""
    batch: Batch | None = None
    """Picks that follow by themselves under the new rules."""
    snapshot: str = ""


def revive(game: Game, saved: Saved, packed: bytes) -> Revived:
    """The table of a stored game."""
    record = read(packed)
    try:
        if saved.rules == game.version:
            return Revived(Table(game, restore(game, saved), saved))
        if saved.over and record is not None:
            raise OtherRules(newer(game, saved.log.header))
        session = Session.resume(game, saved.log, secret=saved.secret, patience=patience_of(game, saved.seats))
        _compare(saved, session)
    except FAULTS as error:
        return Revived(_relic(game, saved, record, error))
    return _goes_on(game, saved, session)


def _compare(saved: Saved, session: Session) -> None:
    """A game that was over must still be over, with the same result."""
    if not saved.over or saved.resigned:
        return
    now = standing_of(session)
    if not now.over or now.result != saved.result:
        truth = now.result or "no end"
        raise BadLog(f"it ended with {saved.result!r}, but leads to {truth!r} now", len(saved.said) + 1)


def _goes_on(game: Game, saved: Saved, session: Session) -> Revived:
    table = Table(game, session, saved)
    note: tuple[Said, ...] = ()
    if saved.said and not saved.over:
        text = f"The rules of {game.name} are version {game.version} now; the game began under version {saved.rules}."
        note = (*saved.said[-1], remark(len(saved.said), f"{text} It goes on under the new ones."))
        table.said[-1] = note
    batch = None
    if session.seq > len(saved.said):
        batch = news_since(session, len(saved.said), table.stand())
    return Revived(table, game.version, note, batch, session.state.to_json())


def _relic(game: Game, saved: Saved, record: Record | None, error: Exception) -> Relic:
    standing = Standing(len(saved.said), saved.to_decide, saved.over, saved.result, told=saved.told)
    remains = Remains(game, saved, record)
    why = _as_recorded(game, saved) if saved.over and record is not None else _why(game, saved, error)
    return Relic(game, saved, why, remains, standing)


def _as_recorded(game: Game, saved: Saved) -> str:
    """A game that is over and was recorded whole needs no rules."""
    versions = (
        f"it was played under version {saved.rules} of the rules of {game.name}; they are version {game.version} now"
    )
    return f"this game is shown as recorded: {versions}"


UNPLAYABLE = "it can be read, but not played on"


def _why(game: Game, saved: Saved, error: Exception) -> str:
    """Why a game cannot go on, with the rule that forbids it."""
    fault = error if isinstance(error, BadLog) else BadLog(f"{type(error).__name__}: {error}")
    if not isinstance(fault, OtherRules):
        fault = under_new_rules(game, saved.log.header, fault)
    if saved.over:
        return f"its map is shown as near as our rules come: {str(fault)[:400]}"
    if game.secrets:  # the pick at fault, its place in the log and even its rule may be a side's secret
        return f"{UNPLAYABLE}: {newer(game, saved.log.header)}, and a pick of it is not legal under ours"
    return f"{UNPLAYABLE}: {str(fault)[:400]}"
