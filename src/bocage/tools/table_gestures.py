"""How many gestures a turn costs at the table: the page is driven through turns that a planner chose.

    python -m bocage.tools.table_gestures --game tinybeach

The planner is asked at the page's own position (`table_mirror`), and what it wants is done on the page with the mouse
at coordinates (`table_hand`): a counter is clicked and then the space where it goes, attackers join together where all
of them do, and so on. Every press is counted, for each side and game turn.
"""

import argparse
import sys
from collections.abc import Sequence

from playwright.sync_api import APIRequestContext, Page
from playwright.sync_api import Error as PlaywrightError

from bocage.games import all_games
from bocage.tools.table_hand import Hand
from bocage.tools.table_mirror import Mirror, Pick
from bocage.tools.table_speed import browsing, serving
from bocage.tools.table_tally import BARS, Tally

PLAIN = "localStorage.setItem('bocage.speed', 'off'); localStorage.setItem('bocage.briefing', 'no')"
PART = "part of a stack"
TURNS = {"normandy44": 3}
"""How many game turns of a game are played; of the others those up to the first."""
DETAILS = {"main", "group"}
"""What is asked between choosing the attackers and the fight, and answered by the table if nobody else does."""
JOINS = {"join", "with"}
THREE = 3
"""The fewest counters worth gathering for one order."""
MOST = 3000
"""The most gestures that are made."""

Gesture = tuple[str, list[Pick]]


def taken_up(picks: list[Pick]) -> int:
    """How many picks at the head only take up what stays, or halt what the next taking up halts: nobody does those by
    hand.
    """
    pick, later = picks[0], picks[1] if len(picks) > 1 else {}
    if pick["part"] == "take" and not (later.get("spaces") or stacked(picks)):
        return 2 if later.get("part") == "halt" else int(pick["idle"])
    return int((pick["part"], later.get("part")) == ("halt", "take") and any(one["spaces"] for one in pick["options"]))


def sent_at_once(pick: Pick) -> bool:
    """Whether who is taken up has one place to go, and is there before anything else is asked."""
    return pick["part"] == "take" and not pick["idle"]


def stacked(picks: list[Pick]) -> int:
    """How many picks take up several counters one after the other and send them off together; 0 if these do not."""
    end = 0
    while end < len(picks) and (picks[end]["part"] == "take" or picks[end]["verb"] == "all"):
        if not picks[end]["idle"] or (end and not any(one["part"] == "halt" for one in picks[end]["options"])):
            return 0
        end += 1
    sent = end < len(picks) and picks[end]["spaces"] and not picks[end]["units"]
    return end + 1 if sent and end > 1 else 0


def alike(picks: list[Pick], page: Page) -> int:
    """How many picks send counters from one space to another, one after the other; 0 if only one is sent."""
    step = 2 if picks[0]["part"] == "take" else 1
    if not picks[0]["units"] or len(picks) < step or not picks[step - 1]["spaces"] or sent_at_once(picks[0]):
        return 0
    home = "unit => window.bocage.position.piece(unit)?.space ?? ''"
    first = (picks[0]["verb"], picks[step - 1]["verb"], picks[step - 1]["spaces"][-1])
    start, end = page.evaluate(home, picks[0]["units"][0]), step
    if step > 1 and page.evaluate("name => window.bocage.position.isBox(name)", start):
        return 0
    while end + step <= len(picks):
        one, goal = picks[end], picks[end + step - 1]
        if not goal["spaces"] or (one["verb"], goal["verb"], goal["spaces"][-1]) != first:
            break
        if page.evaluate(home, one["units"][0]) != start:
            break
        end += step
    return end if end > step else 0


def gathering(picks: list[Pick], page: Page) -> list[Pick]:
    """The picks that send counters to one space from several, if they are sent one by one in what follows."""
    pairs = []
    for at in range(0, len(picks) - 1, 2):
        taking, going = picks[at : at + 2]
        if taking["part"] != "take" or not taking["units"] or going["units"] or not going["spaces"]:
            break
        if sent_at_once(taking):
            break
        pairs.append((taking, going))
    goal = (picks[0]["verb"], pairs[0][1]["verb"], pairs[0][1]["spaces"][-1]) if pairs else ()
    same = [pair for pair in pairs if (pair[0]["verb"], pair[1]["verb"], pair[1]["spaces"][-1]) == goal]
    boxed = (
        "units => units.some((unit) => window.bocage.position.isBox(window.bocage.position.piece(unit)?.space ?? ''))"
    )
    if len(same) < THREE or page.evaluate(boxed, [taking["units"][0] for taking, _ in same]):
        return []
    return [pick for pair in same for pick in pair]


