"""Server-sent events: nothing lost, nothing doubled, nothing told that a side may not know."""

import threading
from typing import Any

import pytest
from tests.server.conftest import House, Player

from bocage.server import events


def chained(news: list[Any], start: int) -> int:
    """Each event begins where the one before ended; where it ended at last."""
    for found in news:
        assert found["after"] == start
        assert all(start < event["n"] <= found["seq"] for event in found["events"])
        start = found["seq"]
    return start


def test_each_pick_is_told_once_and_in_order(house: House) -> None:
    both = house.hot_seat()
    ear = both.listen(query="&side=Allied")
    name, hello = ear.event()
    assert (name, hello["seq"], hello["to_decide"]) == ("message", 0, "German")
    both.play(12)
    heard: list[Any] = []
    while not heard or heard[-1]["seq"] < both.state["seq"]:
        heard.append(ear.picks())
    ear.close()
    assert chained(heard, 0) == both.state["seq"]
    lines = [event for found in heard for event in found["events"]]
    assert lines == both.get("/log?side=Allied").json["entries"]


def test_a_listener_who_comes_back_gets_what_it_missed_and_no_more(house: House) -> None:
    both = house.hot_seat()
    ear = both.listen()
    both.play(3)
    seen = [ear.picks()]
    ear.close()
    both.play(5)
    again = both.listen(last=ear.last)
    both.play(4)
    while seen[-1]["seq"] < both.state["seq"]:
        seen.append(again.picks())
    again.close()
    assert chained(seen, 0) == both.state["seq"]
    assert again.last == str(both.state["seq"])


def test_many_breaks_lose_and_double_nothing(house: House) -> None:
    both = house.hot_seat(scenario="dawn")
    playing = threading.Thread(target=lambda: both.play(150))
    playing.start()
    seen: list[Any] = []
    last, told = "0", 0
    while playing.is_alive() or told < both.state["seq"]:
        if told == both.state["seq"]:
            continue
        ear = both.listen(last=last, query="&side=German")
        seen.append(ear.picks())
        last, told = ear.last, seen[-1]["seq"]
        ear.close()
    playing.join()
    assert chained(seen, 0) == both.state["seq"]
    lines = [event for found in seen for event in found["events"]]
    assert lines == both.get("/log?side=German").json["entries"]


def test_picks_taken_back_while_nobody_listened_are_told(house: House) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    both.act("enter Able 0201")
    ear = both.listen(last="0")
    assert ear.picks()["seq"] == 2
    ear.close()
    both.post("/undo")
    both.act("enter Baker 0201")
    again = both.listen(last=ear.last)
    news = again.picks()
    again.close()
    assert (news["after"], news["seq"], news["undone"]) == (1, 2, 1)
    assert [event["text"] for event in news["events"]] == ["Baker lands at 0201 Otter Beach (beach)."]
    assert again.last == "2.1"


def test_a_listener_hears_of_an_undo(house: House) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    both.act("enter Able 0201")
    ear = both.listen()
    ear.event()
    both.post("/undo")
    news = ear.picks()
    assert (news["after"], news["seq"], news["undone"]) == (1, 1, 1)
    ear.close()


def test_a_side_does_not_hear_the_other_s_secrets(house: House) -> None:
    allied, german, spectator = house.two()
    ears = [who.listen() for who in (allied, german, spectator)]
    german.act("hide 0303")
    heard = [[event["text"] for event in ear.picks()["events"]] for ear in ears]
    for ear in ears:
        ear.close()
    assert heard == [["Turn 1."], ["The gun battery hides in 0303 (clear).", "Turn 1."], ["Turn 1."]]


def test_a_hot_seat_without_a_side_hears_only_what_both_may_know(house: House) -> None:
    both = house.hot_seat()
    ear = both.listen()
    both.act("hide 0303")
    assert [event["text"] for event in ear.picks()["events"]] == ["Turn 1."]
    ear.close()


def test_listeners_hear_who_sits_down_and_who_resigns(house: House) -> None:
    allied, german, _ = house.two()
    ear = german.listen()
    ear.event()
    allied = allied.join("Ann")
    assert ear.event()[1]["seats"]["Allied"]["name"] == "Ann"
    allied.post("/resign")
    assert ear.event()[1]["result"] == "Allied resigned"
    ear.close()


@pytest.mark.parametrize("last", ["x", "-1", "1.2.3", "1e3", "9" * 30])
def test_an_id_that_is_none_of_ours(house: House, last: str) -> None:
    both = house.hot_seat()
    answer = house.call("GET", f"{both.path}/events", None, both.token, {"Last-Event-ID": last})
    assert answer.code == "bad-request"


def test_an_id_from_the_future_is_brought_back_to_the_present(house: House) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    ear = both.listen(last="500.3")
    news = ear.picks()
    ear.close()
    assert (news["after"], news["seq"]) == (1, 1)


def test_silence_is_broken_by_a_heartbeat(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "HEARTBEAT", 0.1)
    both = house.hot_seat()
    ear = both.listen()
    ear.event()
    assert ear.response.readline() == b": still here\n"
    ear.close()


def test_a_crowd_has_a_limit(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "CROWD", 2)
    both = house.hot_seat()
    ears = [both.listen() for _ in range(2)]
    for ear in ears:
        ear.event()
    third = Player(house, both.game, both.token)
    assert third.get("/events").code == "too-many"
    for ear in ears:
        ear.close()
