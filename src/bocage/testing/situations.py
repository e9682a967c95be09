"""A few counters, one question, typed dice: the shape of a rule's test.

    from bocage.games.tinybeach import GAME
    from bocage.games.tinybeach.rules.r06_combat import Attacks

    s = Situation(
        GAME,
        at={"Able": "0202", "Anton": "0203"},    # these counters stand here ...
        rest="March",                            # ... and all others wait in that box
        turn=2,                                  # any field of the state by its name
        weather="overcast",
        ask=Attacks(by=ALLIED),                  # the frame that waits (or runs until one waits)
    )
    assert s.options() == ["attack 0203", "done"]
    assert s.refusal("attack 0304").rule == "6.1"
    s.do("attack 0203", "join Able", "fight", "roll 4")
    assert s.at("Anton") == "0304"

Nothing is rolled or taken by itself: dice are typed (`roll 4`, `draw 1`) like any other pick, so a test
says all that happens in it. `s.follow()` takes picks that are forced. `s.heard(Eliminated)` are the events
of one kind since the situation began; `s.g` is the state itself. Where the frames below matter, name the
methods at which they go on, as a `Call` does: `below=[fight.after, battle.advance]`, the lowest first.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar, cast

from bocage.kernel import flow
from bocage.kernel.actions import Action, Illegal
from bocage.kernel.chance import Chance
from bocage.kernel.events import Event
from bocage.kernel.flow import Frame
from bocage.kernel.game import Game
from bocage.kernel.ids import NOWHERE, Space, Spaces, UnitId, Units
from bocage.kernel.state import State
from bocage.kernel.verdict import Because

S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)


class Situation(Generic[S]):
    """A position made by hand, and what is asked in it."""

    def __init__(
        self,
        game: Game,
        scenario: str | None = None,
        *,
        at: Mapping[str, str] | None = None,
        rest: str | None = None,
        ask: Frame | None = None,
        below: Sequence[Callable[..., Any]] = (),
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        data: Path | None = None,
        **fields: Any,
    ) -> None:
        """Set up a scenario, then move counters, set fields and put frames on the stack.

        `at` maps a counter's id to a space's printed id (an empty text: off the map); counters that it does
        not name stay where the scenario put them, or go to the space `rest`. Without `ask` the scenario's own
        first decision waits. `data` is a pack of other numbers to play with.
        """
        self.game = game
        self.g: S = cast("S", game.new(scenario, options, seed=seed, data=data))
        self.g.events = []
        known = set(self.g.__struct_fields__)
        if strange := sorted(set(fields) - known):
            raise AttributeError(f"{game.id} has no field {', '.join(strange)}; it has {', '.join(sorted(known))}")
        placed = {self.unit(name): self.space(text) if text else NOWHERE for name, text in (at or {}).items()}
        if rest is not None:
            placed = {UnitId(n): self.space(rest) for n in range(len(self.g.space))} | placed
        for unit, space in placed.items():
            self.g.place(unit, space)
        for name, value in fields.items():
            setattr(self.g, name, value)
        self.g.touch()
        if ask is not None:
            self.ask(ask, below)

    # names

    def unit(self, name: str) -> UnitId:
        """The counter of that id."""
        try:
            return UnitId(self.g.board.unit_ids[name])
        except KeyError:
            raise ValueError(f"there is no counter {name!r} in {self.game.id}") from None

    def units(self, names: str) -> Units:
        """A set of counters: `units("Able Baker")`."""
        return sum(1 << unit for unit in {self.unit(name) for name in names.split()})

    def space(self, text: str) -> Space:
        """The space of that printed id."""
        return Space(self.g.board.space(text))

    def spaces(self, texts: str) -> Spaces:
        """A set of spaces: `spaces("0201 0401")`."""
        return sum(1 << space for space in {self.space(text) for text in texts.split()})

    def names(self, spaces: Spaces) -> str:
        """A set of spaces in words, in the order of the map: `"0201 0401"`."""
        return " ".join(self.g.board.names[n] for n in range(spaces.bit_length()) if spaces >> n & 1)

    def unit_names(self, units: Units | Iterable[UnitId]) -> str:
        """A set of counters in words: `"Able Baker"`."""
        members = [n for n in range(units.bit_length()) if units >> n & 1] if isinstance(units, int) else units
        return " ".join(self.g.board.unit_names[n] for n in members)

    def at(self, name: str) -> str:
        """Where a counter stands; empty when it is off the map."""
        space = self.g.space[self.unit(name)]
        return "" if space == NOWHERE else str(self.g.board.names[space])

    # play

    def ask(self, frame: Frame, below: Sequence[Callable[..., Any]] = ()) -> None:
        """Put a frame on an empty stack, or above frames that go on at these methods, and run until a
        decision waits.
        """
        self.g.stack = tuple((method.__self__, method.__name__) for method in below)  # type: ignore[attr-defined]
        flow.push(self.g, frame)

    def options(self) -> list[str]:
        """What may be picked now, as text; empty when all frames are done."""
        return [self.game.format(self.g, action) for action in flow.options(self.g)]

    def do(self, *texts: str) -> list[Event]:
        """Make picks, dice included, and return what happened. An illegal pick raises `Illegal`."""
        heard = self._events()
        before = len(heard)
        for text in texts:
            action = self.game.parse(self.g, text)
            because = flow.why_not(self.g, action)
            if because is not None:
                raise Illegal(text, because)
            flow.pick(self.g, action)
        return heard[before:]

    def follow(self) -> list[str]:
        """Take picks as long as they are forced (never a die); their texts."""
        taken: list[str] = []
        while (frame := flow.waiting(self.g)) is not None and not isinstance(frame, Chance):
            found = self.options()
            if len(found) > 1:
                break
            self.do(found[0])
            taken.append(found[0])
        return taken

    def why_not(self, text: str) -> Because | None:
        """Why a pick is not allowed; `None` when it is."""
        return flow.why_not(self.g, self._read(text))

    def refusal(self, text: str) -> Because:
        """Why a pick is not allowed, which it must not be."""
        because = self.why_not(text)
        assert because is not None, f"{text!r} is allowed: {self.game.where(self.g)}"
        return because

    @property
    def decides(self) -> str:
        """The side that decides now, "chance" for dice, empty when all frames are done."""
        frame = flow.waiting(self.g)
        return "" if frame is None else self.game.side_name(frame.by)

    @property
    def trail(self) -> str:
        """Where we are, in words."""
        return flow.trail(self.g)

    @property
    def prompt(self) -> str:
        """What is asked."""
        frame = flow.waiting(self.g)
        return frame.prompt(self.g) if frame is not None else ""

    def heard(self, kind: type[E]) -> list[E]:
        """The events of one kind so far."""
        return [event for event in self._events() if isinstance(event, kind)]

    def sentences(self) -> list[str]:
        """All events so far, in words."""
        return [event.sentence(self.g) for event in self._events()]

    def _events(self) -> list[Event]:
        assert self.g.events is not None
        return self.g.events

    def _read(self, text: str) -> Action:
        return self.game.parse(self.g, text)

    def __repr__(self) -> str:
        return f"<Situation in {self.game.id}: {self.game.where(self.g)}>"
