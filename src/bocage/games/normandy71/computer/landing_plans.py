"""Allied plans of landing: which beaches, which of them bring supply, commandos and drops.

Edges are worth more than cities, and two of them lie a few hexes from a beach: the north edge by the road from
Quineville, the east edge by the bridge at Cabourg. Depth is shared among separate beachheads, so supply comes over few
beaches that lie together. Where Germans wait in strength a plan fails; so there are several, and chance chooses, the
better ones more often.
"""

from typing import NamedTuple


class Plan(NamedTuple):
    """Beaches with the kinds of units that land there, supply beaches, and lists of hexes for the others.

    The first beach is written down first and identifies the plan: no other plan with more beaches has it, or this one
    has the fewest.
    """

    idea: str
    beaches: dict[int, tuple[str, ...]]
    supply: tuple[int, ...]
    commandos: tuple[str, ...]
    drops: tuple[str, ...]


FOOT, TANKS = "infantry", "armor"

BOTH_FLANKS = Plan(
    "a landing on both flanks: divisions off the northern and the eastern edge, and Bayeux from Gold",
    {
        2: (FOOT, TANKS, TANKS),
        1: (FOOT,),
        17: (FOOT, TANKS, TANKS),
        16: (FOOT,),
        7: (FOOT, TANKS),
        8: (FOOT, TANKS),
        9: (FOOT, TANKS),
        10: (FOOT, TANKS),
    },
    (17, 2, 8, 9),
    ("RR34", "RR34", "A23", "C23", "C23", "M25", "S25", "PP31"),
    ("TT34", "WW34", "A21", "A20", "A19", "C20", "V22", "W22"),
)
NORTHERN_FLANK = Plan(
    "a landing in the north, to get off that edge at once, and around Gold and Juno for Bayeux and the depth",
    {
        6: (FOOT, TANKS),
        17: (FOOT, FOOT, TANKS),
        16: (FOOT, TANKS),
        7: (FOOT, TANKS),
        8: (FOOT, TANKS, TANKS),
        9: (FOOT, TANKS),
        10: (FOOT, TANKS),
    },
    (17, 7, 8, 9),
    ("RR34", "RR34", "PP31", "M25", "S25", "P25", "K25", "QQ33"),
    ("TT34", "SS35", "UU33", "WW34", "V22", "W22", "U21", "T20"),
)
ONE_BEACHHEAD = Plan(
    "everything over Gold and Juno: one beachhead, as deep as it goes, and Bayeux from the air",
    {
        7: (FOOT, FOOT, TANKS, TANKS),
        8: (FOOT, FOOT, TANKS, TANKS),
        9: (FOOT, FOOT, TANKS, TANKS),
        10: (FOOT, FOOT, TANKS, TANKS),
    },
    (7, 8, 9, 10),
    ("M25", "O25", "P25", "S25", "Q25", "L24", "T25", "N25"),
    ("V22", "W22", "V22", "W22", "U21", "T20", "R20", "Q20"),
)
PLANS = (BOTH_FLANKS, NORTHERN_FLANK, ONE_BEACHHEAD)
LOT = (*3 * (BOTH_FLANKS,), *2 * (NORTHERN_FLANK,), ONE_BEACHHEAD)
"""What chance draws from: the better a plan has done, the more often, but the enemy cannot wait for just one."""

EXPECTED = (
    *(plan.supply for plan in PLANS),
    (5, 7, 10, 12, 14),
    (14, 15, 16, 17),
    (2, 4, 6, 9, 10),
)
"""Supply beaches for which the Germans prepare: the plans above, history, and a landing on one flank alone."""
