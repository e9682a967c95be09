"""7 The German cards, and the weather."""

from collections.abc import Callable, Iterator

from bocage.games.acrosstheworld.board import CARDS, each_unit
from bocage.games.acrosstheworld.events import (
    HarbourShut,
    NightMarchOrdered,
    PortBlownUp,
    RegionMined,
    ReserveReleased,
    WeatherBroke,
)
from bocage.games.acrosstheworld.rules.r06_allied_cards import Effect, Restore, put_to_work, why_not_replace
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import TIGER, Campaign
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickSpace, PickUnit, only
from bocage.kernel.chance import Roll
from bocage.kernel.counters import units
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit
from bocage.kernel.verdict import Because


@rule("7.1")
def weather(g: Campaign) -> None:
    """Bad weather from now to the end of the next Allied turn."""
    g.bad_until = 2 * (g.turn + 1) + ALLIED
    g.emit(WeatherBroke(until=g.turn + 1, rule="7.1"))


def why_not_weather(g: Campaign) -> Because | None:
    if g.bad_until >= 2 * (g.turn + 1) + ALLIED:
        return Because("5.6", "the weather is bad already")
    return None


@rule("7.2")
def storm(g: Campaign) -> None:
    """Bad weather, and Mulberry is closed in the next Allied turns."""
    weather(g)
    g.harbour_shut = g.turn + g.board.cards[g.board.card("storm")].value
    g.emit(HarbourShut(until=g.harbour_shut, rule="7.2"))


@rule("7.3")
def why_not_ambush(g: Campaign) -> Because | None:
    """Hedgerows must shield German defenders."""
    if g.battle.attacker != ALLIED or not g.board.atlas.bocage >> g.battle.at & 1:
        return Because("7.3", "the Germans do not defend in bocage here")
    return None


def german_armour(g: Campaign) -> Units:
    return g.battle.standing[GERMAN] & g.board.armour


@rule("7.4")
def why_not_tiger(g: Campaign) -> Because | None:
    """There must be an armoured unit for the ace."""
    return None if german_armour(g) else Because("7.4", "no German armoured unit fights here")


class TigerAce(Decision[Campaign], frozen=True):
    """The owner picks the armoured unit that the ace belongs to."""

    question = "Which armoured unit has the Tiger ace?"

    def offers(self, g: Campaign) -> Iterator[Offer]:
        yield PickUnit(
            "aid",
            g,
            only(g.battle.standing[GERMAN], "7.4", "{} does not fight here on the German side"),
            only(g.board.armour, "7.4", "{} is not armoured"),
        )

    def chosen(self, g: Campaign, action: Action) -> Step:
        bonus = list(g.battle.bonus)
        bonus[TIGER] = 1 << action[1]
        g.fight = replace(g.battle, bonus=tuple(bonus), cards=g.battle.cards | 1 << CARDS.index("tiger"))
        return DONE

    def rule_number(self) -> str:
        return "7.4"


@rule("7.6")
def why_not_flak(g: Campaign) -> Because | None:
    """Guns against tanks need tanks to shoot at."""
    if g.battle.standing[ALLIED] & g.board.armour:
        return None
    return Because("7.6", "no Allied armour fights here")


@rule("7.7")
class Minefields(Decision[Campaign], frozen=True):
    """The owner picks the region that is mined for the next Allied turn."""

    question = "Which region is mined?"

    def offers(self, g: Campaign) -> Iterator[Offer]:
        yield PickSpace("mine", g, only(g.board.regions, "7.7", "{} is not a region of Normandy"))

    def chosen(self, g: Campaign, action: Action) -> Step:
        g.mined, g.mined_turn = action[1], g.turn + 1
        g.emit(RegionMined(at=action[1], rule="7.7"))
        return DONE


@rule("7.8")
def why_not_fortress(g: Campaign) -> Because | None:
    """The order concerns Cherbourg and Caen."""
    if g.board.tags["fortress-order"] >> g.battle.at & 1:
        return None
    return Because("7.8", f"{g.title_of(g.battle.at)} is not a fortress")


def reserves(g: Campaign) -> list[int]:
    """The lines of the schedule with German armour that are still to come."""
    return [
        n
        for n, line in enumerate(g.board.lines)
        if line.side == GERMAN and line.units & g.board.armour and g.due[n] > g.turn
    ]


