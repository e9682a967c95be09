"""Games over HTTP: begun, listed, joined, played, taken back, resigned, left."""

from typing import Any

import pytest
from tests.server.conftest import House, Player

from bocage.server.quota import Allowance
from bocage.server.refusals import Refusal
from bocage.server.settings import Settings


def test_a_player_is_told_what_came_after_his_own_last_pick(house: House) -> None:
    allied, german, spectator = house.two()
    assert (german.state["since"], allied.state["since"]) == (0, 0)
    german.act("hide 0303")
    own = german.state["since"]
    assert own >= 1
    allied.play(2)
    assert german.state["since"] == own, "the Allied picks are news"
    assert allied.state["since"] == allied.state["seq"] > own
    assert spectator.state["since"] == 0


def test_a_new_game_gives_one_link_per_seat_and_one_for_spectators(house: House) -> None:
    made = house.new()
    assert set(made["seats"]) == {"Allied", "German"}
    links = [*made["seats"].values(), made["spectator"]]
    assert len({link["token"] for link in links}) == 3
    for link in links:
        assert link["url"] == f"/table/{made['id']}#{link['token']}"


def test_a_computer_s_seat_has_no_link(house: House) -> None:
    made = house.new(seats={"german": "random"})
    assert set(made["seats"]) == {"Allied"}


def test_the_list_tells_what_everybody_may_know(house: House) -> None:
    allied, german, _ = house.two(name="Evening", open=True, own="German")
    german.play()
    listed = house.listed(allied.game)
    assert (listed["name"], listed["seq"], listed["to_decide"], listed["over"]) == ("Evening", 1, "Allied", False)
    assert listed["seats"]["Allied"] == {"kind": "human", "name": "", "taken": False, "side": "Allied"}
    assert "token" not in house.get("/api/games").content.decode()


def test_a_pick_is_answered_with_the_new_view_and_its_events(house: House) -> None:
    _, german, _ = house.two()
    answer = german.act("hide 0303").json
    assert answer["seq"] == 1
    assert answer["events"][0]["text"] == "The gun battery hides in 0303 (clear)."
    assert answer["view"]["you"] == "German"
    assert answer["to_decide"] == "Allied"


def test_each_side_reads_its_own_log(house: House) -> None:
    allied, german, spectator = house.two()
    german.act("hide 0303")
    texts = [[line["text"] for line in who.get("/log").json["entries"]] for who in (german, allied, spectator)]
    assert texts == [["The gun battery hides in 0303 (clear).", "Turn 1."], ["Turn 1."], ["Turn 1."]]
    assert german.get("/log?from=1").json["entries"] == []


def test_a_spectator_watches_and_cannot_play(house: House) -> None:
    _, german, spectator = house.two()
    german.act("hide 0303")
    state = spectator.state
    assert state["you"] == []
    assert state["view"]["options"] == []
    assert spectator.act("enter Able 0101").code == "not-your-seat"
    assert spectator.get("?side=Allied").code == "not-your-seat"


def test_a_hot_seat_plays_all_sides_with_one_link(house: House) -> None:
    both = house.hot_seat()
    assert both.state["you"] == ["Allied", "German"]
    assert both.state["view"]["you"] == "German"
    both.play(1)
    assert both.state["view"]["you"] == "Allied"
    hidden = [piece["space"] for piece in both.get("?side=Allied").json["view"]["pieces"] if piece["unit"] == "Gun"]
    assert hidden == ["Concealed"]
    answer = both.act(both.state["view"]["options"][0]["action"], side="Allied")
    assert answer.json["view"]["you"] == "Allied", "the answer is for the side that picked, until the device is turned"


def test_picks_can_be_taken_back_and_made_again(house: House) -> None:
    both = house.hot_seat()
    both.play(1)
    assert both.state["undo"] == {"can": False, "why": "you have done nothing yet"}
    both.act("enter Able 0201")
    assert both.state["undo"] == {"can": True, "why": ""}
    back = both.post("/undo", {"seq": 2, "side": "Allied"}).json
    assert (back["seq"], back["undone"], back["redo"]) == (1, 1, True)
    again = both.post("/redo", {"seq": 1}).json
    assert (again["seq"], again["redo"]) == (2, False)
    assert again["events"]


def test_whether_there_is_something_to_redo_is_nobody_else_s_business(house: House) -> None:
    allied, german, spectator = house.two()
    german.act("hide 0303")
    assert german.post("/redo").code == "not-yours"
    before = german.post("/redo").content
    allied.act("enter Able 0201")
    allied.post("/undo")
    assert german.post("/redo").content == before
    for path in ("/redo", "/undo", "/resign", "/suggest", "/rematch"):
        assert spectator.post(path).code == "not-your-seat", path
    german.post("/resign")
    for path in ("/redo", "/undo", "/resign", "/suggest", "/rematch"):
        assert spectator.post(path).code == "not-your-seat", path


def test_nobody_takes_back_what_cannot_be(house: House) -> None:
    allied, german, _ = house.two()
    german.play()
    assert german.post("/undo").code == "not-yours"
    refused = allied.post("/undo")
    assert refused.code == "no-undo"
    assert "the other side decides now" in refused.json["error"]["message"]
    assert allied.post("/redo").code == "no-undo"


def test_a_whole_game_can_be_played(house: House) -> None:
    both = house.hot_seat(scenario="dawn")
    state = both.play(2000, choose=lambda options: options[-1])
    assert state["over"]
    assert state["view"]["result"]
    assert both.act("done").code == "over"
    assert both.post("/undo").code == "over"


