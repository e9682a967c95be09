"""Exact chances of battles in Normandy 1944, held to battles fought by the rules; the quick model, held to them."""

import math
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from tests.games.acrosstheworld.forecasts import forecast
from tests.games.acrosstheworld.support import FIRST

from bocage.games.acrosstheworld import GAME
from bocage.games.acrosstheworld.computer.advice import why_attack
from bocage.games.acrosstheworld.computer.chances import force, odds, terms
from bocage.games.acrosstheworld.computer.orders import Orders, chances
from bocage.games.acrosstheworld.computer.plans import Planning
from bocage.games.acrosstheworld.computer.search import make_plan
from bocage.games.acrosstheworld.preview import expect, mean
from bocage.games.acrosstheworld.rules.r12_battle import PickBattle
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.games.acrosstheworld.volleys import volley
from bocage.kernel import flow
from bocage.kernel.ids import NOWHERE, Side, UnitId

BATTLES = [
    ("14", "8US 83US 6US-DB 1US 29US 2US Middleton", "352 77 6FJ 3FJ 17SS Marcks", ALLIED),
    ("17", "8US 83US 6US-DB Middleton", "352 77 6FJ 3FJ 17SS 21Pz Rommel", GERMAN),
    ("25", "3UK 51UK 27UK-Bde Crocker", "12SS 9SS 711 Marcks", GERMAN),
    ("O", "1US 29US Gerow", "Bunker-Omaha-1 Bunker-Omaha-2 Bunker-Omaha-3", ALLIED),
    ("24", "3CA Keller", "716 30Bde", ALLIED),
    ("25", "3CA 50UK 49UK 7UK-DB Dempsey", "716 21Pz Feuchtinger", ALLIED),
    ("1", "4US 9US 90US 2US-DB Collins", "709 243 91LL Bunker-Cherbourg-1 Schlieben", ALLIED),
    ("11", "82AB 101AB Ridgway", "77 17SS Dollmann", ALLIED),
    ("28", "8UK-Bde Bucknall", "12SS Dietrich", GERMAN),
    ("28", "50UK 7UK-DB UK-Guns Dempsey", "12SS 21Pz Dietrich", ALLIED),
    ("22", "50UK 49UK Bucknall", "Lehr 352 Schweppenburg", GERMAN),
    ("30", "7UK-DB 11UK-DB 50UK Montgomery", "12SS 3FJ Rommel", ALLIED),
]


PRESENT = [
    ("14", "8US 83US 6US-DB 1US 29US 90US Middleton", "352 77 6FJ 3FJ 17SS Marcks", ALLIED),
    ("25", "3UK 50UK 27UK-Bde Crocker", "12SS 9SS 711 Marcks", GERMAN),
    ("O", "1US 29US Gerow", "Bunker-Omaha-1 Bunker-Omaha-2 Bunker-Omaha-3", ALLIED),
    ("24", "3CA Keller", "716 30Bde", ALLIED),
    ("25", "3CA 50UK 11UK-DB Dempsey", "716 21Pz Feuchtinger", ALLIED),
    ("1", "4US 90US 3US-DB Collins", "709 243 91LL Bunker-Cherbourg-1 Schlieben", ALLIED),
    ("11", "82AB 101AB Ridgway", "77 17SS Dollmann", ALLIED),
    ("28", "8UK-Bde Bucknall", "12SS Dietrich", GERMAN),
    ("30", "11UK-DB 50UK 3UK Montgomery", "12SS 3FJ Rommel", ALLIED),
]
"""The same with the numbers of today's sheet and the divisions that are on it."""


def position(place: str, names: str, *, active: Side = ALLIED, data: Path | None = FIRST) -> Campaign:
    """These counters in one region, nobody else, in the middle of the game."""
    g = GAME.new(seed=1, data=data)
    assert isinstance(g, Campaign)
    for unit in range(len(g.space)):
        g.place(UnitId(unit), NOWHERE)
    for name in names.split():
        g.place(g.board.unit_ids[name], g.board.space(place))
    g.turn, g.active = 5, active
    g.allied |= g.board.beaches
    g.arrived = (1 << len(g.space)) - 1
    g.touch()
    return g


