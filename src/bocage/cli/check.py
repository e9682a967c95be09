"""`bocage check`: load all data, report every fault, and print totals to hold against a counter sheet."""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from bocage.cli.common import Commands, Fault, add_data, add_game, add_json, command, find_game, print_json
from bocage.cli.console import paint, wrap
from bocage.games import all_games
from bocage.kernel.board import Board
from bocage.kernel.game import Game
from bocage.kernel.loading import BadData, Faults, Sheet, find, read_sheet
from bocage.kernel.rulebook import implemented, load_rulebook
from bocage.kernel.spaces import count
from bocage.kernel.wording import counted


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "check",
        run,
        "load all data, report every fault with file and row, print totals",
        description=(
            "The totals are for comparing with a printed counter sheet and map. With --data it checks a pack of\n"
            "corrected files, which stand in for ours one by one. Exit code 1 when there is any fault."
        ),
        examples=["bocage check", "bocage check tinybeach", "bocage check --data my-corrections"],
    )
    add_game(parser, optional=True)
    add_data(parser)
    add_json(parser)


SUMMED = ("hexes", "areas", "hexsides", "road steps", "links", "places")
"""Totals whose parts add up to something; counters do too."""
COUNTERS = "{} counters"


class Finding:
    """What the check of one game brought to light."""

    def __init__(self, game: Game, pack: Path | None) -> None:
        self.game, self.pack = game, pack
        self.faults: list[str] = []
        self.totals: dict[str, dict[str, int]] = {}

    def look(self) -> "Finding":
        """Load everything and count it."""
        self._rulebook()
        try:
            board = self.game.board(self.pack)
        except BadData as bad:
            self.faults += [str(fault) for fault in bad.faults]
            return self
        except ValueError as error:  # a slip that only compiling the board brought to light
            self.faults.append(str(error))
            return self
        self.totals = {name: found for name, found in _totals(self.game, board, self.pack).items() if found}
        for scenario in self.game.scenarios:
            self._scenario(scenario.id)
        return self

    def _scenario(self, scenario: str) -> None:
        try:
            g = self.game.new(scenario, data=self.pack)
        except (ValueError, LookupError, AssertionError) as error:
            self.faults.append(f"scenario {scenario} cannot be set up: {type(error).__name__}: {error}")
            return
        self.faults += [f"scenario {scenario}: {problem}" for problem in self.game.problems(g)]

    def _rulebook(self) -> None:
        faults = Faults()
        book = load_rulebook(sys.modules[self.game.package], faults)
        self.faults += [str(fault) for fault in faults]
        numbers = {rule.number for rule in book.rule}
        marked = implemented(self.game.package)
        for number in sorted(set(marked) - numbers):
            where = ", ".join(marked[number])
            self.faults.append(f"rule {number} is marked in {where} but not in the rulebook")


def run(options: argparse.Namespace) -> int:
    """Check the games asked for."""
    games = [find_game(options.game)] if options.game else list(all_games().values())
    findings = [Finding(game, pack).look() for game, pack in _packs(games, options.data)]
    strangers = _strangers(options.data)
    if options.json:
        print_json(
            {
                found.game.id: {"faults": found.faults, "totals": found.totals, "data": str(found.pack or "ours")}
                for found in findings
            }
            | ({"": {"faults": strangers, "totals": {}, "data": str(options.data)}} if strangers else {})
        )
    else:
        for found in findings:
            _show(found)
        for fault in strangers:
            print(paint(f"fault: {fault}", "red"))
    bad = sum(len(found.faults) for found in findings) + len(strangers)
    if bad:
        print(f"bocage: {counted(bad, 'fault')}", file=sys.stderr)
    return 1 if bad else 0


def _packs(games: Iterable[Game], data: Path | None) -> list[tuple[Game, Path | None]]:
    if data is not None and not data.is_dir():
        raise Fault(f"{data}: there is no such folder")
    return [(game, data / game.id if data and (data / game.id).is_dir() else None) for game in games]


def _strangers(data: Path | None) -> list[str]:
    """Things in a pack that belong to no game, and so would be silently ignored."""
    if data is None:
        return []
    known = ", ".join(all_games())
    return [
        f"{path}: no game has this id; choose from: {known}"
        for path in sorted(data.iterdir())
        if path.name not in all_games() and not path.name.lower().startswith((".", "readme", "license", "notice"))
    ]


def _show(found: Finding) -> None:
    print(paint(f"{found.game.id}  {found.game.name}", "bold") + (f"  ({found.pack})" if found.pack else ""))
    summed = {*SUMMED, *map(COUNTERS.format, found.game.sides)}
    for title, totals in found.totals.items():
        all_of_it = f"{sum(totals.values())}: " if title in summed else ""
        print(wrap(f"{title}: {all_of_it}" + ", ".join(f"{name} {many}" for name, many in totals.items()), "  "))
    for fault in found.faults:
        print(paint(f"  fault: {fault}", "red"))
    if not found.faults:
        print("  no fault")


# --- totals -----------------------------------------------------------------------------------------


def _totals(game: Game, board: Board, pack: Path | None) -> dict[str, dict[str, int]]:
    totals: dict[str, dict[str, int]] = {}
    for number, side in enumerate(game.sides):
        mine = [counter for counter in board.counters if counter.side == number]
        totals[COUNTERS.format(side)] = _count(game.measure.arm(counter) for counter in mine)
    if count(board.hexes):
        totals["hexes"] = {kind: count(mask & board.hexes) for kind, mask in board.of_terrain.items()}
    if count(board.areas):
        totals["areas"] = {kind: count(mask & board.areas) for kind, mask in board.of_terrain.items()}
    totals["boxes"] = {"boxes": count(board.boxes)} if count(board.boxes) else {}
    totals["hexsides"] = {kind: len(edges) // 2 for kind, edges in board.sides.items()}
    totals["road steps"] = {kind: len(edges) // 2 for kind, edges in board.roads.items()}
    totals["links"] = {kind: len(edges) // 2 for kind, edges in board.links.items()}
    totals["places"] = _count(place.kind for place in board.places)
    totals["marked sets"] = {name: count(mask) for name, mask in board.tags.items()}
    sheets = _sheets(game, pack)
    totals["rows of tables"] = {name: len(sheet.lines) for name, sheet in sheets.items()}
    totals["provenance of tables"] = _count(sheet.provenance or "by row" for sheet in sheets.values())
    totals["rules"] = {"cases": len(game.rulebook.rule)}
    return totals


def _count(words: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(words).items(), key=lambda item: (-item[1], item[0])))


def _sheets(game: Game, pack: Path | None) -> dict[str, Sheet]:
    """Every CSV file that the game reads."""
    ours = Path(sys.modules[game.package].__file__ or "").parent / "data"
    names = [path.relative_to(ours).as_posix() for path in sorted(ours.rglob("*.csv"))]
    sheets = {name: read_sheet(find(ours, pack, name), Faults()) for name in names}
    return {name: sheet for name, sheet in sheets.items() if sheet is not None}
