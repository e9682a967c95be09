"""11.6, 12.4.3, 17.2 to 17.4 and 19: who can support a battle, and what it costs.

Headquarters and Caen's guns need supply points, Werfers a turn's rest, ships a marker and their zone.
"""

from collections.abc import Iterator, Mapping

from bocage.games.normandy44.rules.r02_control import cotentin
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r18_supply import cherbourg_sources, linked, to_edge
from bocage.games.normandy44.rules.r27_players import army_stock
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickUnit, bar, only
from bocage.kernel.counters import each_unit, units
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, first

HQ_RANGE = 5
WERFER_RANGE = 3
CAEN_RANGE = 3
CAEN = -1
SHIP = -2
"""Stand for the guns of Caen and for a naval unit where a unit's number is expected."""

FORTRESS = "supply_cherbourg"
NOTHING: Mapping[str, int] = {}


def storm(g: Normandy44) -> bool:
    """Is it a storm turn?"""
    return bool(g.board.weather[g.row].weather == "storm")


@rule("5.2", "17.2", "17.4")
def purses(g: Normandy44, headquarters: int, spending: Mapping[str, int] = NOTHING) -> list[str]:
    """The stocks that can pay for a headquarters, its army's first, besides what is to be spent already.

    A German headquarters pays from the fortress if it can trace only to Cherbourg, from Seventh Army if only to the
    map edge; tracing to both, its player chooses. The Cotentin artillery has only the fortress.
    """
    bit, at = 1 << headquarters, BITS[g.space[headquarters]]
    found = [stock_of(g, headquarters)]
    if g.board.atlas.roster.german & bit:
        fortress = found == ["supply_7th"] and at & _to_cherbourg(g)
        if cotentin(g) & bit or not at & to_edge(g):
            found = []
        if fortress:
            found.append(FORTRESS)
    return [stock for stock in found if getattr(g, stock) > spending.get(stock, 0)]


def purse(g: Normandy44, headquarters: int) -> str:
    """The stock that pays unless its player names the fortress: its army's if it can; empty if none can."""
    return next(iter(purses(g, headquarters)), "")


def stock_of(g: Normandy44, headquarters: int) -> str:
    """The stock of a headquarters' own army."""
    roster, bit = g.board.atlas.roster, 1 << headquarters
    if roster.german & bit:
        return army_stock(g, g.space[headquarters])
    return "supply_us" if roster.us & bit else "supply_cw"


def _to_cherbourg(g: Normandy44) -> int:
    return g.cached("to-cherbourg", lambda g: linked(g, GERMAN, cherbourg_sources(g)))


@rule("17.2", "17.3", "11.6.1", "11.6.2", "13.6")
def gun_rows(
    g: Normandy44, side: Side, target: Space, army: Units, chosen: tuple[int, ...] = (), fortress: Units = 0
) -> tuple[Bar, ...]:
    """Which headquarters and Werfers cannot add a shift or a +1 at a hex, given what is chosen already."""
    roster, at = g.board.atlas.roster, g.board.describe(target)
    here = presence(g).units[side]
    near, close = g.board.atlas.near(target, HQ_RANGE), g.board.atlas.near(target, WERFER_RANGE)
    headquarters, werfers = roster.hq & here, roster.werfer & here
    far = units(u for u in each_unit(headquarters) if not near & BITS[g.space[u]])
    farther = units(u for u in each_unit(werfers) if not close & BITS[g.space[u]])
    most = 2 if side == ALLIED else 1
    used = units(u for u in chosen if u >= 0 and chosen.count(u) >= (most if headquarters >> u & 1 else 1))
    idle = far | farther | used | g.spent | g.disrupted | g.out_of_supply & headquarters | ~army & headquarters
    spending = _spending(g, chosen, fortress)
    poor = units(u for u in each_unit(headquarters & ~idle) if not purses(g, u, spending))
    return (
        only(headquarters | werfers, "17.2", "{} is not a headquarters or Werfer brigade of yours on the map"),
        only(army | werfers, "17.2", "{} supports its own army only"),
        bar(g.spent & ~werfers, "17.2", "{} is not on its ready side"),
        bar(g.spent, "17.3", "{} has fired this turn"),
        bar(g.disrupted, "13.6", "{} is disrupted"),
        bar(g.out_of_supply & headquarters, "17.2", "{} is out of supply"),
        bar(far, "17.2", f"{{}} is more than {HQ_RANGE} hexes from {at}"),
        bar(farther, "17.3", f"{{}} is more than {WERFER_RANGE} hexes from {at}"),
        bar(used, "11.6.2", "{} has given all that it can to this battle"),
        bar(poor, "17.2", "{} has no supply point to spend"),
    )


