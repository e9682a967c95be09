"""See what happened: the battle card, the others' turn on the map, trails, the briefing, replay."""

import re
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_faults import leading_to, playing
from tests.browser.test_review import DAWN
from tests.browser.test_touch import PHONE


def test_a_battle_of_ones_own_shows_its_card(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "fight", seed=5, avoid=("wait", "hold", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        fight = seat.page.locator("[data-action=fight]")
        expect(fight).to_be_visible()
        box = fight.bounding_box()
        assert box is not None
        seat.page.mouse.click(box["x"] + 20, box["y"] + 10)
        card = seat.page.locator("#card")
        expect(card).to_be_visible()
        expect(card.locator(".die")).to_have_attribute("aria-label", re.compile(r"Die: \d"))
        expect(card.locator(".card-column")).to_have_text(re.compile(r"\d-\d"))
        expect(card.locator(".card-result")).not_to_be_empty()
        seat.page.click("#card-close")
        expect(card).to_be_hidden()


def test_the_card_goes_on_with_losses_and_advance_until_the_next_attack(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=12)  # the first battle is an exchange
    path, token = f"/api/games/{made['id']}", made["hotseat"]["token"]
    state = site.ask("GET", path, token=token)
    while not any(one["verb"] == "fight" for one in state["view"]["options"]):
        options = [one for one in state["view"]["options"] if one["verb"] not in {"wait", "hold", "done"}]
        pick = {"seq": state["seq"], "action": options[0]["action"], "side": state["to_decide"]}
        decides = site.ask("POST", f"{path}/actions", pick, token)["to_decide"]
        state = site.ask("GET", f"{path}?side={decides}", token=token)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        before = seat.seq
        seat.page.click("[data-action=fight]")
        seat.wait_after(before)
        card, answered = seat.page.locator("#card"), 0
        for _ in range(4):
            seat.uncover()
            if seat.options[0]["verb"] not in {"lose", "retreat", "advance"}:
                break
            known, before = card.locator("li").count(), seat.seq
            seat.page.click("#answers [data-action]")
            seat.wait_after(before)
            expect(card.locator("li").nth(known)).to_be_visible()
            answered += 1
        assert answered > 0
        expect(card).to_contain_text(re.compile("loses a step|is eliminated"))


def test_every_round_of_a_battle_across_the_world_has_its_card(site: Site, browser: Browser) -> None:
    made = playing(site, "acrosstheworld", "attack", avoid=("take", "play"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        card = seat.page.locator("#card")
        for _ in range(20):
            seat.uncover()
            if card.is_visible() and "fire" in card.inner_text().lower():
                break
            before = seat.seq
            seat.page.keyboard.press("1")
            seat.wait_after(before)
        expect(card.locator(".card-column")).to_have_text(re.compile(r"against \d"))
        expect(card.locator(".card-result")).to_have_text(re.compile(r"\d × (hit|panic|miss)"))
        assert card.locator(".die").count() > 0


def german_march(site: Site) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game of Normandy '44 between people, and what the German may move."""
    made: dict[str, Any] = site.create("normandy44", seats={"Allied": "human", "German": "human"}, seed=3)
    tokens, path = {side: seat["token"] for side, seat in made["seats"].items()}, f"/api/games/{made['id']}"
    decides = "German"
    while True:
        state: dict[str, Any] = site.ask("GET", path, token=tokens[decides])
        decides, options = state["to_decide"], state["view"]["options"]
        if not options:
            continue
        if decides == "German" and any(one["verb"] == "move" for one in options):
            return made, state
        option = next((one for one in options if one["verb"] == "end"), options[0])
        answer = site.ask("POST", f"{path}/actions", {"seq": state["seq"], "action": option["action"]}, tokens[decides])
        decides = answer["to_decide"]


def farthest(site: Site, made: dict[str, Any], state: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Orders for units that can go far: each as far as it can."""
    german, path = made["seats"]["German"]["token"], f"/api/games/{made['id']}"
    for option in [one for one in state["view"]["options"] if one["verb"] == "move"]:
        unit = option["units"][0]
        ways = site.ask("GET", f"{path}/query/ways?units={unit.replace('/', '%2F')}", token=german)["ways"]
        if len(ways) > 20:
            yield {"units": [unit], "space": ways[-1]["space"], "verb": "move"}


def march(site: Site, made: dict[str, Any], order: dict[str, Any]) -> None:
    """The German moves, whatever the others do meanwhile."""
    german, path = made["seats"]["German"]["token"], f"/api/games/{made['id']}"
    site.ask("POST", f"{path}/orders", order | {"seq": site.ask("GET", path, token=german)["seq"]}, german)


def test_the_enemys_turn_is_played_on_the_map(site: Site, browser: Browser) -> None:
    made, state = german_march(site)
    order = next(farthest(site, made, state))
    unit, far = order["units"][0], order["space"]
    with Seat(browser, site, made["seats"]["Allied"]["url"], fresh=True) as seat:
        seat.table("table.playback.speed.value = 'slow'")
        march(site, made, order)
        expect(seat.page.locator("#play-pause")).to_be_visible(timeout=10_000)
        seat.page.click("#play-pause")
        expect(seat.page.locator("#play-pause")).to_have_text("Go on")
        assert seat.table(f"table.position.piece({unit!r}).space") != far, "the counter is still on its way"
        seat.page.click("#play-skip")
        seat.page.wait_for_function(
            "([unit, far]) => window.bocage.position.piece(unit).space === far", arg=[unit, far], timeout=10_000
        )
        expect(seat.page.locator("#layer-trails .trail-line")).to_have_count(1)
        seat.page.click("#play-again")
        seat.page.wait_for_function("() => window.bocage.playback.running")
        seat.page.keyboard.press("k")
        seat.page.wait_for_function("() => !window.bocage.playback.running && !window.bocage.position.replaying")
        seat.page.click("#play-clear")
        expect(seat.page.locator("#layer-trails .trail-line")).to_have_count(0)


def test_a_pause_and_a_skip_last_as_long_as_the_others_turn(site: Site, browser: Browser) -> None:
    """A computer's picks come one by one, and a person's orders too."""
    made, state = german_march(site)
    orders = farthest(site, made, state)
    with Seat(browser, site, made["seats"]["Allied"]["url"], fresh=True) as seat:
        seat.page.select_option("#play-speed", "slow", force=True)
        march(site, made, next(orders))
        seat.page.click("#play-pause")
        march(site, made, next(orders))
        shown = seat.seq
        seat.page.click("#play-step")
        seat.page.wait_for_function("seq => window.bocage.info.seq > seq && window.bocage.playback.running", arg=shown)
        expect(seat.page.locator("#play-pause")).to_have_text("Go on")
        seat.page.click("#play-skip")
        seat.page.wait_for_function("() => !window.bocage.playback.running")
        trails = seat.page.locator("#layer-trails .trail-line")
        expect(trails).to_have_count(2)
        seat.page.evaluate(
            """() => { window.played = 0;
            new MutationObserver(() => { window.played += 1; }).observe(
              document.getElementById('play-count'), { childList: true, characterData: true }); }"""
        )
        march(site, made, next(orders))
        expect(trails).to_have_count(3)
        assert seat.page.evaluate("() => window.played") == 0, "what comes after a skip is skipped too"
        seat.page.evaluate(
            """() => { const { playback, view, info } = window.bocage;
            const roll = { n: info.seq, table: "Combat", dice: "3", faces: [3], column: "2-1", text: "" };
            return playback.show([roll], view); }"""
        )
        expect(seat.page.locator("#card")).to_be_visible()  # the roll that one is asked about is seen all the same


def test_who_pauses_for_long_misses_nothing(site: Site, browser: Browser) -> None:
    """The state of a game brings the last forty picks alone."""
    made, state = german_march(site)
    german, path = made["seats"]["German"]["token"], f"/api/games/{made['id']}"
    orders = farthest(site, made, state)
    with Seat(browser, site, made["seats"]["Allied"]["url"], fresh=True) as seat:
        march(site, made, next(orders))
        seat.page.click("#play-pause")
        moved = 1
        while site.ask("GET", path, token=german)["seq"] < seat.seq + 45:
            march(site, made, next(orders))
            moved += 1
        seat.page.click("#play-skip")
        expect(seat.page.locator("#layer-trails .trail-line")).to_have_count(moved)


def test_a_card_makes_room_for_what_moves_next(site: Site, browser: Browser) -> None:
    made, state = german_march(site)
    with Seat(browser, site, made["seats"]["Allied"]["url"], fresh=True) as seat:
        seat.page.evaluate(
            """() => { const roll = { n: 1, table: "Scatter", dice: "3", faces: [3], result: "together", text: "" };
            window.bocage.battles.show([{ roll, after: [] }]); }"""
        )
        expect(seat.page.locator("#card")).to_be_visible()
        march(site, made, next(farthest(site, made, state)))
        expect(seat.page.locator("#card")).to_be_hidden()


def test_the_card_of_the_enemys_battle_leaves_its_place_free(site: Site, browser: Browser) -> None:
    made, _ = german_march(site)
    with Seat(browser, site, made["seats"]["Allied"]["url"], fresh=True) as seat:
        for across in (0.15, 0.85):
            place = seat.page.evaluate(
                """across => { const { battles, map } = window.bocage, port = map.port;
                const at = map.spaceAt(port.getBoundingClientRect().left + port.clientWidth * across,
                  port.getBoundingClientRect().top + port.clientHeight * 0.2);
                const roll = { n: 1, table: "Combat", dice: "3", faces: [3], column: "2-1", text: "", spaces: [at] };
                battles.show([{ roll, after: [] }]);
                return at; }""",
                across,
            )
            x, y = seat.at(place)
            assert seat.page.evaluate("([x, y]) => !document.elementFromPoint(x, y).closest('#card')", [x, y])


def test_who_enters_from_off_the_map_is_seen_where_he_enters(site: Site, browser: Browser) -> None:
    log = leading_to("darksummer", "enter", 5, ())
    made = site.ask("POST", "/api/games/import", {"log": log, "seats": {"Allied": "human", "German": "human"}})
    german, path = made["seats"]["German"]["token"], f"/api/games/{made['id']}"
    with Seat(browser, site, made["seats"]["Allied"]["url"], fresh=True) as seat:
        seat.page.click("#briefing-close")
        seat.page.select_option("#play-speed", "slow", force=True)
        state = site.ask("GET", path, token=german)
        unit = state["view"]["options"][0]["units"][0]
        for _ in range(2):  # who, and where
            body = {"seq": state["seq"], "action": state["view"]["options"][0]["action"]}
            state = site.ask("POST", f"{path}/actions", body, german)
        seat.page.wait_for_function(
            """unit => { const { layer, playback, position } = window.bocage;
            return playback.running && position.isBox(position.piece(unit).space) && layer.travels.has(unit); }""",
            arg=unit,
        )


def test_where_a_battle_was_is_at_hand_below_a_long_account(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"], viewport={"width": 1440, "height": 744}) as seat:
        seat.page.evaluate(
            """() => { const line = (n) => ({ n, text: "Able loses a step, and this is told at length.".repeat(3) });
            const roll = { ...line(1), table: "Combat", dice: "3", faces: [3], column: "2-1", spaces: ["0303"] };
            window.bocage.battles.show([{ roll, after: [2, 3, 4, 5, 6, 7].map(line) }]); }"""
        )
        where, card = (
            seat.page.locator("#card button:has-text('Show where')"),
            seat.page.locator("#card").bounding_box(),
        )
        expect(where).to_be_visible()
        button = where.bounding_box()
        assert button is not None
        assert card is not None
        assert button["y"] + button["height"] <= card["y"] + card["height"]


def test_every_overlay_is_read_whole_when_it_is_chosen(site: Site, browser: Browser) -> None:
    made = site.create("normandy44", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        cut = seat.page.evaluate(
            """() => { const list = document.getElementById("overlay"), look = getComputedStyle(list);
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = look.font;
            const room = list.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight) - 20;
            return [...list.options].map((one) => one.text).filter((text) => pen.measureText(text).width > room); }"""
        )
        assert cut == []


def test_what_others_are_asked_is_quoted_and_that_a_turn_began_is_no_news(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", seats={"Allied": "human", "German": "human"}, seed=3)
    with Seat(browser, site, made["seats"]["German"]["url"], fresh=True) as seat:
        expect(seat.page.locator("#question")).to_contain_text(re.compile("^“.*”"))
        expect(seat.page.locator("#briefing")).to_contain_text("You play the German side")
        expect(seat.page.locator("#briefing .told")).to_have_count(0)
        expect(seat.page.locator(".meanwhile")).to_have_count(0)


def test_the_end_of_a_long_trail_is_read(site: Site, browser: Browser) -> None:
    made = site.create("darksummer", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"], viewport={"width": 1280, "height": 800}) as seat:
        seat.page.evaluate(
            """() => { const { position, scene } = window.bocage;
            position.view = { ...position.view, trail: "Turn 1 > German reaction round > Moving KG 125 > Second hex" };
            return scene.draw(); }"""
        )
        end = seat.page.evaluate(
            """() => { const box = document.getElementById("trail"), range = document.createRange();
            const text = box.lastElementChild.firstChild;
            range.setStart(text, text.length - 1);
            range.setEnd(text, text.length);
            return [range.getBoundingClientRect().bottom, box.getBoundingClientRect().bottom]; }"""
        )
        assert end[0] <= end[1] + 2


def test_a_briefing_comes_before_the_first_question_and_after_an_absence(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "human"}, seed=3)
    german, path = made["seats"]["German"]["token"], f"/api/games/{made['id']}"
    with Seat(browser, site, made["seats"]["Allied"]["url"], fresh=True) as seat:
        expect(seat.page.locator("#briefing")).to_contain_text("You play the Allied side")
        expect(seat.page.locator("#briefing")).to_contain_text("objectives")
        seat.page.click("#briefing-close")
        expect(seat.page.locator("#briefing")).to_be_hidden()
        site.ask("POST", f"{path}/actions", {"seq": 0, "action": "hide 0303"}, german)
        seat.page.wait_for_function("() => window.bocage.view.options.length > 0 && !window.bocage.busy")
        before = seat.seq
        seat.page.click("[data-action='enter Able 0201']")
        seat.wait_after(before)
        while seat.options:
            before = seat.seq
            seat.table("table.sender.choose(table.view.options.at(-1), true)")
            seat.wait_after(before)
        seat.page.goto("about:blank")
        state = site.ask("GET", path, token=german)
        for _ in range(12):
            if not state["view"]["options"]:
                break
            action = state["view"]["options"][0]["action"]
            state = site.ask("POST", f"{path}/actions", {"seq": state["seq"], "action": action}, german)
        seat.page.goto(site.address + made["seats"]["Allied"]["url"])
        seat.page.wait_for_selector("body[data-ready=yes]")
        expect(seat.page.locator("#briefing")).to_contain_text("Since you were here")
        seat.page.click("#briefing-close")


def test_whoever_wants_no_motion_gets_steps(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", seats={"Allied": "human", "German": "random"}, seed=3)
    url = made["seats"]["Allied"]["url"]
    with Seat(browser, site, url, fresh=True, reduced_motion="reduce") as seat:
        # In one breath: the computer's next pick would end the way.
        travel = "table.layer.travel('Able', ['0201', '0202'], 500)"
        assert seat.table(f"({travel}, table.layer.onTheWay(table.layer.spots.get('Able'), performance.now()).done)")


def test_a_replay_is_played_marked_and_linked(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "lose", seed=5, avoid=("wait", "hold", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        seat.page.locator("#scrub-back").click()
        seat.page.wait_for_selector("body.replaying")
        expect(seat.page.locator("#scrub-marks .turn-tick").first).to_be_attached()
        battle = seat.page.locator("#scrub-marks .battle-tick").first
        wide = seat.page.locator("#scrub-marks .tick-mark").evaluate_all("all => all.map((one) => one.offsetWidth)")
        assert max(wide) <= 4, "the slider is pressed between the marks"
        told = seat.page.evaluate("() => window.bocage.api.get('/log').then(log => log.entries.map(line => line.text))")
        assert battle.get_attribute("title") in told, "a mark says which battle it is"
        seat.page.select_option("#scrub-speed", "fast")
        seat.page.locator("#scrub-marks .turn-tick").first.dispatch_event("click")
        seat.page.wait_for_function("() => window.bocage.scrubber.now < 3")
        seat.page.click("#scrub-play")
        seat.page.wait_for_function("() => window.bocage.scrubber.now > 5", timeout=20_000)
        seat.page.click("#scrub-play")
        now = seat.table("table.scrubber.now")
        seat.page.click("#scrub-link")
        address = seat.page.url
        assert address.endswith(f"@{now}")
        seat.page.reload()
        seat.page.wait_for_selector("body.replaying")
        assert seat.table("table.scrubber.now") == now


def test_a_replay_shows_the_card_of_a_battle_until_the_next_thing_happens(site: Site, browser: Browser) -> None:
    made = site.ask("POST", "/api/games/import", {"log": DAWN.read_text(encoding="utf-8")})
    path, token = f"/api/games/{made['id']}", made["hotseat"]["token"]
    entries = site.ask("GET", f"{path}/log", token=token)["entries"]
    fight = next(line for line in entries if line.get("column"))
    with Seat(browser, site, f"{made['hotseat']['url']}@{fight['n'] - 1}") as seat:
        card = seat.page.locator("#card")
        expect(seat.page.locator("#scrub-link")).to_be_visible()
        expect(card).to_be_hidden()
        seat.page.keyboard.press("]")
        expect(card.locator(".card-column")).to_have_text(fight["column"])
        expect(card.locator(".card-result")).to_contain_text(fight["result"])
        seat.page.keyboard.press("[")
        expect(card).to_be_hidden()
        seat.page.keyboard.press("]")
        expect(card).to_be_visible()
        seat.page.click("#scrub-live")
        expect(card).to_be_hidden()


def test_the_buttons_of_the_others_turn_leave_the_card_free(site: Site, browser: Browser) -> None:
    made = playing(site, "normandy44", "lose", seed=3)
    with Seat(browser, site, made["hotseat"]["url"], **PHONE) as seat:
        seat.uncover()
        for running in (True, False):
            seat.page.evaluate(
                """running => { const { playback, battles, info } = window.bocage;
                playback.last = info.log.entries.filter((line) => line.dice);
                playback.running = running;
                playback.buttons();
                document.getElementById("play-count").textContent = "109 of 120";
                battles.show([{ roll: playback.last.at(-1), after: [] }]);
                battles.box.classList.remove("short"); battles.box.dataset.corner = "top left"; }""",
                running,
            )
            bar, card = (seat.page.locator(name).bounding_box() for name in ("#playback", "#card"))
            assert bar is not None
            assert card is not None
            assert bar["y"] + bar["height"] <= card["y"]


def test_the_buttons_of_the_others_turn_leave_the_account_free(site: Site, browser: Browser) -> None:
    for device in ({}, PHONE):
        made = playing(site, "bradley", "shoot", seed=3)
        with Seat(browser, site, made["hotseat"]["url"], **device) as seat:
            seat.uncover()
            account = seat.page.locator("#preview")
            expect(account).to_be_visible()
            seat.page.evaluate(
                """() => { const { playback } = window.bocage;
                playback.last = [{ n: 1, text: "", dice: "4" }]; playback.running = false; playback.buttons(); }"""
            )
            bar, box, port = (
                found.bounding_box()
                for found in (seat.page.locator("#playback"), account, seat.page.locator("#viewport"))
            )
            assert bar is not None
            assert box is not None
            assert port is not None
            assert bar["y"] + bar["height"] <= box["y"]
            assert box["y"] + box["height"] <= port["y"] + port["height"]


def test_a_roll_without_a_column_is_named_even_in_one_line(site: Site, browser: Browser) -> None:
    made = site.create("tinybeach", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"], **PHONE) as seat:
        seat.page.evaluate(
            """() => { const { battles } = window.bocage;
            const roll = { n: 1, table: "Weather", dice: "3", faces: [3], result: "overcast", text: "" };
            battles.show([{ roll, after: [] }]);
            battles.box.classList.add("short"); }"""
        )
        brief = seat.page.locator(".card-brief")
        expect(brief).to_be_visible()
        assert brief.inner_text() == "Weather · 3 · overcast"
        seat.page.evaluate(
            """() => { const { battles } = window.bocage;
            const roll = { n: 1, table: "Combat", dice: "6", faces: [6], column: "1-1", result: "AX",
              meaning: "attacker eliminated", text: "" };
            battles.show([{ roll, after: [] }]);
            battles.box.classList.add("short"); }"""
        )
        assert brief.inner_text() == "6 · 1-1 · AX: attacker eliminated"


def test_what_a_roll_within_an_assault_did_not_do_stands_on_the_card_of_the_assault(
    site: Site, browser: Browser
) -> None:
    made = playing(site, "normandy44", "lose", seed=3)
    path, token, state = f"/api/games/{made['id']}", made["hotseat"]["token"], made["state"]
    lose = {"seq": state["seq"], "action": state["view"]["options"][0]["action"], "side": state["view"]["you"]}
    site.ask("POST", f"{path}/actions", lose, token)
    lines = site.ask("GET", f"{path}/log?side={state['view']['you']}", token=token)["entries"]
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        cards = seat.page.evaluate(
            """async (lines) => (await import("/static/js/battles.js")).battlesIn(lines)
            .map(({ roll, after }) => [roll.table, roll.units ?? [], after.flatMap((line) => line.units ?? [])])""",
            lines,
        )
    swimming = [(units, told) for table, units, told in cards if table == "Swimming tanks"]
    assaults = [told for table, _, told in cards if table == "Beach assault"]
    assert swimming
    assert all(set(told) <= set(units) for units, told in swimming), "a tank's roll tells of the tank"
    assert any(unit.startswith("SP-") for told in assaults for unit in told), "whom the assault cleared away"


def test_bradleys_fire_shows_its_dice_column_and_result(site: Site, browser: Browser) -> None:
    made = playing(site, "bradley", "shoot", seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        card, before = seat.page.locator("#card"), seat.seq
        seat.page.click("[data-action=shoot]")
        seat.wait_after(before)
        seat.uncover()
        if not card.is_visible():  # a headquarters of the other side may support first
            seat.page.click("[data-action=decline]")
        expect(card.locator(".die")).to_have_count(2)
        expect(card.locator(".card-column")).to_have_text(re.compile(r"^[A-Z]$"))
        expect(card.locator(".card-result")).to_have_text(re.compile("no effect|retreat|disruption|elimination"))
