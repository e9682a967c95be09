"""24. The campaign: set-up from the cards, and the points at the end."""

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.rules.r24_campaign import campaign_awards, set_up, tally
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.testing import Situation, covers


def quiet() -> Situation[Normandy44]:
    """An empty map with Utah open and all of the Allied side of the June 27 line in Allied hands."""
    s: Situation[Normandy44] = Situation(GAME, "campaign", at={"Eng-Utah": "2814"}, rest="removed")
    s.g.allied_control = s.g.board.tags["june-27"] & ~s.g.board.atlas.perimeter
    s.g.touch()
    return s


@covers("24.1", "24.2")
def test_every_counter_starts_where_its_card_says() -> None:
    g = set_up(GAME.board(), "campaign", {})
    board = g.board

    def at(name: str) -> str:
        return str(board.names[g.space[board.unit_ids[name]]])

    assert at("192/21Pz") == "2028"
    assert at("505/82") == "2811"
    assert at("325/82") == "gliders"
    assert at("741Tk") == "assault-omaha-e"
    assert at("5Rgr") == "assault-du-hoc"
    assert at("Eng-Gold") == "followup-gold"
    assert at("CCA/2Armd") == "britain"
    assert at("26/12SS") == "reinforcements"
    assert at("919/709") == "mobilize-709"
    assert (g.turn, g.last_turn) == (1, 22)
    assert (g.supply_7th, g.supply_cherbourg) == (3, 3)
    assert g.steps == [piece.steps for piece in board.counters]


@covers("2.2.5")
def test_the_drop_hexes_are_allied_from_the_start() -> None:
    s: Situation[Normandy44] = Situation(GAME, "campaign")
    assert s.names(s.g.allied_control) == "2912 2810 2811 2813 2710 2712 2233 2131 2032"


@covers("8.1")
def test_strongpoints_and_headquarters_start_without_a_zone() -> None:
    g = set_up(GAME.board(), "campaign", {})
    roster = g.board.atlas.roster
    assert not (roster.strongpoint | roster.hq | roster.werfer) & ~g.weak
    assert not g.weak & roster.three_step


@covers("24.3.1")
def test_the_first_example_the_perimeter_and_buron_win() -> None:
    s = quiet()
    s.g.allied_control |= s.g.board.atlas.perimeter | s.spaces("2128")
    s.g.touch()
    assert tally(campaign_awards(s.g)) == (0, 10)
    outcome = rules_of(s.g).outcome(s.g)
    assert outcome.winner == ALLIED
    assert outcome.score == (0, 10)
    assert rules_of(s.g).standing(s.g) == "10 of 10"


@covers("24.3.1")
def test_the_second_example_a_german_town_behind_the_line_is_deducted() -> None:
    s = quiet()
    s.g.allied_control |= s.spaces("3606 3706 3707 3505 2128 2129 2029 1929")
    s.g.allied_control &= ~s.spaces("2020")  # Balleroy holds, and its road leads to the south edge
    s.g.touch()
    german, allied = tally(campaign_awards(s.g))
    assert (german, allied) == (1, 12)
    assert rules_of(s.g).outcome(s.g).winner == ALLIED


@covers("24.3.1")
def test_cherbourg_is_no_source_for_german_points() -> None:
    s = quiet()
    s.g.allied_control &= ~s.spaces("3712")  # Barfleur can reach Cherbourg but not the map edge
    s.g.touch()
    assert tally(campaign_awards(s.g))[GERMAN] == 0
    s.g.allied_control &= ~s.spaces("2020")
    s.g.touch()
    assert tally(campaign_awards(s.g))[GERMAN] == 1


@covers("24.3.1")
def test_a_town_without_a_line_of_supply_gives_no_points() -> None:
    s = quiet()
    s.g.allied_control |= s.spaces("1032")  # Falaise, with nothing but German towns on the way
    s.g.touch()
    assert tally(campaign_awards(s.g)) == (0, 0)


@covers("24.3.2")
def test_the_germans_win_by_preventing_it() -> None:
    s = quiet()
    outcome = rules_of(s.g).outcome(s.g)
    assert outcome.winner == GERMAN
    assert outcome.level == "German victory"
