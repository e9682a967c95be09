"""Bounded work: a queue with places, shares by client and by game, a deadline, and an end when the asker leaves."""

import asyncio
import json
import socket
import threading
import time
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from tests.server.conftest import House, Player, until

from bocage.server import reviews
from bocage.server.computer import Thinkers
from bocage.server.refusals import Refusal
from bocage.server.work import Bounds, Line, Turn

pytestmark = pytest.mark.usefixtures("no_other_loop")


def line(**bounds: Any) -> Line:
    usual: dict[str, Any] = {"at_once": 1, "client_at_once": 1, "waiting": 4, "client_waiting": 2, "patience": 5.0}
    return Line("work", Bounds(**{**usual, **bounds}))


def tried(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def test_whoever_waits_has_a_place_and_the_first_comes_first() -> None:
    async def work() -> None:
        queue = line()
        turns = [queue.join(name, "") for name in ("a", "b", "c")]
        assert [queue.place(turn) for turn in turns] == [0, 1, 2]
        queue.leave(turns[0])
        assert [queue.place(turn) for turn in turns[1:]] == [0, 1]
        assert turns[1].begins.done()
        assert not turns[2].begins.done()

    tried(work)


def test_nobody_has_more_than_his_share() -> None:
    async def work() -> None:
        queue = line(at_once=2)
        turns = [queue.join("greedy", "") for _ in range(3)]
        with pytest.raises(Refusal) as refused:
            queue.join("greedy", "")
        assert refused.value.code == "too-many"
        modest = queue.join("modest", "")
        assert modest.begins.done(), "one of the greedy works, the others wait behind whoever has nothing yet"
        assert [turn.begins.done() for turn in turns] == [True, False, False]
        queue.join("third", "")
        queue.join("fourth", "")
        with pytest.raises(Refusal) as full:
            queue.join("fifth", "")
        assert full.value.code == "busy"

    tried(work)


def test_many_requests_of_one_client_never_come_before_the_first_of_another() -> None:
    async def work() -> None:
        queue = line(waiting=99, client_waiting=99)
        many = [queue.join("greedy", f"game {n}", rank=int(n != 7)) for n in range(9)]
        modest, second, third = queue.join("modest", ""), queue.join("modest", ""), queue.join("third", "")
        assert [queue.place(turn) for turn in (modest, third, many[0], many[1])] == [1, 2, 0, 5]
        queue.leave(many[0])
        assert modest.begins.done(), "whose last turn is longest ago comes first"
        queue.leave(modest)
        assert third.begins.done()
        queue.leave(third)
        assert many[7].begins.done(), "of his own games that to which somebody listens"
        queue.leave(many[7])
        assert second.begins.done()

    tried(work)


def test_a_game_has_a_share_too() -> None:
    async def work() -> None:
        queue = line(at_once=3, client_at_once=3)
        one, two, other = queue.join("a", "game"), queue.join("b", "game"), queue.join("c", "another")
        assert [turn.begins.done() for turn in (one, two, other)] == [True, False, True]
        assert queue.places("b", "game") == [1]

    tried(work)


def test_who_waits_too_long_is_told_so_and_who_leaves_gives_up_his_place() -> None:
    async def work() -> None:
        queue = line(patience=0.05)
        first = queue.join("a", "")
        with pytest.raises(Refusal) as refused:
            async with queue.turn("203.0.113.5"):
                raise AssertionError("it is not his turn")
        assert refused.value.code == "busy"
        assert queue.waiting == []
        waiting = asyncio.create_task(_wait(queue, "b"))
        await asyncio.sleep(0.01)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert (queue.waiting, queue.working) == ([], [first])

    tried(work)


def test_who_leaves_at_the_moment_when_his_turn_comes_has_left() -> None:
    async def work() -> None:
        queue = line()
        first = queue.join("a", "")
        waiting = asyncio.create_task(_work_on(queue, "b"))
        await asyncio.sleep(0.01)
        queue.leave(first)
        waiting.cancel()
        await asyncio.wait([waiting], timeout=1.0)
        assert waiting.cancelled()
        assert queue.working == []

    tried(work)


async def _work_on(queue: Line, client: str) -> None:
    async with queue.turn(client):
        await asyncio.sleep(30)


async def _wait(queue: Line, client: str) -> Turn:
    async with queue.turn(client) as turn:
        return turn


def test_advice_is_thought_about_in_another_process_than_play() -> None:
    thinkers = Thinkers(2)
    lanes = (thinkers.deep, thinkers.quick, thinkers.unwatched, thinkers.advice)
    assert [{process.words[-1] for process in lane.processes} for lane in lanes] == [{"5"}, {"5"}, {"10"}, {"8"}]


class Slow:
    """Advice that takes its time, and what became of it."""

    def __init__(self) -> None:
        self.asked = self.ended = 0

    async def advise(self, *_: object) -> None:
        self.asked += 1
        try:
            await asyncio.sleep(60)
        finally:
            self.ended += 1


@pytest.fixture
def slow(house: House, monkeypatch: pytest.MonkeyPatch) -> Slow:
    found = Slow()
    monkeypatch.setattr(house.hall.thinkers, "advise", found.advise)
    return found


def leave(player: Player, seconds: float) -> None:
    """Ask for advice and go."""
    head = f"POST {player.path}/suggest HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {player.token}\r\n"
    with socket.create_connection(("127.0.0.1", player.house.port)) as wire:
        wire.sendall(head.encode() + b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
        time.sleep(seconds)


def test_advice_ends_when_its_asker_leaves_and_others_are_told_their_place(house: House, slow: Slow) -> None:
    one, two = house.hot_seat(), house.hot_seat()
    asking = [threading.Thread(target=leave, args=(who, 3.0)) for who in (one, two)]
    for who in asking:
        who.start()
    until(lambda: slow.asked == 1 and two.get("/waiting").json | one.get("/waiting").json == {"advice": 1})
    for who in asking:
        who.join()
    until(lambda: slow.ended == slow.asked)
    line = house.hall.works.thinking
    until(lambda: not line.waiting and not line.working)
    assert slow.asked <= 2


@pytest.mark.usefixtures("slow")
def test_one_client_does_not_fill_the_queue(house: House) -> None:
    both = house.hot_seat()
    asking = [threading.Thread(target=leave, args=(both, 2.0)) for _ in range(3)]
    for who in asking:
        who.start()
    until(lambda: len(house.hall.works.thinking.waiting) == 2)
    answer = both.post("/suggest")
    assert (answer.status, answer.code) == (429, "too-many")
    for who in asking:
        who.join()
    until(lambda: not house.hall.works.thinking.working)


def test_a_review_that_nobody_asks_for_any_more_is_given_up(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "FORGOTTEN", 0.4)
    both = house.hot_seat()
    both.act("hide 0303")
    both.post("/resign")
    first = both.get("/review")
    assert first.status == 202
    assert json.loads(first.content)["of"] >= 1
    line = house.hall.works.reviews
    until(lambda: not line.working and not line.waiting)


def test_a_review_that_waits_tells_its_place(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.hall.works.reviews, "bounds", line(at_once=0).bounds)
    both = house.hot_seat()
    both.act("hide 0303")
    both.post("/resign")
    assert both.get("/review").json["what"] == "Waiting for its turn: place 1 in the queue"
    for task in house.hall.reviews._making.values():
        task.cancel()
