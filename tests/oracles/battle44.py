"""Battles of engine and oracle compared: who attacks, columns, chances, retreats and advances."""

from collections.abc import Iterator
from typing import Any

from tests.oracles.normandy44 import advance, defence, losses, movement, odds, retreat
from tests.oracles.normandy44.facts import SIDES, Facts, Unit, faces, facts, neighbours, other
from tests.oracles.positions44 import asking
from tests.oracles.tally44 import QUERIES, Case, Tally, asked, decision, done, ends, first, matter, unit_id, words

# --- retreat and advance (13, 14) ---


@matter
def retreats(t: Tally, case: Case) -> None:
    """Where each unit of a stack may fall back to, as if it had to go now."""
    g, f = case.g, case.f
    for origin in [place for place, stack in f.stacks.items() if stack[0].side == case.side][:4]:
        runners = [u for u in f.stacks[origin] if u.ma > 0 and "retreated" not in u.marks]
        left = sum(1 << unit_id(g, u.id) for u in runners)
        if not runners or len(runners) != len(f.stacks[origin]):
            continue
        length = 4 if t.made % 4 == 3 else 2
        shown = asked(
            g, "Retreat", by=SIDES.index(case.side), origin=g.board.ids[origin], left=left, length=length, gone=0, wet=0
        )
        _fall_back(t, case.at, shown, length)
        for text in words(shown)[t.made % 3 :: 4][:2]:  # one goes, the others after it
            then = done(shown, text)
            if decision(then) == "Retreat" and not asking(then).wet:
                _fall_back(t, f"{case.at} {text}", then, length)


def _fall_back(t: Tally, at: str, g: Any, length: int) -> None:
    """Where each unit that has yet to go may end."""
    waits, names, f = asking(g), g.board.unit_names, facts(g)
    origin, side = g.board.names[waits.origin], SIDES[waits.by]
    gone = frozenset(names[n] for n in range(len(names)) if waits.gone >> n & 1)
    back = retreat.Retreat(f, side, origin, gone)
    offered = [text.split() for text in words(g)]
    for unit in [f.units[names[n]] for n in range(len(names)) if waits.left >> n & 1]:
        engine = {text[2] for text in offered if text[0] == "fallback" and text[1] == unit.id}
        cost, oracle = back.ends(unit, length)
        if cost >= unit.steps:  # it dies whichever way it takes
            t.open += bool(oracle)
            oracle &= engine
        question = f"retreat {unit.id} {origin} {length} after {sorted(gone)}"
        t.compare(at, question, sorted(engine - oracle), sorted(oracle - engine))


@matter
def advances(t: Tally, case: Case) -> None:
    """Both hexes of an advance, as if the enemy had just left a hex."""
    g, f = case.g, case.f
    own = [
        u
        for u in f.units.values()
        if u.side == case.side and u.attacks and u.ma and not u.marks & {"scattered", "disrupted"}
    ]
    for vacated in sorted({to for u in own for to in neighbours(u.hex) if f.land(to) and not f.stacks.get(to)})[:3]:
        units = [u for u in own if vacated in neighbours(u.hex) and "impassable" not in f.between(u.hex, vacated)]
        units = [u for u in units if u.army == units[0].army]
        if not units:
            continue
        shown = asked(
            g, "Advance", by=SIDES.index(case.side), vacated=g.board.ids[vacated],
            units=sum(1 << unit_id(g, u.id) for u in units), limited=t.made % 7 == 0, reserve=False,
        )  # fmt: skip
        forth = advance.Advance(f, case.side, vacated)
        offered = [text.split() for text in words(shown)]
        for unit in units:
            engine = {text[2] for text in offered if text[0] == "advance" and text[1] == unit.id}
            oracle = forth.first(unit, limited=asking(shown).limited)
            begins(t, case, forth, unit, engine, oracle, limited=asking(shown).limited)
            for middle in sorted(engine & oracle)[:3]:
                _second(t, case.at, shown, unit, middle, vacated)


def begins(
    t: Tally, case: Case, forth: advance.Advance, unit: Unit, engine: set[str], oracle: set[str], *, limited: bool
) -> None:
    """The first hex of an advance: where the unit may stay (7.2, 9.8.2), or from where it may go on to such a hex."""
    f = case.f
    stop = {to: movement.may_stop(f, unit, to) for to in engine | oracle}
    narrow = limited or "regroup" in unit.marks
    wanted = {
        to
        for to in oracle
        if stop[to] == "yes"
        or (not narrow and any(movement.may_stop(f, unit, on) == "yes" for on in forth.second(unit, unit.hex, to)))
    }
    sure = {to for to in engine | oracle if stop[to] != "full"}
    question = f"advance {unit.id} {unit.hex} vacated {forth.vacated}"
    t.compare(case.at, question, sorted(engine & sure - wanted), sorted(wanted & sure - engine))


