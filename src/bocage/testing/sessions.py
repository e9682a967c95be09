"""What must be true of a game that is played with a log: undo, sameness, proof."""

import random

from bocage.kernel.actions import NotYours
from bocage.kernel.events import Revealed
from bocage.kernel.ids import NATURE
from bocage.kernel.log import read_log
from bocage.kernel.session import Session
from bocage.kernel.verify import verify
from bocage.testing.playing import Plan, blame

SECRET = bytes(range(32))
KEEP_EVERY = 8


def play_session(session: Session, rng: random.Random, limit: int) -> Session:
    """Pick at random until the game is over."""
    while session.to_decide is not None:
        assert session.seq <= limit, f"the game has not ended after {limit} picks"
        pick_at_random(session, rng)
    return session


def pick_at_random(session: Session, rng: random.Random) -> None:
    """Make one random pick."""
    action = rng.choice(session.options())
    session.pick(session.game.format(session.state, action), session.to_decide)


def undo_equal(plan: Plan, *, every: int = 1) -> None:
    """Undo leads back to the equal state and log, redo forward again; dice, reveals, the end and a change
    of side are points of no return, and nothing else is.
    """
    session, rng, picks = plan.open(), plan.rng(), 0
    while session.to_decide is not None:
        with blame(plan, session.seq, session.state):
            assert session.seq <= plan.limit, f"the game has not ended after {plan.limit} picks"
            if picks % every:
                pick_at_random(session, rng)
            else:
                _there_and_back(session, rng)
        picks += 1


def _there_and_back(session: Session, rng: random.Random) -> None:
    before = _name(session)
    side, length = session.to_decide, session.seq
    pick_at_random(session, rng)
    after = _name(session)
    rolled = any(entry.by == session.game.side_name(NATURE) for entry in session.log.entries[length:])
    revealed = any(isinstance(event, Revealed) for events in session.events[length:] for event in events)
    final = rolled or revealed or session.to_decide != side
    because = session.why_not_undo()
    if final:
        assert because is not None, "undo is offered across dice, a reveal, the end or a change of side"
        assert because.text.strip(), "undo is refused without a reason"
        try:
            session.undo()
        except NotYours:
            return
        raise AssertionError("undo went across dice, a reveal, the end or a change of side")
    assert because is None, f"a plain pick cannot be undone: {because}"
    session.undo()
    assert _name(session) == before, "undo did not lead back to the same game"
    assert len(session.events) == session.seq, "undo left events behind"
    session.redo()
    assert _name(session) == after, "redo did not lead forward to the same game"


def _name(session: Session) -> tuple[str, str, int]:
    """Names a position and the log that led to it: equal only for equal ones."""
    return session.state.digest(), session.log.chain, session.seq


def same_seed_same_game(plan: Plan, *, every: int = 1) -> None:
    """The same seed and the same picks give the same log, letter by letter."""
    del every  # a log is compared as a whole
    texts = []
    for _ in range(2):
        session = plan.open()
        with blame(plan):
            play_session(session, plan.rng(), plan.limit)
        texts.append(session.log.text())
    with blame(plan):
        for number, (one, two) in enumerate(zip(*(text.splitlines() for text in texts), strict=False), start=1):
            assert one == two, f"the same seed gave two games, from line {number} on: {one} and {two}"
        assert texts[0] == texts[1], "the same seed gave games of different length"


def logs_verify(plan: Plan, *, every: int = 1) -> None:
    """A finished log proves itself, with seeded and with fair dice; any moment of it can be reached again,
    and going on from the middle leads to the same end. A long game (`every` above 1) is played with fair dice
    only.
    """
    for secret in (SECRET, b"") if every == 1 else (SECRET,):
        session = plan.open(secret)
        with blame(plan):
            seen = _play_with_digests(session, plan, every)
            _proves_itself(session)
            _resumes(session, plan, seen)


def _play_with_digests(session: Session, plan: Plan, every: int) -> dict[int, tuple[str, random.Random]]:
    """Play to the end; now and then the digest, and the source of our picks, by number of picks."""
    rng, seen, picks = plan.rng(), dict[int, tuple[str, random.Random]](), 0
    while session.to_decide is not None:
        assert session.seq <= plan.limit, f"the game has not ended after {plan.limit} picks"
        if picks % (KEEP_EVERY * every) == 0:
            copy = random.Random()
            copy.setstate(rng.getstate())
            seen[session.seq] = (session.state.digest(), copy)
        pick_at_random(session, rng)
        picks += 1
    return seen


def _proves_itself(session: Session) -> None:
    log = read_log(session.log.text())
    proof = verify(session.game, log)
    assert proof.ok, f"the log does not verify: {proof.fault}"
    assert proof.picks == session.seq, "the proof left out picks"
    assert proof.proven == proof.rolls, f"of {proof.rolls} rolls only {proof.proven} are proven"
    level = session.state.outcome.level if session.state.outcome else ""
    assert proof.result == level, f"the log ends in {proof.result!r}, the game in {level!r}"


def _resumes(session: Session, plan: Plan, seen: dict[int, tuple[str, random.Random]]) -> None:
    text = session.log.text()
    whole = Session.resume(session.game, read_log(text))
    assert whole.state.digest() == session.state.digest(), "the log, loaded, leads to another end"
    assert whole.log.text() == text, "the log, loaded, reads differently"
    middle = sorted(seen)[len(seen) // 2]
    digest, rng = seen[middle]
    assert session.at(middle).digest() == digest, f"pick {middle}, looked up, is another position"
    part = read_log("".join(line + "\n" for line in text.splitlines()[: middle + 1]))
    going_on = Session.resume(session.game, part, secret=session.secret)
    assert going_on.state.digest() == digest, f"the log, loaded up to pick {middle}, leads to another position"
    play_session(going_on, rng, plan.limit)
    assert going_on.log.text() == text, f"going on from pick {middle} led to another game"
