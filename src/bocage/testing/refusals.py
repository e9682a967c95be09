"""Whatever is not an option is refused with a code and a reason, and the state stays as it is."""

from typing import Any

from bocage.kernel import flow
from bocage.kernel.actions import Invalid, NotYours
from bocage.kernel.ids import Side
from bocage.testing.fuzz import Fuzzer
from bocage.testing.moments import rule_numbers
from bocage.testing.playing import Moment

TRIES = 6  # of each kind, at each decision


def bad_actions_refused(m: Moment) -> None:
    """Malformed texts, illegal actions and the wrong side are refused; nothing changes."""
    text = m.g.to_json()
    fuzzer = Fuzzer(m.plan.game, m.g.board, m.rng)
    near = [m.plan.game.format(m.g, action) for action in m.options[:20]]
    for _ in range(TRIES):
        _malformed(m, fuzzer.text(near))
    for _ in range(TRIES):
        _illegal(m, fuzzer)
    _wrong_side(m)
    assert m.g.to_json() == text, "refusing an action changed the state"


def _malformed(m: Moment, text: Any) -> None:
    game = m.plan.game
    try:
        action = game.parse(m.g, text)
    except Invalid as error:
        refusal = error
    else:
        written = game.format(m.g, action)
        assert game.parse(m.g, written) == action, f"{text!r} was read as {action}, which is written {written!r}"
        return
    assert refusal.code, f"{text!r} is invalid without a code"
    assert str(refusal).strip(), f"{text!r} is invalid without a reason"
    m.count(refusal.code)


def _illegal(m: Moment, fuzzer: Fuzzer) -> None:
    action, game = fuzzer.action(), m.plan.game
    written = game.format(m.g, action)
    because = flow.why_not(m.g, action)
    if because is None:
        assert action in m.options, f"{written!r} is allowed but not offered"
        return
    assert action not in m.options, f"{written!r} is offered but refused: {because}"
    assert because.text.strip(), f"{written!r} is refused without a reason"
    known = rule_numbers(game)
    assert not known or not because.rule or because.rule in known, f"{written!r}: there is no rule {because.rule}"
    m.count("illegal")


def _wrong_side(m: Moment) -> None:
    decides = m.plan.game.side_name(m.frame.by)
    for number, name in enumerate(m.plan.game.sides):
        if number != m.frame.by:
            try:
                flow.check_turn(m.g, Side(number))
            except NotYours:
                continue
            raise AssertionError(f"{name} may pick when {decides} decides")