def artillery_for(g: Normandy44, side: Side, target: Space, army: Units, chosen: tuple[int, ...] = ()) -> list[int]:
    """Headquarters, Werfers and Caen that can still add a shift or a +1 at a hex, given what is chosen already."""
    ready = PickUnit("artillery", g, *gun_rows(g, side, target, army, chosen)).open()
    werfers = ready & g.board.atlas.roster.werfer
    out: list[int] = [*each(ready ^ werfers), *each(werfers)]
    if side == GERMAN and not any(row.barred for row in caen_rows(g, target, chosen)):
        out.append(CAEN)
    return out


@rule("17.2")
def caen_rows(g: Normandy44, target: Space, chosen: tuple[int, ...] = (), fortress: Units = 0) -> tuple[Bar, ...]:
    """What keeps the guns of Caen from a battle."""
    stock, spending = caen_stock(g), _spending(g, chosen, fortress)
    far = f"no German city hex of Caen lies within {CAEN_RANGE} hexes of {g.board.describe(target)}"
    return (
        bar(not caen_in_range(g, target), "17.2", far),
        bar(CAEN in chosen, "11.6.2", "Caen has given all that it can to this battle"),
        bar(getattr(g, stock) <= spending.get(stock, 0), "17.2", "the army has no supply point to spend for Caen"),
    )


@rule("11.6.1", "12.4.3", "17.2")
def gun_offers(
    g: Normandy44,
    side: Side,
    target: Space,
    army: Units,
    chosen: tuple[int, ...] = (),
    fortress: Units = 0,
    *,
    full: bool = False,
) -> Iterator[Offer]:
    """The guns that may be called on; a headquarters that both German stocks could pay for by either, as its player
    says. `full`: the battle has all the artillery it may have.
    """
    enough = bar(-1 if full else 0, "11.6.1", "there are no more artillery shifts in this attack")
    rows = (enough, *gun_rows(g, side, target, army, chosen, fortress))
    roster, spending = g.board.atlas.roster, _spending(g, chosen, fortress)
    guns = PickUnit("artillery", g, *rows)
    ready = guns.open()
    guns.order = [*each(ready & ~roster.werfer), *each(ready & roster.werfer)]
    yield guns
    if side == GERMAN:
        rich = units(u for u in each_unit(ready & roster.hq) if len(purses(g, u, spending)) > 1)
        choice = only(
            rich, "17.2", "Fortress Cherbourg pays only where the other stock could pay as well, and so not for {}"
        )
        yield PickUnit("fortress-artillery", g, *rows, choice)
        yield Act("caen", Bar(int(full), enough.rule, enough.why), *caen_rows(g, target, chosen, fortress))


def paid_by_fortress(g: Normandy44, action: Action, chosen: tuple[int, ...], fortress: Units) -> bool:
    """Does Fortress Cherbourg pay for a headquarters called on like this: because its player says so, or no other stock
    can?
    """
    if action[0] == "caen" or not g.board.atlas.roster.hq >> action[1] & 1:
        return False
    return action[0] == "fortress-artillery" or purses(g, action[1], _spending(g, chosen, fortress)) == [FORTRESS]


def _spending(g: Normandy44, chosen: tuple[int, ...], fortress: Units) -> dict[str, int]:
    """What the guns chosen so far will take from each stock."""
    found: dict[str, int] = {}
    for gun in chosen:
        if gun == CAEN or g.board.atlas.roster.hq >> gun & 1:
            stock = caen_stock(g) if gun == CAEN else FORTRESS if fortress >> gun & 1 else stock_of(g, gun)
            found[stock] = found.get(stock, 0) + 1
    return found


def caen_stock(g: Normandy44) -> str:
    """Whose points the guns of Caen use."""
    return army_stock(g, first(g.board.atlas.caen))


@rule("17.2")
def caen_in_range(g: Normandy44, target: Space) -> bool:
    """Is a German city hex of Caen within three hexes?"""
    return bool(g.board.atlas.near(target, CAEN_RANGE) & g.board.atlas.caen & ~g.allied_control)


@rule("17.2", "17.3", "5.1")
def fire(g: Normandy44, gun: int, *, fortress: bool = False) -> None:
    """Pay a supply point, from the fortress if that was chosen, or turn the Werfer over."""
    if gun == CAEN:
        setattr(g, caen_stock(g), getattr(g, caen_stock(g)) - 1)
    elif g.board.atlas.roster.werfer >> gun & 1:
        g.spent |= 1 << gun
    else:
        stock = FORTRESS if fortress else purse(g, gun)
        setattr(g, stock, getattr(g, stock) - 1)


