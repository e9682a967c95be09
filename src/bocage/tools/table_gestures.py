"""How many gestures a turn costs at the table: the page is driven through turns that a planner chose.

    python -m bocage.tools.table_gestures --game tinybeach

Two games with the same dice are played side by side. In the first a planner says what it does, pick by pick, over
HTTP; in the second the same is done on the page with the mouse at coordinates, and every press is counted: a counter
is clicked and then the space where it goes, attackers join together where all of them do, and so on.
"""

import argparse
import contextlib
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from playwright.sync_api import APIRequestContext, Page
from playwright.sync_api import Error as PlaywrightError

from bocage.games import all_games
from bocage.tools.table_speed import browsing, serving

PLAYER = "planner-quick"
PLAIN = "localStorage.setItem('bocage.speed', 'off'); localStorage.setItem('bocage.briefing', 'no')"
BARS = {"move": 2, "stack": 2, "attack": 5, "turn": 120}
"""What a move of one counter, of a stack, an attack and a player turn of Normandy '44 may cost."""
PART = "part of a stack"
LARGE = 3
"""An attack by so many counters is looked at."""
SUPPORT = {"support", "artillery", "fortress-artillery", "caen", "air", "naval", "main", "points", "also"}
ATTACKS = {"attack", "assault", "fire", "aim"}
MOST = 2000
PATIENCE = 5
"""So often a planner is asked that ran out of time."""

Pick = dict[str, Any]


class Shadow:
    """The game in which the planner decides."""

    def __init__(self, client: APIRequestContext, address: str, game: str, seed: int) -> None:
        self.client = client
        made = client.post(f"{address}/api/games", data={"game": game, "hotseat": True, "seed": seed}).json()
        self.path = f"{address}/api/games/{made['id']}"
        self.headers = {"Authorization": f"Bearer {made['hotseat']['token']}"}
        self.state = client.get(self.path, headers=self.headers).json()

    def _advice(self, wish: Pick) -> Pick:
        """What the planner would do; on a busy machine it may run out of time, and is asked again."""
        for _ in range(PATIENCE):
            said: Pick = self.client.post(
                f"{self.path}/suggest", data=wish, headers=self.headers, timeout=60_000
            ).json()
            if "action" in said:
                return said
        raise RuntimeError(f"no advice: {said}")

    def look(self) -> Any:
        """The game as the side that decides sees it."""
        side = quote(self.state["to_decide"])
        self.state = self.client.get(f"{self.path}?side={side}", headers=self.headers).json()
        return self.state

    def pick(self) -> Pick | None:
        """What the planner does now, done; the option it took."""
        state = self.look()
        if state["over"]:
            return None
        side = state["to_decide"]
        wish = {"player": PLAYER, "side": side}
        said = self._advice(wish)
        choice: Pick = next(one for one in state["view"]["options"] if one["action"] == said["action"])
        body = {"seq": state["seq"], "action": choice["action"], "side": side}
        self.state = self.client.post(f"{self.path}/actions", data=body, headers=self.headers).json()
        return choice | {"side": side, "trail": state["view"]["trail"], "options": state["view"]["options"]}


def turns(shadow: Shadow, wanted: int) -> list[Pick]:
    """The picks of the first so many turns of the players."""
    found: list[Pick] = []
    changes, last = 0, ""
    for _ in range(MOST):
        pick = shadow.pick()
        if pick is None:
            break
        now = f"{pick['side']} {pick['trail'].split(' > ')[0]}"
        changes += now != last
        last = now
        if changes > wanted:
            break
        found.append(pick)
    return found


