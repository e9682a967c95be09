"""The log: one line per pick, a hash chain, and faults that name their line."""

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from tests.kernel.treasure import TREASURE

from bocage.kernel.log import FORMAT, BadLog, Ending, Entry, Header, Log, load_log, read_log, save_log
from bocage.kernel.session import Session

PICKS = ("hide Skull", "sail Rosa Palm", "stop", "sail Bella Palm", "dig", "stop", "sail Bella Skull", "dig")


def finished() -> Log:
    """A short game that Blue wins in the second round; dice from a seed under which no storm comes."""
    session = Session.open(TREASURE, seed=1)
    for text in PICKS:
        session.pick(text)
    assert session.log.ending is not None
    return session.log


def lines() -> list[str]:
    return finished().text().splitlines()


def text_of(some: list[str]) -> str:
    return "".join(line + "\n" for line in some)


def fault(text: str) -> BadLog:
    with pytest.raises(BadLog) as caught:
        read_log(text)
    return caught.value


# writing


def test_a_log_is_one_json_object_per_line_header_first_and_ending_last() -> None:
    found = [json.loads(line) for line in lines()]
    assert found[0] | {"chain": ""} == {
        "bocage": FORMAT, "game": "treasure", "rules": "1.2", "scenario": "islands", "options": {"rounds": "3"},
        "seats": {}, "dice": "fast", "commitment": "", "seed": 1, "chain": "",
    }  # fmt: skip
    assert [entry["do"] for entry in found[1:4]] == ["hide Skull", "sail Rosa Palm", "stop"]
    assert found[-1]["end"] == "Blue wins"
    assert found[-1]["winner"] == "Blue"


def test_every_pick_is_logged_with_its_number_and_side_natures_and_forced_ones_too() -> None:
    entries = finished().entries
    assert [entry.n for entry in entries] == [*range(1, len(entries) + 1)]
    roll = next(entry for entry in entries if entry.do.startswith("roll"))
    assert (roll.by, roll.auto) == ("chance", False)
    nod = entries[roll.n]
    assert (nod.by, nod.do, nod.auto) == ("Blue", "nod", True)


def test_a_log_read_again_is_the_same_log() -> None:
    log = finished()
    again = read_log(log.text())
    assert again.text() == log.text()
    assert again.chains == log.chains
    assert (again.header, again.entries, again.ending) == (log.header, log.entries, log.ending)


def test_each_link_of_the_chain_depends_on_all_lines_before_it() -> None:
    one, two = (
        Log(Header(game="a", rules="1", scenario="s", seed=1)),
        Log(Header(game="a", rules="1", scenario="s", seed=2)),
    )
    for log in (one, two):
        log.append(Entry(1, "Red", "go"))
    assert one.entries == two.entries
    assert one.chains[1] != two.chains[1]


def test_cutting_takes_back_entries_chain_and_ending() -> None:
    log = finished()
    chain = log.chains[2]
    log.cut(2)
    assert (len(log.entries), log.chain, log.ending) == (2, chain, None)


def test_a_file_is_saved_whole_and_loads_again(tmp_path: Path) -> None:
    path = tmp_path / "game.bocage"
    path.write_text("an older save", encoding="utf-8")
    save_log(finished(), path)
    assert load_log(path).text() == finished().text()
    assert [file.name for file in tmp_path.iterdir()] == ["game.bocage"]


# faults without a new chain: any hand that edits a file


def altered(some: list[str]) -> list[str]:
    assert '"do":"dig"' in some[5]
    return [*some[:5], some[5].replace("dig", "stop"), *some[6:]]


def dropped(some: list[str]) -> list[str]:
    return [*some[:5], *some[6:]]


def reordered(some: list[str]) -> list[str]:
    return [*some[:5], some[6], some[5], *some[7:]]


def inserted(some: list[str]) -> list[str]:
    return [*some[:5], some[4], *some[5:]]


def forged_number(some: list[str]) -> list[str]:
    data = json.loads(some[6]) | {"n": 5}
    return [*some[:5], json.dumps(data), *some[7:]]


@pytest.mark.parametrize(
    ("tamper", "reason"),
    [
        (altered, "line 6 does not match its hash: it, or a line before it, was altered"),
        (dropped, "line 6 is numbered 6 where 5 belongs: a line was dropped or moved"),
        (reordered, "line 6 is numbered 6 where 5 belongs: a line was dropped or moved"),
        (inserted, "line 6 is numbered 4 where 5 belongs: a line was dropped or moved"),
        (forged_number, "line 6 does not match its hash"),
    ],
)
def test_tampering_is_refused_naming_the_line_and_what_stands_before_is_offered(
    tamper: Callable[[list[str]], list[str]], reason: str
) -> None:
    error = fault(text_of(tamper(lines())))
    assert reason in str(error)
    assert str(error).endswith("; the 5 lines before it are good")
    assert error.good == 5
    assert error.log is not None
    assert len(error.log.entries) == 4
    session = Session.resume(TREASURE, error.log)
    assert session.state.digest() == Session.resume(TREASURE, finished(), upto=4).state.digest()


