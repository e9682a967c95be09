"""Computer players at the table: they play, say why, take their time, and are replaced when they fail."""

import asyncio
import time
from collections import OrderedDict
from typing import Any, cast

import msgspec
import pytest
from tests.server.conftest import House, Player, until

from bocage.games import find_game
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.players.patience import PROMISE, SHORT, STAND_IN, patience
from bocage.players.planner import DEEP, STANDARD
from bocage.server.computer import LEVELS, Chosen, Thinkers
from bocage.server.driver import Drivers
from bocage.server.hall import Hall
from bocage.server.low_priority import stand_back
from bocage.server.process import TOO_LONG, WAITED, Process
from bocage.server.thinker import Answer, Kept, Question, think


def alone(house: House, opponent: str, **wanted: object) -> Player:
    made = house.new(seats={"German": opponent}, **wanted)
    return Player(house, made["id"], made["seats"]["Allied"]["token"])


def _ready(player: Player) -> Any:
    """The state, when the player has to decide or nobody has any more."""
    state = player.state
    return state if state["over"] or state["view"]["options"] else None


def test_a_computer_player_makes_its_picks_by_itself(house: House) -> None:
    allied = alone(house, "random")
    until(lambda: allied.state["to_decide"] == "Allied")
    for _ in range(300):
        state = until(lambda: _ready(allied))
        if state["over"]:
            break
        allied.act(state["view"]["options"][-1]["action"], state["seq"])
    assert allied.state["over"]


def test_a_thinking_player_plays_too(house: House) -> None:
    allied = alone(house, "greedy")
    state = until(lambda: (now := allied.state)["to_decide"] == "Allied" and now)
    assert state["seq"] >= 1


def test_two_computer_players_play_a_game_out_for_whoever_watches(house: House) -> None:
    made = house.new(seats={"German": "random", "Allied": "random"}, scenario="dawn")
    assert made["seats"] == {}
    watching = Player(house, made["id"], made["spectator"]["token"])
    until(lambda: watching.state["over"])


def test_a_computer_player_goes_on_after_a_restart(open_house: object) -> None:
    house: House = open_house()  # type: ignore[operator]
    made = house.new(seats={"German": "greedy", "Allied": "greedy"})
    house.stop()
    again: House = open_house()  # type: ignore[operator]
    watching = Player(again, made["id"], made["spectator"]["token"])
    seq = watching.listed["seq"]
    until(lambda: watching.state["seq"] > seq)


def landed(house: House, **wanted: object) -> Player:
    """The German, when the Allied player has begun to land."""
    made = house.new(seats={"Allied": "greedy"}, **wanted)
    german = Player(house, made["id"], made["seats"]["German"]["token"])
    german.act("hide 0303")
    until(lambda: german.state["seq"] > 4)
    return german


def kinds(player: Player, path: str = "/log") -> set[str]:
    return {line.get("kind", "") for line in player.get(path).json["entries"]}


def test_the_reason_of_a_player_is_for_its_own_side_until_the_game_is_over(house: House) -> None:
    german = landed(house)
    assert "Reason" not in kinds(german)
    german.post("/resign")
    assert "Reason" in kinds(german, "/log?side=Allied")
    assert "Reason" in kinds(german)


def test_nobody_can_make_a_player_with_secrets_think_aloud(house: House) -> None:
    assert house.post("/api/games", {"game": "tinybeach", "aloud": True}).status == 400
    german = landed(house)
    assert not german.state["aloud"]
    assert "Reason" not in kinds(german)


def test_where_nothing_is_hidden_a_player_always_says_why(house: House) -> None:
    made = house.new(game="normandy44", hotseat=True)
    assert Player(house, made["id"], made["hotseat"]["token"]).state["aloud"]


