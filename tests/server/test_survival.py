"""What was answered is kept, whatever happens to the server."""

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest
from tests.server.conftest import Answer, House, Player, until

from bocage.server.store import FILE, Store, StoreFault

Start = Callable[..., House]


def test_a_restart_changes_nothing(open_house: Start) -> None:
    house = open_house()
    both = house.hot_seat(seed=None)
    both.play(25)
    before, log = both.state, both.get("/log?side=German").json
    text = both.get("/export").content
    house.stop()
    both = Player(open_house(), both.game, both.token)
    after = both.state
    for part in ("seq", "view", "to_decide", "seats", "dice", "log", "undone"):
        assert after[part] == before[part], part
    assert both.get("/log?side=German").json == log
    assert both.get("/export").content == text
    assert both.play(300, choose=lambda options: options[-1])["seq"] > before["seq"]


def test_picks_can_still_be_taken_back_after_a_restart(open_house: Start) -> None:
    house = open_house()
    both = house.hot_seat()
    both.act("hide 0303")
    both.act("enter Able 0201")
    both.act("enter Baker 0201")
    house.stop()
    both = Player(open_house(), both.game, both.token)
    assert both.state["undo"]["can"]
    assert both.post("/undo").json["seq"] == 2
    assert both.post("/undo").json["seq"] == 1
    assert both.post("/undo").code == "no-undo"


def test_an_undo_survives_too(open_house: Start) -> None:
    house = open_house()
    both = house.hot_seat()
    both.act("hide 0303")
    both.act("enter Able 0201")
    both.post("/undo")
    house.stop()
    house = open_house()
    both = Player(house, both.game, both.token)
    assert (both.state["seq"], both.state["undone"]) == (1, 1)
    ear = both.listen(last="2")
    assert ear.picks()["seq"] == 1
    ear.close()
    assert both.listed["seq"] == 1


def test_resignation_and_names_survive(open_house: Start) -> None:
    house = open_house()
    allied, german, _ = house.two()
    allied = allied.join("Ann")
    german.act("hide 0303")
    german.post("/resign")
    house.stop()
    allied = Player(open_house(), allied.game, allied.token)
    state = allied.state
    assert (state["over"], state["result"]) == (True, "German resigned")
    assert state["seats"]["Allied"]["name"] == "Ann"
    assert state["view"]["options"] == []


def test_many_games_are_let_go_and_found_again(open_house: Start) -> None:
    house = open_house(live=4)
    players = [house.hot_seat() for _ in range(12)]
    for both in players:
        both.play(3)
    assert len(house.hall._tables) <= 5
    assert [both.state["seq"] for both in players] == [3] * 12


def test_of_many_picks_for_the_same_moment_exactly_one_is_made(house: House) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    options = [choice["action"] for choice in both.state["view"]["options"]]

    def post(number: int) -> Answer:
        return both.act(options[number % len(options)], 1)

    with ThreadPoolExecutor(24) as crowd:
        answers = list(crowd.map(post, range(48)))
    won = [answer for answer in answers if answer.status == 200]
    assert len(won) == 1
    assert {answer.code for answer in answers if answer.status != 200} == {"stale"}
    assert both.state["seq"] == won[0].json["seq"]


def test_an_undo_and_a_pick_at_once_do_not_mix(house: House) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    both.act("enter Able 0201")
    with ThreadPoolExecutor(2) as crowd:
        undone = crowd.submit(lambda: both.post("/undo", {"seq": 2}))
        picked = crowd.submit(lambda: both.act("enter Baker 0201", 2))
    codes = sorted(answer.result().status for answer in (undone, picked))
    assert codes == [200, 409]


