"""A direction is picked at the table: by a handle on the map, and by keys. The game comes from another distribution."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_faults import playing

ROOT = Path(__file__).parents[2]
METADATA = "Metadata-Version: 2.1\nName: patrol\nVersion: 1.0\n"


@pytest.fixture(scope="module")
def patrols(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A server that knows the landing of the kernel's tests."""
    folder = tmp_path_factory.mktemp("patrol")
    offered = folder / "patrol-1.0.dist-info"
    offered.mkdir()
    (offered / "METADATA").write_text(METADATA)
    (offered / "entry_points.txt").write_text("[bocage.games]\npatrol = tests.kernel.patrol:PATROL_GAME\n")
    paths = os.pathsep.join([str(folder), str(ROOT), *sys.path])
    command = [sys.executable, "-m", "bocage.server", "--port", "0", "--data-dir", str(folder / "tables")]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}
    ) as server:
        assert server.stdout is not None
        address = re.search(r"http://[\d.]+:\d+", server.stdout.readline())
        assert address is not None
        yield Site(address[0])
        server.terminate()


def test_a_click_on_a_handle_turns_the_counter(patrols: Site, browser: Browser) -> None:
    made = patrols.create("patrol", hotseat=True, seed=3)
    with Seat(browser, patrols, made["hotseat"]["url"]) as seat:
        assert seat.page.locator(".facing-handle").count() == 0  # nothing in hand
        seat.table("table.gestures.pickUnit('Able')")
        assert seat.page.locator(".facing-handle").count() == 5
        seat.page.locator("[data-action='face Able NE'].facing-handle").click()
        seat.wait_after(0)
        assert seat.table("table.view.pieces.find(p => p.unit === 'Able').facing") == "NE"
        assert "Able faces NE." in str(seat.table("table.info.log.entries.map(e => e.text)"))


def test_the_keyboard_aims_and_turns(patrols: Site, browser: Browser) -> None:
    made = patrols.create("patrol", hotseat=True, seed=3)
    with Seat(browser, patrols, made["hotseat"]["url"]) as seat:
        seat.table("table.gestures.pickUnit('Baker')")
        seat.page.focus("#viewport")
        for key in (".", ".", ",", "."):
            seat.page.keyboard.press(key)
        assert seat.page.locator(".facing-handle.aimed").get_attribute("data-action") == "face Baker NE"
        seat.page.keyboard.press("Enter")
        seat.wait_after(0)
        assert seat.table("table.view.pieces.find(p => p.unit === 'Baker').facing") == "NE"


def marching(site: Site) -> str:
    """The address of a German who holds Omaha against the automaton, and has a counter in hand that may march."""
    options, seats = {"solitaire": "american"}, {"German": "human"}
    made = site.create("bradley", scenario="omaha", options=options, seats=seats, seed=2)
    seat, path = made["seats"]["German"], f"/api/games/{made['id']}"
    state = site.ask("GET", path, token=seat["token"])
    for _ in range(200):
        actions = [option["action"] for option in state["view"]["options"]]
        if "march" in actions:
            return str(seat["url"])
        pick = next(action for action in actions if action.split()[0] not in {"begin", "fire", "aim", "assault"})
        state = site.ask("POST", f"{path}/actions", {"seq": state["seq"], "action": pick}, seat["token"])
    raise AssertionError("nobody may march")


def test_bradleys_counter_turns_or_changes_its_mode_without_a_move(site: Site, browser: Browser) -> None:
    made = playing(site, "bradley", "select", seed=5, avoid=("fire", "aim", "assault"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        (unit,) = seat.table("[...table.position.choices.ableUnits()].slice(0, 1)")
        handles = seat.page.locator(".facing-handle")
        for way in ("handle", "keys", "button"):
            before, wanted = seat.seq, ""
            seat.page.evaluate("unit => window.bocage.gestures.pickUnit(unit)", unit)
            expect(handles.first).to_be_visible()
            if way == "button":
                seat.page.click(f"#answers [data-action='select {unit};deploy']")
            elif way == "handle":
                wanted = (handles.first.get_attribute("data-action") or "").split()[-1]
                handles.first.click()
            else:
                seat.page.focus("#viewport")
                seat.page.keyboard.press(".")
                wanted = (seat.page.locator(".facing-handle.aimed").get_attribute("data-action") or "").split()[-1]
                seat.page.keyboard.press("Enter")
            seat.wait_after(before)
            assert seat.table(f"table.view.pieces.find(p => p.unit === {unit!r}).facing || ''") == wanted, way
            seat.page.click("#undo")
            seat.page.wait_for_function("seq => window.bocage.info.seq === seq && !window.bocage.busy", arg=before)


def test_bradleys_marching_counter_is_turned_by_a_handle(site: Site, browser: Browser) -> None:
    with Seat(browser, site, marching(site)) as seat:
        (unit,), before = seat.table("table.info.hand"), seat.seq
        assert seat.page.locator(".facing-handle").count() == 0  # in combat mode it faces everywhere
        seat.page.click("[data-action=march]")
        seat.wait_after(before)
        assert seat.page.locator(".facing-handle").count() == 6
        home = seat.table(f"table.position.piece({unit!r}).space")
        seat.page.evaluate(  # as if it had no points left
            """() => { const { choices } = window.bocage.position; choices.able = undefined;
            choices.options = choices.options.filter((choice) => !choice.spaces?.length); }"""
        )
        assert seat.table("table.scene.about()") == [home], "the map is at the counter that is to turn"
        before = seat.seq
        seat.page.locator("[data-action='face SE'].facing-handle").click()
        seat.wait_after(before)
        assert seat.table(f"table.view.pieces.find(p => p.unit === {unit!r}).facing") == "SE"


def test_a_game_alone_waits_for_nobody_else(patrols: Site, browser: Browser) -> None:
    made = patrols.create("patrol", options={"alone": "yes"}, seats={"Patrol": "human"}, seed=3)
    assert list(made["seats"]) == ["Patrol"]
    with Seat(browser, patrols, made["seats"]["Patrol"]["url"]) as seat:
        for _ in range(2):
            before = seat.seq
            seat.page.click("[data-action='done']")
            seat.sure()
            seat.wait_after(before)
        assert seat.options
        assert "by the book" in str(seat.table("table.info.log.entries.map(e => e.text)"))
