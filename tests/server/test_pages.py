"""Pages, titles, maps and questions; headers that bind the browser; paths that lead nowhere."""

import asyncio
import gzip
import http.client
import json
import re
import socket
from pathlib import Path

import msgspec
import pytest
from tests.server.conftest import House, Player

from bocage.games import all_games
from bocage.kernel.queries import Queries
from bocage.server import routes_table
from bocage.server.pictures import PARTS, Pictures, state_of_the_art
from bocage.server.refusals import STATUS, Refusal
from bocage.server.static import WEB, find_file

PAGES = ["/", "/table/abc", "/api/titles", "/api/games", "/nowhere", "/api/nowhere", "/api/titles/tinybeach/map.svg"]


@pytest.mark.parametrize("path", PAGES)
def test_every_answer_binds_the_browser(house: House, path: str) -> None:
    headers = house.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'self'" in policy or "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert "script-src 'self'" in policy or "default-src 'none'" in policy
    if not headers["content-type"].startswith("image/svg"):
        assert "unsafe-inline" not in policy
    assert "frame-ancestors 'none'" in policy
    assert not re.search(r"https?:|\*", policy), "nothing from elsewhere"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in headers


def test_what_a_seat_is_sent_is_not_kept_by_anybody_in_between(house: House) -> None:
    both = house.hot_seat()
    for path in ("", "/log", "/export", "/replay?n=0"):
        assert both.get(path).headers["cache-control"] == "no-store"


TRICKS = [
    "/static/../../../../etc/passwd",
    "/static/..%2f..%2f..%2fpyproject.toml",
    "/static/%2e%2e/%2e%2e/server/app.py",
    "/static/....//....//etc/passwd",
    "/static//etc/passwd",
    "/static/%2fetc%2fpasswd",
    "/static/js/../../server/app.py",
    "/static/js/%00.js",
    "/static/js%5c..%5c..%5cserver%5capp.py",
    "/static/.git/config",
    "/static/js",
    "/static/",
    "/static",
    "/table/../static/../../server/app.py",
    "/table/%2e%2e%2f%2e%2e",
    "/api/titles/..%2f..%2fetc/map.svg",
    "/api/titles/tinybeach/rules/..%2f..%2fetc",
    "/api/skins/..%2f..%2fserver%2fapp.py",
    "//etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/bocage.sqlite3",
    "/static/bocage.sqlite3",
]


@pytest.mark.parametrize("path", TRICKS)
def test_a_path_with_tricks_finds_nothing(house: House, path: str) -> None:
    answer = house.get(path)
    assert answer.status in {400, 404, 405}, answer.content[:200]
    assert answer.code in {"not-found", "no-such-game", "unknown-game", "unknown-rule", "unknown-skin", "bad-request"}
    assert b"root:" not in answer.content


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "web").mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "web" / "out.txt").symlink_to(tmp_path / "secret.txt")
    (tmp_path / "web" / "in.txt").write_text("fine")
    assert find_file("in.txt", tmp_path / "web").read_text() == "fine"
    with pytest.raises(Refusal, match="not-found"):
        find_file("out.txt", tmp_path / "web")


def test_the_pages_and_all_their_parts_are_served_with_the_right_kind(house: House) -> None:
    kinds = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
    parts = [path for path in WEB.rglob("*") if path.suffix in kinds]
    assert parts
    for path in parts:
        answer = house.get(f"/static/{path.relative_to(WEB).as_posix()}")
        assert answer.status == 200
        assert answer.headers["content-type"].startswith(kinds[path.suffix])
    again = house.call("GET", "/", headers={"If-None-Match": house.get("/").headers["etag"]})
    assert (again.status, again.content) == (304, b"")


def test_the_titles_tell_what_the_first_page_shows(house: House) -> None:
    titles = {title["id"]: title for title in house.get("/api/titles").json}
    assert set(titles) <= set(all_games())
    tiny = titles["tinybeach"]
    assert tiny["sides"] == ["Allied", "German"]
    assert tiny["secrets"] is True
    assert [scenario["id"] for scenario in tiny["scenarios"]] == ["landing", "dawn"]
    assert {"random", "greedy"} <= set(tiny["computers"])
    assert tiny["queries"] == ["reach", "supply", "preview"]
    assert house.get(tiny["thumbnail"]).content.startswith(b"<svg")
    assert house.get("/api/titles/tinybeach").json == tiny
    assert house.get("/api/titles/chess").code == "unknown-game"


