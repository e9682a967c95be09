"""`bocage review` at the terminal: one file, the same each time, and one line when it cannot be made."""

import json
import re
import shutil
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from bocage.cli import main
from bocage.games import find_game
from bocage.kernel.log import Log, load_log, save_log

REPLAYS = Path(__file__).parents[1] / "replays"
DAWN = REPLAYS / "tinybeach" / "dawn-1.jsonl"
FEW = ["--games", "1"]
VOID = {"meta", "br", "img", "input", "link", "hr"}


class Checked(HTMLParser):
    """A reader who wants every element closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attrs:
            assert not name.startswith("on")
            assert not (name in {"src", "href", "xlink:href"} and (value or "").partition("#")[0]), value

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def made(log: Path, folder: Path, *words: str) -> str:
    out = folder / "review.html"
    assert main(["review", str(log), "-o", str(out), *FEW, *words]) == 0
    return out.read_text(encoding="utf-8")


def test_the_page_stands_alone_and_has_all_parts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = made(DAWN, tmp_path)
    assert "wrote" in capsys.readouterr().out
    reader = Checked()
    reader.feed(page)
    assert reader.open == []
    assert "<script" not in page
    assert not re.search(r"https?://(?!www\.w3\.org/)", page)
    for part in ("Who was winning", "Turning points", "The luck ledger", "How this was worked out", "Tiny Beach"):
        assert part in page
    assert page.count('role="img"') >= 2
    assert page.count("<desc>") >= 2
    assert "The whole ledger" in page


def test_the_same_log_and_seed_give_the_same_page(tmp_path: Path) -> None:
    first = made(DAWN, tmp_path)
    assert made(DAWN, tmp_path) == first
    assert made(DAWN, tmp_path, "--seed", "2") != first


def test_ids_on_the_page_are_unique(tmp_path: Path) -> None:
    ids = re.findall(r'\bid="([^"]+)"', made(DAWN, tmp_path))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("spoilt", [1, 40])
def test_a_game_of_older_rules_is_reviewed_as_far_as_ours_follow_it(tmp_path: Path, spoilt: int) -> None:
    old = load_log(DAWN)
    log = Log(msgspec.structs.replace(old.header, rules="0"))
    for entry in old.entries:
        log.append(msgspec.structs.replace(entry, do="hold 9999", auto=False) if entry.n == spoilt else entry)
    assert old.ending is not None
    log.close(old.ending)
    save_log(log, tmp_path / "older.bocage")
    page = made(tmp_path / "older.bocage", tmp_path)
    assert f"<h1>{old.ending.end}</h1>" in page, "how it ended is known all the same"
    assert f"as our rules follow the game: {spoilt - 1} picks" in page
    assert f"under ours it does not go on: line {spoilt + 1}: " in page


def test_a_game_that_is_not_finished_is_reviewed_as_far_as_it_goes(tmp_path: Path) -> None:
    half = tmp_path / "half.bocage"
    lines = DAWN.read_text(encoding="utf-8").splitlines(keepends=True)
    half.write_text("".join(lines[:60]), encoding="utf-8")
    page = made(half, tmp_path)
    assert "This game is not finished" in page
    assert "Where the log ends" in page


@pytest.mark.parametrize("log", ["normandy71/invasion-1", "acrosstheworld/normandy-1", "normandy44/seven-turn-1"])
def test_the_beginning_of_every_game_can_be_reviewed(log: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first picks are enough here; to play on to the end is left out, as it takes minutes."""
    monkeypatch.setattr("bocage.review.chances._play_on", lambda *_: 0)
    lines = (REPLAYS / f"{log}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    short = tmp_path / "short.bocage"
    short.write_text("".join(lines[:90]), encoding="utf-8")
    assert "Turning points" in made(short, tmp_path)


def test_bad_files_are_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = DAWN.read_text(encoding="utf-8").splitlines(keepends=True)
    altered, empty, begun = tmp_path / "altered", tmp_path / "empty", tmp_path / "begun"
    altered.write_text("".join(lines).replace('"n":9', '"n":8', 1), encoding="utf-8")
    empty.write_text("", encoding="utf-8")
    begun.write_text(lines[0], encoding="utf-8")
    said = {altered: "--salvage", empty: "is empty", begun: "nothing to review", tmp_path / "none": "no such file"}
    for file, words in said.items():
        assert main(["review", str(file), "-o", str(tmp_path / "out.html")]) == 2
        err = capsys.readouterr().err
        assert words in err
        assert err.count("\n") == 1
    assert main(["review", str(DAWN)]) == 2
    assert "-o review.html" in capsys.readouterr().err
    assert main(["review", str(DAWN), "-o", str(tmp_path)]) == 2
    assert "is a folder" in capsys.readouterr().err
    assert not (tmp_path / "out.html").exists()


def test_without_the_drawing_library_it_says_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    monkeypatch.setattr("bocage.cli.review.measure", lambda *_, **__: pytest.fail("it measured first"))
    shutil.copy(DAWN, tmp_path / "dawn.bocage")
    assert main(["review", str(tmp_path / "dawn.bocage"), "-o", str(tmp_path / "r.html"), *FEW]) == 2
    assert "pip install 'bocage[lab]'" in capsys.readouterr().err


def test_a_game_that_judges_nothing_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = msgspec.structs.replace(find_game("tinybeach"), evaluate=None)
    monkeypatch.setattr("bocage.cli.review.game_of", lambda *_: game)
    assert main(["review", str(DAWN), "-o", str(tmp_path / "r.html"), *FEW]) == 2
    err = capsys.readouterr().err
    assert "does not say what a position is worth" in err
    assert "mistake" not in err
    assert err.count("\n") == 1


def test_a_whole_review_of_a_large_game_has_all_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Played on to the end for real, once from each of a few moments."""
    monkeypatch.setattr("bocage.review.story.MOMENTS", 4)
    game = REPLAYS / "normandy44" / "cherbourg-1.jsonl"
    page = made(game, tmp_path)
    reader = Checked()
    reader.feed(page)
    assert reader.open == []
    for part in ("Who was winning", "Turning points", "The luck ledger", "How this was worked out"):
        assert part in page
    assert "games played on to the end" in page
    assert page.count('class="window"') >= 1
    assert "about " not in re.findall(r"<table>.*?</table>", page, flags=re.DOTALL)[-1]
    kept, left_out = (
        re.search(r"The whole ledger: (\d+) rolls", page),
        re.search(r"Not in the ledger:</b> ([^.]*)", page),
    )
    assert kept is not None
    assert left_out is not None
    assert "weather (" in left_out[1]
    told = int(kept[1]) + sum(int(number) for number in re.findall(r"\((\d+)\)", left_out[1]))
    assert told == sum(entry.by == "chance" for entry in load_log(game).entries), "every roll is in it or named"


def test_json_has_the_exact_ledger(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", str(DAWN), "--json", *FEW]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["mattered"] == len(found["ledger"]) > 0
    assert found["rolls"] == found["mattered"] + sum(found["left_out"].values())
    assert not any(stroke["about"] for stroke in found["ledger"])
    total = sum((Fraction(stroke["exact"]["luck"]) for stroke in found["ledger"]), Fraction(0))
    assert Fraction(found["luck_exact"]["Allied"]) == total == -Fraction(found["luck_exact"]["German"])
    for stroke in found["ledger"]:
        exact = stroke["exact"]
        assert Fraction(exact["actual"]) - Fraction(exact["expected"]) == Fraction(exact["luck"])
    assert len(found["chances"]) > 5
    assert all(0 <= one["Allied"] <= 1 for one in found["chances"])
