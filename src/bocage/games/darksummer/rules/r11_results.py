"""11.3.5 and 11.4 to 11.9 What the Combat Results Table says, and what the defenders make of it."""

from bocage.games.darksummer.rules.r11_odds import Assault, beach_alone, defenders, is_augmented
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import WAVE_1, DarkSummer
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS

NOTHING = "-"
"""A result that the defenders ignore."""
OMAHA_STEPS = 2
"""11.4.1: the steps of an augmented Strongpoint in an exchange."""

MEANING = {
    "AL2": "the attacker loses two steps",
    "AL1": "the attacker loses a step",
    "BL1": "both lose a step",
    "EX": "the defender is eliminated, the attacker loses as many steps",
    "DR": "the defender retreats two hexes",
    "DR*": "the defender retreats two hexes",
    "DE": "the defender is eliminated",
    NOTHING: "no effect",
}
ATTACKER_LOSES = {"AL2": 2, "AL1": 1, "BL1": 1}


@rule("11.5.1")
def from_the_sea_only(g: DarkSummer, a: Assault) -> bool:
    """Whether everybody attacks out of the Beach Approach hex."""
    return g.landing and not g.spaces_of(a.attackers) & ~g.board.atlas.approaches


@rule("11.8")
def holds_fast(g: DarkSummer, a: Assault) -> bool:
    """Germans in a city, and up to turn 6 in bocage that is not carpet bombed, do not simply go back; a stack of Flak,
    Ost battalions and Strongpoints alone does.
    """
    roster, atlas, here = g.board.roster, g.board.atlas, BITS[a.target]
    if a.by != ALLIED or not defenders(g, a.target, a.by) & ~(roster.flak | roster.ost | roster.strongpoints):
        return False
    if atlas.city & here:
        return True
    return bool(atlas.bocage & here) and g.turn <= g.rules.bocage_until and not a.uses(g, "carpet")


@rule("11.4.2")
def is_pointe_du_hoc(g: DarkSummer, a: Assault) -> bool:
    """The Rangers' assault of the first wave."""
    rangers = a.attackers == 1 << g.board.roster.ranger
    return g.round == WAVE_1 and rangers and bool(g.board.atlas.pointe_du_hoc & BITS[a.target])


def unmoved(g: DarkSummer, a: Assault) -> Units:
    """11.5.1: the Strongpoints that ignore a DR because they are attacked from the sea only."""
    return defenders(g, a.target, a.by) & g.board.roster.strongpoints if from_the_sea_only(g, a) else 0


@rule("11.3.5", "11.4.1", "11.4.2", "11.5.1", "11.8", "11.9")
def effect_of(g: DarkSummer, a: Assault, printed: str) -> str:
    """What a printed result becomes under the special cases."""
    here = defenders(g, a.target, a.by)
    if is_pointe_du_hoc(g, a) and printed in ("EX", "BL1"):
        return "DE"
    if beach_alone(g, a.target, a.by):
        return {"DR": NOTHING, "DR*": "DE"}.get(printed, printed)
    if printed == "DR" and (holds_fast(g, a) or (here and not here & ~unmoved(g, a))):
        return NOTHING
    if printed == "DR*" and here and not here & ~augmented(g, here):
        return "EX"
    if printed == "DR*" and holds_fast(g, a) and defending_steps(g, here) > 1:
        return "BL1"
    return printed


@rule("11.3.5", "11.4.1", "11.5.1")
def leaves_nobody(g: DarkSummer, a: Assault, effect: str) -> bool:
    """Whether an effect empties the hex of its defenders."""
    if effect == "DR":
        return not unmoved(g, a)
    if effect == "BL1":
        return defending_steps(g, defenders(g, a.target, a.by)) <= 1  # an Open Beach alone has none to lose but itself
    return effect in ("EX", "DE", "DR*")


def augmented(g: DarkSummer, units: Units) -> Units:
    """11.4.1: the Omaha Strongpoints among some units."""
    return sum(1 << unit for unit in each_unit(units) if is_augmented(g, unit))


def defending_steps(g: DarkSummer, units: Units) -> int:
    """How many steps defend."""
    return sum(g.steps[unit] for unit in each_unit(units))


@rule("11.4.1", "11.9", "11.3.5")
def exchanged_steps(g: DarkSummer, a: Assault) -> int:
    """The steps that an exchange costs the attacker."""
    here = defenders(g, a.target, a.by)
    if not here:
        return 1  # an Open Beach by itself is one step
    return defending_steps(g, here) + (OMAHA_STEPS - 1) * augmented(g, here).bit_count()


@rule("11.3.5")
def may_spare_themselves(g: DarkSummer, a: Assault, effect: str) -> bool:
    """A German attack by Kampfgruppen and Tigers alone may read an exchange as BL1."""
    fast = g.board.roster.kampfgruppen | g.board.roster.tigers
    return a.by == GERMAN and effect == "EX" and not a.attackers & ~fast


def closes_beach(g: DarkSummer, a: Assault, effect: str) -> bool:
    """11.9: whether a result lets Germans who advance close the beach: any loss if it stood alone, else only DE."""
    if a.by != GERMAN or not g.open_beaches & BITS[a.target]:
        return False
    return effect in ("BL1", "EX", "DE") if beach_alone(g, a.target, a.by) else effect == "DE"
