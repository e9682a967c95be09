"""Random games of Wars Across the World with every decision held against the oracle, and the seams between them."""

from random import Random
from typing import Any

from tests.oracles.acrosstheworld import battle, moving
from tests.oracles.acrosstheworld.facts import (
    ALLIED,
    CARDS,
    CITIES,
    COUNTERS,
    ENEMY,
    GERMAN,
    GROUND,
    NEAR,
    REGIONS,
    SIDES,
    TAGS,
    TERRAIN,
    Position,
    bits,
    position,
)
from tests.oracles.face import do, frame, options
from tests.oracles.tally import Tally

from bocage.games.acrosstheworld import GAME

AIR, NAVAL, GUNS, JABOS, TIGER, LEADER = range(6)


def game(rng: Random, tally: Tally, picks: int = 300) -> None:
    """A random game, asked at every decision; stacks are led rather than left behind, so that there are battles."""
    g: Any = GAME.new(seed=rng.randrange(10**6))
    for _ in range(picks):
        if g.outcome is not None:
            return
        waiting = frame(g)
        where = f"turn {g.turn}, {SIDES[g.active]}"
        check(g, waiting, where, tally)
        pick = choose(g, waiting, options(g), rng)
        before = position(g)
        do(g, pick)
        seams(before, position(g), pick, f"{where}: {pick}", tally)


def choose(g: Any, waiting: dict[str, Any], said: list[str], rng: Random) -> str:
    if waiting["frame"] == "March":
        p = position(g)
        foes = [
            text
            for text in said
            if text.startswith("march ") and p.fighters(text.split()[1], ENEMY[SIDES[waiting["by"]]])
        ]
        if foes and rng.random() < 0.7:
            return rng.choice(foes)
        if "all" in said and rng.random() < 0.5:
            return "all"
    if waiting["frame"] == "Movement" and len(said) > 1 and rng.random() < 0.9:
        return rng.choice([text for text in said if text != "done"])
    return rng.choice(said)


def check(g: Any, waiting: dict[str, Any], where: str, tally: Tally) -> None:
    name = waiting["frame"]
    if name == "March":
        stack(g, waiting, where, tally)
    elif name == "Movement":
        supply(g, where, tally)
        overlay(g, where, tally)
    elif name == "Rolls" and g.to_data()["stack"][-2]["frame"] == "Volley":
        volley(g, where, tally)
    elif name == "Retreat":
        retreat(g, waiting, where, tally)


def stack(g: Any, waiting: dict[str, Any], where: str, tally: Tally) -> None:
    """Where a stack may march or ride, and how far."""
    p = position(g)
    units = [g.board.unit_names[n] for n in bits(waiting["units"])]
    at = g.board.names[waiting["at"]]
    if not units:
        return
    if at not in REGIONS:
        landing(g, p, units, where, tally)
        return
    said = options(g)
    fresh = not waiting["railed"] and not waiting["marched"]
    if fresh:
        tally.same("movement.allowance", where, f"{units}", waiting["left"], max(moving.allowance(p, units), 0))
    wanted = moving.marches(p, units, at, waiting["left"], moved=not fresh)
    question = f"{units} at {at} with {waiting['left']} points, railed={waiting['railed']}, moved={waiting['marched']}"
    tally.same("movement.marches", where, question, words(said, "march"), wanted)
    trains = moving.rides(p, units, at) if fresh else set[str]()
    tally.same("movement.rides", where, question, words(said, "rail"), trains)


def landing(g: Any, p: Position, units: list[str], where: str, tally: Tally) -> None:
    """10.10: from the sea on any beach, into a port that serves, or at Mulberry. Groups still to come are bound
    to their own beach: for them only that much is asked.
    """
    given = words(options(g), "land")
    open_ = TAGS["beach"] | {port for port in TAGS["port"] if moving.port_serves(p, port)}
    open_ |= {moving.SITE} if moving.harbour_serves(p) else set()
    wanted = {region for region in open_ if moving.may_enter(p, units, region)}
    late = [u for u in units if not g.arrived >> g.board.unit_ids[u] & 1]
    if p.turn == 1 or late:
        tally.holds("movement.landings", where, f"{units} to {given}", truth=given <= TAGS["beach"] | open_)
    else:
        tally.same("movement.landings", where, f"{units}", given, wanted)


