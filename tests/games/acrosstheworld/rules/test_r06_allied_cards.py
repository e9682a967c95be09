from tests.games.acrosstheworld.support import CLOUDS, battle, known, new, table, units

from bocage.games.acrosstheworld.board import CARDS
from bocage.games.acrosstheworld.rules.r05_cards import PlayEvents
from bocage.games.acrosstheworld.rules.r09_supply import Supply, allowance
from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.rules.r13_modifiers import combat_factor
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import BUILT, Campaign
from bocage.testing import Situation, covers


def factor(s: Situation[Campaign], name: str) -> int:
    assert s.g.fight is not None
    return combat_factor(s.g, s.g.fight, s.unit(name))


@covers("6.1")
def test_mulberry_builds_the_harbour_at_arromanches_if_it_is_allied() -> None:
    s = table({"24": "50UK"}, PlayEvents(by=ALLIED), hands="mulberry", allied="24")
    assert s.refusal("play mulberry").rule == "17.1"
    s = table({"21": "50UK"}, PlayEvents(by=ALLIED), hands="mulberry", allied="21")
    s.do("play mulberry")
    assert s.g.harbour == BUILT


@covers("6.1")
def test_the_mulberry_card_is_in_the_allied_hand_from_the_start() -> None:
    g = new()
    assert g.hand[CARDS.index("mulberry")] == 1


@covers("6.2", "10.9")
def test_sabotage_stops_german_trains_for_the_turn_only() -> None:
    s = table({"28": "12SS"}, PlayEvents(by=ALLIED), hands="sabotage", turn=3)
    s.do("play sabotage", "pass")
    s.g.active = GERMAN
    s.ask(Movement(by=GERMAN))
    s.do("take 12SS")
    assert s.refusal("rail 25").rule == "6.2"
    assert not [text for text in s.options() if text.startswith("rail")]
    s = table({"28": "12SS"}, Movement(by=GERMAN), turn=4, active=GERMAN, sabotage=3)
    s.do("take 12SS", "rail 22")
    assert s.at("12SS") == "22"


@covers("6.2")
def test_sabotage_does_not_stop_allied_trains() -> None:
    s = table({"13": "1US"}, Movement(by=ALLIED), allied="13 17", turn=3, sabotage=3)
    s.do("take 1US", "rail 17")
    assert s.at("1US") == "17"


@covers("6.3")
def test_jabos_help_three_units() -> None:
    s = battle("24", "Dempsey 50UK 49UK 3UK 51UK", "352", hands="jabos", weather=0)
    s.do("play jabos", "aid 50UK", "aid 49UK")  # air superiority first: two units
    s.do("aid 3UK", "aid 51UK", "aid 50UK")
    assert s.g.fight is not None
    assert [factor(s, name) for name in ("50UK", "49UK", "3UK", "51UK")] == [8, 7, 7, 7]


@covers("6.4")
def test_interdiction_takes_a_point_from_every_german_stack() -> None:
    s = table({"28": "12SS", "24": "50UK"}, PlayEvents(by=ALLIED), hands="interdiction", turn=3)
    s.do("play interdiction")
    assert [allowance(s.g, s.unit(name)) for name in ("12SS", "50UK", "711")] == [2, 2, 0]
    s.g.turn = 4
    assert allowance(s.g, s.unit("12SS")) == 3


@covers("6.5")
def test_bombardment_adds_two_dice_at_five_in_the_first_round() -> None:
    s = battle("U", "Barton 4US", "Bunker-Utah", hands="bombardment", landed=units("Barton 4US"))
    s.do("play bombardment")
    s.do("roll 10 5 10")  # one die of the division, two of the ships: an equal 5 is a panic
    s.do("roll 10")
    assert s.at("Bunker-Utah") == ""


@covers("6.5")
def test_the_ships_do_not_fire_in_the_second_round() -> None:
    s = battle("2", "Barton 4US", "243", hands="bombardment")
    s.do("play bombardment", "roll 10 10 10", "roll 10")
    assert s.why_not("roll 10") is None  # one die only


@covers("6.5")
def test_bombardment_does_not_reach_inland() -> None:
    s = battle("24", "Dempsey 50UK", "352", hands="bombardment")
    assert s.refusal("play bombardment").rule == "6.5"
    s = battle("1", "Dempsey 50UK", "709", hands="bombardment")
    assert s.why_not("play bombardment") is None


@covers("6.6")
def test_carpet_bombing_falls_before_the_first_round() -> None:
    s = battle("24", "Dempsey 50UK", "352 243", hands="carpet")
    s.do("play carpet")
    s.do("roll 4 5 6")  # a hit, a panic, nothing
    s.do("panic 243")
    assert s.g.steps[s.unit("352")] == 1
    assert s.g.fight is not None
    assert s.g.fight.round == 1
    assert s.g.fight.panicked[GERMAN] == units("243")
    assert s.why_not("roll 9") is None  # now the first round


@covers("6.6")
def test_bombs_that_fall_short_panic_one_allied_unit() -> None:
    s = battle("24", "Dempsey 50UK 49UK", "352", hands="carpet")
    s.do("play carpet", "roll 10 10 6")
    assert s.options() == ["panic 50UK", "panic 49UK"]
    s.do("panic 49UK")
    assert s.g.fight is not None
    assert s.g.fight.standing[ALLIED] == units("50UK")  # two tens, one panic
    assert s.g.fight.morale[ALLIED] == 6


