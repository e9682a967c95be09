"""Random games of Tiny Beach, every decision held against the oracle."""

from fractions import Fraction
from random import Random
from typing import Any

from tests.oracles.face import after, do, frame, options
from tests.oracles.tally import Tally
from tests.oracles.tinybeach import rules
from tests.oracles.tinybeach.facts import ENEMY, NEXT, SIDES, TERRAIN, UNITS, Position, position

from bocage.games.tinybeach import GAME


def game(rng: Random, tally: Tally, picks: int = 150) -> None:
    g = GAME.new(rng.choice(("landing", "dawn")), seed=rng.randrange(10**6))
    for _ in range(picks):
        if g.outcome is not None:
            return
        check(g, tally)
        said = options(g)
        live = [text for text in said if text not in ("done", "wait") and not text.startswith(("hold", "stay"))]
        do(g, rng.choice(live if live and rng.random() < 0.8 else said))


def check(g: Any, tally: Tally) -> None:
    name, p = frame(g)["frame"], position(g)
    where = f"turn {g.turn} {g.weather} {p.at} {p.steps}, gun {g.gun_at} concealed={g.concealed}"
    if name == "Movement":
        movement(g, p, SIDES[frame(g)["by"]], where, tally)
    elif name == "Attacks":
        targets(g, p, SIDES[frame(g)["by"]], where, tally)
    elif name == "Muster":
        muster(g, p, where, tally)


def movement(g: Any, p: Position, side: str, where: str, tally: Tally) -> None:
    said = options(g)
    for unit, at in p.at.items():
        if UNITS[unit]["side"] != side or at not in TERRAIN:
            continue
        lined = GAME.queries.supply_line(g, g.board.unit_ids[unit])  # type: ignore[misc]
        tally.same("supply.line", where, f"{unit} at {at}", isinstance(lined, list), rules.supplied(p, unit))
        if unit in p.moved:
            tally.holds("seams: moves twice", where, unit, truth=f"select {unit}" not in said)
            continue
        given = set[str]()
        if f"select {unit}" in said:
            given = {text.split()[2] for text in options(after(g, f"select {unit}")) if text.startswith("move ")}
        tally.same("movement", where, f"{unit} at {at}", given, rules.moves(p, unit))


def targets(g: Any, p: Position, side: str, where: str, tally: Tally) -> None:
    given = {text.split()[1] for text in options(g) if text.startswith("attack ")}
    free = [u for u, at in p.at.items() if UNITS[u]["side"] == side and at in TERRAIN and u not in p.fought]
    wanted = set()
    for target in TERRAIN:
        near = [u for u in free if target in NEXT[p.at[u]]]
        if near and p.here(target, ENEMY[side]) and rules.column(p, near, target) is not None:
            wanted.add(target)
    tally.same("combat.targets", where, f"{side} with {free}", {t for t in given if p.here(t, ENEMY[side])}, wanted)


def muster(g: Any, p: Position, where: str, tally: Tally) -> None:
    waiting = frame(g)
    mask, target = waiting["attackers"], g.board.names[waiting["target"]]
    joined = [g.board.unit_names[n] for n in range(mask.bit_length()) if mask >> n & 1]
    if not joined or not p.here(target, ENEMY[UNITS[joined[0]]["side"]]):
        return
    column = rules.column(p, joined, target)
    tally.same("combat.odds allowed", where, f"{joined} v {target}", "fight" in options(g), column is not None)
    shown = GAME.queries.preview(g, None)  # type: ignore[misc]
    if shown is None or column is None:
        return
    given = (shown.column, [result for _, result in shown.faces])
    results = rules.faces(column)
    tally.same("combat.odds", where, f"{joined} v {target}", given, (column, results))
    chances = {result: Fraction(results.count(result), len(results)) for result in results}
    said = {row.result: Fraction(row.fraction) for row in shown.outcomes}
    tally.same("combat.chances", where, f"{joined} v {target}", said, chances)


__all__ = ["game"]
