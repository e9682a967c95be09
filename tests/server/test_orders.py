"""Gestures: several picks at once, taken back at once; what a hand means is asked of the server."""

import pytest
from tests.server.conftest import Answer, House, Player

from bocage.server.qr import modules


def landing(house: House) -> tuple[Player, Player]:
    allied, german, _ = house.two(seed=5)
    assert german.act("hide 0303").status == 200
    return allied, german


def order(player: Player, units: list[str], space: str) -> Answer:
    return player.post("/orders", {"seq": player.state["seq"], "units": units, "space": space})


def test_several_counters_land_with_one_order_and_one_undo(house: House) -> None:
    allied, _ = landing(house)
    before = allied.state["seq"]
    answer = order(allied, ["Able", "Baker"], "0201")
    assert answer.status == 200
    assert answer.json["done"] == ["Able", "Baker"]
    places = {piece.get("unit"): piece["space"] for piece in answer.json["state"]["view"]["pieces"]}
    assert (places["Able"], places["Baker"]) == ("0201", "0201")
    undone = allied.post("/undo", {"seq": answer.json["state"]["seq"]})
    assert undone.json["seq"] == before
    redone = allied.post("/redo", {"seq": before})
    assert redone.json["seq"] == answer.json["state"]["seq"]


def test_who_cannot_follow_stays_and_is_told_why(house: House) -> None:
    allied, _ = landing(house)
    answer = order(allied, ["Able", "Baker", "Charlie"], "0201")
    assert answer.json["done"] == ["Able", "Baker"]
    assert answer.json["refused"]
    assert answer.json["rule"]


def test_what_nobody_may_do_is_refused_with_its_rule(house: House) -> None:
    allied, _ = landing(house)
    answer = order(allied, ["Able"], "0304")
    assert answer.status == 422
    assert answer.json["error"]["rule"]


def test_an_order_of_the_other_side_is_not_yours(house: House) -> None:
    _, german = landing(house)
    assert order(german, ["Able"], "0201").status in {409, 422}


@pytest.mark.parametrize("length", [1, 30, 86, 130, 150, 230, 265])
def test_a_code_can_be_read_back(length: int) -> None:
    text = "x" * length
    rows = modules(text)
    assert len(rows) == len(rows[0])
    assert all(row[:7] == pattern for row, pattern in zip(rows[:7], FINDER, strict=True))
    assert rows[6][8:-8] == ("10" * len(rows))[: len(rows) - 16]


FINDER = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")