def test_an_altered_header_is_the_first_fault() -> None:
    some = lines()
    error = fault(text_of([some[0].replace('"seed":1', '"seed":2'), *some[1:]]))
    assert str(error) == "line 1 does not match its hash: it, or a line before it, was altered"
    assert (error.good, error.log) == (0, None)


def test_an_altered_result_is_found() -> None:
    some = lines()
    error = fault(text_of([*some[:-1], some[-1].replace("Blue wins", "Red wins")]))
    assert f"line {len(some)} does not match its hash" in str(error)
    assert error.log is not None
    assert error.log.ending is None


def test_lines_after_the_end_are_refused() -> None:
    some = lines()
    assert "stands after the end of the game" in str(fault(text_of([*some, some[1]])))


def test_a_log_cut_anywhere_in_its_last_line_is_refused_as_cut_short_and_the_rest_is_offered() -> None:
    text = finished().text()
    last = len(text.splitlines()[-1])
    for missing in range(2, last + 1):
        error = fault(text[:-missing])
        assert "is cut short" in str(error)
        assert error.log is not None
        assert error.log.entries == finished().entries


def test_a_log_that_lacks_only_its_last_newline_is_whole() -> None:
    assert read_log(finished().text().removesuffix("\n")).text() == finished().text()


def test_a_log_cut_between_lines_is_a_game_in_progress() -> None:
    log = read_log(text_of(lines()[:4]))
    assert len(log.entries) == 3
    assert log.ending is None


def test_any_flipped_bit_is_refused(tmp_path: Path) -> None:
    data, path = bytearray(finished().text().encode()), tmp_path / "flipped"
    for position in range(len(data)):
        bit = 1 << position % 8
        data[position] ^= bit
        path.write_bytes(data)
        with pytest.raises(BadLog, match="line "):
            load_log(path)
        data[position] ^= bit


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "the file is empty: a log begins with a header line"),
        ("\n", "line 1 is not JSON"),
        ("hello\n", "line 1 is not JSON"),
        ("[" * 50_000 + "\n", "line 1 is not JSON"),
        ("[1]\n", "line 1 is not a line of a Bocage log"),
        ('{"chain": 3}\n', "line 1 is not a line of a Bocage log"),
        ('{"white": "Anna", "chain": ""}\n', "line 1 is not the header of a Bocage log"),
        ('{"bocage": 1, "chain": ""}\n', "line 1 cannot be read: Object missing required field `game`"),
        ('{"bocage": 99, "chain": ""}\n', "was written by a newer Bocage (log format 99; this one reads up to 1)"),
    ],
)
def test_what_is_no_log_is_refused_in_one_sentence(text: str, reason: str) -> None:
    error = fault(text)
    assert reason in str(error)
    assert "\n" not in str(error)
    assert error.log is None


@pytest.mark.parametrize("change", [{"dice": "loaded"}, {"colour": "blue"}, {"seed": "x"}])
def test_a_header_with_strange_fields_is_refused(change: dict[str, str]) -> None:
    data = json.loads(lines()[0]) | change
    assert "line 1 cannot be read" in str(fault(json.dumps(data) + "\n"))


def test_a_pick_or_an_ending_with_strange_fields_is_refused() -> None:
    some = lines()
    pick, end = (json.dumps(json.loads(line) | {"colour": "blue"}) for line in (some[1], some[-1]))
    error = fault(text_of([some[0], pick]))
    assert "line 2 cannot be read" in str(error)
    assert str(error).endswith("; the line before it is good")
    assert f"line {len(some)} cannot be read" in str(fault(text_of([*some[:-1], end])))


# files


def test_a_missing_file_is_told_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadLog, match="no such file"):
        load_log(tmp_path / "nothing")


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(BadLog, match="is a directory"):
        load_log(tmp_path)


def test_bytes_that_are_no_text_are_refused_naming_the_line_and_the_rest_is_offered(tmp_path: Path) -> None:
    some = lines()
    path = tmp_path / "broken"
    path.write_bytes(text_of(some[:4]).encode() + b"\xff\xfe" + text_of(some[4:]).encode())
    with pytest.raises(BadLog, match="line 5 is not text; the 4 lines before it are good") as caught:
        load_log(path)
    assert caught.value.log is not None
    assert len(caught.value.log.entries) == 3


def test_the_chain_value_of_a_line_is_a_hash_of_its_record_and_the_value_before() -> None:
    """Written out once more, so that other programs can check a log."""
    import hashlib

    log = finished()
    data = msgspec.json.encode(log.entries[0])
    assert data == b'{"n":1,"by":"Red","do":"hide Skull"}'
    assert log.chains[1] == hashlib.sha256(log.chains[0].encode() + b"\n" + data).hexdigest()[:32]


def test_an_ending_without_a_winner_leaves_the_name_out() -> None:
    log = Log(Header(game="a", rules="1", scenario="s"))
    log.close(Ending(end="Draw"))
    assert "winner" not in log.text()
    assert read_log(log.text()).ending == Ending(end="Draw")
