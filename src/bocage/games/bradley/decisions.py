"""The decisions of this game: one statement of bars each, and the automaton of chapter 20 where nobody holds the seat."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, TypeVar

from bocage.games.bradley.bars import Offer
from bocage.games.bradley.state import Bradley
from bocage.kernel.actions import Action
from bocage.kernel.flow import Decision
from bocage.kernel.verdict import Because

C = TypeVar("C", bound="type[Choice]")


class Choice(Decision[Bradley], frozen=True):
    """A decision that says once what may be picked and what bars the rest."""

    automaton: ClassVar[Callable[[Bradley, Any, Sequence[Action]], Action] | None] = None
    """20.3: how the automaton decides here; chapter 20 fills it in."""

    def offers(self, g: Bradley) -> Iterable[Offer]:
        """What may be picked, and what bars the rest, verb by verb."""
        raise NotImplementedError

    def legal(self, g: Bradley) -> list[Action]:
        """Everything that the rules allow here."""
        return [action for offer in self.offers(g) for action in offer.actions()]

    def options(self, g: Bradley) -> Sequence[Action]:
        """What the rules allow; for a side that the automaton plays, what its procedure says."""
        found = self.legal(g)
        decide = type(self).automaton
        if decide is not None and len(found) > 1 and g.options["solitaire"] == AUTOMATON[self.by]:
            return [decide(g, self, found)]
        return found

    def allows(self, g: Bradley, action: Action) -> bool:
        """Whether the statement has nothing against an action."""
        return self.refusal(g, action) is None

    def refuse(self, g: Bradley, action: Action) -> Because:
        """What the statement says against an action."""
        return self.refusal(g, action) or Because(self.rule_number(), "that is not one of the choices now")

    def refusal(self, g: Bradley, action: Action) -> Because | None:
        """The first row that bars an action, or `None`."""
        for offer in self.offers(g):
            if offer.verb == action[0]:
                return offer.why_not(action)
        return Because(self.rule_number(), lambda: f"this is not the time to {action[0]}. {self.prompt(g)}")


AUTOMATON = ("american", "german")
"""The values of the option `solitaire`, by side."""


def decides(*frames: "type[Choice]") -> Callable[[Callable[..., Action]], Callable[..., Action]]:
    """Register how the automaton decides at a kind of decision."""

    def register(function: Callable[..., Action]) -> Callable[..., Action]:
        for frame in frames:
            frame.automaton = staticmethod(function)  # type: ignore[assignment]
        return function

    return register
