"""The report: one page that stands alone, and says what the tables say."""

import itertools
import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from bocage.draw import Layout
from bocage.games import find_game
from bocage.lab import chapters, dice, front, pieces, plots
from bocage.lab.extra import BadResults
from bocage.lab.report import make_report
from bocage.lab.results import Results, Run
from bocage.lab.running import play_missing
from bocage.lab.study import Share, Study
from bocage.runs.batch import Batch

CHAPTERS = ("Who wins", "Victory points over time", "How the battle goes", "The front by turn", "Casualties")
MORE = ("What the dice said", "Rules that came up", "Length", "How these games were made")


def play(folder: Path, game: str, games: int, *, main: bool = False, **players: str) -> Path:
    """Games of the last scenario, which is short, or of the main one."""
    found = find_game(game)
    scenario = found.scenarios[0 if main else -1].id
    some = Batch(game=game, scenario=scenario, options=found.settle({}), players=players, seed=1, games=games)
    with Run(folder, some, resume=False) as run:
        for _ in play_missing(run, some):
            pass
    return folder


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return play(tmp_path_factory.mktemp("lab") / "tiny", "tinybeach", 30)


def outside(page: str) -> list[str]:
    """Whatever a browser would fetch: links, sources, imports, but not the names of namespaces."""
    found = re.findall(r'(?:src|href|action)="(?!#)([^"]+)"|url\((?!#)([^)]+)\)|@import\s+(\S+)', page)
    return [part for parts in found for part in parts if part]


def test_the_page_has_every_chapter_and_asks_for_nothing(tiny: Path) -> None:
    page = make_report([tiny])
    for words in (*CHAPTERS, *MORE):
        assert f"<h2>{words}</h2>" in page
    assert "Thinking time" not in page  # nobody thinks
    assert outside(page) == []
    assert "<title>Tiny Beach: Dawn raid</title>" in page
    assert "30 games" in page
    assert page.count("<figcaption>") == page.count("<figure>") > 6


def test_the_figures_are_those_of_the_tables(tiny: Path) -> None:
    study = Study(Results(tiny))
    games, turns = Results(tiny).read()
    winners = games["winner"].to_pylist()
    for share in study.wins:
        name = "" if share.name == "Draw" else share.name
        assert share.many == winners.count(name)
        assert share.low <= share.share <= share.high
    assert sum(share.many for share, _ in study.levels) == 30
    lost = sum(turns["allied_steps_lost"].to_pylist()) / 30
    assert sum(by_side["Allied"] for by_side in study.losses_by_arm.values()) == pytest.approx(lost)
    for side in ("Allied", "German"):
        by_arm = study.losses_by_turn(side)
        assert list(by_arm) == list(study.losses_by_arm)
        means = [float(study.of(side, "steps_lost")[rows].mean()) for rows in study.by_turn.values()]
        assert [sum(lost) for lost in zip(*by_arm.values(), strict=True)] == pytest.approx(means)
    rolled = [came for row in turns["results"].to_pylist() for came in row if came["table"] == "Combat"]
    assert study.tables["Combat"].total() == sum(came["times"] for came in rolled)
    band = study.band(study.of("Allied", "points"))
    assert band.turns == [0, 1, 2, 3]
    assert all(low <= middle <= high for low, middle, high in zip(band.low, band.middle, band.high, strict=True))
    assert all(0 < share <= 1 for _, _, share in study.rules)


def words_of(drawing: str) -> list[str]:
    return re.findall(r"<text[^>]*>([^<]*)</text>", drawing)