def fought(place: str, allies: str, germans: str) -> Campaign:
    return position(place, f"{allies} {germans}")


@pytest.mark.parametrize(("place", "allies", "germans", "by"), [BATTLES[2], BATTLES[3], BATTLES[7], BATTLES[11]])
def test_exact_chances_are_those_of_battles_fought_by_the_rules(
    place: str, allies: str, germans: str, by: Side
) -> None:
    """Two thousand battles with typed-in luck come out as reckoned, within three standard errors."""
    many, g = 2000, fought(place, allies, germans)
    at = g.board.space(place)
    sure, trials = expect(g, at, by), forecast(g, at, by, many)
    assert abs(trials.won / many - sure.win) < 3 * math.sqrt(sure.win * (1 - sure.win) / many)
    for n, side in enumerate((by, other(by))):
        losses = sure.losses[n]
        noise = math.sqrt(sum(chance * (steps - sure.steps[n]) ** 2 for steps, chance in losses.items()) / many)
        bunkers = sure.bunkers if side == GERMAN else 0.0
        assert trials.steps[side] == pytest.approx(sure.steps[n] + bunkers, abs=3 * noise + 0.05 * bunkers)


@pytest.mark.parametrize(("place", "allies", "germans", "by"), BATTLES)
def test_the_quick_model_is_near_the_exact_chances(place: str, allies: str, germans: str, by: Side) -> None:
    g = fought(place, allies, germans)
    at = g.board.space(place)
    sure, quick = expect(g, at, by), chances(g, at, by)
    assert quick.win == pytest.approx(sure.win, abs=0.08)
    assert quick.steps == pytest.approx(sure.steps, abs=0.5)


def test_the_quick_model_is_near_with_the_numbers_of_today() -> None:
    """Sixty-four fights answer it: a tenth off at worst, and on the mean a few hundredths."""
    off = []
    for place, allies, germans, by in PRESENT:
        g = position(place, f"{allies} {germans}", data=None)
        at = g.board.space(place)
        off.append(abs(chances(g, at, by).win - expect(g, at, by).win))
    assert max(off) < 0.12
    assert sum(off) / len(off) < 0.04


@pytest.mark.parametrize(("place", "allies", "germans", "by"), BATTLES)
def test_chances_add_up(place: str, allies: str, germans: str, by: Side) -> None:
    """Nothing worth mention is left out, and the parts agree with each other."""
    g = fought(place, allies, germans)
    found = expect(g, g.board.space(place), by)
    assert abs(found.left_out) < 2e-5
    assert 0 <= found.clear <= found.win + 1e-9 <= 1 + 1e-9
    for n in (0, 1):
        assert sum(found.losses[n].values()) == pytest.approx(1, abs=2e-5)
        assert sum(found.divisions[n].values()) == pytest.approx(1, abs=2e-5)
        assert mean(found.losses[n]) == pytest.approx(found.steps[n])


def test_a_volley_by_hand() -> None:
    """A factor of 6 hits with five faces and panics with one; two such dice."""
    one = volley((6,))
    assert one == {(1, 0): pytest.approx(0.5), (0, 1): pytest.approx(0.1), (0, 0): pytest.approx(0.4)}
    assert volley((6, 6))[1, 1] == pytest.approx(2 * 0.5 * 0.1)
    assert volley((1,)) == {(0, 1): pytest.approx(0.1), (0, 0): pytest.approx(0.9)}


def test_bunkers_alone_may_be_beaten_and_stay() -> None:
    """12.12: the attacker may win at Omaha and not have the beach for himself."""
    g = fought(*BATTLES[3][:3])
    found = expect(g, g.board.space("O"), ALLIED)
    assert found.clear < found.win - 0.05
    assert found.bunkers > 2


def test_whoever_has_nobody_fit_to_fight_has_lost() -> None:
    g = position("24", "3CA Keller 716")
    g.scattered |= 1 << g.board.unit_ids["716"]
    found = expect(g, g.board.space("24"), ALLIED)
    assert (found.win, found.steps) == (1.0, (0.0, 0.0))


