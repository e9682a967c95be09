"""A combat before it is fought: line, column, letter, modifiers and the exact chance of each result."""

from fractions import Fraction

from bocage.games.bradley.rules.r05_landing import StormBeach
from bocage.games.bradley.rules.r05_rangers import StormCliff
from bocage.games.bradley.rules.r10_account import NOTHING, Account, Attack
from bocage.games.bradley.rules.r10_assault import (
    CloseAssault,
    GatherAssault,
    ResolveAssault,
    assault_account,
    assaulters,
)
from bocage.games.bradley.rules.r10_fire import Fire, GatherFire, ResolveFire
from bocage.games.bradley.rules.r10_fire_account import fire_account
from bocage.games.bradley.rules.r10_sight import able_to_hit, points_for
from bocage.games.bradley.rules.r16_headquarters import CommitStaff
from bocage.games.bradley.state import Bradley
from bocage.kernel.actions import Action
from bocage.kernel.counters import other
from bocage.kernel.flow import replace, waiting
from bocage.kernel.probability import TWO_D6
from bocage.kernel.queries import Line, Preview, account, engaged, likely

FIRE, ASSAULT = "Fire at", "Assault on"
MEANING = {
    "-": "no effect",
    "-#": "no effect; shaded: an attacking stack is disrupted, or a shelled town falls in ruins",
    "R": "retreat by one or two hexes",
    "D": "disruption",
    "E#": "elimination; shaded: an attacking stack is disrupted, or a shelled town falls in ruins",
}


def preview(g: Bradley, action: Action | None) -> Preview | None:
    """The combat that an action would begin with everybody who can take part, or the one being prepared."""
    frame = waiting(g)
    if isinstance(frame, Fire) and action is not None and action[0] in {"fire", "aim"}:
        return _all_fire(g, frame, action)
    if isinstance(frame, GatherFire):
        attack = _with(frame.attack, action)
        return _shown(g, FIRE, attack, fire_account(g, attack))
    if isinstance(frame, CloseAssault) and action is not None and action[0] == "assault":
        attack = Attack(by=frame.by, target=action[1], units=assaulters(g, frame.by, action[1]))
        return _shown(g, ASSAULT, attack, assault_account(g, attack))
    if isinstance(frame, GatherAssault):
        attack = _with(frame.attack, action)
        return _shown(g, ASSAULT, attack, assault_account(g, attack))
    if isinstance(frame, CommitStaff):
        return _relieved(g, frame, action)
    if isinstance(frame, StormBeach | StormCliff):
        return _stormed(g, frame)
    return None


def _stormed(g: Bradley, frame: StormBeach | StormCliff) -> Preview:
    """The assault on a held coast, before the boats decide or must go in."""
    space, units = (frame.space, frame.units) if isinstance(frame, StormBeach) else (frame.goal, 1 << frame.unit)
    attack = Attack(by=frame.by, target=space, units=units & ~g.board.no_assault, dropped=True)
    return _shown(g, ASSAULT, attack, assault_account(g, attack))


def _relieved(g: Bradley, asked: CommitStaff, action: Action | None) -> Preview | None:
    """The combat that a headquarters might support, with the one that is pointed at."""
    staffs = asked.given | (1 << action[1] if action is not None and action[0] == "support" else 0)
    for frame, _ in reversed(g.stack):
        if isinstance(frame, ResolveFire | ResolveAssault):
            ours = asked.by == frame.attack.by
            attack = replace(frame.attack, aid=staffs) if ours else replace(frame.attack, relief=staffs)
            fired = isinstance(frame, ResolveFire)
            found = fire_account(g, attack) if fired else assault_account(g, attack)
            return _shown(g, FIRE if fired else ASSAULT, attack, found)
    return None


def _all_fire(g: Bradley, frame: Fire, action: Action) -> Preview:
    aimed = action[0] == "aim"
    units = able_to_hit(g, frame.by, action[1]) & (g.board.tank_killers if aimed else -1)
    points = 0 if units else points_for(g, frame.by)  # where no gun reaches, support points alone can fire
    attack = Attack(by=frame.by, target=action[1], units=units, points=points, aimed=aimed)
    return _shown(g, FIRE, attack, fire_account(g, attack))


def _with(attack: Attack, action: Action | None) -> Attack:
    if action is None:
        return attack
    if action[0] == "join":
        return replace(attack, units=attack.units | 1 << action[1])
    if action[0] == "points":
        return replace(attack, points=action[1])
    return replace(attack, aid=attack.aid | 1 << action[1]) if action[0] == "support" else attack


def clears(g: Bradley, attack: Attack, found: Account) -> Fraction:
    """The chance that a close assault leaves no defender: garrisons and the disrupted do not outlive a D either."""
    steady = g.units_in(other(attack.by), attack.target) & ~(g.board.garrisons | g.disrupted)
    clearing = "RE" if steady else "RDE"
    chances = found.ledger.outcomes(TWO_D6).items()
    return sum((chance for result, chance in chances if result[0] in clearing), Fraction(0))


def _shown(g: Bradley, what: str, attack: Attack, found: Account) -> Preview:
    board, crt = g.board, g.board.charts.crt
    title = f"{what} {board.describe(attack.target)}"
    lines = account(found.ledger, lambda unit: board.units[unit].name)
    if found.column == NOTHING:
        weak = Preview(title=title, lines=(*lines, Line("too weak to tell", "10.1.3")))
        return engaged(weak, board, attack.units, attack.target)
    column = found.ledger.final().column
    faces = tuple((str(roll), crt.read(roll + found.modifier, column)) for roll, _ in TWO_D6)
    shown = Preview(
        title=title,
        lines=lines,
        column=found.letter,
        faces=faces,
        outcomes=likely(found.ledger.outcomes(TWO_D6), MEANING),
        clears=float(clears(g, attack, found)) if what == ASSAULT else None,
    )
    return engaged(shown, board, attack.units, attack.target)
