"""A press counts, whatever news comes between the finger going down and up."""

from playwright.sync_api import Browser
from tests.browser.seats import Seat, Site


def visit(site: Site, made: dict[str, dict[str, dict[str, str]]], side: str, name: str) -> None:
    """The other side gives its name, which every page at the table is told."""
    site.ask("POST", f"/api/games/{made['id']}/join", {"name": name}, made["seats"][side]["token"])


def hears_of(seat: Seat, name: str) -> None:
    """Wait until the page shows who sits there."""
    seat.page.wait_for_function(
        "name => Object.values(window.bocage.info.seats).some((seat) => seat.name === name)", arg=name
    )


def test_a_press_is_not_lost_when_news_comes_before_the_button_is_let_go(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"})
    with Seat(browser, site, made["seats"]["German"]["url"]) as seat:
        button = seat.page.locator("[data-action='hide 0303']")
        button.hover()
        seat.page.mouse.down()
        visit(site, made, "Allied", "Dora")
        hears_of(seat, "Dora")
        seat.page.mouse.up()
        seat.wait_after(0)
        assert seat.table("table.view.pieces.find(p => p.unit === 'Gun').space") == "0303"


def test_what_was_chosen_in_a_long_list_stays_chosen_when_news_comes(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", seats={"Allied": "human", "German": "human"})
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        wanted = seat.table("table.shown()[1].action")
        seat.page.select_option("#options", wanted)
        visit(site, made, "German", "Emil")
        hears_of(seat, "Emil")
        seat.page.wait_for_timeout(300)
        assert seat.page.locator("#options").input_value() == wanted


def test_a_press_that_ends_elsewhere_does_not_hold_the_panel(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"})
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        seat.page.locator("#overlay").dispatch_event("pointerdown", {"bubbles": True})  # its list opens, no end follows
        site.ask(
            "POST",
            f"/api/games/{made['id']}/actions",
            {"seq": 0, "action": "hide 0303"},
            made["seats"]["German"]["token"],
        )
        seat.wait_after(0)
        seat.page.mouse.move(400, 400)
        seat.page.mouse.move(420, 400)
        seat.page.wait_for_selector("#answers [data-action^='enter Able']")


def test_a_click_that_could_mean_a_stack_or_a_formation_asks_which(site: Site, browser: Browser) -> None:
    """The German reaction of The Dark Summer (9.3.4): one hex names a stack, its counter a formation."""
    made = site.create("darksummer", hotseat=True, seed=3)
    token, path = made["hotseat"]["token"], f"/api/games/{made['id']}"
    state = site.ask("GET", path, None, token)
    while not any(one["verb"] == "activate-stack" for one in state["view"]["options"]):
        options = (
            state["view"]["options"]
            or site.ask("GET", f"{path}?side={state['to_decide']}", None, token)["view"]["options"]
        )
        ends = [one for one in options if one.get("part") in {"end", "halt"}] or options
        pick = {"seq": state["seq"], "action": ends[-1]["action"], "side": state["to_decide"]}
        state = site.ask("POST", f"{path}/actions", pick, token)
        if not state["view"]["options"]:
            state = site.ask("GET", f"{path}?side={state['to_decide']}", None, token)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        named = {unit for one in seat.options if one["verb"] == "activate-formation" for unit in one["units"]}
        hexes = {space for one in seat.options if one["verb"] == "activate-stack" for space in one["spaces"]}
        pieces = seat.table("table.view.pieces")
        piece = next(one for one in pieces if one.get("unit") in named and one["space"] in hexes)
        seat.table(f"table.map.focus([{piece['space']!r}])")
        before = seat.seq
        seat.page.mouse.click(*seat.at(piece["space"]))
        seat.page.locator("#dialog[open] button", has_text="the stack").click()
        seat.wait_after(before)
        assert seat.table("table.view.trail").endswith("Movement")
