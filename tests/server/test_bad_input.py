"""Whatever comes in: a clear refusal with a stable code, and the game as it was."""

import json
import socket
import time

import pytest
from tests.server.conftest import House, Player

from bocage.server import guard
from bocage.server.store import FILE


@pytest.fixture
def allied(house: House) -> Player:
    allied, german, _ = house.two()
    german.act("hide 0303")
    return allied


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nonsense",
        b'{"seq": 1, "action": "enter Able 0201"',
        b"\xff\xfe\x00",
        b'{"seq": 1, "action": "\xc3\x28"}',
        b'{"seq": 1e400, "action": "x"}',
        b"[" * 200_000,
        b'{"a":' * 40_000,
        b'{"seq": NaN, "action": "x"}',
    ],
)
def test_malformed_json(allied: Player, body: bytes) -> None:
    answer = allied.post("/actions", body)
    assert answer.status == 400
    assert answer.code in {"bad-json", "bad-request"}
    assert allied.state["seq"] == 1


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        "enter Able 0201",
        7,
        {},
        {"seq": 1},
        {"action": "enter Able 0201"},
        {"seq": None, "action": "enter Able 0201"},
        {"seq": -1, "action": "enter Able 0201"},
        {"seq": 1.5, "action": "enter Able 0201"},
        {"seq": 10**30, "action": "enter Able 0201"},
        {"seq": 1, "action": None},
        {"seq": 1, "action": ["enter", "Able", "0201"]},
        {"seq": 1, "action": "x" * 2001},
        {"seq": 1, "action": "enter Able 0201", "by": "German"},
        {"seq": 1, "action": "enter Able 0201", "side": 0},
    ],
)
def test_a_body_of_another_form(allied: Player, body: object) -> None:
    content = json.dumps(body).encode()
    answer = allied.house.call("POST", f"{allied.path}/actions", content, allied.token)
    assert answer.status == 400
    assert answer.code == "bad-request"
    assert allied.state["seq"] == 1


@pytest.mark.parametrize(
    ("action", "detail"),
    [
        ("", "empty"),
        ("  ", "empty"),
        ("fly Able 0201", "unknown-verb"),
        ("enter Able", "wrong-arguments"),
        ("enter Able 0201 0202", "wrong-arguments"),
        ("enter Zorro 0201", "unknown-unit"),
        ("enter Able 9999", "unknown-space"),
        ("enter <script>alert(1)</script> 0201", "unknown-unit"),
        ("__class__", "unknown-verb"),
        ("roll six", "not-a-number"),
    ],
)
def test_an_unknown_action(allied: Player, action: str, detail: str) -> None:
    answer = allied.act(action, 1)
    assert answer.status == 400
    assert answer.code == "invalid"
    assert answer.json["error"]["detail"] == detail
    assert allied.state["seq"] == 1


def test_an_action_that_the_rules_forbid_is_refused_with_its_rule(allied: Player) -> None:
    answer = allied.act("enter Dog 0201", 1)
    assert (answer.status, answer.code) == (422, "illegal")
    assert answer.json["error"] == {"code": "illegal", "message": "Dog is due on turn 2", "rule": "10.1"}
    assert allied.act("roll 6", 1).code == "illegal", "nobody rolls the dice himself"


def test_a_stale_or_a_future_sequence_number(allied: Player) -> None:
    stale = allied.act("enter Able 0201", 0)
    assert (stale.status, stale.code, stale.json["error"]["seq"]) == (409, "stale", 1)
    future = allied.act("enter Able 0201", 2)
    assert (future.status, future.code, future.json["error"]["seq"]) == (409, "future", 1)
    assert allied.act("enter Able 0201", 1).status == 200
    assert allied.act("enter Able 0201", 1).code == "stale", "the same request again is not carried out twice"
    assert allied.state["seq"] == 2


def test_a_pick_meant_for_picks_that_were_taken_back_is_stale(house: House) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    seen = both.act("enter Able 0201").json
    both.post("/undo")
    both.act("enter Baker 0201")
    answer = both.act("enter Charlie 0201", seen["seq"], undone=seen["undone"])
    assert answer.code == "stale"


