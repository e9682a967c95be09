"""Handle it: one gesture moves, stacks, tray, attack, undo by gesture, the reference drawer, company."""

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_faults import drag, playing


def middle(seat: Seat, selector: str) -> tuple[float, float]:
    """The middle of an element on the screen; what is being drawn anew is waited for."""
    element, box = seat.page.locator(selector).first, None
    while box is None:
        element.wait_for()
        box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_landing_comes_from_the_tray_and_several_at_once(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "enter", seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        before = seat.seq
        drag(seat, middle(seat, "#tray [data-unit=Able]"), seat.at("0201"))
        seat.wait_after(before)
        assert seat.table("table.position.piece('Able').space") == "0201"
        before = seat.seq
        seat.page.mouse.click(*middle(seat, "#tray [data-unit=Baker]"))
        seat.page.keyboard.down("Shift")
        seat.page.mouse.click(*middle(seat, "#tray [data-unit=Charlie]"))
        seat.page.keyboard.up("Shift")
        seat.page.wait_for_function("() => window.bocage.hand.units.length === 2 && window.bocage.hand.ways")
        seat.page.mouse.click(*seat.at("0401"))
        seat.wait_after(before)
        assert seat.table("['Baker', 'Charlie'].map(unit => table.position.piece(unit).space)") == ["0401", "0401"]
        seat.page.mouse.click(*middle(seat, "#undo"))
        seat.page.wait_for_function("seq => window.bocage.info.seq === seq", arg=before)
        assert seat.table("['Baker', 'Charlie'].map(unit => table.position.piece(unit).space)") == ["Fleet", "Fleet"]


def test_click_shows_the_reach_with_its_costs_and_a_click_moves(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "select", seed=5, avoid=("hold", "wait"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        free = seat.page.evaluate(
            """async () => { const t = window.bocage;
            for (const unit of t.position.choices.ableUnits()) {
              const found = await t.questions.ways([unit]), here = t.position.piece(unit).space;
              if (found.ways.length && t.layer.unitAt(...['x', 'y'].map(k => t.layout.spaces[here][k])) === unit)
                return [unit, here, found.ways[0].space]; } }"""
        )
        assert free
        unit, here, target = free
        before = seat.seq
        seat.page.mouse.click(*seat.at(here))
        seat.page.wait_for_function("() => window.bocage.hand.ways?.length")
        assert seat.seq == before, "to pick up a counter commits nobody"
        expect(seat.page.locator("#layer-costs .cost-text").first).to_be_attached()
        seat.page.mouse.click(*seat.at(target))
        seat.wait_after(before)
        assert seat.table(f"table.position.piece({unit!r}).space") == target


def test_shift_takes_the_stack(site: Site, browser: Browser) -> None:
    made = playing(site, "normandy44", "move", seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        found = seat.page.evaluate(
            """async () => { const t = window.bocage;
            for (const space of Object.keys(t.layout.spaces)) {
              if (t.position.isBox(space)) continue;
              const units = t.gestures.ableAt(space).filter(unit => t.position.choices.carries(unit));
              if (units.length < 2) continue;
              const ways = (await t.questions.ways(units)).ways;
              if (ways.length) return [space, units, ways[0].space]; } }"""
        )
        assert found, "two counters that can move stand together somewhere"
        space, units, target = found
        seat.page.evaluate("names => window.bocage.map.focus(names)", [space, target])
        before = seat.seq
        seat.page.keyboard.down("Shift")
        seat.page.mouse.click(*seat.at(space))
        seat.page.keyboard.up("Shift")
        seat.page.wait_for_function("() => window.bocage.hand.units.length > 1 && window.bocage.hand.ways?.length")
        seat.page.mouse.click(*seat.at(target))
        seat.wait_after(before)
        assert target in [seat.table(f"table.position.piece({unit!r}).space") for unit in units]
        seat.page.click("#undo")
        seat.page.wait_for_function("seq => window.bocage.info.seq === seq", arg=before)


def test_an_attack_is_target_everyone_fight(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "attack", seed=5, avoid=("hold", "wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        gestures = seat.table("table.sender.gestures")
        seat.page.mouse.click(*seat.at(seat.options[0]["spaces"][0]))
        asked = "() => window.bocage.view.options.some(one => one.verb === 'join' || one.verb === 'fight')"
        seat.page.wait_for_function(asked)
        if seat.page.locator("#everyone").count():
            seat.page.mouse.click(*middle(seat, "#everyone"))
            seat.page.wait_for_function("() => !window.bocage.view.options.some(one => one.verb === 'join')")
        else:
            for option in [one for one in seat.options if one["verb"] == "join"]:
                seat.page.click(f"[data-action={option['action']!r}]")
                seat.page.wait_for_function("() => window.bocage.view.options.some(one => one.verb === 'fight')")
        expect(seat.page.locator("#preview .in-short")).to_contain_text("%")
        seat.page.mouse.click(*middle(seat, "[data-action=fight]"))
        expect(seat.page.locator("#card")).to_be_visible()
        assert seat.table("table.sender.gestures") - gestures <= 5


def test_the_drawer_tells_how_to_win_where_we_are_and_what_applies(site: Site, browser: Browser) -> None:
    made = playing(site, "normandy44", "move", seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        seat.page.mouse.click(*middle(seat, "#reference"))
        body = seat.page.locator("#drawer-body")
        expect(body).to_contain_text("ten points at the end of turn 22")
        expect(body).to_contain_text("How it stands")
        seat.page.click("#sheet-turn")
        expect(body.locator(".here")).to_contain_text("you are here")
        seat.page.click("#sheet-charts")
        expect(body).to_contain_text("Combat results")
        expect(body.locator("table").first).to_contain_text("A1/DR")
        seat.page.click("#sheet-rules")
        seat.page.fill("#drawer-body input", "bond")
        expect(body).to_contain_text("8.5")
        seat.page.click("#sheet-roster")
        expect(body).to_contain_text("In Britain")
        seat.page.keyboard.press("Escape")
        expect(seat.page.locator("#drawer")).to_be_hidden()


def test_the_cards_can_be_read(site: Site, browser: Browser) -> None:
    made = site.create("acrosstheworld", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.page.keyboard.press("h")
        seat.page.click("#sheet-cards")
        expect(seat.page.locator("#drawer-body")).to_contain_text("Build the artificial harbour at Arromanches")


def test_the_plan_of_1971_is_made_on_the_coast(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        unit = seat.page.locator("#tray .tray-piece").first.get_attribute("data-unit")
        before = seat.seq
        seat.page.mouse.click(*middle(seat, "#tray .tray-piece"))
        seat.page.wait_for_function("() => window.bocage.hand.ways?.length")
        beach = seat.table("table.layout.stands[table.hand.ways[0].space][0]")
        box = seat.table("table.hand.ways[0].space")
        seat.page.mouse.click(*seat.at(beach))
        seat.wait_after(before)
        assert seat.table(f"table.position.piece({unit!r}).space") in {box, "Britain"}
        assert seat.page.locator("[data-action=historical]").count() == 1


def test_talk_is_plain_text_and_reaches_the_other(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=3)
    seats = made["seats"]
    with Seat(browser, site, seats["Allied"]["url"]) as allied, Seat(browser, site, seats["German"]["url"]) as german:
        for seat in (allied, german):
            seat.page.click("#tab-game")
        allied.page.fill("#talk-line", "<b>Hello</b> & good luck")
        allied.page.keyboard.press("Enter")
        expect(german.page.locator("#toast")).to_contain_text("Allied: <b>Hello</b> & good luck")
        expect(german.page.locator(".talk-list")).to_contain_text("<b>Hello</b> & good luck")
        assert german.page.locator(".talk-list b").count() == 0
        german.page.click("#talk-shown")
        expect(german.page.locator(".talk-list")).to_be_hidden()
        expect(german.page.locator("#talk-line")).to_be_hidden()
        allied.page.fill("#talk-line", "x" * 400)
        allied.page.keyboard.press("Enter")
        expect(german.page.locator("#toast")).to_be_hidden()
        german.page.click("#talk-shown")
        expect(german.page.locator(".talk-list li").last).to_have_text(f"Allied: {'x' * 300}")
        allied.page.fill("#talk-line", "y" * 300)
        allied.page.keyboard.press("Enter")
        toast = german.page.locator("#toast")
        expect(toast).to_contain_text("yyy")
        assert toast.evaluate("box => box.scrollWidth <= box.clientWidth"), "a long word stays in its frame"


def test_against_people_the_computer_advises_only_when_both_agree(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=3)
    seats = made["seats"]
    with Seat(browser, site, seats["German"]["url"]) as german, Seat(browser, site, seats["Allied"]["url"]) as allied:
        assert german.page.locator("#suggest").count() == 0
        for seat in (german, allied):
            seat.page.click("#tab-game")
        german.page.click("#advice-agree")
        expect(german.page.locator("#game")).to_contain_text("You allow advice from the computer.")
        assert german.page.locator("#advice-agree").count() == 0
        expect(allied.page.locator("#toast")).to_contain_text("The German side allows advice")
        expect(allied.page.locator("#game")).to_contain_text("The German side would allow it.")
        allied.page.click("#advice-agree")
        expect(german.page.locator("#toast")).to_contain_text("It can be asked now.")
        expect(german.page.locator("#suggest")).to_be_visible(timeout=10_000)


def test_a_rematch_changes_the_sides(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=3)
    seats = made["seats"]
    site.ask("POST", f"/api/games/{made['id']}/resign", {}, seats["German"]["token"])
    with Seat(browser, site, seats["Allied"]["url"]) as allied, Seat(browser, site, seats["German"]["url"]) as german:
        allied.page.click("#tab-game")
        allied.page.fill("#my-name", "Anna")
        allied.page.click("text=Use this name")
        allied.page.click("#rematch")
        expect(allied.page.locator("#decision strong")).to_contain_text("You have asked")
        german.page.wait_for_selector("#decision strong:has-text('The Allied side would like to')", timeout=10_000)
        german.page.click("#rematch")
        german.page.wait_for_function("id => !location.pathname.includes(id)", arg=made["id"], timeout=10_000)
        german.page.wait_for_selector("body[data-ready=yes]", timeout=20_000)
        assert german.table("table.info.you") == ["Allied"]
        allied.page.wait_for_function("id => !location.pathname.includes(id)", arg=made["id"], timeout=10_000)
        allied.page.wait_for_selector("body[data-ready=yes]", timeout=20_000)
        assert allied.table("table.info.you") == ["German"]
        assert allied.table("table.info.seats.German.name") == "Anna", "people keep their names"


def test_a_spectator_is_told_that_he_watches(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=3)
    with Seat(browser, site, made["spectator"]["url"]) as seat:
        expect(seat.page.locator("#decision")).to_contain_text("You are watching")
        expect(seat.page.locator("#undo")).to_be_hidden()
        seat.page.click("#tab-game")
        expect(seat.page.locator("#talk-line")).to_be_hidden()


def test_the_others_are_told_who_sits_down_who_has_left_and_who_comes_back(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=3)
    seats = made["seats"]
    with (
        Seat(browser, site, seats["German"]["url"]) as german,
        Seat(browser, site, seats["Allied"]["url"]) as allied,
        Seat(browser, site, made["spectator"]["url"]) as watcher,
    ):
        others = (german, watcher)
        for other in others:
            other.page.click("#tab-game")
        allied.page.click("#tab-game")
        for name, who in (("", "The Allied player"), ("Anna", "Anna")):
            if name:
                allied.page.fill("#my-name", name)
                allied.page.click("text=Use this name")
                for other in others:
                    expect(other.page.locator("#toast")).to_contain_text("Anna plays the Allied side.")
            allied.page.click("#leave")
            for other in others:
                expect(other.page.locator("#toast")).to_contain_text(f"{who} has left the table.")
                expect(other.page.locator(".seats")).to_contain_text("(has left)")
            allied.page.click("#my-games a:has-text('Go on')")
            for other in others:
                expect(other.page.locator("#toast")).to_contain_text(f"{who} is back.")
                expect(other.page.locator(".seats")).not_to_contain_text("(has left)")
            allied.page.wait_for_selector("body[data-ready=yes]")
            allied.page.click("#tab-game")


def test_links_warn_where_only_this_machine_can_use_them_and_come_as_codes(site: Site, browser: Browser) -> None:
    with Seat(browser, site, "/") as seat:
        seat.page.click("[data-title=tinybeach] button:has-text('Invite')")
        seat.page.click("#new-game button.primary")
        expect(seat.page.locator("#new-game .warning")).to_contain_text("Only this machine")
        seat.page.locator("#new-game button:has-text('QR')").first.click()
        expect(seat.page.locator("#new-game .qr svg")).to_be_visible()


def test_every_game_has_its_five_minutes_and_a_guided_turn(site: Site, browser: Browser) -> None:
    for title in site.ask("GET", "/api/titles"):
        with Seat(browser, site, f"/five-minutes/{title['id']}") as seat:
            expect(seat.page.locator("h2").first).to_have_text("What it is about", timeout=20_000)
            assert seat.page.locator("figure img").count() >= 3
            expect(seat.page.locator(".shown-counters svg").nth(2)).to_be_visible()
            shapes = seat.page.evaluate(
                "() => [...document.querySelectorAll('figure')].map(one => one.clientWidth / one.clientHeight)"
            )
            assert all(1.3 < shape < 1.37 for shape in shapes), "a picture takes its place when it arrives"
        assert title["learner"] in title["sides"]
    made = site.create("normandy44", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"].replace("#", "?guide=1#")) as seat:
        expect(seat.page.locator("#guide")).to_contain_text("inland", timeout=10_000)


def test_the_filter_keeps_its_text(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.page.fill("#find-option", "Omaha")
        before = seat.seq
        seat.page.select_option("#options", index=0)
        seat.page.click("#decision button:has-text('Do it')")
        seat.wait_after(before)
        assert seat.page.input_value("#find-option") == "Omaha"


def test_the_guide_never_runs_ahead_of_what_is_shown(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"].replace("#", "?guide=1#")) as seat:
        expect(seat.page.locator("#guide")).to_be_visible()
        before = seat.page.inner_text("#guide p >> nth=0")
        later = {"text": "Something else", "trail": "Turn 9", "question": "Who attacks?"}
        seat.page.route("**/query/guide*", lambda route: route.fulfill(json=later))
        seat.table("table.questions.kept.clear()")
        with seat.page.expect_response("**/query/guide*"):
            seat.table("table.scene.draw()")
        assert seat.page.inner_text("#guide p >> nth=0") == before