def _second(t: Tally, at: str, shown: Any, unit: Unit, middle: str, vacated: str) -> None:
    then = done(shown, f"advance {unit.id} {middle}")
    going = decision(then) == "AdvanceOn"
    engine = set(first(then, "to")) if going else set()
    f = facts(then)
    forth = advance.Advance(f, unit.side, vacated)
    oracle = (
        set() if asking(shown).limited or "regroup" in unit.marks else forth.second(f.units[unit.id], unit.hex, middle)
    )
    ends(t, at, f, f.units[unit.id], f"advance {unit.id} {unit.hex} {middle} on, vacated {vacated}", engine, oracle)


# --- battles (10, 11, 12) ---


def battles(t: Tally, g: Any, side: str) -> Iterator[Any]:
    """Attacks as far as they have been declared: with whom, and with every main force."""
    if decision(g) != "Attacks":
        g = asked(g, "Attacks", by=SIDES.index(side), reserve=t.made % 5 == 4)
    for target in first(g, "attack")[:5]:
        begun = done(g, f"attack {target}")
        chosen = first(begun, "with")
        for count in {len(chosen), (t.made % 3) + 1}:
            gathered = begun
            for name in chosen[:count]:
                if name in first(gathered, "with"):
                    gathered = done(gathered, f"with {name}")
            if "ready" in words(gathered):
                yield done(gathered, "ready")


def declared(g: Any, f: Facts) -> odds.Battle:
    assault = asking(g).assault
    names = g.board.unit_names
    attackers = tuple(f.units[names[n]] for n in range(len(names)) if assault.attackers >> n & 1)
    main = frozenset(names[n] for n in range(len(names)) if assault.main >> n & 1)
    support = len(assault.artillery) + len(assault.air) + bool(assault.naval)
    return odds.Battle(g.board.names[assault.target], attackers, main, support, assault.jabos)


def forces(g: Any) -> list[Any]:
    """The position with each main force declared; where there is one alone it is taken at once."""
    if decision(g) == "Support":
        return [g]
    return [done(g, text) for text in words(g) if text.split()[0] in ("main", "group")]


@matter
def attackers(t: Tally, case: Case) -> None:
    """Which units may join which attack (10.1, 10.2, 10.7)."""
    g, f = case.g, case.f
    if decision(g) != "Attacks":
        g = asked(g, "Attacks", by=SIDES.index(case.side), reserve=t.made % 5 == 4)
    by, reserve = SIDES[asking(g).by], asking(g).reserve
    shown = set(first(g, "attack"))
    for target in f.stacks:
        if not f.at(target, other(by)) or not any(f.at(h, by) for h in neighbours(target)):
            continue
        able = [u for h in neighbours(target) for u in f.at(h, by) if odds.may_attack(f, u, target, reserve=reserve)]
        able = able if odds.may_be_attacked(f, target, by) else []
        engine = set(first(done(g, f"attack {target}"), "with")) if target in shown else set()
        if not engine and able and not worthwhile(f, able, target):
            continue  # below 1-3 whatever joins (10.6)
        t.compare(case.at, f"who may attack {target} {reserve=}", sorted(engine), sorted(u.id for u in able))


def worthwhile(f: Facts, able: list[Unit], target: str) -> bool:
    """Could any of these attack at 1-3 or better?"""
    for army in {u.army for u in able}:
        together = tuple(u for u in able if u.army == army)
        for main in odds.main_forces(together):
            if odds.starting_column(f, odds.Battle(target, together, main)) >= 0:
                return True
    return False


@matter
def columns(t: Tally, case: Case) -> None:
    """Main forces that may be declared, and the column each of them fights on."""
    g, f = case.g, case.f
    for ready in battles(t, g, case.side):
        found = {}
        for fight in forces(ready):
            b = declared(fight, f)
            found[b.main] = (QUERIES.preview(fight, None), b)
        b = next(iter(found.values()))[1]
        sound = {
            main
            for main in odds.main_forces(b.attackers)
            if odds.starting_column(f, odds.Battle(b.target, b.attackers, main)) >= 0
        }
        who = " ".join(u.id for u in b.attackers)
        t.compare(
            case.at, f"main forces at {b.target} of {who}", _sets(found.keys() - sound), _sets(sound - found.keys())
        )
        for main, (shown, fought) in found.items():
            column = odds.final_column(f, fought)
            question = f"column at {b.target} of {who}, main {sorted(main)}"
            if column >= 0:
                t.compare(case.at, question, shown.column, odds.COLUMNS[column])
            rolled = ["A1" if column < 0 else row[column] for row in defence.CRT]
            t.compare(case.at, f"{question}, faces", [result for _, result in shown.faces], rolled)


