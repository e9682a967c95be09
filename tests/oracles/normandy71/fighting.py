"""Comparing combat phases: targets, who joins, columns and chances, gunfire, losses, retreats."""

from random import Random
from typing import Any

from tests.games.normandy71.support import GAME, combat
from tests.oracles.face import after, do, frame, options, refused
from tests.oracles.normandy71 import combat as ours
from tests.oracles.normandy71.facts import (
    ALLIED,
    COUNTERS,
    ENEMY,
    GERMAN,
    MISSIONS,
    TERRAIN,
    Position,
    distance,
    position,
)
from tests.oracles.normandy71.throw import throw, told
from tests.oracles.tally import Tally

from bocage.kernel.ids import Side

SIDES = (ALLIED, GERMAN)
FEW = 4  # attacks after the first turn (Supply.M)


def phase(rng: Random, tally: Tally) -> None:
    """A combat phase in a random position, played at random with every question asked on the way."""
    s = throw(rng)
    by = rng.randrange(2)
    where = f"{told(s)}; combat of the {SIDES[by]}"
    combat(s, Side(by))
    g, p = s.g, position(s.g)
    allocate(g, p, SIDES[by], rng, where, tally)
    support(g, p, SIDES[by], rng, where, tally)
    resolve(g, SIDES[by], rng, where, tally)


def able(p: Position, side: str) -> list[str]:
    return [u for u, at in p.at.items() if COUNTERS[u].side == side and at in TERRAIN]


def allocate(g: Any, p: Position, side: str, rng: Random, where: str, tally: Tally) -> None:
    used, struck, made = set[str](), set[str](), 0
    limit = FEW if side == ALLIED and p.turn > 1 else 10**6
    while frame(g)["frame"] == "Allocation":
        wanted = {
            target
            for target in p.held(ENEMY[side]) - struck
            if made < limit and any(ours.may_attack(p, u, target) for u in able(p, side) if u not in used)
        }
        said = options(g)
        given = {text.split()[1] for text in said if text.startswith("attack ")}
        matter = "combat.targets" if p.turn > 1 or side == GERMAN else "combat.targets on day one"
        tally.same(matter, where, f"what may be attacked after {sorted(used)}?", given, wanted)
        if not given or (rng.random() < 0.1 and "done" in said):
            break
        do(g, f"attack {rng.choice(sorted(given))}")
        muster(g, p, side, used, struck, rng, where, tally)
        made += 1
    if frame(g)["frame"] == "Allocation" and "done" in options(g):
        do(g, "done")


def muster(
    g: Any, p: Position, side: str, used: set[str], struck: set[str], rng: Random, where: str, tally: Tally
) -> None:
    """One attack is put together."""
    hexes = [g.board.names[n] for n in frame(g)["hexes"]]
    joined: list[str] = []
    while frame(g)["frame"] == "Muster":
        said = options(g)
        given = {text.split()[1] for text in said if text.startswith("join ")}
        wanted = {
            u
            for u in able(p, side)
            if u not in used and u not in joined and all(ours.may_attack(p, u, target) for target in hexes)
        }
        if len(hexes) == 1 and (p.turn > 1 or side == GERMAN):
            tally.same("combat.joining", where, f"who joins {joined} against {hexes}?", given, wanted)
        if joined:
            preview(g, p, joined, hexes, where, tally)
        picks = [text for text in said if text != "all"]
        if not picks:
            break
        pick = "commit" if "commit" in said and rng.random() < 0.4 else rng.choice(picks)
        if pick.startswith("also "):
            hexes.append(pick.split()[1])
        elif pick.startswith("join "):
            joined.append(pick.split()[1])
        do(g, pick)
    used |= set(joined)
    struck |= set(hexes)


def preview(
    g: Any,
    p: Position,
    attackers: list[str],
    hexes: list[str],
    where: str,
    tally: Tally,
    action: str | None = None,
    guns: int = 0,
    shield: int = 0,
) -> None:
    """Column, faces and exact chances as the preview shows them."""
    assert GAME.queries is not None
    assert GAME.queries.preview is not None
    shown = GAME.queries.preview(g, None if action is None else GAME.parse(g, action))
    if shown is None:
        return
    column, results = ours.faces(p, attackers, hexes, guns, shield)
    question = f"{attackers} against {hexes}, guns {guns}, shield {shield}"
    given = (shown.column, [result for _, result in shown.faces])
    tally.same("combat.odds", where, question, given, (column, results))
    said = {row.result: row.fraction for row in shown.outcomes}
    exact = {result: f"{c.numerator}/{c.denominator}" for result, c in ours.chances(results).items()}
    tally.same("combat.chances", where, question, said, exact)


def support(g: Any, p: Position, side: str, rng: Random, where: str, tally: Tally) -> None:
    """Naval gunfire, mission by mission."""
    fired: list[tuple[str, str]] = []
    while frame(g)["frame"] == "Gunfire":
        waiting = frame(g)
        targets = [g.board.names[n] for n in waiting["targets"]]
        said = options(g)
        given = {(text.split()[1], text.split()[2]) for text in said if text.startswith("fire ")}
        wanted = ours.shots(targets, fired, attacking=side == ALLIED)
        tally.same("gunfire", where, f"{targets} after {fired}", given, wanted)
        if not given or rng.random() < 0.3:
            do(g, "done")
            break
        shot = rng.choice(sorted(given))
        battle = attack_on(g, shot[1])
        attackers, hexes = battle
        total = strength([*fired, shot], hexes, attacking=side == ALLIED)
        guns, shield = (total, 0) if side == ALLIED else (0, total)
        preview(g, p, attackers, hexes, where, tally, f"fire {shot[0]} {shot[1]}", guns, shield)
        fired.append(shot)
        do(g, f"fire {shot[0]} {shot[1]}")


