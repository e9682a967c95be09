"""Random positions: counters thrown on a stretch of the map, close enough to meet."""

from random import Random

from tests.games.normandy71.support import Scene, scene
from tests.oracles.normandy71.facts import (
    ALLIED,
    BEACHES,
    CITIES,
    COUNTERS,
    EXIT_HEXES,
    FORTS,
    GERMAN,
    LAND,
    distance,
)
from tests.oracles.normandy71.stacking import breaks_down, fits

CENTRES = sorted(LAND)
BY_SIDE = {side: sorted(u for u, c in COUNTERS.items() if c.side == side) for side in (ALLIED, GERMAN)}


def throw(rng: Random, turn: int | None = None, centre: str | None = None) -> Scene:
    """A dozen counters of each side near some hex, beaches, entrenchments, cities held."""
    middle = centre or rng.choice([*CENTRES, *BEACHES.values()] if rng.random() < 0.6 else sorted(BEACHES.values()))
    near = sorted(name for name in LAND if distance(name, middle) <= rng.choice((3, 4, 6, 9)))
    at: dict[str, str] = {}
    taken: dict[str, list[str]] = {}
    for side in (ALLIED, GERMAN):
        for _ in range(rng.randint(2, 14)):
            _add(rng, side, near, at, taken)
    held = {side: {where for u, where in at.items() if COUNTERS[u].side == side} for side in (ALLIED, GERMAN)}
    supply = rng.sample(sorted(BEACHES.values()), rng.randint(1, 5))
    supply += [name for name in BEACHES.values() if name in near and name not in supply][:2]
    lost = [name for name in supply if name in held[GERMAN] or rng.random() < 0.1]
    return scene(
        at,
        turn=turn or rng.randint(1, 6),
        supply=" ".join(supply),
        lost_beaches=" ".join(sorted(lost)),
        allied_dug=" ".join(n for n in sorted(held[ALLIED] - FORTS) if rng.random() < 0.2),
        german_dug=" ".join(n for n in sorted(held[GERMAN] - FORTS) if rng.random() < 0.4),
        allied_cities=" ".join(n for c in CITIES.values() for n in sorted(c) if rng.random() < 0.4),
        exited_by=" ".join(n for n in sorted(EXIT_HEXES) if rng.random() < 0.1),
        cut_off=" ".join(u for u in at if COUNTERS[u].paratroops and rng.random() < 0.5),
        digging=" ".join(u for u in at if rng.random() < 0.05),
        spare=" ".join(u for u in COUNTERS if breaks_down(u) and u not in at and rng.random() < 0.3),
        adding_up=rng.random() < 0.8,
    )


def _add(rng: Random, side: str, near: list[str], at: dict[str, str], taken: dict[str, list[str]]) -> None:
    unit = rng.choice([u for u in BY_SIDE[side] if u not in at])
    where = rng.choice(near)
    here = taken.get(where, [])
    if all(COUNTERS[u].side == side for u in here) and fits([*here, unit], where):
        at[unit] = where
        taken[where] = [*here, unit]


def told(s: Scene) -> str:
    """The position in one line, as `scene` would take it."""
    g = s.g
    names, units = g.board.names, g.board.unit_names
    at = {units[n]: names[space] for n, space in enumerate(g.space) if space >= 0}
    return (
        f"scene({at}, turn={g.turn}, supply={s.names(g.supply)!r}, lost_beaches={s.names(g.lost_beaches)!r}, "
        f"allied_dug={s.names(g.dug_in[0])!r}, german_dug={s.names(g.dug_in[1])!r}, "
        f"exited_by={s.names(g.exited_by)!r}, digging={s.unit_names(g.digging)!r}, "
        f"unsupplied={s.unit_names(g.unsupplied)!r}, cut_off={s.unit_names(g.cut_off)!r}, adding_up={g.adding_up}, "
        f"allied_cities={s.names(g.allied_cities)!r}, spare={s.unit_names(g.spare)!r})"
    )
