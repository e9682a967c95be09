from typing import Any

import pytest
from tests.games.acrosstheworld.support import BOARD, CLOUDS, table, units

from bocage.games.acrosstheworld.rules.r04_sequence import TURN, Turn
from bocage.games.acrosstheworld.rules.r08_reinforcements import Reinforcements
from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement, Moves
from bocage.games.acrosstheworld.rules.r11_dday import Drops, SecondWave
from bocage.games.acrosstheworld.rules.r12_battle import Battle, Battles
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel import chance, flow
from bocage.testing import Situation, covers

FLEET = (
    "Barton 4US 9US Gerow 1US 29US 2US Dempsey 50UK 8UK-Bde 7UK-DB 49UK Keller 3CA 2CA-Bde Crocker 3UK 27UK-Bde 51UK"
)
WALL = {
    "U": "Bunker-Utah", "O": "Bunker-Omaha-1 Bunker-Omaha-2 Bunker-Omaha-3", "G": "Bunker-Gold",
    "J": "Bunker-Juno 716", "S": "Bunker-Sword",
}  # fmt: skip


@covers("11.1")
def test_airborne_divisions_come_down_in_their_regions_before_movement() -> None:
    s = table({}, Drops())
    s.do("roll 1", "roll 1", "roll 1")
    assert {s.at(name) for name in ("82AB", "101AB", "Ridgway")} == {"5"}
    assert {s.at(name) for name in ("6UK-AB", "Gale")} == {"26"}
    assert s.g.entered == s.spaces("5 26")
    s.ask(Moves(by=ALLIED))
    assert "take 82AB" in s.options()


@covers("11.2")
@pytest.mark.parametrize(("roll", "bad"), [(7, False), (8, True), (10, True)])
def test_a_division_that_rolls_eight_or_more_is_scattered(roll: int, bad: bool) -> None:
    s = table({}, Drops())
    s.do(f"roll {roll}", "roll 1", "roll 1")
    assert s.g.scattered == (units("82AB") if bad else 0)


@covers("11.2")
def test_a_division_of_two_steps_would_lose_one_instead() -> None:
    s = table({}, Drops())
    s.g.steps[s.unit("82AB")] = 2
    s.do("roll 9", "roll 1", "roll 1")
    assert (s.g.steps[s.unit("82AB")], s.g.scattered) == (1, 0)


@covers("11.2")
def test_scattered_troops_do_not_attack() -> None:
    s = table({"5": "Ridgway 82AB", "6": "91LL"}, Moves(by=ALLIED), allied="5", turn=2, scattered=units("82AB"))
    s.do("take 82AB", "take Ridgway")
    assert str(s.refusal("march 6")) == "82nd Airborne is scattered and cannot attack (rule 11.2)"


@covers("11.2")
def test_scattered_troops_do_not_defend_either() -> None:
    both = {"5": "Ridgway 82AB 101AB Marcks 352"}
    scattered: dict[str, Any] = {"scattered": units("82AB"), "active": GERMAN, "bad_until": CLOUDS}
    s = table(both, Battle(at=BOARD.space("5"), by=GERMAN), **scattered)
    assert s.g.fight is not None
    assert s.g.fight.standing[ALLIED] == units("101AB")
    s = table({"5": "Ridgway 82AB Marcks 352"}, Battle(at=BOARD.space("5"), by=GERMAN), allied="2", **scattered)
    assert s.options() == ["retreat 2"]  # nobody stands: the side breaks at once


@covers("11.2")
def test_the_scattered_have_rallied_by_the_second_turn() -> None:
    assert table({}, Turn(names=TURN, next=3), scattered=units("82AB")).g.scattered == 0


def landing() -> Situation[Campaign]:
    return table(
        {"Channel": FLEET, "5": "Ridgway 82AB", "26": "Gale 6UK-AB", **WALL}, Moves(by=ALLIED), bad_until=CLOUDS
    )


@covers("11.3")
def test_the_first_wave_lands_on_its_beaches() -> None:
    s = landing()
    for beach, names in {
        "U": "Barton 4US", "O": "Gerow 1US 29US", "G": "Dempsey 50UK 8UK-Bde", "J": "Keller 3CA 2CA-Bde",
        "S": "Crocker 3UK 27UK-Bde",
    }.items():  # fmt: skip
        assert {s.at(name) for name in names.split()} == {beach}
    assert {s.at(name) for name in ("9US", "2US", "7UK-DB", "49UK", "51UK")} == {"Channel"}
    assert s.g.assaulted == BOARD.beaches
    assert s.g.landed & units("4US Barton") == units("4US Barton")


