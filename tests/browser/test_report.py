"""The report of the lab, opened from the disk as its reader would."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from bocage.lab.report import make_report
from bocage.lab.results import Run
from bocage.lab.running import play_missing
from bocage.runs.batch import Batch


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lab")
    some = Batch(game="tinybeach", scenario="landing", options={"weather": "rolled"}, players={}, seed=1, games=12)
    with Run(folder / "r", some, resume=False) as run:
        for _ in play_missing(run, some):
            pass
    file = folder / "report.html"
    file.write_text(make_report([folder / "r"]), encoding="utf-8")
    return file


def test_the_page_stands_alone_and_its_slider_moves_the_front(browser: Browser, file: Path) -> None:
    page = browser.new_page(viewport={"width": 1100, "height": 900})
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda line: said.append(line.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(file.as_uri())
    slider = page.get_by_role("slider", name="Turn")
    expect(page.locator(".front output")).to_have_text("Turn 5")
    late = page.locator(".front .contact").inner_html()
    slider.focus()
    page.keyboard.press("Home")
    expect(page.locator(".front output")).to_have_text("Turn 0")
    assert page.locator(".front .contact").inner_html() != late
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".front output")).to_have_text("Turn 1", timeout=10_000)
    page.get_by_role("button", name="Pause").click()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert asked == [file.as_uri()]
    assert said == []
    faults = Axe().run(page).response["violations"]
    assert [(fault["id"], [node["html"][:200] for node in fault["nodes"][:2]]) for fault in faults] == []
    page.close()


def test_on_a_phone_plots_can_be_read_and_only_they_move_sideways(browser: Browser, file: Path) -> None:
    """Shrunk to the width of a phone, their words would be half as large; and no small one is blown up."""
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sizes = page.locator("figure > svg").evaluate_all(
        "plots => plots.map((plot) => plot.getBoundingClientRect().width / parseFloat(plot.style.width))"
    )
    assert len(sizes) > 5
    assert all(0.69 < size <= 1 for size in sizes)
    faults = Axe().run(page).response["violations"]
    assert [(fault["id"], [node["html"][:200] for node in fault["nodes"][:2]]) for fault in faults] == []
    page.close()
