import random

from tests.games.acrosstheworld.support import BOARD, battle, known, new, table

from bocage.games.acrosstheworld import GAME
from bocage.games.acrosstheworld.board import CARDS
from bocage.games.acrosstheworld.rules.r05_cards import Deal, Events, PlayBattleCard, PlayEvents
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.kernel.flow import waiting
from bocage.kernel.session import Session
from bocage.kernel.view import View
from bocage.testing import covers


def kinds(names: str) -> list[int]:
    return [CARDS.index(name) for name in names.split()]


@covers("5.1")
def test_each_side_draws_one_card_from_its_own_deck_in_its_own_turn() -> None:
    s = table({}, Events(by=GERMAN), active=GERMAN)
    assert s.decides == "chance"
    assert s.options() == [f"deal {name}" for name in CARDS[11:]]
    s.do("deal tiger")
    assert (s.g.held, s.g.hand[CARDS.index("tiger")], s.g.deck[CARDS.index("tiger")]) == ([0, 1], 1, 0)
    assert s.options() == ["pass"]


@covers("5.1")
def test_every_card_left_is_equally_likely() -> None:
    s = table({}, Events(by=ALLIED))
    frame = waiting(s.g)
    assert isinstance(frame, Deal)
    chances = frame.odds(s.g)
    assert float(chances["deal", CARDS.index("jabos")]) == 2 / 15  # two of fifteen: here Mulberry is in the deck
    assert sum(chances.values()) == 1


@covers("5.1")
def test_an_empty_deck_gives_no_card_and_spent_cards_do_not_come_back() -> None:
    s = table({}, Events(by=ALLIED), deck=[0] * len(CARDS), spent=[row.copies for row in BOARD.cards])
    assert isinstance(waiting(s.g), PlayEvents)
    assert s.g.held == [0, 0]


@covers("5.1")
def test_decks_have_fourteen_cards_and_mulberry_is_dealt_beforehand() -> None:
    g = new()
    assert [sum(g.deck[card] for card in cards) for cards in BOARD.cards_of] == [14, 14]
    assert g.hand[CARDS.index("mulberry")] == 1
    assert g.held == [1, 0]


@covers("5.2")
def test_a_sixth_card_forces_one_to_be_thrown_away_face_up() -> None:
    hand = "sabotage jabos carpet funnies rhino"
    s = table({}, Events(by=ALLIED), hands=hand)
    s.do("deal ultra")
    assert s.options() == [f"discard {name}" for name in ("sabotage", "jabos", "carpet", "funnies", "ultra", "rhino")]
    assert s.refusal("discard pluto").rule == "5.3"
    s.do("discard carpet")
    assert s.g.held[ALLIED] == 5
    assert s.g.spent[CARDS.index("carpet")] == 1
    assert any("throws away Carpet bombing" in text for text in s.sentences())
    assert isinstance(waiting(s.g), PlayEvents)


@covers("5.2")
def test_five_cards_are_within_the_limit() -> None:
    s = table({}, Events(by=ALLIED), hands="sabotage jabos carpet funnies")
    s.do("deal ultra")
    assert isinstance(waiting(s.g), PlayEvents)


@covers("5.3")
def test_a_hand_is_known_to_its_owner_alone() -> None:
    s = table({}, PlayEvents(by=GERMAN), hands="tiger flak jabos", active=GERMAN)
    german, allied = known(s.g, GERMAN), known(s.g, ALLIED)
    assert [german.hand[card] for card in kinds("tiger flak jabos")] == [1, 1, 0]
    assert [allied.hand[card] for card in kinds("tiger flak jabos")] == [0, 0, 1]
    assert [known(s.g, None).hand[card] for card in kinds("tiger flak jabos")] == [0, 0, 0]
    assert allied.held == german.held == [1, 2]
    hands = {track.name: track for track in View(GAME, s.g, ALLIED).payload().tracks}
    assert (hands["German hand"].value, hands["German hand"].detail) == ("2 cards", "")
    assert hands["Allied hand"].detail == "Jabos"


@covers("5.3")
def test_a_sampled_hand_has_the_right_size_and_only_possible_cards() -> None:
    s = table({}, PlayEvents(by=ALLIED), hands="tiger flak")
    s.g.spent[CARDS.index("storm")], s.g.deck[CARDS.index("storm")] = 1, 0
    seen_by_allies = known(s.g, ALLIED)
    seen = set()
    for seed in range(60):
        world = GAME.sample(seen_by_allies.copy(), ALLIED, random.Random(seed))
        hand = [card for card in BOARD.cards_of[GERMAN] if world.hand[card]]
        assert sum(world.hand[card] for card in BOARD.cards_of[GERMAN]) == 2
        assert CARDS.index("storm") not in hand
        assert [world.hand[n] + world.deck[n] for n in range(11, 23)] == [
            s.g.hand[n] + s.g.deck[n] for n in range(11, 23)
        ]
        seen |= set(hand)
    assert len(seen) > 6


