"""12 and 13: which units benefit from aircraft, ships, guns and leaders. The owner picks where there are too many."""

from collections.abc import Iterator

from bocage.games.acrosstheworld.board import CARDS
from bocage.games.acrosstheworld.rules.r13_modifiers import air_units, naval_units
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import AIR, GUNS, JABOS, LEADER, NAVAL, Campaign
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickUnit, bar, only
from bocage.kernel.flow import DONE, Call, Decision, Frame, Procedure, Step, replace
from bocage.kernel.ids import Side, Units
from bocage.kernel.rulebook import rule

JABOS_CARD = CARDS.index("jabos")
SOURCES = (
    (AIR, ALLIED),
    (NAVAL, ALLIED),
    (GUNS, ALLIED),
    (GUNS, GERMAN),
    (JABOS, ALLIED),
)
WORDS = {AIR: "air support", NAVAL: "naval gunfire", GUNS: "corps artillery", JABOS: "Jabos", LEADER: "the leader"}
NUMBERS = {AIR: "13.7", NAVAL: "13.8", GUNS: "3.5", JABOS: "6.3", LEADER: "14.3"}


@rule("3.5")
def guns(g: Campaign, side: Side) -> int:
    """How many units the artillery of a side helps in this battle."""
    there = g.here.get(g.battle.at, 0) & g.board.support & g.board.of_side[side]
    return there.bit_count() * g.board.modifiers["support"].units


def how_many(g: Campaign, place: int, side: Side) -> int:
    """How many units a source helps."""
    fight = g.battle
    if place == AIR:
        return air_units(g)
    if place == NAVAL:
        return naval_units(g, fight)
    if place == GUNS:
        return guns(g, side)
    return g.board.cards[JABOS_CARD].value if fight.cards >> JABOS_CARD & 1 else 0


class Aids(Procedure[Campaign], frozen=True):
    """Hand out what lasts for the whole battle."""

    called = ""
    next: int = 0

    def start(self, g: Campaign) -> Step:
        at = self.next
        while at < len(SOURCES):
            place, side = SOURCES[at]
            at += 1
            asked = hand_out(g, place, side, how_many(g, place, side))
            if asked is not None:
                return Call(asked, then=replace(self, next=at).again)
        return DONE


def hand_out(g: Campaign, place: int, side: Side, count: int) -> Frame | None:
    """Help everybody if that is possible, otherwise ask the owner."""
    fight = g.battle
    units = fight.standing[side]
    if not count or not units:
        return None
    if units.bit_count() <= count:
        add_bonus(g, place, units)
        return None
    return Aid(by=side, place=place, left=count)


@rule("14.3")
def leader_bonus(g: Campaign, side: Side) -> Frame | None:
    """Each round the commander helps this many units for each star."""
    leader = g.battle.commander[side]
    if leader < 0:
        return None
    count = g.board.units[leader].stars * g.board.modifiers["leader"].units
    return hand_out(g, LEADER, side, count)


def add_bonus(g: Campaign, place: int, units: Units) -> None:
    bonus = list(g.battle.bonus)
    bonus[place] |= units
    g.fight = replace(g.battle, bonus=tuple(bonus))


class Aid(Decision[Campaign], frozen=True):
    """The owner picks the units that benefit, one by one."""

    place: int
    left: int

    def offers(self, g: Campaign) -> Iterator[Offer]:
        number = NUMBERS[self.place]
        yield PickUnit(
            "aid",
            g,
            only(g.battle.standing[self.by], number, "{} does not fight here on your side"),
            bar(g.battle.bonus[self.place], number, "{} is helped already"),
        )

    def chosen(self, g: Campaign, action: Action) -> Step:
        add_bonus(g, self.place, 1 << action[1])
        return replace(self, left=self.left - 1) if self.left > 1 else DONE

    def prompt(self, g: Campaign) -> str:
        return f"Which unit does {WORDS[self.place]} help? ({self.left} to pick)"

    def title(self, g: Campaign) -> str:
        return WORDS[self.place].capitalize()

    def rule_number(self) -> str:
        return NUMBERS[self.place]
