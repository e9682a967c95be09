"""5 Cards: drawing, the hand, when a card may be played, and cards that answer cards."""

from collections.abc import Iterator
from typing import ClassVar

from bocage.games.acrosstheworld.board import CARDS
from bocage.games.acrosstheworld.events import CardCancelled, CardDrawn, CardPlayed, CardThrownAway
from bocage.games.acrosstheworld.rules import r06_allied_cards, r07_german_cards
from bocage.games.acrosstheworld.rules.r07_german_cards import demolition
from bocage.games.acrosstheworld.rules.r13_modifiers import bad_weather
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, SIDES, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Judged, Offer, PickWord, only
from bocage.kernel.chance import Chance
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space
from bocage.kernel.rulebook import rule
from bocage.kernel.verdict import Because

REQUIRES = {**r06_allied_cards.REQUIRES, **r07_german_cards.REQUIRES}
EFFECTS = {**r06_allied_cards.EFFECTS, **r07_german_cards.EFFECTS}
NUMBERS = {**r06_allied_cards.NUMBERS, **r07_german_cards.NUMBERS}
MOMENTS = {"event": "your Events phase", "battle": "a battle, before it begins", "loss": "the loss of a port"}
DEMOLITION = CARDS.index("demolition")


class Events(Procedure[Campaign], frozen=True):
    """Draw, keep the hand to its limit, play event cards."""

    by: Side
    drawn: int = 0

    def start(self, g: Campaign) -> Step:
        if self.drawn < g.board.numbers.cards.draw and deck_size(g, self.by):
            return Call(Deal(side=self.by), then=replace(self, drawn=self.drawn + 1).take)
        return self.limit(g, None)

    def take(self, g: Campaign, card: int) -> Step:
        g.deck[card] -= 1
        g.hand[card] += 1
        g.held[self.by] += 1
        g.emit(CardDrawn(side=self.by, card=card, rule="5.1", audience=(self.by,)))
        g.emit(CardDrawn(side=self.by, rule="5.1", audience=(other(self.by),)))
        return self

    def limit(self, g: Campaign, _: object) -> Step:
        """5.2: no more than the limit."""
        if g.held[self.by] > g.board.numbers.cards.hand:
            return Call(Discard(by=self.by), then=self.limit)
        return PlayEvents(by=self.by)

    def title(self, g: Campaign) -> str:
        return f"{g.sides[self.by]} events"


def deck_size(g: Campaign, side: Side) -> int:
    """How many cards are left to draw."""
    return sum(g.deck[card] for card in g.board.cards_of[side])


@rule("5.1")
class Deal(Chance[Campaign], frozen=True, kw_only=True):
    """The next card of a shuffled deck: each card left is as likely as any other."""

    side: Side
    what: str = "card from the deck"

    def total(self, g: Campaign) -> int:
        return deck_size(g, self.side)

    def case(self, g: Campaign, number: int) -> Action:
        for card in g.board.cards_of[self.side]:
            number -= g.deck[card]
            if number < 0:
                return ("deal", card)
        raise IndexError(number)

    def chosen(self, g: Campaign, action: Action) -> Step:
        return Done(action[1])


@rule("5.2")
class Discard(Decision[Campaign], frozen=True):
    """Too many cards: one goes, face up."""

    called = "Hand limit"
    question = "You hold too many cards. Which one do you throw away?"

    def offers(self, g: Campaign) -> Iterator[Offer]:
        yield Judged("discard", g.board.cards_of[self.by], lambda card: why_not_hold(g, self.by, card))

    def chosen(self, g: Campaign, action: Action) -> Step:
        spend(g, self.by, action[1])
        g.emit(CardThrownAway(side=self.by, card=action[1], rule="5.2"))
        return DONE


def spend(g: Campaign, side: Side, card: int) -> None:
    """A card leaves its owner's hand for good."""
    g.hand[card] -= 1
    g.held[side] -= 1
    g.spent[card] += 1
    g.seen[card] = min(g.seen[card], g.hand[card])


@rule("5.3", "5.4")
def why_not_hold(g: Campaign, side: Side, card: int) -> Because | None:
    """Why a card is not one that a side has in its hand."""
    row = g.board.cards[card]
    if row.side != SIDES[side]:
        return Because("5.4", lambda: f"{row.name} is a card of the other side")
    return None if g.hand[card] else Because("5.3", lambda: f"{row.name} is not in your hand")


@rule("5.6", "5.8")
def why_not_play(g: Campaign, side: Side, card: int, moment: str) -> Because | None:
    """Why a card cannot be played at a moment: whose it is, its phase, its turns, the weather, its own terms."""
    row = g.board.cards[card]
    number = NUMBERS[row.id]
    because = why_not_hold(g, side, card)
    if because is not None:
        return because
    if row.when != moment:
        return Because("5.8", lambda: f"{row.name} is played in {MOMENTS[row.when]}, not in {MOMENTS[moment]}")
    if not row.first <= g.turn <= row.last:
        return Because(number, lambda: f"{row.name} cannot be played on turn {g.turn}")
    if row.clear and bad_weather(g):
        return Because("7.1", lambda: f"{row.name} is of no use in bad weather")
    if g.fight is not None and g.fight.cards >> card & 1:
        return Because("5.6", lambda: f"{row.name} is at work in this battle already")
    return REQUIRES[row.id](g) if row.id in REQUIRES else None


