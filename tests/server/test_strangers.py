"""Strangers: what they may take, what they may know, and for whom the server takes their word."""

import http.client
import random
import socket
import threading

import pytest
from tests.server.conftest import House, Player, until

from bocage.server import events
from bocage.server.quota import Allowance
from bocage.server.refusals import Refusal
from bocage.server.settings import BadSetting, Settings, client_of


def claim(house: House, game: str, **wanted: str) -> Player:
    answer = house.post(f"/api/games/{game}/join", wanted)
    assert answer.status == 200, answer.content
    return Player(house, game, answer.json["token"])


def test_a_seat_that_somebody_else_has_taken_hears_no_more_on_the_old_stream(house: House) -> None:
    made = house.new(open=True)
    old = Player(house, made["id"], made["seats"]["German"]["token"])
    ear = old.listen()
    ear.event()
    german = claim(house, made["id"], side="German", name="Ann")
    assert ear.event()[0] == "ended"
    german.act("hide 0303")
    assert ear.response.readline() == b"", "the stream is closed"
    assert old.get().code == "bad-token"
    ear.close()


def test_whoever_joins_by_link_has_a_new_one_and_the_old_one_opens_nothing(house: House) -> None:
    allied, german, _ = house.two()
    ear = german.listen()
    ear.event()
    joined = german.join("Erwin")
    assert joined.token != german.token
    assert ear.event()[0] == "ended", "whoever made the game does not listen any longer"
    assert german.get().code == german.post("/join").code == "bad-token"
    assert joined.act("hide 0303").status == 200
    assert allied.state["seats"]["German"] == {"kind": "human", "name": "Erwin", "taken": True, "side": "German"}
    ear.close()


def test_a_stranger_takes_one_seat_and_never_that_of_whoever_began_the_game(house: House) -> None:
    made = house.new(open=True)
    path = f"/api/games/{made['id']}/join"
    assert house.post(path, {"side": "Allied"}).code == "seat-taken", "the first seat is kept for its maker"
    claim(house, made["id"], name="Ann")
    assert house.post(path, {"side": "Allied"}).code == "seat-taken"
    kept = house.new(open=True, own="German")
    assert house.post(f"/api/games/{kept['id']}/join", {"side": "German"}).code == "seat-taken"
    many = house.new(game="normandy44", options={"players": "four"}, open=True)
    path = f"/api/games/{many['id']}/join"
    assert house.post(path, {"name": "Ann"}).status == 200
    assert house.post(path, {"name": "Ann"}).code == "seat-taken", "three are free, but a stranger has one already"


def test_after_leaving_the_link_is_still_good_unless_the_seat_was_offered(house: House) -> None:
    made = house.new(open=True)
    german = claim(house, made["id"], side="German", name="Ann")
    german.post("/leave")
    assert house.post(f"/api/games/{made['id']}/join", {"side": "German"}).code == "seat-taken"
    german = german.join("Ann again")
    german.post("/leave", {"offer": True})
    assert german.get().status == 200, "as long as nobody sits there"
    house.hall.claims._taken.clear()
    claim(house, made["id"], side="German", name="Ben")
    assert german.get().code == "bad-token"


def test_whoever_began_an_open_game_offers_a_seat_again_that_somebody_took_and_left(house: House) -> None:
    made = house.new(open=True)
    allied = Player(house, made["id"], made["seats"]["Allied"]["token"])
    assert allied.post("/offer").code == "seat-taken", "nobody took it"
    stranger = claim(house, made["id"], name="Ann")
    assert stranger.post("/offer").code == "not-your-seat"
    ear = stranger.listen()
    ear.event()
    assert allied.post("/offer", {"side": "German"}).code == "seat-taken", "she is here"
    ear.close()
    until(lambda: house.table(allied.game).listeners == 0)
    allied = allied.join("Ben")
    assert allied.state["offerable"] == ["German"]
    assert stranger.state["offerable"] == []
    assert not allied.post("/offer", {"side": "German"}).json["German"]["taken"]
    assert stranger.get().code == "bad-token"
    house.hall.claims._taken.clear()
    german = claim(house, made["id"], name="Carl")
    german.act("hide 0303")
    assert allied.post("/offer", {"side": "German"}).code == "seat-taken", "nobody is sent away from a game he plays"


