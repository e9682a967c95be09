"""11.3.1 to 11.3.4 Strengths, odds and column shifts: one ledger for the preview and for the battle."""

import msgspec

from bocage.games.darksummer.rules.r11_strongpoints import mean_value
from bocage.games.darksummer.rules.r13_supply import in_supply
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import COMBINED, HIDDEN, DarkSummer
from bocage.kernel.combat import ATTACKER, DEFENDER, Ledger, Party, Round, half
from bocage.kernel.counters import each_unit, other
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each

BEST = "6-1"
OMAHA_BONUS = 3
"""11.4.1: what an Augmented Omaha Defense marker adds."""
FLAK_ALONE = 1
"""11.6: the defence of Flak against attackers without armour or aircraft."""
BEACH_STRENGTH = 1
"""11.9: the defence of an Open Beach without units."""


class Assault(msgspec.Struct, frozen=True):
    """An attack: who attacks which hex with what, and the support markers of both sides, as bits."""

    by: Side
    target: Space
    attackers: Units
    markers: int = 0

    def uses(self, g: DarkSummer, kind: str) -> bool:
        """Whether a marker of some kind supports this battle."""
        return bool(self.markers & g.board.markers_of_kind.get(kind, 0))


def defenders(g: DarkSummer, target: Space, by: Side) -> Units:
    """All units in the hex that a side attacks: they defend together (11.1)."""
    return g.here.get(target, 0) & g.board.roster.side[other(by)]


def beach_alone(g: DarkSummer, target: Space, by: Side) -> bool:
    """11.9: whether an Open Beach defends by itself."""
    return by == GERMAN and bool(g.open_beaches & BITS[target]) and not defenders(g, target, by)


def is_augmented(g: DarkSummer, unit: UnitId) -> bool:
    """11.4.1: whether a Strongpoint has its Omaha marker still."""
    strong = g.board.roster.strongpoints >> unit & 1
    return bool(strong and g.landing and g.board.atlas.omaha & BITS[g.space[unit]])


def factor(g: DarkSummer, unit: UnitId, party: Party, *, tanks: bool = False) -> int:
    """The combat factor of one unit; what lies face down counts its mean, rounded."""
    counter = g.board.units[unit]
    if counter.hidden:
        value = g.value[unit]
        return round(mean_value(g, counter.type)) if value == HIDDEN else value
    if party == ATTACKER:
        return counter.attack[g.steps[unit]]
    if counter.type == "flak" and not tanks:
        return FLAK_ALONE
    return counter.defense[g.steps[unit]]


@rule("11.6")
def rouses_flak(g: DarkSummer, a: Assault) -> bool:
    """Armour, cavalry, Tac Air or Tank Destroyers in the attack turn the Flak guns on it."""
    return bool(a.attackers & g.board.roster.allied_armor) or a.uses(g, "air") or a.uses(g, "tank-destroyers")


@rule("11.3.1", "13.4")
def book_hex(g: DarkSummer, ledger: Ledger, party: Party, units: Units, *, tanks: bool = False) -> None:
    """The units of one side in one hex: what is out of supply there is added up and halved, one at the least."""
    fed, hungry = 0, 0
    for unit in each_unit(units):
        if in_supply(g, unit):
            amount = factor(g, unit, party, tanks=tanks)
            fed += amount
            ledger.strength(party, unit, amount, "11.3.1")
        else:
            hungry |= 1 << unit
    if not hungry:
        return
    whole = 0
    for unit in each_unit(hungry):
        amount = factor(g, unit, party, tanks=tanks)
        whole += amount
        ledger.strength(party, unit, amount, "11.3.1")
    least = 1 if whole and not fed else 0
    change = max(int(half(whole, Round.DOWN)), least) - whole
    if change:
        ledger.add(party, change, "out of supply, halved", "13.4")