def test_whoever_resigns_ends_the_game(house: House) -> None:
    allied, german, _ = house.two()
    german.play()
    answer = allied.post("/resign").json
    assert (answer["over"], answer["result"], answer["to_decide"]) == (True, "Allied resigned", "")
    assert answer["view"]["options"] == []
    assert german.state["view"]["result"] == "Allied resigned"
    assert allied.act("enter Able 0201").code == "over"
    assert allied.post("/resign").code == "over"
    assert allied.listed["over"]
    assert german.state["log"]["entries"][-1]["text"] == "Allied resigns. German wins."


def test_nobody_begins_games_without_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    gate = house.server.config.app.app  # type: ignore[union-attr]
    monkeypatch.setattr(gate, "settings", Settings(proxies=("127.0.0.1",)))
    monkeypatch.setattr(house.hall, "beginning", Allowance(most=3, every=60.0))
    elsewhere = {"X-Forwarded-For": "203.0.113.7"}
    body = {"game": "tinybeach"}
    answers = [house.call("POST", "/api/games", body, headers=elsewhere) for _ in range(5)]
    assert [answer.status for answer in answers] == [201, 201, 201, 429, 429]
    assert answers[-1].code == "too-many"
    assert "seconds" in answers[-1].json["error"]["message"]
    assert house.call("POST", "/api/games/import", {"log": ""}, headers=elsewhere).code == "too-many"
    assert house.call("POST", "/api/games", body, headers={"X-Forwarded-For": "203.0.113.8"}).status == 201
    monkeypatch.setattr(gate, "settings", Settings())
    answers = [house.call("POST", "/api/games", body, headers={"X-Forwarded-For": f"203.0.113.{n}"}) for n in range(5)]
    assert [answer.status for answer in answers] == [201, 201, 201, 429, 429], "a proxy that nobody named is one client"


def test_a_rematch_is_a_game_that_somebody_begins(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house.hall, "beginning", Allowance(most=1, every=60.0))
    both = house.hot_seat()
    assert both.post("/resign", {"side": "Allied"}).status == 200
    assert both.post("/rematch", {"side": "Allied"}).code == "too-many"


def test_a_ration_comes_back_with_time() -> None:
    now = 0.0
    allowance = Allowance(most=2, every=10.0, clock=lambda: now)
    for _ in range(2):
        allowance.take("2001:db8::1")
    with pytest.raises(Refusal, match="10 seconds"):
        allowance.take("2001:db8::2")  # the same network
    now = 10.0
    allowance.take("2001:db8::2")
    with pytest.raises(Refusal):
        allowance.take("2001:db8::2")


def test_the_secret_of_fair_dice_is_told_only_at_the_end(house: House) -> None:
    allied, _, _ = house.two(seed=None)
    before = allied.state["dice"]
    assert before["kind"] == "fair"
    assert before["commitment"]
    assert "secret" not in before
    allied.post("/resign")
    assert len(allied.state["dice"]["secret"]) == 64


def test_people_join_under_a_name_and_leave(house: House) -> None:
    allied, german, _ = house.two()
    allied = allied.join("Zoë O'Neill")
    seat = german.state["seats"]["Allied"]
    assert (seat["name"], seat["taken"]) == ("Zoë O'Neill", True)
    assert german.state["away"] == []
    assert allied.post("/leave").json["Allied"] == seat, "the seat waits for whoever has it"
    assert german.state["away"] == ["Allied"]
    assert allied.join("Zoë O'Neill").state["away"] == []


def test_a_free_seat_of_an_open_game_can_be_taken_once(house: House) -> None:
    made = house.new(open=True)
    path = f"/api/games/{made['id']}/join"
    link = house.post(path, {"name": "Ann", "side": "German"}).json
    german = Player(house, made["id"], link["token"])
    assert german.state["you"] == ["German"]
    assert house.post(path, {"name": "Ben", "side": "German"}).code == "seat-taken"
    old = Player(house, made["id"], made["seats"]["German"]["token"])
    assert old.get().code == "bad-token", "the link that was made with the game opens nothing any more"


def test_a_seat_of_a_closed_game_needs_its_link(house: House) -> None:
    made = house.new()
    assert house.post(f"/api/games/{made['id']}/join", {"name": "Ann"}).code == "no-token"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"game": "chess"}, "unknown-game"),
        ({"scenario": "moon"}, "unknown-scenario"),
        ({"options": {"weather": "snow"}}, "unknown-option"),
        ({"options": {"wind": "west"}}, "unknown-option"),
        ({"seats": {"Martian": "human"}}, "unknown-side"),
        ({"seats": {"German": "deep-thought"}}, "unknown-player"),
        ({"seed": -1}, "bad-request"),
        ({"seed": "x"}, "bad-request"),
        ({"surprise": 1}, "bad-request"),
        ({"name": "x" * 61}, "bad-request"),
        ({"game": None}, "bad-request"),
    ],
)
def test_a_game_that_cannot_be_begun_is_refused_with_the_reason(
    house: House, wanted: dict[str, Any], code: str
) -> None:
    answer = house.post("/api/games", {"game": "tinybeach", **wanted})
    assert 400 <= answer.status < 500
    assert answer.code == code


def test_after_the_end_any_side_s_view_and_every_earlier_moment_can_be_seen(house: House) -> None:
    allied, german, spectator = house.two()
    german.act("hide 0303")
    gun = "The gun battery hides in 0303 (clear)."
    assert allied.get("/replay?n=0").json["seq"] == 0
    assert allied.get("/replay?n=1&side=German").code == "not-your-seat"
    assert spectator.get("/replay?n=1&side=German").code == "not-your-seat"
    assert spectator.get("/replay?n=1").json["you"] == ""
    assert allied.get("/replay?n=2").code == "bad-request"
    allied.post("/resign")
    assert allied.get("/replay?n=1&side=German").json["you"] == "German"
    assert gun in [line["text"] for line in spectator.get("/log?side=German").json["entries"]]