def test_the_map_and_its_layout(house: House) -> None:
    layout = house.get("/api/titles/tinybeach/map").json
    assert layout["spaces"]["0203"]["kind"] == "hex"
    assert len(layout["spaces"]["0203"]["polygon"]) == 6
    picture = house.get("/api/titles/tinybeach/map.svg?skin=clean")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert b'data-space="0203"' in picture.content
    assert b"<style" not in house.get("/api/titles/tinybeach/map.svg?embed=0").content
    assert house.get("/api/titles/tinybeach/map.svg?skin=pink").code == "unknown-skin"
    assert house.get("/api/skins/period.css").headers["content-type"].startswith("text/css")


def test_counters_are_drawn_and_what_they_say_is_escaped(house: House) -> None:
    pieces = [{"space": "", "side": 0, "unit": "Able", "name": "Able"}, {"space": "", "side": 1, "name": "<script>"}]
    drawn = house.post("/api/titles/tinybeach/counters", {"pieces": pieces}).json["svg"]
    assert len(drawn) == 2
    assert all(picture.startswith("<svg") for picture in drawn)
    assert "<script" not in drawn[1]
    wrong = {"pieces": [{"space": "", "side": 7, "name": "x"}]}
    assert house.post("/api/titles/tinybeach/counters", wrong).code == "unknown-side"


def test_markers_are_drawn_and_what_they_say_is_escaped(house: House) -> None:
    marks = [{"space": "", "kind": "control", "side": 1}, {"space": "", "kind": "note", "text": "<script>"}]
    drawn = house.post("/api/titles/tinybeach/counters", {"marks": marks}).json
    assert drawn["svg"] == []
    assert [picture[:4] for picture in drawn["marks"]] == ["<svg", "<svg"]
    assert "<script" not in drawn["marks"][1]
    wrong = {"marks": [{"space": "", "kind": "control", "side": 2}]}
    assert house.post("/api/titles/tinybeach/counters", wrong).code == "unknown-side"


def test_rules_in_our_own_words(house: House) -> None:
    rules = house.get("/api/titles/tinybeach/rules").json
    assert {"number", "heading", "summary"} <= set(rules[0])
    assert house.get("/api/titles/tinybeach/rules/9.1").json["number"] == "9.1"
    assert house.get("/api/titles/tinybeach/rules/99").code == "unknown-rule"


@pytest.fixture
def landed(house: House) -> Player:
    both = house.hot_seat()
    both.act("hide 0303")
    both.act("enter Able 0201")
    return both


def test_why_not(landed: Player) -> None:
    assert landed.get("/query/explain?action=enter%20Baker%200201").json == {"allowed": True, "reason": "", "rule": ""}
    no = landed.get("/query/explain?action=enter%20Dog%200201").json
    assert no == {"allowed": False, "reason": "Dog is due on turn 2", "rule": "10.1"}
    other = landed.get("/query/explain?action=enter%20Panzer%200201&side=German").json
    assert other == {"allowed": False, "reason": "it is Allied's decision", "rule": ""}
    assert landed.get("/query/explain?action=fly").code == "invalid"
    assert landed.get("/query/explain").code == "bad-request"


def test_how_far_and_by_which_line(landed: Player) -> None:
    reach = landed.get("/query/reach?unit=Able").json
    assert reach["unit"] == "Able"
    assert reach["spaces"]
    assert landed.get("/query/supply?unit=Able").json["line"] == ["0201"]
    afloat = landed.get("/query/supply?unit=Baker").json
    assert afloat["rule"] == "8.1"
    assert landed.get("/query/reach?unit=Zorro").code == "invalid"


def test_overlays_inspection_and_preview(landed: Player) -> None:
    for name in landed.state["overlays"]:
        assert landed.get(f"/query/overlay/{name}").json["title"]
    assert landed.get("/query/overlay/ufos").code == "not-offered"
    found = landed.get("/query/inspect?space=0203").json
    assert found["terrain"]
    assert found["lines"]
    assert landed.get("/query/inspect?space=9999").code == "invalid"
    assert landed.get("/query/preview").json == {"preview": None}
    assert landed.get("/query/preview?action=attack%200302").json["preview"]["outcomes"]


