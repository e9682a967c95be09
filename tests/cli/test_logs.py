"""`bocage replay` and `bocage verify`: good logs are told and proved, damaged ones named and offered."""

import io
import json
import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from bocage.cli import main
from bocage.games import find_game
from bocage.kernel.log import Header, Log, load_log, save_log
from bocage.kernel.session import Session

Run = Callable[..., tuple[int, str, str]]
SECRET = bytes(range(32))


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object) -> tuple[int, str, str]:
        code = main([str(word) for word in words])
        output = capsys.readouterr()
        return code, output.out, output.err

    return call


def play(file: Path, picks: int | None = None, seed: int = 3) -> Path:
    """A game with fair dice, played by lot; so many picks of players, or to the end."""
    session = Session.open(find_game("tinybeach"), secret=SECRET)
    rng = random.Random(seed)
    while session.to_decide is not None and picks != 0:
        action = rng.choice(session.options())
        session.pick(session.game.format(session.state, action))
        picks = None if picks is None else picks - 1
    save_log(session.log, file)
    return file


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    return play(tmp_path / "finished.bocage")


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    return play(tmp_path / "begun.bocage", picks=12)


# Good logs


def test_a_finished_game_is_told_turn_by_turn_with_its_secrets(run: Run, finished: Path) -> None:
    code, out, err = run("replay", finished)
    assert code == 0
    assert not err
    assert "The gun battery hides in" in out
    for turn in range(1, 6):
        assert f"\nTurn {turn}\n" in out
    assert "the game is over" in out


def test_a_game_that_goes_on_is_told_without_its_secrets(run: Run, begun: Path) -> None:
    assert "hides" not in run("replay", begun)[1]
    assert "hides" not in run("replay", begun, "--as", "allied")[1]
    assert "hides" in run("replay", begun, "--as", "german")[1]


def test_json_tells_no_secret_pick_either(run: Run, begun: Path) -> None:
    code, out, _ = run("replay", begun, "--json", "--as", "allied")
    assert code == 0
    assert "hide 0" not in out
    told = json.loads(out)
    assert told["picks"][0]["do"] is None
    assert told["header"]["game"] == "tinybeach"


def test_to_stops_there_and_draws_the_board(run: Run, finished: Path) -> None:
    code, out, _ = run("replay", finished, "--to", 6)
    assert code == 0
    assert "After 6 picks" in out
    assert "0304 town" in out
    assert "Turn 2" not in out


def test_to_beyond_the_end_is_refused(run: Run, begun: Path) -> None:
    code, _, err = run("replay", begun, "--to", 9999)
    assert code == 2
    assert "there is no 9999" in err


def test_a_finished_game_is_proved(run: Run, finished: Path) -> None:
    code, out, _ = run("verify", finished)
    assert code == 0
    assert "fair dice bound to the log" in out
    code, out, _ = run("verify", finished, "--json")
    proof = json.loads(out)
    assert proof["ok"] is True
    assert proof["rolls"] == proof["proven"] > 0
    code, out, _ = run("replay", finished, "--verify")
    assert code == 0
    assert "holds:" in out


def test_without_the_secret_the_rolls_wait_for_the_end(run: Run, begun: Path) -> None:
    code, out, _ = run("verify", begun)
    assert code == 0
    assert "the secret is revealed when the game ends" in out


# Damaged logs


def lines(file: Path) -> list[str]:
    return file.read_text(encoding="utf-8").splitlines(keepends=True)


def altered(texts: list[str]) -> list[str]:
    return [*texts[:4], texts[4].replace('"do":"', '"do":" '), *texts[5:]]


def dropped(texts: list[str]) -> list[str]:
    return texts[:4] + texts[5:]


def reordered(texts: list[str]) -> list[str]:
    return [*texts[:4], texts[5], texts[4], *texts[6:]]


def cut(texts: list[str]) -> list[str]:
    return [*texts[:4], texts[4][:20]]


DAMAGE = [altered, dropped, reordered, cut]


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_log_is_named_in_one_sentence_and_its_good_part_offered(
    run: Run, finished: Path, damage: Callable[[list[str]], list[str]]
) -> None:
    finished.write_text("".join(damage(lines(finished))), encoding="utf-8")
    code, out, err = run("replay", finished)
    assert code == 2
    assert not out
    assert err.count("\n") == 1
    assert "line 5" in err
    assert "3 picks can be read" in err
    code, out, err = run("replay", finished, "--to", 3)
    assert code == 0
    assert "After 3 picks" in out
    assert "line 5" in err


@pytest.mark.parametrize("damage", DAMAGE)
def test_the_proof_of_a_damaged_log_fails_and_names_the_line(
    run: Run, finished: Path, damage: Callable[[list[str]], list[str]]
) -> None:
    finished.write_text("".join(damage(lines(finished))), encoding="utf-8")
    code, out, _ = run("verify", finished)
    assert code == 1
    assert "line 5" in out
    code, out, _ = run("verify", finished, "--json")
    assert code == 1
    assert json.loads(out)["line"] == 5


