"""When to fight for Cherbourg."""

from bocage.games.darksummer.rules.r11_cherbourg import siege_odds
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.probability import outcomes

PRIZE = 8.0
"""What the fall of Cherbourg is worth."""
STEP = 1.5
PRESSING, FROM_TURN = 2.5, 2
"""How much more a siege counts with each turn, from so many turns before the port must have fallen (3.2.1)."""


def siege_worth(g: DarkSummer) -> float:
    """What Cherbourg Combat brings on average; the later, the less one can wait."""
    ledger = siege_odds(g, keep=False)
    if ledger.start < 0:
        return -1.0
    chances = outcomes(g.board.siege, ledger.final().column)
    total = 0.0
    for result, chance in chances.items():
        gain = {"AL2": -2 * STEP, "AL1": -STEP, "BL1": 0.3, "BL2": 0.8, "CAP": PRIZE}[result]
        total += float(chance) * gain
    return total + PRESSING * max(0, g.turn - g.rules.cherbourg_by + FROM_TURN + 1)
