"""Games stored by an earlier version are opened, finished, replayed and exported by this one, for every title."""

import gzip
import json
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.conftest import House, Player, until

from bocage.games import all_games
from bocage.kernel import session
from bocage.kernel.game import Game
from bocage.kernel.log import BadLog, Entry, read_log
from bocage.kernel.state import State
from bocage.kernel.verify import verify
from bocage.server.store import FILE

HERE = Path(__file__).parent / "stored"
VERSIONS = sorted(path.name.removesuffix(".json") for path in HERE.glob("*.json"))
STORED: list[dict[str, Any]] = [
    {**row, "by": version} for version in VERSIONS for row in json.loads((HERE / f"{version}.json").read_text())
]
ids = [f"{row['by']} {row['game']} {row['what']}" for row in STORED]


def unpack(version: str, folder: Path) -> None:
    (folder / FILE).write_bytes(gzip.decompress((HERE / f"{version}.sqlite3.gz").read_bytes()))


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, House]]:
    """A server of today on the folder of each earlier version; its finished games have been recorded."""
    houses = {}
    for version in VERSIONS:
        folder = tmp_path_factory.mktemp("stored")
        unpack(version, folder)
        houses[version] = House(folder)
    yield houses
    for house in houses.values():
        house.stop()


def seat(house: House, row: dict[str, Any], side: str) -> Player:
    return Player(house, row["id"], row["tokens"][side])


def sides(row: dict[str, Any]) -> list[str]:
    return [name for name in row["tokens"] if name != "spectator"]


def test_every_title_has_stored_games() -> None:
    """A title that is new since has none; those that were there have all three kinds."""
    for version in VERSIONS:
        rows = [row for row in STORED if row["by"] == version]
        for title in {row["game"] for row in rows}:
            assert {row["what"] for row in rows if row["game"] == title} == {"finished", "given up", "middle"}


