"""Setting up: counters where they start, cards in their decks, and the first frame."""

from collections.abc import Mapping

from bocage.games.acrosstheworld.board import ALLIED, GERMAN, Normandy1944
from bocage.games.acrosstheworld.rules.r03_counters import overstacked, starting_spaces
from bocage.games.acrosstheworld.rules.r04_sequence import begin_turn
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.flow import begin
from bocage.kernel.ids import NOWHERE
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each


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


def problems(g: Campaign) -> list[str]:
    """What is impossible in a state, for saves that somebody edited."""
    board, found = g.board, []
    if len(g.space) != len(board.units) or len(g.steps) != len(board.units):
        return ["the columns do not have one entry per counter"]
    if any(len(column) != len(board.cards) for column in (g.hand, g.deck, g.seen, g.spent)):
        return ["the columns of cards do not have one entry per card"]
    if len(g.due) != len(board.lines) or len(g.points) != 2 or len(g.held) != 2:
        return ["a column has the wrong length"]
    for n, unit in enumerate(board.units):
        if not NOWHERE <= g.space[n] < len(board.names):
            found.append(f"{unit.name} is nowhere")
        elif bool(g.dead >> n & 1) != (g.steps[n] == 0) or (g.dead >> n & 1 and g.space[n] != NOWHERE):
            found.append(f"{unit.name} is both dead and alive")
        if not 0 <= g.steps[n] <= unit.steps:
            found.append(f"{unit.name} has {g.steps[n]} steps")
    for n, card in enumerate(board.cards):
        if g.hand[n] + g.deck[n] + g.spent[n] != card.copies or min(g.hand[n], g.deck[n], g.spent[n]) < 0:
            found.append(f"the copies of {card.name} do not add up")
    found += [
        f"the {g.sides[side]} hand is not as large as it says"
        for side in (ALLIED, GERMAN)
        if g.held[side] != sum(g.hand[card] for card in board.cards_of[side])
    ]
    found += [f"{g.title_of(space)} is overstacked" for space in each(overstacked(g))]
    if not 1 <= g.turn <= g.turns:
        found.append(f"there is no turn {g.turn}")
    return found
