"""What is offered is what nothing bars: the options of a decision and its refusals are one statement.

For each verb a decision says who or what may be named, as rows of *bars*: whom a row bars, under which rule, and
why. What no row bars is offered; asked about anything else, the first row that bars it is the reason.

    yield PickUnit("select", g,
        only(g.board.of_side[self.by], "5.1", "{} is not yours"),
        bar(g.moved, "5.1", "{} has moved already"),
        only(on_map, "5.1", "{} is not on the map"))
    yield Act("done", bar(overstacked(g), "3.1", "a hex holds too many counters"))

A row of masks costs a few machine words, so a search pays next to nothing for it; `{}` stands for the name of what was
asked about, and the sentence is made only when somebody reads it. A `hint` explains what a later row bars anyway, and
better ("every way there is shut by enemy zones" before "out of reach"): it is worked out only when somebody asks. Where
there are many, `hints` makes them all, one after the other, until one explains it. A `late` row is asked only about
those whom the other rows leave open, so it costs nothing where they leave nobody.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain
from operator import or_
from typing import Any, NamedTuple, Protocol, TypeAlias

import msgspec

from bocage.kernel.actions import Action
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because

Words: TypeAlias = str | Callable[[Any], str]
"""Why: a sentence with `{}` for the name of what is barred, or a function of what is barred."""


class Bar(msgspec.Struct, frozen=True):
    """One row: whom it bars, the rule, and why. Made by the thousand: a struct takes half the time of a tuple."""

    barred: int | Callable[..., int]
    rule: str
    why: Words

    def covers(self, candidate: int) -> bool:
        """Whether this row alone bars a candidate."""
        barred = self.barred if isinstance(self.barred, int) else self.barred()
        return bool(barred >> candidate & 1) if candidate >= 0 else barred < 0  # a negative number is in no set


class Late(Bar, frozen=True):
    """A row whose whole set would be costly to find: asked only about those whom all other rows leave open."""

    def covers(self, candidate: int) -> bool:
        """Whether this row alone bars a candidate."""
        return candidate >= 0 and self.barred(1 << candidate) != 0  # type: ignore[operator]


class Test(NamedTuple):
    """One row that judges whole actions, where no set of counters or spaces says it."""

    covers: Callable[[Action], bool]
    rule: str
    why: str | Callable[[Action], str]


bar = Bar
"""None of these. In a verb without arguments: not while this is true."""
hint = Bar
"""A better reason for some of those whom a later row bars anyway; its set is worked out when somebody asks."""
late = Late
"""None of those for whom a question holds: `late(lambda some: some & inside(g, side, cities), ...)`."""


def only(some: int, rule: str, why: Words) -> Bar:
    """None but these."""
    return Bar(~some, rule, why)


NOBODY_LEFT = -1
"""All are barred."""
Hints: TypeAlias = Callable[[], Iterable[Bar]]
"""Rows made only when somebody asks."""


class Offer(Protocol):
    """All that a decision has to say about one verb."""

    @property
    def verb(self) -> str: ...
    def actions(self) -> Sequence[Action]: ...
    def why_not(self, action: Action) -> Because | None: ...
    def loose_hints(self) -> Iterator[Because]: ...


class Act:
    """A verb that needs no argument, such as ending a phase."""

    __slots__ = ("bars", "verb")

    def __init__(self, verb: str, *bars: Bar) -> None:
        self.verb, self.bars = verb, bars

    def actions(self) -> Sequence[Action]:
        """The one action, unless something bars it."""
        for row in self.bars:
            if row.barred:
                return ()
        return ((self.verb,),)

    def why_not(self, action: Action) -> Because | None:
        """The first thing that bars it."""
        return next((_because(row, None, str) for row in self.bars if row.barred), None)

    def loose_hints(self) -> Iterator[Because]:
        """A verb without arguments needs none."""
        return iter(())


class Pick:
    """A verb of which one argument is chosen. `before` are the arguments in front of it, which are settled; `then`
    states the argument behind it, once this one is known; `order` lists the candidates as they are to be offered, in
    rising order if it says nothing; `hints` makes rows that explain better what `rows` bar anyway. Where a search has
    already found who or what is open, `among` lists them in their order, and `hints` explain all others. `settled`
    makes rows that bar anyone else who might be named in front, in words that name nobody ("it is X that moves now").
    `alike` gives those behind whom the same is open one key; `then` is asked only about the first of each.
    """

    __slots__ = ("alike", "among", "before", "hints", "order", "rows", "settled", "source", "then", "verb")

    def __init__(
        self,
        verb: str,
        source: Any,
        *rows: Bar,
        before: tuple[int, ...] = (),
        then: Callable[[Any], "Offer"] | None = None,
        order: Sequence[int] = (),
        hints: Hints | None = None,
        among: Sequence[int] | None = None,
        settled: Hints | None = None,
        alike: Callable[[Any], Any] | None = None,
    ) -> None:
        """`source` knows the names of what is chosen: here a function of it."""
        self.verb = verb  # one by one: picks are made by the thousand, and a tuple in between takes time
        self.source = source
        self.rows = rows
        self.before = before
        self.then = then
        self.order = order
        self.hints = hints
        self.among = among
        self.settled = settled
        self.alike = alike

    def named(self, one: Any) -> str:
        """What is chosen, by name; asked only when somebody reads a reason."""
        name: str = self.source(one)
        return name

    def open(self) -> int:
        """Who or what is barred by no row."""
        if self.among is not None:
            return reduce(or_, [1 << one for one in self.among], 0)
        barred, asks = 0, False
        for row in self.rows:
            some = row.barred
            if some.__class__ is int:
                barred |= some
            elif row.__class__ is Late:
                asks = True
        if asks:
            barred = self._asked(barred)
        if barred >= 0:
            raise AssertionError(f"{self.verb}: no row says `only`, so there is no end of candidates")
        return ~barred

    def _asked(self, barred: int) -> int:
        """Those whom late rows bar too."""
        for row in self.rows:
            if row.__class__ is Late and barred != NOBODY_LEFT:
                barred |= row.barred(~barred)  # type: ignore[operator]
        return barred

    def actions(self) -> Sequence[Action]:
        """One action for each who is open."""
        ordered: Iterable[int] | None = self.among
        then = self.then
        if ordered is None:
            some = self.open()
            if not some:
                return ()
            if then is None and not (self.order or self.before):
                return _NAMED[self.verb].written(some)
            ordered = [one for one in self.order if some >> one & 1] if self.order else each(some)
        if then is None:
            if self.before:
                return written(self.verb, self.before, ordered)
            return list(map(_NAMED[self.verb].__getitem__, ordered))  # counters or spaces: never very many
        found: list[Action] = []
        if self.alike is None:
            for one in ordered:
                found += then(one).actions()
        else:
            known: dict[Any, list[int]] = {}
            for one in ordered:
                kind = self.alike(one)
                if kind not in known:
                    known[kind] = [action[-1] for action in then(one).actions()]
                found += written(self.verb, (one,), known[kind])
        return found

    def why_not(self, action: Action) -> Because | None:
        """The first row that bars what is named in an action."""
        place = 1 + len(self.before)
        if action[1:place] != self.before:
            return self._why_not_before(action)
        for row in chain(self.hints() if self.hints else (), self.rows):
            if row.covers(action[place]):
                return _because(row, action[place], self.named)
        return self.then(action[place]).why_not(action) if self.then else None

    def _why_not_before(self, action: Action) -> Because:
        """Why the first argument, which is settled, cannot be another."""
        for row in self.settled() if self.settled else ():
            if row.covers(action[1]):
                return _because(row, action[1], str)
        raise AssertionError(f"{self.verb}: asked about {action}, but {self.before} is settled")

    def loose_hints(self) -> Iterator[Because]:
        """Hints that cover somebody who is offered: always a fault."""
        offered = self.open()
        for row in self.rows:
            if row.__class__ is Bar and not isinstance(row.barred, int) and (wrong := row.barred() & offered):
                yield _because(row, next(iter(each(wrong))), self.named)
        for row in self.hints() if self.hints else ():
            yield from (_because(row, one, self.named) for one in each(offered) if row.covers(one))
        if self.then:
            for one in each(offered):
                yield from self.then(one).loose_hints()


def all_alike(_: Any) -> None:
    """The same is open behind all candidates."""


class PickUnit(Pick):
    """A counter is chosen; its source is the state."""

    __slots__ = ()

    def named(self, one: Any) -> str:
        """Its title."""
        title: str = self.source.board.unit_title(one)
        return title


class PickSpace(Pick):
    """A space is chosen; its source is the state."""

    __slots__ = ()

    def named(self, one: Any) -> str:
        """Hex and place."""
        place: str = self.source.board.describe(one)
        return place


class PickWord(Pick):
    """One of a few words is chosen, such as an army or a beach; its source are the words."""

    __slots__ = ()

    def named(self, one: Any) -> str:
        """The word itself."""
        word: str = self.source[one]
        return word


class Judged:
    """A verb whose last argument is judged by a question that also explains: `why_not(it)` answers `None` for yes.

    `candidates` are those worth asking about, in the order in which they are offered; the question must find a
    reason against everything else.
    """

    __slots__ = ("before", "candidates", "question", "verb")

    def __init__(
        self,
        verb: str,
        candidates: Iterable[int],
        question: Callable[[Any], Because | None],
        before: tuple[int, ...] = (),
    ) -> None:
        self.verb, self.candidates, self.question, self.before = verb, candidates, question, before

    def actions(self) -> Sequence[Action]:
        """Those against whom the question finds nothing."""
        front, question = (self.verb, *self.before), self.question
        return [(*front, one) for one in self.candidates if question(one) is None]

    def why_not(self, action: Action) -> Because | None:
        """What the question says."""
        return self.question(action[1 + len(self.before)])

    def loose_hints(self) -> Iterator[Because]:
        """A question has none."""
        return iter(())


class Found:
    """A verb whose open candidates a search has already found; of all others, the question says why not."""

    __slots__ = ("before", "found", "question", "verb")

    def __init__(
        self,
        verb: str,
        found: Sequence[int],
        question: Callable[[Any], Because | None],
        before: tuple[int, ...] = (),
    ) -> None:
        self.verb, self.found, self.question, self.before = verb, found, question, before

    def actions(self) -> Sequence[Action]:
        """Those who were found."""
        return written(self.verb, self.before, self.found)

    def why_not(self, action: Action) -> Because | None:
        """What the question says of those who were not found."""
        one = action[1 + len(self.before)]
        return None if one in self.found else self.question(one)

    def loose_hints(self) -> Iterator[Because]:
        """A question has none: it presumes that the search has not found whom it is asked about."""
        return iter(())


class Listed:
    """A verb whose actions are listed whole, in the order in which they are offered, and judged one by one."""

    __slots__ = ("_actions", "otherwise", "tests", "verb")

    def __init__(self, verb: str, actions: Iterable[Action], otherwise: tuple[str, str], *tests: Test) -> None:
        """`otherwise`, a rule and a sentence, speaks of whatever is not on the list and failed no test."""
        self.verb, self.otherwise, self.tests = verb, otherwise, tests
        self._actions = actions if isinstance(actions, list) else list(actions)

    def actions(self) -> Sequence[Action]:
        """Those on the list that no test covers."""
        tests = self.tests
        return [a for a in self._actions if not any(row.covers(a) for row in tests)] if tests else self._actions

    def why_not(self, action: Action) -> Because | None:
        """The first test that covers it; or that it is not on the list."""
        for row in self.tests:
            if row.covers(action):
                return Because(row.rule, row.why if isinstance(row.why, str) else row.why(action))
        return None if action in self._actions else Because(*self.otherwise)

    def loose_hints(self) -> Iterator[Because]:
        """A list has none."""
        return iter(())


class Closed:
    """A verb that offers nothing, as a glance shows: what bars it is stated only when somebody asks."""

    __slots__ = ("statement", "verb")

    def __init__(self, verb: str, statement: Callable[[], Offer]) -> None:
        self.verb, self.statement = verb, statement

    def actions(self) -> Sequence[Action]:
        """None."""
        return ()

    def why_not(self, action: Action) -> Because | None:
        """What the statement says."""
        return self.statement().why_not(action)

    def loose_hints(self) -> Iterator[Because]:
        """Those of the statement."""
        return self.statement().loose_hints()


def open_if(glance: object, verb: str, statement: Callable[[], Offer]) -> Offer:
    """A statement, made only if a glance says that it may offer something; the glance must never be too strict."""
    return statement() if glance else Closed(verb, statement)


class _Named(dict[int, Action]):
    """The actions of a verb with one argument, by argument, each made once."""

    __slots__ = ("last", "verb")

    def __init__(self, verb: str) -> None:
        self.verb = verb
        self.last: tuple[int, tuple[Action, ...]] = (0, ())
        """The set that was written last, and its actions."""

    def __missing__(self, one: int) -> Action:
        """Not asked for before."""
        found = self[one] = (self.verb, one)
        return found

    def written(self, some: int) -> tuple[Action, ...]:
        """One action for each member of a set. Whoever has moved is not offered again, so mostly it is the last set
        less a few, and these are cut out of it.
        """
        last, found = self.last
        if last == some:
            return found
        gone = last ^ some
        if gone & some or gone.bit_count() > _FEW:
            found = tuple(map(self.__getitem__, each(some)))
        else:
            while gone:  # from the back, so that the places in front do not shift
                one = BITS[gone.bit_length() - 1]
                gone ^= one
                place = (last & one - 1).bit_count()
                found = found[:place] + found[place + 1 :]
        self.last = (some, found)
        return found


class _Verbs(dict[str, _Named]):
    """By verb, its actions."""

    __slots__ = ()

    def __missing__(self, verb: str) -> _Named:
        """Not asked for before."""
        found = self[verb] = _Named(verb)
        return found


_NAMED = _Verbs()
_FEW = 4


def written(verb: str, before: tuple[int, ...], last: Iterable[int]) -> list[Action]:
    """One action for each last argument. Two or three words are written out: half the time of unpacking."""
    if not before:
        return [(verb, one) for one in last]
    if len(before) == 1:
        (settled,) = before
        return [(verb, settled, one) for one in last]
    return [(verb, *before, one) for one in last]


def _because(row: Bar, candidate: Any, named: Callable[[Any], str]) -> Because:
    why = row.why
    if isinstance(why, str):
        return Because(row.rule, lambda: why.format(named(candidate)) if "{" in why else why)
    return Because(row.rule, lambda: why(candidate))