def test_the_good_part_of_a_damaged_log_can_be_saved_and_gone_on_with(
    run: Run, begun: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun.with_name(begun.name + ".key").write_text(SECRET.hex(), encoding="ascii")
    begun.write_text("".join(cut(lines(begun))), encoding="utf-8")
    mended = begun.with_name("mended.bocage")
    code, out, _ = run("replay", begun, "--salvage", mended)
    assert code == 0
    assert "3 picks" in out
    assert len(load_log(mended).entries) == 3
    assert run("verify", mended)[0] == 0
    assert run("replay", begun, "--salvage", mended)[0] == 2  # it is not written over
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, out, _ = run("play", "tinybeach", "--resume", mended)
    assert code == 0


def under_older_rules(file: Path, *, spoil: int = 0) -> Log:
    """The same game with older rules in its header; `spoil` is the number of a pick that ours forbid."""
    old = load_log(file)
    log = Log(msgspec.structs.replace(old.header, rules="0", dice="table", commitment=""))
    for entry in old.entries:
        log.append(msgspec.structs.replace(entry, do="hold 9999", auto=False) if entry.n == spoil else entry)
    if old.ending is not None:
        log.close(msgspec.structs.replace(old.ending, secret=""))
    save_log(log, file)
    return log


def test_a_log_of_older_rules_is_told_and_proved_if_ours_allow_it(run: Run, begun: Path) -> None:
    under_older_rules(begun)
    code, out, _ = run("verify", begun)
    assert code == 0
    assert "older rules" in out
    assert "under ours it is legal too" in out
    code, out, _ = run("replay", begun)
    assert code == 0
    assert "Note: the log was played with older rules" in out


def test_a_pick_that_older_rules_forced_need_only_be_legal(run: Run, begun: Path) -> None:
    log = load_log(begun)
    choice = next(entry for entry in log.entries if not entry.auto and entry.by != "chance")
    forced = Log(msgspec.structs.replace(log.header, rules="0"))
    for entry in log.entries:
        forced.append(msgspec.structs.replace(entry, auto=True) if entry is choice else entry)
    save_log(forced, begun)
    code, out, _ = run("verify", begun)
    assert (code, "under ours it is legal too" in out) == (0, True)


def test_a_finished_game_that_our_rules_forbid_is_told_as_far_as_they_go_and_then_as_it_stands(
    run: Run, finished: Path
) -> None:
    told = run("replay", finished)[1]
    log = under_older_rules(finished, spoil=40)
    code, out, err = run("replay", finished)
    assert code == 0, "to look at a game is no fault"
    assert "under ours it does not go on: line 41: " in err
    assert len(err.splitlines()) == 1
    head = [line for line in told.splitlines() if line[:5].strip().isdigit() and int(line[:5]) < 40]
    assert all(line in out for line in head)
    assert all(f"{entry.n:>5}  {entry.by}: {entry.do}\n" in out for entry in log.entries[39:])
    assert log.ending is not None
    assert f"The end: {log.ending.end}." in out
    data = json.loads(run("replay", finished, "--json")[1])
    assert [pick["n"] for pick in data["picks"]] == list(range(1, 40))
    assert [pick["do"] for pick in data["not_followed"]] == [entry.do for entry in log.entries[39:]]


def test_an_unfinished_game_that_our_rules_forbid_hides_what_was_hidden(run: Run, begun: Path) -> None:
    log = under_older_rules(begun, spoil=1)
    out = run("replay", begun)[1]
    assert f"    1  {log.entries[0].by}: hidden" in out
    assert "hold 9999" not in out
    assert {pick["do"] for pick in json.loads(run("replay", begun, "--json")[1])["not_followed"]} >= {None}


def test_the_proof_of_older_rules_says_that_no_line_was_altered_and_which_rule_forbids(
    run: Run, finished: Path
) -> None:
    under_older_rules(finished, spoil=40)
    code, out, _ = run("verify", finished)
    assert code == 1
    assert f"cannot be proved here: {len(lines(finished))} lines unaltered, but the log was played with older" in out
    assert "under ours it does not go on: line 41: " in out
    assert len(out.splitlines()) == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"game": "atlantis"}, "log of another game"),
        ({"rules": "99"}, "newer rules"),
        ({"scenario": "picnic"}, "no scenario"),
    ],
)
def test_a_log_of_another_world_is_refused_in_one_sentence(
    run: Run, begun: Path, change: dict[str, str], sentence: str
) -> None:
    old = load_log(begun)
    fields = {name: getattr(old.header, name) for name in Header.__struct_fields__} | change
    log = Log(Header(**fields))
    for entry in old.entries:
        log.append(entry)
    save_log(log, begun)
    for words in (["replay", begun], ["play", "tinybeach", "--resume", begun]):
        code, _, err = run(*words)
        assert code == 2
        assert err.count("\n") == 1
    assert sentence in run("replay", begun)[2]
    code, out, err = run("verify", begun)
    assert code in (1, 2)
    assert sentence in out + err


@pytest.mark.parametrize(
    "content", [b"", b"\n", b"hello\n", b"\xff\xfe\x00", b"{}\n", b"[" * 100_000, b'{"bocage":9}\n']
)
def test_what_is_no_log_at_all_is_refused_in_one_line(run: Run, tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "odd.bocage"
    file.write_bytes(content)
    for words in (["replay", file], ["verify", file], ["play", "tinybeach", "--resume", file]):
        code, out, err = run(*words)
        assert code == 2
        assert not out
        assert err.count("\n") == 1
