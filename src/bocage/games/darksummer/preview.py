"""A battle before it is fought: the account, and the exact chance of each outcome.

What lies face down is part of it: every value that may turn up is weighed by how many such counters are left.
"""

from collections.abc import Iterator
from fractions import Fraction

from bocage.games.darksummer.rules.r11_cherbourg import MEANING as SIEGE_MEANING
from bocage.games.darksummer.rules.r11_combat import Muster, able_at, has_attack, infeasible
from bocage.games.darksummer.rules.r11_losses import alive
from bocage.games.darksummer.rules.r11_odds import Assault, column_title, defenders, final_column, odds
from bocage.games.darksummer.rules.r11_results import MEANING, NOTHING, effect_of, leaves_nobody
from bocage.games.darksummer.rules.r11_siege import assault_of, inside, siege_odds
from bocage.games.darksummer.rules.r11_strongpoints import face_down, undealt
from bocage.games.darksummer.rules.r12_support import KINDS, ChooseSupport, with_marker
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import replace, waiting
from bocage.kernel.ids import Space, UnitId, Units
from bocage.kernel.probability import outcomes
from bocage.kernel.queries import Line, Preview, account, engaged, likely

GONE = "empty"
"""The hex turns out to be held by nobody: the Ost battalion of 0 stood alone (11.5.2)."""
BATTLE_MEANING = MEANING | {GONE: "the Ost battalion vanishes and the hex is free"}


def deals(g: DarkSummer, units: Units) -> Iterator[tuple[DarkSummer, Fraction]]:
    """Every way in which counters that lie face down may turn out, with its exact chance."""
    left = face_down(g, units)
    if not left:
        yield g, Fraction(1)
        return
    unit = UnitId((left & -left).bit_length() - 1)
    pool = undealt(g, g.board.units[unit].type)
    for value, many in enumerate(pool):
        if many:
            world = g.copy()
            world.value[unit] = value
            world.touch()
            if not value:
                world.eliminate(unit, "11.5.2")
            for deeper, chance in deals(world, units):
                yield deeper, chance * Fraction(many, sum(pool))


def battle_chances(g: DarkSummer, a: Assault) -> dict[str, Fraction]:
    """The exact chance of each effect of a battle."""
    found: dict[str, Fraction] = {}
    for world, part in deals(g, a.attackers | defenders(g, a.target, a.by)):
        for effect, chance in _effects(world, a).items():
            found[effect] = found.get(effect, Fraction(0)) + part * chance
    return found


def clears(g: DarkSummer, a: Assault) -> Fraction:
    """The chance that no defender is left in the hex."""
    chance = Fraction(0)
    for world, part in deals(g, a.attackers | defenders(g, a.target, a.by)):
        for effect, share in _effects(world, a).items():
            chance += part * share * (effect == GONE or leaves_nobody(world, a, effect))
    return chance


def _effects(g: DarkSummer, a: Assault) -> dict[str, Fraction]:
    a = replace(a, attackers=alive(g, a.attackers))
    if not a.attackers:
        return {NOTHING: Fraction(1)}
    if a.by == ALLIED and not defenders(g, a.target, a.by):
        return {GONE: Fraction(1)}
    column = final_column(odds(g, a, keep=False))
    if column is None:
        return {"AL2": Fraction(1)}
    found: dict[str, Fraction] = {}
    for printed, chance in outcomes(g.board.crt, column).items():
        effect = effect_of(g, a, printed)
        found[effect] = found.get(effect, Fraction(0)) + chance
    return found


def siege_chances(g: DarkSummer, markers: int = 0) -> dict[str, Fraction]:
    """The exact chance of each result of Cherbourg Combat; below 1-1 there is none."""
    found: dict[str, Fraction] = {}
    for world, part in deals(g, inside(g, GERMAN)):
        ledger = siege_odds(world, markers, keep=False)
        if ledger.start < 0:
            continue
        for result, chance in outcomes(g.board.siege, ledger.final().column).items():
            found[result] = found.get(result, Fraction(0)) + part * chance
    return found


def with_everybody(g: DarkSummer, target: Space) -> Units:
    """All who could join an attack without leaving a Mandatory Attack undone, the strongest first."""
    attackers = 0
    free = sorted(each_unit(able_at(g, target)), key=lambda u: -g.board.units[u].attack[max(1, g.steps[u])])
    for unit in free:
        if (attackers or has_attack(g, unit)) and not infeasible(g, target, attackers, 1 << unit):
            attackers |= 1 << unit
    return attackers


def preview(g: DarkSummer, action: Action | None) -> Preview | None:
    """The battle that is being prepared, or the one that an action would begin."""
    frame, verb = waiting(g), action[0] if action is not None else ""
    if verb == "besiege" and inside(g, ALLIED):
        return siege(g)
    if isinstance(frame, ChooseSupport):
        return _supported(g, frame, action)
    if verb == "attack" and action is not None and frame is not None:
        return battle(g, Assault(frame.by, action[1], with_everybody(g, action[1])))
    if verb == "assault" and action is not None and action[1] in g.board.atlas.approach_of:
        return battle(g, Assault(ALLIED, action[1], g.here.get(g.board.atlas.approach_of[action[1]], 0)))
    if isinstance(frame, Muster):
        joined = 1 << action[1] if verb == "join" and action is not None else 0
        attackers = frame.attackers | joined or with_everybody(g, frame.target)
        return battle(g, Assault(frame.by, frame.target, attackers))
    return None


def _supported(g: DarkSummer, frame: ChooseSupport, action: Action | None) -> Preview | None:
    a = frame.assault
    if action is not None and action[0] == "support":
        a = with_marker(g, a, frame.by, KINDS[action[1]])
    return siege(g, a.markers) if a.target == g.board.atlas.cherbourg else battle(g, a)


def battle(g: DarkSummer, a: Assault) -> Preview | None:
    """The account of a battle and the exact chance of each effect."""
    if not a.attackers:
        return None
    board, ledger = g.board, odds(g, a)
    column = final_column(ledger)
    lines = account(ledger, board.unit_title)
    if unknown := face_down(g, a.attackers | defenders(g, a.target, a.by)):
        names = board.unit_titles(each_unit(unknown))
        lines = (*lines, Line(f"{names} face down, counted at the mean; the chances weigh every value", "11.5"))
    if column is None:
        lines = (*lines, Line("below 1-3 after all shifts: the attacker loses two steps", "11.3.3"))
    faces = () if column is None else tuple((str(die), board.crt.read(die, column)) for die in board.crt.rows)
    found = Preview(
        title=f"Attack on {board.describe(a.target)}",
        lines=lines,
        column=column_title(g, ledger),
        faces=faces,
        outcomes=likely(battle_chances(g, a), BATTLE_MEANING),
        clears=float(clears(g, a)),
    )
    return engaged(found, board, a.attackers, a.target)


def siege(g: DarkSummer, markers: int = 0) -> Preview:
    """The account of Cherbourg Combat."""
    board, ledger = g.board, siege_odds(g, markers)
    column, lines = ledger.final().column, account(ledger, board.unit_title)
    if ledger.start < 0:
        lines = (*lines, Line("below 1-1: support must be committed that mends it", "11.7"))
    return Preview(
        title=f"Cherbourg Combat by {assault_of(g).attackers.bit_count()} US units",
        lines=lines,
        column=board.siege.title(column),
        faces=tuple((str(die), board.siege.read(die, column)) for die in board.siege.rows),
        outcomes=likely(siege_chances(g, markers), SIEGE_MEANING),
    )