def test_a_pick_that_cannot_be_written_is_not_made(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    both = house.hot_seat()
    both.act("hide 0303")

    def full(*_: Any, **__: Any) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("bocage.server.archive.append", full)
        answer = both.act("enter Able 0201", 1)
    assert (answer.status, answer.code, answer.headers["retry-after"]) == (503, "busy", "5")
    assert both.state["seq"] == 1
    assert both.act("enter Able 0201", 1).status == 200


@pytest.mark.parametrize("how", ["full", "locked"])
def test_a_disk_that_is_full_or_a_database_that_is_locked_is_told_in_one_line(
    open_house: Start, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr("bocage.server.store.WAIT", 0.2)
    house = open_house()
    both, made = house.hot_seat(), house.new(seats={"Allied": "random"})
    both.act("hide 0303")
    ear = both.listen()
    ear.event()
    with trouble(house, how):
        answers = [house.post("/api/games", {"game": "tinybeach"}) for _ in range(12)]
        answers += [both.act("enter Able 0201", 1), both.post("/chat", CHAT)]
        Player(house, made["id"], made["seats"]["German"]["token"]).act("hide 0303")
        time.sleep(0.3)
    refused = [answer for answer in answers if answer.status > 201]  # a small thing may still find room
    assert len(refused) > 1
    for answer in refused:
        assert (answer.status, answer.code, answer.headers["retry-after"]) == (503, "busy", "5")
    talk = both.get("/chat").json["lines"]
    assert len(talk) == (answers[-1].status == 200), "what was refused has not happened"
    assert (both.act("enter Able 0201", 1).status == 200) == (answers[-2].status == 503)
    assert ear.picks()["seq"] == 2, "the listeners are still there"
    ear.close()
    assert [record for record in caplog.records if record.levelname == "WARNING"]
    assert not [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"]


CHAT = {"text": "hello"}


@contextlib.contextmanager
def trouble(house: House, how: str) -> Iterator[None]:
    """A database that cannot be written for a while."""
    if how == "locked":
        with contextlib.closing(sqlite3.connect(house.folder / FILE, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
    else:
        house.do(house.hall.store.do(lambda c: c.execute("CREATE TABLE filler (x)")))
        house.do(house.hall.store.do(lambda c: c.execute("PRAGMA max_page_count=1").fetchone()))
        with contextlib.suppress(sqlite3.OperationalError):
            while True:
                house.do(house.hall.store.do(lambda c: c.execute("INSERT INTO filler VALUES (zeroblob(200))")))
        yield
        house.do(house.hall.store.do(lambda c: c.execute("PRAGMA max_page_count=1000000").fetchone()))


def test_an_empty_file_is_no_database(tmp_path: Path) -> None:
    (tmp_path / FILE).touch()
    with pytest.raises(StoreFault, match="restore a backup"):
        Store(tmp_path)
    (tmp_path / FILE).unlink()
    Store(tmp_path).close()
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0, "it holds secrets"
    assert [path.name for path in tmp_path.glob("*.part")] == []


def test_the_listeners_of_a_table_that_was_thrown_away_hear_on(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    ear = both.listen()
    ear.event()
    with monkeypatch.context() as patched:
        patched.setattr("bocage.server.archive.append", lambda *_, **__: 1 / 0)
        assert both.act("enter Able 0201", 1).code == "internal"
    assert both.act("enter Able 0201", 1).status == 200
    news = ear.picks()
    assert (news["after"], news["seq"]) == (1, 2)
    ear.close()


def test_a_stored_line_that_was_altered_is_noticed(open_house: Start, tmp_path: Path) -> None:
    house = open_house()
    both = house.hot_seat()
    both.play(4)
    house.stop()
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute("UPDATE actions SET action = 'hide 0403' WHERE n = 1")
    connection.close()
    answer = Player(open_house(), both.game, both.token).get()
    assert (answer.status, answer.code) == (422, "bad-log")


def test_two_servers_do_not_share_a_folder(house: House) -> None:
    with pytest.raises(StoreFault, match="another server uses this folder"):
        Store(house.folder)


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"this is no database" * 100)
    with pytest.raises(StoreFault, match="is not a database"):
        Store(tmp_path)
    (tmp_path / "file").write_text("x")
    with pytest.raises(StoreFault, match="cannot be used"):
        Store(tmp_path / "file")


@pytest.mark.parametrize(("version", "age"), [(1, "an older"), (99, "a newer")])
def test_a_folder_of_another_bocage_is_refused(tmp_path: Path, version: int, age: str) -> None:
    with sqlite3.connect(tmp_path / FILE) as connection:
        connection.execute(f"PRAGMA user_version={version}")
    connection.close()
    with pytest.raises(StoreFault, match=f"written by {age} Bocage"):
        Store(tmp_path)


def test_a_folder_of_the_last_version_is_brought_up_to_date(open_house: Start) -> None:
    house = open_house()
    both = house.hot_seat()
    house.stop()
    with sqlite3.connect(house.folder / FILE) as connection:
        for column in ("aloud", "told", "rules", "brought", "touched"):
            connection.execute(f"ALTER TABLE games DROP COLUMN {column}")
        for table in ("actions", "cuts"):
            connection.execute(f"ALTER TABLE {table} DROP COLUMN noticed")
        connection.execute("ALTER TABLE snapshots DROP COLUMN rules")
        for table in ("records", "company"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("PRAGMA user_version=2")
    connection.close()
    assert Player(open_house(), both.game, both.token).listed["seq"] == 0


class Process:
    """A server in a process of its own, to be killed."""

    def __init__(self, folder: Path) -> None:
        self.child = subprocess.Popen(
            [sys.executable, "-m", "bocage.server", "--port", "0", "--data-dir", str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.child.stdout is not None
        address = self.child.stdout.readline()
        self.port = int(address.rstrip("/\n").rpartition(":")[2])

    get, post, call, new, hot_seat = House.get, House.post, House.call, House.new, House.hot_seat

    def end(self, sign: int) -> int:
        self.child.send_signal(sign)
        code = self.child.wait(20)
        assert self.child.stdout is not None
        self.child.stdout.close()
        return code


@pytest.fixture
def processes() -> Iterator[list[Process]]:
    started: list[Process] = []
    yield started
    for process in started:
        if process.child.poll() is None:
            process.end(signal.SIGKILL)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_server_cleanly_even_with_listeners(
    tmp_path: Path, processes: list[Process], sign: signal.Signals
) -> None:
    process = Process(tmp_path)
    processes.append(process)
    both = process.hot_seat()  # type: ignore[misc]
    ear = both.listen()
    ear.event()
    start = time.monotonic()
    assert process.end(sign) == 0
    assert time.monotonic() - start < 4
    ear.close()


def test_whatever_was_answered_before_a_kill_is_there_after_it(tmp_path: Path, processes: list[Process]) -> None:
    process = Process(tmp_path)
    processes.append(process)
    both = process.hot_seat(seed=None)  # type: ignore[misc]
    for _ in range(3):
        answered = [both.state["seq"]]

        def play(player: Player = both, seen: list[int] = answered) -> None:
            try:
                while True:
                    state = player.state
                    answer = player.act(state["view"]["options"][-1]["action"], state["seq"])
                    if answer.status == 200:
                        seen.append(answer.json["seq"])
            except (OSError, HTTPException, ValueError, LookupError, AssertionError):
                return

        playing = threading.Thread(target=play)
        playing.start()
        time.sleep(0.4)
        process.end(signal.SIGKILL)
        playing.join()
        process = Process(tmp_path)
        processes.append(process)
        both = Player(process, both.game, both.token)  # type: ignore[arg-type]
        found = both.state["seq"]
        assert found >= answered[-1]


def test_no_thinking_process_outlives_a_killed_server(tmp_path: Path, processes: list[Process]) -> None:
    process = Process(tmp_path)
    processes.append(process)
    process.new(seats={"German": "greedy", "Allied": "greedy"})  # type: ignore[misc]
    children = Path(f"/proc/{process.child.pid}/task/{process.child.pid}/children")
    if not children.exists():
        pytest.skip("this system does not list children")
    found = [int(pid) for pid in until(lambda: children.read_text().split())]
    process.end(signal.SIGKILL)
    until(lambda: not any(_is_alive(pid) for pid in found))


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False
    return state != "Z"


def test_a_long_game_comes_back_from_its_snapshots(open_house: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.server.opening.SNAPSHOT_EVERY", 16)
    house = open_house()
    both = house.hot_seat()
    both.play(60)
    before, views = both.state, [both.get(f"/replay?n={n}").content for n in (0, 15, 33, 59)]
    text, log = both.get("/export").content, both.get("/log?side=German").content
    house.stop()
    house = open_house()
    both = Player(house, both.game, both.token)
    assert both.state["view"] == before["view"]
    assert house.table(both.game).session.events[0] == [], "the first picks were not made again"
    assert [both.get(f"/replay?n={n}").content for n in (0, 15, 33, 59)] == views
    assert both.get("/export").content == text
    assert both.get("/log?side=German").content == log
    assert both.play(400, choose=lambda options: options[-1])["over"]


def test_a_snapshot_that_cannot_be_read_is_passed_over(open_house: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.server.opening.SNAPSHOT_EVERY", 8)
    house = open_house()
    both = house.hot_seat()
    state = both.play(30)
    house.stop()
    with sqlite3.connect(house.folder / FILE) as connection:
        connection.execute("UPDATE snapshots SET state = '{}'")
    connection.close()
    assert Player(open_house(), both.game, both.token).state["view"] == state["view"]
