"""9 Action rounds."""

import pytest
from tests.games.darksummer.support import ALLIED, COMBAT, COMBINED, GAME, GERMAN, MOVE, Army, Scene, hexes, scene

from bocage.games.darksummer.rules.r09_action_phase import ActionPhase, ChooseInitiative, PlayChit
from bocage.games.darksummer.rules.r09_reaction import OfferReaction, React
from bocage.games.darksummer.rules.r09_rounds import ActionRound
from bocage.games.darksummer.rules.r10_movement import destinations
from bocage.games.darksummer.rules.r10_moving import Movement
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r11_odds import Assault, odds
from bocage.games.darksummer.state import (
    ACTION,
    BRITISH_COMBAT,
    BRITISH_MOVE,
    GERMAN_CHIT,
    REACTION,
    US,
    WAVE_1,
    WAVE_2,
    Played,
)
from bocage.kernel.cups import Cup
from bocage.testing import Situation, covers


@covers("9", "9.1")
def test_on_showers_the_allies_announce_the_british_mix() -> None:
    s = scene({"731/711": "5103"}, ask=ActionPhase())
    assert s.options() == ["mix moves", "mix combats"]
    s.do("mix combats")
    assert s.g.cups[ACTION].counts == {"British-Combat": 2, "British-Move": 1, "German": 3, "US": 3}
    assert s.sentences()[-1] == "British chits this turn: 1 Move, 2 Combat."
    assert s.g.reactions == 2


@covers("9.1", "9.2")
def test_the_initiative_chit_is_played_first_and_then_chits_are_drawn() -> None:
    s = scene({"731/711": "5103", "8/4": "2403"}, weather="Rain", ask=ActionPhase())
    assert s.options() == ["initiative US", "initiative British-Move", "initiative British-Combat"]
    assert s.refusal("initiative German").rule == "9.1"
    s.do("initiative US", "play combat", "done", "hold")
    assert s.decides == "chance"
    assert s.g.cups[ACTION].counts == {"British-Combat": 1, "British-Move": 1, "German": 3, "US": 1}
    assert "draw German" in s.options()


@covers("9.1")
def test_a_chit_that_is_not_there_cannot_be_the_initiative() -> None:
    s = scene(cups={ACTION: Cup.of([US, GERMAN_CHIT]), "Weather": Cup()}, ask=ChooseInitiative(by=ALLIED))
    assert s.options() == ["initiative US"]


@covers("9.2", "9.3")
@pytest.mark.parametrize(
    ("weather", "chit", "before", "plays"),
    [
        ("Showers", GERMAN_CHIT, "", "move combat"),
        ("Showers", GERMAN_CHIT, "C", "move"),
        ("Showers", GERMAN_CHIT, "MM", "combat"),
        ("Storm", GERMAN_CHIT, "C", "move combat"),
        ("Storm", GERMAN_CHIT, "CC", "move"),
        ("Storm", GERMAN_CHIT, "MM", "combat"),
        ("Showers", US, "MM", "combat combined-combat"),
        ("Showers", US, "MC", "move combat combined-move combined-combat"),
        ("Rain", US, "M", "combat combined-combat"),
        ("Showers", BRITISH_MOVE, "", "move combined-move"),
        ("Showers", BRITISH_COMBAT, "", "combat combined-combat"),
    ],
)
def test_how_chits_may_be_played(weather: str, chit: str, before: str, plays: str) -> None:
    army = Army.GERMAN if chit == GERMAN_CHIT else Army.US if chit == US else Army.BRITISH
    played = [Played(army, MOVE if letter == "M" else COMBAT, MOVE if letter == "M" else COMBAT) for letter in before]
    s = scene(weather=weather, played=played, ask=PlayChit(by=army.side, chit=chit))
    assert [option.split()[1] for option in s.options()] == plays.split()


@covers("9.2")
@pytest.mark.parametrize(
    ("chit", "before", "play", "why"),
    [
        (BRITISH_MOVE, "", "combat", "a British Move chit has no Combat side"),
        (BRITISH_COMBAT, "", "combined-move", "a British Combat chit has no Move side"),
        (US, "MM", "move", "the US have had all their Move Rounds of this turn"),
        (GERMAN_CHIT, "C", "combat", "the Germans have had all their Combat Rounds of this turn"),
    ],
)
def test_why_a_chit_is_not_played_so(chit: str, before: str, play: str, why: str) -> None:
    army = Army.GERMAN if chit == GERMAN_CHIT else Army.US if chit == US else Army.BRITISH
    played = [Played(army, MOVE if letter == "M" else COMBAT) for letter in before]
    s = scene(played=played, ask=PlayChit(by=army.side, chit=chit))
    assert s.refusal(f"play {play}").text == why


@covers("9.3.3")
def test_one_combined_round_for_each_army_from_turn_2() -> None:
    s = scene(turn=1, played=[], ask=PlayChit(by=ALLIED, chit=US))
    assert s.refusal("play combined-move").rule == "9.3.3"
    s = scene(played=[Played(Army.US, COMBINED, MOVE)], ask=PlayChit(by=ALLIED, chit=US))
    assert s.refusal("play combined-combat").rule == "9.3.3"
    s = scene(played=[Played(Army.US, COMBINED, MOVE)], ask=PlayChit(by=ALLIED, chit=BRITISH_MOVE))
    assert "play combined-move" in s.options()
    s = scene(played=[Played(Army.US, COMBINED, MOVE), Played(Army.US, MOVE, MOVE)], ask=PlayChit(by=ALLIED, chit=US))
    assert s.refusal("play move").rule == "9.2"  # the combined round counted as a Move


