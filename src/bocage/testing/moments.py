"""What must be true at every decision of any game."""

import sys
from pathlib import Path
from typing import Any

import msgspec

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.game import Game
from bocage.kernel.ids import NOWHERE, Side
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.testing.playing import Moment

MANY = 50  # of more options than this only a sample is tried
_NUMBERS: dict[str, frozenset[str]] = {}


def saves_equal(m: Moment) -> None:
    """What is saved and loaded again is the same state, with the same options (and so no stale cache)."""
    text = m.g.to_json()
    loaded = type(m.g).from_json(m.g.board, text, m.plan.game.frames)
    again = loaded.to_json()
    assert again == text, f"saved and loaded, the state differs in {differences(m.g, loaded)}"
    assert loaded.here == m.g.here, "saved and loaded, the counters stand elsewhere"
    offered = list(flow.options(loaded))
    assert offered == m.options, f"saved and loaded, the options differ: {_two(m, m.options, offered)}"


def copies_independent(m: Moment) -> None:
    """Nothing done to a copy reaches the original, and both lead to the same future."""
    text, here = m.g.to_json(), dict(m.g.here)
    scramble(m.g.copy())
    assert m.g.to_json() == text, "a change in a copy reached the original"
    assert m.g.here == here, "a change in a copy moved a counter of the original"
    one, two = m.after(), m.after()
    assert m.g.to_json() == text, f"playing {_text(m)} on a copy changed the original"
    assert m.g.here == here, f"playing {_text(m)} on a copy moved a counter of the original"
    assert one.to_json() == two.to_json(), f"{_text(m)} led to two futures: {differences(one, two)}"
    assert one.events == two.events, f"{_text(m)} told two stories"


def counters_conserved(m: Moment) -> None:
    """Every counter is in exactly one place, and the index by space agrees with the column."""
    g = m.g
    assert len(g.space) == len(g.board.unit_names), "there is not one place per counter"
    here: dict[int, int] = {}
    for unit, space in enumerate(g.space):
        if space != NOWHERE:
            assert space >= 0, f"{g.board.unit_names[unit]} is in no space ({space})"
            assert g.board.all >> space & 1, f"{g.board.unit_names[unit]} is in no space ({space})"
            here[space] = here.get(space, 0) | 1 << unit
    assert g.here == here, "the index by space disagrees with where the counters are"


def no_problems(m: Moment) -> None:
    """The game itself finds nothing impossible in the state."""
    found = m.plan.game.problems(m.g)
    assert not found, "; ".join(found)


def texts_round_trip(m: Moment) -> None:
    """Every option is one line of text that reads back as itself, and no two share theirs."""
    game, g = m.plan.game, m.g
    options = m.options if len(m.options) <= MANY else m.rng.sample(m.options, MANY)
    texts: dict[str, Action] = {}
    for action in options:
        text = game.format(g, action)
        assert text == " ".join(text.split()), f"{text!r} is not one plain line"
        assert game.parse(g, text) == action, f"{text!r} reads as {game.parse(g, text)}, not {action}"
        assert m.frame.allows(g, action), f"{text!r} is offered but not allowed"
        assert text not in texts, f"{text!r} is offered twice: {texts.get(text)} and {action}"
        texts[text] = action


def asking_changes_nothing(m: Moment) -> None:
    """Views, prompts, warnings and reasons are made without a trace, for each side and for a spectator."""
    game, text = m.plan.game, m.g.to_json()
    assert flow.trail(m.g), "nobody can say where the game stands: every frame has an empty title"
    assert m.frame.prompt(m.g).strip(), f"{type(m.frame).__name__} asks nothing"
    for side in (*range(len(game.sides)), None):
        view = View(game, m.g, None if side is None else Side(side), m.number)
        assert msgspec.json.encode(view.payload())
        if game.evaluate is not None and side is not None:
            value = game.evaluate(view.sample(m.rng), Side(side))
            assert abs(value) < 1e9, f"{game.sides[side]} values the position at {value}"
    assert m.g.to_json() == text, "looking at the game changed it"


def events_make_sense(m: Moment) -> None:
    """Every event is a sentence; every rule that is quoted stands in the rulebook."""
    known = rule_numbers(m.plan.game)
    after = m.after()
    for event in after.events or ():
        assert event.sentence(after).strip(), f"{event.kind} has nothing to say"
        assert not known or not event.rule or event.rule in known, f"{event.kind} quotes rule {event.rule}"
    number = m.frame.rule_number()
    assert not known or not number or number in known, f"{type(m.frame).__name__} quotes rule {number}"


def rule_numbers(game: Game) -> frozenset[str]:
    """The numbers of a game's rulebook; empty for a game without one."""
    if game.package not in _NUMBERS:
        file = getattr(sys.modules.get(game.package), "__file__", None)
        has_rules = file is not None and (Path(file).parent / "rulebook.toml").exists()
        _NUMBERS[game.package] = frozenset(rule.number for rule in game.rulebook.rule) if has_rules else frozenset()
    return _NUMBERS[game.package]


def scramble(g: State) -> None:
    """Change everything in a state that can be changed in place."""
    for name in g.__struct_fields__:
        if name not in ("board", "cache"):  # shared on purpose: a cache is replaced, never emptied
            _scramble(getattr(g, name))


def _scramble(value: Any) -> None:
    if isinstance(value, dict):
        for inner in value.values():
            _scramble(inner)
        value.clear()
    elif isinstance(value, list):
        for inner in value:
            _scramble(inner)
        value.append(value[0] if value else 0)
        value.reverse()
        value.append(value[0])
    elif isinstance(value, set):
        value.clear()


def differences(one: State, two: State) -> str:
    """The names of the fields in which two states differ."""
    a, b = one.to_data(), two.to_data()
    found = [f"{name} ({a.get(name)!r} and {b.get(name)!r})" for name in sorted({*a, *b}) if a.get(name) != b.get(name)]
    return "; ".join(found) or "nothing but the order of its text"


def _text(m: Moment) -> str:
    return m.plan.game.format(m.g, m.action)


def _two(m: Moment, one: list[Any], two: list[Any]) -> str:
    lost = [m.plan.game.format(m.g, action) for action in one if action not in two]
    new = [m.plan.game.format(m.g, action) for action in two if action not in one]
    return f"lost {lost}, new {new}" if lost or new else "in their order"
