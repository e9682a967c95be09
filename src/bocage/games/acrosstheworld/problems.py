"""What is impossible in a state: for saves that somebody edited."""

from bocage.games.acrosstheworld.rules.r03_counters import overstacked
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import NOWHERE
from bocage.kernel.spaces import each


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
