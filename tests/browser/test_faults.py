"""Faults that people met at the table, each with the gesture that met it: the mouse at coordinates, or a finger."""

import time
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site

from bocage import games
from bocage.kernel.session import Session

SHIFT = """() => { window.shifts = [];
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifts.push([entry.value,
      entry.sources.map((found) => found.node?.outerHTML?.slice(0, 80))]); })
    .observe({ type: 'layout-shift', buffered: false }); }"""


def playing(site: Site, game: str, verb: str, *, seed: int = 5, avoid: tuple[str, ...] = ()) -> dict[str, Any]:
    """A hot-seat game in which a verb is offered, found by picking what comes first."""
    made: dict[str, Any] = site.ask(
        "POST", "/api/games/import", {"log": leading_to(game, verb, seed, avoid), "hotseat": True}
    )
    token, path = made["hotseat"]["token"], f"/api/games/{made['id']}"
    decides = site.ask("GET", path, token=token)["to_decide"]
    return made | {"state": site.ask("GET", f"{path}?side={decides}", token=token)}


@cache
def leading_to(game: str, verb: str, seed: int, avoid: tuple[str, ...]) -> str:
    """The log of a game up to the moment in which a verb is offered."""
    session = Session.open(games()[game], seed=seed)
    for _ in range(400):
        side = session.to_decide
        assert side is not None
        options = session.view(side).options()
        if any(option[0] == verb for option in options):
            return session.log.text()
        chosen = next((option for option in options if option[0] not in avoid), options[0])
        session.pick(session.game.format(session.state, chosen), side)
    raise AssertionError(f"{verb} was never offered")


@pytest.mark.parametrize("touch", [False, True])
def test_the_first_press_lands_where_it_was_aimed(site: Site, browser: Browser, touch: bool) -> None:
    made = site.create("normandy44", hotseat=True, seed=3)
    more = {"has_touch": True} if touch else {}
    with Seat(browser, site, made["hotseat"]["url"], **more) as seat:
        seat.page.mouse.move(10, 300)
        seat.table("table.map.zoom(3)")
        seat.page.wait_for_timeout(300)
        before = seat.table("[table.map.x, table.map.y, table.map.scale]")
        box = seat.page.locator("#viewport").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        wanted = seat.page.evaluate("([x, y]) => window.bocage.map.spaceAt(x, y)", [x, y])
        if touch:
            seat.page.touchscreen.tap(x, y)
        else:
            seat.page.mouse.click(x, y)
        seat.page.wait_for_timeout(200)
        assert seat.table("[table.map.x, table.map.y, table.map.scale]") == before
        assert seat.table("table.hand.space") == wanted


@pytest.mark.parametrize("touch", [False, True])
def test_a_counter_is_picked_up_after_the_map_was_moved(site: Site, browser: Browser, touch: bool) -> None:
    made = playing(site, "tinybeach", "select", avoid=("wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"], has_touch=touch) as seat:
        seat.uncover()
        x, y = seat.at("0304")
        seat.page.mouse.move(x, y)
        seat.page.mouse.down()
        seat.page.mouse.move(x + 30, y + 30, steps=4)
        seat.page.mouse.up()
        unit = next(one["units"][0] for one in seat.options if one["verb"] == "select")
        home = seat.table(f"table.position.piece({unit!r}).space")
        x, y = seat.at(home)
        (seat.page.touchscreen.tap if touch else seat.page.mouse.click)(x, y)
        fan = seat.page.locator("#fan .able").first
        if touch:
            expect(fan).to_be_visible()
            fan.tap()
        seat.page.wait_for_function("() => window.bocage.hand.units.length > 0")


