"""What a gesture can mean for counters that arrive: the edge of the map, and on from there."""

from functools import cache
from pathlib import Path

from bocage.games import find_game
from bocage.kernel import flow
from bocage.kernel.log import read_log
from bocage.kernel.session import first_state, replay_entry
from bocage.server.ways import Turn, ways_by_arrival, ways_of

CAMPAIGN = Path(__file__).parents[1] / "replays" / "normandy44" / "campaign-1.jsonl"


@cache
def reinforced() -> tuple[Turn, str]:
    """The first time that somebody brings a reinforcement onto the map, and who it is."""
    game, log = find_game("normandy44"), read_log(CAMPAIGN.read_text(encoding="utf-8"))
    g = first_state(game, log.header, None)
    for entry in log.entries:
        frame = flow.waiting(g)
        if entry.do.startswith("enter ") and frame is not None:
            return Turn(game, g, frame.by), entry.do.split()[1]
        replay_entry(game, g, entry, log.header.dice)
        g.events = None
    raise AssertionError("nobody ever enters")


def test_a_reinforcement_goes_on_from_where_it_arrives_with_one_gesture() -> None:
    turn, unit = reinforced()
    ways = ways_of(turn, unit, (), arrivals=1)
    beyond = [way for way in ways if len(way.actions) == 3]
    assert beyond
    assert {way.space for way in ways_of(turn, unit, ())} < {way.space for way in ways}
    for way in beyond[:5]:
        g = turn.g.copy()
        for text in way.actions:
            action = turn.game.parse(g, text)
            assert flow.why_not(g, action) is None, text
            flow.pick(g, action)
        assert g.board.names[g.space[g.board.unit_ids[unit]]] == way.space


def test_the_arrival_is_the_one_that_leads_there_and_what_is_too_far_has_none() -> None:
    turn, unit = reinforced()
    goal = next(way.space for way in ways_of(turn, unit, (), arrivals=1) if len(way.actions) == 3)
    [way] = ways_by_arrival(turn, unit, (), goal, "")
    assert way.space == goal
    assert way.actions[0] == f"enter {unit}"
    assert ways_by_arrival(turn, unit, (), "3901", "") == []