def test_casualties_are_shown_by_turn_and_arm_with_a_panel_for_each_side(
    tiny: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = Study(Results(tiny))
    assert len(study.losses_by_arm) == 3
    drawing = plots.losses(study)
    words = words_of(drawing)
    for word in ("Allied", "German", *study.losses_by_arm):
        assert words.count(word) == 1
    for paint in plots.ARMS[:3]:
        assert drawing.count(f"fill: {paint}") > len(study.by_turn)  # bars in both panels
    assert words.count("turn") == 2
    monkeypatch.setattr(plots, "ARMS", plots.ARMS[:1])
    words = words_of(plots.losses(study))
    first, *rest = study.losses_by_arm
    assert words.count(first) == words.count("other arms") == 1
    assert not set(rest) & set(words)


def test_the_colours_of_arms_are_told_apart_in_grey_too() -> None:
    """Neighbours in a bar differ in how light they are, and no arm has the colour of a side."""
    light = [
        sum(int(paint[n : n + 2], 16) * part for n, part in ((1, 0.21), (3, 0.72), (5, 0.07))) for paint in plots.ARMS
    ]
    assert all(abs(one - other) > 50 for one, other in itertools.pairwise(light))
    assert not set(plots.ARMS) & set(plots.SIDES)


def test_the_dot_of_a_side_that_always_wins_is_whole_and_names_at_the_ends_do_not_overlap(tiny: Path) -> None:
    study = Study(Results(tiny))
    study.wins = [Share("Allied", 30, 1.0, 0.89, 1.0), Share("German", 0, 0.0, 0.0, 0.11)]
    uses = re.findall(r"<g[^>]*>\s*<use [^>]*style=\"fill: #(?:0072b2|d55e00)", plots.wins([study]))
    assert len(uses) == 2
    assert not any("clip-path" in use for use in uses)
    made, grid = plots.figure(height=2.2)
    axes = grid[0][0]
    axes.set(xlim=(0, 5), ylim=(0, 3))
    plots._name_ends(axes, [("Allied", 5, 0.1, "k"), ("German", 5, 0.12, "k")])
    plots._turns_axis(axes)
    made.draw_without_rendering()
    low, high = (text.get_window_extent().y0 for text in axes.texts)
    assert (high - low) / made.dpi > 0.17  # inches; a browser needs that for a line


def test_the_bar_of_an_only_result_leaves_room_and_a_command_is_broken_between_its_words(tiny: Path) -> None:
    study = Study(Results(tiny))
    study.levels = [(Share("Allied victory", 30, 1.0, 0.89, 1.0), "Allied")]
    paths = re.findall(r'<path d="([^"]*)"', plots.levels(study))
    heights = [[float(y) for y in re.findall(r"[ML] \S+ (\S+)", path)] for path in paths]
    bar = next(ys for ys in heights if len(ys) == 4)
    frame = next(ys for ys in heights if len(ys) == 2)
    assert max(bar) - min(bar) < 0.7 * (max(frame) - min(frame))
    assert "<span>--allied random</span> <span>--german random</span>" in make_report([tiny])


def test_runs_are_compared(tiny: Path, tmp_path: Path) -> None:
    other = play(tmp_path / "other", "tinybeach", 2, Allied="greedy")
    page = make_report([tiny, other])
    assert "runs compared" in page
    assert "<h2>Comparison</h2>" in page
    assert page.count("<h2>Who wins</h2>") == 2
    assert "Thinking time" in page
    assert outside(page) == []
    names = re.findall(r'id="([^"]+)"', re.sub(r"<figure>.*?</figure>", "", page, flags=re.DOTALL))
    assert len(names) == len(set(names))


def shown_front(page: str) -> dict[str, Any]:
    """The data of the map by turn; its slider must reach every turn."""
    part = re.search(r'<div class="front".*?<script type="application/json">(.*?)</script>', page, re.DOTALL)
    assert part is not None
    found: dict[str, Any] = json.loads(part[1])
    assert f'<input type="range" min="0" max="{len(found["turns"]) - 1}"' in part[0]
    spaces = part[0].count("<polygon points=", part[0].index('<g class="ground">'))
    assert {len(row) for name in ("held", "contact") for row in found[name]} == {spaces}
    return found


@pytest.mark.parametrize(
    ("game", "turns", "gauge"),
    [
        ("normandy44", 22, "All five beaches open and linked"),
        ("normandy44", 22, "German front: hexes open when the Germans have moved"),
        ("normandy44", 22, "German front unbroken when the Germans have moved"),
        ("normandy44", 22, "German units suffice for a whole front"),
        ("normandy44", 22, "A hex of Caen or Cherbourg in Allied hands"),
        ("normandy44", 22, "Caen: city hexes in Allied hands"),
        ("normandy71", 6, "Cities that count for the Allies"),
        ("normandy71", 6, "Beachheads that no road joins"),
    ],
)
def test_the_great_games_have_their_gauges_and_a_front_on_their_map(
    great: dict[str, str], game: str, turns: int, gauge: str
) -> None:
    page = great[game]
    for words in (*CHAPTERS, *MORE):
        assert f"<h2>{words}</h2>" in page
    battle = page[page.index("<h2>How the battle goes</h2>") : page.index("<h2>The front by turn</h2>")]
    assert gauge in [unescape(word) for word in words_of(battle)]
    shown = shown_front(page)
    assert shown["turns"][-1] == turns
    assert min(shown["held"][-1]) < 0 < max(shown["held"][-1]), "each side holds something"
    assert max(map(max, shown["contact"])) > 0
    assert outside(page) == []


def test_what_is_so_or_not_is_told_by_turn_and_as_a_share_of_all_turns(tiny: Path) -> None:
    study = Study(Results(tiny))
    _, turns = Results(tiny).read()
    rows = turns.to_pylist()
    first: dict[int, int] = {}
    for row in rows:  # of the games in which the Allies ever hold at least one objective, from which turn on
        if row["gauges"][0]["value"] > 0:
            first.setdefault(row["seed"], row["turn"])
    study._nested.gauges = {"Some taken": (study._nested.gauges["Objectives in Allied hands"] > 0).astype(float)}
    study.facts = ["Some taken"]
    assert 0 < len(first) < 31
    for turn, share in study.reached("Some taken").items():
        assert share.many == sum(begun <= turn for begun in first.values())
        assert share.share == share.many / 30, "of all games, whenever they ended"
    played = [row for row in rows if row["turn"]]
    often = sum(row["gauges"][0]["value"] > 0 for row in played) / len(played)
    assert study.often("Some taken") == pytest.approx(often)
    told = chapters.gauges(study, "")
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", told)
    last = study.reached("Some taken")[3].share
    assert cells == ["Some taken", *cells[1:3], f"{last:.0%}" if last else "·", f"{often:.0%}"]


def test_a_count_that_never_came_beyond_one_is_no_share_of_games(tiny: Path) -> None:
    study = Study(Results(tiny))
    name = "Objectives in Allied hands"
    study._nested.gauges = {name: study._nested.gauges[name].clip(0, 1)}
    assert study.facts == []
    told = chapters.gauges(study, "")
    assert "Percentages" not in told
    assert "by turn" not in told
    assert "50%" not in words_of(told)


def test_the_last_turn_is_told_however_many_there_are(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    study = Study(Results(tiny))
    study.facts = ["Objectives in Allied hands"]
    monkeypatch.setattr(chapters, "MOMENTS", 2)  # of three turns
    assert re.findall(r"<th[^>]*>([^<]*)</th>", chapters._reached(study)) == ["by turn", "1", "3", "of turns"]
    monkeypatch.setattr(chapters, "MOMENTS", 1)
    assert re.findall(r"<th[^>]*>([^<]*)</th>", chapters._reached(study)) == ["by turn", "1", "3", "of turns"]


def test_it_is_told_in_how_many_turns_a_side_attacks(tiny: Path) -> None:
    study = Study(Results(tiny))
    rows = [row for row in Results(tiny).read()[1].to_pylist() if row["turn"]]
    fought = [row for row in rows if any((x["table"], x["side"]) == ("Combat", "Allied") for x in row["results"])]
    assert 0 < len(fought) < len(rows)
    assert study.turns_with("Combat", "Allied") == len(fought) / len(rows)
    assert f"Allied in {len(fought) / len(rows):.0%} and German in" in dice.results(study, "")
    study.by_turn = {turn: numbers.repeat(10) for turn, numbers in study.by_turn.items()}  # ten times as many games
    study._nested.turns_with.update({("Combat", "Allied"): 10 * len(rows) - 1 - len(fought)})
    assert "Allied in &gt;99% and German in" in dice.results(study, ""), "all but one"


def test_figures_are_written_as_one_reads_them() -> None:
    assert [pieces.figures(number) for number in (0.1234, 2, 94.66, 104.2, 1430.5)] == [
        *("0.123", "2", "94.7", "104", "1,430")
    ]
    shares = {0.0: "0%", 0.004: "<1%", 0.005: "<1%", 0.006: "1%", 0.5: "50%", 0.99: "99%", 0.996: ">99%", 1.0: "100%"}
    assert {share: pieces.percent(share) for share in shares} == shares


@pytest.fixture(scope="module")
def great(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Reports of two games at random of each of the two great games' main scenarios."""
    folder = tmp_path_factory.mktemp("great")
    return {game: make_report([play(folder / game, game, 2, main=True)]) for game in ("normandy44", "normandy71")}


def test_every_table_is_shown_and_the_rarer_ones_unfold(tiny: Path) -> None:
    study = Study(Results(tiny))
    combat = study.tables["Combat"]
    study.tables = {f"Table {n}": combat for n in range(12)}
    told = dice.results(study, "")
    at_once, _, folded = told.partition("<details><summary>The other 4 tables</summary>")
    for n in range(12):
        assert f"<h3>Table {n}</h3>" in (at_once if n < 8 else folded)
    study.tables = {f"Table {n}": combat for n in range(9)}
    assert "<details>" not in dice.results(study, ""), "one alone is not hidden"


def test_a_map_of_areas_has_a_front_too(tmp_path: Path) -> None:
    page = make_report([play(tmp_path / "areas", "acrosstheworld", 2)])
    assert '<div class="front"' in page
    assert "2 games are few" in page
    assert "in which Allied or German controls it." in page
    assert "<title>Wars Across the World: Normandy 1944</title>" in page, "the scenario has the name of the game"
    names = named(page)
    assert {"Cherbourg", "Caen", "Saint-Lô"} <= set(names), "its cities are areas, and named too"


def named(page: str) -> dict[str, str]:
    """The names on the map of the front, and how they are set."""
    found = re.findall(r'<text class="(\w*)" x="[^"]*" y="[^"]*">([^<]*)</text>', page)
    return {unescape(word): side for side, word in found}


def test_names_at_the_edge_of_the_map_do_not_run_out_of_it() -> None:
    board = find_game("normandy71").board()
    layout = Layout(board)
    names = named(front._names(board, layout, layout.map.width / 60, 10))
    assert names["Valognes"] == "left"
    assert names["Caen"] == ""


def test_one_game_is_not_told_as_several(tmp_path: Path) -> None:
    page = make_report([play(tmp_path / "one", "tinybeach", 1)])
    assert not re.search(r"\b1 games", page)
    assert "1 game is little: expect" in page


def test_more_runs_than_lines_are_told_apart_by_marks(tiny: Path) -> None:
    studies = [Study(Results(tiny), f"run {n}") for n in range(6)]
    drawing = plots.compared_points(studies, "Allied")
    looks = re.findall(
        r'<path d="[^"]*" clip-path="[^"]*" style="(fill: none; [^"]*stroke-width: 2[^"]*)"/>(\s*<(?:defs|g clip))?',
        drawing,
    )
    assert len(looks) == 6
    assert len({(line, bool(marked)) for line, marked in looks}) == 6


def test_an_empty_run_and_one_that_failed_are_told_in_one_line(tmp_path: Path) -> None:
    some = Batch(game="tinybeach", scenario="dawn", options={"weather": "rolled"}, players={}, seed=1, games=2)
    Run(tmp_path / "empty", some, resume=False).close()
    with pytest.raises(BadResults, match="no finished game"):
        make_report([tmp_path / "empty"])


def test_names_that_are_markup_stay_words(tmp_path: Path) -> None:
    folder = play(tmp_path / "<b>&", "tinybeach", 2)
    page = make_report([folder, play(tmp_path / "plain", "tinybeach", 2)])
    assert "<b>&<" not in page
    assert "&lt;b&gt;&amp;" in page
