"""Nobody learns from the engine what the rules hide.

From what a side may know a second world is sampled that differs only in what it may not. Everything the
side is shown must be the same, byte for byte, in both worlds: the redacted state that a computer player
gets, the view that a browser draws, the options, whether the other side has a choice at all, and, after the
same pick, the events and the view again, unless the pick itself brought something to light.
"""

import msgspec

from bocage.kernel import flow
from bocage.kernel.events import Event, Revealed
from bocage.kernel.ids import Side
from bocage.kernel.state import State
from bocage.kernel.view import View, redact
from bocage.testing.moments import differences
from bocage.testing.playing import Moment

WORLDS = "worlds that differ"


def nothing_leaks(m: Moment) -> None:
    """Two worlds that a side cannot tell apart look the same to it, now and after the same pick."""
    game = m.plan.game
    true_after: State | None = None
    for number in range(len(game.sides)):
        side = Side(number)
        known = redact(game, m.g, side)
        other = _other_world(m, known, side)
        if other.to_json() == m.g.to_json():
            continue
        m.count(WORLDS)
        _same_view(m, m.g, other, side, "in two worlds that it cannot tell apart")
        _same_silence(m, other, side)
        if flow.why_not(other, m.action) is None:
            true_after = true_after or m.after()
            _same_future(m, true_after, m.after(other), side)


def redacted_options_are_true(m: Moment) -> None:
    """The deciding side finds its true options in what it may know."""
    if m.is_chance:
        return
    view = View(m.plan.game, m.g, m.frame.by)
    offered = view.options()
    assert offered == m.options, (
        f"{m.plan.game.side_name(m.frame.by)} is offered {_texts(m, offered)} "
        f"by its view, but may do {_texts(m, m.options)}"
    )


def _other_world(m: Moment, known: State, side: Side) -> State:
    """A world that agrees with what the side knows; the same dice will fall in it."""
    other: State = m.plan.game.sample(known.copy(), side, m.rng)
    other.chance = m.g.chance
    return other


def _same_view(m: Moment, true: State, other: State, side: Side, when: str) -> None:
    game = m.plan.game
    name = game.sides[side]
    a, b = redact(game, true, side), redact(game, other, side)
    assert a.to_json() == b.to_json(), f"{name} is handed different states {when}: {differences(a, b)}"
    for who, label in ((side, name), (None, "a spectator")):
        ours, theirs = (View(game, g, who).payload() for g in (true, other))
        assert msgspec.json.encode(ours) == msgspec.json.encode(theirs), (
            f"{label} is shown different things {when}: {_parts(ours, theirs)}"
        )


def _same_future(m: Moment, true: State, other: State, side: Side) -> None:
    game, text = m.plan.game, m.plan.game.format(m.g, m.action)
    ours, theirs = _heard(true, side), _heard(other, side)
    if any(isinstance(event, Revealed) for event in (*ours, *theirs)):
        return
    assert ours == theirs, (
        f"after {text}, {game.sides[side]} hears different things in two worlds that it cannot tell apart: "
        f"{[event.sentence(true) for event in ours]} and {[event.sentence(other) for event in theirs]}"
    )
    _same_view(m, true, other, side, f"after {text} in two worlds that it could not tell apart")


def _same_silence(m: Moment, other: State, side: Side) -> None:
    """A pick that is forced is taken at once: whether it is must not depend on what the others cannot see."""
    if m.is_chance or m.frame.by == side or m.frame.asks_always:
        return
    if type(flow.waiting(other)) is not type(m.frame):  # the frame itself is veiled
        return
    forced = [len(options) == 1 for options in (m.options, flow.options(other))]
    assert forced[0] == forced[1], (
        f"{type(m.frame).__name__} is forced in one of two worlds that {m.plan.game.sides[side]} cannot tell apart, "
        f"and would be taken at once: it must set asks_always"
    )


def _heard(g: State, side: Side) -> list[Event]:
    return [event for event in g.events or () if event.seen_by(side)]


def _parts(one: msgspec.Struct, two: msgspec.Struct) -> str:
    found = [name for name in one.__struct_fields__ if getattr(one, name) != getattr(two, name)]
    return "; ".join(f"{name}: {getattr(one, name)} and {getattr(two, name)}" for name in found)


def _texts(m: Moment, actions: list[tuple[object, ...]]) -> list[str]:
    return [m.plan.game.format(m.g, action) for action in actions]
