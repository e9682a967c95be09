"""Where each unit is bound for, by its army, its division and the turn."""

from bocage.games.darksummer.computer.ground import FAR, march
from bocage.games.darksummer.computer.siege import CHERBOURG_CORPS, enough, helpers
from bocage.games.darksummer.rules.r10_boxes import may_enter_brittany
from bocage.games.darksummer.sides import GERMAN, Army
from bocage.games.darksummer.state import MOVE, DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Spaces, UnitId

BRITTANY_CORPS = frozenset({"US 8", "US 83", "US 4A", "US 6A"})
"""VIII Corps: these divisions turn into Brittany as soon as it is open."""
NEAR_ENOUGH, NEAR_ENOUGH_LATE, LATE = 2.0, 3.0, 2
"""Whoever is this many Move Rounds away helps at Cherbourg if its corps is too weak; in the last turns from farther."""
LAST_TURN = 10
HOME_FROM = 3
"""The turn from which airborne units make for the beaches."""
SLACK = (1.0, 1.0, 1.8)
"""By army, this many Move Rounds in hand are kept when a division sets out for its exit."""


class Goal:
    """Some hexes to make for, and how much they draw."""

    def __init__(self, name: str, hexes: Spaces, pull: float = 1.0) -> None:
        self.name, self.hexes, self.pull = name, hexes, pull


def open_hexes(g: DarkSummer, *names: str) -> Spaces:
    """Those of some tagged hexes that the Germans control."""
    found = 0
    for name in names:
        found |= g.board.tags[name]
    return found & ~g.allied_hexes


def place(g: DarkSummer, *names: str) -> Spaces:
    """Hexes by number, those that the Germans control."""
    return g.board.set_of(names) & ~g.allied_hexes


def rounds_left(g: DarkSummer, army: Army) -> float:
    """How many Move Rounds an army may still have, this one included."""
    had = sum(1 for some in g.played if some.army is army and some.kind == MOVE)
    now = max(0.0, (2 if army is Army.GERMAN else 1.7) - had) + (1 if g.round == MOVE and g.army is army else 0)
    return now + (LAST_TURN - g.turn) * (2.0 if army is Army.GERMAN else 1.6)


def rounds_to(g: DarkSummer, unit: UnitId, hexes: Spaces) -> float:
    """How many Move Rounds the way to some hexes takes."""
    counter = g.board.units[unit]
    far = march(g.board, hexes, counter.side, counter.motorized)[g.space[unit]] if hexes else FAR
    slow = 1.6 if counter.side == GERMAN and g.sky.german_roads == "no" else 1.0
    return slow * (far + 1) / max(1, counter.move)


def is_whole(g: DarkSummer, unit: UnitId) -> bool:
    """Whether a unit's division can still score: nobody of it is lost or still to come."""
    roster, atlas = g.board.roster, g.board.atlas
    if not g.board.units[unit].division or roster.flak >> unit & 1:
        return False
    units = roster.formation[unit]
    return all(g.steps[one] and g.space[one] not in (atlas.waiting, atlas.withdrawn) for one in each_unit(units))


def must_leave(g: DarkSummer, unit: UnitId, door: Spaces) -> bool:
    """Whether a division has to set out for its exit now to be out in time."""
    if not door or not is_whole(g, unit):
        return False
    army = g.board.units[unit].army
    takes, left = rounds_to(g, unit, door), rounds_left(g, army)
    return takes >= left - SLACK[army] or (
        g.turn == LAST_TURN and takes <= left
    )  # on the last turn nothing else counts


def us_goals(g: DarkSummer, unit: UnitId) -> list[Goal]:
    """The US: Cherbourg for one corps, the road to Avranches for the rest, then Brittany and the east."""
    counter, atlas = g.board.units[unit], g.board.atlas
    west = g.board.set_of(["2827"]) | atlas.w_hexes
    brittany = counter.nation == "us" and may_enter_brittany(g) and avranches_ours(g)
    if goes_home(g, unit):
        return [Goal("the beach and home", g.open_beaches & atlas.army_beaches[Army.US], 1.5)]
    if besieges(g, unit) and not enough(g):
        return [Goal("Cherbourg", atlas.c_hexes, 1.5)]
    if brittany and (must_leave(g, unit, west) or turns_west(g, unit)):
        return [Goal("Brittany", atlas.w_hexes, 1.5)]
    if g.boundary_lifted and g.turn >= LAST_TURN - 1 and must_leave(g, unit, atlas.e_hexes):
        return [Goal("the eastern edge", atlas.e_hexes, 1.5)]
    found = [Goal("Carentan and Isigny", place(g, "2407", "2705"), 1.2), Goal("St-Lô", open_hexes(g, "st-lo"), 1.2)]
    found.append(Goal("Avranches", open_hexes(g, "avranches") or (0 if g.brittany_entered else atlas.w_hexes), 1.0))
    found.append(Goal("Coutances", place(g, "2216"), 0.8))
    if g.boundary_lifted:
        found.append(Goal("Alençon", open_hexes(g, "alencon"), 1.0))
        found.append(Goal("Argentan and Flers", open_hexes(g, "argentan", "flers"), 1.0))
        found.append(Goal("the eastern edge", atlas.e_hexes, 0.6))
    else:
        found.append(Goal("Vire and Mortain", place(g, "3620", "3626"), 0.7))
    return found


