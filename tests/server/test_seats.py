"""Where a side has several players, each has a link of his own and picks only for what is his."""

import pytest
from tests.server.conftest import House, Player

from bocage.games import all_games

MANY = [name for name, game in all_games().items() if game.seating is not None]
FOUR = {"players": "four"}


def seated(house: House, **wanted: object) -> dict[str, Player]:
    made = house.new(game="normandy44", options=FOUR, seed=4, **wanted)
    return {place: Player(house, made["id"], link["token"]) for place, link in made["seats"].items()}


def test_each_seat_has_a_link(house: House) -> None:
    players = seated(house)
    assert set(players) == {"Seventh Army", "Panzer Group West", "US", "Commonwealth"}
    state = players["US"].state
    assert (state["you"], state["your_seats"]) == (["Allied"], ["US"])
    assert state["seats"]["US"]["side"] == state["seats"]["Commonwealth"]["side"] == "Allied"


def test_a_seat_is_offered_what_is_its_own_and_refused_the_rest_with_the_rule(house: House) -> None:
    players = seated(house)
    for _ in range(400):
        table = house.table(next(iter(players.values())).game)
        side = table.standing.to_decide
        mine = {name: player for name, player in players.items() if table.seats[name].side == side}
        offered = {name: {o["action"] for o in player.state["view"]["options"]} for name, player in mine.items()}
        whole = [choice.action for choice in table.payload(table.game.side(side)).options]
        assert set().union(*offered.values()) == set(whole), "between them they are offered everything"
        name, other = offered
        foreign = offered[other] - offered[name]
        if foreign:
            break
        doer = name if whole[0] in offered[name] else other
        assert mine[doer].act(whole[0]).status == 200
    action = min(foreign)
    refused = mine[name].act(action)
    assert (refused.status, refused.code, refused.json["error"]["rule"]) == (409, "not-yours", "27")
    why = mine[name].get(f"/query/explain?action={action.replace(' ', '%20')}").json
    assert (why["allowed"], why["rule"]) == (False, "27")
    assert mine[other].act(action).status == 200


def test_a_hot_seat_holds_all_seats(house: House) -> None:
    both = house.hot_seat(game="normandy44", options=FOUR)
    assert len(both.state["your_seats"]) == 4
    assert both.state["you"] == ["German", "Allied"]
    both.play(5)


def test_a_computer_player_takes_a_whole_side(house: House) -> None:
    made = house.new(game="normandy44", options=FOUR, seats={"German": "random"})
    assert set(made["seats"]) == {"US", "Commonwealth"}
    wanted = {"game": "normandy44", "options": FOUR, "seats": {"US": "random"}}
    assert house.post("/api/games", wanted).code == "bad-request"


def test_somebody_sits_down_in_one_of_several_seats(house: House) -> None:
    players = seated(house, open=True)
    us = players["US"]
    us = us.join("Omar")
    assert us.state["seats"]["US"]["name"] == "Omar"
    assert us.state["seats"]["Commonwealth"]["taken"] is False
    link = house.post(f"{us.path}/join", {"name": "Miles", "side": "Allied"}).json
    assert Player(house, us.game, link["token"]).state["your_seats"] == ["Commonwealth"]
    assert house.post(f"{us.path}/join", {"name": "Late", "side": "German"}).code == "seat-taken"


def test_seats_survive_a_restart(open_house: object) -> None:
    house: House = open_house()  # type: ignore[operator]
    us = seated(house)["US"]
    before = us.state
    house.stop()
    again = Player(open_house(), us.game, us.token).state  # type: ignore[operator]
    assert again["your_seats"] == ["US"]
    assert again["view"] == before["view"]
    assert again["seats"] == before["seats"]


@pytest.mark.parametrize("title", MANY)
def test_every_way_to_seat_a_game_can_be_played(house: House, title: str) -> None:
    game = all_games()[title]
    ways = [option for option in game.options if len({game.seats({option.id: how}) for how in option.values}) > 1]
    assert ways, "an option says who sits where"
    for option in ways:
        for how in option.values:
            made = house.new(game=title, options={option.id: how})
            assert set(made["seats"]) == {seat.name for seat in game.seats({option.id: how})}