def gesture(picks: list[Pick], page: Page) -> Gesture:
    """What a person would do for the first of these picks: what it is, and the picks it stands for."""
    first = picks[0]
    for one in page.evaluate("() => window.bocage.info.finishes"):
        many = len(one["actions"])
        if finished(picks[:many]) == finished([{"action": action} for action in one["actions"]]):
            return ("next target" if one.get("space") else "finish"), [pick | {"press": one} for pick in picks[:many]]
    together = stacked(picks) or alike(picks, page)
    if len(gathered := gathering(picks, page)) > together:
        return "gather", gathered
    if together:
        return "stack", picks[:together]
    if first["part"] == "take" and not sent_at_once(first) and len(picks) > 1 and picks[1]["spaces"]:
        return "move", picks[: 3 if arrives(picks, page) else 2]
    if first["part"] == "join":
        return joining(picks, page)
    if first["part"] == "each" and sum(one["part"] == "each" for one in first["options"]) > 1:
        return "each", picks[:1]
    if first["part"] == "halt":
        return "halt", picks[:1]
    return ("drop" if first["units"] and first["spaces"] else "choice"), picks[:1]


def arrives(picks: list[Pick], page: Page) -> bool:
    """Whether a counter is taken out of a box, arrives, and goes on."""
    boxed = "unit => window.bocage.position.isBox(window.bocage.position.piece(unit)?.space ?? '')"
    goes_on = (
        len(picks) > len(("take", "at"))
        and picks[2]["spaces"]
        and not picks[2]["units"]
        and any(one["part"] == "halt" for one in picks[2]["options"])
    )
    return bool(goes_on and picks[0]["units"] and page.evaluate(boxed, picks[0]["units"][0]))


def finished(picks: list[Pick]) -> list[str]:
    """What an attack is finished with, in whatever order its attackers joined; who leads it (`DETAILS`) is left to the
    table, which proposes the best odds.
    """
    said = [pick["action"].split()[0] if pick["action"].split()[0] in DETAILS else pick["action"] for pick in picks]
    joining = [one for one in said if one.split()[0] in JOINS]
    return [*sorted(joining), *(one for one in said if one not in joining)]


def joining(picks: list[Pick], page: Page) -> Gesture:
    """Everyone; or all who could join from one space; or one."""
    able = {one["action"]: one["units"][0] for one in picks[0]["options"] if one["part"] == "join"}
    wanted = []
    for pick in picks:
        if pick["action"] not in able:
            break
        wanted.append(pick)
    if len(wanted) == len(able) > 1:
        return "everyone", wanted
    at = page.evaluate(
        "units => units.map((unit) => window.bocage.position.piece(unit)?.space ?? '')", list(able.values())
    )
    home = dict(zip(able, at, strict=True))
    here = {action for action in able if home[action] == home[picks[0]["action"]]}
    if len(here) > 1 and here <= {pick["action"] for pick in wanted}:
        return "stack joins", [pick for pick in wanted if pick["action"] in here]
    return "join", wanted[:1]


def do(hand: Hand, kind: str, picks: list[Pick]) -> str:
    """One gesture on the page, and what kind it was."""
    page, first, before = hand.page, picks[0], hand.seq()
    if kind == "move":
        hand.take(first["units"][0], kind)
        hand.go(picks[1:], kind)
    elif kind == "stack":
        units = [pick["units"][0] for pick in picks if pick["units"]]
        whole = any(pick["verb"] == "all" for pick in picks) or hand.is_stack(units)
        kind = kind if whole else PART
        hand.take_several(units, kind, whole=whole)
        hand.put(picks[-1]["spaces"][-1], kind)
    elif kind == "gather":
        hand.gather([pick["units"][0] for pick in picks if pick["units"]], kind)
        hand.put(picks[-1]["spaces"][-1], kind)
    elif kind == "drop":
        if page.evaluate("() => window.bocage.position.choices.sole") != first["units"][0]:
            hand.take(first["units"][0], kind)
        hand.put(first["spaces"][-1], kind)
    elif kind == "stack joins":
        hand.join_stack(first["units"][0], kind)
    elif kind == "next target":
        hand.put(picks[-1]["spaces"][-1], kind)
    elif kind == "finish":
        hand.finish(first["press"]["actions"], kind)
    elif kind in {"everyone", "each"}:
        hand.press(f"#{kind}", kind)
    else:
        hand.option(first, kind)
        if first["part"] == "take":
            hand.put_where_it_must(before, kind)
    try:
        second_word(hand, before, kind)
        page.wait_for_function(
            "seq => (window.bocage.info.seq > seq || window.bocage.view.result) && !window.bocage.busy",
            arg=before,
            timeout=30_000,
        )
    except PlaywrightError as error:
        seen = page.evaluate(
            "() => [window.bocage.hand.reason?.text, window.bocage.view.options.slice(0, 5).map((one) => one.action)]"
        )
        raise RuntimeError(f"the page did not do {kind} {[pick['action'] for pick in picks]}: {seen}") from error
    return kind