class _Hand(Decision[Campaign], frozen=True):
    """A decision about hidden cards: even a lone pass is asked for, or it would tell that nothing could be
    played.
    """

    asks_always: ClassVar[bool] = True
    moment: ClassVar[str] = "event"

    def offers(self, g: Campaign) -> Iterator[Offer]:
        held = [card for card in g.board.cards_of[self.by] if g.hand[card]]
        yield Judged("play", held, lambda card: why_not_play(g, self.by, card, self.moment))
        yield Act("pass")


@rule("5.4")
class PlayEvents(_Hand, frozen=True):
    """The owner plays event cards one after another until he passes."""

    question = "Play an event card, or pass."

    def chosen(self, g: Campaign, action: Action) -> Step:
        if action[0] == "pass":
            return DONE
        return Call(PlayCard(by=self.by, card=action[1]), then=self.again)

    def title(self, g: Campaign) -> str:
        return f"{g.sides[self.by]} events"


@rule("5.5")
class CardWindow(Procedure[Campaign], frozen=True):
    """Before a battle both sides play in turn until both pass one after the other."""

    called = ""
    turn: Side
    passes: int = 0

    def start(self, g: Campaign) -> Step:
        if self.passes == 2:
            return DONE
        if not g.held[self.turn]:
            return self.asked(g, False)
        return Call(PlayBattleCard(by=self.turn), then=self.asked)

    def asked(self, g: Campaign, played: bool) -> Step:
        return CardWindow(turn=other(self.turn), passes=0 if played else self.passes + 1)


class PlayBattleCard(_Hand, frozen=True):
    """A side plays one battle card or passes."""

    called = "Battle cards"
    moment: ClassVar[str] = "battle"

    def chosen(self, g: Campaign, action: Action) -> Step:
        if action[0] == "pass":
            return Done(False)
        return PlayCard(by=self.by, card=action[1])

    def prompt(self, g: Campaign) -> str:
        return f"Battle at {g.title_of(g.battle.at)}: play a battle card, or pass."

    def rule_number(self) -> str:
        return "5.5"


def may_answer_loss(g: Campaign) -> bool:
    """The Germans are asked while they hold cards and nobody has seen the demolition card leave the game."""
    return g.held[GERMAN] > 0 and g.spent[DEMOLITION] < g.board.cards[DEMOLITION].copies


class PortLost(_Hand, frozen=True):
    """A port has fallen: the Germans may have blown it up."""

    port: Space
    moment: ClassVar[str] = "loss"

    def chosen(self, g: Campaign, action: Action) -> Step:
        if action[0] == "pass":
            return DONE
        return PlayCard(by=self.by, card=action[1], at=self.port)

    def prompt(self, g: Campaign) -> str:
        return f"The port of {g.title_of(self.port)} is lost: play a card for it, or pass."

    def title(self, g: Campaign) -> str:
        return f"Loss of {g.title_of(self.port)}"

    def rule_number(self) -> str:
        return "7.10"


class PlayCard(Procedure[Campaign], frozen=True):
    """A card leaves the hand, may be answered, and takes effect."""

    by: Side
    card: int
    at: Space = NOWHERE
    """The port that was lost, for a card that answers it."""

    def start(self, g: Campaign) -> Step:
        spend(g, self.by, self.card)
        row = g.board.cards[self.card]
        g.emit(CardPlayed(side=self.by, card=self.card, rule=NUMBERS[row.id]))
        if self.by == GERMAN and g.ultra:
            return Call(Answer(by=ALLIED, card=self.card), then=self.answered)
        return self.answered(g, False)

    def answered(self, g: Campaign, cancelled: bool) -> Step:
        if cancelled:
            return Done(True)
        if self.card == DEMOLITION:
            demolition(g, self.at)
            return Done(True)
        effect = EFFECTS[g.board.cards[self.card].id]
        if isinstance(effect, Decision):
            return Call(effect, then=self.finish)
        effect(g)
        return Done(True)

    def finish(self, g: Campaign, _: object) -> Step:
        return Done(True)

    def title(self, g: Campaign) -> str:
        return g.board.cards[self.card].name


@rule("5.7", "6.8")
class Answer(Decision[Campaign], frozen=True):
    """The Allied player may cancel a German card that Ultra has given away."""

    called = "Ultra"
    card: int

    def offers(self, g: Campaign) -> Iterator[Offer]:
        names = [card.name for card in g.board.cards]
        played = only(1 << self.card, "5.7", "{} is not the card that was played")
        yield PickWord("cancel", names, played)
        yield PickWord("allow", names, played)

    def chosen(self, g: Campaign, action: Action) -> Step:
        if action[0] == "allow":
            return Done(False)
        g.ultra = False
        g.emit(CardCancelled(side=self.by, card=self.card, rule="5.7"))
        return Done(True)

    def prompt(self, g: Campaign) -> str:
        return f"The Germans play {g.board.cards[self.card].name}. Do you cancel it with Ultra?"
