"""Playing with others: whose turn it is, why the computer did that, sitting down, giving up."""

from playwright.sync_api import Browser, Route, expect
from tests.browser.seats import Seat, Site

from bocage.players.registry import USUAL


def test_the_tab_says_whose_turn_it_is(site: Site, browser: Browser) -> None:
    seats = site.create("tinybeach", seats={"Allied": "human", "German": "human"})["seats"]
    with Seat(browser, site, seats["German"]["url"]) as german, Seat(browser, site, seats["Allied"]["url"]) as allied:
        icon = "document.querySelector('link[rel=icon]').getAttribute('href')"
        assert german.page.title().startswith("● Your turn")
        assert german.table(icon) == "/static/icon-turn.svg"
        assert allied.page.title() == "Tiny Beach – Bocage"
        german.page.click("[data-action='hide 0303']")
        allied.wait_after(0)
        allied.page.wait_for_function("() => document.title.startsWith('● Your turn')")
        assert german.page.title() == "Tiny Beach – Bocage"
        assert german.table(icon) == "/static/icon.svg"


def test_a_notice_comes_when_nobody_looks(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"})
    with Seat(browser, site, made["seats"]["Allied"]["url"], permissions=["notifications"]) as seat:
        seat.page.evaluate(
            """() => { window.notes = [];
            window.Notification = class { static permission = 'granted';
              constructor(title, more) { window.notes.push([title, more.body]); } };
            Object.defineProperty(document, 'hidden', { get: () => true }); }"""
        )
        seat.page.click("#tab-game")
        seat.page.check("#notify")
        german = made["seats"]["German"]["token"]
        site.ask("POST", f"/api/games/{made['id']}/actions", {"seq": 0, "action": "hide 0303"}, german)
        seat.page.wait_for_function("() => window.notes.length === 1")
        assert seat.page.evaluate("() => window.notes[0][0]") == "Your turn: Tiny Beach"


def test_the_computer_says_why_where_nothing_is_hidden_and_so_does_its_advice(site: Site, browser: Browser) -> None:
    made = site.create("normandy44", seats={"Allied": "human", "German": "planner-quick"}, seed=3)
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        seat.page.click("text=Suggest a move")
        seat.page.wait_for_selector(".reason button:has-text('Do it')", timeout=60_000)
        assert "would:" in seat.page.inner_text(".reason")


def test_advice_is_asked_for_and_taken_by_keyboard_alone(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "greedy"}, seed=3)
    with Seat(browser, site, made["seats"]["Allied"]["url"]) as seat:
        seat.page.wait_for_selector("#suggest")
        for _ in range(3):
            now = seat.seq
            seat.page.keyboard.press("s")
            seat.page.wait_for_selector("#advice:focus", timeout=30_000)
            seat.page.keyboard.press("Enter")
            seat.page.wait_for_function("now => window.bocage.info.seq > now", arg=now)
        seat.page.focus("#suggest")
        seat.page.keyboard.press("Enter")
        seat.page.wait_for_selector("#advice:focus", timeout=30_000)
        seat.page.keyboard.press("[")
        seat.page.wait_for_selector("body.replaying")
        seat.page.evaluate("() => { window.bocage.hand.reason = null; window.bocage.scene.redraw(); }")
        seat.page.keyboard.press("s")
        assert seat.page.locator("#answers .reason").count() == 0, "of the past nothing is suggested"