def test_a_client_takes_a_few_seats_and_says_a_few_lines_at_a_time(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house.hall, "claiming", Allowance(2, what="you have sat down at {most} tables in a row"))
    games = [house.new(open=True)["id"] for _ in range(3)]
    answers = [house.post(f"/api/games/{game}/join", {}) for game in games]
    assert [answer.status for answer in answers] == [200, 200, 429]
    assert 1 <= int(answers[2].headers["retry-after"]) <= 60
    both = house.hot_seat()
    monkeypatch.setattr(house.hall, "talking", Allowance(2, what="you have said {most} lines in a row"))
    answers = [both.post("/chat", {"text": "hello"}) for _ in range(3)]
    assert [answer.status for answer in answers] == [200, 200, 429]
    assert answers[2].json["error"]["message"].startswith("you have said 2 lines in a row; try again in")
    assert len(both.get("/chat").json["lines"]) == 2


def test_strangers_are_rationed_unless_the_operator_says_otherwise(tmp_path_factory: pytest.TempPathFactory) -> None:
    house = House(tmp_path_factory.mktemp("rationed"), settings=Settings())
    try:
        assert house.hall.claiming.most > 0
        assert house.hall.talking.most > 0
    finally:
        house.stop()


def test_private_games_and_their_names_are_not_listed(house: House) -> None:
    private, public = house.new(name="Family evening"), house.new(name="All welcome", open=True)
    listed = {found["id"] for found in house.get("/api/games").json}
    assert public["id"] in listed
    assert private["id"] not in listed
    assert b"Family evening" not in house.get("/api/games").content
    mine = house.post("/api/games/held", {"tokens": [private["seats"]["Allied"]["token"], "nonsense"]}).json
    assert [found["name"] for found in mine] == ["Family evening"]


