"""Proof: a forger who makes the whole chain anew is still found, by the rules or by the dice."""

from collections.abc import Callable

import msgspec
import pytest
from tests.kernel.treasure import TREASURE

from bocage.kernel import flow
from bocage.kernel.chance import Chance, commitment, fair_number
from bocage.kernel.log import Ending, Entry, Header, Log, read_log
from bocage.kernel.session import Session, ending_of, first_state, replay_entry
from bocage.kernel.verify import Proof, verify

SECRET = b"the tide table of 1944"
PICKS = ["hide Skull", *["stop"] * 6, "sail Rosa Palm", "dig", *["stop"] * 33]


def played(*, fair: bool = False, rounds: str = "20", picks: list[str] | None = None) -> Log:
    session = Session.open(TREASURE, options={"rounds": rounds}, seed=7, secret=SECRET if fair else b"")
    for text in PICKS if picks is None else picks:
        session.pick(text)
    return session.log


def forge(log: Log, entries: list[Entry], **header: object) -> Log:
    """The log with other entries, numbered and chained anew, and its ending as it was."""
    made = Log(msgspec.structs.replace(log.header, **header))
    for number, entry in enumerate(entries, start=1):
        made.append(msgspec.structs.replace(entry, n=number))
    if log.ending is not None:
        made.close(log.ending)
    return read_log(made.text())


def proof(log: Log) -> Proof:
    return verify(TREASURE, log)


def first_roll(log: Log) -> int:
    return next(number for number, entry in enumerate(log.entries) if entry.by == "chance")


def settle_end(log: Log) -> Log:
    """A forger's ending: whatever the entries lead to, with the right secret."""
    g = first_state(TREASURE, log.header, None)
    for entry in log.entries:
        replay_entry(TREASURE, g, entry)
    if not g.stack:
        log.close(ending_of(TREASURE, g, SECRET))
    return log


# what holds


@pytest.mark.parametrize("fair", [False, True])
def test_a_finished_game_proves_every_pick_and_every_roll(fair: bool) -> None:
    log = played(fair=fair)
    found = proof(log)
    assert found.ok, found.fault
    assert (found.lines, found.picks) == (len(log.entries) + 2, len(log.entries))
    assert found.rolls == found.proven == 20
    assert (found.result, found.line, found.dice) == ("Draw", 0, "fair" if fair else "fast")


def test_a_game_in_progress_proves_its_picks_but_no_fair_roll_before_the_secret_is_told() -> None:
    log = played(fair=True, picks=PICKS[:9])
    found = proof(log)
    assert found.ok
    assert (found.rolls, found.proven, found.result) == (3, 0, "")
    assert verify(TREASURE, log, secret=SECRET).proven == 3


def test_dice_typed_in_by_hand_are_legal_but_not_proven() -> None:
    session = Session.open(TREASURE)
    for text in ("hide Skull", "stop", "stop", "roll 3"):
        session.pick(text)
    found = proof(session.log)
    assert found.ok
    assert (found.rolls, found.proven, found.dice) == (1, 0, "table")


# what does not


def altered_roll(log: Log) -> list[Entry]:
    at = first_roll(log)
    face = int(log.entries[at].do.split()[1])
    changed = msgspec.structs.replace(log.entries[at], do=f"roll {face % 6 + 1}")
    return [*log.entries[:at], changed, *log.entries[at + 1 :]]


@pytest.mark.parametrize("fair", [False, True])
def test_an_altered_roll_is_found_at_its_line(fair: bool) -> None:
    log = played(fair=fair)
    found = proof(forge(log, altered_roll(log)))
    assert found.line == first_roll(log) + 2
    assert f"line {found.line}: 'roll " in found.fault
    assert "is not what the dice gave here" in found.fault


def altered_pick(log: Log) -> list[Entry]:
    """Red hides the chest elsewhere, which breaks no rule."""
    return [msgspec.structs.replace(log.entries[0], do="hide Parrot"), *log.entries[1:]]


def test_fair_dice_are_bound_to_the_picks_before_them() -> None:
    log = played(fair=True)
    found = proof(settle_end(forge(log, altered_pick(log))))
    assert not found.ok
    assert "is not what the dice gave here" in found.fault
    assert log.entries[found.line - 2].by == "chance"


def test_fair_dice_are_bound_to_the_players_and_the_scenario() -> None:
    log = played(fair=True)
    assert "is not what the dice gave" in proof(forge(log, log.entries, scenario="calm")).fault
    assert "is not what the dice gave" in proof(forge(log, log.entries, seats={"Red": "Anna"})).fault


def rolled_ahead(log: Log) -> Log:
    """A cheat who rolls before the pick is made, from the chain as it stood one line earlier."""
    made = Log(log.header)
    g = first_state(TREASURE, log.header, None)
    for entry in log.entries:
        frame = flow.waiting(g)
        if isinstance(frame, Chance):
            ahead = frame.case(g, fair_number(SECRET, made.chains[-2], frame.total(g)))
            entry = msgspec.structs.replace(entry, do=TREASURE.format(g, ahead))  # noqa: PLW2901
        replay_entry(TREASURE, g, entry)
        made.append(entry)
    return settle_end(made)


def test_dice_rolled_ahead_of_the_pick_are_found() -> None:
    found = proof(rolled_ahead(played(fair=True)))
    assert "is not what the dice gave here" in found.fault


