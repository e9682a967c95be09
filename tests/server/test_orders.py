"""Gestures: several picks at once, taken back at once; what a hand means is asked of the server."""

import random
from collections.abc import Callable

import pytest
from tests.games.normandy71.support import ALLIED, combat, scene
from tests.server.conftest import Answer, House, Player

from bocage import games
from bocage.server.guides import handling_of
from bocage.server.qr import modules
from bocage.server.roads import farther


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


def test_a_stack_that_cannot_go_there_is_told_why_with_the_rule(house: House) -> None:
    allied = house.hot_seat(game="acrosstheworld", seed=1)
    while not any(one["verb"] == "take" for one in allied.state["view"]["options"]):
        allied.act(next(one["action"] for one in allied.state["view"]["options"] if one["verb"] == "pass"))
    answer = order(allied, ["6UK-AB", "Gale"], "2")
    assert answer.status == 422
    assert answer.json["error"]["rule"]


def test_whoever_was_halted_is_not_in_the_hand_of_the_next_battle(house: House) -> None:
    allied = house.hot_seat(game="darksummer", seed=3)
    for pick in ("mix moves", "assault 2403", "advance-on 8/4 2303", "halt", "assault 3203", "lose 116/29"):
        assert allied.act(pick).status == 200, pick
    assert allied.state["hand"] == []
    answer = order(allied, ["116/29"], "3103")
    assert answer.status == 200
    assert answer.json["done"] == ["116/29"]


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


def test_a_column_goes_towards_a_place_as_far_as_each_gets(house: House) -> None:
    player = house.hot_seat(game="normandy44")
    while not any(choice["verb"] == "move" for choice in player.state["view"]["options"]):
        side = player.state["to_decide"]
        options = player.get(f"?side={side}").json["view"]["options"]
        if any(choice["verb"] == "move" for choice in options):
            break
        choice = next((one for one in options if one["verb"] == "end"), options[0])
        player.act(choice["action"], side=side)
    state = player.get(f"?side={player.state['to_decide']}").json
    places = {piece["unit"]: piece for piece in state["view"]["pieces"] if piece.get("unit")}
    unit = next(one["units"][0] for one in state["view"]["options"] if one["verb"] == "move")
    ways = player.get(f"/query/ways?units={unit.replace('/', '%2F')}&side={state['to_decide']}").json["ways"]
    reach, here = {way["space"] for way in ways}, places[unit]["space"]
    goal = next(name for name in ("2513", "3030", "0910", "4020") if name not in reach)
    body = {"seq": state["seq"], "units": [unit], "space": goal, "side": state["to_decide"]}
    assert player.post("/orders", body).status == 422, "it does not get there"
    answer = player.post("/orders", {**body, "toward": True})
    assert answer.status == 200
    board = games()["normandy44"].board()
    far = farther(board, board.ids[goal])
    now = next(one["space"] for one in answer.json["state"]["view"]["pieces"] if one.get("unit") == unit)
    assert now != here
    assert far[board.ids[now]] == min(far[board.ids[space]] for space in reach)


def test_the_computer_makes_a_plan_and_one_undo_takes_it_back(house: House) -> None:
    allied, german, _ = house.two(game="normandy71")
    allied.act(allied.state["view"]["options"][0]["action"])
    assert len(allied.get("/query/sketch").json["plan"]) == 1
    answer = allied.post("/surprise", {"seq": 1})
    assert answer.status == 200
    assert answer.json["state"]["to_decide"] == "Allied", "the last pick is left to whoever plans"
    plan = allied.get("/query/sketch").json["plan"]
    assert sum("lands" in line["text"] or "drops" in line["text"] for line in plan) > 8
    assert german.get("/query/sketch").json["plan"] == [], "the plan is secret"
    undone = allied.post("/undo", {"seq": answer.json["state"]["seq"]})
    assert undone.json["seq"] == 1
    assert german.post("/surprise", {"seq": german.state["seq"]}).status == 422


