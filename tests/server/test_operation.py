"""What an operator needs: health, backups, a hand in the games, retention, limits that are told, logs."""

import asyncio
import http.client
import json
import logging
import os
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.conftest import Answer, House, Player, exchange, until

from bocage.server import archive, backup, driver
from bocage.server.command import write_log
from bocage.server.hall import Hall
from bocage.server.limits import most_connections
from bocage.server.settings import Settings
from bocage.server.store import FILE, Store, StoreFault
from bocage.server.wire import NewGame

Start = Callable[..., House]


def bocage(*words: str) -> "subprocess.CompletedProcess[str]":
    """The command itself."""
    line = [sys.executable, "-m", "bocage", *words]
    return subprocess.run(line, capture_output=True, text=True, check=False, timeout=120)


def test_health_and_readiness(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    assert house.get("/api/health").json["status"] == "alive"
    assert house.get("/api/ready").json["status"] == "ready"

    async def full(_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(house.hall.store, "do", full)
        answer = house.get("/api/ready")
        assert (answer.status, answer.code) == (503, "busy")
        assert house.get("/api/health").status == 200
    with monkeypatch.context() as patched:
        patched.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=0))
        answer = house.get("/api/ready")
        assert (answer.status, answer.code) == (503, "busy")
    monkeypatch.setattr(house.hall, "closing", True)
    assert house.get("/api/ready").code == "busy"


def test_a_backup_is_taken_while_the_server_plays_and_restored_elsewhere(open_house: Start, tmp_path: Path) -> None:
    house = open_house()
    both = house.hot_seat(seed=None)
    both.play(10)
    before = both.state
    copy = tmp_path / "copy.sqlite3"
    review = house.folder / "reviews" / f"{both.game}-10.{'a' * 32}.html"
    review.parent.mkdir()
    review.write_text("a review")
    assert bocage("backup", str(copy), "--data-dir", str(house.folder)).returncode == 0
    both.play(5)
    assert copy.stat().st_mode & 0o077 == 0, "it holds secrets"
    elsewhere = tmp_path / "elsewhere"
    assert bocage("backup", str(copy), "--restore", "--data-dir", str(elsewhere)).returncode == 0
    other = House(elsewhere)
    try:
        again = Player(other, both.game, both.token)
        for part in ("seq", "view", "dice", "log"):
            assert again.state[part] == before[part], part
        assert again.play(3)["seq"] > before["seq"]
        assert other.get(f"/review/{review.stem}").content == b"a review", (
            "under later rules it could not be made again"
        )
    finally:
        other.stop()


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such owners there")
def test_what_root_puts_back_belongs_to_the_owner_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(tmp_path / "old").close()
    backup.back_up(tmp_path / "old", tmp_path / "copy")
    given: dict[str, tuple[int, int]] = {}
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", lambda path, user, group: given.update({path.name: (user, group)}))
    backup.restore(tmp_path / "copy", tmp_path / "new")
    owner = (tmp_path / "new").stat()
    assert given == dict.fromkeys((FILE, "bocage.lock", "reviews"), (owner.st_uid, owner.st_gid))


def test_a_backup_is_not_put_where_a_server_is_nor_over_games(open_house: Start, tmp_path: Path) -> None:
    house = open_house()
    house.hot_seat()
    copy = tmp_path / "copy.sqlite3"
    backup.back_up(house.folder, copy)
    with pytest.raises(StoreFault, match="exists already"):
        backup.back_up(house.folder, copy)
    with pytest.raises(StoreFault, match="a server uses this folder"):
        backup.restore(copy, house.folder, replace=True)
    house.stop()
    with pytest.raises(StoreFault, match="has games already"):
        backup.restore(copy, house.folder)
    assert backup.restore(copy, house.folder, replace=True) == 1
    assert (house.folder / f"{FILE}.old").is_file()
    copy.write_bytes(b"nonsense" * 500)
    with pytest.raises(StoreFault, match="is no backup"):
        backup.restore(copy, tmp_path / "new")