@rule("11.6.1", "4.3")
def most_shifts(g: Normandy44) -> int:
    """Two artillery shifts an attack, one in a storm."""
    return 1 if storm(g) else 2


@rule("19.1.2")
def most_air(g: Normandy44) -> int:
    """One air unit an attack, two from turn 17."""
    return 2 if g.turn >= 17 else 1


@rule("4.3", "19.2", "28.3")
def ship_rows(g: Normandy44, army: int, target: Space, *, attack: bool) -> tuple[Bar, ...]:
    """What keeps an army's ships from a hex: they fire inside the bombardment zone, or at Cherbourg once a game."""
    kept = rules_of(g).ships_kept(g) if army == 0 else 0
    inside = g.board.atlas.naval_zone >> target & 1
    fires = attack and army == 0 and can_bombard(g, target)
    shore = attack and army == 0 and g.board.atlas.perimeter >> target & 1
    spared = g.naval[army] > g.tied[army] + kept
    at = g.board.describe(target)
    return (
        bar(storm(g), "4.3", "ships do not fire in a storm"),
        bar(not inside and not shore, "19.2", f"{at} lies outside the naval bombardment zone"),
        bar(inside and not spared and not fires, "19.2", "no naval unit is left"),
        bar(inside and spared and army == 0 and g.bombardment == 1, "19.2", "the US ships are before Cherbourg"),
        bar(not inside and not fires, "19.2", "each US ship bombards Cherbourg once a game, each a different hex"),
    )


def ships_for(g: Normandy44, army: int, target: Space, *, attack: bool) -> bool:
    """Has the army a naval unit for this hex?"""
    return not any(row.barred for row in ship_rows(g, army, target, attack=attack))


@rule("19.2")
def can_bombard(g: Normandy44, target: Space) -> bool:
    """Once a game both US ships may fire into the perimeter in one turn, on different hexes."""
    if not g.board.atlas.perimeter >> target & 1:
        return False
    if g.bombardment == 0:
        return g.naval[0] - g.tied[0] >= 2
    return g.bombardment == 1 and g.naval[0] >= 1 and g.bombarded != target


@rule("28.3")
def suppressing(g: Normandy44) -> tuple[int, int]:
    """Ships that must keep coastal batteries down from the start of a turn: one an army while its batteries stand.

    Mont Canisy alone ties none down until something lands at Sword.
    """
    batteries, tags = live_batteries(g), g.board.tags
    return (
        int(bool(batteries & tags["battery-us"])),
        int(bool(batteries & tags["battery-cw"] & ~tags["mont-canisy"])),
    )


def live_batteries(g: Normandy44) -> Spaces:
    """Coastal batteries that still fire, if that option is played: from turn 2, while their strongpoint stands."""
    if g.options.get("batteries") != "on" or g.turn < 2:
        return 0
    garrisons = presence(g).units[GERMAN] & g.board.atlas.roster.strongpoint
    manned = sum(BITS[g.space[unit]] for unit in each_unit(garrisons))
    return manned & (g.board.tags["battery-us"] | g.board.tags["battery-cw"])


@rule("28.3")
def sword_under_fire(g: Normandy44) -> bool:
    """Does Mont Canisy keep all units off Sword, because no ship is left to suppress it?"""
    return not g.tied[1] and not g.naval[1] and bool(live_batteries(g) & g.board.tags["mont-canisy"])


def cover_sword(g: Normandy44) -> None:
    """A landing at Sword needs a Commonwealth ship against Mont Canisy, if none fires at batteries yet."""
    if live_batteries(g) & g.board.tags["mont-canisy"]:
        g.tied[1] = 1


def shell(g: Normandy44, army: int, target: Space) -> None:
    """Turn a naval marker over."""
    if army == 0 and not g.board.atlas.naval_zone >> target & 1:
        g.bombardment = min(g.bombardment + 1, 2)
        g.bombarded = target
    g.naval[army] -= 1


def army_index(g: Normandy44, units: Units) -> int:
    """0 for US units, 1 for Commonwealth ones."""
    return 0 if units & g.board.atlas.roster.us else 1


def army_units(g: Normandy44, units: Units) -> Units:
    """All counters that may cooperate with these (22.1.1)."""
    roster = g.board.atlas.roster
    if units & roster.german:
        return roster.german
    return roster.us if units & roster.us else roster.cw


def pay(g: Normandy44, a: Assault) -> None:
    """All support of an attack is used up when the die is rolled."""
    for gun in a.artillery:
        fire(g, gun, fortress=gun >= 0 and bool(a.fortress >> gun & 1))
    for army in a.air:
        g.air[army] -= 1
    if a.naval:
        shell(g, army_index(g, a.attackers), a.target)
