import pytest
from tests.games.acrosstheworld.support import BOARD, battle, table, units

from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement, Moves
from bocage.games.acrosstheworld.rules.r12_battle import Battle
from bocage.games.acrosstheworld.rules.r13_modifiers import combat_factor
from bocage.games.acrosstheworld.rules.r14_leaders import Annihilated, Displaced, nearest_stacks
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.kernel.events import Scored
from bocage.testing import covers


@covers("14.1")
def test_the_leader_with_most_stars_commands() -> None:
    s = battle("24", "Crocker Dempsey 50UK", "Marcks Dollmann 352")
    assert s.g.fight is not None
    assert s.g.fight.commander == (s.unit("Dempsey"), s.unit("Dollmann"))


@covers("14.1")
def test_among_equals_the_owner_chooses() -> None:
    s = battle("24", "Crocker Gale 50UK", "Marcks Feuchtinger 352")
    assert (s.decides, s.options()) == ("Allied", ["command Crocker", "command Gale"])
    assert s.refusal("command Dempsey").text == "Dempsey is not a leader of yours in this battle"
    assert s.refusal("command 50UK").rule == "14.1"
    s.do("command Crocker")
    assert (s.decides, s.options()) == ("German", ["command Marcks", "command Feuchtinger"])
    s.do("command Feuchtinger")
    assert s.g.fight is not None
    assert s.g.fight.commander == (s.unit("Crocker"), s.unit("Feuchtinger"))
    assert s.g.fight.morale == (6, 7)


@covers("14.1")
def test_equals_of_equal_worth_are_not_asked_about() -> None:
    s = battle("24", "Crocker Bucknall 50UK", "352")
    assert s.decides == "chance"
    assert s.g.fight is not None
    assert s.g.fight.commander[ALLIED] >= 0


@covers("14.2")
def test_the_commander_adds_his_morale_value() -> None:
    with_him, without = battle("24", "Dempsey 50UK", "352"), battle("24", "50UK", "Marcks 352", by=GERMAN)
    assert with_him.g.fight is not None
    assert without.g.fight is not None
    assert (with_him.g.fight.morale[ALLIED], without.g.fight.morale[ALLIED]) == (7, 5)


@covers("14.3")
@pytest.mark.parametrize(("leader", "asked"), [("Crocker", True), ("Dempsey", False)])
def test_a_star_helps_three_units(leader: str, asked: bool) -> None:
    s = battle("24", f"{leader} 50UK 49UK 3UK 51UK", "352")
    assert (s.decides == "Allied") == asked
    if asked:
        s.do("aid 50UK", "aid 49UK", "aid 51UK")
    assert s.g.fight is not None
    expected = [6, 6, 5, 6] if asked else [6, 6, 6, 6]
    assert [combat_factor(s.g, s.g.fight, s.unit(n)) for n in ("50UK", "49UK", "3UK", "51UK")] == expected


@covers("14.3")
def test_the_owner_picks_anew_in_each_round() -> None:
    s = battle("24", "Crocker 50UK 49UK 3UK 51UK", "352 243")
    s.do("aid 50UK", "aid 49UK", "aid 51UK", "roll 10 10 10", "roll 10", "roll 10 10")
    assert (s.decides, len(s.options())) == ("Allied", 4)
    assert s.refusal("aid 352").rule == "14.3"
    s.do("aid 3UK", "aid 49UK", "aid 51UK")
    assert s.g.fight is not None
    assert combat_factor(s.g, s.g.fight, s.unit("50UK")) == 5


@covers("14.3")
def test_german_leaders_help_bunkers_too() -> None:
    s = battle("1", "Collins 4US", "Schlieben Bunker-Cherbourg-1")
    assert s.g.fight is not None
    assert combat_factor(s.g, s.g.fight, s.unit("Bunker-Cherbourg-1")) == 5


