"""Allied plans of landing: which beaches, which of them bring supply, commandos and drops.

Edges are worth more than cities, and two of them lie a few hexes from a beach: the north edge by the road from
Quineville, the east edge by the bridge at Cabourg. Where Germans wait there in strength the plan fails; so there are
several, and the lot chooses.
"""

from typing import NamedTuple


class Plan(NamedTuple):
    """Beaches with the kinds of units that land there, supply beaches, and lists of hexes for the others."""

    idea: str
    beaches: dict[int, tuple[str, ...]]
    supply: tuple[int, ...]
    commandos: tuple[str, ...]
    drops: tuple[str, ...]


FOOT, TANKS = "infantry", "armor"

BOTH_FLANKS = Plan(
    "a landing on both flanks: divisions off the northern and the eastern edge, then Bayeux and Caen",
    {
        17: (FOOT, TANKS, TANKS),
        16: (FOOT,),
        2: (FOOT, TANKS, TANKS),
        1: (FOOT,),
        3: (FOOT, TANKS),
        7: (FOOT, TANKS),
        9: (FOOT, TANKS),
        10: (FOOT, TANKS),
    },
    (17, 16, 2, 7, 10),
    ("RR34", "RR34", "A23", "C23", "C23", "M25", "S25", "PP31"),
    ("TT34", "WW34", "A21", "A20", "A19", "C20", "V22", "W22"),
)
PLANS = (BOTH_FLANKS,)

EXPECTED = ((17, 16, 2, 7, 10), (5, 7, 10, 12, 14), (2, 4, 6, 9, 10), (15, 16, 17, 12, 10), (1, 2, 3, 4, 6))
"""Supply beaches for which the Germans prepare."""