def admin(house: House, *words: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-m", "bocage", "admin", *words, "--json", "--data-dir", str(house.folder)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_an_operator_lists_shows_hands_back_and_deletes_while_the_server_runs(open_house: Start) -> None:
    house = open_house()
    allied, german, _ = house.two(name="Evening")
    german.act("hide 0303")
    ear = german.listen()
    ear.event()
    (row,) = admin(house, "list")
    assert (row["id"], row["name"], row["picks"]) == (allied.game, "Evening", 1)
    shown = admin(house, "show", allied.game)
    assert set(shown["seats"]) == {"Allied", "German"}
    assert "0303" not in json.dumps(shown), "nothing of what a side keeps secret"
    fresh = admin(house, "seat", allied.game, "german")
    assert fresh["url"].endswith(fresh["token"])
    assert ear.event()[0] == "ended", "the running server has noticed, and the old link hears no more"
    assert german.get().code == "bad-token"
    assert Player(house, german.game, fresh["token"]).state["you"] == ["German"]
    admin(house, "delete", allied.game)
    until(lambda: allied.get().status == 404)
    assert admin(house, "list") == []
    ear.close()


def test_a_game_that_is_deleted_while_computers_play_it_ends_without_noise(
    open_house: Start, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house()

    async def choose(*_: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(house.hall.thinkers, "choose", choose)
    slow = house.new(seats={"Allied": "planner-deep", "German": "planner-deep"})
    quick = house.new(seats={"Allied": "random", "German": "random"}, game="normandy44")
    ears = [Player(house, made["id"], made["spectator"]["token"]).listen() for made in (slow, quick)]
    for ear in ears:
        ear.event()
    admin(house, "delete", slow["id"], quick["id"])
    for ear in ears:
        while ear.event()[0] != "ended":
            pass
        ear.close()
    until(lambda: not house.hall.drivers.games)
    assert not [record for record in caplog.records if record.exc_info or record.levelno > logging.WARNING]


def test_games_that_nobody_uses_expire(open_house: Start) -> None:
    house = open_house()
    old, new = house.hot_seat(), house.hot_seat()
    old.play(3)
    with sqlite3.connect(house.folder / FILE) as connection:
        connection.execute("UPDATE games SET created = 1, touched = 1 WHERE id = ?", (old.game,))
    connection.close()
    assert admin(house, "expire", "--days", "30", "--dry-run") == [old.game]
    assert old.get().status == 200
    assert admin(house, "expire", "--days", "30") == [old.game]
    until(lambda: old.get().status == 404)
    assert new.get().status == 200


@pytest.mark.usefixtures("no_other_loop")
def test_the_server_itself_deletes_what_is_too_old_if_it_is_told_to(tmp_path: Path) -> None:
    async def begin(settings: Settings) -> int:
        hall = Hall(tmp_path, settings=settings)
        await hall.start()
        await asyncio.sleep(0.5)
        if not settings.keep_days:
            await hall.create(NewGame(game="tinybeach"))
        count: int = await hall.store.do(lambda c: c.execute("SELECT count(*) FROM games").fetchone()[0])
        await hall.close()
        return count

    assert asyncio.run(begin(Settings())) == 1
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("UPDATE games SET created = 1, touched = 1")
    connection.close()
    assert asyncio.run(begin(Settings(keep_days=30))) == 0


def test_a_game_whose_rows_are_damaged_is_told_so_and_spoils_no_list(open_house: Start) -> None:
    house = open_house()
    broken, whole = house.new(open=True, name="Broken"), house.new(open=True, name="Whole")
    with sqlite3.connect(house.folder / FILE) as connection:
        connection.execute("UPDATE games SET header = '{' WHERE id = ?", (broken["id"],))
        connection.execute("INSERT INTO company VALUES (?, 'nonsense')", (whole["id"],))
    connection.close()
    house.hall.forget()
    answer = house.get(f"/api/games/{broken['id']}", broken["seats"]["Allied"]["token"])
    assert (answer.status, answer.code) == (422, "bad-log")
    assert {found["name"] for found in house.get("/api/games").json} == {"Broken", "Whole"}
    assert house.get(f"/api/games/{whole['id']}", whole["seats"]["Allied"]["token"]).status == 200


def test_a_damaged_database_is_noticed_at_the_start(open_house: Start, tmp_path: Path) -> None:
    house = open_house()
    for _ in range(6):
        house.hot_seat().play(12)
    house.stop()
    path = tmp_path / FILE
    content = bytearray(path.read_bytes())
    assert len(content) > 40_000
    content[20_000:36_000] = os.urandom(16_000)
    path.write_bytes(content)
    with pytest.raises(StoreFault, match="damaged"):
        Store(tmp_path)


def test_a_computer_player_goes_on_by_itself_when_the_disk_does(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "AGAIN", 0.1)
    made = house.new(seats={"Allied": "random"})
    german = Player(house, made["id"], made["seats"]["German"]["token"])
    real, failures = archive.append, []

    def full(connection: sqlite3.Connection, game: str, batch: archive.Batch) -> None:
        if game == made["id"] and batch.entries[0].by == "Allied":
            failures.append(1)
            raise sqlite3.OperationalError("database or disk is full")
        real(connection, game, batch)

    with monkeypatch.context() as patched:
        patched.setattr("bocage.server.archive.append", full)
        german.act("hide 0303")
        until(lambda: len(failures) > 7)
    until(lambda: german.state["seq"] > 4)


def test_below_a_path_everything_is_as_at_the_root(tmp_path: Path) -> None:
    settings = Settings(public_url="https://games.example.org/bocage", games=0)
    house = House(tmp_path, settings=settings)
    try:
        page = house.get("/bocage/").content.decode()
        assert 'src="/bocage/static/js/home.js"' in page
        assert '"/static/' not in page
        assert house.get("/bocage/static/js/api.js").status == 200
        made = house.call("POST", "/bocage/api/games", {"game": "tinybeach", "hotseat": True}).json
        url = made["hotseat"]["url"]
        assert url.startswith(f"/bocage/table/{made['id']}#")
        assert house.get(url.partition("#")[0]).status == 200
        token = made["hotseat"]["token"]
        assert house.get(f"/bocage/api/games/{made['id']}", token).status == 200
        assert house.get(f"/api/games/{made['id']}", token).status == 200, "where the proxy takes the path away"
        title = house.get("/bocage/api/titles/tinybeach").json
        assert title["thumbnail"].startswith("/bocage/api/")
        headers = {"Host": "games.example.org", "Origin": "https://games.example.org"}
        answer = house.call("POST", "/bocage/api/games", {"game": "tinybeach"}, headers=headers)
        assert answer.status == 201
    finally:
        house.stop()


@pytest.fixture
def cramped(tmp_path: Path) -> Iterator[int]:
    """A server that may have few files open; its port."""
    words = [sys.executable, "-m", "bocage.server", "--port", "0", "--data-dir", str(tmp_path)]
    limited = ["bash", "-c", 'ulimit -n 160; exec "$@"', "-", *words]
    with subprocess.Popen(limited, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        yield int(child.stdout.readline().rsplit(":", 1)[1].strip(" /\n"))
        child.send_signal(signal.SIGTERM)
        assert child.wait(20) == 0


def ask_from(peer: str, port: int, path: str) -> int:
    """The status of an answer to somebody who comes from an address of this machine."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10, source_address=(peer, 0))
    try:
        return exchange(connection, "GET", path, None, {}).status
    finally:
        connection.close()


def test_one_peer_cannot_take_all_places_and_the_last_are_kept_for_health(cramped: int) -> None:
    def come(peer: str, many: int) -> list[socket.socket]:
        there = ("127.0.0.1", cramped)
        return [socket.create_connection(there, timeout=10, source_address=(peer, 0)) for _ in range(many)]

    crowd = come("127.0.0.2", 60)
    refused = until(lambda: select.select(crowd, [], [], 1.0)[0])
    answer = refused[0].recv(4096)
    assert answer.startswith(b"HTTP/1.1 429 ")
    assert b"Retry-After: 10\r\n" in answer
    assert b"your address has 32 connections open already" in answer
    assert ask_from("127.0.0.1", cramped, "/api/titles") == 200, "another plays on"
    crowd += come("127.0.0.3", 27)
    until(lambda: ask_from("127.0.0.1", cramped, "/api/titles") == 503, 5)
    assert ask_from("127.0.0.1", cramped, "/api/health") == 200
    for wire in crowd:
        wire.close()
    until(lambda: ask_from("127.0.0.1", cramped, "/api/titles") == 200)


def test_behind_a_proxy_one_client_does_not_have_all_requests_open_either(open_house: Start) -> None:
    house = open_house(settings=Settings(proxies=("127.0.0.1",), most_connections=40))
    both = house.hot_seat()
    head = f"GET {both.path}/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {both.token}\r\n"
    crowd = [socket.create_connection(("127.0.0.1", house.port), timeout=10) for _ in range(20)]
    for wire in crowd:
        wire.sendall(f"{head}X-Forwarded-For: 203.0.113.66\r\n\r\n".encode())
        assert wire.recv(64).startswith(b"HTTP/1.1 200")
    answer = house.call("GET", both.path, token=both.token, headers={"X-Forwarded-For": "203.0.113.66"})
    assert (answer.status, answer.code) == (429, "too-many")
    assert house.call("GET", both.path, token=both.token, headers={"X-Forwarded-For": "203.0.113.5"}).status == 200
    for wire in crowd:
        wire.close()


def test_a_full_server_says_so_and_drops_nobody(cramped: int) -> None:
    crowd = [
        socket.create_connection(("127.0.0.1", cramped), timeout=10, source_address=(f"127.0.0.{2 + n % 20}", 0))
        for n in range(300)
    ]
    silent, told = set(crowd), 0
    ends = time.monotonic() + 60
    while told < 200 and time.monotonic() < ends:
        for wire in select.select(list(silent), [], [], 1.0)[0]:
            silent.discard(wire)
            answer = wire.recv(4096)
            if answer.startswith(b"HTTP/1.1 408 "):
                continue  # he was let in, and said nothing for too long
            assert answer.startswith(b"HTTP/1.1 503 "), "an answer, no dropped connection"
            assert b'"busy"' in answer
            told += 1
    assert told >= 200
    for wire in crowd:
        wire.close()

    def alive() -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", cramped, timeout=10)
        try:
            found: Answer = exchange(connection, "GET", "/api/health", None, {})
        finally:
            connection.close()
        return found.status == 200

    until(alive)


def test_the_limit_of_connections_follows_from_the_system_s_and_the_operator_s() -> None:
    assert most_connections(50) == 50
    assert most_connections() > 50


def test_the_log_has_time_and_level(capfd: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    try:
        write_log("warning")
        logging.getLogger("bocage.server").info("chatter")
        logging.getLogger("bocage.server").warning("look here")
        for handler in root.handlers:
            handler.flush()
        said = capfd.readouterr().err
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    assert "chatter" not in said, "the usual level is quiet"
    assert re.match(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d+ WARNING look here\n", said)


def test_a_wrong_setting_is_one_line(tmp_path: Path) -> None:
    done = bocage("serve", "--port", "0", "--data-dir", str(tmp_path), "--trusted-proxy", "nginx")
    assert done.returncode == 2
    assert "is not the address of a proxy" in done.stderr


def test_sigterm_ends_a_server_that_is_busy(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "bocage.server", "--port", "0", "--data-dir", str(tmp_path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        port = int(child.stdout.readline().rsplit(":", 1)[1].strip(" /\n"))
        body = json.dumps({"pieces": [{"side": 0, "unit": f"U{n}", "full": 4} for n in range(500)]}).encode()
        head = b"POST /api/titles/tinybeach/counters HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(8)]
        for wire in crowd:
            wire.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        start = time.monotonic()
        child.send_signal(signal.SIGTERM)
        assert child.wait(30) == 0
        assert time.monotonic() - start < 25
        for wire in crowd:
            wire.close()
