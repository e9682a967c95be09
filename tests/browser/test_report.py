"""The report of the lab, opened from the disk as its reader would."""

from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from bocage.ai.batch import Batch
from bocage.lab.report import make_report
from bocage.lab.results import Run
from bocage.lab.running import play_missing


def test_the_page_stands_alone_and_its_slider_moves_the_front(browser: Browser, tmp_path: Path) -> None:
    some = Batch(game="tinybeach", scenario="landing", options={"weather": "rolled"}, players={}, seed=1, games=12)
    with Run(tmp_path / "r", some, resume=False) as run:
        for _ in play_missing(run, some):
            pass
    file = tmp_path / "report.html"
    file.write_text(make_report([tmp_path / "r"]), encoding="utf-8")
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
