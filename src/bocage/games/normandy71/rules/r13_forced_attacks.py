"""Game-Turn 1, Allied Combat Phase: units that land next to Germans must attack them all."""

from collections.abc import Callable
from typing import NamedTuple

from bocage.games.normandy71.board import union
from bocage.games.normandy71.events import MustJoin
from bocage.games.normandy71.rules.r05_combat import Attack, fit_to_attack, may_attack, targets
from bocage.games.normandy71.sides import ALLIED
from bocage.games.normandy71.state import Game71
from bocage.kernel.duties import join, left_out
from bocage.kernel.flow import replace
from bocage.kernel.ids import Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each


def on_beaches(g: Game71, fit: Units) -> Units:
    """Which of some units stand in invasion beach hexes."""
    found = 0
    for beach in each(g.board.beaches):
        found |= g.here.get(beach, 0)
    return found & fit


@rule("Invasion.3")
def forced_hexes(g: Game71, fit: Units) -> Spaces:
    """The German hexes that units on beaches must attack: all next to them that they are able to."""
    return g.cached(("forced", fit), lambda g: targets(g, ALLIED, on_beaches(g, fit), 0))


class Muster(NamedTuple):
    """An attack in the making, as far as the duty is concerned."""

    hexes: Spaces
    attackers: Units
    elsewhere: Units
    """Units that attack already, in other attacks."""
    attacked: Spaces
    """Hexes that other attacks are made on."""


@rule("Invasion.3")
def unserved(g: Game71, fit: Units, muster: Muster) -> Spaces:
    """Hexes under this attack that units on a beach must attack, and none of those who do is on a beach."""
    return 0 if on_beaches(g, muster.attackers) else forced_hexes(g, fit) & muster.hexes


def further_allowed(g: Game71, fit: Units, muster: Muster, further: Spaces) -> Spaces:
    """Hexes that a group may take on as well: those owed to units on a beach only if it is on one.

    A group that is not, and attacks such a hex, waits for somebody on a beach; nobody from another hex could join it
    against several (Combat.D).
    """
    if on_beaches(g, muster.attackers):
        return further
    return 0 if unserved(g, fit, muster) else further & ~forced_hexes(g, fit)


def leaves_nobody_out(
    g: Game71, fit: Units, muster: Muster, further: Callable[[Units], Spaces], *, final: bool = False
) -> bool:
    """Whether all that units on beaches must attack can still be attacked by units on beaches.

    `further` are the hexes that a group may yet take on as well; in the end (`final`) none.
    """
    owed_here = unserved(g, fit, muster)
    if owed_here:
        if final:
            return False
        # A unit on a beach that can be spared must still join.
        free = on_beaches(g, fit) & ~(muster.elsewhere | muster.attackers)
        for target in each(owed_here):
            free = may_attack(g, free, target)
        more = (muster._replace(attackers=muster.attackers | 1 << unit) for unit in each(free))
        return any(leaves_nobody_out(g, fit, then, further) for then in more)
    owed = forced_hexes(g, fit) & ~(muster.attacked | muster.hexes)
    if not final:
        owed &= ~further(muster.attackers)
    free = on_beaches(g, fit) & ~(muster.elsewhere | muster.attackers)
    return not left_out(owed, lambda target: may_attack(g, free, target))


@rule("Invasion.3")
def join_the_rest(g: Game71, attacks: tuple[Attack, ...]) -> tuple[Attack, ...]:
    """Units on beaches that were left over join an attack on a German next to them: all of them must attack."""
    found = list(attacks)
    idle = on_beaches(g, fit_to_attack(g, ALLIED, union(attack.attackers for attack in attacks)))
    for unit in join(idle, found, lambda unit, attack: _may_join(g, unit, attack), _joined):
        targets_ = next(attack.targets for attack in found if attack.attackers >> unit & 1)
        g.emit(MustJoin(unit=unit, targets=targets_, rule="Invasion.3"))
    return tuple(found)


def _joined(attack: Attack, unit: UnitId) -> Attack:
    return replace(attack, attackers=attack.attackers | 1 << unit)


def _may_join(g: Game71, unit: UnitId, attack: Attack) -> bool:
    """Next to every hex of the attack, and in the same group if there are several."""
    me = 1 << unit
    if not all(may_attack(g, me, target) for target in attack.targets):
        return False
    here = g.here[g.space[unit]]
    return len(attack.targets) == 1 or not attack.attackers & ~here
