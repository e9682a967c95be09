"""What the server does when nobody waits."""

import sqlite3
from pathlib import Path

from tests.server.conftest import House, Player, until

from bocage.server.records import Record, change, read, write
from bocage.server.settings import Settings
from bocage.server.store import FILE


def over(house: House) -> Player:
    both = house.hot_seat(scenario="dawn", seed=None)
    both.play(2000, choose=lambda options: options[-1])
    assert both.state["over"]
    return both


def test_a_record_shows_every_moment_as_every_reader_saw_it(house: House) -> None:
    both = over(house)
    record = read(write(both.get("/export").content.decode()))
    assert record is not None
    table = house.table(both.game)
    for reader in (-1, 0, 1):
        for n in range(0, table.seq + 1, 7):
            seen, kept = table.replay(n, reader), record.view(reader, n)
            assert (kept.pieces, kept.marks, kept.tracks, kept.trail) == (
                seen.pieces,
                seen.marks,
                seen.tracks,
                seen.trail,
            )
    assert record.ending == table.session.log.ending


def test_a_change_makes_one_view_of_another() -> None:
    before = {"pieces": [1, 2, 3, 4], "trail": "a", "gone": [1]}
    after = {"pieces": [1, 9, 9, 4], "trail": "b"}
    assert change(before, after) == {"pieces": {"keep": [1, 1], "new": [9, 9]}, "trail": "b", "gone": []}
    assert change(before, before) == {}


def test_finished_games_are_recorded_and_reviewed_by_themselves(tmp_path: Path) -> None:
    house = House(tmp_path, settings=Settings(games=0, reviews=True))
    try:
        both = over(house)
        until(lambda: list((tmp_path / "reviews").glob(f"{both.game}-*.html")), 120)
        with sqlite3.connect(tmp_path / FILE) as connection:
            ((views,),) = connection.execute("SELECT views FROM records WHERE game = ?", (both.game,)).fetchall()
        connection.close()
        assert isinstance(read(views), Record)
    finally:
        house.stop()