def test_a_question_that_a_game_does_not_answer(house: House) -> None:
    both = house.hot_seat()
    table = house.table(both.game)
    table.session.game = msgspec.structs.replace(table.game, queries=Queries())
    table.forget_views()
    for question in ("reach?unit=Able", "supply?unit=Able", "preview", "overlay/zones"):
        assert both.get(f"/query/{question}").code == "not-offered"
    assert both.get("/query/inspect?space=0203").json["lines"] == []


def test_large_answers_are_compressed_and_streams_are_not(house: House) -> None:
    both = house.hot_seat(game="normandy44" if "normandy44" in all_games() else "tinybeach")
    accepts = {"Accept-Encoding": "gzip", "Authorization": f"Bearer {both.token}"}
    small = house.call("GET", both.path, headers=accepts)
    assert small.headers["content-encoding"] == "gzip"
    assert json.loads(gzip.decompress(small.content)) == both.state
    picture = house.call("GET", "/api/titles/tinybeach/map.svg", headers=accepts)
    assert picture.headers["content-encoding"] == "gzip"
    assert gzip.decompress(picture.content) == house.get("/api/titles/tinybeach/map.svg").content
    connection = http.client.HTTPConnection("127.0.0.1", house.port, timeout=15)
    connection.request("GET", f"{both.path}/events?from=0", headers=accepts)
    response = connection.getresponse()
    assert response.headers["content-encoding"] is None
    assert response.readline() == b"retry: 1000\n"
    connection.close()
    response.close()


def test_the_interface_is_described(house: House) -> None:
    described = house.get("/api/openapi.json").json
    assert described["openapi"].startswith("3.")
    for path in ("/api/games", "/api/games/{game}/actions", "/api/games/{game}/events", "/api/games/import"):
        assert path in described["paths"]
    assert "GameState" in json.dumps(described["components"])
    assert "html" not in house.get("/api").headers["content-type"], "no page that would load scripts from elsewhere"


@pytest.mark.parametrize("title", list(all_games()))
def test_every_game_can_be_begun_and_looked_at(house: House, title: str) -> None:
    both = house.hot_seat(game=title)
    state = both.state
    assert state["game"] == title
    assert state["view"]["options"]
    assert state["view"]["pieces"]
    after = both.play(3)
    assert after["seq"] >= 3


@pytest.mark.usefixtures("no_other_loop")
def test_pictures_are_drawn_once_and_drawn_anew_when_something_changed(tmp_path: Path) -> None:
    async def draw() -> None:
        pictures = Pictures(tmp_path)
        old = pictures.root / "older"
        old.mkdir(parents=True)
        first, again = await asyncio.gather(*(pictures.get("tinybeach", "plain") for _ in range(2)))
        assert first == again
        assert b"0203" in gzip.decompress(first)
        path = pictures.path("tinybeach", "plain")
        made = path.stat().st_mtime_ns
        parts = {part: gzip.decompress(await pictures.get("tinybeach", f"plain-{part}")) for part in PARTS}
        assert [part for part in PARTS if b">0203<" in parts[part]] == ["numbers"]
        assert [part for part in PARTS if b"Valcourt" in parts[part]] == ["names"]
        assert not any(b"data-space" in sheet for sheet in parts.values())
        await pictures.get("tinybeach", "plain")
        assert path.stat().st_mtime_ns == made
        await pictures.warm()
        assert not old.exists()
        await pictures.close()

    asyncio.run(draw())
    assert state_of_the_art() == state_of_the_art()


def test_every_stable_code_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "howto" / "run-a-server.md").read_text(encoding="utf-8")
    assert [code for code in STATUS if f"`{code}`" not in page] == []


@pytest.mark.parametrize("named", ["127.0.1.1", ""])
def test_a_name_that_means_only_this_machine_hides_no_address(named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def ask(*_: object) -> list[tuple[object, ...]]:
        if not named:
            raise socket.gaierror
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (named, 0))]

    monkeypatch.setattr(socket, "getaddrinfo", ask)
    monkeypatch.setattr(routes_table, "_outward", lambda: ["127.0.0.1", "192.0.2.7"])
    assert routes_table.reachable("0.0.0.0") == ["192.0.2.7"]  # noqa: S104 - how a server is reached that others may use
    assert routes_table.reachable("127.0.0.1") == []