def words(said: list[str], verb: str) -> set[str]:
    return {text.split()[1] for text in said if text.startswith(f"{verb} ")}


def supply(g: Any, where: str, tally: Tally) -> None:
    """Who was found out of supply when the player turn's supply phase came."""
    p = position(g)
    side = SIDES[g.active]
    if p.turn == 1 or p.moved or (side == ALLIED and (p.turn >= 6 or p.pluto == p.turn)):
        return
    for unit, at in p.at.items():
        counter = COUNTERS[unit]
        if counter.side != side or not counter.mobile or at not in REGIONS or unit in p.besieged:
            continue
        tally.same(
            "supply", where, f"is {unit} at {at} out of supply?", unit in p.unsupplied, not moving.in_supply(p, unit)
        )


def overlay(g: Any, where: str, tally: Tally) -> None:
    """The overlay of supplied regions."""
    assert GAME.queries is not None
    p = position(g)
    shown = GAME.queries.overlays["supply"](g, None).spaces
    for side in SIDES:
        given = {region for region, shade in shown.items() if SIDES.index(side) in shade.sides}
        tally.same("supply.regions", where, side, given, moving.fed(p, side))


def volley(g: Any, where: str, tally: Tally) -> None:
    """The factors with which a side's units fire, given who gains from whom, and how many may gain."""
    data = g.to_data()["stack"][-2]
    if data["faces"]:
        return
    p, fight = position(g), g.fight
    side, region = SIDES[data["side"]], g.board.names[fight.at]
    names = g.board.unit_names
    attacks = fight.attacker == data["side"]
    cards = {CARDS[n] for n in bits(fight.cards)}
    standing = [names[n] for n in bits(fight.standing[data["side"]])]
    wanted = sorted(one(p, fight, names, u, region, cards, attacks=attacks) for u in standing)
    extra = []
    if fight.round == 1:
        extra += [5, 5] if "bombardment" in cards and side == ALLIED else []
        extra += [4, 4] if "nebelwerfer" in cards and side == GERMAN else []
    if fight.round == 0:  # 6.6: carpet bombing goes before the first round
        tally.same("battle.factors", where, f"carpet bombing of {region}", sorted(data["factors"]), [5, 5, 5])
        return
    question = f"{side} in {region}, round {fight.round}, cards {sorted(cards)}: {standing}"
    tally.same("battle.factors", where, question, sorted(data["factors"]), sorted([*wanted, *extra]))
    if not (attacks and "ambush" in cards):  # 7.3: the unit that was helped may have fallen before it fires
        helped(p, fight, standing, side, region, question, where, tally)


def one(p: Position, fight: Any, names: list[str], unit: str, region: str, cards: set[str], *, attacks: bool) -> int:
    n = names.index(unit)
    counter = COUNTERS[unit]
    gain = sum(bool(fight.bonus[k] >> n & 1) for k in (AIR, NAVAL, GUNS, JABOS, LEADER))
    gain += 2 * bool(fight.bonus[TIGER] >> n & 1)
    if counter.side == ALLIED:
        gain += "funnies" in cards and counter.nation in ("UK", "CA")
        gain -= 2 * ("flak" in cards and counter.kind == "armour")
        gain -= battle.ground(unit, region) if attacks and "rhino" in cards and TERRAIN[region] == "bocage" else 0
    walled = counter.side == ALLIED or region in p.allied
    if unit in p.besieged:  # 16.5: a sortie meets no walls
        walled = False
    if region in TAGS["fortress"] and counter.side == GERMAN:
        walled = region in p.ports_taken
    return battle.factor(p, unit, region, fight.round, gain, attacks=attacks, walled=walled)


