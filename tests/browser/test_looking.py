"""Look there, and take more: the map at the question, signs from afar, marks of a battle, the division, the plan of
1971, sounds; and no fault of accessibility in the panels beside the map.
"""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect
from tests.browser.seats import Seat, Site
from tests.browser.test_faults import playing
from tests.browser.test_handling import middle

DIVISION = """() => { const t = window.bocage;
  for (const piece of t.view.pieces) {
    const some = t.gestures.division(piece.unit ?? ''), on = t.layer.unitAt(...at(piece.space));
    const alone = !t.position.isBox(piece.space) && t.gestures.ableAt(piece.space).length === 1;
    if (some.length > 2 && alone && on === piece.unit)
      return [piece.unit, piece.space, some]; }
  function at(space) { const { x, y } = t.layout.spaces[space]; return [x, y]; } }"""


def goal_of(seat: Seat, space: str) -> Any:
    """A hex some way off, where nobody stands."""
    return seat.page.evaluate(
        """space => { const t = window.bocage, s = t.layout.spaces, here = s[space];
        const far = (n) => Math.hypot(s[n].x - here.x, s[n].y - here.y);
        return Object.keys(s).filter((n) => s[n].kind === 'hex' && !t.position.at(n).length && s[n].terrain !== 'sea'
          && far(n) > 300 && far(n) < 500).sort((a, b) => s[b].y - s[a].y)[0]; }""",
        space,
    )