def gestures(picks: list[Pick]) -> list[tuple[str, list[Pick]]]:
    """The picks as a hand would make them: what it is, and the picks it stands for."""
    found: list[tuple[str, list[Pick]]] = []
    at, last = 0, ""
    while at < len(picks):
        pick = picks[at]
        part, size = pick.get("part", ""), 1
        later = picks[at + 1].get("part", "") if at + 1 < len(picks) else ""
        follows = at + 1 < len(picks) and (picks[at + 1].get("spaces") or stacked(picks, at))
        stays = part == "take" and not follows
        if part == "take":
            last = pick["units"][0] if pick.get("units") else ""
        if stays or ((part, later) == ("halt", "take") and under_way(pick, last)):  # nobody takes up what stays
            at += 2 if stays and later == "halt" else 1
            continue
        together = stacked(picks, at)
        if together:
            kind, size = "stack", together
        elif part == "take" and at + 1 < len(picks) and picks[at + 1].get("spaces"):
            kind, size = "move", 2
        elif part == "join":
            open_ = {one["action"] for one in pick["options"] if one.get("part") == "join"}
            while at + size < len(picks) and picks[at + size]["action"] in open_:
                size += 1
            kind = "everyone" if size == len(open_) and size > 1 else "join"
            size = size if kind == "everyone" else 1
        else:
            kind = "halt" if part == "halt" else "drop" if pick.get("units") and pick.get("spaces") else "choice"
        found.append((kind, picks[at : at + size]))
        at += size
    return found


def under_way(pick: Pick, unit: str) -> bool:
    """Whether a pick halts the counter that was taken up: it could have gone on; the next one taken up halts it."""
    going = [one for one in pick["options"] if one.get("spaces")]
    return any(not one.get("units") or one["units"][0] == unit for one in going)


def stacked(picks: list[Pick], at: int) -> int:
    """How many picks take up several counters one after the other and send them off together; 0 if these do not."""
    end = at
    while end < len(picks) and (picks[end].get("part") == "take" or picks[end]["verb"] == "all"):
        if end > at and not any(one.get("part") == "halt" for one in picks[end]["options"]):
            return 0
        end += 1
    sent = end < len(picks) and picks[end].get("spaces") and not picks[end].get("units")
    return end + 1 - at if sent and end - at > 1 else 0


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
        while box is None:  # what is drawn anew meanwhile is looked for again
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
            self.page.wait_for_function("() => window.bocage.hand.ways !== null", timeout=5_000)
        except PlaywrightError as error:
            reason = self.page.evaluate("() => [window.bocage.hand.reason?.text, window.bocage.view.prompt.text]")
            raise RuntimeError(f"{unit} was not taken up: {reason}") from error

    def is_stack(self, units: list[str]) -> bool:
        """Whether these are all that could be sent off from their space."""
        return set(units) == set(self.page.evaluate(STACK, units[0]))

    def take_several(self, units: list[str], kind: str, *, whole: bool) -> None:
        """Pick up several counters of a space: all of them with shift, else one after the other."""
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
        self.page.wait_for_function("() => window.bocage.hand.ways !== null", timeout=5_000)

    def put(self, space: str, kind: str) -> None:
        """Put down what is in the hand; an open stack that covers the place is left first."""
        if self.page.locator("#fan").is_visible():
            box = self.page.locator("#viewport").bounding_box() or {"x": 0, "y": 0}
            self.page.mouse.move(box["x"] + 3, box["y"] + 3)
        self.page.evaluate("name => window.bocage.map.focus([window.bocage.layout.stands[name]?.[0] ?? name])", space)
        x, y = self.page.evaluate(MIDDLE, space)
        self.click(x, y, kind)

    def option(self, pick: Pick, kind: str) -> None:
        """A button, an entry of the list, or a space on the map."""
        button = f"#answers [data-action='{pick['action']}']"
        if self.page.locator(button).count():
            self.press(button, kind)
        elif pick.get("spaces"):
            self.put(pick["spaces"][-1], kind)
        else:
            self.page.select_option("#options", pick["action"])
            self.presses[kind] += 1
            self.press("#answers button:has-text('Do it')", kind)
        if self.page.locator("#confirm-yes").is_visible():
            self.press("#confirm-yes", kind)
        dialog = self.page.locator("#dialog[open] button", has_text=pick.get("label", "?"))
        if dialog.count():
            self.press("#dialog[open] button", kind)


CROWDED = """unit => { const t = window.bocage;
  return t.position.at(t.position.piece(unit).space).length > 1; }"""