@rule("11.3.1", "11.9", "11.4.1")
def book_defence(g: DarkSummer, ledger: Ledger, a: Assault) -> None:
    """The defenders, those who have retreated this Round for nothing; a beach by itself; Woods and Omaha."""
    standing = defenders(g, a.target, a.by)
    if beach_alone(g, a.target, a.by):
        ledger.add(DEFENDER, BEACH_STRENGTH, "the Open Beach alone", "11.9")
    fresh = standing & ~g.retreated
    for unit in each_unit(standing & g.retreated):
        ledger.strength(DEFENDER, unit, 0, "11.3.1", "retreated this Round")
    book_hex(g, ledger, DEFENDER, fresh, tanks=a.by == ALLIED and rouses_flak(g, a))
    for unit in each_unit(fresh):
        if is_augmented(g, unit):
            ledger.add(DEFENDER, OMAHA_BONUS, "Augmented Omaha Defense", "11.4.1", unit)
    bonus = g.board.terrain_rows[g.board.terrain[a.target]].bonus
    if bonus and not a.uses(g, "carpet"):
        ledger.add(DEFENDER, bonus, g.board.terrain[a.target], "11.3.1")


@rule("11.3.2", "12.2", "11.3.9")
def book_support(g: DarkSummer, ledger: Ledger, a: Assault) -> None:
    """What the markers add; woods and forest take from Tac Air."""
    for n, row in enumerate(g.board.support):
        if not a.markers >> n & 1 or row.kind == "carpet":
            continue
        attacks = (row.army == "german") == (a.by == GERMAN)
        worth = (row.attack if attacks else row.defense) or 0
        if row.kind == "air":
            worth = max(0, worth - g.board.terrain_rows[g.board.terrain[a.target]].air)
        ledger.add(ATTACKER if attacks else DEFENDER, worth, row.name, SUPPORT_RULE[row.kind])


SUPPORT_RULE = {
    "carpet": "12.1",
    "air": "12.2",
    "naval": "12.3",
    "tank-destroyers": "12.4",
    "nebelwerfer": "12.5",
    "artillery": "12.6",
    "assault-guns": "12.7",
}


@rule("11.3.4", "10.2")
def river_shift(g: DarkSummer, attackers_in: Spaces, target: Space) -> int:
    """Columns to the left when every attacker comes over a river: the lesser where they come over different ones."""
    found: list[int] = []
    for space in each(attackers_in):
        rivers = g.board.between(space, target) & g.board.hexside_rows.keys()
        if not rivers:
            return 0
        found.append(max(g.board.hexside_rows[kind].shift for kind in rivers))
    return min(found, default=0)


@rule("11.3.4", "7.2.3", "12.1")
def book_shifts(g: DarkSummer, ledger: Ledger, a: Assault) -> None:
    """Ground, rivers, the kind of Round, carpet bombing, Allied air power on defence."""
    terrain, carpet = g.board.terrain[a.target], a.uses(g, "carpet")
    ground = g.board.terrain_rows[terrain].shift
    if ground and not (carpet and terrain != "city"):
        ledger.shift(-ground, terrain, "11.3.4")
    if river := river_shift(g, g.spaces_of(a.attackers), a.target):
        ledger.shift(-river, "across a river", "11.3.4")
    if g.round == COMBINED:
        ledger.shift(-1, "Combined Action Round", "9.3.3")
    if g.prepared:
        ledger.shift(+1, "Prepared Offensive", "7.2.3")
    if carpet:
        ledger.shift(+1, "Carpet Bombing", "12.1")
    if a.by == GERMAN and g.sky.allied_shift:
        ledger.shift(-g.sky.allied_shift, "Allied air power", "7.2.3")


@rule("11.3.3", "11.3.1")
def odds(g: DarkSummer, a: Assault, *, keep: bool = True) -> Ledger:
    """The account of a battle, from the factors to the column."""
    ledger = Ledger(g.board.crt, keep=keep)
    for space in each(g.spaces_of(a.attackers)):
        book_hex(g, ledger, ATTACKER, g.here[space] & a.attackers)
    book_defence(g, ledger, a)
    book_support(g, ledger, a)
    ledger.odds("11.3.3", most=BEST)
    book_shifts(g, ledger, a)
    return ledger


@rule("11.3.3", "11.3.4")
def final_column(ledger: Ledger) -> int | None:
    """The column to roll on; `None` where the odds are below 1-3 even after the shifts: two steps are lost at once.

    Odds of 1-3 or better are never shifted off the card; worse odds count the columns that it does not print.
    """
    if ledger.start < 0 and ledger.column < 0:
        return None
    return ledger.final().column


def column_title(g: DarkSummer, ledger: Ledger) -> str:
    """The column in words."""
    column = final_column(ledger)
    return g.board.crt.title(ledger.column) if column is None else g.board.crt.title(column)
