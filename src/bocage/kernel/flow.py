"""Procedures run, decisions wait: the only framework there is to learn.

The stack of frames is part of the state. A `Procedure` does something and says what comes next; a
`Decision` waits for a pick by a side. What comes next is a step:

- `Call(frame, then=self.method)`: run that frame on top of this one; its result comes back as `method(g,
  result)`;
- `Done(result)`: this frame is finished and its caller goes on;
- another frame: it takes this one's place (a decision that asks again returns itself);
- `Over(outcome)`: the game has ended.

`then` is a bound method: the kernel keeps the frame and the method's name, so a typing error is found by
the type checker and a saved stack reads `[{"frame": "Battle", "then": "advance", ...}, {"frame":
"Retreat", "left": 1}]`. A retreat returns to its battle because the battle is still below it on the stack.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from bocage.kernel.actions import Action, NotYours
from bocage.kernel.bars import Offer
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.state import RESERVED, WAITING, Outcome, State
from bocage.kernel.verdict import Because

G = TypeVar("G", bound=State)
replace = msgspec.structs.replace


class DeadEnd(RuntimeError):
    """A decision offered nothing, or a procedure went round in circles: always a bug in a game."""


class Frame(msgspec.Struct, frozen=True):
    """One level of the stack. Its fields are saved with the game."""

    waits: ClassVar[bool] = False
    first: ClassVar[str] = "start"
    called: ClassVar[str | None] = None
    """The title, where it is always the same and not the name of the class; empty for a frame that goes unnamed."""

    def __init_subclass__(cls, **settings: Any) -> None:
        """The saved stack needs two names for itself."""
        super().__init_subclass__(**settings)
        if taken := RESERVED & cls.__annotations__.keys():
            raise TypeError(f"a frame cannot have a field {', '.join(taken)!r}: the saved stack uses the name")

    def title(self, g: Any) -> str:
        """Where we are, in a few words: "Battle at 2513"."""
        if self.called is not None:
            return self.called
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(self).__name__).capitalize()

    def guide_name(self) -> str:
        """Where we are, by a name that data files know."""
        return type(self).__name__

    def again(self, g: Any, _: Any) -> "Step":
        """The same frame once more: `then=self.again`, or `then=replace(self, ...).again`."""
        del g
        return self

    def as_saved(self) -> "Frame":
        """The frame as a save has it."""
        return self

    def seen_by(self, g: Any, side: Side | None) -> "Frame":
        """The frame as a side may know it; a frame with sealed picks overrides this."""
        return self


class Call(msgspec.Struct, frozen=True):
    """Run a frame on top of this one, and go on with `then(g, result)`."""

    frame: Frame
    then: Callable[[Any, Any], "Step"]


class Done(msgspec.Struct, frozen=True):
    """This frame is finished; its caller receives the result."""

    result: Any = None


class Over(msgspec.Struct, frozen=True):
    """The game has ended; the stack is cleared."""

    outcome: Outcome


Step: TypeAlias = Call | Done | Over | Frame
DONE = Done()


class Procedure(Frame, Generic[G], frozen=True):
    """A frame that runs: it changes the state and says what comes next."""

    def start(self, g: G) -> Step:
        """The first step."""
        raise NotImplementedError


class Decision(Frame, Generic[G], frozen=True):
    """A frame that waits for a pick by a side."""

    waits: ClassVar[bool] = True
    first: ClassVar[str] = WAITING
    asks_always: ClassVar[bool] = False
    """Ask even where there is only one option: taking it at once would tell the others that a hidden hand
    holds nothing else.
    """

    question: ClassVar[str] = ""
    """The prompt, where it is always the same."""

    by: Side

    def offers(self, g: G) -> Iterable[Offer]:
        """What may be picked, and what bars the rest, verb by verb: the one statement of the decision."""
        raise NotImplementedError

    def options(self, g: G) -> Sequence[Action]:
        """Every legal action. Pure: browser, terminal and computer players all read this."""
        found: list[Action] = []
        for offer in self.offers(g):
            found += offer.actions()
        return found

    def allows(self, g: G, action: Action) -> bool:
        """Whether an action is among the options."""
        if type(self).offers is Decision.offers:  # a decision that lists its options itself
            return action in self.options(g)
        return self.why_not(g, action) is None

    def why_not(self, g: G, action: Action) -> Because | None:
        """What the statement says against an action; `None` when it is offered."""
        for offer in self.offers(g):
            if offer.verb == action[0]:
                return offer.why_not(action)
        return Because(self.rule_number(), lambda: f"'{action[0]}' is not among the choices now. {self.prompt(g)}")

    def chosen(self, g: G, action: Action) -> Step:
        """Carry out a legal action."""
        raise NotImplementedError

    def refuse(self, g: G, action: Action) -> Because:
        """Why a well-formed action is not among the options."""
        because = None if type(self).offers is Decision.offers else self.why_not(g, action)
        return because or Because(self.rule_number(), "that is not one of the choices now")

    def prompt(self, g: G) -> str:
        """What the side is asked, in plain words."""
        return self.question or self.title(g)

    def rule_number(self) -> str:
        """The rule this decision belongs to."""
        numbers: tuple[str, ...] = getattr(type(self), "__rules__", ())
        return numbers[0] if numbers else ""


def begin(g: State, first: Frame) -> None:
    """Put the first frame on an empty stack and run to the first decision."""
    g.stack = ()
    push(g, first)


def push(g: State, frame: Frame) -> None:
    """Put a frame on top of the stack and run to the next decision; also for situations set up by hand."""
    g.stack = (*g.stack, (frame, frame.first))
    if not frame.waits:
        _settle(g, frame.start(g))  # type: ignore[attr-defined]
    elif g.automaton is not None:
        _answer(g, frame)


def waiting(g: State) -> Decision[Any] | None:
    """The decision that waits, or `None` when the game is over."""
    if not g.stack:
        return None
    frame: Decision[Any] = g.stack[-1][0]
    return frame


def after(g: G, action: Action) -> G:
    """What an action leads to, carried out unchecked on a copy."""
    copied = g.copy()
    pick(copied, action)
    return copied


def options(g: State) -> Sequence[Action]:
    """Every legal action now; empty only when the game is over."""
    if not g.stack:
        return ()
    frame = g.stack[-1][0]
    found: Sequence[Action] = frame.options(g)
    if not found:
        raise DeadEnd(f"{type(frame).__name__} offers nothing: {trail(g)}")
    return found


def why_not(g: State, action: Action) -> Because | None:
    """Why an action is not allowed now; `None` when it is."""
    if not g.stack:
        return Because("", "the game is over")
    frame = g.stack[-1][0]
    if frame.allows(g, action):
        return None
    because: Because = frame.refuse(g, action)
    return because


def pick(g: State, action: Action) -> None:
    """Carry out an action in place, unchecked, and run to the next decision: the path for search and
    simulation.
    """
    _settle(g, g.stack[-1][0].chosen(g, action))


def _settle(g: State, step: Step) -> None:
    """Run procedures until a decision waits or the game is over."""
    stack = g.stack
    for _ in range(100_000):
        kind = type(step)
        if kind is Call:
            then = step.then  # type: ignore[union-attr]
            frame: Any = step.frame  # type: ignore[union-attr]
            stack = (*stack[:-1], (then.__self__, then.__name__), (frame, frame.first))  # type: ignore[union-attr]
        elif kind is Done:
            stack = stack[:-1]
            g.stack = stack
            if not stack:
                return
            caller, at = stack[-1]
            step = getattr(caller, at)(g, step.result)  # type: ignore[union-attr]
            continue
        elif kind is Over:
            g.outcome = step.outcome  # type: ignore[union-attr]
            g.stack = ()
            return
        else:
            frame = step
            stack = (*stack[:-1], (frame, frame.first))
        g.stack = stack
        if frame.waits:
            if g.automaton is not None:
                _answer(g, frame)
            return
        step = frame.start(g)
    raise DeadEnd(f"no decision after 100000 steps: {trail(g)}")


def _answer(g: State, frame: Any) -> None:
    """A side without a seat is answered for: its pick comes back to the decision as if somebody had made it."""
    answer = g.automaton.answer(g, frame)
    if answer is not None:
        g.stack = (*g.stack, (answer, answer.first))


def titles(g: State) -> tuple[str, ...]:
    """The stack in words, from the outside in: "Turn 3", "German combat", "Battle at 2513", "Retreat"."""
    return tuple(title for frame, _ in g.stack if (title := frame.title(g)))


def stages(g: State) -> tuple[str, ...]:
    """The stack by names that data files know, from the outside in: the phase of a sequence, or the frame."""
    return tuple(frame.guide_name() for frame, _ in g.stack)


def trail(g: State) -> str:
    """The same as a line: "Turn 3 > German combat > Battle at 2513 > Retreat"."""
    return " > ".join(titles(g))


def check_turn(g: State, by: Side | None) -> Decision[Any]:
    """The waiting decision, if it belongs to `by`; otherwise `NotYours` says whose it is."""
    frame = waiting(g)
    if frame is None:
        raise NotYours("the game is over")
    if by is not None and frame.by != by:
        whose = "chance" if frame.by == NATURE else g.sides[frame.by]
        raise NotYours(f"it is {whose}'s decision: {frame.prompt(g)}")
    return frame