def test_no_number_of_newer_games_pushes_one_off_the_list(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.server.listings.LISTED", 5)
    first = house.new(open=True)["id"]
    for _ in range(12):
        house.new(open=True)
    pages = [[found["id"] for found in house.get(f"/api/games?page={page}").json] for page in range(40)]
    assert len(pages[0]) == 5
    found = [game for page in pages for game in page]
    assert first in found
    assert len(found) == len(set(found))


@pytest.mark.parametrize(("limit", "crowd"), [("WATCHERS", 2), ("CROWD", 1)])
def test_nobody_takes_the_places_of_a_seat(
    house: House, monkeypatch: pytest.MonkeyPatch, limit: str, crowd: int
) -> None:
    """Neither spectators (the third of these) nor the other seat (the second)."""
    monkeypatch.setattr(events, limit, 3)
    players = house.two()
    ears = [players[crowd].listen() for _ in range(3)]
    for ear in ears:
        ear.event()
    assert players[crowd].get("/events").code == "too-many"
    mine = players[0].listen()
    mine.event()
    for ear in [*ears, mine]:
        ear.close()
    until(lambda: house.table(players[0].game).listeners == 0, 30)


def test_a_stranger_who_claims_several_seats_at_once_gets_one(house: House) -> None:
    made = house.new(game="normandy44", options={"players": "four"}, open=True)
    path, answers = f"/api/games/{made['id']}/join", list[int]()
    free = ("Panzer Group West", "US", "Commonwealth")
    claims = [
        threading.Thread(target=lambda side=side: answers.append(house.post(path, {"side": side}).status))
        for side in free
    ]
    for claim_ in claims:
        claim_.start()
    for claim_ in claims:
        claim_.join()
    assert answers.count(200) == 1, answers


def test_a_token_in_an_address_opens_nothing(house: House) -> None:
    both = house.hot_seat()
    assert house.get(f"{both.path}?token={both.token}").code == "no-token"
    assert house.get(f"{both.path}/events?token={both.token}").code == "no-token"


def listen(player: Player, heard: list[bytes], ends: threading.Event) -> None:
    """Note down every part of a stream as it comes."""
    head = f"GET {player.path}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {player.token}\r\n\r\n"
    with socket.create_connection(("127.0.0.1", player.house.port)) as wire:
        wire.sendall(head.encode())
        wire.settimeout(0.2)
        while not ends.is_set():
            try:
                heard.append(wire.recv(65536))
            except TimeoutError:
                continue


def setup(house: House, seed: int) -> tuple[int, int, list[bytes]]:
    """A German set-up of one of the hidden orders of battle, up to its last pick: how many picks there were, how many
    the Allied player was told of, and what his stream said meanwhile.
    """
    made = house.new(game="normandy71", seed=seed)
    allied, german = (Player(house, made["id"], made["seats"][side]["token"]) for side in ("Allied", "German"))
    allied.act("historical")
    assert allied.state["to_decide"] == "German"
    before = allied.state["seq"]
    heard: list[bytes] = []
    rng, ends = random.Random(seed), threading.Event()
    listening = threading.Thread(target=listen, args=(allied, heard, ends))
    listening.start()
    until(lambda: b'"to_decide":"German"' in b"".join(heard))
    begun, picks, known, pushed = len(heard), 0, 0, heard
    turns: dict[int, bytes] = {}
    while german.state["to_decide"] == "German":
        picks, known, pushed = german.state["seq"], allied.state["seq"] - before, heard[begun:]
        if picks % 10 in {1, 2, 3}:
            told = allied.get("/turns").content
            assert turns.setdefault(known, told) == told, "nor do the turns tell of them"
        german.play(1, choose=rng.choice)
    until(lambda: b"event: picks" in b"".join(heard))
    ends.set()
    listening.join()
    return picks, known, pushed


def test_the_number_of_hidden_picks_does_not_show(house: House) -> None:
    """In 1971 how many counters the German places would tell which of six orders of battle he drew."""
    found = [setup(house, seed) for seed in (1, 2, 3, 5)]
    picks, known = {row[0] for row in found}, {row[1] for row in found}
    assert len(picks) > 1, "the orders of battle take different numbers of picks"
    assert len(known) == 1, "the enemy counts the same number in all of them"
    pushes = [b"".join(row[2]).count(b"data: ") for row in found]
    assert max(pushes) <= max(known), "and nothing else is pushed to him"


def test_silence_is_broken_by_the_clock_alone(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hidden pick wakes the listeners' tasks; the signs of life between events must not come later for it."""
    monkeypatch.setattr(events, "HEARTBEAT", 1.0)
    made = house.new(game="normandy71", seed=1)
    allied, german = (Player(house, made["id"], made["seats"][side]["token"]) for side in ("Allied", "German"))
    ear = german.listen()
    ear.event()
    stop = threading.Event()

    def assign() -> None:
        state = allied.state
        while not stop.is_set() and len(state["view"]["options"]) > 1:
            wanted = [o["action"] for o in state["view"]["options"] if o["action"].startswith("assign")]
            if not wanted:
                return
            state = allied.act(wanted[0], state["seq"]).json
            stop.wait(0.15)

    picking = threading.Thread(target=assign)
    picking.start()
    ear.connection.sock.settimeout(4.0)
    try:
        lines = [ear.response.readline() for _ in range(4)]
    finally:
        stop.set()
        picking.join()
        ear.close()
    assert lines.count(b": still here\n") == 2, lines


@pytest.mark.parametrize(
    ("headers", "code"),
    [
        ({"Content-Type": "text/plain"}, "not-json"),
        ({"Content-Type": "application/x-www-form-urlencoded"}, "not-json"),
        ({"Origin": "https://evil.example"}, "wrong-origin"),
        ({"Origin": "null"}, "wrong-origin"),
        ({"Origin": "http://127.0.0.1:1"}, "wrong-origin"),
        ({"Sec-Fetch-Site": "cross-site"}, "wrong-origin"),
        ({"Host": "evil.example"}, "wrong-host"),
        ({"Host": "evil.example:8080", "Origin": "http://evil.example:8080"}, "wrong-host"),
        ({"Host": ""}, "wrong-host"),
    ],
)
def test_a_page_elsewhere_cannot_drive_a_server_on_loopback(house: House, headers: dict[str, str], code: str) -> None:
    sent = {"Content-Type": "application/json", **headers}
    assert house.call("POST", "/api/games", b'{"game": "tinybeach"}', headers=sent).code == code


def test_our_own_page_can(house: House) -> None:
    for host in (f"127.0.0.1:{house.port}", f"localhost:{house.port}", "[::1]:80", "192.168.1.7:8080"):
        sent = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin"}
        body = b'{"game": "tinybeach"}'
        assert house.call("POST", "/api/games", body, headers=sent).status == 201, host
    assert house.call("GET", "/api/titles", headers={"Host": "evil.example"}).code == "wrong-host"


def test_a_public_address_is_ours_with_its_path() -> None:
    settings = Settings(public_url="https://games.example.org/bocage/", hosts=("other.example",))
    assert settings.prefix == "/bocage"
    assert settings.knows_host("games.example.org")
    assert settings.knows_host("OTHER.example:443")
    assert not settings.knows_host("example.org")
    with pytest.raises(BadSetting):
        Settings(proxies=("nginx",)).check()
    with pytest.raises(BadSetting):
        Settings(public_url="games.example.org").check()


def test_the_word_of_a_proxy_is_taken_only_where_the_operator_named_it() -> None:
    trusted = Settings(proxies=("127.0.0.1", "10.0.0.0/8")).trusted
    assert client_of("127.0.0.1", "203.0.113.5", ()) == "127.0.0.1"
    assert client_of("127.0.0.1", "203.0.113.5", trusted) == "203.0.113.5"
    assert client_of("127.0.0.1", "6.6.6.6, 203.0.113.5, 10.1.1.1", trusted) == "203.0.113.5", "what he claims is not"
    assert client_of("198.51.100.7", "6.6.6.6", trusted) == "198.51.100.7"
    assert client_of("127.0.0.1", "nonsense", trusted) == "127.0.0.1"


def test_the_quota_does_not_fail_open_behind_a_proxy() -> None:
    allowance = Allowance(3, clock=lambda: 0.0)
    for _ in range(3):
        allowance.take("127.0.0.1")
    with pytest.raises(Refusal, match="3 games"):
        allowance.take("127.0.0.1")


@pytest.mark.parametrize("path", ["/", "/api/titles", "/api/titles/tinybeach", "/static/js/api.js", "/table/nothing"])
def test_head_is_answered_as_get_without_its_body(house: House, path: str) -> None:
    full, head = house.get(path), house.call("HEAD", path)
    assert (head.status, head.content) == (full.status, b"")
    assert head.headers["content-type"] == full.headers["content-type"]


def test_the_head_of_a_stream_ends(house: House) -> None:
    both = house.hot_seat()
    answer = house.call("HEAD", f"{both.path}/events", token=both.token)
    assert (answer.status, answer.headers["content-type"].split(";")[0]) == (200, "text/event-stream")
    until(lambda: house.table(both.game).listeners == 0)


@pytest.mark.parametrize("number", ["-1", "9999999999", "x", "1.5", ""])
def test_a_moment_that_cannot_be_is_no_mistake_of_ours(house: House, number: str) -> None:
    both = house.hot_seat()
    assert both.get(f"/replay?n={number}").code == "bad-request"
    assert both.get(f"/log?from={number or '-1'}").code == "bad-request"


def test_whoever_leaves_in_the_middle_of_a_body_is_no_mistake_of_ours(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    both = house.hot_seat()
    head = f"POST {both.path}/actions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {both.token}\r\n"
    head += 'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"seq":'
    for _ in range(3):
        with socket.create_connection(("127.0.0.1", house.port)) as wire:
            wire.sendall(head.encode())
    assert both.act("hide 0303").status == 200
    assert not [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}]


def test_an_empty_body_is_answered_in_words(house: House) -> None:
    both = house.hot_seat()
    answer = both.post("/actions", b"")
    assert (answer.status, answer.code) == (400, "bad-json")
    assert answer.json["error"]["message"] == "the body is empty: this address takes JSON"


def test_a_listener_behind_a_proxy_is_told_that_nothing_may_be_held_back(house: House) -> None:
    both = house.hot_seat()
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=10)
    connection.request("GET", f"{both.path}/events", headers={"Authorization": f"Bearer {both.token}"})
    response = connection.getresponse()
    assert response.getheader("X-Accel-Buffering") == "no"
    connection.close()
    response.close()
