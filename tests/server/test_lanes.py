"""Computer players of many clients: a fair queue, a deadline from the moment of the question, a cap for games without
people.
"""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec
import pytest
from tests.server.conftest import House, Player, until

from bocage.players.patience import STAND_IN
from bocage.server import computer, makers
from bocage.server.computer import LEVELS, Thinkers
from bocage.server.lanes import Asker, Lane
from bocage.server.process import WAITED, Process
from bocage.server.settings import Settings
from bocage.server.tables import Table
from bocage.server.thinker import Answer, Question

pytestmark = pytest.mark.usefixtures("no_other_loop")

QUESTION = Question(table="x", game="tinybeach", side=0, player="planner-deep", state="{}", seq=0, seed="1", seconds=60)


class Thinking:
    """Processes that only take their time."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self.seconds: list[float] = []
        self.long = 0.05
        monkeypatch.setattr(Process, "ask", self.ask)

    async def ask(self, question: Question, _: float) -> Answer:
        self.begun.append(f"{question.table} {question.player}")
        self.seconds.append(question.seconds)
        await asyncio.sleep(self.long if question.player != STAND_IN else 0.0)
        return Answer("done")


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch) -> Thinking:
    return Thinking(monkeypatch)


def tried(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


def of(game: str, player: str = "planner-deep") -> Question:
    return msgspec.structs.replace(QUESTION, table=game, player=player)


def test_one_client_s_many_games_keep_nobody_else_waiting(thinking: Thinking) -> None:
    async def work() -> None:
        lane = Lane("computers", 1)
        many = [asyncio.create_task(lane.ask(of(f"g{n}"), Asker("greedy"), 60)) for n in range(30)]
        await asyncio.sleep(0.01)
        await lane.ask(of("mine"), Asker("modest"), 60)
        assert thinking.begun.index("mine planner-deep") == 1, "right after the one that had begun"
        for task in many:
            task.cancel()
        await asyncio.gather(*many, return_exceptions=True)
        assert not lane.line.waiting
        assert not lane.line.working

    tried(work)


def test_no_client_has_all_processes() -> None:
    thinkers = Thinkers()
    assert thinkers.deep.line.bounds.client_at_once < thinkers.deep.line.bounds.at_once == len(thinkers.deep.processes)


def test_whoever_had_to_wait_too_long_is_answered_by_the_quick_player(
    thinking: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computer, "patience", lambda _: 0.2)
    thinking.long = 30.0

    async def work() -> None:
        thinkers = Thinkers(2)
        taken = [asyncio.create_task(thinkers.deep.ask(of(f"g{n}"), Asker(f"client {n}"), 60)) for n in range(2)]
        await asyncio.sleep(0.01)
        began = time.monotonic()
        found = await thinkers.choose(of("mine", "planner"), ["done"], Asker("modest", is_heard=True))
        assert time.monotonic() - began < 2
        assert (found.player, found.fault) == (STAND_IN, f"Standard {WAITED}")
        assert found.note() == f"The computer: Standard {WAITED}; {LEVELS[STAND_IN]} decides instead."
        for task in taken:
            task.cancel()
        await asyncio.gather(*taken, return_exceptions=True)

    tried(work)


def test_the_deadline_runs_from_the_question(thinking: Thinking) -> None:
    thinking.long = 1.0

    async def work() -> None:
        lane = Lane("computers", 1)
        first = asyncio.create_task(lane.ask(of("a"), Asker("one"), 60))
        await asyncio.sleep(0.01)
        await lane.ask(of("b"), Asker("two"), 10)
        await first
        assert thinking.seconds[0] < 60
        assert 7.5 < thinking.seconds[1] < 8.1, "the second that it waited is taken from its time"

    tried(work)


def test_quick_players_and_games_that_nobody_watches_have_lanes_of_their_own() -> None:
    thinkers = Thinkers()
    assert thinkers._lane("planner", Asker()) is thinkers._lane("planner-deep", Asker()) is thinkers.deep
    assert thinkers._lane("planner-quick", Asker()) is thinkers._lane("greedy", Asker()) is thinkers.quick
    assert thinkers._lane("planner-deep", Asker(is_awaited=False)) is thinkers.unwatched


def test_a_game_comes_back_to_the_process_that_has_its_plans() -> None:
    lane = Lane("computers", 3)
    first = lane._take("a")
    other = lane._take("b")
    lane._free += [other, first]
    assert lane._take("a") is first
    assert lane._take("b") is other


def test_a_client_has_few_games_that_computers_play_among_themselves(
    open_house: Callable[..., House], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(makers, "ALONE", 2)
    house = open_house(settings=Settings(games=40))
    monkeypatch.setattr(house.hall.drivers, "has", lambda _: True)
    seats = {"German": "random", "Allied": "random"}
    for _ in range(2):
        assert house.post("/api/games", {"game": "tinybeach", "seats": seats}).status == 201
    answer = house.post("/api/games", {"game": "tinybeach", "seats": seats})
    assert (answer.status, answer.code) == (429, "too-many")
    assert house.post("/api/games", {"game": "tinybeach", "seats": {"German": "random"}}).status == 201
    monkeypatch.setattr(house.hall.drivers, "has", lambda _: False)
    assert house.post("/api/games", {"game": "tinybeach", "seats": seats}).status == 201, "those were over"


def test_a_computer_thinks_for_whoever_made_the_game_and_first_where_somebody_listens(house: House) -> None:
    made = house.new(seats={"German": "planner"})
    allied = Player(house, made["id"], made["seats"]["Allied"]["token"])
    assert house.hall.makers.asker(house.table(allied.game)) == Asker("127.0.0.1", False, True)
    ear = allied.listen()
    ear.event()
    assert house.hall.makers.asker(house.table(allied.game)) == Asker("127.0.0.1", True, True)
    ear.close()


def test_nobody_waits_for_computers_among_themselves_until_somebody_watches(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Asker] = []

    async def choose(_: Question, options: list[str], asker: Asker) -> computer.Chosen:
        asked.append(asker)
        await asyncio.sleep(0.05)
        return computer.Chosen(action=options[0])

    monkeypatch.setattr(house.hall.thinkers, "choose", choose)
    made = house.new(seats={"German": "greedy", "Allied": "greedy"})
    watching = Player(house, made["id"], made["spectator"]["token"])
    until(lambda: len(asked) > 1)
    assert not asked[0].is_awaited
    ear = watching.listen()
    until(lambda: asked[-1].is_awaited)
    ear.close()


def test_the_game_of_a_server_that_was_started_anew_is_of_whoever_comes_back(open_house: Callable[..., House]) -> None:
    both = open_house().hot_seat()
    both.house.stop()
    house = open_house()
    both = Player(house, both.game, both.token)
    table: Table = house.table(both.game)
    assert house.hall.makers.asker(table).client == ""
    assert both.get().status == 200
    assert house.hall.makers.asker(table).client == "127.0.0.1"