def test_a_player_keeps_its_plans_from_pick_to_pick() -> None:
    game = find_game("tinybeach")
    g = game.new(seed=3)
    kept: Kept = OrderedDict()
    state = view_state(game, g)
    question = Question(
        table="t", game="tinybeach", side=1, player="planner", state=state, seq=0, seed="1", seconds=0.5
    )
    first = think(question, kept)
    (seat,) = kept.values()
    assert think(question, kept) == first, "the same question has the same answer"
    assert list(kept.values()) == [seat]
    think(msgspec.structs.replace(question, seq=1), kept)
    assert seat.asked == (1, state, ()), "a pick that changed nothing is thought about anew"
    think(msgspec.structs.replace(question, table="another"), kept)
    assert len({id(one) for one in kept.values()}) == 2


def view_state(game: Game, g: State) -> str:
    """What the German may know, as it travels."""
    return View(game, g, Side(1), 0).state.to_json()


def test_a_process_that_dies_is_started_again(house: House) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    assert both.post("/suggest").status == 200
    process = house.hall.thinkers.advice.processes[0]
    assert process._child is not None
    process._child.kill()
    house.do(process._child.wait())
    assert both.post("/suggest").status == 200


@pytest.mark.usefixtures("no_other_loop")
def test_a_process_that_takes_long_to_start_is_ready_for_the_next_question() -> None:
    """Where everybody's patience is shorter than its start, it would otherwise begin anew for ever."""
    game = find_game("tinybeach")
    question = Question(
        table="t", game="tinybeach", side=1, player="greedy", state=view_state(game, game.new(seed=3)), seq=0,
        seed="1", seconds=0.5,
    )  # fmt: skip

    async def work() -> None:
        process = Process(0)
        for _ in range(3):
            assert await process.ask(question, 0.02) == Answer(fault=WAITED)
        started = process._child
        for _ in range(1000):
            answer = await process.ask(question, 0.1)
            if answer.fault != WAITED:
                break
        assert answer.action.startswith("hide")
        assert started in {None, process._child}, "it was not started again"
        assert await process.ask(msgspec.structs.replace(question, game="bradley"), 0.0) == Answer(fault=WAITED)
        assert await process.ask(question, 60) == answer, "what comes first is the answer to what was asked before"
        await process.stop()

    asyncio.run(work())


def test_whoever_is_waited_for_goes_first() -> None:
    """Advice that stood back behind games nobody watches got no turn at all on a busy machine."""
    thinkers = Thinkers(1)
    lanes = (thinkers.deep, thinkers.quick, thinkers.advice, thinkers.unwatched)
    deep, quick, advice, unwatched = [int(lane.processes[0].words[-1]) for lane in lanes]
    assert max(deep, quick) < advice < unwatched


@pytest.mark.usefixtures("no_other_loop")
def test_a_process_that_thinks_for_too_long_is_ended() -> None:
    async def work() -> None:
        process = Process(0)
        await process.ask(HOPELESS, 60)
        started = process._child
        assert started is not None
        assert await process.ask(HOPELESS, 0.0) == Answer(fault=TOO_LONG)
        assert started.returncode is not None

    asyncio.run(work())


# What happens when a player fails


HOPELESS = Question(table="x", game="tinybeach", side=0, player="greedy", state="{}", seq=0, seed="1", seconds=1.0)


def hurried(monkeypatch: pytest.MonkeyPatch, house: House, *names: str) -> None:
    """Give some players no time at all, and everybody else enough of it however busy the machine is."""
    house.do(house.hall.thinkers.close())
    monkeypatch.setattr("bocage.server.computer.patience", lambda name: 0.0 if name in names else 60.0)
    monkeypatch.setattr("bocage.server.computer.SHORT", 0.0 if STAND_IN in names else 60.0)


def notes(player: Player) -> list[str]:
    return [line["text"] for line in player.get("/log").json["entries"] if line.get("kind") == "Note"]


def test_a_player_that_fails_is_replaced_by_the_quick_one_and_that_by_the_lot(house: House) -> None:
    chosen = house.do(house.hall.thinkers.choose(HOPELESS, ["hold", "done"]))
    assert chosen.action in {"hold", "done"}
    assert (chosen.why, chosen.player) == ("", "")
    assert chosen.fault == "Beginner failed, Easy failed"
    assert not house.do(house.hall.thinkers.advise(HOPELESS, ["hold", "done"])).action, "advice is never random"


