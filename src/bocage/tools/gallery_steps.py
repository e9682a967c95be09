"""How a page of the gallery gets to its picture: a table at a moment of a game, an overlay, a stack opened, a film."""

import base64
from collections import Counter
from collections.abc import Callable, Sequence

from bocage.draw import board_svg, sheet_svg
from bocage.games import find_game
from bocage.kernel.ids import Side
from bocage.kernel.view import Piece
from bocage.tools.gallery_moments import Moment, session_at
from bocage.tools.gallery_stage import Stage

Steps = Callable[[Stage], None]

ALIKE = 3
"""How many counters of one nation, symbol and size are shown on a sheet."""

# Moments that several pictures share.
TINY_LANDING = Moment("tinybeach", verb="enter")
TINY_TURN_3 = Moment("tinybeach", turn=3, verb="select", by="Allied")
WORLD_OPENING = Moment("acrosstheworld", turn=1)
WORLD_TURN_4 = Moment("acrosstheworld", turn=4, verb="take", by="Allied")
SPI_OPENING = Moment("normandy71", turn=1, verb="select")
SPI_TURN_3 = Moment("normandy71", turn=3, verb="select", by="Allied")
GMT_OPENING = Moment("normandy44", "campaign")
GMT_TURN_2 = Moment("normandy44", "campaign", turn=2, trail="Allied movement > Orders")
GMT_TURN_3 = Moment("normandy44", "campaign", turn=3, trail="Allied movement > Orders")
GMT_MOVING = Moment("normandy44", "campaign", turn=2, trail="Moving", by="Allied")
GMT_BATTLE = Moment("normandy44", "campaign", verb="naval", by="Allied")
GMT_RETREAT = Moment("normandy44", "campaign", turn=1, verb="fallback", choices=2)
SUMMER_OPENING = Moment("darksummer", verb="assault")
SUMMER_BATTLE = Moment("darksummer", verb="support", trail="Battle at")
SUMMER_TURN_2 = Moment("darksummer", turn=2, verb="select", by="Allied")
BRADLEY_OPENING = Moment("bradley", "omaha")
BRADLEY_LATER = Moment("bradley", "omaha", turn=4, verb="select", by="Allied")
BRADLEY_GERMAN = Moment("bradley", "omaha", turn=4, verb="select", by="German")
BRADLEY_BATTLE = Moment("bradley", "omaha", verb="shoot")


def whole(moment: Moment) -> Steps:
    """The whole map of a table."""

    def steps(stage: Stage) -> None:
        stage.table(moment)

    return steps


def close(moment: Moment, *spaces: str, zoom: float) -> Steps:
    """A part of the map, near."""

    def steps(stage: Stage) -> None:
        stage.table(moment)
        stage.near(*spaces, zoom=zoom)

    return steps


def action(moment: Moment, zoom: float = 2.6) -> Steps:
    """The place that the decision is about."""

    def steps(stage: Stage) -> None:
        stage.table(moment)
        stage.near_the_action(zoom)

    return steps


def overlay(moment: Moment, name: str, *spaces: str, zoom: float = 1.0) -> Steps:
    """A part of the map with an overlay."""

    def steps(stage: Stage) -> None:
        stage.table(moment)
        if spaces:
            stage.near(*spaces, zoom=zoom)
        stage.overlay(name)

    return steps


def sheet(game: str, skin: str = "period") -> Steps:
    """The empty map as `bocage map` draws it."""

    def steps(stage: Stage) -> None:
        stage.drawing(board_svg(find_game(game).board(), skin=skin))

    return steps


def counter_sheet(moments: Sequence[Moment], most: int) -> Steps:
    """Counters of a game in rows, each as its own side sees it; of the same sort only a few."""

    def steps(stage: Stage) -> None:
        found: dict[str, Piece] = {}
        for moment in moments:
            session = session_at(moment)
            for side in range(len(session.game.sides)):
                pieces = session.view(Side(side)).payload().pieces
                found |= {piece.unit or f"{piece.name} {piece.side}": piece for piece in pieces}
        sides = find_game(moments[0].game).belligerents
        seen: Counter[tuple[str, ...]] = Counter()
        shown: dict[int, list[Piece]] = {side: [] for side in range(len(sides))}
        for piece in sorted(found.values(), key=lambda piece: (piece.nation, piece.band, piece.unit)):
            sort = piece.nation, piece.symbol, piece.size
            seen[sort] += 1
            if seen[sort] <= ALIKE and len(shown[piece.side]) < most // len(sides):
                shown[piece.side].append(piece)
        stage.drawing(sheet_svg([piece for some in shown.values() for piece in some], sides))

    return steps


def first_page(stage: Stage) -> None:
    """The first page."""
    stage.home()


def why_not(stage: Stage) -> None:
    """Point at a hex out of reach with a counter in the hand."""
    stage.table(GMT_MOVING)
    stage.near_the_action(2.6)
    stage.point(_out_of_reach(stage))


def _out_of_reach(stage: Stage) -> str:
    """The nearest enemy counter that is no target, for the counter that moves."""
    found: str = stage.call(
        """(() => { const s = t.layout.spaces, aims = t.hand.targets(), side = t.sides.indexOf(t.position.side);
        const mid = [...aims].map((n) => s[n]), x = mid.reduce((a, p) => a + p.x, 0) / mid.length,
          y = mid.reduce((a, p) => a + p.y, 0) / mid.length;
        const far = (n) => Math.hypot(s[n].x - x, s[n].y - y);
        return t.view.pieces.filter((p) => p.side !== side && s[p.space]?.kind === "hex" && !aims.has(p.space))
          .map((p) => p.space).sort((a, b) => far(a) - far(b))[0]; })()"""
    )
    return found


