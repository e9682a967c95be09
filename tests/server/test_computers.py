"""Computer players at the table, and their advice."""

from collections import OrderedDict
from typing import Any

import msgspec
import pytest
from tests.server.conftest import House, Player, until

from bocage.ai.registry import USUAL
from bocage.games import find_game
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.server.computer import Thinkers
from bocage.server.thinker import Kept, Question, think


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
    seq = again.listed(made["id"])["seq"]
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


def test_a_player_that_thinks_aloud_says_why_at_once(house: House) -> None:
    german = landed(house, aloud=True)
    assert german.state["aloud"]
    (line, *_) = [line for line in german.get("/log").json["entries"] if line.get("kind") == "Reason"]
    assert line["text"].strip()


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
    assert seat.asked == (1, state), "a pick that changed nothing is thought about anew"
    think(msgspec.structs.replace(question, table="another"), kept)
    assert len({id(one) for one in kept.values()}) == 2


def view_state(game: Game, g: State) -> str:
    """What the German may know, as it travels."""
    return View(game, g, Side(1), 0).state.to_json()


def test_a_suggestion_is_one_of_the_options(house: House) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    found = both.post("/suggest").json
    assert found["player"] == USUAL
    assert both.post("/suggest").json == found, "who asks again hears the same"
    assert both.post("/suggest", {"player": "greedy"}).json["why"]
    assert found["action"] in {choice["action"] for choice in both.state["view"]["options"]}
    assert both.state["seq"] == 1


def test_advice_is_for_whoever_decides(house: House) -> None:
    allied, _, spectator = house.two()
    assert allied.post("/suggest").code == "not-yours"
    assert spectator.post("/suggest").code == "not-your-seat"
    assert allied.post("/suggest", {"player": "oracle"}).code == "unknown-player"


def test_a_player_that_fails_is_replaced_by_the_lot(house: House) -> None:
    question = Question(table="x", game="tinybeach", side=0, player="greedy", state="{}", seq=0, seed="1", seconds=1.0)
    action, reason = house.do(house.hall.thinkers.choose(question, ["hold", "done"]))
    assert action in {"hold", "done"}
    assert not reason


def test_a_process_that_dies_is_started_again(house: House) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    assert both.post("/suggest").status == 200
    process = house.hall.thinkers._processes[0]
    assert process._child is not None
    process._child.kill()
    house.do(process._child.wait())
    assert both.post("/suggest").status == 200


def test_a_player_that_thinks_too_long_is_stopped(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.server.computer.PATIENCE", 0.01)
    thinkers: Thinkers = house.hall.thinkers
    house.do(thinkers.close())
    both = house.hot_seat()
    both.act("hide 0303")
    options = {choice["action"] for choice in both.state["view"]["options"]}
    assert both.post("/suggest").json["action"] in options