def test_a_roll_made_twice_until_it_pleased_is_found() -> None:
    log = played()
    at = first_roll(log)
    found = proof(forge(log, [*log.entries[:at], log.entries[at], log.entries[at], *log.entries[at + 1 :]]))
    assert found.line == at + 3
    assert "'chance' picks, but it is Blue's decision" in found.fault


def dropped(log: Log) -> list[Entry]:
    return [*log.entries[:2], *log.entries[3:]]


def reordered(log: Log) -> list[Entry]:
    return [log.entries[0], log.entries[2], log.entries[1], *log.entries[3:]]


def inserted(log: Log) -> list[Entry]:
    return [*log.entries[:2], Entry(0, "Red", "stop"), *log.entries[2:]]


@pytest.mark.parametrize(
    ("tamper", "line", "reason"),
    [
        (dropped, 4, "'chance' picks, but it is Blue's decision"),
        (reordered, 3, "'Blue' picks, but it is Red's decision"),
        (inserted, 4, "'Red' picks, but it is Blue's decision"),
    ],
)
def test_lines_dropped_moved_or_added_are_found_even_with_a_new_chain(
    tamper: Callable[[Log], list[Entry]], line: int, reason: str
) -> None:
    log = played()
    assert [entry.by for entry in log.entries[:4]] == ["Red", "Red", "Blue", "chance"]
    found = proof(forge(log, tamper(log)))
    assert (found.line, found.picks) == (line, line - 2)
    assert f"line {line}: {reason}" in found.fault


@pytest.mark.parametrize("fair", [False, True])
def test_a_pick_dropped_with_no_other_trace_is_found_by_the_dice_or_the_end(fair: bool) -> None:
    """Red's voyage that came to nothing is left out: legal, but not what happened."""
    picks = ["hide Skull", "sail Rosa Palm", "sail Rosa Port", *["stop"] * 40]
    log = played(fair=fair, picks=picks)
    without = [entry for entry in log.entries if not entry.do.startswith("sail")]
    assert not proof(forge(log, without)).ok


# the ending


def ended(log: Log, **changes: str) -> Log:
    assert log.ending is not None
    made = forge(log, log.entries)
    made.close(msgspec.structs.replace(log.ending, **changes))
    return read_log(made.text())


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"end": "Red wins"}, "the log claims 'Red wins'; the picks lead to 'Draw'"),
        ({"winner": "Red"}, "the log claims 'Draw' for Red; the picks lead to 'Draw'"),
        ({"digest": "0" * 16}, "the picks lead to another position than the log claims"),
        ({"secret": ""}, "the secret of the dice was not revealed"),
        ({"secret": "ab"}, "the secret is not the one committed to"),
        ({"secret": "tide"}, "the secret is not written in hexadecimal digits"),
    ],
)
def test_a_false_ending_is_found_at_the_last_line(changes: dict[str, str], reason: str) -> None:
    log = played(fair=True)
    found = proof(ended(log, **changes))
    assert reason in found.fault
    assert found.line == len(log.entries) + 2


def test_an_ending_before_the_end_is_found() -> None:
    log = played(picks=PICKS[:5])
    log.close(Ending(end="Red wins", winner="Red"))
    found = proof(log)
    assert "the game is said to have ended, but Round 3 > Red sails: Red to decide" in found.fault
    assert found.line == len(log.entries) + 2


# the header


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "chess"}, "this is a log of chess, not of treasure"),
        ({"rules": "2.0"}, "the log was played with newer rules of Treasure (version 2.0; this Bocage has 1.2)"),
        ({"scenario": "moon"}, "there is no scenario 'moon'"),
        ({"options": {"rounds": "7"}}, "there is no value for rounds '7'"),
        ({"seed": 8}, "is not what the dice gave here"),
    ],
)
def test_a_log_of_another_game_version_scenario_or_seed_is_refused(changes: dict[str, object], reason: str) -> None:
    log = played()
    found = proof(forge(log, log.entries, **changes))
    assert reason in found.fault
    assert found.line >= 1


def test_a_log_of_older_rules_holds_if_ours_allow_it_and_says_so() -> None:
    log = played()
    found = proof(forge(log, log.entries, rules="1.0"))
    assert found.ok
    assert found.note == (
        "the log was played with older rules of Treasure (version 1.0; this Bocage has 1.2); under ours it is legal too"
    )
    assert proof(log).note == ""


def test_another_commitment_is_found() -> None:
    log = played(fair=True)
    found = proof(forge(log, log.entries, commitment=commitment(b"another")))
    assert "the secret is not the one committed to" in found.fault


def test_a_secret_that_was_not_committed_to_proves_nothing() -> None:
    log = played(fair=True, picks=PICKS[:9])
    found = verify(TREASURE, log, secret=b"another")
    assert found.fault == "line 1: the secret is not the one committed to"
    assert found.proven == 0


def test_a_log_of_ten_thousand_lines_verifies() -> None:
    log = played(fair=True, rounds="4000", picks=["hide Skull", *["stop"] * 8000])
    found = proof(log)
    assert found.ok, found.fault
    assert found.lines > 10_000
    assert found.proven == found.rolls == 4000


def test_a_header_alone_is_a_game_that_has_not_begun() -> None:
    log = read_log(Log(Header(game="treasure", rules="1.2", scenario="islands", options={"rounds": "3"})).text())
    found = proof(log)
    assert found.ok
    assert (found.lines, found.picks) == (1, 0)