def helped(
    p: Position, fight: Any, standing: list[str], side: str, region: str, question: str, where: str, tally: Tally
) -> None:
    mask = fight.standing[SIDES.index(side)]

    def number(lender: int) -> int:
        return int(fight.bonus[lender] & mask).bit_count()

    commander = fight.commander[SIDES.index(side)]
    if fight.round == 1 and side == ALLIED:
        wanted = 0 if p.bad else min(1, len(standing))
        tally.same("battle.help", where, f"aircraft: {question}", number(AIR), wanted)
        ships = min(2, len(standing)) if battle.naval(region) else 0
        tally.same("battle.help", where, f"ships: {question}", number(NAVAL), ships)
    stars = GAME.board().counters[commander].stars if commander >= 0 else 0
    tally.same("battle.help", where, f"commander: {question}", number(LEADER), min(3 * stars, len(standing)))


def retreat(g: Any, waiting: dict[str, Any], where: str, tally: Tally) -> None:
    """12.11: one region back, friendly, without enemies, with room, the nearest to supply."""
    p, said = position(g), options(g)
    side, at = SIDES[waiting["by"]], g.board.names[waiting["at"]]
    given = words(said, "retreat")
    stack_ = [u for u in p.here(at, side) if COUNTERS[u].kind != "bunker" and u not in p.besieged]
    # A region that friends have just walked into is theirs in all but name (18.1).
    ours = p.friendly(side) | (p.entered if side == p.active else set())
    open_ = {
        b
        for b in NEAR[at] & ours
        if not moving.enemies_in(p, b, side) and (not stack_ or moving.has_room(p, stack_, b))
    }
    far = {b: steps_to_supply(p, side, b) for b in open_}
    best = {b for b in open_ if far[b] == min(far.values())}
    if not open_ and side == ALLIED and at in TAGS["beach"]:
        best = {"Channel"}
    detail = f"{stack_} from {at}, distances {far}; entered {[g.board.names[n] for n in bits(g.entered)]}"
    detail += f"; beside it {[(b, b in p.friendly(side), p.here(b)) for b in sorted(given - best)]}"
    tally.same("battle.retreat", where, detail, given, best)


def steps_to_supply(p: Position, side: str, start: str) -> int:
    goals = moving.sources(p, side)
    seen, ring, steps = {start}, {start}, 0
    while ring and not ring & goals:
        ring = {b for a in ring for b in NEAR[a] if b in p.friendly(side) and not moving.enemies_in(p, b, side)} - seen
        seen |= ring
        steps += 1
    return steps if ring else 99


# --- seams ------------------------------------------------------------------------------------------------


def seams(before: Position, after: Position, pick: str, where: str, tally: Tally) -> None:
    """What must hold across any order: no counter is in two places, nobody overfills the hills, nothing dead walks."""
    for region in REGIONS:
        for side in SIDES:
            if GROUND[TERRAIN[region]]["difficult"] == "yes":
                number = len(after.fighters(region, side))
                old = len(before.fighters(region, side))
                if number > old:
                    tally.holds("seams: six in the hills", where, f"{region} {side} {number}", truth=number <= 6)
    for unit in before.moved & after.moved:
        if after.at.get(unit) != before.at.get(unit) and pick.startswith(("march", "rail", "land")):
            tally.holds("seams: moves twice", where, unit, truth=moving_now(before, after, unit))
    if before.at != after.at:
        # Asked only when somebody has moved or died: a thousand quiet moments prove nothing.
        forts = {u: at for u, at in after.at.items() if COUNTERS[u].kind == "bunker"}
        stay = all(before.at.get(u) == at for u, at in forts.items())
        tally.holds("seams: bunkers stay", where, str(forts), truth=stay)
    if before.allied != after.allied:
        blocked = {at for u, at in after.at.items() if COUNTERS[u].kind == "bunker"} & after.allied
        tally.holds("seams: bunkers block", where, str(blocked), truth=not blocked)
    if before.scored - after.scored:
        tally.holds("victory.cities", where, "a city scores once", truth=False)
    fresh = after.scored - before.scored
    if fresh:
        worth = sum(CITIES[city] for city in fresh)
        tally.holds("victory.cities", where, f"{fresh} are Allied", truth=fresh <= after.allied)
        tally.holds("victory.cities", where, f"{fresh} give {worth}", truth=after.points[0] - before.points[0] >= worth)


def moving_now(before: Position, after: Position, unit: str) -> bool:
    """A stack on the march is marked moved from its first step on; who was halted never moves again."""
    return unit in after.moved and before.turn == after.turn


__all__ = ["game"]
