"""Setting up: counters where they start, cards in their decks, and the first frame."""

from collections.abc import Mapping

from bocage.games.acrosstheworld.board import Normandy1944
from bocage.games.acrosstheworld.rules.r03_counters import starting_spaces
from bocage.games.acrosstheworld.rules.r04_sequence import begin_turn
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.flow import begin
from bocage.kernel.rulebook import rule


@rule("1.1", "1.3")
def new(board: Normandy1944, scenario: str, options: Mapping[str, str]) -> Campaign:
    """A game of a scenario, ready to begin."""
    rolled = options["weather"] == "roll"
    copies = [0 if rolled and card.id == "weather" else card.copies for card in board.cards]
    hand = [count if card.start else 0 for card, count in zip(board.cards, copies, strict=True)]
    g = Campaign(
        board=board,
        space=starting_spaces(board, scenario),
        steps=[unit.steps for unit in board.units],
        scenario=scenario,
        turns=int(options["turns"]),
        rolled_weather=rolled,
        due=[line.turn for line in board.lines],
        hand=hand,
        deck=[count - held for count, held in zip(copies, hand, strict=True)],
        seen=[0] * len(board.cards),
        spent=[card.copies - count for card, count in zip(board.cards, copies, strict=True)],
        held=[sum(hand[card] for card in cards) for cards in board.cards_of],
    )
    begin(g, begin_turn(g))
    return g