def turns_west(g: DarkSummer, unit: UnitId) -> bool:
    """VIII Corps turns into Brittany; only divisions that are whole score there, but the first to enter opens the way
    for all (15).
    """
    counter = g.board.units[unit]
    return counter.division in BRITTANY_CORPS and (is_whole(g, unit) or not g.brittany_entered)


def goes_home(g: DarkSummer, unit: UnitId) -> bool:
    """Airborne, Rangers and Special Service fall back to the beaches in time to be withdrawn (8.3)."""
    return g.turn >= HOME_FROM and g.turn <= g.rules.withdrawals_until and bool(g.board.roster.withdrawable >> unit & 1)


def besieges(g: DarkSummer, unit: UnitId) -> bool:
    """Whoever stands in the Cotentin goes for Cherbourg, and the rest of its corps once the beaches are linked."""
    if g.cherbourg_taken:
        return False
    counter, atlas, space = g.board.units[unit], g.board.atlas, g.space[unit]
    if counter.nation != "us":
        return False
    if space == atlas.cherbourg or (atlas.land >> space & 1 and atlas.column[space] <= 25 and atlas.row[space] <= 6):
        return True
    linked = not g.board.set_of(["2407", "2705"]) & ~g.allied_hexes
    if counter.division in CHERBOURG_CORPS:
        return linked or not atlas.land >> space & 1
    late = g.turn >= g.rules.cherbourg_by - LATE
    near = rounds_to(g, unit, atlas.c_hexes) <= (NEAR_ENOUGH_LATE if late else NEAR_ENOUGH)
    return linked and near and bool(helpers(g) >> unit & 1)


def avranches_ours(g: DarkSummer) -> bool:
    """Whether Avranches is held, without which Brittany would be the end (3.2.1)."""
    return not g.board.atlas.avranches & ~g.allied_hexes


def british_goals(g: DarkSummer, unit: UnitId) -> list[Goal]:
    """The British: Caen, then Falaise and Argentan, Lisieux and the eastern edge."""
    atlas = g.board.atlas
    if g.caen_fell and g.turn >= LAST_TURN - 1 and must_leave(g, unit, atlas.e_hexes):
        return [Goal("the eastern edge", atlas.e_hexes, 1.5)]
    if goes_home(g, unit):
        return [Goal("the beach and home", g.open_beaches & atlas.army_beaches[Army.BRITISH], 1.5)]
    found = [Goal("Bayeux", place(g, "3705"), 0.8), Goal("Caen", open_hexes(g, "caen"), 1.5)]
    found.append(Goal("Falaise", open_hexes(g, "falaise"), 1.0))
    if not g.board.atlas.caen & ~g.allied_hexes:
        found.append(Goal("Argentan and Flers", open_hexes(g, "argentan", "flers"), 0.8))
        found.append(Goal("Lisieux", open_hexes(g, "lisieux"), 0.9))
        found.append(Goal("the eastern edge", atlas.e_hexes, 0.5))
    return found


def allied_goals(g: DarkSummer, unit: UnitId) -> list[Goal]:
    """The goals of an Allied unit that are still open."""
    some = us_goals(g, unit) if g.board.units[unit].army is Army.US else british_goals(g, unit)
    return [goal for goal in some if goal.hexes]


def leaves_for_good(g: DarkSummer, unit: UnitId) -> bool:
    """A German division that must set out for the Eastern Exit Box now."""
    return must_leave(g, unit, g.board.atlas.e_hexes & ~(g.exits[0] | g.exits[1]))


def pull(g: DarkSummer, unit: UnitId, goals: list[Goal]) -> list[tuple[float, list[float]]]:
    """The goals as pulls and distances by hex."""
    counter = g.board.units[unit]
    return [(goal.pull, march(g.board, goal.hexes, counter.side, counter.motorized)) for goal in goals]


def nearest_goal(g: DarkSummer, unit: UnitId, goals: list[Goal]) -> Goal | None:
    """The goal that draws a unit most."""
    drawn = list(zip(goals, pull(g, unit, goals), strict=True))
    return max(drawn, key=lambda pair: attraction(pair[1][0], pair[1][1][g.space[unit]]))[0] if drawn else None


def attraction(pull_: float, far: float) -> float:
    """How much a goal draws from that many movement points away: strong near by, and falling steadily from afar."""
    return pull_ * (6.0 / (3.0 + far) + 3.0 - 0.06 * far)