@covers("9.3.3")
def test_a_combined_round_moves_one_hex_or_two_by_road_and_attacks_one_to_the_left() -> None:
    s = scene({"39/9": "3304"}, kind=COMBINED)
    assert hexes(s, destinations(s.g, s.units("39/9"))) == {
        "3203",
        "3204",
        "3205",
        "3303",
        "3305",
        "3404",
        "3405",
        "3504",
        "3104",
    }
    s = scene({"8/4": "4809", "731/711": "4810"}, kind=COMBINED, boundary_lifted=True)
    assert odds(s.g, Assault(ALLIED, s.space("4810"), s.units("8/4"))).shifts == -1


@covers("9.3.3", "8.1")
def test_reinforcements_enter_when_a_move_chit_is_played_as_a_combined_round() -> None:
    s = scene({"731/711": "5103"}, ask=ActionRound(army=Army.US, kind=COMBINED, chit=MOVE))
    assert s.decides == "chance"
    s = scene({"731/711": "5103", "8/4": "3304"}, ask=ActionRound(army=Army.US, kind=COMBINED, chit=COMBAT))
    assert s.trail.endswith("Movement")


@covers("9.3.1", "9.3.2")
def test_only_the_army_of_the_chit_acts() -> None:
    at = {"39/9": "3304", "231/50": "3705", "GTD/2Fr": "3305", "731/711": "3806", "744/711": "3306"}
    s = scene(at, kind=MOVE, ask=Movement(by=ALLIED))
    assert {o for o in s.options() if o.startswith("select")} == {"select 39/9", "select GTD/2Fr"}
    assert s.refusal("select 231/50").rule == "9.3.1"
    s = scene(at, ask=Attacks(by=ALLIED))
    assert s.options() == ["attack 3306", "done"]


@covers("9.3.4")
def test_a_reaction_activates_a_stack_or_a_formation() -> None:
    at = {"192/21": "4709", "125/21": "4809", "6FJ": "4709", "SP-Hillman": "4504", "739/709": "cherbourg", "8A": "4607"}
    s = scene(at, reactions=2, ask=OfferReaction())
    assert s.refusal("activate-formation SP-Hillman").rule == "9.3.4"
    assert "activate-stack cherbourg" not in s.options()
    assert "activate-formation 739/709" in s.options()
    s.do("activate-formation 192/21")
    assert s.g.reactions == 1
    assert s.g.active == s.units("192/21 125/21")
    assert s.refusal("select 6FJ").rule == "9.3.1"
    s = scene(at, reactions=2, ask=React(by=GERMAN))
    s = scene(at, reactions=2, ask=OfferReaction())
    s.do("activate-stack 4709")
    assert s.g.active == s.units("192/21 6FJ")


@covers("9.3.4")
def test_kampfgruppen_and_tigers_attack_one_hex_after_moving() -> None:
    at = {"192/21": "4709", "6FJ": "4709", "8A": "4609", "27A": "4708"}
    s = scene(at, reactions=1, ask=OfferReaction())
    s.do("activate-stack 4709", "done")
    assert s.g.round == REACTION
    assert set(s.options()) == {"attack 4609", "attack 4708", "done"}
    s.do("attack 4708")
    assert s.refusal("join 6FJ").rule == "9.3.4"
    s.do("join 192/21", "fight", "ready", "roll 1")
    s.follow()
    assert s.g.stack == ()


@covers("9.3.4", "11.2")
def test_a_reaction_may_not_bring_mandatory_attacks() -> None:
    at = {"192/21": "4709", "125/21": "4609", "8A": "4708", "27A": "4607"}
    s = scene(at, reactions=1, ask=OfferReaction())
    s.do("activate-formation 192/21", "done", "attack 4708", "join 192/21")
    assert s.g.board.atlas.ring[s.space("4609")] & s.spaces("4708")
    assert "join 125/21" in s.options()  # no other enemy in the zone of either
    at["27A"] = "4608"
    s = scene(at, reactions=1, ask=OfferReaction())
    s.do("activate-formation 192/21", "done", "attack 4708", "join 192/21")
    assert s.refusal("join 125/21").rule == "11.2"


@covers("9.3.4")
def test_the_german_may_hold_his_chit() -> None:
    s = scene({"731/711": "5103"}, reactions=1, ask=OfferReaction())
    s.do("hold")
    assert s.g.reactions == 1


# --- turn 1 ------------------------------------------------------------------------------------------------


@covers("9.4", "9.4.5", "9.1")
def test_turn_1_puts_nine_chits_into_the_cup_and_keeps_two_reactions() -> None:
    s: Scene = Situation(GAME)
    s.do("mix moves")
    assert sum(s.g.cups[ACTION].counts.values()) == 9
    assert s.g.reactions == 2
    assert s.trail == "Turn 1, June II > D-Day > First wave > Assault"
    assert s.sentences()[-1] == "Round 1: Allied first wave."
    while "D-Day" in s.trail:
        s.do("hold" if "hold" in s.options() else s.options()[-1])
    fixed = [(some.army, some.kind) for some in s.g.played]
    assert fixed == [(Army.US, WAVE_1), (Army.GERMAN, REACTION), (Army.US, WAVE_2), (Army.GERMAN, REACTION)]
    assert s.g.reactions == 2  # of four: two were played as Rounds 2 and 4, whether anybody moved or not
    assert sum(s.g.cups[ACTION].counts.values()) == 9