def _sets(sets: Any) -> list[list[str]]:
    return sorted(sorted(some) for some in sets)


@matter
def chances(t: Tally, case: Case) -> None:
    """The exact chances of a battle."""
    g, f = case.g, case.f
    turned = defence.Faces(faces(g))
    for ready in battles(t, g, case.side):
        for fight in forces(ready)[:2]:
            b = declared(fight, f)
            shown = {o.result: o.fraction for o in QUERIES.preview(fight, None).outcomes}
            engine = {k: v for k, v in shown.items() if not v.startswith("0/")}
            counted = defence.Chances(f, b, turned)
            oracle = {k: f"{v.numerator}/{v.denominator}" for k, v in counted.all().items()}
            t.kinds["determined defence"] += any(k.endswith("held") for k in oracle)
            t.kinds["desperation"] += counted.trapped(counted.there) and counted.desperate(counted.there)
            who = " ".join(u.id for u in b.attackers)
            t.compare(case.at, f"chances at {b.target} of {who}, main {sorted(b.main)}", *apart(engine, oracle))


def apart(a: dict[str, str], b: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """What of two tables differs."""
    keys = [key for key in sorted(a.keys() | b.keys()) if a.get(key) != b.get(key)]
    return {k: a[k] for k in keys if k in a}, {k: b[k] for k in keys if k in b}


@matter
def steps_lost(t: Tally, case: Case) -> None:
    """Each face of the die: who is asked for a step, among whom, and who may lead the defence after it."""
    f = case.f
    for ready in battles(t, case.g, case.side):
        for fight in forces(ready)[:1]:
            b = declared(fight, f)
            column = odds.final_column(f, b)
            if column < 0 or (f.weather == "clear" and b.attackers[0].side == "german"):
                continue  # the Jabos shift it first
            for die in range(1, 7):
                _losses(t, case, fight, b, die, defence.CRT[die - 1][column])


def _losses(t: Tally, case: Case, fight: Any, b: odds.Battle, die: int, result: str) -> None:
    f, g = case.f, done(fight, "fight", f"roll {die}")
    question = f"{result} at {b.target} of {sorted(u.id for u in b.attackers)}, main {sorted(b.main)}"
    own = {u.id for u in b.attackers}
    first_loss = losses.attacker(f, b, result)
    lost: list[str] = []
    asked_attacker = first_loss is None or len(first_loss[1]) == 1
    while decision(g) == "TakeLoss":
        offered = frozenset(first(g, "lose"))
        if offered <= own:
            t.compare(case.at, f"{question}: attacker", told_ask(_asked(g, offered)), told_ask(first_loss))
            asked_attacker = True
        else:
            lost = _forced(f, b, result, lost)
            expected = losses.defence(f, b, result, lost)
            t.compare(case.at, f"{question}: defender {lost}", told_ask(_asked(g, offered)), told_ask(expected))
            lost.append(min(offered))
        g = done(g, f"lose {min(offered)}")
    t.compare(case.at, f"{question}: attacker asked", asked_attacker, True)
    if decision(g) == "Defence" and result in defence.RETREATS:
        there = [u for u in facts(g).at(b.target, other(b.attackers[0].side)) if "retreated" not in u.marks]
        t.compare(case.at, f"{question}: leads", sorted(first(g, "stand")), sorted(losses.leads(there)))


def _forced(f: Facts, b: odds.Battle, result: str, lost: list[str]) -> list[str]:
    """Steps that only one unit could lose go without a question."""
    lost = list(lost)
    while (ask := losses.defence(f, b, result, lost)) is not None and len(ask[1]) == 1:
        lost.append(next(iter(ask[1])))
    return lost


def _asked(g: Any, offered: frozenset[str]) -> losses.Ask:
    return SIDES[asking(g).by], offered


def told_ask(ask: losses.Ask | None) -> str:
    return "nobody" if ask is None else f"{ask[0]}: {' '.join(sorted(ask[1]))}"
