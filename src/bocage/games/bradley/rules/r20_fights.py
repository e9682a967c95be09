"""20.3 and 20.4: how the automaton fires and assaults: by the best column, with those whose orders allow it."""

from collections.abc import Sequence

from bocage.games.bradley.loading import LETTERS
from bocage.games.bradley.rules.r10_account import NOTHING, Account, Attack
from bocage.games.bradley.rules.r10_assault import Advance, CloseAssault, GatherAssault, assault_account, assaulters
from bocage.games.bradley.rules.r10_fire import Fire, GatherFire, useful_points
from bocage.games.bradley.rules.r10_fire_account import fire_account
from bocage.games.bradley.rules.r10_sight import able_to_hit, points_for
from bocage.games.bradley.rules.r16_headquarters import CommitStaff
from bocage.games.bradley.rules.r20_orders import order_of, reserve
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.automaton import Reply
from bocage.kernel.counters import other
from bocage.kernel.flow import replace
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule

LOT = 20
NEAR = 3
NEVER = "-"


def letter_of(account: Account) -> int:
    """The column of the lower matrix as a number; -1 below the table."""
    return NOTHING if account.column == NOTHING else account.ledger.final().column


def lowest_column(g: Bradley, unit: UnitId, what: str) -> int:
    """The lowest column at which a unit would fire or assault under its orders; beyond the last one for never."""
    letter = getattr(order_of(g, unit), what)
    return len(LETTERS) if letter == NEVER else LETTERS.index(letter)


def _reluctant(g: Bradley, units: Units, what: str, letter: int) -> Units:
    """Those of some units whose orders forbid a fight on a column."""
    return sum(1 << unit for unit in each_unit(units) if lowest_column(g, unit, what) > letter)


def _lot(g: Bradley, attack: Attack) -> int:
    """The points of a lot that tell, for a target within three hexes of a friend; half wait for the defence."""
    left = points_for(g, attack.by) - (reserve(g.orders) if g.player == attack.by else 0)
    near = g.board.disc(attack.target, NEAR) & g.occupied(attack.by)
    if left <= 0 or not near or attack.aimed:
        return 0
    useful = useful_points(g, attack, points_for(g, attack.by))
    return max((points for points in useful if points <= min(LOT, left)), default=0)


def _worth(g: Bradley, attack: Attack) -> tuple[int, bool, int]:
    """How a target ranks: its column; ties go to the disrupted, then to the strongest."""
    there = each_unit(g.units_in(other(attack.by), attack.target))
    hurt = any(g.disrupted >> unit & 1 for unit in there)
    return letter_of(fire_account(g, attack, keep=False)), hurt, sum(g.face(unit).attack for unit in there)


@rule("20.4")
def _full_fire(g: Bradley, by: Side, target: Space, *, aimed: bool) -> Attack:
    """Everybody who can hit a hex and whose orders allow the column that they reach together, and a lot of support."""
    units = able_to_hit(g, by, target) & (g.board.tank_killers if aimed else -1)
    while True:
        attack = Attack(by=by, target=target, units=units, aimed=aimed)
        attack = replace(attack, points=_lot(g, attack))
        if not units:
            return attack
        units &= ~_reluctant(g, units, "fire", letter_of(fire_account(g, attack, keep=False)))
        if units == attack.units:
            return attack


@rule("20.4")
def _full_assault(g: Bradley, by: Side, target: Space) -> Attack:
    """Everybody who can assault a hex and whose orders allow the column that they reach together."""
    units = assaulters(g, by, target)
    while True:
        attack = Attack(by=by, target=target, units=units)
        if not units:
            return attack
        units &= ~_reluctant(g, units, "assault", letter_of(assault_account(g, attack, keep=False)))
        if units == attack.units:
            return attack