def test_nothing_moves_because_something_is_pointed_at(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "attack", avoid=("hold", "wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        attack = seat.page.locator("#options button", has_text="Attack").first
        before = attack.bounding_box()
        assert before is not None
        seat.page.evaluate(SHIFT)
        for button in reversed(seat.page.locator("#options button").all()):
            box = button.bounding_box()
            assert box is not None
            seat.page.mouse.move(box["x"] + 8, box["y"] + 8)
            seat.page.wait_for_timeout(250)
        expect(seat.page.locator("#preview")).to_be_visible()
        for space in list(seat.table("Object.keys(table.layout.spaces)"))[:10]:
            seat.page.mouse.move(*seat.at(space))
            seat.page.wait_for_timeout(330)
        assert seat.page.evaluate("() => window.shifts") == []
        assert attack.bounding_box() == before
        seat.page.mouse.click(before["x"] + before["width"] / 2, before["y"] + before["height"] / 2)
        seat.page.wait_for_function("() => /attacks/.test(window.bocage.view.prompt.text)")


def test_the_account_of_a_button_that_the_pointer_has_left_is_in_nobodys_way(site: Site, browser: Browser) -> None:
    """It stays a moment, so that nothing flickers from button to button; what lies under it takes the click."""
    made = playing(site, "tinybeach", "attack", avoid=("hold", "wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        seat.page.locator("#options button", has_text="Attack").first.hover()
        expect(seat.page.locator("#preview")).to_be_visible()
        account = seat.page.locator("#preview").bounding_box()
        assert account is not None
        seat.page.locator("#options button", has_text="Attack").first.dispatch_event("mouseleave")
        under = """([x, y]) => document.elementFromPoint(x, y).closest('#preview') !== null"""
        assert not seat.page.evaluate(under, [account["x"] + account["width"] / 2, account["y"] + 20])


def drag(seat: Seat, start: tuple[float, float], end: tuple[float, float]) -> None:
    """From here to there with the mouse."""
    seat.page.mouse.move(*start)
    seat.page.mouse.down()
    seat.page.mouse.move(start[0] + 12, start[1] + 12, steps=3)
    seat.page.mouse.move(*end, steps=6)
    seat.page.mouse.up()


@pytest.mark.parametrize(
    ("game", "verb"), [("normandy44", "move"), ("tinybeach", "select"), ("acrosstheworld", "take")]
)
def test_a_counter_is_dragged_to_where_it_goes_in_every_game(
    site: Site, browser: Browser, game: str, verb: str
) -> None:
    made = playing(site, game, verb, seed=3)
    movable = [option["units"][0] for option in made["state"]["view"]["options"] if option["verb"] == verb]
    places = {piece.get("unit"): piece["space"] for piece in made["state"]["view"]["pieces"]}
    side = made["state"]["view"]["you"]
    for unit in movable:
        asked = f"/api/games/{made['id']}/query/ways?units={unit.replace('/', '%2F')}&side={side}"
        ways = site.ask("GET", asked, token=made["hotseat"]["token"])["ways"]
        if ways:
            break
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        seat.page.evaluate("names => window.bocage.map.focus(names)", [places[unit], ways[0]["space"]])
        before = seat.seq
        x, y = seat.page.evaluate(
            """unit => { const t = window.bocage, spot = t.layer.spots.get(unit);
            const box = t.map.port.getBoundingClientRect();
            const half = t.layer.size / 2;
            return [box.left + t.map.x + (spot.x + half) * t.map.scale,
                    box.top + t.map.y + (spot.y + half) * t.map.scale]; }""",
            unit,
        )
        moved = seat.page.evaluate(
            "([x, y]) => { const t = window.bocage, at = t.map.point(x, y); return t.layer.unitAt(at.x, at.y); }",
            [x, y],
        )
        drag(seat, (x, y), seat.at(ways[0]["space"]))
        seat.wait_after(before)
        assert seat.table(f"table.position.piece({moved!r}).space") == ways[0]["space"]
        seat.page.click("#undo")
        seat.page.wait_for_function("seq => window.bocage.info.seq === seq", arg=before)
        assert seat.table(f"table.position.piece({moved!r}).space") == places[moved], "undo takes back the gesture"


@pytest.mark.parametrize("game", sorted(name for name, title in games().items() if title.secrets))
def test_reasons_of_a_side_with_secrets_stay_sealed_until_the_game_is_over(site: Site, game: str) -> None:
    sides = games()[game].sides
    seats = dict.fromkeys(sides, "planner-quick") | {sides[0]: "human"}
    made = site.create(game, seats=seats, seed=3)
    token, path = made["seats"][sides[0]]["token"], f"/api/games/{made['id']}"
    theirs = 0
    for _ in range(400):
        state = site.ask("GET", path, token=token)
        options = state["view"]["options"]
        if options:
            if theirs:
                break
            plain = next((one for one in options if one["verb"] in {"historical", "done", "hold", "pass"}), options[0])
            site.ask("POST", f"{path}/actions", {"seq": state["seq"], "action": plain["action"]}, token)
        else:
            theirs += 1
            time.sleep(0.2)
    assert theirs, "the computer has decided something"
    lines = site.ask("GET", f"{path}/log", token=token)["entries"]
    assert not state["aloud"]
    assert [line for line in lines if line.get("kind") == "Reason"] == []
    site.ask("POST", f"{path}/resign", {}, token)
    lines = site.ask("GET", f"{path}/log", token=token)["entries"]
    assert any(line.get("kind") == "Reason" for line in lines)


def test_a_pinned_counter_is_not_marked_by_a_click(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "select", seed=4, avoid=("wait", "hold"))
    token, path = made["hotseat"]["token"], f"/api/games/{made['id']}"
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        found = ""
        for _ in range(30):
            state = site.ask("GET", f"{path}?side={seat.table('table.info.to_decide')}", token=token)
            for option in state["view"]["options"]:
                if option["verb"] == "select":
                    unit = option["units"][0]
                    asked = f"{path}/query/ways?units={unit}&side={state['view']['you']}"
                    if not site.ask("GET", asked, token=token)["ways"]:
                        found = unit
            if found:
                break
            pick = next((one for one in state["view"]["options"] if one["verb"] in {"done", "stay"}), None)
            pick = pick or state["view"]["options"][0]
            body = {"seq": state["seq"], "action": pick["action"], "side": state["view"]["you"]}
            site.ask("POST", f"{path}/actions", body, token)
            seat.page.wait_for_timeout(150)
            seat.uncover()
        assert found, "no counter was pinned in this game"
        seat.page.evaluate("() => window.bocage.follower.refresh()")
        before = seat.seq
        here = seat.table(f"table.position.piece({found!r}).space")
        seat.page.mouse.click(*seat.at(here))
        fan = seat.page.locator(f"#fan [data-unit={found!r}]")
        if fan.is_visible():
            fan.click()
        seat.page.wait_for_selector(".reason")
        assert seat.seq == before
        assert "cannot" in seat.page.inner_text(".reason")


def test_the_last_attacker_joins_without_rolling(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "join", seed=5, avoid=("wait", "hold", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        for _ in range(6):
            joins = [option for option in seat.options if option["verb"] == "join"]
            if not joins:
                break
            before = seat.seq
            seat.page.click(f"[data-action={joins[0]['action']!r}]")
            seat.wait_after(before)
        assert [option["verb"] for option in seat.options if option["verb"] == "fight"] == ["fight"]
        rolled = seat.table("table.log.entries.filter(line => line.dice && line.n > table.info.seq - 1).length")
        assert rolled == 0


def test_units_that_have_not_landed_are_not_abandoned_without_a_word(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.page.click("[data-action='hide 0303']")
        seat.wait_after(0)
        seat.uncover()
        before = seat.seq
        seat.page.click("[data-action=hold]")
        expect(seat.page.locator(".confirm")).to_contain_text("stay where they are")
        assert seat.seq == before
        seat.page.click("#confirm-no")
        assert seat.seq == before


def test_a_resignation_reaches_the_other_page(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=3)
    seats = made["seats"]
    with Seat(browser, site, seats["Allied"]["url"]) as allied, Seat(browser, site, seats["German"]["url"]) as german:
        german.page.click("#tab-game")
        german.page.click("#game button:has-text('Resign')")
        german.page.click("#dialog button.primary")
        expect(allied.page.locator("#decision")).to_contain_text("The game is over", timeout=5_000)
        expect(allied.page.locator("#decision")).to_contain_text("German resigned")


def test_a_new_question_is_in_sight(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "attack", avoid=("hold", "wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"], viewport={"width": 900, "height": 500}) as seat:
        seat.uncover()
        space = seat.options[0]["spaces"][0]
        seat.page.evaluate("() => { document.getElementById('panel').scrollTop = 400; }")
        seat.page.mouse.click(*seat.at(space))
        seat.page.wait_for_function("() => /attacks/.test(window.bocage.view.prompt.text)")
        seat.page.wait_for_timeout(100)
        expect(seat.page.locator("#question")).to_be_in_viewport()


def test_undo_on_ones_own_turn_does_not_say_that_the_other_side_decides(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.page.click("[data-action='hide 0303']")
        seat.wait_after(0)
        seat.uncover()
        assert "other side" not in (seat.page.get_attribute("#undo", "title") or "")


def test_number_keys_follow_the_page(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "enter", seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        seat.table("table.position.choices.options.splice(2, 0, table.position.choices.options.pop())")
        seat.table("table.scene.decision()")
        assert seat.page.locator(".option-group").count() == 2, "one verb stands between two options of another"
        keys = [int(text) for text in seat.page.locator("#options kbd").all_inner_texts()]
        assert keys == sorted(keys)
        third = seat.page.locator("#options button").nth(2).get_attribute("data-action")
        with seat.page.expect_request("**/actions") as sent:
            seat.page.keyboard.press("3")
        assert (sent.value.post_data_json or {})["action"] == third


def test_enter_on_a_stack_opens_it_for_the_keyboard(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "select", seed=5, avoid=("hold", "wait"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        seat.page.keyboard.press("m")
        for _ in range(12):
            seat.page.keyboard.press("n")
            if seat.table("table.gestures.ableAt(table.keyboard.at).length") > 1:
                break
        seat.page.keyboard.press("Enter")
        expect(seat.page.locator("#fan")).to_be_visible()
        assert seat.page.evaluate("() => document.activeElement.closest('#fan') !== null")
        seat.page.keyboard.press("Enter")
        seat.page.wait_for_function("() => window.bocage.hand.units.length === 1 || window.bocage.hand.reason")


def test_a_window_made_larger_keeps_the_whole_map_in_its_middle(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    with Seat(browser, site, made["hotseat"]["url"], viewport={"width": 800, "height": 600}) as seat:
        seat.page.set_viewport_size({"width": 1600, "height": 1000})
        seat.page.wait_for_timeout(400)
        x, y = seat.table(
            "(() => { const f = table.map.frame(), m = table.map; return [m.x + (f.left + f.width / 2) * m.scale, "
            "m.y + (f.top + f.height / 2) * m.scale]; })()"
        )
        width, height = seat.table("[table.map.port.clientWidth, table.map.port.clientHeight]")
        assert abs(x - width / 2) < 3
        assert abs(y - height / 2) < 3


def test_the_smallest_screen_still_shows_map_and_question(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    with Seat(browser, site, made["hotseat"]["url"], viewport={"width": 320, "height": 480}, has_touch=True) as seat:
        assert seat.page.evaluate("() => document.documentElement.scrollWidth") == 320
        port, question = seat.page.locator("#viewport").bounding_box(), seat.page.locator("#question").bounding_box()
        assert port is not None
        assert question is not None
        assert port["height"] > 150
        assert port["width"] > 300
        assert question["y"] + question["height"] < 480


@pytest.mark.parametrize("path", ["/table/no-such-game#abcdefghijklmnopqrstu", "/table/!bad!", "/nowhere"])
def test_a_bad_link_says_so_on_a_page(site: Site, browser: Browser, path: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.address + path)
    page.wait_for_timeout(1500)
    text = page.inner_text("body")
    assert '{"error"' not in text
    assert "being laid out" not in text
    assert page.locator("a[href='/']").count()
    context.close()


def test_a_link_that_another_device_has_taken_says_what_may_have_happened(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=3)
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        assert seat.seq == 0
    context = browser.new_context()
    page = context.new_page()
    page.goto(site.address + made["seats"]["Allied"]["url"])
    expect(page.locator("#asked")).to_contain_text("The link to a seat is used once")
    expect(page.locator("#asked")).not_to_contain_text("token")
    context.close()


def test_what_one_side_looked_at_is_put_away_when_the_device_is_turned(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.page.mouse.click(*seat.at("0303"))
        expect(seat.page.locator("#cover")).to_be_visible()
        seat.uncover()
        expect(seat.page.locator("#cover")).to_be_hidden()
        expect(seat.page.locator("#stack")).to_be_hidden()
        assert seat.table("table.hand.space") == "", "the hex of the gun"
        assert seat.page.locator("#viewport").evaluate("node => node === document.activeElement")