@covers("14.4")
def test_a_leader_whom_the_enemy_reaches_alone_goes_to_the_nearest_stack() -> None:
    stacks = {"25": "50UK", "29": "Dietrich", "16": "352", "30": "21Pz"}
    s = table(stacks, Movement(by=ALLIED), allied="25")
    s.do("take 50UK", "march 29")
    assert s.at("Dietrich") == "30"


@covers("14.4")
def test_the_owner_picks_among_stacks_that_are_equally_near() -> None:
    s = table({"25": "50UK", "29": "Dietrich", "28": "352", "30": "21Pz"}, Movement(by=ALLIED), allied="25")
    s.do("take 50UK", "march 29")
    assert (s.decides, s.options()) == ("German", ["displace Dietrich 28", "displace Dietrich 30"])
    assert s.refusal("displace Dietrich 16").rule == "14.4"
    s.do("displace Dietrich 28")
    assert s.at("Dietrich") == "28"
    assert s.decides == "Allied"


@covers("14.4")
def test_a_leader_alone_in_peace_stays() -> None:
    s = table({"29": "Dietrich", "28": "352"}, Movement(by=GERMAN), active=GERMAN)
    s.do("done")
    assert s.at("Dietrich") == "29"


@covers("14.4")
def test_guns_alone_escape_as_well() -> None:
    s = table({"24": "UK-Guns", "25": "21Pz", "18": "50UK"}, Movement(by=GERMAN), active=GERMAN, allied="24 18")
    s.do("take 21Pz", "march 24")
    assert s.at("UK-Guns") == "18"


@covers("14.4")
def test_a_leader_whose_troops_leave_him_among_enemies_follows_at_the_end_of_the_movement() -> None:
    s = table({"O": "Gerow 1US US-Guns Bunker-Omaha-1", "17": "29US"}, Moves(by=ALLIED), allied="17", turn=2)
    s.do("take 1US", "march 17", "done")
    assert s.at("Gerow") == s.at("US-Guns") == "17"


@covers("14.4")
def test_without_any_stack_allied_leaders_go_to_sea_and_german_ones_are_lost() -> None:
    s = table({"24": "Dempsey 352"}, Displaced(side=ALLIED, counters=units("Dempsey")))
    assert s.at("Dempsey") == "Channel"
    s = table({"29": "Dietrich 50UK", "U": "Bunker-Utah"}, Displaced(side=GERMAN, counters=units("Dietrich")))
    assert s.at("Dietrich") == ""
    assert s.g.dead == units("Dietrich")


@covers("14.4")
def test_bunkers_are_no_stack_to_go_to() -> None:
    s = table({"24": "Marcks", "G": "Bunker-Gold", "28": "352"})
    assert nearest_stacks(s.g, s.space("24"), GERMAN) == s.spaces("28")


@covers("14.5")
@pytest.mark.parametrize(("roll", "place"), [(1, ""), (3, ""), (4, "28"), (10, "28")])
def test_a_leader_of_an_annihilated_stack_is_lost_on_three_or_less(roll: int, place: str) -> None:
    s = table({"24": "Marcks 50UK", "28": "352", "U": "4US"}, Annihilated(side=GERMAN, at=BOARD.space("24")))
    s.do(f"roll {roll}")
    assert s.at("4US") == "U"
    assert s.at("Marcks") == place
    assert s.heard(Scored) == []


@covers("14.5")
def test_every_leader_rolls_for_himself_and_guns_are_lost() -> None:
    s = table({"24": "Crocker Gale UK-Guns 352", "18": "50UK"}, Annihilated(side=ALLIED, at=BOARD.space("24")))
    s.do("roll 3", "roll 4")
    assert sorted((s.at("Crocker"), s.at("Gale"))) == ["", "18"]
    assert s.at("UK-Guns") == ""


@covers("14.5")
def test_leaders_of_a_stack_that_retreats_go_with_it() -> None:
    s = battle("22", "Dempsey 50UK", "352", allied="18")
    s.do("roll 10", "roll 5", "retreat 18")
    assert s.at("Dempsey") == "18"
    assert isinstance(Battle(at=s.space("22"), by=ALLIED).title(s.g), str)
