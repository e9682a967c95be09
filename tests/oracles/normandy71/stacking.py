"""Stacking and unit breakdown."""

from collections import Counter as Tally
from collections.abc import Iterable, Iterator

from tests.oracles.normandy71.facts import BREAKDOWN, COUNTERS, TERRAIN

WHOLES: dict[tuple[str, str, str], Tally[str]] = {
    (row["side"], row["factors"], row["type"]): Tally(row["parts"].split()) for row in BREAKDOWN
}
"""What a unit of a side, of these factors and type, is made of."""


def fits(units: Iterable[str], where: str) -> bool:
    """In bocage two battalions or one regiment; elsewhere three battalions, one regiment and two battalions, or two
    regiments.
    """
    sizes = [COUNTERS[u].regiment for u in units]
    regiments, battalions = sum(sizes), len(sizes) - sum(sizes)
    if TERRAIN[where] == "bocage":
        return (regiments, battalions) in {(0, 0), (0, 1), (0, 2), (1, 0)}
    return regiments + battalions <= 3 and (regiments < 2 or battalions == 0) and regiments <= 2


def breaks_down(unit: str) -> bool:
    counter = COUNTERS[unit]
    return (counter.side, counter.factors, counter.type) in WHOLES


def rebuildings(units: Iterable[str], joined: str | None = None) -> Iterator[tuple[tuple[str, str, str], list[str]]]:
    """Every larger unit that can be put together from these, with the parts used (Stacking.E); only those in which
    a certain unit takes part, if one is named.
    """
    here = list(units)
    for whole, parts in WHOLES.items():
        used = _parts(whole, parts, here, joined)
        if used is not None and (joined is None or joined in used):
            yield whole, used


def _parts(whole: tuple[str, str, str], parts: Tally[str], here: list[str], first: str | None) -> list[str] | None:
    used: list[str] = []
    ordered = sorted(here, key=lambda u: u != first)
    for factors, number in parts.items():
        alike = [u for u in ordered if _is_part(u, whole, factors)][:number]
        if len(alike) < number:
            return None
        used += alike
    return used


def _is_part(unit: str, whole: tuple[str, str, str], factors: str) -> bool:
    """Any unit of identical strength and type. A regiment of the factors of a battalion is no part."""
    counter = COUNTERS[unit]
    return (counter.side, counter.type, counter.factors) == (whole[0], whole[2], factors) and not counter.regiment
