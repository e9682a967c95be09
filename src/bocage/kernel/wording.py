"""Numbers in sentences."""

from bocage.kernel.board import POINT


def counted(count: float, thing: str) -> str:
    """That many of a thing, in whole numbers: `1 hex`, `3 hexes`, `0 steps`."""
    number = round(count)
    return f"{number} {thing}" if number == 1 else f"{number:,} {thing}{'es' if thing.endswith('x') else 's'}"


PARTS = ("", "⅙", "⅓", "½", "⅔", "⅚")
"""Sixths as people write them: roads cost halves and thirds of a point."""


def in_points(spent: int) -> str:
    """Movement points, counted in sixths of one, in words: `5⅓`, `½`, `2`."""
    whole, sixths = divmod(spent, POINT)
    return f"{whole or ''}{PARTS[sixths]}" or "0"