def test_an_order_of_battle_shows_where_it_sets_up(house: House) -> None:
    allied, german, _ = house.two(game="normandy71")
    allied.act("historical")
    found = german.get("/query/sketch?action=list%20A").json["sketch"]
    assert found["title"] == "Order of battle A"
    assert {shade["word"] for shade in found["spaces"].values()} >= {"In Caen or Saint-Lô: 3 units"}
    assert german.get("/query/sketch?action=list%20Z").status == 400


@pytest.mark.parametrize("title", sorted(games()))
def test_the_drawer_tells_how_it_stands_and_who_comes_when(house: House, title: str) -> None:
    found = house.hot_seat(game=title).get("/query/reference").json
    assert all(line["text"].endswith(".") for line in found["standing"])
    assert found["standing"][0]["rule"]
    if title != "normandy71":  # its awaited counters are those of a secret order of battle
        assert any(row["arrives"].startswith("turn ") for row in found["roster"])
    assert any(row["where"] == "On the map" and not row["arrives"] for row in found["roster"]) or title == "normandy71"


def inland(player: Player) -> list[str]:
    """The advances from the next beach that is taken."""
    while "Inland" not in player.state["view"]["trail"]:
        player.play(choose=lambda options: options[-1])
    return [one["action"] for one in player.state["view"]["options"] if one["verb"] == "advance"]


def test_who_is_careful_is_told_before_the_last_advance_from_a_beach(house: House) -> None:
    player = house.hot_seat(game="normandy44", scenario="seven-turn", seed=3)
    while len({action.split()[1] for action in inland(player)}) > 1:
        assert player.act(inland(player)[0], careful=True).status == 200
    before = player.state
    unit, space = inland(player)[0].split()[1:]
    refused = player.act(inland(player)[0], careful=True)
    assert (refused.status, refused.code, refused.json["error"]["detail"]) == (409, "last-move", inland(player)[0])
    gesture = {"seq": before["seq"], "units": [unit], "space": space, "careful": True}
    assert player.post("/orders", gesture).code == "last-move"
    assert player.state["seq"] == before["seq"]
    assert player.act(inland(player)[0]).status == 200


def test_the_last_move_of_a_phase_waits_for_its_player_and_can_be_taken_back(open_house: Callable[..., House]) -> None:
    player = open_house().hot_seat(seed=4)
    rng = random.Random(1)
    while len(player.state["view"]["options"]) > 1 or player.state["view"]["options"][0]["part"] != "end":
        before = player.state
        player.play(choose=rng.choice)
    held = player.state
    assert held["undo"]["can"]
    player.house.stop()
    player.house = open_house()
    assert player.state["view"]["options"] == held["view"]["options"]
    assert player.post("/undo", {"seq": held["seq"]}).json["view"]["options"] == before["view"]["options"]


def test_who_joins_because_nothing_else_is_left_has_not_failed_to_join(house: House) -> None:
    player = house.hot_seat(game="normandy71", seed=1)
    landed = scene({"8/4": "NN28", "22/4": "NN29", "919/709": "OO29"}, turn=1)
    situation = combat(landed, ALLIED)
    situation.do("attack OO29")
    table = house.table(player.game)
    table.session.state = situation.g
    table.forget_views()
    assert len([one for one in player.state["view"]["options"] if one["verb"] == "join"]) == 2
    answer = order(player, ["8/4", "22/4"], "")
    assert (answer.status, answer.json["done"], answer.json["refused"]) == (200, ["8/4", "22/4"], "")
    assert answer.json["state"]["log"]["entries"][-1]["kind"] == "AttackAllocated"


@pytest.mark.parametrize("title", games())
def test_no_verb_is_called_like_the_button_with_which_everyone_joins(title: str) -> None:
    assert "Everyone" not in handling_of(games()[title]).say.values()