@covers("11.3", "10.8")
def test_paratroopers_cannot_join_the_battle_for_a_beach() -> None:
    s = landing()
    s.do("take 82AB", "take Ridgway")
    assert s.refusal("march U").rule == "10.8"


@covers("11.3")
def test_all_five_beaches_must_be_fought_for() -> None:
    s = landing()
    s.do("done")
    s.ask(Battles(by=ALLIED))
    assert s.options() == [f"attack {beach}" for beach in "UOGJS"]


@covers("11.4")
def test_the_second_wave_follows_where_the_beach_is_cleared() -> None:
    s = table({"Channel": FLEET, "U": "4US Barton", "O": "1US Gerow Bunker-Omaha-1"}, SecondWave())
    assert s.at("9US") == "U"
    assert s.at("2US") == "Channel"
    assert s.at("51UK") == "Channel"
    assert s.g.arrived & units("9US") == units("9US")


@covers("11.4", "8.8", "7.13")
def test_in_bad_weather_the_second_wave_stays_at_sea_and_comes_as_a_reinforcement() -> None:
    s = table({"Channel": FLEET, "U": "4US Barton"}, SecondWave(), bad_until=3)  # 7.13: rolled for turn 1
    assert s.at("9US") == "Channel"
    s.g.turn, s.g.allied = 2, s.spaces("U")
    s.ask(Reinforcements(by=ALLIED))
    assert s.at("9US") == "U"


@covers("11.4")
@pytest.mark.parametrize(("turn", "place"), [(1, "U"), (2, "Channel")])
def test_it_follows_after_the_battles_of_the_first_turn_only(turn: int, place: str) -> None:
    s = table({"Channel": FLEET, "U": "4US Barton"}, Battles(by=ALLIED), turn=turn)
    assert s.at("9US") == place


@covers("11.4")
def test_the_second_wave_does_not_move_by_itself_on_the_first_day() -> None:
    s = landing()
    assert s.options() == ["take 82AB", "take 6UK-AB", "take Ridgway", "take Gale", "done"]
    s = table({"Channel": "Bradley 9US"}, Movement(by=ALLIED), arrived=units("Bradley"))
    s.do("take Bradley", "take 9US")
    assert s.refusal("land U").rule == "8.3"


@covers("11.4")
def test_the_others_come_on_turn_two_as_reinforcements() -> None:
    s = table({"Channel": FLEET}, Reinforcements(by=ALLIED), turn=2, allied="O U G S J")
    assert (s.at("2US"), s.at("9US"), s.at("7UK-DB"), s.at("51UK")) == ("O", "U", "G", "S")
    s = table({"Channel": FLEET, "O": "1US Bunker-Omaha-1"}, Reinforcements(by=ALLIED), turn=2, allied="U G S J")
    assert s.at("2US") == "Channel"


def assault(beach: str, allies: str, foes: str, count: int) -> tuple[float, float]:
    """How often an assault clears the bunkers, and the mean of steps lost, in many battles without aircraft."""
    s = table({beach: f"{allies} {foes}"}, data=None, bad_until=CLOUDS)
    base, landed = s.g, s.units(allies)
    base.landed = landed
    cleared = lost = 0
    for seed in range(count):
        g = base.copy()
        g.chance = chance.seed_state(seed)
        flow.begin(g, Battle(at=BOARD.space(beach), by=ALLIED))
        while g.stack:
            frame = g.stack[-1][0]
            is_chance = isinstance(frame, chance.Chance)
            flow.pick(g, chance.fast_pick(g, frame) if is_chance else frame.options(g)[0])
        cleared += not g.here.get(BOARD.space(beach), 0) & g.board.bunkers
        lost += sum(base.steps[n] - g.steps[n] for n in range(len(g.steps)) if landed >> n & 1)
    return cleared / count, lost / count


@pytest.mark.parametrize(
    ("beach", "allies", "foes", "chance_to_clear", "steps"),
    [
        ("U", "Barton 4US", "Bunker-Utah", 0.85, 0.4),
        ("O", "Gerow 1US 29US", "Bunker-Omaha-1 Bunker-Omaha-2 Bunker-Omaha-3", 0.44, 1.4),
        ("G", "Dempsey 50UK 3UK", "Bunker-Gold", 0.98, 0.3),
    ],
)
def test_assaults_come_out_as_in_the_reference(
    beach: str, allies: str, foes: str, chance_to_clear: float, steps: float
) -> None:
    cleared, lost = assault(beach, allies, foes, 1500)
    assert abs(cleared - chance_to_clear) < 0.05
    assert abs(lost - steps) < 0.15