def test_advice_that_comes_too_late_is_not_told(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        waiting: list[Route] = []
        seat.page.route("**/suggest", lambda route: waiting.append(route))  # noqa: PLW0108 - it takes functions only
        seat.page.click("text=Suggest a move")
        seat.page.wait_for_selector(".reason progress")
        seat.page.click("#options button >> nth=0")
        seat.page.wait_for_function("() => window.bocage.info.seq > 0 && !window.bocage.busy")
        with seat.page.expect_response("**/suggest"):
            waiting[0].fulfill(json={"action": "hide 0303", "why": "", "player": "planner", "note": ""})
        seat.page.evaluate("() => new Promise((go) => setTimeout(go, 100))")
        assert seat.page.locator("#answers .reason").count() == 0


def test_who_sits_down_after_the_computer_moved_reads_what_it_did(site: Site, browser: Browser) -> None:
    seats = {"Allied": "planner-quick", "German": "human"}
    made = site.create("acrosstheworld", seats=seats, seed=3)
    with Seat(browser, site, made["seats"]["German"]["url"]) as seat:
        seat.page.wait_for_function("() => window.bocage.view.options.length > 0", timeout=60_000)
        seat.page.wait_for_selector(".meanwhile li")
        seat.page.evaluate(
            "() => { document.querySelector('.meanwhile ul').scrollTop = 60; window.bocage.scene.redraw(); }"
        )
        assert seat.table("document.querySelector('.meanwhile ul').scrollTop") == 60, "who reads is not disturbed"
        seat.page.click(".meanwhile summary")
        seat.table("table.scene.redraw()")
        assert not seat.page.locator(".meanwhile ul").is_visible(), "what was closed stays closed"


def test_a_game_against_the_computer_is_begun_on_the_first_page(site: Site, browser: Browser) -> None:
    with Seat(browser, site, "/") as seat:
        seat.page.click("[data-title=normandy44] button:has-text('Play the computer')")
        seat.page.select_option("#new-game select[name=side]", "German")
        assert seat.page.input_value("#new-game select[name=player]") == USUAL
        seat.page.select_option("#new-game select[name=players]", "four")
        seat.page.click("#new-game button.primary")
        seat.page.wait_for_selector("body[data-ready=yes]", timeout=90_000)
        assert seat.table("table.info.you") == ["German"]
        assert len(seat.table("table.info.your_seats")) == 2, "one link holds all seats of the side"
        assert seat.page.title().endswith("Normandy '44 – Bocage")
        assert seat.page.locator("#tracks details:has-text('German reinforcement')").count() == 1


def test_giving_up_is_written_down(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=3)
    with Seat(browser, site, made["seats"]["German"]["url"]) as seat:
        seat.page.click("#tab-game")
        seat.page.fill("#my-name", "Zoë")
        seat.page.click("text=Use this name")
        seat.page.wait_for_function("() => window.bocage.info.seats.German.name === 'Zoë'")
        seat.page.click("#game button:has-text('Resign')")
        seat.page.click("#dialog button.primary")
        seat.page.wait_for_function("() => window.bocage.info.over")
        assert "German resigned" in seat.page.inner_text("#decision")
        seat.page.click("#tab-log")
        seat.page.wait_for_selector("#log li:has-text('German resigns. Allied wins.')")


def test_a_free_seat_is_taken_from_the_first_page(site: Site, browser: Browser) -> None:
    with Seat(browser, site, "/") as host:
        host.page.click("[data-title=tinybeach] button:has-text('Invite')")
        host.page.fill("#new-game input[maxlength]", "Anybody there")
        host.page.check("#new-game .tick input")
        host.page.click("#new-game button.primary")
        host.page.wait_for_selector(".links input")
        assert host.page.locator(".links input").count() == 3
    with Seat(browser, site, "/") as guest:
        guest.page.click("li:has-text('Anybody there') button:has-text('German')")
        guest.page.wait_for_selector("body[data-ready=yes]")
        assert guest.table("table.info.your_seats") == ["German"]
        guest.page.goto(site.address)
        guest.page.wait_for_selector("#my-games .your-turn")


def test_a_seat_whose_link_was_sent_is_not_among_ones_own_games(site: Site, browser: Browser) -> None:
    """Who went on there by mistake took the friend's seat, or found a link that opens nothing."""
    with Seat(browser, site, "/") as host:
        host.page.click("[data-title=tinybeach] button:has-text('Invite')")
        host.page.click("#new-game button.primary")
        link = host.page.locator(".links input").nth(1).input_value()
        host.page.click("#new-game button:has-text('Play Allied')")
        host.page.wait_for_selector("body[data-ready=yes]")
        host.page.goto(site.address)
        german = host.page.locator("#my-games li:has-text('Tiny Beach, German')")
        expect(german).to_contain_text("nobody has sat down here yet")
        expect(german.get_by_role("button", name="Copy the link")).to_be_visible()
        expect(host.page.locator("#my-games li:has-text('Tiny Beach, Allied') a")).to_have_text("Go on")
        with Seat(browser, site, link.removeprefix(site.address)):
            host.page.reload()
            expect(host.page.locator("#my-games li")).to_have_count(1)


def test_who_watches_is_told_of_the_next_game(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=3)
    path, tokens = f"/api/games/{made['id']}", [made["seats"][side]["token"] for side in ("Allied", "German")]
    with Seat(browser, site, made["spectator"]["url"]) as watcher:
        site.ask("POST", f"{path}/resign", {}, tokens[1])
        expect(watcher.page.locator("#decision")).to_contain_text("German resigned")
        expect(watcher.page.locator("#watch-next")).to_have_count(0)
        for token in tokens:
            site.ask("POST", f"{path}/rematch", {}, token)
        watcher.page.click("#watch-next")
        expect(watcher.page.locator(".watching").first).to_contain_text("You are watching.")
        watcher.page.wait_for_function("id => !location.pathname.endsWith(id)", arg=made["id"])


def test_a_counter_is_dragged_to_its_hex(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=5)
    token = made["hotseat"]["token"]
    state = site.ask("GET", f"/api/games/{made['id']}", token=token)
    while not (chosen := [one for one in state["view"]["options"] if one["verb"] == "select"]):
        action = next(one for one in state["view"]["options"] if one["verb"] != "wait")
        body = {"seq": state["seq"], "action": action["action"], "side": state["view"]["you"]}
        state = site.ask("POST", f"/api/games/{made['id']}/actions", body, token)
        state = site.ask("GET", f"/api/games/{made['id']}?side={state['to_decide']}", token=token)
    unit = chosen[0]["units"][0]
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        here = seat.table(f"table.view.pieces.find(p => p.unit === {unit!r}).space")
        x, y = seat.at(here)
        seat.page.mouse.move(x, y)
        seat.page.mouse.down()
        moved = seat.table("table.drag.units")
        assert len(moved) == 1
        seat.page.mouse.move(x + 30, y + 30, steps=4)
        assert seat.table("[...table.layer.carried.units]") == moved
        seat.page.mouse.up()
        assert seat.table("table.layer.carried") is None


def test_a_link_that_was_used_says_so(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seed=3)
    url = made["seats"]["Allied"]["url"]
    with Seat(browser, site, url):
        context = browser.new_context()
        page = context.new_page()
        page.goto(site.address + url)
        expect(page.locator("#asked")).to_contain_text("is used once")
        assert "token" not in page.inner_text("#asked")
        context.close()