def why_not_reserves(g: Campaign) -> Because | None:
    return None if reserves(g) else Because("7.9", "no armoured reinforcement is still to come")


@rule("7.9")
class Release(Decision[Campaign], frozen=True):
    """The owner picks the reinforcement that comes a turn earlier, by one of its units."""

    called = "Panzer reserves"
    question = "Which Panzer reserve is released?"

    def offers(self, g: Campaign) -> Iterator[Offer]:
        leading = [each_unit(g.board.lines[n].units & g.board.armour)[0] for n in reserves(g)]
        yield PickUnit(
            "release",
            g,
            only(units(leading), "7.9", "{} does not lead an armoured reinforcement of a later turn"),
            order=leading,
        )

    def chosen(self, g: Campaign, action: Action) -> Step:
        line = next(n for n in reserves(g) if g.board.lines[n].units >> action[1] & 1)
        g.due[line] -= g.board.cards[g.board.card("reserves")].value
        g.emit(ReserveReleased(unit=action[1], turn=g.due[line], rule="7.9"))
        return DONE


@rule("7.10")
def demolition(g: Campaign, at: Space) -> None:
    """The port that has just been lost is of no use for some turns."""
    g.port_shut[at] = g.turn + g.board.cards[g.board.card("demolition")].value
    g.touch()
    g.emit(PortBlownUp(at=at, rule="7.10"))


def stacks(g: Campaign) -> Spaces:
    """Regions with German counters that could march."""
    mine, found = g.board.of_side[GERMAN] & g.board.movers & ~g.besieged, 0
    for space, here in g.here.items():
        if here & mine:
            found |= bit(space)
    return found & g.board.regions


def why_not_march(g: Campaign) -> Because | None:
    return None if stacks(g) else Because("7.11", "no German stack could march")


@rule("7.11")
class NightMarch(Decision[Campaign], frozen=True):
    """The owner picks the region whose counters march by night."""

    question = "Which stack marches by night?"

    def offers(self, g: Campaign) -> Iterator[Offer]:
        yield PickSpace("stack", g, only(stacks(g), "7.11", "no German counters that can move stand in {}"))

    def chosen(self, g: Campaign, action: Action) -> Step:
        g.night = g.here[action[1]] & g.board.of_side[GERMAN] & g.board.movers
        g.emit(NightMarchOrdered(at=action[1], rule="7.11"))
        return DONE


@rule("7.13")
class RollWeather(Procedure[Campaign], frozen=True):
    """As an option a die decides on the weather of the turn."""

    called = "Weather"

    def start(self, g: Campaign) -> Step:
        return Call(Roll(sides=10, what="weather roll"), then=self.read)

    def read(self, g: Campaign, roll: int) -> Step:
        bad = roll >= g.board.numbers.cards.weather_roll
        if bad:
            g.bad_until = max(g.bad_until, 2 * g.turn + GERMAN)
        g.emit(Rolled(what="Weather", roll=roll, meaning="bad" if bad else "clear", rule="7.13"))
        return DONE


NUMBERS = {
    "weather": "7.1",
    "storm": "7.2",
    "ambush": "7.3",
    "tiger": "7.4",
    "nebelwerfer": "7.5",
    "flak": "7.6",
    "minefields": "7.7",
    "fortress": "7.8",
    "reserves": "7.9",
    "demolition": "7.10",
    "march": "7.11",
    "replacements-german": "7.12",
}
REQUIRES: dict[str, Callable[[Campaign], Because | None]] = {
    "weather": why_not_weather,
    "ambush": why_not_ambush,
    "tiger": why_not_tiger,
    "flak": why_not_flak,
    "fortress": why_not_fortress,
    "reserves": why_not_reserves,
    "march": why_not_march,
    "replacements-german": why_not_replace(GERMAN, "7.12"),
}
EFFECTS: dict[str, Effect] = {
    "weather": weather,
    "storm": storm,
    "ambush": put_to_work("ambush"),
    "tiger": TigerAce(by=GERMAN),
    "nebelwerfer": put_to_work("nebelwerfer"),
    "flak": put_to_work("flak"),
    "minefields": Minefields(by=GERMAN),
    "fortress": put_to_work("fortress"),
    "reserves": Release(by=GERMAN),
    "march": NightMarch(by=GERMAN),
    "replacements-german": Restore(by=GERMAN),
}
