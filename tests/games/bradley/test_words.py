"""What players read: sentences of the log, questions and refusals, as a native speaker would put them."""

import re

from tests.games.bradley.support import ALLIED, GERMAN, Field, field

from bocage.games.bradley import events
from bocage.games.bradley.rules.r04_drops import NextDrop
from bocage.games.bradley.rules.r04_planning import AssignZone, LiftZone, ordinal
from bocage.games.bradley.rules.r05_landing import StormBeach
from bocage.games.bradley.rules.r05_rangers import RangerLandings
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import Advance, CloseAssault, GatherAssault
from bocage.games.bradley.rules.r10_fire import Fire, GatherFire
from bocage.games.bradley.rules.r10_retreat import RetreatAll
from bocage.games.bradley.rules.r17_victory import final_outcome
from bocage.games.bradley.sides import OMAHA, UTAH
from bocage.games.bradley.standing import standing
from bocage.kernel.queries import Line


def test_one_of_a_thing_is_not_called_many() -> None:
    s = field("HQ/1 3821")
    unit = s.unit("HQ/1")
    assert events.Aided(unit=unit, columns=1).sentence(s.g) == "1st Division HQ supports with 1 column."
    assert events.Aided(unit=unit, columns=2).sentence(s.g) == "1st Division HQ supports with 2 columns."
    assert events.MinesCharted(beach=OMAHA, points=1).sentence(s.g) == "Omaha has 1 mine point."


def test_a_wave_drifts_by_the_compass() -> None:
    """Left is east at Omaha and south at Utah (5.5.3); nobody has to know."""
    s = field()

    def told(beach: int, shift: int) -> str:
        event = events.WaveRolled(beach=beach, dice=(4, 5), modified=11, tide="low", shift=shift, result="")
        return event.sentence(s.g).partition(" modified to 11, ")[2]

    assert told(OMAHA, 1) == "1 hex to the east."
    assert told(OMAHA, -2) == "2 hexes to the west."
    assert told(UTAH, 3) == "3 hexes to the south."
    assert told(UTAH, -1) == "1 hex to the north."
    assert told(UTAH, 0) == "straight in."


def test_rangers_are_named_when_they_make_for_the_cliffs() -> None:
    s = field("2Rgr omaha-pool", RangerLandings(), turn=2)
    s.g.climbing = {s.unit("2Rgr"): s.space("3118")}
    s.ask(RangerLandings())
    s.do("roll 1", "roll 3 4")
    (told,) = s.heard(events.WaveRolled)
    assert told.sentence(s.g) == "Landing of 2nd Ranger Battalion (-), low tide: 7 modified to 7, straight in."


def test_swimming_tanks_swim() -> None:
    s = field("A/741 3821")
    told = events.LandingChecked(unit=s.unit("A/741"), firepower=0, dice=(3, 4), modified=8, result="S", swims=True)
    assert told.sentence(s.g) == "A/741 Tank Company swims ashore: 7 modified to 8, sunk."


def test_the_end_of_the_game_says_who_won() -> None:
    s = field()
    s.g.zones_lost = 1
    final_outcome(s.g)
    (told,) = s.heard(events.GameEnded)
    assert told.sentence(s.g) == (
        "The game is over: German tactical victory. Allied level: none; German level: none; 0 Allied units lost."
    )


def test_drop_zones_have_names() -> None:
    s = field()
    wind = events.WindRolled(zone=1, dice=(3,), modifier=0)
    assert wind.sentence(s.g) == "Wind over the 82nd's secondary drop zone: 3, no modifier."
    rolled = events.ZoneRolled(zone=2, dice=(4, 4), modified=9, space=s.space("0607"))
    assert rolled.sentence(s.g) == "The 101st's main drop zone: 8 modified to 9; it lies in 0607 (hill)."


def test_divisions_and_regiments_have_ordinals() -> None:
    assert [ordinal(n) for n in (1, 2, 3, 11, 12, 113, 327, 401, 502)] == [
        "1st", "2nd", "3rd", "11th", "12th", "113th", "327th", "401st", "502nd",
    ]  # fmt: skip
    s = field("1/502 airborne")
    ask = AssignZone(by=ALLIED, unit=s.unit("1/502"))
    assert ask.prompt(s.g) == "At which zone of the 101st Airborne does the 502nd Regiment land?"
    s = field("")
    s.g.zones[1] = s.space("0808")
    s.ask(LiftZone(by=ALLIED))
    assert s.refusal("lift 101").text == "the 101st Airborne has no secondary zone on the map"


