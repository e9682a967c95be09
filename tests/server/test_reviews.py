"""The review comes from the server when a game is over, by itself and bound by a policy of its own."""

import time

import pytest
from tests.server.conftest import Answer, House, Player

from bocage.server.reviews import Progress


def wait_for(player: Player, seconds: float = 300.0) -> tuple[Answer, list[Answer]]:
    """Ask until it is there; the answer, and those before it."""
    told: list[Answer] = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = player.get("/review")
        if answer.status != 202:
            return answer, told
        told.append(answer)
        time.sleep(0.3)
    raise AssertionError("no review came")


def test_the_review_of_a_finished_game(house: House) -> None:
    both = house.hot_seat(scenario="dawn", seed=None)
    assert both.get("/review").code == "not-finished"
    assert both.play(2000, choose=lambda options: options[-1])["over"]
    answer, told = wait_for(both)
    assert answer.status == 200
    assert told
    assert set(told[0].json) == set(Progress.__struct_fields__)
    assert both.get("/review").content == answer.content  # kept
    read = house.get(answer.json["address"])  # needs no token, and gives none away
    assert (read.status, read.headers["content-type"]) == (200, "text/html; charset=utf-8")
    policy = read.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src" not in policy
    page = read.content.decode()
    assert "The luck ledger" in page
    assert "<script" not in page
    assert both.token not in page


@pytest.mark.parametrize("name", ["nothing", "x." + "0" * 32, "..%2Fgames", "a.b.html", "%2e%2e"])
def test_other_addresses_hold_no_review(house: House, name: str) -> None:
    assert house.get(f"/review/{name}").status == 404


def test_a_failed_review_is_told_and_can_be_tried_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    both = house.hot_seat(scenario="dawn", seed=None)
    assert both.play(2000, choose=lambda options: options[-1])["over"]
    monkeypatch.setattr("bocage.server.process.sys.executable", "/bin/false")
    answer, _ = wait_for(both)
    assert answer.code == "internal"
    monkeypatch.undo()
    assert both.get("/review").status == 202


def test_a_server_without_plots_says_so(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    both = house.hot_seat(scenario="dawn", seed=None)
    assert both.play(2000, choose=lambda options: options[-1])["over"]
    monkeypatch.setattr("bocage.server.reviews.find_spec", lambda _: None)
    answer = both.get("/review")
    assert (answer.status, answer.code) == (404, "not-offered")
