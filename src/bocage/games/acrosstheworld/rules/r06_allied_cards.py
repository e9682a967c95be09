"""6 The Allied cards: what each needs and what each does."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

from bocage.games.acrosstheworld.board import CARDS
from bocage.games.acrosstheworld.events import FullySupplied, HandRead, Interdicted, RailwaysCut, Replaced
from bocage.games.acrosstheworld.rules.r17_ports import build, why_not_build
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickUnit, only
from bocage.kernel.counters import units
from bocage.kernel.flow import DONE, Decision, Step, replace
from bocage.kernel.ids import Side, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.verdict import Because

Effect: TypeAlias = Callable[[Campaign], None] | Decision[Campaign]
"""What a card does: a change at once, or something that its owner must decide first."""


def put_to_work(name: str) -> Effect:
    """The effect of a battle card that the battle itself looks for."""
    bit = 1 << CARDS.index(name)

    def effect(g: Campaign) -> None:
        g.fight = replace(g.battle, cards=g.battle.cards | bit)

    return effect


@rule("6.1")
def mulberry(g: Campaign) -> None:
    """The harbour is built."""
    build(g)


@rule("6.2")
def sabotage(g: Campaign) -> None:
    """No German trains this turn."""
    g.sabotage = g.turn
    g.emit(RailwaysCut(side=ALLIED, rule="6.2"))


def why_not_sabotage(g: Campaign) -> Because | None:
    return Because("5.6", "the railways are cut already") if g.sabotage == g.turn else None


@rule("6.3")
def why_not_jabos(g: Campaign) -> Because | None:
    """Somebody must be there to be helped."""
    return None if g.battle.standing[ALLIED] else Because("6.3", "no Allied unit can fight here")


@rule("6.4")
def interdiction(g: Campaign) -> None:
    """German stacks are slower this turn."""
    g.interdiction = g.turn
    g.emit(Interdicted(side=ALLIED, rule="6.4"))


@rule("6.5")
def why_not_bombard(g: Campaign) -> Because | None:
    """Ships fire at beaches and coasts only."""
    if (g.board.beaches | g.board.coast) >> g.battle.at & 1:
        return None
    where = g.title_of(g.battle.at)
    return Because("6.5", f"{where} is out of reach of the fleet")


@rule("6.7")
def why_not_funnies(g: Campaign) -> Because | None:
    """They need a bunker to crack or British or Canadian units to lead."""
    bunkers = g.battle.standing[GERMAN] & g.board.bunkers
    if bunkers or g.battle.standing[ALLIED] & g.board.commonwealth:
        return None
    return Because("6.7", "there is neither a bunker nor a British or Canadian unit here")


@rule("6.8")
def ultra(g: Campaign) -> None:
    """The German hand is read, and one card of it may be cancelled later."""
    g.ultra = True
    for card in g.board.cards_of[GERMAN]:
        g.seen[card] = g.hand[card]
    cards = tuple(card for card in g.board.cards_of[GERMAN] for _ in range(g.hand[card]))
    g.emit(HandRead(side=ALLIED, cards=cards, rule="6.8", audience=(ALLIED,)))
    g.emit(HandRead(side=ALLIED, rule="6.8", audience=(GERMAN,)))


@rule("6.9")
def why_not_rhino(g: Campaign) -> Because | None:
    """Hedgerow cutters serve an Allied attack into bocage."""
    if g.battle.attacker != ALLIED or not g.board.atlas.bocage >> g.battle.at & 1:
        return Because("6.9", "this is no Allied attack into bocage")
    return None


@rule("6.10")
def pluto(g: Campaign) -> None:
    """Everybody is in supply this turn."""
    g.pluto = g.turn
    g.emit(FullySupplied(side=ALLIED, rule="6.10"))


def why_not_pluto(g: Campaign) -> Because | None:
    return Because("4.3", "there is no supply phase on turn 1") if g.turn == 1 else None


def reduced(g: Campaign, side: Side) -> Units:
    """Units in play that have lost a step."""
    return sum(
        1 << n
        for n, unit in enumerate(g.board.units)
        if unit.side == side and 0 < g.steps[n] < unit.steps and g.space[n] >= 0
    )


def why_not_replace(side: Side, number: str) -> Callable[[Campaign], Because | None]:
    def why_not(g: Campaign) -> Because | None:
        return None if reduced(g, side) else Because(number, "no unit of yours has lost a step")

    return why_not


@rule("6.11", "7.12")
class Restore(Decision[Campaign], frozen=True):
    """The owner picks the unit that gets its step back."""

    called = "Replacements"
    question = "Which unit receives the replacements?"

    def offers(self, g: Campaign) -> Iterator[Offer]:
        number = self.rule_number()
        yield PickUnit(
            "restore",
            g,
            only(g.board.of_side[self.by], number, "{} is not yours"),
            only(units(n for n, at in enumerate(g.space) if at >= 0), number, "{} is not in play"),
            only(reduced(g, self.by), number, "{} has lost no step"),
        )

    def chosen(self, g: Campaign, action: Action) -> Step:
        g.steps[action[1]] += 1
        g.touch()
        g.emit(Replaced(unit=action[1], rule=self.rule_number()))
        return DONE

    def rule_number(self) -> str:
        return "6.11" if self.by == ALLIED else "7.12"


NUMBERS = {
    "mulberry": "6.1",
    "sabotage": "6.2",
    "jabos": "6.3",
    "interdiction": "6.4",
    "bombardment": "6.5",
    "carpet": "6.6",
    "funnies": "6.7",
    "ultra": "6.8",
    "rhino": "6.9",
    "pluto": "6.10",
    "replacements-allied": "6.11",
}
REQUIRES: dict[str, Callable[[Campaign], Because | None]] = {
    "mulberry": why_not_build,
    "sabotage": why_not_sabotage,
    "jabos": why_not_jabos,
    "bombardment": why_not_bombard,
    "funnies": why_not_funnies,
    "rhino": why_not_rhino,
    "pluto": why_not_pluto,
    "replacements-allied": why_not_replace(ALLIED, "6.11"),
}
EFFECTS: dict[str, Effect] = {
    "mulberry": mulberry,
    "sabotage": sabotage,
    "jabos": put_to_work("jabos"),
    "interdiction": interdiction,
    "bombardment": put_to_work("bombardment"),
    "carpet": put_to_work("carpet"),
    "funnies": put_to_work("funnies"),
    "ultra": ultra,
    "rhino": put_to_work("rhino"),
    "pluto": pluto,
    "replacements-allied": Restore(by=ALLIED),
}
