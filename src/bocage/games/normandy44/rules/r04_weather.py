"""4. Weather, and the initial phase that depends on it: Mulberries, supply points, replacements, headquarters ready."""

from collections.abc import Iterator

from bocage.games.normandy44.rules.r05_supply_points import GermanSupply, allied_supply, german_supply
from bocage.games.normandy44.rules.r06_landings import points_received
from bocage.games.normandy44.rules.r06_replacements import keep
from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r18_supply import supplied
from bocage.games.normandy44.rules.r19_support import storm, suppressing
from bocage.games.normandy44.rules.r20_airborne import Gliders
from bocage.games.normandy44.rules.r21_beaches import Mulberries
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, BRITISH_INFANTRY, CANADIAN_INFANTRY, REPLACEMENTS
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickWord, only
from bocage.kernel.chance import Roll
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Rolled, TurnBegan
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side
from bocage.kernel.rulebook import rule

NATIONS = ("British", "Canadian")
STORM_ROW = 1
HISTORICAL_STORM = range(14, 17)
THREE_DAY_STORM_FROM = 12
THREE_DAYS = 3


@rule("4.1", "4.2")
class Weather(Procedure[Normandy44], frozen=True, kw_only=True):
    """One die sets the weather and everything that comes with it."""

    def start(self, g: Normandy44) -> Step:
        new_turn(g)
        forced = forced_row(g)
        if forced:
            g.row = forced
            return DONE
        return Call(Roll(what="weather"), then=self.rolled)

    @rule("28.1", "28.2")
    def rolled(self, g: Normandy44, roll: int) -> Step:
        """Read the row; with the options on storms some rolls of 1 are rolled again."""
        if g.turn == 2:
            g.row = int(g.board.weather_turn2.read(roll, "row"))
        else:
            g.one_rolled |= roll == STORM_ROW
            if roll == STORM_ROW and not storm_allowed(g):
                return Call(Roll(what="weather"), then=self.rolled)
            g.row = roll
            if roll == STORM_ROW and g.options.get("storm") == "three-day":
                g.storm_left = THREE_DAYS - 1
        g.emit(Rolled(what="Weather", roll=roll, meaning=g.board.weather[g.row].weather, rule="4.1"))
        return DONE


@rule("28.1", "28.2")
def forced_row(g: Normandy44) -> int:
    """A storm that needs no roll: the historical dates, or the second and third day of a three-day storm."""
    if g.options.get("storm") == "historical" and g.turn in HISTORICAL_STORM:
        return STORM_ROW
    if g.storm_left:
        g.storm_left -= 1
        return STORM_ROW
    return 0


@rule("28.1", "28.2")
def storm_allowed(g: Normandy44) -> bool:
    """May a 1 stand?"""
    option = g.options.get("storm")
    if option == "historical":
        return False
    return option != "three-day" or g.turn >= THREE_DAY_STORM_FROM


def new_turn(g: Normandy44) -> None:
    """Whatever is counted turn by turn starts over."""
    g.emit(TurnBegan(turn=g.turn, date=g.board.turns[g.turn].date, rule="3"))
    g.landed = [0] * 5
    g.evacuated = {}
    g.mobilized = []
    g.one_rolled = False
    g.airborne_rebuilt = []
    if g.bombardment == 1:
        g.bombardment = 2  # both ships had to fire in the same turn


@rule("3", "4.3", "5.1", "6.1", "6.2.7", "16.1.2", "19.1.1", "20.2.4")
class InitialPhase(Procedure[Normandy44], frozen=True, kw_only=True):
    """Weather, Mulberries, receipts, headquarters, and on turn 2 the gliders."""

    def start(self, g: Normandy44) -> Step:
        return Call(Weather(), then=self.mulberries)

    def mulberries(self, g: Normandy44, _: object) -> Step:
        """Begun or finished now."""
        return Call(Mulberries(), then=self.receive)

    def receive(self, g: Normandy44, _: object) -> Step:
        """Everything that is simply written down; then what is chosen."""
        special = rules_of(g)
        allied_supply(g)
        g.rp = list(points_received(g))
        fair = not storm(g)
        g.ip_left = [special.german_positions(g) if fair else 0, int(fair), int(fair)]
        g.air = list(special.air(g))
        g.naval = list(special.naval(g)) if fair else [0, 0]
        g.tied = list(suppressing(g))
        choice = 0
        for name, count in special.replacements(g).items():
            if name == "cw-infantry":
                choice += count
            elif count:
                keep(g, REPLACEMENTS.index(name), count)
        return Call(GermanSupply(points=german_supply(g)), then=ChooseNation(left=choice).begin)


class ChooseNation(Procedure[Normandy44], frozen=True, kw_only=True):
    """6.2.7: each Commonwealth replacement is taken as British or Canadian; then headquarters and gliders."""

    called = "Initial phase"
    left: int

    def start(self, g: Normandy44) -> Step:
        if self.left:
            return Call(Nation(by=ALLIED), then=replace(self, left=self.left - 1).begin)
        ready_headquarters(g)
        if g.turn >= 2 and g.here.get(g.board.ids["gliders"], 0):
            return Gliders(late=False)
        return DONE

    def begin(self, g: Normandy44, _: object) -> Step:
        """Go on."""
        return self.start(g)


@rule("6.2.7")
class Nation(Decision[Normandy44], frozen=True, kw_only=True):
    """British or Canadian?"""

    question = "Take the Commonwealth replacement as British or as Canadian infantry?"

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield PickWord("nation", NATIONS, only(0b11, "6.2.7", "it is British or Canadian"))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        keep(g, (BRITISH_INFANTRY, CANADIAN_INFANTRY)[action[1]], 1)
        return DONE


@rule("17.2", "17.3")
def ready_headquarters(g: Normandy44) -> None:
    """Headquarters and Werfers that can trace a line of supply turn to their ready side."""
    roster = g.board.atlas.roster
    for side in (Side(0), Side(1)):
        turned = presence(g).units[side] & g.spent & (roster.hq | roster.werfer)
        if turned:
            inside = supplied(g, side)
            for unit in each_unit(turned):
                if inside >> g.space[unit] & 1:
                    g.spent &= ~(1 << unit)
