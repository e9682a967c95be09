"""Numbers in sentences."""


def counted(count: float, thing: str) -> str:
    """That many of a thing, in whole numbers: `1 hex`, `3 hexes`, `0 steps`."""
    number = round(count)
    return f"{number} {thing}" if number == 1 else f"{number:,} {thing}{'es' if thing.endswith('x') else 's'}"