@covers("6.7")
def test_funnies_keep_bunkers_from_absorbing_and_help_british_and_canadian_units() -> None:
    s = battle("J", "Keller 3CA", "Bunker-Juno 716", hands="funnies", landed=units("3CA"))
    s.do("play funnies")
    assert factor(s, "3CA") == 5 - 1 + 1 + 1 + 1  # landing, naval gunfire, leader, Funnies
    s.do("roll 1", "roll 10 10")
    assert s.at("716") == ""  # the hit went past the bunker
    assert s.at("Bunker-Juno") == "J"


@covers("6.7")
def test_american_units_gain_nothing_but_may_use_funnies_against_bunkers() -> None:
    s = battle("U", "Barton 4US", "Bunker-Utah", hands="funnies", landed=units("4US"))
    s.do("play funnies")
    assert factor(s, "4US") == 5 - 1 + 1 + 1
    s.do("roll 1", "roll 10")
    assert s.at("Bunker-Utah") == ""  # with nobody else there a bunker is hit like any unit


@covers("6.7")
def test_funnies_are_refused_without_bunker_or_commonwealth_unit() -> None:
    s = battle("17", "Gerow 1US", "352", hands="funnies")
    assert s.refusal("play funnies").rule == "6.7"


@covers("6.8")
def test_ultra_shows_the_german_hand_to_the_allies_alone() -> None:
    s = table({}, PlayEvents(by=ALLIED), hands="ultra tiger flak")
    s.do("play ultra")
    assert known(s.g, ALLIED).hand[CARDS.index("tiger")] == 1
    assert known(s.g, None).hand[CARDS.index("tiger")] == 0
    heard = [event.sentence(s.g) for event in s.g.events or [] if event.audience == (ALLIED,)]
    assert heard == ["Ultra: the Germans hold Tiger ace, 88 mm Flak."]
    assert s.g.ultra


@covers("6.8")
def test_a_card_drawn_after_ultra_is_hidden_again() -> None:
    s = table({}, PlayEvents(by=ALLIED), hands="ultra tiger")
    s.do("play ultra")
    s.g.hand[CARDS.index("flak")] += 1
    s.g.held[GERMAN] += 1
    seen = known(s.g, ALLIED)
    assert (seen.hand[CARDS.index("tiger")], seen.hand[CARDS.index("flak")]) == (1, 0)


@covers("6.8")
def test_ultra_cancels_one_card_only() -> None:
    s = table({"25": "21Pz"}, PlayEvents(by=GERMAN), hands="weather minefields", active=GERMAN, ultra=True)
    s.do("play weather", "cancel weather", "play minefields")
    assert s.decides == "German"


@covers("6.9")
def test_rhinos_cancel_the_bocage_penalty() -> None:
    s = battle("14", "Gerow 1US 2US-DB", "352", hands="rhino", turn=10)
    assert [factor(s, "1US"), factor(s, "2US-DB")] == [5 - 1 - 1, 6 - 2 - 2]  # bocage and city
    s.do("play rhino")
    assert [factor(s, "1US"), factor(s, "2US-DB")] == [5 - 1 + 1, 6 - 2 + 1]  # the city, and now the leader


@covers("6.9")
def test_rhinos_need_an_allied_attack_into_bocage_from_turn_ten() -> None:
    assert battle("24", "Gerow 1US", "352", hands="rhino", turn=10).refusal("play rhino").rule == "6.9"
    assert battle("22", "Gerow 1US", "Marcks 352", hands="rhino", turn=9).refusal("play rhino").rule == "6.9"
    s = battle("22", "Gerow 1US", "Marcks 352", hands="rhino", turn=10, by=GERMAN)
    assert s.refusal("play rhino").rule == "6.9"


@covers("6.10")
def test_pluto_supplies_all_allied_units_this_turn() -> None:
    s = table({"23": "50UK"}, PlayEvents(by=ALLIED), hands="pluto", turn=4, unsupplied=units("50UK"))
    s.do("play pluto", "pass")
    s.ask(Supply(by=ALLIED))
    assert s.g.unsupplied == 0
    s.g.turn = 5
    s.ask(Supply(by=ALLIED))
    assert s.g.unsupplied == units("50UK")


@covers("6.11")
def test_replacements_restore_a_step() -> None:
    s = table({"24": "50UK 49UK 8UK-Bde"}, PlayEvents(by=ALLIED), hands="replacements-allied replacements-allied")
    assert s.refusal("play replacements-allied").rule == "6.11"
    s.g.steps[s.unit("50UK")] = s.g.steps[s.unit("49UK")] = 1
    s.do("play replacements-allied")
    assert s.options() == ["restore 50UK", "restore 49UK"]
    assert s.refusal("restore 8UK-Bde").rule == "6.11"
    s.do("restore 49UK")
    assert s.g.steps[s.unit("49UK")] == 2
    s.do("play replacements-allied", "restore 50UK")  # the second copy may follow at once
    assert s.g.steps[s.unit("50UK")] == 2


@covers("6.11")
def test_troops_at_sea_can_be_replaced() -> None:
    s = table({"Channel": "4US"}, PlayEvents(by=ALLIED), hands="replacements-allied")
    s.g.steps[s.unit("4US")] = 1
    s.do("play replacements-allied", "restore 4US")
    assert s.g.steps[s.unit("4US")] == 2


@covers("6.11")
def test_the_dead_are_not_replaced() -> None:
    s = table({}, PlayEvents(by=ALLIED), hands="replacements-allied", bad_until=CLOUDS)
    s.g.steps[s.unit("50UK")] = 0
    assert s.refusal("play replacements-allied").rule == "6.11"
