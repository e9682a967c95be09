"""What a computer player advises, and why the computer does what it does: in every game, on both sides."""

import pytest
from tests.server.conftest import House, Player, until

from bocage.games import all_games
from bocage.players.registry import USUAL

GAMES = sorted(all_games())
QUICK = "planner-quick"
FOUR = {"players": "four"}
ENOUGH = 4
"""So many reasons of a side are looked at."""


def check_reason(text: str) -> None:
    """One line that a person can read."""
    assert text.strip()
    assert "\n" not in text
    assert len(text) < 300


def test_a_suggestion_is_one_of_the_options(house: House) -> None:
    both = house.hot_seat()
    both.act("hide 0303")
    found = both.post("/suggest").json
    assert (found["player"], found["note"]) == (USUAL, "")
    assert both.post("/suggest").json == found, "who asks again hears the same"
    assert both.post("/suggest", {"player": "greedy"}).json["why"]
    assert found["action"] in {choice["action"] for choice in both.state["view"]["options"]}
    assert both.state["seq"] == 1


def test_advice_is_for_whoever_decides(house: House) -> None:
    allied, _, spectator = house.two()
    assert allied.post("/suggest").code == "not-yours"
    assert spectator.post("/suggest").code == "not-your-seat"
    assert allied.post("/suggest", {"player": "oracle"}).code == "unknown-player"


@pytest.mark.parametrize("title", GAMES)
def test_each_side_of_every_game_is_advised_with_a_reason(house: House, title: str) -> None:
    both = house.hot_seat(game=title)
    advised = dict.fromkeys(all_games()[title].sides, 0)
    for _ in range(200):
        state = both.get(f"?side={both.state['to_decide']}").json
        found = both.post("/suggest", {"player": QUICK, "side": state["to_decide"]}).json
        assert found["action"] in {choice["action"] for choice in state["view"]["options"]}
        assert (found["player"], found["note"]) == (QUICK, "")
        check_reason(found["why"])
        advised[state["to_decide"]] += 1
        if min(advised.values()) >= ENOUGH:
            return
        assert both.act(found["action"], state["seq"], side=state["to_decide"]).status == 200
    raise AssertionError(f"not every side was asked: {advised}")


@pytest.mark.parametrize("title", GAMES)
def test_the_computers_own_reasons_are_kept_for_the_browser(house: House, title: str) -> None:
    made = house.new(game=title, seats=dict.fromkeys(all_games()[title].sides, QUICK))
    picks = house.table(made["id"]).session.log.entries
    heard: dict[str, set[str]] = {side: set() for side in all_games()[title].sides}

    def enough() -> bool:
        for line in (line for part in house.table(made["id"]).said for line in part):
            if line.kind == "Reason":
                heard[picks[line.n - 1].by].add(line.text)
        return all(heard.values())

    try:
        until(enough, 60)
    finally:
        house.do(house.hall.drivers.close())
    for text in set().union(*heard.values()):
        check_reason(text)


# Two players on a side


def seated(house: House) -> dict[str, Player]:
    made = house.new(game="normandy44", options=FOUR, seed=4)
    players = {place: Player(house, made["id"], link["token"]) for place, link in made["seats"].items()}
    for player in players.values():
        assert player.post("/advice").status == 200  # against people there is advice only when all agree
    return players


def offered(player: Player) -> set[str]:
    return {choice["action"] for choice in player.state["view"]["options"]}


def test_a_seat_is_advised_about_its_own_army_alone(house: House) -> None:
    players = seated(house)
    own, refused = 0, 0
    for _ in range(150):
        standing = house.table(players["US"].game).standing
        deciding = {name: player for name, player in players.items() if player.state["you"] == [standing.to_decide]}
        doer, advice = None, ""
        for player in deciding.values():
            answer, mine = player.post("/suggest", {"player": QUICK}), offered(player)
            if answer.status == 200:
                assert answer.json["action"] in mine, "what is suggested can be done"
                doer, advice = player, answer.json["action"]
                own += len(mine) < len(house.table(player.game).session.options())
            else:
                assert answer.code == "not-yours"
                assert "your partner's turn" in answer.json["error"]["message"]
                refused += 1
        assert doer is not None, "one of the partners always has something to do"
        assert doer.act(advice).status == 200
        if own >= 20 and refused >= ENOUGH:
            return
    raise AssertionError(f"{own} and {refused}: the partners never had different things to decide")


def test_a_phase_is_not_ended_by_one_partner_before_the_other_has_moved(house: House) -> None:
    """Both may end the Allied movement; the one who has nothing left is told to wait for the other."""
    players = seated(house)
    for _ in range(300):
        table = house.table(players["US"].game)
        mine = [player for player in players.values() if player.state["you"] == [table.standing.to_decide]]
        answers = [player.post("/suggest", {"player": QUICK}) for player in mine]
        waiting = [
            player for player, answer in zip(mine, answers, strict=True) if answer.status == 409 and offered(player)
        ]
        if waiting:
            (active,) = [answer.json for answer in answers if answer.status == 200]
            assert active["action"] not in offered(waiting[0])
            return
        player, answer = next(pair for pair in zip(mine, answers, strict=True) if pair[1].status == 200)
        assert player.act(answer.json["action"]).status == 200
    raise AssertionError("nobody had to wait")