@rule("20.3", "20.4")
def fire(g: Bradley, frame: Fire, options: Sequence[Action]) -> Reply:
    """The target with the best column, if it is good enough for the orders of those who fire."""
    best: list[Action] = []
    top: tuple[int, bool, int] | None = None
    for action in options:
        if action[0] == "done":
            continue
        attack = _full_fire(g, frame.by, action[1], aimed=action[0] == "aim")
        if not attack.units and not attack.points:
            continue
        worth = _worth(g, attack)
        if worth[0] == NOTHING:
            continue
        if top is None or worth > top:
            best, top = [], worth
        if worth == top:
            best.append(action)
    if top is None:
        return Reply([("done",)], "no target is worth the fire", "20.3")
    return Reply(best, f"the best target, column {LETTERS[top[0]]}", "20.3")


@rule("20.3")
def gather_fire(g: Bradley, frame: GatherFire, options: Sequence[Action]) -> Reply:
    """Everybody who can and may joins, then a lot of support, then the headquarters."""
    party = _full_fire(g, frame.by, frame.attack.target, aimed=frame.attack.aimed).units
    joins = [action for action in options if action[0] == "join" and party >> action[1] & 1]
    if joins:
        return Reply(joins[:1], "all fire who can and whose orders allow it", "20.4")
    lot = 0 if frame.attack.points else _lot(g, frame.attack)
    if lot:
        return Reply([("points", lot)], "a lot of support points", "20.4")
    aid = [action for action in options if action[0] == "support"]
    if aid:
        return Reply(aid[:1], "the headquarters supports the best fight", "20.5")
    return _go(options, "shoot")


def _go(options: Sequence[Action], verb: str) -> Reply:
    if (verb,) in options:
        return Reply([(verb,)], "the attack goes in", "20.3")
    return Reply([("withdraw",)], "nobody can take part", "20.3")


@rule("20.3", "20.4")
def assault(g: Bradley, frame: CloseAssault, options: Sequence[Action]) -> Reply:
    """The assault with the best column after shifts, if the orders allow it."""
    best: list[Action] = []
    top = NOTHING
    for action in options:
        if action[0] == "done":
            continue
        attack = _full_assault(g, frame.by, action[1])
        letter = letter_of(assault_account(g, attack, keep=False)) if attack.units else NOTHING
        if letter == NOTHING or letter < top:
            continue
        if letter > top:
            best, top = [], letter
        best.append(action)
    if top == NOTHING:
        return Reply([("done",)], "no assault reaches the column of the orders", "20.4")
    return Reply(best, f"the best assault, column {LETTERS[top]}", "20.4")


@rule("20.3")
def gather_assault(g: Bradley, frame: GatherAssault, options: Sequence[Action]) -> Reply:
    """Everybody next to the target joins whose orders allow it, the headquarters supports."""
    party = _full_assault(g, frame.by, frame.attack.target).units
    joins = [action for action in options if action[0] == "join" and party >> action[1] & 1]
    if joins:
        return Reply(joins[:1], "all assault who can and whose orders allow it", "20.4")
    aid = [action for action in options if action[0] == "support"]
    if aid:
        return Reply(aid[:1], "the headquarters supports the best fight", "20.5")
    return _go(options, "fight")


@rule("20.5")
def relief(_: Bradley, __: CommitStaff, options: Sequence[Action]) -> Reply:
    """Headquarters always support a defence in their radius."""
    aid = [action for action in options if action[0] == "support"]
    return Reply(aid[:1] or options, "the headquarters supports the defence", "20.5")


@rule("20.3")
def advance(g: Bradley, _: Advance, options: Sequence[Action]) -> Reply:
    """Units that move against the enemy follow up; others stand."""
    going = [a for a in options if a[0] == "advance" and order_of(g, a[1]).move in {"enemy", "beachhead", "objective"}]
    if going:
        return Reply(going[:1], f"{order_of(g, going[0][1]).order}: the ground won is taken", "20.3")
    return Reply([("halt",)], "nobody has orders to follow up", "20.3")