def strength(fired: list[tuple[str, str]], hexes: list[str], *, attacking: bool) -> int:
    return sum(MISSIONS[mission]["attack" if attacking else "defence"] for mission, at in fired if at in hexes)


def attack_on(g: Any, target: str) -> tuple[list[str], list[str]]:
    """Attackers and hexes of the allocated attack that strikes a hex."""
    data = g.to_data()["stack"]
    attacks = next(row["attacks"] for row in reversed(data) if "attacks" in row)
    names, units = g.board.names, g.board.unit_names
    for row in attacks:
        if target in [names[n] for n in row["targets"]]:
            mask = row["attackers"]
            return [units[n] for n in range(mask.bit_length()) if mask >> n & 1], [names[n] for n in row["targets"]]
    raise AssertionError(target)


def resolve(g: Any, side: str, rng: Random, where: str, tally: Tally) -> None:
    """Every battle with a random die: the result, the losses of an exchange, the paths of retreat."""
    while g.stack and frame(g)["frame"] == "Resolution":
        text = rng.choice(options(g))
        attackers, hexes = attack_on(g, text.split()[1])
        p = position(g)
        foes = [u for target in hexes for u in p.here(target, ENEMY[side])]
        shots = [(g.board.missions[n].mission, g.board.names[space]) for n, space in frame(g)["shots"]]
        total = strength(shots, hexes, attacking=side == ALLIED)
        guns, shield = (total, 0) if side == ALLIED else (0, total)
        preview(g, p, attackers, hexes, where, tally, text, guns, shield)
        _, results = ours.faces(p, attackers, hexes, guns, shield)
        do(g, text)
        if not g.stack or frame(g)["frame"] != "Roll":
            continue
        die = rng.randint(1, 6)
        do(g, f"roll {die}")
        aftermath(g, p, results[die - 1], attackers, foes, rng, f"{where}; {text}, roll {die}", tally)


def aftermath(
    g: Any, p: Position, result: str, attackers: list[str], foes: list[str], rng: Random, where: str, tally: Tally
) -> None:
    """What the result does, until the next battle waits."""
    owed = sum(COUNTERS[u].strength for u in foes)
    gone: list[str] = []
    while g.stack and frame(g)["frame"] not in ("Resolution", "Roll"):
        said = options(g)
        verbs = {text.split()[0] for text in said}
        if verbs == {"lose"}:
            given = {text.split()[1] for text in said}
            paid = sum(COUNTERS[u].strength for u in gone)
            tally.holds("results.exchange", where, f"after {gone} of {attackers} more is owed", truth=paid < owed)
            tally.same("results.exchange", where, "who may be given up?", given, set(attackers) - set(gone))
        elif verbs == {"retreat"}:
            now = position(g)
            unit = said[0].split()[1]
            paths = {(text.split()[2], text.split()[3]) for text in said}
            wanted = ours.retreats(now, unit)
            if COUNTERS[unit].side == GERMAN and g.hidden == 0:
                wanted = led(now, wanted)
            tally.same("results.retreat", where, f"paths of {unit} from {now.at[unit]}", paths, wanted)
        else:
            break
        pick = rng.choice(said)
        if verbs == {"lose"}:
            gone.append(pick.split()[1])
        do(g, pick)
    closing(g, p, result, attackers, foes, where=where, tally=tally)


def led(p: Position, paths: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """The Allies do not lead a German into an entrenchment while another way is open."""
    free = {path for path in paths if path[1] not in p.dug_in[GERMAN]}
    return free or paths


def closing(
    g: Any,
    p: Position,
    result: str,
    attackers: list[str],
    foes: list[str],
    *,
    where: str,
    tally: Tally,
) -> None:
    now = position(g)
    dead = {u for u in [*attackers, *foes] if now.at.get(u) == "Lost"}
    owed = min(sum(COUNTERS[u].strength for u in foes), sum(COUNTERS[u].strength for u in attackers))
    if result == "AX":
        tally.same("results.eliminated", where, "AX", dead, set(attackers))
    elif result == "DX":
        tally.same("results.eliminated", where, "DX", dead, set(foes))
    elif result == "EX":
        tally.holds("results.eliminated", where, "EX takes every defender", truth=set(foes) <= dead)
        paid = sum(COUNTERS[u].strength for u in dead - set(foes))
        tally.holds("results.eliminated", where, f"EX: {paid} paid for {owed}", truth=paid >= owed)
    else:
        loser, stays = (attackers, foes) if result == "AR" else (foes, attackers)
        tally.same("results.eliminated", where, f"{result} hurts the other side", dead & set(stays), set[str]())
        for unit in loser:
            gone_back = unit in dead or distance(p.at[unit], now.at[unit]) == 2
            tally.holds("results.retreated", where, f"{unit} is two hexes away or dead", truth=gone_back)


__all__ = ["after", "phase", "refused"]