@covers("5.3")
def test_unplayed_cards_are_kept() -> None:
    s = table({}, PlayEvents(by=ALLIED), hands="sabotage")
    s.do("pass")
    assert s.g.hand[CARDS.index("sabotage")] == 1


@covers("5.4")
def test_any_number_of_event_cards_is_played_in_ones_own_events_phase() -> None:
    s = table({}, PlayEvents(by=ALLIED), hands="sabotage interdiction", turn=3)
    s.do("play sabotage", "play interdiction", "pass")
    assert (s.g.sabotage, s.g.interdiction) == (3, 3)
    assert s.g.held[ALLIED] == 0


@covers("5.4")
def test_nobody_plays_the_enemys_cards() -> None:
    s = table({}, PlayEvents(by=ALLIED), hands="minefields")
    assert s.refusal("play minefields").rule == "5.4"


@covers("5.5")
def test_before_a_battle_both_sides_play_in_turn_until_both_pass() -> None:
    s = battle("24", "Dempsey 50UK", "352", hands="carpet bombardment nebelwerfer fortress", weather=0)
    assert (s.decides, s.options()) == ("Allied", ["play carpet", "pass"])
    s.do("pass")
    assert (s.decides, s.options()) == ("German", ["play nebelwerfer", "pass"])
    s.do("play nebelwerfer")
    s.do("play carpet")  # the Allied player may answer
    s.do("pass", "pass")
    assert s.decides == "chance"


@covers("5.5")
def test_two_passes_in_a_row_end_the_cards() -> None:
    s = battle("24", "Dempsey 50UK", "352", hands="carpet nebelwerfer")
    s.do("pass", "pass")
    assert s.decides == "chance"
    s = battle("24", "Dempsey 50UK", "352", hands="carpet nebelwerfer", by=GERMAN)
    assert s.decides == "German"  # the attacker begins
    s.do("pass")
    assert s.decides == "Allied"


@covers("5.5")
def test_a_side_without_cards_is_not_asked() -> None:
    s = battle("24", "Dempsey 50UK", "352")
    assert s.decides == "chance"


@covers("5.5", "5.3")
def test_a_side_with_cards_is_asked_even_if_none_can_be_played() -> None:
    """Passing over it would tell the enemy what it holds; so the pass is never taken by itself."""
    s = battle("24", "Dempsey 50UK", "352", hands="minefields")
    assert (s.decides, s.options()) == ("German", ["pass"])
    frame = waiting(s.g)
    assert isinstance(frame, PlayBattleCard)
    assert frame.asks_always
    session = Session.open(GAME, seed=1)
    assert session.options() == [("pass",)]  # the Allied player holds Mulberry and perhaps a battle card


@covers("5.6")
def test_a_second_copy_does_not_work_in_the_same_battle() -> None:
    s = battle("24", "Dempsey 50UK", "352", hands="jabos jabos", weather=0)
    s.do("play jabos")
    assert s.options() == ["pass"]
    assert s.refusal("play jabos").rule == "5.6"


@covers("5.6")
def test_a_second_copy_of_what_lasts_the_turn_is_refused() -> None:
    s = table({}, PlayEvents(by=ALLIED), hands="sabotage sabotage")
    s.do("play sabotage")
    assert s.refusal("play sabotage").rule == "5.6"
    s = table({}, PlayEvents(by=GERMAN), hands="weather weather", active=GERMAN)
    s.do("play weather")
    assert s.refusal("play weather").rule == "5.6"


@covers("5.7")
def test_ultra_cancels_a_german_card_as_it_is_played() -> None:
    s = table({}, PlayEvents(by=GERMAN), hands="weather", active=GERMAN, ultra=True)
    s.do("play weather")
    assert (s.decides, s.options()) == ("Allied", ["cancel weather", "allow weather"])
    assert s.refusal("pass").rule == "5.7"
    s.do("cancel weather")
    assert (s.g.bad_until, s.g.ultra, s.g.held[GERMAN]) == (0, False, 0)
    assert s.g.spent[CARDS.index("weather")] == 1
    assert s.decides == "German"


@covers("5.7")
def test_a_card_that_is_let_pass_works_and_ultra_is_kept() -> None:
    s = table({}, PlayEvents(by=GERMAN), hands="weather", active=GERMAN, ultra=True, turn=4)
    s.do("play weather", "allow weather")
    assert (s.g.bad_until, s.g.ultra) == (10, True)


@covers("5.7")
def test_a_cancelled_battle_card_has_no_effect_and_the_window_stays_open() -> None:
    s = battle("24", "Dempsey 50UK", "352", hands="nebelwerfer flak", ultra=True)
    s.do("play nebelwerfer", "cancel nebelwerfer")
    assert s.g.fight is not None
    assert s.g.fight.cards == 0
    assert s.decides == "German"


@covers("5.7")
def test_without_ultra_nobody_is_asked() -> None:
    s = table({}, PlayEvents(by=GERMAN), hands="weather", active=GERMAN)
    s.do("play weather")
    assert s.decides == "German"