STACK = """unit => window.bocage.gestures.sendable(window.bocage.position.piece(unit).space)"""
SPOT = """unit => { const t = window.bocage, spot = t.layer.spots.get(unit), half = t.layer.size / 2;
  const box = t.map.port.getBoundingClientRect();
  return [box.left + t.map.x + (spot.x + half) * t.map.scale, box.top + t.map.y + (spot.y + half) * t.map.scale]; }"""
MIDDLE = """name => { const t = window.bocage, at = t.layout.spaces[t.layout.stands[name]?.[0] ?? name];
  const box = t.map.port.getBoundingClientRect();
  return [box.left + t.map.x + at.x * t.map.scale, box.top + t.map.y + at.y * t.map.scale]; }"""


def finish(hand: Hand, picks: list[Pick]) -> None:
    """Where the planner had moved what the hand let stand, its phase ended by itself; the hand says so."""
    for _ in range(2):
        options = hand.page.evaluate("() => window.bocage.view.options")
        wanted = {picks[0]["action"], *(pick["action"] for pick in picks)}
        end = [one for one in options if one.get("part") == "end"]
        units = set(picks[0].get("units", ()))
        if wanted & {one["action"] for one in options} or not end or (units and picks[0].get("part") == "take"):
            return
        before = hand.seq()
        hand.option(end[0], "choice")
        hand.page.wait_for_function("seq => window.bocage.info.seq > seq && !window.bocage.busy", arg=before)
        uncover(hand.page)


def uncover(page: Page) -> None:
    """Turn the device over, when the table is covered for the other side; that is no gesture of the game."""
    waiting = (
        "() => { const { view } = window.bocage, cover = document.getElementById('cover'); "
        "return !cover.hidden || view.options.length || view.result; }"
    )
    page.wait_for_function(waiting)
    cover = page.locator("#cover button")
    if cover.is_visible():
        cover.click()
        cover.wait_for(state="hidden")
        page.wait_for_function("() => window.bocage.view.options.length > 0 && !window.bocage.busy")


def do(hand: Hand, kind: str, picks: list[Pick]) -> str:
    """One gesture on the page, and what kind it was; where the page and the planner differ by a forced pick, the page
    is right.
    """
    page, first = hand.page, picks[0]
    uncover(page)
    finish(hand, picks)
    before = hand.seq()
    if kind == "move":
        hand.take(first["units"][0], kind)
        hand.put(picks[1]["spaces"][-1], kind)
    elif kind == "stack":
        units = [pick["units"][0] for pick in picks if pick.get("units")]
        whole = any(pick["verb"] == "all" for pick in picks) or hand.is_stack(units)
        kind = kind if whole else PART
        hand.take_several(units, kind, whole=whole)
        hand.put(picks[-1]["spaces"][-1], kind)
    elif kind == "drop":
        hand.take(first["units"][0], "move")
        hand.put(first["spaces"][-1], "move")
    elif kind == "everyone":
        hand.press("#everyone", kind)
    elif kind == "halt":
        asked = "action => window.bocage.view.options.some((one) => one.action === action)"
        if not page.evaluate(asked, first["action"]):
            return kind
        hand.option(first, kind)
    else:
        hand.option(first, kind)
    try:
        page.wait_for_function(
            "seq => (window.bocage.info.seq > seq || window.bocage.view.result) && !window.bocage.busy",
            arg=before,
            timeout=10_000,
        )
    except PlaywrightError as error:
        offered = page.evaluate("() => window.bocage.view.options.slice(0, 5).map((one) => one.action)")
        raise RuntimeError(f"the page did not do {[pick['action'] for pick in picks]}; it offers {offered}") from error
    return kind