def test_shift_twice_takes_the_division_and_it_goes_towards_a_place(site: Site, browser: Browser) -> None:
    made = playing(site, "normandy44", "move", seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        unit, space, division = seat.page.evaluate(DIVISION)
        goal = goal_of(seat, space)
        seat.page.evaluate("names => window.bocage.map.focus(names)", [space, goal])
        before = seat.seq
        seat.page.keyboard.down("Shift")
        seat.page.mouse.click(*seat.at(space))
        seat.page.wait_for_function("() => window.bocage.hand.ways?.length")
        expect(seat.page.locator("#division")).to_have_text(f"The whole division ({len(division)})")
        seat.page.mouse.click(*seat.at(space))
        seat.page.keyboard.up("Shift")
        seat.page.wait_for_function("() => window.bocage.hand.division && window.bocage.hand.ways?.length")
        assert set(seat.table("table.hand.units")) == set(division)
        homes = seat.table(f"{division}.map(one => table.position.piece(one).space)")
        seat.page.mouse.click(*seat.at(goal))
        seat.wait_after(before)
        now = seat.table(f"{division}.map(one => table.position.piece(one).space)")
        assert sum(a != b for a, b in zip(homes, now, strict=True)) > 1, "several went, with one gesture"
        seat.page.click("#undo")
        seat.page.wait_for_function("seq => window.bocage.info.seq === seq", arg=before)
        assert seat.table(f"table.position.piece({unit!r}).space") == space


def test_a_long_press_takes_the_stack(site: Site, browser: Browser) -> None:
    made = playing(site, "normandy44", "move", seed=3)
    with Seat(browser, site, made["hotseat"]["url"], has_touch=True) as seat:
        seat.uncover()
        space = seat.page.evaluate(
            """() => { const t = window.bocage, able = (unit) => t.position.choices.carries(unit);
            const many = (name) => t.gestures.ableAt(name).filter(able).length > 1;
            return Object.keys(t.layout.spaces).find((name) => !t.position.isBox(name) && many(name)); }"""
        )
        seat.page.evaluate("name => window.bocage.map.focus([name])", space)
        x, y = seat.at(space)
        finger = seat.context.new_cdp_session(seat.page)
        finger.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
        seat.page.wait_for_timeout(600)
        finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        seat.page.wait_for_function("() => window.bocage.hand.units.length > 1")


def test_a_new_question_elsewhere_brings_the_map_there(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "attack", avoid=("hold", "wait", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        target = seat.table("table.view.options.find(one => one.verb === 'attack').spaces[0]")
        seat.page.evaluate(
            "target => { const { map } = window.bocage; map.zoom(4); map.centre([target]); map.move(-2500, -2500); }",
            target,
        )
        assert not seat.table(f"table.map.shows({target!r})")
        before = seat.seq
        seat.page.locator(f"#answers [data-action='attack {target}']").click()
        seat.wait_after(before)
        seat.page.wait_for_function("() => window.bocage.scene.about().some((name) => window.bocage.map.shows(name))")
        expect(seat.page.locator(f"#layer-engaged [data-engaged='{target}']")).to_be_attached()
        expect(seat.page.locator("#layer-engaged .engaged-arrow").first).to_be_attached()


def test_from_afar_a_stack_is_a_sign(site: Site, browser: Browser) -> None:
    made = site.create("normandy44", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        signs = """() => { const { layer, map } = window.bocage, told = [];
          const get = (_, name) => name === 'fillText' ? (text) => told.push(text) : () => {};
          const pen = new Proxy({}, { get, set: () => true });
          layer.draw(pen, { x: map.x, y: map.y, scale: map.scale }, 4000, 4000, 1); return told; }"""
        seat.table("table.map.fit()")
        told = seat.page.evaluate(signs)
        sums = seat.page.evaluate(
            """() => { const t = window.bocage, sum = {};
            const first = (p) => Number.parseFloat((p.factors?.[0] ?? '').replace(/[^\\d.]/g, '')) || 0;
            for (const p of t.view.pieces) if (t.layout.spaces[p.space]?.kind === 'hex')
              sum[p.space] = (sum[p.space] ?? 0) + first(p);
            return Object.values(sum).filter(Boolean).map((one) => String(Math.round(one))); }"""
        )
        assert set(sums) <= set(told), "each stack with its strength"


def test_from_afar_what_lies_face_down_is_a_question(site: Site, browser: Browser) -> None:
    made = site.create("darksummer", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        told = seat.table("[...table.layer.spots.values()].map((spot) => spot.sign.strength)")
        assert "?" in told
        assert all(told), "a plate without a word says nothing"


def test_no_line_cuts_through_the_strength_of_armour_seen_from_afar(site: Site, browser: Browser) -> None:
    made = site.create("normandy44", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        room = """strength => { const { layer } = window.bocage, calls = [];
          const free = document.createElement('canvas').getContext('2d');
          const note = (name, target) => (...args) => calls.push([name, args, { ...target }]);
          const get = (target, name) => name in target ? target[name] : note(name, target);
          const pen = new Proxy({}, { get, set: (target, name, value) => { target[name] = value; return true; } });
          layer.sign(pen, { sign: { side: 0, armour: true, strength } }, 0, 0);
          const at = calls.findIndex(([name]) => name === 'ellipse'), [, [, , wide, high]] = calls[at];
          const [, [words, , down], style] = calls.find(([name]) => name === 'fillText');
          free.font = style.font;
          const half = 3.6 + Math.abs(down); // of the height of a figure
          return { painted: calls[at + 1][0], differs: calls[at + 1][2].fillStyle !== style.fillStyle,
            spare: wide * Math.sqrt(1 - (half / high) ** 2) - free.measureText(words).width / 2 }; }"""
        for strength in ("3", "20", "386", "20+"):
            found = seat.page.evaluate(room, strength)
            assert found["painted"] == "fill", "a line would run through the figures"
            assert found["differs"]
            assert found["spare"] > -1, f"{strength} is cut off at its corners"


def test_sounds_are_off_until_somebody_wants_them(site: Site, browser: Browser) -> None:
    made = playing(site, "tinybeach", "fight", seed=5, avoid=("wait", "hold", "done"))
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.page.evaluate(
            """() => { window.tones = 0; const made = AudioContext.prototype.createOscillator;
            AudioContext.prototype.createOscillator = function () { window.tones += 1; return made.call(this); }; }"""
        )
        seat.uncover()
        assert not seat.page.locator("#sounds").is_checked()
        seat.page.mouse.click(*middle(seat, "[data-action=fight]"))
        expect(seat.page.locator("#card")).to_be_visible()
        assert seat.page.evaluate("() => window.tones") == 0
        seat.page.click("label[for=sounds]")
        assert seat.page.evaluate("() => window.tones") > 0


def test_the_plan_is_a_card_and_the_computer_can_make_one(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        assert not seat.page.locator("#plan-card").count()
        seat.page.mouse.click(*middle(seat, "#surprise"))
        card = seat.page.locator("#plan-card")
        expect(card).to_contain_text("a supply area")
        expect(card).to_contain_text("drops at")
        assert seat.table("table.view.prompt.by") == "Allied", "the last word is the player's"
        seat.page.click("#undo")
        expect(card).to_have_count(0)
        assert seat.page.locator("[data-action=historical]").count() == 1


def test_an_order_of_battle_shows_its_areas(site: Site, browser: Browser) -> None:
    made = playing(site, "normandy71", "list", seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.uncover()
        expect(seat.page.locator("[data-action='list F']")).to_contain_text("Rommel")
        seat.page.mouse.move(*middle(seat, "[data-action='list A']"))
        expect(seat.page.locator("#legend")).to_contain_text("Order of battle A")
        expect(seat.page.locator("#legend")).to_contain_text("Falaise")
        assert seat.page.locator("#layer-overlay polygon").count() > 20
        assert not seat.page.locator("#layer-overlay text").count(), "the legend says it, not every hex"


@pytest.mark.parametrize("panel", ["win", "charts", "roster", "briefing", "plan"])
def test_no_accessibility_fault_is_in_the_panels(panel: str, site: Site, browser: Browser) -> None:
    made = site.create("normandy71" if panel == "plan" else "tinybeach", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"], fresh=panel == "briefing") as seat:
        if panel == "briefing":
            expect(seat.page.locator("#briefing")).to_be_visible()
        elif panel == "plan":
            seat.page.click("#surprise")
            expect(seat.page.locator("#plan-card")).to_be_visible()
        else:
            seat.page.click("#reference")
            seat.page.click(f"#sheet-{panel}")
            expect(seat.page.locator("#drawer-body h2")).to_be_visible()
        found = Axe().run(seat.page).response["violations"]
        assert [fault["id"] for fault in found] == []


def test_a_table_opens_at_the_one_place_that_is_asked_about(site: Site, browser: Browser) -> None:
    made = site.create("normandy44", scenario="seven-turn", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        about = seat.table("table.scene.about()")
        assert 0 < len(about) < 5
        assert all(seat.table(f"table.map.shows({name!r})") for name in about)
        assert seat.table("table.layer.size * table.map.scale") > 30, "counters can be read"


def test_the_map_goes_to_where_a_counter_of_the_tray_can_land(site: Site, browser: Browser) -> None:
    made = site.create("normandy71", hotseat=True, seed=3)
    with Seat(browser, site, made["hotseat"]["url"]) as seat:
        seat.table("[table.map.zoom(4), table.map.lookAt(0, table.layout.height)]")
        found = "[...table.position.spread(table.hand.targets())].filter((name) => !table.position.isBox(name))"
        sight = f"{found}.filter((name) => table.map.shows(name))"
        seat.page.mouse.click(*middle(seat, "#tray .tray-piece"))
        seat.page.wait_for_function("() => window.bocage.hand.ways?.length")
        seen = seat.table(sight)
        assert seen, "some of the beaches are in sight"
        before = seat.seq
        seat.page.mouse.click(*seat.at(seen[0]))
        seat.wait_after(before)
