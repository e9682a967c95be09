"""Games that come as a file are proved by a process of their own: it takes seconds, and nobody else should wait.

The process gets what was sent and answers with everything that the table needs, so that the server plays none of the
picks again.
"""

import sys

import msgspec

from bocage.kernel.flow import DeadEnd
from bocage.kernel.log import BadLog, Entry, Header, Log, read_log
from bocage.kernel.session import RuleFailed, Session, revealed_secret
from bocage.kernel.verify import verify
from bocage.server.archive import Batch, Noticed, Said, Standing
from bocage.server.low_priority import stand_back
from bocage.server.opening import find_title, news_since, roll, standing_of
from bocage.server.process import running
from bocage.server.refusals import Refusal, logger
from bocage.server.wire import Import
from bocage.server.words import SPECTATOR, Retold, remark

PATIENCE = 60.0
"""Seconds that the proof of a log may take."""
MOST_PICKS = 40_000
LONGEST_LINE = 20_000
KNOWN = "This game came as a file: its author may have known the dice."
NEW = "This game came as a file, which may have told its dice in advance: from here the server rolls new ones."


class Brought(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A game that was proved, ready to be stored; or why not."""

    header: Header | None = None
    entries: tuple[Entry, ...] = ()
    said: tuple[tuple[Said, ...], ...] = ()
    noticed: tuple[Noticed, ...] = ()
    standing: Standing | None = None
    snapshot: str = ""
    resigned: str = ""
    secret: bytes = b""
    code: str = ""
    fault: str = ""


def prove(wanted: Import) -> Brought:
    """Check every line, pick and roll of a log before anything is believed."""
    try:
        return _prove(wanted)
    except Refusal as refusal:
        return Brought(code=refusal.code, fault=refusal.message)
    except BadLog as error:
        return Brought(code="bad-log", fault=str(error)[:400])
    except (RuleFailed, DeadEnd, ValueError) as error:
        return Brought(code="bad-log", fault=f"the log cannot be played: {error}"[:400])


def _prove(wanted: Import) -> Brought:
    if wanted.log.count("\n") > MOST_PICKS:
        raise Refusal("too-large", f"a log has at most {MOST_PICKS} lines here")
    log = read_log(wanted.log)
    game = find_title(log.header.game)
    proof = verify(game, log, secret=secret_of(wanted))
    if proof.fault:
        raise Refusal("bad-log", proof.fault)
    is_over = log.ending is not None
    log, note = _rolled_here(log)
    told = Retold(game, log)
    session = Session.resume(game, log)
    roll(session)
    more = news_since(session, len(told.said), standing_of(session))
    said, noticed = [*told.said, *more.said], [*told.noticed, *(None for _ in more.said)]
    if said and note:
        said[-1] = (*said[-1], remark(len(said), note))
        noticed[-1] = None
    shown = sum(who is None or SPECTATOR in who for who in noticed)
    return Brought(
        header=log.header,
        entries=tuple(session.log.entries),
        said=tuple(said),
        noticed=tuple(noticed),
        standing=msgspec.structs.replace(more.standing, told=shown),
        snapshot=session.state.to_json() if said else "",
        resigned="" if session.log.ending is None else session.log.ending.resigned,
        secret=revealed_secret(log) if is_over else b"",
    )


def _rolled_here(log: Log) -> tuple[Log, str]:
    """A game that goes on gets new dice, whatever secret came with it: its importer would know every roll. The log says
    so, and from now on nobody can prove them. Of a finished game the log only says that they may have been known.
    """
    if log.header.dice != "fair":
        return log, ""
    if log.ending is not None:
        return log, KNOWN
    changed = Log(msgspec.structs.replace(log.header, dice="table", commitment=""))
    for entry in log.entries:
        changed.append(entry)
    return changed, NEW


def seated(brought: Brought) -> tuple[Session, Batch]:
    """The session of a game that was proved, without playing it again, and what is to be stored of it."""
    if brought.header is None or brought.standing is None:
        raise Refusal(brought.code or "bad-log", brought.fault or "the log cannot be played")
    game = find_title(brought.header.game)
    log = Log(brought.header)
    for entry in brought.entries:
        log.append(entry)
    known = [(len(brought.entries), game.restore(brought.snapshot))] if brought.snapshot else []
    session = Session.resume(game, log, secret=brought.secret, known=known)
    if brought.resigned:
        session.resign(game.side(brought.resigned))
    batch = Batch(
        entries=brought.entries,
        chains=tuple(log.chains[1:]),
        said=brought.said,
        standing=brought.standing,
        snapshot=brought.snapshot,
        noticed=brought.noticed,
    )
    return session, batch


def secret_of(wanted: Import) -> bytes:
    """The secret that came with a log."""
    try:
        return bytes.fromhex(wanted.secret)
    except ValueError:
        raise Refusal("bad-request", "a secret is an even number of hexadecimal digits") from None


def glance(wanted: Import) -> None:
    """Refuse at once anything without a header of ours, or without a secret: no process is started for that."""
    secret_of(wanted)
    try:
        find_title(read_log(wanted.log[:LONGEST_LINE].partition("\n")[0] + "\n").header.game)
    except BadLog as error:
        raise Refusal("bad-log", str(error)[:400]) from None


async def prove_elsewhere(wanted: Import) -> Brought:
    """The same in a process of its own, which ends when nobody is waiting for it."""
    glance(wanted)
    try:
        async with running("-m", "bocage.server.bringing", patience=PATIENCE) as child:
            found, _ = await child.communicate(msgspec.json.encode(wanted))
        return msgspec.json.decode(found, type=Brought)
    except TimeoutError:
        raise Refusal("bad-log", "the log is too long to be proved here") from None
    except msgspec.MsgspecError:
        logger.error("an import failed with code %s", child.returncode)
        raise Refusal("internal", "the log could not be proved; nothing was changed") from None


def main() -> None:
    """Prove what comes in."""
    stand_back(10)
    wanted = msgspec.json.decode(sys.stdin.buffer.read(), type=Import)
    sys.stdout.buffer.write(msgspec.json.encode(prove(wanted)))


if __name__ == "__main__":
    main()
