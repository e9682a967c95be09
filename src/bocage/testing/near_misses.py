"""What is almost allowed: the reason for refusing it must be true, and stand in the rulebook.

Beside each decision of a random game lie the actions that a player would try next: every verb, each counter, the spaces
around those that are offered. Each of these that is not an option is asked about.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from bocage.kernel import flow
from bocage.kernel.actions import Action, Kind
from bocage.kernel.flow import Decision
from bocage.kernel.ids import NATURE
from bocage.kernel.spaces import each
from bocage.testing.moments import rule_numbers
from bocage.testing.playing import Moment

ASKED = "near misses"
"""The name under which they are counted."""
BESIDE = 2
"""How many spaces beyond those on offer are tried too."""
TRIES = 24
"""How many near misses are tried at a decision."""


def near_misses_explained(m: Moment) -> None:
    """Each near miss is refused with a rule of the rulebook and for a reason that holds by itself."""
    if m.frame.by == NATURE or type(m.frame).offers is Decision.offers:
        return
    offered, known = set(m.options), rule_numbers(m.plan.game)
    _statement(m)
    for action in near_misses(m):
        if action in offered:
            continue
        written = m.plan.game.format(m.g, action)
        because = flow.why_not(m.g, action)
        assert because is not None, f"{written!r} is allowed but not offered"
        assert because.rule, f"{written!r} is refused without a rule: {because.text}"
        assert not known or because.rule in known, f"{written!r}: there is no rule {because.rule}"
        assert because.text.strip(), f"{written!r} is refused without a reason"
        assert "{" not in because.text, f"{written!r}: {because.text}"
        m.count(ASKED)


def _statement(m: Moment) -> None:
    """The statement of a decision holds together: each verb once, and no hint against what is offered."""
    offers = list(m.frame.offers(m.g))
    verbs = [offer.verb for offer in offers]
    assert len(verbs) == len(set(verbs)), f"{type(m.frame).__name__} states a verb twice: {verbs}"
    for offer in offers:
        for loose in offer.loose_hints():
            raise AssertionError(f"{type(m.frame).__name__}: a hint speaks against what is offered: {loose}")


def near_misses(m: Moment) -> Iterator[Action]:
    """Actions beside those that are offered, in random order."""
    verbs = m.plan.game.verbs
    asked = {offer.verb for offer in m.frame.offers(m.g)}
    likely = [verb for verb in verbs if verb in asked] or list(verbs)

    def endless() -> Iterator[Action]:
        while True:
            verb = m.rng.choice(likely if m.rng.random() < 0.9 else list(verbs))
            yield (verb, *(value for kind in verbs[verb] for value in _values(m, kind)))

    return islice(endless(), TRIES)


def _values(m: Moment, kind: Kind) -> list[int]:
    board: Any = m.g.board
    if isinstance(kind, tuple):
        return [m.rng.randrange(len(kind))]
    if kind.endswith("*"):
        return [value for _ in range(m.rng.randrange(3)) for value in _values(m, kind[:-1])]
    if kind == "unit":
        return [m.rng.choice(_units(m))]
    if kind == "space":
        return [m.rng.choice(_spaces(m))]
    if kind == "direction":
        return [m.rng.randrange(len(board.directions))]
    if kind == "units":
        return [sum(1 << unit for unit in {m.rng.randrange(len(board.unit_names)) for _ in range(m.rng.randrange(4))})]
    return [m.rng.randrange(-1, 10)]


def _units(m: Moment) -> list[int]:
    """Mostly counters that stand somewhere, and those that the options speak of."""
    named = _named(m, "unit")
    standing = [unit for unit, space in enumerate(m.g.space) if space >= 0]
    return [*named, *standing] or [*range(len(m.g.board.unit_names))]


def _spaces(m: Moment) -> list[int]:
    """The spaces that the options speak of, or where counters stand, and what lies around them."""
    board: Any = m.g.board
    middle = m.rng.choice(_named(m, "space") or list(m.g.here) or [next(iter(board.ids.values()))])
    return [middle, *each(board.within(middle, BESIDE))]


def _named(m: Moment, kind: str) -> list[int]:
    verbs, found = m.plan.game.verbs, []
    for action in m.options[:40]:
        kinds = verbs.get(action[0], ())
        found += [value for known, value in zip(kinds, action[1:], strict=False) if known == kind]
    return found
