"""The soak of the server, short: players, listeners, and two kills."""

import pytest
from tests.server.conftest import House

from bocage.tools.fuzz_server import main as fuzz
from bocage.tools.proxy import nginx
from bocage.tools.soak_players import Record, Sent, Tally, check_log
from bocage.tools.soak_server import _check_memory, main


@pytest.mark.usefixtures("no_other_loop")
def test_a_short_soak_loses_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "6", "--seconds", "8", "--kills", "2", "--pace", "0.05"]) == 0
    said = capfd.readouterr().out
    assert "killed with SIGKILL         2 times" in said
    assert "95 %" in said


@pytest.mark.skipif(nginx() is None, reason="nginx is missing: apt install nginx-light")
@pytest.mark.usefixtures("no_other_loop")
def test_a_short_soak_through_nginx_loses_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["--games", "4", "--seconds", "8", "--kills", "3", "--pace", "0.05", "--proxy"]) == 0
    assert "killed with SIGKILL         3 times" in capfd.readouterr().out


@pytest.mark.usefixtures("no_other_loop")
def test_a_short_fuzz_finds_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert fuzz(["--requests", "600"]) == 0, capfd.readouterr().out


def test_the_soak_would_notice(house: House) -> None:
    both = house.hot_seat(scenario="dawn", seed=None)
    both.play(2000, choose=lambda options: options[-1])
    text = both.get("/export").content.decode()
    table = house.table(both.game)
    made = [entry.do for entry in table.session.log.entries if not entry.auto and entry.by == "German"]
    sent = [Sent(action, sure=True) for action in made]
    assert check_log(table.game, text, [Record("German", sent)]) == ""
    assert "German sent other picks" in check_log(
        table.game, text, [Record("German", [*sent, Sent("done", sure=True)])]
    )
    assert check_log(table.game, text, [Record("German", [*sent, Sent("done", sure=False)])]) == ""
    assert "German sent other picks" in check_log(table.game, text, [Record("German", sent[:-1])])
    assert check_log(table.game, text, [Record("German", [*sent[:-1], Sent(made[-1], sure=False)])]) == ""
    twice = [*sent[:-1], Sent(made[-1], sure=False), sent[-1]]
    assert check_log(table.game, text, [Record("German", twice)]) == "", "lost once, then sent again"
    assert "cannot be read" in check_log(table.game, text.replace("hide", "hid"), [])


def test_the_soak_notices_a_memory_that_grows() -> None:
    steady, growing = Tally(), Tally(faults=[])
    _check_memory([50.0] * 12, steady)
    _check_memory([50.0 + 5 * n for n in range(12)], growing)
    assert not steady.faults
    assert growing.faults
