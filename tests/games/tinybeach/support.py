"""A short way to set counters on the map of tinybeach.

0101 ~ 0201 Otter Beach   0301 ~ 0401 Heron Beach 0501 ~        The Ouvette runs between the rows 02 and 03,
0102 m 0202 .             0302 b 0402 b           0502 .        bridged by the roads 0202-0203 and 0402-0403;
0103 b 0203 Le Puits      0303 . 0403 crossroads  0503 w        both lead on to Valcourt, others from 0203 to
0104 . 0204 .             0304 Valcourt 0404 b    0504 .        0104 and from 0403 to 0504. Columns 02 and 04
                                                                lie half a hex lower.
"""

from typing import Any

from bocage.games.tinybeach import GAME
from bocage.games.tinybeach.sides import ALLIED, GERMAN
from bocage.games.tinybeach.state import Tiny
from bocage.kernel.events import Rolled
from bocage.kernel.flow import Frame
from bocage.testing import Situation

__all__ = ["ALLIED", "GAME", "GERMAN", "Tiny", "battle", "destinations", "tiny"]


def tiny(
    at: str = "", ask: Frame | None = None, *, reduced: str = "", gun: str = "0403", **more: Any
) -> Situation[Tiny]:
    """Counters stand where `at` says (`"Able 0202, Anton 0203"`); the rest wait in the fleet and on the march.

    `reduced` counters have one step left; the gun hides in hex `gun`, concealed unless `at` names it. It is
    turn 2 and overcast unless said otherwise.
    """
    board = GAME.board()
    stands = dict(pair.split() for pair in at.split(",") if pair.strip())
    waits = {unit.id: "Fleet" if unit.side == ALLIED else "March" for unit in board.units} | {"Gun": "Concealed"}
    fields = {"turn": 2, "weather": "overcast", "concealed": "Gun" not in stands, "gun_at": board.space(gun)} | more
    s: Situation[Tiny] = Situation(GAME, fields.pop("scenario", "landing"), at=waits | stands, **fields)
    for name in reduced.split():
        s.g.steps[s.unit(name)] = 1
    for name, space in stands.items():
        if space == "Lost":
            s.g.steps[s.unit(name)] = 0
    s.g.touch()
    if ask is not None:
        s.ask(ask)
    return s


def destinations(s: Situation[Tiny]) -> str:
    """Where the selected counter may go, in the order of the map."""
    return " ".join(text.split()[2] for text in s.options() if text.startswith("move"))


def battle(s: Situation[Tiny], target: str, attackers: str, roll: int) -> str:
    """Attack a hex with these counters and roll; the result and its column, as `"DR at 2-1"`."""
    s.do(f"attack {target}", *(f"join {name}" for name in attackers.split()), "fight", f"roll {roll}")
    return s.heard(Rolled)[-1].meaning.partition(" against")[0]
