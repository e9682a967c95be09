"""27. Three or four players."""

from typing import Any

import pytest

from bocage import game
from bocage.games.normandy44 import GAME
from bocage.games.normandy44.rules.r05_supply_points import GermanSupply
from bocage.games.normandy44.rules.r09_movement_phase import Orders
from bocage.games.normandy44.rules.r10_combat import Support
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r12_losses import TakeLoss
from bocage.games.normandy44.rules.r19_strafing import Strafing
from bocage.games.normandy44.rules.r19_support import purses
from bocage.games.normandy44.rules.r27_players import commander, seats_for, side_seats, why_not_seat
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel import flow
from bocage.kernel.actions import NotYours
from bocage.kernel.session import Session
from bocage.testing import Situation, covers

WEST, EAST = "Seventh Army", "Panzer Group West"


def table(players: str, at: dict[str, str] | None = None, **fields: Any) -> Situation[Normandy44]:
    return Situation(GAME, "campaign", options={"players": players}, at=at or {}, rest="removed", **fields)


def seats_to_decide(g: Normandy44) -> tuple[str, ...]:
    """The seats that have something to choose from now."""
    frame = flow.waiting(g)
    assert frame is not None
    able = {seat for action in frame.options(g) for seat in seats_for(g, frame, action)}
    return tuple(seat for seat in side_seats(g, frame.by) if seat in able)


@covers("27")
def test_two_players_lead_everything_of_their_side() -> None:
    s = table("two", {"505/82": "2811", "69/50": "2525", "FE/243": "3105"})
    assert [commander(s.g, s.unit(name)) for name in ("505/82", "69/50", "FE/243")] == ["Allied", "Allied", "German"]


@covers("27")
def test_each_allied_player_leads_an_army() -> None:
    s = table("two-allies", {"505/82": "2811", "69/50": "2525", "7/3Can": "2527"}, turn=2, ask=Orders(by=ALLIED))
    assert [commander(s.g, s.unit(n)) for n in ("505/82", "69/50", "7/3Can")] == ["US", "Commonwealth", "Commonwealth"]
    assert seats_to_decide(s.g) == ("US", "Commonwealth")
    frame = flow.waiting(s.g)
    assert frame is not None
    move = GAME.parse(s.g, "move 505/82")
    assert seats_for(s.g, frame, move) == ("US",)
    assert why_not_seat(s.g, "US", move) is None
    refusal = why_not_seat(s.g, "Commonwealth", move)
    assert refusal is not None
    assert refusal.rule == "27"


@covers("27")
def test_the_boundary_parts_the_german_fronts_and_zones_part_reinforcements() -> None:
    at = {"192/21Pz": "2028", "1/914/352": "2716", "2/22/21Pz": "1032", "37/17SS": "reinforcements"}
    s = table("four", at | {"26/12SS": "reinforcements", "857/346": "reinforcements", "920/243": "mobilize-243"})
    found = {name: commander(s.g, s.unit(name)) for name in (*at, "26/12SS", "857/346", "920/243")}
    assert found == {
        "192/21Pz": EAST, "1/914/352": WEST, "2/22/21Pz": EAST, "37/17SS": WEST, "26/12SS": EAST, "857/346": EAST,
        "920/243": WEST,
    }  # fmt: skip


@covers("27")
def test_units_may_change_hands_by_crossing_the_boundary() -> None:
    s = table("four", {"192/21Pz": "2024"})
    assert commander(s.g, s.unit("192/21Pz")) == EAST
    s.g.place(s.unit("192/21Pz"), s.space("2020"))
    assert commander(s.g, s.unit("192/21Pz")) == WEST


@covers("27")
def test_the_stock_is_shared_before_the_first_turn() -> None:
    s: Situation[Normandy44] = Situation(GAME, "campaign", options={"players": "two-germans"})
    assert s.options() == [f"front-supply {n}" for n in range(4)]
    assert seats_to_decide(s.g) == (EAST,)  # the final say
    s.do("front-supply 2")
    assert (s.g.supply_7th, s.g.supply_pgw) == (1, 2)
    assert s.trail.startswith("Turn 1")


@covers("27")
def test_points_received_are_shared_each_turn() -> None:
    s = table("two-germans", turn=4, supply_7th=0, supply_cherbourg=0, supply_pgw=0, ask=GermanSupply(points=3))
    s.do("front-supply 1")
    assert s.options() == [f"fortress-supply {n}" for n in range(3)]
    assert seats_to_decide(s.g) == (WEST,)
    s.do("fortress-supply 1")
    assert (s.g.supply_pgw, s.g.supply_cherbourg, s.g.supply_7th) == (1, 1, 1)