class Tally:
    """What a turn and each of its attacks cost, line by line."""

    def __init__(self, game: str, hand: Hand) -> None:
        self.game = game
        self.hand = hand
        self.lines: list[str] = []
        self.now = ""
        self.done: Counter[str] = Counter()
        self.phases: Counter[str] = Counter()
        self.attacks: list[tuple[int, int, bool]] = []
        """Presses and attackers of each attack, and whether all of them joined at once."""
        self._attack: tuple[int, int, bool] | None = None
        self.totals: list[int] = []

    def begin(self, turn: str) -> None:
        """Another side or another turn: the one before is told."""
        if turn == self.now:
            return
        if self.now:
            self.lines += self._told()
        self.now, self.hand.presses, self.done, self.phases, self.attacks = turn, Counter(), Counter(), Counter(), []
        self._attack = None

    def _told(self) -> list[str]:
        presses = self.hand.presses
        total = sum(presses.values())
        self.totals.append(total)
        per = presses["move"] / max(1, self.done["move"] + self.done["drop"])
        self._end()
        large = [(cost, at_once) for cost, many, at_once in self.attacks if many >= LARGE]
        parts = [f"{name} {count}" for name, count in sorted(presses.items())]
        told = [f"a move {per:.1f}"] if self.done["move"] + self.done["drop"] else []
        told += [f"a {name} {presses[name] / self.done[name]:.1f}" for name in ("stack", PART) if self.done[name]]
        for words, wanted in (("everyone joins", True), ("one by one", False)):
            costs = [cost for cost, at_once in large if at_once == wanted]
            told += [f"attacks by {LARGE} or more, {words}: {min(costs)} to {max(costs)}"] if costs else []
        phases = ", ".join(f"{name} {count}" for name, count in self.phases.items())
        head = f"{self.game:16}{self.now:28}{total:5} presses ({', '.join(parts)}); {'; '.join(told)}"
        return [head, f"{'':16}  by phase: {phases}"]

    def count(self, kind: str, picks: list[Pick], presses: int) -> None:
        """One gesture, and how many presses it took."""
        self.done[kind] += 1
        trail = picks[0]["trail"].split(" > ")
        self.phases[trail[1] if len(trail) > 1 else trail[0]] += presses
        if picks[0]["verb"] in ATTACKS:
            self._end()
            self._attack = (0, 0, False)
        if self._attack is None:
            return
        first = picks[0]
        if first["verb"] not in ATTACKS | SUPPORT and first.get("part") not in {"join", "ready"}:
            self._end()
            return
        joined = sum(pick.get("part") == "join" for pick in picks)
        self._attack = (self._attack[0] + presses, self._attack[1] + joined, self._attack[2] or kind == "everyone")

    def _end(self) -> None:
        if self._attack is not None and self._attack[1]:
            self.attacks.append(self._attack)
        self._attack = None


def measure(address: str, client: APIRequestContext, page: Page, game: str, wanted: int, seed: int) -> Tally:
    """Drive the page through the first turns of a game; each player turn with its presses."""
    picks = turns(Shadow(client, address, game, seed), wanted)
    made = client.post(f"{address}/api/games", data={"game": game, "hotseat": True, "seed": seed}).json()
    page.goto(address + made["hotseat"]["url"], wait_until="domcontentloaded", timeout=90_000)
    page.wait_for_selector("body[data-ready=yes]", timeout=90_000)
    hand = Hand(page)
    tally = Tally(game, hand)
    for kind, some in gestures(picks):
        tally.begin(f"{some[0]['side']}, {some[0]['trail'].split(' > ')[0]}")
        before = sum(hand.presses.values())
        done = do(hand, kind, some)
        tally.count(done, some, sum(hand.presses.values()) - before)
    tally.begin("end")
    return tally


def main(argv: Sequence[str] | None = None) -> int:
    """Print the presses of the first turns of each game."""
    parser = argparse.ArgumentParser(prog="table_gestures", description="How many gestures a turn costs.")
    parser.add_argument("--game", action="append", help="only this one; may be repeated")
    parser.add_argument("--turns", type=int, default=3, help="so many turns of players")
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args(argv)
    with serving() as address, browsing() as browser:
        for game in given.game or all_games():
            context = browser.new_context(viewport={"width": 1400, "height": 900})
            context.add_init_script(PLAIN)
            tally = measure(address, context.request, context.new_page(), game, given.turns, given.seed)
            print(*tally.lines, sep="\n", flush=True)
            print(f"{game:16}a player turn on average: {sum(tally.totals) / max(1, len(tally.totals)):.0f}", flush=True)
            context.close()
    bars = ", ".join(f"{name} {bar}" for name, bar in BARS.items())
    print(f"bars: {bars} (a player turn of Normandy '44 on average)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
