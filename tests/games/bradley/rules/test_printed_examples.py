"""The worked examples of the rulebook, and the numbers that they pin down."""

from fractions import Fraction

from tests.games.bradley.support import ALLIED, GERMAN, field

from bocage.games.bradley.events import Resolved, WaveRolled
from bocage.games.bradley.rules.r04_drops import scattered
from bocage.games.bradley.rules.r04_zones import WindAndFlak
from bocage.games.bradley.rules.r05_casualties import landing_modifier
from bocage.games.bradley.rules.r05_landing import LandWave
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import CloseAssault, assault_account
from bocage.games.bradley.rules.r10_disruption import eliminate
from bocage.games.bradley.rules.r10_fire import Fire
from bocage.games.bradley.rules.r10_fire_account import fire_account
from bocage.games.bradley.rules.r13_garrisons import standing_garrisons
from bocage.kernel.combat import DEFENDER
from bocage.kernel.probability import TWO_D6
from bocage.testing import covers

VIERVILLE = "S1 3822, S2 3822, 1/18 3821, 743Tk 3821, HQ/1 3821"


@covers("10.2.8", "10.1.2", "10.1.4", "10.1.5", "10.2.7", "10.1.6", "11.1.1", "11.1.3")
def test_fire_on_vierville() -> None:
    """15 factors and 20 support points on two companies in a town with a nest: Mixed, 19+, G; 11 becomes 9: D."""
    s = field(VIERVILLE, Fire(by=ALLIED), marching="743Tk:S", support=20)
    target = s.space("3822")
    attack = Attack(by=ALLIED, target=target, units=s.units("1/18 743Tk"), points=20)
    account = fire_account(s.g, attack)
    assert account.ledger.totals == [35, 16]
    assert (account.line, account.differential, account.letter, account.modifier) == ("mixed", 19, "G", -2)
    s.do("fire 3822", "join 1/18", "join 743Tk", "points 20", "shoot", "roll 5 6")
    (told,) = s.heard(Resolved)
    assert (told.letter, told.roll, told.modified, told.result) == ("G", 11, 9, "D")
    assert s.g.green == s.units("S1 S2")
    assert s.g.support == 0


@covers("10.3.4", "10.3.6", "10.3.3", "10.4")
def test_the_close_assault_on_vierville_that_follows() -> None:
    """Two halved companies are 8 against 15: +7, D, morale makes it E; an 8 becomes a 6: the Germans retreat."""
    s = field(VIERVILLE, CloseAssault(by=ALLIED), marching="743Tk:S", disrupted="S1 S2")
    attack = Attack(by=ALLIED, target=s.space("3822"), units=s.units("1/18 743Tk"))
    account = assault_account(s.g, attack)
    assert account.ledger.totals == [15, 8]
    assert (account.differential, account.ledger.start, account.letter, account.modifier) == (7, 3, "E", -2)
    s.do("assault 3822", "join 1/18", "join 743Tk", "fight", "roll 4 4")
    assert s.heard(Resolved)[0].result == "R"
    # Static companies show no allowance in combat mode: a retreat is beyond them (10.5.3e).
    assert s.at("S1") == s.at("S2") == "german-lost"


@covers("10.3.4", "10.5.3")
def test_who_can_march_leaves_vierville_for_one_hex_or_two() -> None:
    """As the example says; its companies show no allowance, though, by which rule 10.5.3e eliminates them (above)."""
    s = field("439Ost 3822, 1/18 3821, 743Tk 3821", CloseAssault(by=ALLIED), marching="743Tk:S", disrupted="439Ost")
    s.do("assault 3822", "join 1/18", "join 743Tk", "fight", "roll 6 2")
    first = [text for text in s.options() if text.startswith("retreat")]
    assert first
    assert "halt" not in s.options()
    s.do(first[0])
    assert "halt" in s.options()
    s.do(next(text for text in s.options() if text.startswith("retreat")))
    there = s.space(s.at("439Ost"))
    assert s.g.board.distance(there, s.space("3822")) <= 2
    assert s.at("439Ost") not in {"3822", "german-lost"}