def test_the_quick_player_advises_under_its_own_name_when_the_other_is_stopped(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurried(monkeypatch, house, "planner")
    both = house.hot_seat()
    both.act("hide 0303")
    found = both.post("/suggest").json
    assert (found["player"], found["note"]) == (STAND_IN, "Standard had to wait for too long")
    assert found["why"].strip()
    quick = both.post("/suggest", {"player": STAND_IN}).json
    assert (quick["action"], quick["note"]) == (found["action"], ""), "it is what the quick player says of itself"


def test_no_advice_is_made_up_when_nobody_can_think(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    hurried(monkeypatch, house, "planner", STAND_IN)
    both = house.hot_seat()
    both.act("hide 0303")
    answer = both.post("/suggest")
    assert (answer.status, answer.code) == (503, "no-advice")
    told = answer.json["error"]["message"]
    assert told.startswith("the computer could not think of anything: Standard had to wait for too long")


@pytest.mark.parametrize(("failing", "instead"), [(["planner"], STAND_IN), (["planner", STAND_IN], "chance")])
def test_people_are_told_once_that_another_plays_for_the_opponent(
    house: House, monkeypatch: pytest.MonkeyPatch, failing: list[str], instead: str
) -> None:
    hurried(monkeypatch, house, *failing)
    allied = alone(house, "planner")
    picks = 0
    while picks < 3:  # each of them takes a process of its own to think
        state = until(lambda: _ready(allied), 90)
        picks = sum(entry.by == "German" and not entry.auto for entry in house.table(allied.game).session.log.entries)
        allied.act(state["view"]["options"][-1]["action"], state["seq"])
    (told,) = notes(allied)
    assert told.startswith("The computer: Standard "), "it thought, or waited behind the one before"
    assert "for too long" in told
    assert told.endswith(f"; {LEVELS.get(instead, instead)} decides instead.")
    log = allied.state["log"]["entries"]
    assert told in [line["text"] for line in log], "the browser shows it beside what happened"


def test_an_opponent_that_recovers_and_fails_again_is_told_of_again() -> None:
    drivers = Drivers(cast("Hall", None))
    failed = Chosen(action="done", player=STAND_IN, fault="Standard failed")
    fine = Chosen(action="done", player="planner")
    told = [drivers._fresh("g", chosen) for chosen in (failed, failed, fine, failed)]
    assert [bool(text) for text in told] == [True, False, False, True]


# How long they think


def test_a_level_is_given_the_time_that_it_is_meant_to_have() -> None:
    thinkers = Thinkers(1)
    assert thinkers.seconds("planner") == STANDARD.most
    assert thinkers.seconds("planner-deep") == DEEP.most == 10 * STANDARD.most
    game = find_game("tinybeach")
    question = Question(
        table="t", game=game.id, side=1, player="planner-deep", state=view_state(game, game.new(seed=3)), seq=0,
        seed="1", seconds=thinkers.seconds("planner-deep"),
    )  # fmt: skip
    began = time.thread_time()
    think(question, OrderedDict())
    deep = time.thread_time() - began
    began = time.thread_time()
    think(msgspec.structs.replace(question, player="planner", seconds=thinkers.seconds("planner")), OrderedDict())
    assert deep > 4 * (time.thread_time() - began), "ten times the thought, if it is not cut"


def test_nobody_waits_longer_than_is_promised() -> None:
    assert patience("planner") + SHORT == PROMISE <= 20
    assert patience("planner") - STANDARD.most < 5, "its budget and something under five seconds"
    assert patience("planner") > STANDARD.most, "whoever keeps to the budget is not stopped"
    assert patience("planner-deep") - DEEP.most == patience("planner") - STANDARD.most
    assert patience("greedy") == patience("planner")


def test_work_stands_back_where_the_system_can(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr("os.nice", asked.append, raising=False)
    stand_back(5)
    assert asked == [5]
    monkeypatch.delattr("os.nice")
    stand_back(5)