def open_stack(stage: Stage) -> None:
    """A stack opened by pointing at it."""
    stage.table(GMT_TURN_3)
    space = stage.call(
        """(() => { const n = {}; for (const p of t.view.pieces) n[p.space] = (n[p.space] ?? 0) + 1;
        const inside = (s) => s?.kind === "hex" && s.x > 900 && s.x < t.layout.width - 900;
        return Object.keys(n).filter((k) => inside(t.layout.spaces[k])).sort((a, b) => n[b] - n[a])[0]; })()"""
    )
    stage.near(space, zoom=3.0)
    stage.point(space)


def reach(stage: Stage) -> None:
    """How far a counter could go: of some, the one that goes farthest."""
    stage.table(GMT_TURN_3)
    space = stage.call(
        """(async () => { const able = t.position.choices.ableUnits();
        const some = t.view.pieces.filter((p) => able.has(p.unit) && t.layout.spaces[p.space].kind === "hex");
        const count = async (p) => Object.keys(await t.questions.reach(p.unit)).length;
        const far = await Promise.all(some.slice(0, 16).map(count));
        return some[far.indexOf(Math.max(...far))].space; })()"""
    )
    stage.near(space, zoom=2.2)
    stage.call("t.questions.look(a)", space)
    stage.overlay("reach")


def scrubber(stage: Stage) -> None:
    """Some way back in a game."""
    stage.table(TINY_TURN_3)
    stage.page.fill("#scrubber", "40")
    stage.page.dispatch_event("#scrubber", "input")
    stage.page.wait_for_selector("body.replaying")


def cover(stage: Stage) -> None:
    """The other side is to decide: the table is covered."""
    stage.table(Moment("tinybeach"))
    stage.page.click("[data-action='hide 0303']")
    stage.page.wait_for_selector("#cover:not([hidden])")


def guided(stage: Stage) -> None:
    """The first turn of the teaching game, guided."""
    stage.home()
    stage.page.click("#learn")
    stage.ready()
    stage.page.wait_for_selector("#guide p")
    stage.page.wait_for_function("() => window.bocage.view.options.length > 0")


def warning(stage: Stage) -> None:
    """Ending a phase with something undone takes a confirmation."""
    stage.table(TINY_TURN_3)
    stage.page.click("[data-action=done]")
    stage.page.wait_for_selector("#confirm-yes")


def rule(stage: Stage) -> None:
    """A rule in our own words."""
    stage.table(GMT_BATTLE)
    stage.near_the_action(2.6)
    stage.page.click("#preview .rule-link >> nth=0")
    stage.page.wait_for_selector("#drawer .wanted")


def log_tab(stage: Stage) -> None:
    """The log in sentences."""
    stage.table(GMT_TURN_2)
    stage.near("2618", zoom=2.0)
    stage.page.click("#tab-log")


CENTRE = "2618"
FRAMES = 6
"""How many pictures make a film strip, three in a row."""
BATTLES = 2
"""How many of them show a battle card."""
STRIP = """<style>body{{margin:0;background:#222;display:grid;grid-template-columns:repeat(3,1fr);
align-content:start;gap:8px;padding:8px}}
img{{display:block;width:100%}}</style>{}"""


LONGEST_RUN = """(async () => { await t.log.fetch();
  const all = t.log.entries.filter((line) => line.kind !== "Reason");
  const whose = (line) => t.sides[t.position.piece(line.units?.[0] ?? "")?.side] ?? "";
  const runs = [[]];
  for (const line of all) {
    if (line.kind === "Moved" && whose(line) !== a) runs.push([]);
    else runs.at(-1).push(line);
  }
  const worth = (run) => run.filter((line) => line.spaces?.length > 1).length
    + 10 * run.filter((line) => line.dice && line.column).length;
  return t.playback.last = runs.sort((one, two) => worth(two) - worth(one))[0]; })()"""


def _spread(numbers: list[int], wanted: int) -> list[int]:
    """That many of them, from the first to the last."""
    return [numbers[len(numbers) * place // wanted] for place in range(wanted)] if numbers else []


def film(moment: Moment, side: str) -> Steps:
    """What a side did in its last turn, step by step as the other side sees it."""

    def steps(stage: Stage) -> None:
        stage.table(moment)
        stage.near(CENTRE, zoom=1.7)
        lines = stage.call(LONGEST_RUN, side)
        stage.call("t.playback.pause(), t.playback.again(), 0")
        moves = [number for number, line in enumerate(lines) if len(line.get("spaces", ())) > 1]
        battles = [number for number, line in enumerate(lines) if line.get("dice") and line.get("column")]
        wanted = sorted({*_spread(moves, FRAMES - BATTLES), *_spread(battles, BATTLES)})
        if len(wanted) < FRAMES:
            raise RuntimeError(
                f"{side} did too little to make a film of it: {len(moves)} moves, {len(battles)} battles"
            )
        frames = []
        for number in wanted:
            while stage.call("t.playback.at") < number:
                stage.page.click("#play-step")
                stage.page.wait_for_timeout(60)
            stage.settle()
            frames.append(base64.b64encode(stage.page.locator("#viewport").screenshot(type="png")).decode())
        faults = list(stage.errors)
        stage.page.goto("about:blank")  # away from the table's own policy for pictures; nothing can be stored there
        stage.errors[:] = faults
        stage.page.set_content(STRIP.format("".join(f'<img src="data:image/png;base64,{one}">' for one in frames)))
        bottom = stage.page.locator("img").last.bounding_box() or {"y": 0, "height": 744}
        stage.page.set_viewport_size({"width": 1440, "height": round(bottom["y"] + bottom["height"]) + 8})

    return steps
