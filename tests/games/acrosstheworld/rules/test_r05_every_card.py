"""Each card is played in every moment in which it may be, and refused, with the reason, in every other."""

import pytest
from tests.games.acrosstheworld.support import BOARD, battle, table

from bocage.games.acrosstheworld.board import CARDS
from bocage.games.acrosstheworld.rules.r05_cards import PlayEvents, PortLost
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.ids import Side
from bocage.testing import Situation, covers

MOMENTS = (
    "Allied events", "German events", "Allied attack", "Allied defence", "German attack", "German defence", "port lost",
)  # fmt: skip
ALLIED_EVENTS, GERMAN_EVENTS = {"Allied events"}, {"German events"}
ALLIED_BATTLES, GERMAN_BATTLES = {"Allied attack", "Allied defence"}, {"German attack", "German defence"}
LEGAL = {
    "mulberry": ALLIED_EVENTS,
    "sabotage": ALLIED_EVENTS,
    "jabos": ALLIED_BATTLES,
    "interdiction": ALLIED_EVENTS,
    "bombardment": ALLIED_BATTLES,
    "carpet": ALLIED_BATTLES,
    "funnies": ALLIED_BATTLES,
    "ultra": ALLIED_EVENTS,
    "rhino": {"Allied attack"},
    "pluto": ALLIED_EVENTS,
    "replacements-allied": ALLIED_EVENTS,
    "weather": GERMAN_EVENTS,
    "storm": GERMAN_EVENTS,
    "ambush": {"German defence"},
    "tiger": GERMAN_BATTLES,
    "nebelwerfer": GERMAN_BATTLES,
    "flak": GERMAN_BATTLES,
    "minefields": GERMAN_EVENTS,
    "fortress": GERMAN_BATTLES,
    "reserves": GERMAN_EVENTS,
    "demolition": {"port lost"},
    "march": GERMAN_EVENTS,
    "replacements-german": GERMAN_EVENTS,
}
TURNS = {"storm": 7, "rhino": 10}
WHERE = {"fortress": "25"}  # all other battles are at Saint-Vaast: bocage, and on the coast
ALLIES = "Dempsey 50UK 8UK-Bde"
GERMANS = "Dietrich 21Pz 352"


def moment(name: str, card: str) -> tuple[Situation[Campaign], Side]:
    """A situation in which a side is asked for cards, and that side."""
    turn = TURNS.get(card, 5)
    side = ALLIED if name.startswith("Allied") else GERMAN
    if "events" in name:
        s = table(
            {"21": ALLIES, "25": GERMANS}, PlayEvents(by=side), hands=card, allied="21", turn=turn, active=side,
            steps=[1] * len(BOARD.units),
        )  # fmt: skip
    elif name == "port lost":
        ask = PortLost(by=GERMAN, port=BOARD.space("1"))
        s = table({"1": ALLIES, "25": GERMANS}, ask, hands=card, allied="1", turn=turn)
    else:
        attacker = side if "attack" in name else Side(1 - side)
        s = battle(WHERE.get(card, "2"), ALLIES, GERMANS, by=attacker, hands=card, weather=0, turn=turn)
    return s, side


@covers("5.8")
@pytest.mark.parametrize("card", CARDS)
@pytest.mark.parametrize("name", MOMENTS)
def test_every_card_at_every_moment(card: str, name: str) -> None:
    s, side = moment(name, card)
    number = CARDS.index(card)
    asked = s.g.sides[side] if s.g.held[side] or "battle" not in s.trail.lower() else ""
    owner = BOARD.cards[number].side
    if name in LEGAL[card]:
        assert s.decides == owner == asked
        assert f"play {card}" in s.options()
        s.do(f"play {card}")
        assert s.g.spent[number] == 1
        assert s.g.hand[number] == 0
        return
    if s.decides != s.g.sides[side]:
        # A side without cards is not asked before a battle; the other side cannot play its card for it.
        assert owner != s.g.sides[side]
        return
    before = s.g.to_json()
    refusal = s.refusal(f"play {card}")
    assert f"play {card}" not in s.options()
    assert refusal.text
    assert s.g.to_json() == before
    if owner != s.g.sides[side]:
        assert refusal.rule == "5.4"
    elif BOARD.cards[number].when != ("event" if "events" in name else "loss" if name == "port lost" else "battle"):
        assert refusal.rule == "5.8"
        assert "is played in" in refusal.text
    else:
        assert (card, refusal.rule) in {("rhino", "6.9"), ("ambush", "7.3")}


def test_the_table_of_moments_knows_every_card() -> None:
    assert set(LEGAL) == set(CARDS)


@covers("5.8")
@pytest.mark.parametrize("card", CARDS)
def test_a_card_that_is_not_in_the_hand_is_refused(card: str) -> None:
    name = min(LEGAL[card])
    s, _side = moment(name, card)
    s.g.hand = [0] * len(CARDS)
    refusal = s.refusal(f"play {card}")
    assert refusal.rule == "5.3"
    assert "not in your hand" in refusal.text


@covers("5.8")
@pytest.mark.parametrize(
    ("card", "turn", "rule"),
    [("storm", 5, "7.2"), ("storm", 10, "7.2"), ("rhino", 9, "6.9"), ("pluto", 1, "4.3")],
)
def test_a_card_is_refused_outside_its_turns(card: str, turn: int, rule: str) -> None:
    s, _side = moment(min(LEGAL[card]), card)
    s.g.turn = turn
    assert s.refusal(f"play {card}").rule == rule


@covers("5.8", "7.1")
@pytest.mark.parametrize("card", ["jabos", "interdiction"])
def test_aircraft_cards_are_refused_in_bad_weather(card: str) -> None:
    s, _side = moment(min(LEGAL[card]), card)
    s.g.bad_until = s.g.clock
    assert s.refusal(f"play {card}").rule == "7.1"


@covers("5.8")
@pytest.mark.parametrize("card", ["bombardment", "carpet", "sabotage"])
def test_other_cards_do_not_mind_the_weather(card: str) -> None:
    s, _side = moment(min(LEGAL[card]), card)
    s.g.bad_until = s.g.clock
    assert s.why_not(f"play {card}") is None
