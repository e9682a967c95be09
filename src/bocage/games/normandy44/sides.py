"""The two sides, the three armies, and the kinds of replacement: small numbers with names."""

from bocage.kernel.counters import other
from bocage.kernel.game import Belligerent
from bocage.kernel.ids import Side

BELLIGERENTS = (Belligerent("German", "rust", "cut"), Belligerent("Allied", "blue", "round"))
SIDES = tuple(side.name for side in BELLIGERENTS)
GERMAN = Side(0)
ALLIED = Side(1)

MOST_SUPPLY = 19
"""No army keeps more supply points than this (5.1)."""

ARMIES = ("german", "us", "cw")
"""Who owns improved positions: index 0 German, 1 US First Army, 2 British Second Army."""

# Columns of the replacement track (6.1). The last four German kinds cannot be kept (6.4).
GERMAN_INFANTRY, GERMAN_ARMOR, GERMAN_WEAK, GERMAN_WEAKEST, GERMAN_PANTHER = range(5)
US_INFANTRY, US_ARMOR, US_AIRBORNE, BRITISH_INFANTRY, BRITISH_ARMOR, BRITISH_AIRBORNE, CANADIAN_INFANTRY = range(5, 12)
REPLACEMENTS = (
    "german-infantry",
    "german-armor",
    "german-weak",
    "german-weakest",
    "german-panther",
    "us-infantry",
    "us-armor",
    "us-airborne",
    "british-infantry",
    "british-armor",
    "british-airborne",
    "canadian-infantry",
)


def in_words(replacement: str) -> str:
    """A kind of replacement as a player says it: "US armor", "German infantry"."""
    army, _, arm = replacement.partition("-")
    return f"{'US' if army == 'us' else army.capitalize()} {arm}"


BEACHES = ("utah", "omaha", "gold", "juno", "sword")
"""The five beaches that have an engineer and a capacity of their own (6.5.2)."""

LANDINGS: dict[str, tuple[str, ...]] = {
    "utah": ("utah",),
    "omaha": ("omaha-w", "omaha-e"),
    "gold": ("jig", "king"),
    "juno": ("mike", "nan"),
    "sword": ("queen",),
}
"""The beach hexes of each beach, by the name of their tag."""


enemy = other
"""The other side."""
