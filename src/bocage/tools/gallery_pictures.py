"""The pictures of the gallery: what each shows, at which moment of which game, and how the page gets there."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from bocage.draw import board_svg, sheet_svg
from bocage.games import find_game
from bocage.kernel.ids import Side
from bocage.kernel.view import Piece
from bocage.tools.gallery_moments import Moment, session_at
from bocage.tools.gallery_stage import DESK, PHONE, TABLET, Stage

__all__ = ["CHAPTERS", "PICTURES", "Picture"]

Steps = Callable[[Stage], None]

ALIKE = 3
"""So many counters of one nation, symbol and size are shown on a sheet."""


class Picture(msgspec.Struct, frozen=True):
    """One picture: its file, its caption, and the way to it."""

    name: str
    caption: str
    steps: Steps
    size: tuple[int, int] = DESK
    skin: str = "period"


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
        """(() => { const s = t.layout.spaces, aims = t.choices.targets(t.picked), side = t.sides.indexOf(t.side);
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
    """How far the counter could go that has the longest way of some."""
    stage.table(GMT_TURN_3)
    space = stage.call(
        """(async () => { const able = t.choices.ableUnits();
        const some = t.view.pieces.filter((p) => able.has(p.unit) && t.layout.spaces[p.space].kind === "hex");
        const far = await Promise.all(some.slice(0, 16).map(async (p) => Object.keys(await t.reach(p.unit)).length));
        return some[far.indexOf(Math.max(...far))].space; })()"""
    )
    stage.near(space, zoom=2.2)
    stage.call("t.look(a)", space)
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
    """To end a phase with something undone takes a second word."""
    stage.table(TINY_TURN_3)
    stage.page.click("[data-action=done]")
    stage.page.wait_for_selector("#confirm-yes")


def rule(stage: Stage) -> None:
    """A rule in our own words."""
    stage.table(GMT_BATTLE)
    stage.near_the_action(2.6)
    stage.page.click("#preview .rule-link >> nth=0")
    stage.page.wait_for_selector("#dialog[open]")


def log_tab(stage: Stage) -> None:
    """The log in sentences."""
    stage.table(GMT_TURN_2)
    stage.near("2618", zoom=2.0)
    stage.page.click("#tab-log")


OVERLAYS = {
    "zones": "Zones of control, each side's in its own pattern.",
    "bonds": "ZOC bonds: the lines that a wargamer sees between two strong stacks.",
    "supply": "Who is in supply.",
    "control": "Who controls what.",
    "threat": "Where the enemy could strike.",
    "victory": "What victory hexes are worth, and who has them.",
    "front": "The historical front of the end of June.",
}
WORLD_OVERLAYS = {
    "control": "Regions and who controls them.",
    "supply": "Regions in supply.",
    "victory": "What the cities are worth.",
    "threat": "What the enemy can reach.",
}
CENTRE = "2618"

CHAPTERS: dict[str, list[Picture]] = {
    "The first page": [
        Picture("first-page", "The first page: every game as a card, and ten minutes to learn.", first_page),
        Picture("guided-turn", "*Learn in ten minutes*: the first turn of the teaching game is guided.", guided),
    ],
    "Maps": [
        Picture("map-tinybeach", "Tiny Beach, the teaching game.", sheet("tinybeach"), (1120, 1045)),
        Picture("map-acrosstheworld", "*Wars Across the World*: regions.", sheet("acrosstheworld"), (1500, 1233)),
        Picture("map-normandy71", "*Normandy* (1971): two kilometres to the hex.", sheet("normandy71"), (1600, 1451)),
        Picture("map-normandy44", "*Normandy '44*: 3.8 kilometres to the hex.", sheet("normandy44"), (1600, 1321)),
    ],
    "Opening positions": [
        Picture("opening-tinybeach", "Tiny Beach: the boats come in.", whole(TINY_LANDING)),
        Picture(
            "opening-tinybeach-dawn",
            "Tiny Beach, scenario *Dawn*.",
            whole(Moment("tinybeach", "dawn", verb="select")),
        ),
        Picture("opening-acrosstheworld", "*Wars Across the World* on D-Day.", whole(WORLD_OPENING)),
        Picture("opening-normandy71", "*Normandy* (1971): landed, before the first move inland.", whole(SPI_OPENING)),
        Picture("opening-normandy44", "*Normandy '44*, the campaign, on the morning of 6 June.", whole(GMT_OPENING)),
        Picture(
            "opening-normandy44-cherbourg",
            "*Normandy '44*, the race to Cherbourg.",
            whole(Moment("normandy44", "cherbourg")),
        ),
    ],
    "In mid-game": [
        Picture("midgame-tinybeach", "Tiny Beach, turn 3.", whole(TINY_TURN_3)),
        Picture("midgame-acrosstheworld", "*Wars Across the World*, turn 4.", whole(WORLD_TURN_4)),
        Picture("midgame-normandy71", "*Normandy* (1971), turn 3.", whole(SPI_TURN_3)),
        Picture("midgame-normandy44", "*Normandy '44*, turn 3.", whole(GMT_TURN_3)),
        Picture("half-normandy44", "The same, half way in.", close(GMT_TURN_3, CENTRE, zoom=2.0)),
        Picture("close-tinybeach", "Close: hex numbers, hedges, bridges.", close(TINY_TURN_3, "0303", zoom=1.6)),
        Picture("close-acrosstheworld", "Close: Carentan and the beaches.", close(WORLD_TURN_4, "8", "17", zoom=2.6)),
        Picture("close-normandy71", "Close: around Bayeux.", close(SPI_TURN_3, "Z21", zoom=3.6)),
        Picture("close-normandy44", "Close: the Calvados coast.", close(GMT_TURN_3, CENTRE, zoom=3.6)),
        Picture("open-stack", "Pointing at a stack opens it and says what is worth knowing.", open_stack),
    ],
    "Decisions": [
        Picture(
            "battle-tinybeach",
            "Before a battle: the account, the column and every chance.",
            action(Moment("tinybeach", turn=2, verb="fight"), 1.2),
        ),
        Picture(
            "battle-acrosstheworld",
            "*Wars Across the World*: exact chances say what an attack may bring.",
            action(Moment("acrosstheworld", turn=2, trail="Battle at", verb="play"), 1.6),
        ),
        Picture(
            "battle-normandy71",
            "*Normandy* (1971): which battle is fought first?",
            action(Moment("normandy71", turn=1, verb="resolve"), 3.0),
        ),
        Picture("battle-normandy44", "*Normandy '44*: every shift with its rule.", action(GMT_BATTLE)),
        Picture("rule", "A rule number opens our own summary of the rule.", rule),
        Picture("retreat-tinybeach", "A retreat.", action(Moment("tinybeach", verb="retreat"), 1.2)),
        Picture("retreat-normandy44", "*Normandy '44*: the owner walks his stack back.", action(GMT_RETREAT)),
        Picture("why-not", "Why not? A counter in the hand, and the reason with its rule.", why_not),
        Picture("warning", "Ending a phase with something left undone takes a second word.", warning),
        Picture("log", "The log in sentences; a click on a line finds it on the map.", log_tab),
        Picture("scrubber", "The scrubber replays the game pick by pick.", scrubber),
        Picture("hot-seat", "Two people, one screen: the table is covered until the device is turned.", cover),
    ],
    "Overlays": [
        *(
            Picture(f"overlay-{name}", f"*Normandy '44*. {words}", overlay(GMT_TURN_3, name, CENTRE, zoom=1.7))
            for name, words in OVERLAYS.items()
        ),
        Picture("overlay-reach", "How far a counter could go, and at what cost.", reach),
        Picture(
            "overlay-gunfire",
            "*Normandy* (1971): how far naval gunfire reaches.",
            overlay(SPI_TURN_3, "gunfire"),
        ),
        *(
            Picture(f"overlay-regions-{name}", f"*Wars Across the World*. {words}", overlay(WORLD_TURN_4, name))
            for name, words in WORLD_OVERLAYS.items()
        ),
    ],
    "Looks": [
        Picture("skin-period", "The period map.", close(GMT_TURN_3, CENTRE, zoom=2.4)),
        Picture("skin-clean", "Clean.", close(GMT_TURN_3, CENTRE, zoom=2.4), skin="clean"),
        Picture("skin-contrast", "High contrast.", close(GMT_TURN_3, CENTRE, zoom=2.4), skin="contrast"),
        Picture(
            "counters-normandy44",
            "Counters of *Normandy '44*.",
            counter_sheet([GMT_OPENING, GMT_TURN_3], 98),
            (1440, 740),
        ),
        Picture(
            "counters-normandy71",
            "Counters of *Normandy* (1971).",
            counter_sheet([SPI_OPENING, SPI_TURN_3], 70),
            (1440, 540),
        ),
        Picture(
            "counters-acrosstheworld",
            "Counters of *Wars Across the World*.",
            counter_sheet([WORLD_OPENING, WORLD_TURN_4], 42),
            (1440, 345),
        ),
    ],
    "Tablet and phone": [
        Picture("tablet-tinybeach", "Tiny Beach on a tablet.", whole(TINY_TURN_3), TABLET),
        Picture("tablet-normandy44", "*Normandy '44* on a tablet.", close(GMT_TURN_3, CENTRE, zoom=2.4), TABLET),
        Picture("phone-first-page", "The first page on a phone.", first_page, PHONE),
        Picture("phone-tinybeach", "Tiny Beach on a phone.", whole(TINY_TURN_3), PHONE),
        Picture("phone-normandy44", "*Normandy '44* on a phone.", close(GMT_TURN_3, CENTRE, zoom=3.0), PHONE),
    ],
}

PICTURES: list[Picture] = [picture for chapter in CHAPTERS.values() for picture in chapter]
