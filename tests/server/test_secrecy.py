"""No leak at the wire: bytes sent to a seat do not change when only what it may not know does."""

import random
from collections.abc import Iterator
from functools import partial

import pytest
from tests.server.conftest import House, Player

from bocage.games import all_games
from bocage.kernel.actions import Kind
from bocage.kernel.ids import Side
from bocage.kernel.session import Session
from bocage.kernel.view import redact

SECRETIVE = [name for name, game in all_games().items() if game.secrets]
MOMENTS = (2, 12, 45)
ENOUGH = 4


class Pair:
    """Two games with the same seed and the same picks. In the second one, what a side cannot know is changed."""

    def __init__(self, house: House, title: str, seed: int) -> None:
        self.house = house
        self.game = all_games()[title]
        self.made = [house.new(game=title, seed=seed) for _ in range(2)]
        self.rng = random.Random(seed)

    def player(self, world: int, side: str) -> Player:
        made = self.made[world]
        link = made["spectator"] if side == "spectator" else made["seats"][side]
        return Player(self.house, made["id"], link["token"])

    def play_to(self, picks: int) -> bool:
        """Make the same picks in both games; false when the game is over before that."""
        tables = [self.house.table(made["id"]) for made in self.made]
        while tables[0].seq < picks and not tables[0].standing.over:
            side = self.game.side(tables[0].standing.to_decide)
            action = self.rng.choice(tables[0].payload(side).options).action
            for table in tables:
                self.house.do(self.house.hall.change(table, partial(table.act, side, action)))
        assert tables[0].session.log.chain == tables[1].session.log.chain
        return not tables[0].standing.over

    def change_what_is_hidden_from(self, side: str) -> bool:
        """Put a sampled world into the second game; false if nothing is hidden."""
        here, there = (self.house.table(made["id"]) for made in self.made)
        number: Side = self.game.side(side)
        true = here.session.state
        for _ in range(8):
            other = self.game.sample(redact(self.game, true, number), number, self.rng)
            other.chance = true.chance
            there.session.state = other
            there.forget_views()
            if other.to_json() != true.to_json():
                return True
        return False

    def same(self, path: str, side: str, body: object = None) -> tuple[bytes, bytes]:
        """What both games answer to the same request, the names of the games apart."""
        found = []
        for world in (0, 1):
            player = self.player(world, side)
            answer = player.get(path) if body is None else player.post(path, body)
            found.append(f"{answer.status} ".encode() + self.unnamed(answer.content, world))
        return found[0], found[1]

    def unnamed(self, content: bytes, world: int) -> bytes:
        return content.replace(self.made[world]["id"].encode(), b"GAME")


def questions(pair: Pair, side: str) -> Iterator[str]:
    """Everything a seat can ask."""
    board = pair.game.board()
    rng = random.Random(1)
    yield from ("", "/log", "/replay?n=0", "/query/preview", "/export", "/turns")
    yield from (f"/query/overlay/{name}" for name in pair.game.queries.overlays)
    for unit in rng.sample(board.unit_names, min(6, len(board.unit_names))):
        yield f"/query/reach?unit={unit.replace('+', '%2B')}"
        yield f"/query/supply?unit={unit.replace('+', '%2B')}"
    for space in rng.sample(board.names, min(10, len(board.names))):
        yield f"/query/inspect?space={space}".replace(" ", "%20")
    if side != "spectator":
        for verb in pair.game.verbs:
            yield f"/query/explain?action={verb}"
            yield f"/query/preview?action={verb}"


def wrong_actions(pair: Pair) -> Iterator[str]:
    """Well-formed actions of every kind, most of which will be refused."""
    board = pair.game.board()
    rng = random.Random(2)

    def word(kind: Kind) -> str:
        if isinstance(kind, tuple):
            return rng.choice(kind)
        named = {"unit": board.unit_names, "units": board.unit_names, "space": board.names}
        return str(rng.choice(named.get(kind.removesuffix("*"), ["0", "1", "2", "5"])))

    for verb, kinds in pair.game.verbs.items():
        for _ in range(2):
            yield " ".join([verb, *(word(kind) for kind in kinds)])


