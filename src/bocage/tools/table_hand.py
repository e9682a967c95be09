"""A mouse on the page of a table: every press is counted.

It clicks as a person does, at coordinates: a counter and then the place where it goes, a stack with shift, a button.
"""

import contextlib
from collections import Counter
from typing import Any

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page

Pick = dict[str, Any]


class Hand:
    """A mouse on the page; every press is counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.presses: Counter[str] = Counter()

    def seq(self) -> int:
        """How far the page is."""
        return int(self.page.evaluate("() => window.bocage.info.seq"))

    def click(self, x: float, y: float, kind: str) -> None:
        """One press."""
        self.page.mouse.click(x, y)
        self.presses[kind] += 1

    def press(self, selector: str, kind: str) -> None:
        """One press on a button."""
        box = None
        while box is None:  # what is redrawn in the meantime is looked for again
            node = self.page.locator(selector).first
            with contextlib.suppress(PlaywrightError):
                node.scroll_into_view_if_needed(timeout=2_000)
            box = node.bounding_box()
        self.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, kind)

    def take(self, unit: str, kind: str) -> None:
        """Pick up a counter: in the tray, on the map, or in its open stack."""
        if self.page.locator(f"#tray [data-unit='{unit}']").count():
            self.page.wait_for_timeout(300)  # its picture may still be on its way
            self.press(f"#tray [data-unit='{unit}']", kind)
        else:
            self.page.evaluate("unit => window.bocage.map.focus([window.bocage.position.piece(unit).space])", unit)
            x, y = self.page.evaluate(SPOT, unit)
            in_fan = f"#fan [data-unit='{unit}']"
            opened = self.page.locator(in_fan).is_visible()
            if not opened:
                self.page.mouse.move(5, 300)
                self.page.mouse.move(x, y)
            if not opened and self.page.evaluate(CROWDED, unit):
                with contextlib.suppress(PlaywrightError):
                    self.page.wait_for_selector(in_fan, timeout=3_000)
            if self.page.locator(in_fan).is_visible():
                self.press(in_fan, kind)
            else:
                self.click(x, y, kind)
        try:
            self.page.wait_for_function("() => window.bocage.hand.ways !== null", timeout=30_000)
        except PlaywrightError as error:
            reason = self.page.evaluate("() => [window.bocage.hand.reason?.text, window.bocage.view.prompt.text]")
            raise RuntimeError(f"{unit} was not taken up: {reason}") from error

    def is_stack(self, units: list[str]) -> bool:
        """Whether these are all that could be sent off from their space."""
        return set(units) == set(self.page.evaluate(STACK, units[0]))

    def take_several(self, units: list[str], kind: str, *, whole: bool) -> None:
        """Pick up several counters of a space: all of them with shift, otherwise one by one."""
        boxed = self.page.locator(f"#tray [data-unit='{units[0]}']").count()
        if boxed and whole:
            space = self.page.evaluate("unit => window.bocage.position.piece(unit).space", units[0])
            self.press(f"#tray .tray-all[data-space='{space}']", kind)
        elif whole:
            self.page.keyboard.down("Shift")
            self.take(units[0], kind)
            self.page.keyboard.up("Shift")
        else:
            for number, unit in enumerate(units):
                key = "Shift" if boxed else "Control"
                if number or not boxed:
                    self.page.keyboard.down(key)
                self.take(unit, kind)
                self.page.keyboard.up(key)
        self.page.wait_for_function("() => window.bocage.hand.ways !== null", timeout=30_000)

    def gather(self, units: list[str], kind: str) -> None:
        """Pick up counters of several spaces: the first, and the others with control; a whole stack with shift."""
        left = list(units)
        while left:
            here = self.page.evaluate(STACK, left[0])
            whole = len(here) > 1 and set(here) <= set(left)
            keys = [*(["Control"] if left != units else []), *(["Shift"] if whole else [])]
            for key in keys:
                self.page.keyboard.down(key)
            self.take(left[0], kind)
            for key in keys:
                self.page.keyboard.up(key)
            left = [unit for unit in left if unit not in (here if whole else left[:1])]

    def put(self, space: str, kind: str) -> None:
        """Put down what is in the hand; an open stack that covers the place is left first."""
        if self.page.locator("#fan").is_visible():
            box = self.page.locator("#viewport").bounding_box() or {"x": 0, "y": 0}
            self.page.mouse.move(box["x"] + 3, box["y"] + 3)
        self.page.evaluate("name => window.bocage.map.focus([window.bocage.layout.stands[name]?.[0] ?? name])", space)
        x, y = self.page.evaluate(MIDDLE, space)
        self.click(x, y, kind)

    def go(self, picks: list[Pick], kind: str) -> None:
        """Send what is in the hand somewhere, by way of an arrival or at once; if not in the usual manner, that is
        chosen first.
        """
        manner = self.page.evaluate(MANNER, [picks[0]["action"], picks[0]["spaces"][-1]])
        if manner:
            self.press(f".manner[data-manner='{manner}']", kind)
        self.put(picks[-1]["spaces"][-1], kind)

    def option(self, pick: Pick, kind: str) -> None:
        """A button, an entry of the list, or a space on the map."""
        button = f"#answers [data-action='{pick['action']}']"
        if self.page.locator(button).count():
            self.press(button, kind)
        elif pick.get("spaces"):
            held = self.page.evaluate(UNDER_WAY, pick["spaces"][-1])
            if held:  # one's own counters stand there, and a press would mean them
                self.take(held, kind)
            self.put(pick["spaces"][-1], kind)
        elif self.page.locator("select#options").count() == 0:
            seen = self.page.evaluate("() => [window.bocage.view.trail, window.bocage.hand.units]")
            raise RuntimeError(f"the page has no button for {pick['action']} ({pick.get('label')}): {seen}")
        else:
            self.page.select_option("#options", pick["action"])
            self.presses[kind] += 1
            self.press("#answers button:has-text('Do it')", kind)
        if self.page.locator("#confirm-yes").is_visible():
            self.press("#confirm-yes", kind)
        dialog = self.page.locator("#dialog[open] button", has_text=pick.get("label", "?"))
        if dialog.count():
            self.press("#dialog[open] button", kind)

    def put_where_it_must(self, before: int, kind: str) -> None:
        """Put down what was taken up, if the page waits for the one place where that may go."""
        self.page.wait_for_function(SETTLED, arg=before, timeout=30_000)
        if self.seq() == before and (space := self.page.evaluate(SOLE)):
            self.put(space, kind)

    def join_stack(self, unit: str, kind: str) -> None:
        """Let all counters of a space join, with shift."""
        self.page.evaluate("unit => window.bocage.map.focus([window.bocage.position.piece(unit).space])", unit)
        self.page.keyboard.down("Shift")
        x, y = self.page.evaluate(SPOT, unit)
        self.click(x, y, kind)
        self.page.keyboard.up("Shift")

    def finish(self, actions: list[str], kind: str) -> None:
        """The last press of an attack."""
        self.press(f".finish[data-action='{';'.join(actions)}']", kind)


CROWDED = """unit => { const t = window.bocage;
  return t.position.at(t.position.piece(unit).space).length > 1; }"""
UNDER_WAY = """space => { const t = window.bocage, held = t.hand.units.length ? '' : t.info.hand[0] ?? '';
  return held && t.position.at(space).some((piece) => t.position.isMine(piece.unit ?? '')) ? held : ''; }"""
MANNER = """([action, space]) => { const { hand } = window.bocage, ways = hand.waysTo(space);
  const way = ways.find((one) => one.actions.at(-1) === action);
  return way && way !== ways[0] && hand.manners().length > 1 ? way.manner : ''; }"""
SETTLED = """seq => { const t = window.bocage;
  return !t.busy && (t.info.seq > seq || t.view.result || t.hand.ways !== null); }"""
SOLE = """() => { const targets = [...window.bocage.hand.targets()];
  return targets.length === 1 ? targets[0] : ''; }"""
STACK = """unit => window.bocage.gestures.sendable(window.bocage.position.piece(unit).space)"""
SPOT = """unit => { const t = window.bocage, spot = t.layer.spots.get(unit), half = t.layer.size / 2;
  const box = t.map.port.getBoundingClientRect();
  return [box.left + t.map.x + (spot.x + half) * t.map.scale, box.top + t.map.y + (spot.y + half) * t.map.scale]; }"""
MIDDLE = """name => { const t = window.bocage, at = t.layout.spaces[t.layout.stands[name]?.[0] ?? name];
  const box = t.map.port.getBoundingClientRect();
  return [box.left + t.map.x + at.x * t.map.scale, box.top + t.map.y + at.y * t.map.scale]; }"""