@pytest.mark.parametrize("row", STORED, ids=ids)
def test_a_stored_game_is_opened_replayed_and_exported(opened: dict[str, House], row: dict[str, Any]) -> None:
    house = opened[row["by"]]
    watching = seat(house, row, "spectator")
    state = watching.state
    assert (state["over"], state["game"]) == (row["over"], row["game"])
    for side in sides(row):
        player = seat(house, row, side)
        assert player.state["view"]["pieces"]
        assert player.get("/log").json["entries"]
        assert player.get("/turns").json["starts"]
        last = player.state["seq"]
        for n in (0, last // 2, last):
            assert player.get(f"/replay?n={n}").json["pieces"]
    if row["over"]:
        log = read_log(watching.get("/export").content.decode())
        assert log.chain == row["chain"]
        assert len(log.entries) == row["seq"]
        assert log.ending is not None
        assert log.ending.end == state["result"]


@pytest.mark.parametrize("row", STORED, ids=ids)
def test_rules_that_have_changed_have_another_version(row: dict[str, Any], opened: dict[str, House]) -> None:
    """A log that the present rules forbid, but whose version they have, was played by others: somebody forgot."""
    stopped = seat(opened[row["by"]], row, "spectator").state["stopped"]
    if stopped:
        game = all_games()[row["game"]]
        assert row["rules"] != game.version, stopped
        secret = game.secrets and not row["over"]
        told = "a pick of it is not legal under ours" if secret else "under ours it does not go on: line "
        assert told in stopped, "it says where, and the rule, unless that may be a side's secret"


FORBIDDEN = [row for row in STORED if row["what"] == "finished"]


@pytest.mark.parametrize("row", FORBIDDEN, ids=[f"{row['by']} {row['game']}" for row in FORBIDDEN])
def test_a_finished_game_is_told_to_its_last_sentence_whatever_the_rules_say_now(
    opened: dict[str, House], row: dict[str, Any]
) -> None:
    house = opened[row["by"]]
    player = seat(house, row, sides(row)[0])
    told = player.get("/log").json["entries"]
    assert told[-1]["n"] > 0.95 * row["seq"], "to the end"
    if not player.state["stopped"]:
        return
    assert player.state["view"]["prompt"]["text"] == player.state["stopped"], "the page says why"
    turns = {player.get(f"/replay?n={n}").json["trail"] for n in range(0, row["seq"] + 1, row["seq"] // 6)}
    assert len(turns) > 3, "from the snapshots on, the map is as near as the rules come"
    last = player.get(f"/replay?n={row['seq']}").json
    assert last["pieces"]
    assert last.get("result") or "the map shows an earlier pick" in last["prompt"]["text"]


MIDDLE = [row for row in STORED if row["what"] == "middle"]


@pytest.mark.parametrize("row", MIDDLE, ids=[row["game"] for row in MIDDLE])
def test_a_stored_game_goes_on_and_is_finished(opened: dict[str, House], row: dict[str, Any]) -> None:
    house = opened[row["by"]]
    players = {side: seat(house, row, side) for side in sides(row)}
    for _ in range(6):
        state = seat(house, row, "spectator").state
        if state["stopped"]:
            return  # what it says then is another test's
        mine = next(who for who in players.values() if who.state["view"]["options"])
        mine.play(1)
    first = next(iter(players.values()))
    assert first.post("/resign").status == 200
    log = read_log(first.get("/export").content.decode())
    proof = verify(all_games()[row["game"]], log)
    assert proof.ok, proof.fault
    assert log.chains[row["seq"]] == row["chain"], "the picks of before are untouched"


# Rules that have changed since


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Tiny Beach in a new version, in which a verb may be forbidden that was allowed."""

    def change(forbidden: str = "") -> None:
        games = dict(all_games())
        before = games["tinybeach"]
        version = str(int(before.version.split(".")[0]) + 1)
        games["tinybeach"] = msgspec.structs.replace(before, version=version)
        for module in ("opening", "keeper"):
            monkeypatch.setattr(f"bocage.server.{module}.all_games", lambda: games)
        if forbidden:
            monkeypatch.setattr(session, "replay_entry", partial(refusing, forbidden))

    return change


def refusing(verb: str, game: Game, g: State, entry: Entry, dice: str = "") -> None:
    """New rules that forbid a verb."""
    if entry.do.startswith(verb):
        raise BadLog(f"line {entry.n + 1}: {entry.do}: 99.9, nobody may do that any more", entry.n)
    PLAYED(game, g, entry, dice)


PLAYED = session.replay_entry


def finished(house: House) -> Player:
    both = house.hot_seat(scenario="dawn", seed=None)
    both.play(2000, choose=lambda options: options[-1])
    assert both.state["over"]
    return both


def recorded(house: House, game: str) -> bool:
    with sqlite3.connect(f"file:{house.folder / FILE}?mode=ro", uri=True) as connection:
        found = connection.execute("SELECT count(*) FROM records WHERE game = ?", (game,)).fetchone()[0]
    connection.close()
    return bool(found)


def test_a_game_goes_on_under_new_rules_that_allow_its_picks_and_says_so(
    open_house: Callable[..., House], newer_rules: Callable[..., None]
) -> None:
    house = open_house()
    both = house.hot_seat(seed=None)
    both.play(12)
    before = both.state
    house.stop()
    newer_rules()
    both = Player(open_house(), both.game, both.token)
    state = both.state
    assert (state["seq"], state["stopped"]) == (before["seq"], "")
    notes = [line["text"] for line in state["log"]["entries"] if line.get("kind") == "Note"]
    assert len(notes) == 1
    assert "It goes on under the new ones" in notes[0]
    assert both.play(4)["seq"] > before["seq"]
    text = both.get("/export").content.decode()
    newer = msgspec.structs.replace(all_games()["tinybeach"], version="99")
    proof = verify(newer, read_log(text))
    assert (proof.fault, proof.ok) == ("", True)
    assert "older rules" in proof.note


@pytest.mark.parametrize("has_record", [True, False])
def test_a_finished_game_is_read_under_rules_that_cannot_play_it(
    open_house: Callable[..., House], newer_rules: Callable[..., None], has_record: bool
) -> None:
    house = open_house()
    both = finished(house)
    before = both.state
    views = {n: both.get(f"/replay?n={n}&side=German").json for n in (0, 5, before["seq"])}
    text, log = both.get("/export").content, both.get("/log?side=German").json
    turns = both.get("/turns").json
    assert len(turns["starts"]) > 1
    until(lambda: recorded(house, both.game), 60)
    house.stop()
    if not has_record:
        with sqlite3.connect(house.folder / FILE) as connection:
            connection.execute("DELETE FROM records")
        connection.close()
    newer_rules("done")
    both = Player(open_house(), both.game, both.token)
    state = both.state
    assert (state["over"], state["result"], state["seq"]) == (True, before["result"], before["seq"])
    assert "version" in state["stopped"]
    assert both.get("/log?side=German").json == log
    assert both.act("done").code in {"stopped", "over"}
    assert both.get("/query/overlay/control").status in {404, 409}
    assert both.get("/export").content == text, "byte for byte"
    assert both.get("/turns").json == turns if has_record else both.get("/turns").status == 200
    if has_record:
        assert state["stopped"].startswith("this game is shown as recorded: it was played under version")
        assert state["view"]["prompt"]["text"] == state["stopped"], "the page says so"
        for n, view in views.items():
            now = both.get(f"/replay?n={n}&side=German").json
            for part in ("pieces", "marks", "tracks", "trail"):
                assert now.get(part) == view.get(part), (n, part)
    else:
        assert both.get("/replay?n=5&side=German").json["pieces"]
        now, then = both.get(f"/replay?n={before['seq']}&side=German").json, views[before["seq"]]
        assert now["pieces"] == then["pieces"], "the last position is kept in any case"


def test_a_finished_game_is_shown_as_recorded_even_where_new_rules_would_follow_it(
    open_house: Callable[..., House], newer_rules: Callable[..., None]
) -> None:
    house = open_house()
    both = finished(house)
    until(lambda: recorded(house, both.game), 60)
    house.stop()
    newer_rules()
    both = Player(open_house(), both.game, both.token)
    assert "shown as recorded" in both.state["stopped"]


def test_a_review_that_the_new_rules_cannot_make_is_refused_in_words(
    open_house: Callable[..., House], newer_rules: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = open_house()
    both = finished(house)
    until(lambda: recorded(house, both.game), 60)
    house.stop()
    newer_rules("done")
    both = Player(open_house(), both.game, both.token)
    monkeypatch.setattr("bocage.server.process.sys.executable", "/bin/false")
    answer = until(lambda: [found for found in [both.get("/review")] if found.status != 202])[0]
    assert (answer.status, answer.code) == (409, "stopped")
    assert both.get("/review").code == "stopped", "and nobody tries in vain"


def test_a_game_given_up_is_exported_byte_for_byte_under_rules_that_cannot_play_it(
    open_house: Callable[..., House], newer_rules: Callable[..., None]
) -> None:
    house = open_house()
    both = house.hot_seat(scenario="dawn", seed=None)
    both.play(10)
    assert both.post("/resign", {"side": "German"}).status == 200
    text = both.get("/export").content
    house.stop()
    with sqlite3.connect(house.folder / FILE) as connection:
        connection.execute("DELETE FROM records")
    connection.close()
    newer_rules("enter")
    both = Player(open_house(), both.game, both.token)
    assert both.state["stopped"]
    assert both.get("/export").content == text


def test_a_finished_game_of_older_rules_is_recorded_while_ours_still_follow_it(
    open_house: Callable[..., House], newer_rules: Callable[..., None]
) -> None:
    house = open_house()
    both = finished(house)
    house.stop()
    with sqlite3.connect(house.folder / FILE) as connection:
        connection.execute("DELETE FROM records")
    connection.close()
    newer_rules()
    house = open_house()
    until(lambda: recorded(house, both.game), 60)


def test_an_unfinished_game_that_the_new_rules_forbid_is_readable_and_says_why(
    open_house: Callable[..., House], newer_rules: Callable[..., None]
) -> None:
    house = open_house()
    allied, german, spectator = house.two()
    german.act("hide 0303")
    allied.act("enter Able 0201")
    allied.act("enter Baker 0201")
    pieces = allied.state["view"]["pieces"]
    house.stop()
    newer_rules("enter")
    house = open_house()
    allied = Player(house, allied.game, allied.token)
    state = allied.state
    assert not state["over"]
    assert "it can be read, but not played on" in state["stopped"]
    assert "enter" not in state["stopped"], "which pick it is may be a secret"
    assert "0201" not in state["stopped"]
    assert state["view"]["prompt"]["text"] == state["stopped"]
    assert state["view"]["pieces"] == pieces, "as it stood when the server was stopped"
    refused = allied.act("hold")
    assert (refused.status, refused.code) == (409, "stopped")
    assert next(line["text"] for line in allied.get("/log").json["entries"]) == "Turn 1."
    assert allied.get("/replay?n=1").status == 200
    ear = Player(house, spectator.game, spectator.token).listen()
    assert ear.event()[1]["seq"] == state["seq"]
    ear.close()


def test_a_computer_player_leaves_a_game_alone_that_cannot_go_on(
    open_house: Callable[..., House], newer_rules: Callable[..., None], caplog: pytest.LogCaptureFixture
) -> None:
    house = open_house()
    made = house.new(seats={"Allied": "random"})
    german = Player(house, made["id"], made["seats"]["German"]["token"])
    german.act("hide 0303")
    until(lambda: german.state["seq"] > 4)
    house.stop()
    newer_rules("enter")
    caplog.clear()
    german = Player(open_house(), german.game, german.token)
    assert german.state["stopped"]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