def test_a_missing_a_wrong_and_another_game_s_token(house: House, allied: Player) -> None:
    elsewhere = house.new()["seats"]["Allied"]["token"]
    body = {"seq": 1, "action": "enter Able 0201"}
    cases = [("", 401, "no-token"), ("x" * 43, 401, "bad-token"), (elsewhere, 403, "not-your-seat")]
    for token, status, code in cases:
        for answer in (
            house.post(f"{allied.path}/actions", body, token),
            house.get(allied.path, token),
            house.get(f"{allied.path}/export", token),
            house.get(f"{allied.path}/query/reach?unit=Able", token),
            house.get(f"{allied.path}/events", token),
        ):
            assert (answer.status, answer.code) == (status, code)
    assert allied.state["seq"] == 1


@pytest.mark.parametrize(
    "header", ["Basic abc", "Bearer", "Bearer ", "Bearer a b", "Bearer ../../x", "bearer \x01\x02"]
)
def test_a_header_that_holds_no_token(house: House, allied: Player, header: str) -> None:
    answer = house.call("GET", allied.path, None, headers={"Authorization": header})
    assert answer.status in {400, 401}
    if answer.status == 401:
        assert answer.code in {"bad-token", "no-token"}


def test_another_seat_s_token(house: House) -> None:
    allied, german, _ = house.two()
    german.act("hide 0303")
    body = {"seq": 1, "action": "enter Able 0201"}
    assert german.post("/actions", body).code == "not-yours"
    assert german.post("/actions", {**body, "side": "Allied"}).code == "not-your-seat"
    assert german.get("?side=Allied").code == "not-your-seat"
    assert german.get("/log?side=Allied").code == "not-your-seat"
    assert german.get("/query/inspect?space=0303&side=Allied").code == "not-your-seat"
    assert german.post("/resign", {"side": "Allied"}).code == "not-your-seat"
    assert german.get("?side=Martian").code == "unknown-side"
    assert allied.state["seq"] == 1


def test_no_such_game(house: House) -> None:
    token = house.new()["seats"]["Allied"]["token"]
    for name in ("nothing", "a" * 500, "%00", "..%2f..", "'%20OR%201=1--"):
        answer = house.get(f"/api/games/{name}", token)
        assert (answer.status, answer.code) in {(404, "no-such-game"), (404, "not-found"), (400, "bad-request")}


def test_an_oversized_body(house: House, allied: Player) -> None:
    huge = json.dumps({"seq": 1, "action": "x" * 300_000}).encode()
    answer = allied.post("/actions", huge)
    assert (answer.status, answer.code) == (413, "too-large")
    large = house.post("/api/games/import", json.dumps({"log": "x" * 17_000_000}).encode())
    assert (large.status, large.code) == (413, "too-large")
    assert house.post("/api/games/import", {"log": "x" * 1_000_000}).code == "bad-log", "a log may be larger"


def test_an_oversized_body_that_does_not_say_its_length(house: House, allied: Player) -> None:
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as wire:
        head = f"POST {allied.path}/actions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {allied.token}\r\n"
        head += "Content-Type: application/json\r\n"
        wire.sendall(head.encode() + b"Transfer-Encoding: chunked\r\n\r\n")
        chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        try:
            for _ in range(64):
                wire.sendall(chunk)
        except OSError:
            pass
        answer = wire.recv(65536)
        while b"}}" not in answer:
            answer += wire.recv(65536)
    assert b"413" in answer.split(b"\r\n")[0]
    assert b"too-large" in answer
    assert allied.state["seq"] == 1


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, house: House) -> House:
    monkeypatch.setattr(guard, "PATIENCE", 0.5)
    return house


def slowly(house: House, text: bytes) -> bytes:
    """Send so much and no more; what comes back."""
    with socket.create_connection(("127.0.0.1", house.port), timeout=20) as wire:
        wire.sendall(text)
        found = b""
        while part := wire.recv(65536):
            found += part
        return found


def test_a_client_that_never_finishes_its_head(impatient: House) -> None:
    for text in (b"", b"GET /api/titles HT", b"GET /api/titles HTTP/1.1\r\nHost: x\r\nX-A: "):
        answer = slowly(impatient, text)
        assert answer.startswith(b"HTTP/1.1 408 ")
        assert b'"too-slow"' in answer


