"""What the terminal shows: maps in characters, menus, tables, progress."""

import sys

import pytest

from bocage.cli.canvas import Canvas
from bocage.cli.screen import menu
from bocage.cli.textmap import Picture
from bocage.games import find_game
from bocage.kernel.board import Board, Geography, Terrain
from bocage.kernel.geography import Area, Box, Link
from bocage.kernel.grid import Grid
from bocage.kernel.ids import Side
from bocage.kernel.view import Choice, Mark, Payload, Piece, Prompt, View
from bocage.tools import progress


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("LINES", "40")


def payload(pieces: tuple[Piece, ...] = (), marks: tuple[Mark, ...] = (), options: tuple[Choice, ...] = ()) -> Payload:
    prompt = Prompt(text="What now?", by="Allied")
    return Payload("x", 0, "Allied", "", prompt, options, pieces, marks, ())


def picture(geography: Geography, shown: Payload, **notes: str) -> str:
    """A board of its own, seen through a view of the teaching game."""
    game = find_game("tinybeach")
    view = View(game, game.new(seed=1), Side(0))
    view.state.board = Board(geography)
    return Picture(view, shown, notes).draw()


def test_a_small_map_is_drawn_with_hexsides_and_rivers() -> None:
    game = find_game("tinybeach")
    drawn = Picture(View(game, game.new(seed=1), Side(0))).draw().splitlines()
    assert drawn[0] == "  ____________                ____________                ____________"
    assert drawn[5] == r" / 0102 marsh \              /0302 bocage \              / 0502 clear \""[:-1]
    assert "~~~~~~~~~~~~" in drawn[8]
    assert "G Dunes 1-2" in "".join(drawn)
    assert any(line.startswith("Fleet: A Able 3-3, A Baker 3-3") for line in drawn)


def test_a_large_map_is_a_field_of_numbers_of_which_a_window_is_shown() -> None:
    grid = Grid(columns=60, rows=40)
    drawn = picture(Geography(grid=grid), payload((Piece(space=grid.label(grid.at(30, 20)), side=1, unit="x"),)))
    assert "Shown: " in drawn
    assert ".G1" in drawn
    assert max(len(line) for line in drawn.splitlines()) <= 100


def test_pointed_rows_are_shifted_by_half_a_hex() -> None:
    drawn = picture(Geography(grid=Grid(columns=3, rows=2, orientation="pointy")), payload()).splitlines()
    assert drawn[0].startswith("0000")
    assert drawn[2].startswith("  0001")


def test_the_sea_needs_no_numbers() -> None:
    terrain = Terrain(legend={"~": "sea", ".": "clear"}, rows=["~.", "~."])
    drawn = picture(Geography(grid=Grid(columns=2, rows=2, orientation="pointy"), terrain=terrain), payload())
    assert "0000" not in drawn
    assert "0100" in drawn


def test_areas_are_a_list_with_counters_markers_and_notes() -> None:
    geography = Geography(
        area=[Area("C", "Caen", "city"), Area("B", "Bayeux")],
        link=[Link("land", ("C", "B"))],
        box=[Box("Britain")],
    )
    shown = payload(
        (Piece(space="C", side=1, unit="21Pz", factors=("6", "7")), Piece(space="Britain", side=0, unit="3UK")),
        (Mark(space="C", kind="control", side=1),),
    )
    assert picture(geography, shown, B="both").splitlines() == [
        "C Caen (city) [control (G)]: G 21Pz 6-7",
        "B Bayeux (clear) [both]",
        "Britain: A 3UK",
    ]


def test_a_stack_too_high_for_its_hex_says_how_many_more_there_are() -> None:
    stack = tuple(Piece(space="0000", side=0, unit=f"u{n}") for n in range(5))
    drawn = picture(Geography(grid=Grid(columns=2, rows=1)), payload(stack))
    assert "A u0" in drawn
    assert "and 4 more" in drawn


def test_a_counter_that_lost_steps_has_an_asterisk_and_a_hidden_one_no_name() -> None:
    pieces = (Piece(space="0000", side=0, unit="a", steps=1, full=2), Piece(space="0000", side=1, factors=("+1", "4")))
    drawn = picture(Geography(grid=Grid(columns=2, rows=1)), payload(pieces))
    assert "A a*" in drawn
    assert "G ? +1 4" in drawn


def test_many_counters_beside_the_map_are_only_counted() -> None:
    many = tuple(Piece(space="Britain", side=0, unit=f"u{n}") for n in range(40))
    assert "Beside the map: Britain 40." in picture(Geography(box=[Box("Britain")]), payload(many))


def test_few_options_have_a_line_each_and_many_are_grouped() -> None:
    board = find_game("tinybeach").board()
    choices = [Choice(f"move Able {hex_}", "move", ("Able",), (hex_,)) for hex_ in ("0202", "0203", "0303", "0304")]
    done = Choice("done", "done")
    few = menu(board, payload(options=(*choices, done))).splitlines()
    assert few[1].split() == ["2", "move", "Able", "0203", "Le", "Puits", "(village)"]
    many = menu(board, payload(options=(*choices * 3, done)))
    assert "move Able" in many
    assert "2:0203 Le Puits" in many
    assert many.splitlines()[-1].split() == ["13", "done"]


def test_later_writing_covers_earlier_unless_it_keeps() -> None:
    canvas = Canvas()
    canvas.write(0, 0, "abc", "")
    canvas.write(1, 0, "xyz", "", keep=True)
    canvas.write(0, 0, "-", "")
    canvas.write(0, 1, "o o", "", blank="")
    assert canvas.text() == "-bcz\no o"


def test_tables_align_numbers_to_the_right() -> None:
    assert progress.table([("a", 5), ("bb", 12)], ("name", "many")) == "name  many\n----  ----\na        5\nbb      12"


def test_progress_without_a_terminal_is_a_line_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    with progress.progress("Playing", 3) as bar:
        bar.advance(2)
    assert capsys.readouterr().err == "Playing: 2 of 3\n"


def test_progress_without_rich_is_plain_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setitem(sys.modules, "rich.console", None)
    with progress.progress("Playing", 3) as bar:
        bar.advance()
    assert capsys.readouterr().err == "Playing: 1 of 3\n"


def test_progress_on_a_terminal_is_a_bar(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("rich")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setenv("TERM", "xterm")
    with progress.progress("Playing", 3) as bar:
        bar.advance(3)
    assert "Playing" in capsys.readouterr().err
