"""The soak of the server, short: players, listeners, and two kills."""

import pytest
from tests.server.conftest import House

from bocage.tools.soak_players import Record, Tally, check_log
from bocage.tools.soak_server import _check_memory, main


@pytest.mark.usefixtures("no_other_loop")
def test_a_short_soak_loses_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "6", "--seconds", "8", "--kills", "2", "--pace", "0.05"]) == 0
    said = capfd.readouterr().out
    assert "killed with SIGKILL         2 times" in said
    assert "95 %" in said


def test_the_soak_would_notice(house: House) -> None:
    both = house.hot_seat(scenario="dawn", seed=None)
    both.play(2000, choose=lambda options: options[-1])
    text = both.get("/export").content.decode()
    table = house.table(both.game)
    made = {entry.n: entry.do for entry in table.session.log.entries if not entry.auto and entry.by != "chance"}
    assert check_log(table.game, text, Record(made, {})) == ""
    lost = {**made, 10_000: "done"}
    assert "pick 10000 was accepted" in check_log(table.game, text, Record(lost, {}))
    fewer = dict(list(made.items())[:-1])
    assert "which nobody was told of" in check_log(table.game, text, Record(fewer, {}))
    last = max(made)
    assert check_log(table.game, text, Record(fewer, {last: {made[last]}})) == ""
    assert "cannot be read" in check_log(table.game, text.replace("hide", "hid"), Record(made, {}))


def test_the_soak_notices_a_memory_that_grows() -> None:
    steady, growing = Tally(), Tally(faults=[])
    _check_memory([50.0] * 12, steady)
    _check_memory([50.0 + 5 * n for n in range(12)], growing)
    assert not steady.faults
    assert growing.faults
