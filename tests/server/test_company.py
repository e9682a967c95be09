"""What people say and agree at a table is kept: it is there when the server starts anew."""

from collections.abc import Callable

from tests.server.conftest import House, Player

Start = Callable[..., House]


def again(house: House, start: Start, *players: Player) -> list[Player]:
    """The same people after the server was started anew."""
    house.stop()
    fresh = start()
    return [Player(fresh, player.game, player.token) for player in players]


def test_talk_and_consent_outlive_the_server(open_house: Start) -> None:
    house = open_house()
    allied, german, _ = house.two()
    allied.post("/chat", {"text": "Hello"})
    allied.post("/advice")
    allied, german = again(house, open_house, allied, german)
    assert [line["text"] for line in german.get("/chat").json["lines"]] == ["Hello"]
    german.post("/chat", {"text": "Good luck"})
    assert [line["n"] for line in allied.get("/chat").json["lines"]] == [1, 2]
    assert not allied.state["advice"]
    german.post("/advice")
    assert allied.state["advice"], "both have agreed, one of them before the server was started anew"


def test_a_rematch_is_one_game_whenever_the_server_starts_anew(open_house: Start) -> None:
    house = open_house()
    allied, german, _ = house.two()
    german.post("/resign")
    assert allied.post("/rematch").json == {"wanted": ["Allied"], "url": ""}
    assert allied.get("/rematch").json == {"wanted": ["Allied"], "url": ""}
    allied, german = again(house, open_house, allied, german)
    url = german.post("/rematch").json["url"]
    [allied] = again(german.house, open_house, allied)
    other = allied.post("/rematch").json["url"]
    watched, known = (allied.get("/rematch").json["url"].removeprefix("/table/").split("#") for _ in range(2))
    assert watched == known, "all who watch get one link"
    assert Player(allied.house, *watched).state["you"] == []
    game, token = other.removeprefix("/table/").split("#")
    assert url.startswith(f"/table/{game}#"), "both go to the same game"
    assert watched[0] == game
    assert Player(allied.house, game, token).state["you"] == ["German"]