def test_asking_leaves_no_trace() -> None:
    g = fought(*BATTLES[2][:3])
    before = g.to_json()
    assert expect(g, g.board.space("25"), GERMAN) == expect(g, g.board.space("25"), GERMAN)
    assert g.to_json() == before


def test_the_reason_for_an_attack_tells_the_exact_chance() -> None:
    g = fought(*BATTLES[7][:3])
    at = g.board.space("11")
    flow.begin(g, PickBattle(by=ALLIED))
    said = why_attack(g, Orders(ALLIED), PickBattle(by=ALLIED), ("attack", at))
    assert said.endswith(f": {expect(g, at, ALLIED).win:.0%} to win")


def test_planned_attacks_are_judged_by_exact_chances() -> None:
    g = position("24", "3CA 50UK 49UK Dempsey")
    caen = g.board.space("25")
    g.place(g.board.unit_ids["716"], caen)
    plan, _ = make_plan(g, ALLIED)
    attack = next(attack for attack in plan.attacks() if attack.at == caen)
    there = g.copy()
    for name in ("3CA", "50UK", "49UK", "Dempsey"):
        if attack.coming >> g.board.unit_ids[name] & 1:
            there.place(g.board.unit_ids[name], caen)
    found = plan.battle(attack.units, caen, plan.held[caen], 0, ALLIED)
    assert found.win == expect(there, caen, ALLIED).win
    assert not plan.be_sure(attack)


@pytest.fixture
def other_numbers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Campaign]:
    """A battle for Caen under a data pack in which losses of units, hunger and leaders count otherwise."""
    g = position("25", "3UK 51UK 7UK-DB Montgomery 12SS 9SS Rommel")
    board = g.board
    battle = msgspec.structs.replace(board.numbers.battle, destroyed=3, panic=2, pursuit_lead=9)
    monkeypatch.setattr(board, "numbers", msgspec.structs.replace(board.numbers, battle=battle))
    rows = {"unsupplied": {"combat": -3}, "river": {"combat": -2}, "leader": {"units": 1}}
    changed = {name: msgspec.structs.replace(board.modifiers[name], **row) for name, row in rows.items()}
    monkeypatch.setattr(board, "modifiers", board.modifiers | changed)
    terms.cache_clear()
    yield g
    terms.cache_clear()


def test_a_data_pack_changes_what_the_planner_expects(other_numbers: Campaign) -> None:
    """Numbers are read from the board: what hunger and rivers take, what leaders lend, what losses mean."""
    g = other_numbers
    at, board = g.board.space("25"), g.board
    allies = g.here[at] & board.combat_of[ALLIED]
    many = allies.bit_count()
    assert terms(board)[:4] == (2, board.numbers.battle.step, 3, 9)
    fresh = force(g, g.here[at], at, ALLIED, ALLIED)
    led = force(g, g.here[at] & ~board.leaders, at, ALLIED, ALLIED)
    assert fresh.second - led.second == 3  # one unit for each of Montgomery's stars
    assert fresh.first - force(g, g.here[at], at, ALLIED, ALLIED, wet=allies).first == 2 * many
    g.unsupplied = allies
    assert fresh.second - force(g, g.here[at], at, ALLIED, ALLIED).second == 3 * many


def test_a_pursuit_that_needs_no_lead_costs_the_loser_more() -> None:
    g = fought(*BATTLES[5][:3])
    at = g.board.space("25")
    forces = [force(g, g.here[at], at, ALLIED, side) for side in (ALLIED, GERMAN)]
    usual = terms(g.board)
    eager, never = (odds(forces[0], forces[1], usual._replace(lead=lead)) for lead in (0, 99))
    assert eager.steps[1] > never.steps[1]
    assert odds(forces[0], forces[1], usual._replace(destroyed=9)).win > 0.9


def test_a_plan_of_the_hasty_kind_reckons_nothing_exactly() -> None:
    """Thousands of plans are made while playing on: they keep to the quick model."""
    g = position("24", "3CA 50UK 49UK Dempsey")
    g.place(g.board.unit_ids["716"], g.board.space("25"))
    plan, _ = make_plan(g, ALLIED, tries=80)
    assert isinstance(plan, Planning)
    assert not plan.sure