@covers("27")
def test_headquarters_draw_on_the_stock_of_their_front() -> None:
    at = {"HQ-84": "1815", "HQ-1SS": "1726"}
    s = table("two-germans", at, supply_7th=1, supply_pgw=1, supply_cherbourg=0)
    assert [purses(s.g, s.unit(name))[0] for name in at] == ["supply_7th", "supply_pgw"]
    s = table("two", at, supply_7th=1, supply_pgw=0, supply_cherbourg=0)
    assert [purses(s.g, s.unit(name))[0] for name in at] == ["supply_7th", "supply_7th"]


@covers("27")
def test_aircraft_of_the_other_army_need_its_leave() -> None:
    at = {"69/50": "2426", "2/726/716": "2427"}
    s = table("two-allies", at, turn=4, row=4, air=[2, 2])
    a = Assault(by=ALLIED, target=s.space("2427"), attackers=s.units("69/50"), main=s.units("69/50"))
    s.ask(Support(by=ALLIED, assault=a))
    s.do("air us")
    assert s.options() == ["agree", "decline"]
    assert seats_to_decide(s.g) == ("US",)
    s.do("decline")
    assert "air us" not in s.options()
    assert "air cw" in s.options()
    s.ask(Support(by=ALLIED, assault=a))
    s.do("air us", "agree")
    frame = flow.waiting(s.g)
    assert isinstance(frame, Support)
    assert frame.assault.air == (0,)


@covers("27", "19.1.4")
def test_aircraft_strafe_on_their_owners_word_alone() -> None:
    """Whoever owns an air unit assigns it himself: that is his leave, and nobody can send it without him."""
    s = table("two-allies", {"1/22/21Pz": "1631", "69/50": "1731", "505/82": "2811"}, turn=4, row=4, air=[1, 1])
    s.ask(Strafing(by=ALLIED))
    us, cw = (GAME.parse(s.g, f"strafe 1631 {army}") for army in ("us", "cw"))
    assert [why_not_seat(s.g, seat, us) is None for seat in ("US", "Commonwealth")] == [True, False]
    assert [why_not_seat(s.g, seat, cw) is None for seat in ("US", "Commonwealth")] == [False, True]
    because = why_not_seat(s.g, "Commonwealth", us)
    assert because is not None
    assert (because.rule, because.text) == ("27", "that is for US to decide")


@covers("27")
def test_nobody_asks_when_one_player_leads_both_armies() -> None:
    s = table("two", {"69/50": "2426", "2/726/716": "2427"}, turn=4, row=4, air=[2, 2])
    a = Assault(by=ALLIED, target=s.space("2427"), attackers=s.units("69/50"), main=s.units("69/50"))
    s.ask(Support(by=ALLIED, assault=a))
    s.do("air us")
    frame = flow.waiting(s.g)
    assert isinstance(frame, Support)
    assert frame.assault.air == (0,)


@covers("27")
def test_the_enemys_losses_are_picked_by_any_player_of_the_side() -> None:
    s = table("four", {"505/82": "2811", "1057/91": "2810"})
    s.ask(TakeLoss(by=GERMAN, units=s.units("505/82")))
    frame = flow.waiting(s.g)
    assert frame is not None
    assert set(seats_for(s.g, frame, ("lose", s.unit("505/82")))) == {WEST, EAST}


@covers("27")
def test_the_option_decides_how_many_seats_there_are() -> None:
    seats = {how: [seat.name for seat in game("normandy44").seats({"players": how})] for how in ("two", "four")}
    assert seats["two"] == ["German", "Allied"]
    assert seats["four"] == ["Seventh Army", "Panzer Group West", "US", "Commonwealth"]


@covers("27")
def test_a_seat_is_refused_what_belongs_to_the_other_army() -> None:
    owner = game("normandy44")
    session = Session.open(owner, "campaign", {"players": "four"}, seed=4)
    for _ in range(400):
        refused = [
            (action, seat.name)
            for action in session.options()
            for seat in owner.seats({"players": "four"})
            if seat.side == session.to_decide
            and owner.why_not_seat is not None
            and owner.why_not_seat(session.state, seat.name, action) is not None
        ]
        if refused:
            break
        session.pick(owner.format(session.state, session.options()[0]))
    action, seat = refused[0]
    before = session.state.digest()
    with pytest.raises(NotYours, match="27"):
        session.pick(owner.format(session.state, action), seat=seat)
    assert session.state.digest() == before
    other = next(
        found.name
        for found in owner.seats({"players": "four"})
        if found.name != seat and found.side == session.to_decide
    )
    session.pick(owner.format(session.state, action), seat=other)
