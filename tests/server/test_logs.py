"""Export, import and replay: one text file that proves itself."""

import json
from collections.abc import Callable

import msgspec
import pytest
from tests.server.conftest import House, Player

from bocage.games import find_game
from bocage.kernel import chance
from bocage.kernel.log import Ending, Entry, Header, link, read_log
from bocage.kernel.verify import verify

Alter = Callable[[list[str]], list[str]]


@pytest.fixture(scope="module")
def finished(house: House) -> str:
    """The log of a whole game with fair dice."""
    both = house.hot_seat(scenario="dawn", seed=None)
    assert both.play(2000, choose=lambda options: options[-1])["over"]
    return both.get("/export").content.decode()


def test_an_exported_game_proves_itself(finished: str) -> None:
    log = read_log(finished)
    proof = verify(find_game("tinybeach"), log)
    assert proof.ok
    assert proof.rolls == proof.proven > 0


def test_export_and_import_give_the_same_text(house: House, finished: str) -> None:
    made = house.post("/api/games/import", {"log": finished}).json
    both = Player(house, made["id"], made["hotseat"]["token"])
    assert both.get("/export").content.decode() == finished
    assert both.state["over"]
    assert both.state["dice"]["secret"] == json.loads(finished.splitlines()[-1])["secret"]
    assert both.get("/replay?n=1&side=German").json["you"] == "German"


def test_an_imported_game_tells_the_same_story(house: House) -> None:
    both = house.hot_seat()
    both.play(30)
    made = house.post("/api/games/import", {"log": both.get("/export").content.decode()}).json
    copy = Player(house, made["id"], made["hotseat"]["token"])
    for side in ("Allied", "German"):
        assert copy.get(f"/log?side={side}").json == both.get(f"/log?side={side}").json
        assert copy.get(f"?side={side}").json["view"] == both.get(f"?side={side}").json["view"]


def test_a_seeded_game_goes_on_after_an_import_as_it_would_have(house: House) -> None:
    both = house.hot_seat()
    both.play(20)
    made = house.post("/api/games/import", {"log": both.get("/export").content.decode()}).json
    copy = Player(house, made["id"], made["hotseat"]["token"])
    assert copy.play(40)["view"] == both.play(40)["view"]


def test_a_fair_game_that_comes_without_its_secret_says_that_its_dice_cannot_be_proved(house: House) -> None:
    both = house.hot_seat(seed=None)
    both.play(20)
    text = both.get("/export").content.decode()
    assert "secret" not in text
    made = house.post("/api/games/import", {"log": text}).json
    assert made["dice"] == "table"
    copy = Player(house, made["id"], made["hotseat"]["token"])
    state = copy.play(2000, choose=lambda options: options[-1])
    assert state["over"], "the server rolls on"
    assert verify(find_game("tinybeach"), read_log(copy.get("/export").content.decode())).ok


def test_an_imported_game_can_be_given_other_seats(house: House) -> None:
    both = house.hot_seat()
    both.play(5)
    text = both.get("/export").content.decode()
    made = house.post("/api/games/import", {"log": text, "seats": {"German": "random"}}).json
    assert set(made["seats"]) == {"Allied"}
    assert made.get("hotseat") is None


def test_the_log_is_not_given_out_while_somebody_has_secrets(house: House) -> None:
    allied, german, spectator = house.two()
    german.act("hide 0303")
    for who in (allied, german, spectator):
        assert who.get("/export").code == "not-finished"
    allied.post("/resign")
    assert spectator.get("/export").status == 200


def test_a_game_that_was_given_up_ends_so_in_its_log(house: House) -> None:
    allied, german, spectator = house.two(seed=None)
    german.act("hide 0303")
    allied.post("/resign")
    log = read_log(spectator.get("/export").content.decode())
    assert log.ending is not None
    assert (log.ending.resigned, log.ending.winner) == ("Allied", "German")
    assert chance.commitment(bytes.fromhex(log.ending.secret)) == log.header.commitment
    proof = verify(find_game("tinybeach"), log)
    assert (proof.fault, proof.result) == ("", "Allied resigned")
    made = house.post("/api/games/import", {"log": log.text()}).json
    state = Player(house, made["id"], made["hotseat"]["token"]).state
    assert (state["over"], state["result"]) == (True, "Allied resigned")
    log.close(msgspec.structs.replace(log.ending, winner="Allied"))
    assert "claims" in verify(find_game("tinybeach"), log).fault
    log.close(msgspec.structs.replace(log.ending, resigned="Nobody"))
    assert "no side" in verify(find_game("tinybeach"), log).fault
    log.close(msgspec.structs.replace(log.ending, resigned=""))
    assert "said to have ended" in verify(find_game("tinybeach"), log).fault


def test_the_only_person_may_have_the_log_at_any_time(house: House) -> None:
    made = house.new(seats={"German": "random"})
    alone = Player(house, made["id"], made["seats"]["Allied"]["token"])
    watching = Player(house, made["id"], made["spectator"]["token"])
    assert alone.get("/export").status == 200
    assert watching.get("/export").code == "not-finished"


def rechain(lines: list[str]) -> list[str]:
    """Give altered lines the hashes they should have: what a clever forger would do."""
    chain, made = "", []
    for line in lines:
        record = {key: value for key, value in json.loads(line).items() if key != "chain"}
        kind = Header if "bocage" in record else Ending if "end" in record else Entry
        found: msgspec.Struct = msgspec.convert(record, kind)
        chain = link(chain, found)
        made.append(json.dumps({**record, "chain": chain}))
    return made