@pytest.mark.parametrize("title", SECRETIVE)
def test_what_a_side_cannot_know_changes_no_byte_that_it_is_sent(house: House, title: str) -> None:
    changed = 0
    for moment in MOMENTS:
        pair = Pair(house, title, seed=moment)
        if not pair.play_to(moment):
            continue
        for side in pair.game.sides:
            changed += pair.change_what_is_hidden_from(side)
            for path in questions(pair, side):
                one, two = pair.same(path, side)
                assert one == two, f"{title} seed {moment}: {side} asks {path}"
            one, two = pair.same("", "spectator")
            assert one == two, f"{title} seed {moment}: a spectator looks"
            seq = pair.player(0, side).state["seq"]
            decides = pair.player(0, side).state["to_decide"] == side
            offered = {choice["action"] for choice in pair.player(0, side).state["view"]["options"]}
            for action in wrong_actions(pair):
                one, two = pair.same("/query/explain?action=" + action.replace("+", "%2B").replace(" ", "%20"), side)
                assert one == two, f"{title} seed {moment}: {side} asks why not {action}"
                if action not in offered or not decides:
                    one, two = pair.same("/actions", side, {"seq": seq, "action": action})
                    assert one == two, f"{title} seed {moment}: {side} is refused {action}"
    assert changed, "no world differed: the test looked at nothing"


@pytest.mark.parametrize("title", SECRETIVE)
def test_the_same_pick_in_two_worlds_is_answered_with_the_same_bytes(house: House, title: str) -> None:
    """Unless the pick itself brings something to light."""
    compared = 0
    for seed in range(1, 30):
        pair = Pair(house, title, seed)
        if not pair.play_to(1 + 3 * seed):
            continue
        state = pair.player(0, "spectator").state
        side = state["to_decide"]
        if not pair.change_what_is_hidden_from(side):
            continue
        ears = [pair.player(world, side).listen(last=str(state["seq"])) for world in (0, 1)]
        action = pair.rng.choice(pair.player(0, side).state["view"]["options"])["action"]
        one, two = pair.same("/actions", side, {"seq": state["seq"], "action": action})
        told = [ear.picks() for ear in ears]
        for ear in ears:
            ear.close()
        if b'"kind":"Revealed"' in one + two:
            continue
        assert one == two, f"{title} seed {seed}: {side} picks {action}"
        assert told[0] == told[1]
        compared += 1
        if compared == ENOUGH:
            break
    assert compared


def test_two_games_that_differ_in_a_hidden_pick_look_the_same_to_the_other_side(house: House) -> None:
    """From the log on, not only from the state: the German hides his gun elsewhere."""
    seen = []
    for place in ("0303", "0403"):
        allied, german, spectator = house.two()
        assert german.act(f"hide {place}").status == 200
        answers = [
            who.get(path).content.replace(allied.game.encode(), b"GAME")
            for who in (allied, spectator)
            for path in ("", "/log", "/replay?n=0", "/replay?n=1")
        ]
        listed = {**allied.listed, "id": "GAME"}
        ear = allied.listen(last="0")
        seen.append((answers, listed, ear.picks()))
        ear.close()
    assert seen[0] == seen[1]


@pytest.mark.parametrize("title", [name for name in all_games() if name not in SECRETIVE])
def test_a_game_that_says_it_has_no_secrets_has_none(title: str) -> None:
    game, rng = all_games()[title], random.Random(1)
    session = Session.open(game, seed=1)
    for _ in range(150):
        whole = session.state.copy()
        whole.chance = 0
        for number in range(len(game.sides)):
            assert redact(game, session.state, Side(number)).to_json() == whole.to_json()
        session.pick(game.format(session.state, rng.choice(session.options())))


def test_a_computer_player_is_handed_its_redacted_state_only(house: House) -> None:
    from bocage.server.driver import ask

    allied, german, _ = house.two()
    german.act("hide 0303")
    table = house.table(allied.game)
    question, _ = ask(table, "greedy", 1.0)
    assert question.side == table.game.side("Allied")
    gun = table.session.state.gun_at  # type: ignore[attr-defined]
    assert gun >= 0
    assert f'"gun_at":{gun}' not in question.state
    assert '"chance":0' in question.state