@covers("13.1", "10.3.3")
def test_a_strongpoint_on_a_hill_multiplies_by_five() -> None:
    s = field("S1 3922, 14/6FJ 3922")
    target = s.space("3922")
    fire = fire_account(s.g, Attack(by=ALLIED, target=target, points=30))
    assault = assault_account(s.g, Attack(by=ALLIED, target=target))
    assert fire.ledger.totals[DEFENDER] == 20
    assert assault.ledger.totals[DEFENDER] == 20
    assert fire.modifier == -2


@covers("13.2", "13.0")
def test_the_nest_at_quineville_multiplies_by_four() -> None:
    s = field("I/919 1108")
    target = s.space("1108")
    assert fire_account(s.g, Attack(by=ALLIED, target=target, points=9)).ledger.totals[DEFENDER] == 8
    assert assault_account(s.g, Attack(by=ALLIED, target=target)).ledger.totals[DEFENDER] == 20


@covers("13.3.5")
def test_garrisons_go_when_the_only_unit_within_three_hexes_goes() -> None:
    s = field("S1 3922, G1 3721, G2 3822, G3 4124, I/916 4528")
    eliminate(s.g, s.units("S1"), "10.4")
    assert standing_garrisons(s.g) == 0
    assert s.at("I/916") == "4528"


@covers("4.3.3", "4.4.3")
def test_a_drop_zone_at_0808_drifts_two_hexes_north_west() -> None:
    """Wind 2 is +1; 8 becomes 9: 0607, which is not clear."""
    s = field("2/505 82-main", zones=[-1, -1, -1, -1], turn=1)
    s.g.zones[0] = s.space("0808")
    s.g.zones_new = 1
    assert scattered(s.g, s.space("0808"), 9) == (s.space("0607"), False)
    s.ask(WindAndFlak())
    s.do("roll 2", "roll 4 4")
    assert s.g.zones[0] == s.space("0607")
    assert s.g.board.terrain[s.space("0607")] != "clear"


@covers("5.5.2", "5.5.3", "5.4.2", "5.4.3", "5.5.5", "5.6.4")
def test_a_wave_at_utah_in_a_heavy_sea_lands_two_hexes_to_the_right() -> None:
    """11 + 2 for the sea + 1 for a mine point is 14: right two at average tide.

    The text's own sums of casualties leave out the sea; the rule counts it, so tanks add five and infantry two.
    """
    s = field("1/8 2016, 2/8 2016, 3/8 2017, 70Tk 1713", turn=4)
    s.g.mines = 1 << s.space("1917")
    assert s.g.tide == "average"
    s.ask(LandWave(beach=1))
    s.do("roll 6", "roll 5 6")
    (told,) = s.heard(WaveRolled)
    assert (told.roll, told.modified, told.shift, told.result) == (11, 14, -2, "R2")
    assert s.at("70Tk") == "utah-pool"
    assert landing_modifier(s.g, s.unit("70Tk"), 2) == 5
    assert landing_modifier(s.g, s.unit("1/8"), 2) == 2


@covers("14.0")
def test_the_railway_gun_is_as_printed() -> None:
    s = field("Bruno 0913")
    counter = s.g.board.units[s.unit("Bruno")]
    assert [(f.attack, f.protection, f.allowance) for f in counter.faces] == [(16, 2, 0), (1, 2, 0)]
    assert counter.range == 99


@covers("2.3")
def test_the_tank_battalion_has_seven_factors_in_movement_mode() -> None:
    s = field("743Tk 3821", marching="743Tk:S")
    assert s.g.attack(s.unit("743Tk")) == 7
    assert s.g.board.units[s.unit("743Tk")].faces[0].attack == 25


def test_the_rates_of_the_lower_matrix() -> None:
    """Column E: R 23 in 36, D 3 in 36, E never; column G: R 20, D 9 and E 1 in 36."""
    crt = field().g.board.charts.crt

    def rate(column: str, result: str) -> Fraction:
        return Fraction(sum(ways for face, ways in TWO_D6 if crt.read(face, column)[0] == result), 36)

    assert [rate("E", result) for result in "RDE"] == [Fraction(23, 36), Fraction(3, 36), Fraction(0, 36)]
    assert [rate("G", result) for result in "RDE"] == [Fraction(20, 36), Fraction(9, 36), Fraction(1, 36)]
    assert GERMAN == 1