def second_word(hand: Hand, before: int, kind: str) -> None:
    """The last move of a kind is asked about once more, where nothing could be taken back after it."""
    hand.page.wait_for_function(
        "seq => !window.bocage.busy && (window.bocage.info.seq > seq || window.bocage.view.result "
        "|| document.getElementById('confirm-yes'))",
        arg=before,
        timeout=30_000,
    )
    if hand.seq() == before and hand.page.locator("#confirm-yes").is_visible():
        hand.press("#confirm-yes", kind)


def uncover(page: Page) -> None:
    """Turn the device over, when the table is covered for the other side; that is no gesture of the game."""
    waiting = (
        "() => { const { view, busy } = window.bocage, cover = document.getElementById('cover'); "
        "return !busy && (!cover.hidden || view.options.length || view.result); }"
    )
    page.wait_for_function(waiting)
    cover = page.locator("#cover button")
    if cover.is_visible():
        cover.click()
        cover.wait_for(state="hidden")
        page.wait_for_function("() => window.bocage.view.options.length > 0 && !window.bocage.busy")


class Drive:
    """A page, the game behind it, and what is still to be done of what the planner wants."""

    def __init__(self, mirror: Mirror, page: Page) -> None:
        self.mirror = mirror
        self.hand = Hand(page)
        self.picks: list[Pick] = []

    def step(self) -> tuple[str, list[Pick], int]:
        """One gesture: what it was, what it stands for, how many presses it took."""
        uncover(self.hand.page)
        self.mirror.follow()
        kind, picks = self._next()
        before = self.hand.presses.total()
        done = do(self.hand, kind, picks)
        wanted = {pick["at"] for pick in picks if "at" in pick}
        self.picks = [pick for pick in self.picks if pick["at"] not in wanted]
        return done, picks, self.hand.presses.total() - before

    def _next(self) -> Gesture:
        offered, halted = self.mirror.offered()
        for fresh in (False, True):
            if fresh:
                self.picks = self.mirror.plan()
            while self.picks and (idle := taken_up(self.picks)):
                del self.picks[:idle]
            head = self.picks[0] if self.picks else {"action": "", "part": ""}
            if head["action"] in offered or (head["part"] == "take" and head["action"] in halted):
                return gesture(self.picks, self.hand.page)
        self.picks = []  # the planner moved everything one by one; a person says that the phase is done
        options = self.hand.page.evaluate("() => window.bocage.view.options")
        ends = [one for one in options if one.get("part") in {"end", "halt"}]
        trail = self.hand.page.evaluate("() => window.bocage.view.trail")
        return "choice", [{"units": (), "spaces": (), **ends[-1], "trail": trail, "options": [], "idle": True}]


def measure(
    address: str, client: APIRequestContext, page: Page, game: str, seed: int, wanted: int, *, aloud: bool = False
) -> Tally:
    """Drive the page through the first game turns; each side's turn with its presses."""
    mirror = Mirror(client, address, game, seed)
    page.goto(mirror.url, wait_until="domcontentloaded", timeout=90_000)
    page.wait_for_selector("body[data-ready=yes]", timeout=90_000)
    drive, tally = Drive(mirror, page), Tally(game)
    turns: list[str] = []
    for _ in range(MOST):
        side, turn = mirror.side, mirror.turn
        if turn and turn not in turns:
            turns.append(turn)
        if not side or sum(name.startswith("Turn") for name in turns) > wanted:
            break
        kind, picks, presses = drive.step()
        tally.count(side, turn, kind, picks, presses)
        mirror.follow()
        if aloud:
            meant = " | ".join(pick["action"] for pick in picks)
            print(f"{presses} {kind}: {meant}; done: {' | '.join(mirror.news)}", file=sys.stderr, flush=True)
    return tally


def main(argv: Sequence[str] | None = None) -> int:
    """Print the presses of the first turns of each game."""
    parser = argparse.ArgumentParser(prog="table_gestures", description="How many gestures a turn costs.")
    parser.add_argument("--game", action="append", help="only this one; may be repeated")
    parser.add_argument("--turns", type=int, help="how many game turns")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--aloud", action="store_true", help="say every gesture")
    given = parser.parse_args(argv)
    with serving() as address, browsing() as browser:
        for game in given.game or all_games():
            context = browser.new_context(viewport={"width": 1400, "height": 900})
            context.add_init_script(PLAIN)
            many = given.turns or TURNS.get(game, 1)
            tally = measure(address, context.request, context.new_page(), game, given.seed, many, aloud=given.aloud)
            print(*tally.lines(), sep="\n", flush=True)
            context.close()
    bars = ", ".join(f"{name} {bar}" for name, bar in BARS.items())
    print(f"bars: {bars} (a player turn of Normandy '44 on average)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
