"""8.2 Replacements and 8.3 withdrawals."""

import pytest
from tests.games.darksummer.support import ALLIED, GERMAN, MOVE, Army, scene

from bocage.games.darksummer.records import REPLACEMENTS
from bocage.games.darksummer.rules.r03_victory import score_turn, unwithdrawn
from bocage.games.darksummer.rules.r08_replacements import Rebuild, ReplacementPhase, kinds_for, received
from bocage.games.darksummer.rules.r08_withdrawals import Withdrawals, free_to_go, may_withdraw_now
from bocage.games.darksummer.rules.r09_rounds import ActionRound
from bocage.kernel.events import Scored
from bocage.testing import covers

STOCK = dict(zip(REPLACEMENTS, range(len(REPLACEMENTS)), strict=True))


def stock(**many: int) -> tuple[int, ...]:
    return tuple(many.get(name, 0) for name in REPLACEMENTS)


@covers("8.2", "8.2.2")
def test_the_allies_rebuild_first_and_the_rest_is_lost() -> None:
    reduced = {"8/4": 1, "731/711": 1}
    s = scene({"8/4": "2403", "731/711": "5103"}, steps=reduced, ask=ReplacementPhase())
    assert s.decides == "Allied"
    s.do("rebuild 8/4 us_infantry")
    assert s.decides == "German"
    assert s.options() == ["rebuild 731/711 german_infantry", "done"]
    s.do("done")
    assert s.g.steps[s.unit("8/4")] == 2
    assert s.g.steps[s.unit("731/711")] == 1


@covers("8.2.1")
def test_each_unit_needs_its_own_kind_and_cavalry_takes_two() -> None:
    s = scene()
    kinds = {
        name: [REPLACEMENTS[n] for n in range(8) if kinds_for(s.g, s.unit(name)) >> n & 1]
        for name in ("8/4", "CCA/2A", "4Cav", "7/3Can", "2A", "192/21", "25/12SS", "6FJ", "231/50", "8A")
    }
    assert kinds == {
        "8/4": ["us_infantry"], "CCA/2A": ["us_armor"], "4Cav": ["us_infantry", "us_armor"], "7/3Can": ["canadian"],
        "2A": ["canadian"], "192/21": ["german_mechanized"], "25/12SS": ["german_mechanized"],
        "6FJ": ["german_infantry"],
        "231/50": ["british_infantry"], "8A": ["british_armor"],
    }  # fmt: skip


@covers("8.2")
@pytest.mark.parametrize("name", ["505/82", "325/82", "4SSB", "GTD/2Fr", "10A/1APo", "1Flak"])
def test_some_units_get_no_replacements(name: str) -> None:
    s = scene({name: "4603" if name != "1Flak" else "5103"}, steps={name: 1}, open_beaches="4603 2403")
    side = GERMAN if name == "1Flak" else ALLIED
    s.ask(Rebuild(by=side, stock=(9,) * 8))
    assert s.refusal(f"rebuild {name} us_infantry").rule == "8.2"


@covers("8.2.1")
def test_replacements_are_called_by_their_names() -> None:
    s = scene({"8/4": "3304", "4Cav": "3304", "731/711": "5103"}, steps={"8/4": 1, "4Cav": 1})
    s.ask(Rebuild(by=ALLIED, stock=(1, 0, 1, 0, 0, 0, 0, 0)))
    assert s.g.stack[-1][0].prompt(s.g) == "Which unit is rebuilt? Left: 1 US infantry, 1 British infantry."
    why = s.refusal("rebuild 8/4 british_infantry").text
    assert why == "British infantry replacements do not suit 8th Infantry, 4th Division"
    assert s.refusal("rebuild 4Cav us_armor").text == "there are no US armour replacements left"
    s.do("rebuild 4Cav us_infantry")
    assert s.sentences()[-1] == "4th Cavalry is rebuilt with a US infantry replacement."


@covers("8.2.2", "13.4")
def test_a_unit_out_of_supply_is_not_rebuilt_but_one_in_an_enemy_zone_is() -> None:
    s = scene(
        {"8/4": "4810", "22/4": "3304", "731/711": "3305", "125/21": "4809", "192/21": "4910", "22/21": "4710"},
        steps={"8/4": 1, "22/4": 1},
        ask=Rebuild(by=ALLIED, stock=stock(us_infantry=2)),
    )
    assert s.refusal("rebuild 8/4 us_infantry").rule == "13.4"
    s.do("rebuild 22/4 us_infantry")
    assert s.g.steps[s.unit("22/4")] == 2


@covers("8.2")
def test_the_stock_is_the_weathers() -> None:
    s = scene(weather="Storm")
    assert received(s.g, GERMAN) == stock(german_infantry=3, german_mechanized=2)
    assert received(s.g, ALLIED) == stock(us_infantry=1, british_infantry=1)


# --- withdrawals -----------------------------------------------------------------------------------------


@covers("8.3")
@pytest.mark.parametrize(
    ("turn", "weather", "allowed"), [(3, "Showers", True), (5, "Rain", True), (6, "Sun", False), (4, "Storm", False)]
)
def test_when_units_may_go_home(turn: int, weather: str, allowed: bool) -> None:
    assert may_withdraw_now(scene(turn=turn, weather=weather).g) is allowed


@covers("8.3")
def test_who_may_go_home_needs_a_free_way_to_a_beach() -> None:
    at = {
        "505/82": "2204",
        "8/4": "2303",
        "2Rng": "3304",
        "3/6": "4804",
        "501/101": "2606",
        "6FJ": "2607",
        "1057/91": "2505",
        "30Mob": "2705",
    }
    s = scene(at, kind=MOVE)
    assert s.unit_names(free_to_go(s.g, Army.US)) == "2Rng 505/82"
    s.ask(Withdrawals(by=ALLIED, army=Army.US))
    assert s.refusal("withdraw 501/101").rule == "8.3"
    assert "neither" in s.refusal("withdraw 8/4").text
    assert s.refusal("withdraw 3/6").rule == "8.3"
    s.do("withdraw 505/82", "done")
    assert s.at("505/82") == "withdrawn"


@covers("8.3")
def test_who_is_left_on_turn_5_costs_half_a_point_the_dead_included() -> None:
    s = scene(
        {"505/82": "2204", "507/82": "withdrawn", "508/82": "lost", "1SSB": "4704"},
        turn=5,
        allied_hexes="4506 4606 4607 3012",
    )
    assert unwithdrawn(s.g).bit_count() == 3
    score_turn(s.g)
    assert [event.points for event in s.heard(Scored)] == [1.5]


@covers("8.3", "8.1")
def test_withdrawals_come_before_reinforcements_at_the_beginning_of_a_move_round() -> None:
    s = scene({"505/82": "2403", "731/711": "5103"}, ask=ActionRound(army=Army.US, kind=MOVE, chit=MOVE))
    assert s.options() == ["withdraw 505/82", "done"]
    s.do("done")
    assert s.decides == "chance"
