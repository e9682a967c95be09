"""The two sides and the three armies that act by themselves: US and French; British, Canadians and Poles; Germans."""

from enum import IntEnum

from bocage.kernel.game import Belligerent
from bocage.kernel.ids import Side

BELLIGERENTS = (Belligerent("Allied", "blue", "round"), Belligerent("German", "rust", "cut"))
SIDES = tuple(side.name for side in BELLIGERENTS)
ALLIED, GERMAN = Side(0), Side(1)


class Army(IntEnum):
    """Who moves and attacks together in a Round (9.3.1)."""

    US = 0
    BRITISH = 1
    GERMAN = 2

    def __init__(self, number: int) -> None:
        """Its side is kept, not worked out: almost every rule asks for it."""
        self.side = ALLIED if number < 2 else GERMAN

    @property
    def rival(self) -> "Army":
        """The other Allied army."""
        return Army.BRITISH if self is Army.US else Army.US

    @property
    def title(self) -> str:
        """Its name in a sentence."""
        return ("US", "British", "German")[self]


WAVES = ("first wave", "second wave")
"""The Rounds of D-Day that both Allied armies play together (9.4)."""


def actors(army: Army, kind: str) -> str:
    """Who acts in a Round: an army, or in the two waves of D-Day both Allied armies together (9.4)."""
    return "Allied" if kind in WAVES else army.title


ARMY_OF = {
    "us": Army.US,
    "french": Army.US,
    "british": Army.BRITISH,
    "canadian": Army.BRITISH,
    "polish": Army.BRITISH,
    "german": Army.GERMAN,
    "ss": Army.GERMAN,
}
"""By nation on the counter, the army."""