def change(lines: list[str], number: int, **fields: object) -> list[str]:
    record = {**json.loads(lines[number]), **fields}
    return [*lines[:number], json.dumps(record), *lines[number + 1 :]]


def last(lines: list[str], **fields: object) -> list[str]:
    return [*lines[:-1], json.dumps({**json.loads(lines[-1]), **fields})]


ALTERED: dict[str, Alter] = {
    "a line dropped": lambda lines: lines[:5] + lines[6:],
    "two lines swapped": lambda lines: [*lines[:5], lines[6], lines[5], *lines[7:]],
    "a line doubled": lambda lines: lines[:6] + lines[5:],
    "a pick altered": lambda lines: change(lines, 1, do="hide 0302"),
    "a pick altered and all hashes made anew": lambda lines: rechain(change(lines, 1, do="hide 9999")),
    "an illegal pick with good hashes": lambda lines: rechain(change(lines, 2, do="enter Dog 0201")),
    "a roll improved with good hashes": lambda lines: rechain(_better_dice(lines)),
    "another result with good hashes": lambda lines: rechain(last(lines, end="Total victory")),
    "no secret at the end": lambda lines: rechain(last(lines, secret="")),
    "another secret": lambda lines: rechain(last(lines, secret="ab" * 32)),
    "a newer format": lambda lines: change(lines, 0, bocage=99),
    "no header": lambda lines: lines[1:],
    "nothing": lambda _: [],
    "words": lambda _: ["the Germans won"],
    "JSON of another kind": lambda _: ["[1, 2, 3]"],
    "the last line cut short": lambda lines: [*lines[:-1], lines[-1][:20]],
}


def _better_dice(lines: list[str]) -> list[str]:
    number = next(n for n, line in enumerate(lines) if '"by":"chance"' in line and '"do":"draw' in line)
    old = json.loads(lines[number])["do"]
    return change(lines, number, do="draw 0" if old == "draw 1" else "draw 1")


@pytest.mark.parametrize("what", ALTERED)
def test_an_altered_log_is_refused(house: House, finished: str, what: str) -> None:
    before = len(house.get("/api/games").json)
    lines = ALTERED[what](finished.splitlines())
    answer = house.post("/api/games/import", {"log": "".join(line + "\n" for line in lines)})
    assert (answer.status, answer.code) == (422, "bad-log"), answer.content
    assert len(house.get("/api/games").json) == before


def test_a_log_of_an_unknown_game_or_with_a_strange_scenario_is_refused(house: House, finished: str) -> None:
    lines = finished.splitlines()
    other = "\n".join(rechain(change(lines, 0, game="chess"))) + "\n"
    assert house.post("/api/games/import", {"log": other}).code == "unknown-game"
    strange = "\n".join(rechain(change(lines, 0, scenario="moon"))) + "\n"
    assert house.post("/api/games/import", {"log": strange}).code == "bad-log"


@pytest.mark.parametrize("secret", ["xyz", "abc", "12 3"])
def test_a_secret_that_is_none_is_refused_in_our_words(house: House, finished: str, secret: str) -> None:
    answer = house.post("/api/games/import", {"log": finished, "secret": secret})
    assert (answer.status, answer.code) == (400, "bad-request")
    assert answer.json["error"]["message"] == "a secret is an even number of hexadecimal digits"


def test_a_wrong_secret_is_refused(house: House) -> None:
    both = house.hot_seat(seed=None)
    both.play(20)
    text = both.get("/export").content.decode()
    for secret, code in (("zz", "bad-request"), ("ab" * 32, "bad-log")):
        assert house.post("/api/games/import", {"log": text, "secret": secret}).code == code
    held = house.table(both.game).secret.hex()
    assert house.post("/api/games/import", {"log": text, "secret": held}).status == 201


def test_a_game_that_goes_on_with_its_importer_s_own_secret_has_new_dice_and_says_so(house: House) -> None:
    """Whoever knows the secret knows every roll to come."""
    both = house.hot_seat(seed=None)
    both.play(20)
    held = house.table(both.game).secret.hex()
    made = house.post("/api/games/import", {"log": both.get("/export").content.decode(), "secret": held}).json
    assert made["dice"] == "table"
    copy = Player(house, made["id"], made["hotseat"]["token"])
    assert copy.state["dice"]["kind"] == "table"
    notes = [line["text"] for line in copy.get("/log").json["entries"] if line.get("kind") == "Note"]
    assert len(notes) == 1
    assert "from here the server rolls new ones" in notes[0]
    assert house.table(made["id"]).secret == b""


def test_a_finished_game_that_came_as_a_file_does_not_claim_fair_dice(house: House, finished: str) -> None:
    made = house.post("/api/games/import", {"log": finished}).json
    assert made["dice"] == "known", "the answer says so at once"
    copy = Player(house, made["id"], made["hotseat"]["token"])
    assert copy.state["dice"]["kind"] == "known"
    assert any("may have known the dice" in line["text"] for line in copy.get("/log").json["entries"])


def test_hashes_of_an_unaltered_log_come_out_the_same(finished: str) -> None:
    assert rechain(finished.splitlines())[-1] == json.dumps(json.loads(finished.splitlines()[-1]))