def test_a_client_that_never_finishes_its_body(impatient: House, allied: Player) -> None:
    head = f"POST {allied.path}/actions HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {allied.token}\r\n"
    head += "Content-Type: application/json\r\n"
    answer = slowly(impatient, head.encode() + b'Content-Length: 100\r\n\r\n{"seq": 1')
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b'"too-slow"' in answer
    assert allied.state["seq"] == 1


def test_a_head_without_end(house: House) -> None:
    answer = slowly(house, b"GET / HTTP/1.1\r\n" + b"X-Filler: yes\r\n" * 10_000)
    assert answer.startswith(b"HTTP/1.1 431 ")
    assert b'"too-large"' in answer


def test_slow_clients_do_not_hold_up_the_others(house: House, allied: Player) -> None:
    slow = [socket.create_connection(("127.0.0.1", house.port)) for _ in range(50)]
    for wire in slow:
        head = b"POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        wire.sendall(head + b"Content-Length: 1000\r\n\r\n{")
    start = time.monotonic()
    assert allied.act("enter Able 0201", 1).status == 200
    assert time.monotonic() - start < 2
    for wire in slow:
        wire.close()


def test_a_listener_that_does_not_read_holds_up_nobody(house: House) -> None:
    both = house.hot_seat()
    with socket.create_connection(("127.0.0.1", house.port)) as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        head = f"GET {both.path}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {both.token}\r\n\r\n"
        wire.sendall(head.encode())
        both.play(60)
        assert both.state["seq"] >= 60


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_a_method_that_an_address_does_not_take(allied: Player, method: str) -> None:
    answer = allied.house.call(method, f"{allied.path}/actions", None, allied.token)
    assert (answer.status, answer.code) == (405, "method-not-allowed")


def test_what_is_no_http_at_all(house: House) -> None:
    assert slowly(house, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"x" * 100).startswith(b"HTTP/1.1 400")
    assert house.get("/api/titles").status == 200


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        '"><svg/onload=alert(1)>',
        "a&b",
        "javascript:alert`1`",
        "tab\x00null",
        "right\u202eleft",
        "\ud800",
        "x" * 41,
    ],
)
def test_a_script_in_a_name(house: House, allied: Player, name: str) -> None:
    answer = allied.post("/join", {"name": name})
    assert (answer.status, answer.code) in {(400, "bad-request"), (400, "bad-json")}
    assert house.post("/api/games", {"game": "tinybeach", "name": name}).status == 400
    seats = allied.state["seats"]
    assert seats["Allied"]["name"] == ""


def test_a_script_in_a_question_comes_back_as_json_and_nothing_else(allied: Player) -> None:
    for path in (
        "/query/inspect?space=%3Cscript%3Ealert(1)%3C/script%3E",
        "/query/overlay/%3Cscript%3E",
        "/query/explain?action=%3Cscript%3E",
    ):
        answer = allied.get(path)
        assert answer.status in {400, 404}
        assert answer.headers["content-type"].startswith("application/json")
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_tokens_are_long_and_stored_as_hashes_only(house: House, allied: Player) -> None:
    assert len(allied.token) >= 43, "32 bytes, that is 256 bits"
    made = [house.new() for _ in range(3)]
    tokens = [link["token"] for game in made for link in (*game["seats"].values(), game["spectator"])]
    assert len(set(tokens)) == 9
    stored = b"".join(path.read_bytes() for path in house.folder.glob(f"{FILE}*"))
    for token in (*tokens, allied.token):
        assert token.encode() not in stored


def test_a_mistake_of_ours_tells_nothing_of_its_insides(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    both = house.hot_seat()
    table = house.table(both.game)

    def broken(reader: int) -> None:
        raise ZeroDivisionError(f"the gun is at 0303, said reader {reader}")

    monkeypatch.setattr(table, "payload", broken)
    answer = both.get()
    assert (answer.status, answer.code) == (500, "internal")
    assert b"0303" not in answer.content
    assert b"ZeroDivision" not in answer.content