def test_no_counter_has_a_number_without_its_ending() -> None:
    """`321th`, `336 Engineers`: names are checked as they stand in the data."""
    board = field().g.board
    for unit in board.units:
        for number, ending in re.findall(r"\b(\d+)(st|nd|rd|th)\b", unit.name):
            assert f"{number}{ending}" == ordinal(int(number)), unit.name
        assert not re.match(r"\d+ (Field|Engineer|Glider)", unit.name), unit.name


def test_who_must_storm_is_not_asked_whether_he_would_turn_back() -> None:
    s = field("1/8 2017, S13 1918")
    units = s.units("1/8")
    asked = [StormBeach(by=ALLIED, space=s.space("1918"), units=units, drifted=drifted) for drifted in (False, True)]
    assert [frame.prompt(s.g).endswith("turn back?") for frame in asked] == [False, True]


def why(s: Field, pick: str) -> tuple[str, str]:
    """The rule and the words of a refusal."""
    found = s.refusal(pick)
    return found.rule, found.text


def test_whoever_does_not_reach_a_target_is_told_the_one_reason() -> None:
    s = field(
        "743Tk 3824, 70Tk 3726, 1/16 3723, 2/16 3825, 801TD 3824, 146Eng 3921, HQ/1 3823, I/916 3924, S1 3922",
        Fire(by=ALLIED),
        marching="2/16:S 801TD:NW",
    )
    s.do("fire 3924")
    assert why(s, "join 1/16") == ("10.2.7", "3924 (clear) is out of range of 1/16")
    assert why(s, "join 801TD") == ("10.1.7", "801st Tank Destroyer Battalion does not face 3924 (clear)")
    assert why(s, "join HQ/1") == ("10.2.7", "1st Division HQ has nothing to fire with")
    assert why(s, "support HQ/1") == ("16.2", "no unit that 1st Division HQ commands takes part within its radius")
    assert why(s, "support 1/16") == ("16.1", "1/16 is not a headquarters of yours on the map")
    s.do("withdraw")
    s.ask(GatherFire(by=ALLIED, attack=Attack(by=ALLIED, target=s.space("3922"))))
    assert why(s, "join 146Eng") == ("6.3.6", "a sea wall lies between 146th Engineer Battalion and 3922 (hill)")


def test_a_gun_behind_a_town_is_told_that_it_sees_nothing() -> None:
    s = field("743Tk 3825, HQ/1 3825, I/916 3827, 1/16 3828", Fire(by=ALLIED))
    s.do("fire 3827")
    assert why(s, "join 743Tk") == ("10.2.7", "743rd Tank Battalion has no line of sight to 3827 (clear)")


def test_whoever_cannot_assault_is_told_the_one_reason() -> None:
    s = field("1/16 3824, 2/16 3824, I/916 3924", CloseAssault(by=ALLIED), marching="2/16:NW")
    s.do("assault 3924")
    assert why(s, "join 2/16") == ("10.1.7", "2/16 does not face 3924 (clear)")
    s = field("743Tk 3821, 146Eng 3921, 1/16 3822, S1 3922")
    s.ask(GatherAssault(by=ALLIED, attack=Attack(by=ALLIED, target=s.space("3922"))))
    assert why(s, "join 146Eng") == ("6.3.6", "a sea wall lies between 146th Engineer Battalion and 3922 (hill)")


def test_whoever_cannot_advance_or_retreat_is_told_the_one_reason() -> None:
    s = field("1/16 3824, 2/16 3924, 1/18 3924")
    s.ask(Advance(by=ALLIED, target=s.space("3924"), units=s.units("1/16 2/16")))
    assert why(s, "advance 1/16") == ("8.1.1", "there is no room for 1/16 in 3924 (clear)")
    s = field("100Pz 3126, 1/505 3125")
    s.ask(RetreatAll(by=GERMAN, units=s.units("100Pz"), origin=s.space("3126")))
    assert why(s, "retreat 3127") == ("10.5.3", "100th Panzer Battalion cannot go into 3127 (swamp)")


def test_who_jumps_once_does_not_jump_twice() -> None:
    s = field("1/505 82-main, 1/325 82-main, 2/505 82-main", turn=8)
    s.g.zones[0], s.g.zones_new, s.g.tried = s.space("0808"), 1, s.units("1/505")
    s.ask(NextDrop(by=ALLIED, zone=0))
    assert why(s, "land 1/505") == ("4.3.3", "1/505 has tried in this turn")
    assert why(s, "land 1/325") == ("4.5.1", "gliders need a zone that was there before this turn")


def test_the_standing_cites_the_rule_that_decides() -> None:
    s = field()
    assert standing(s.g)[0] == Line("If the game ended now: a draw.", "17.1.4")
    s.g.zones_lost = 1
    told = "If the game ended now: German tactical victory, because a drop zone was overrun."
    assert standing(s.g)[0] == Line(told, "17.1.5")
