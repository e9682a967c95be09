"""The landing: facing, modes, hexsides, tides and sight in a game; and the sentries without a seat."""

import random
from typing import Any

import pytest
from tests.kernel.outpost import OUTPOST
from tests.kernel.patrol import (
    BATTLE,
    GRID,
    MARCH,
    PATROL,
    PATROL_GAME,
    SENTRIES,
    Firing,
    Landing,
    find_reach,
    targets,
    zone,
)

from bocage.draw import map_svg
from bocage.kernel.actions import Illegal
from bocage.kernel.automaton import Answered
from bocage.kernel.facing import ALL_ROUND
from bocage.kernel.flow import options, pick, waiting
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE, UnitId
from bocage.kernel.log import read_log
from bocage.kernel.session import Session
from bocage.kernel.spaces import each, holds, spaces
from bocage.kernel.verify import verify
from bocage.kernel.view import View
from bocage.runs.match import play_game
from bocage.server.opening import seats_of
from bocage.testing import conformance
from bocage.testing.conformance import Property

ALONE = {"alone": "yes"}
ABLE, GUN = UnitId(0), UnitId(2)


@pytest.mark.parametrize("alone", ["no", "yes"])
@pytest.mark.parametrize("is_so", conformance.PROPERTIES, ids=lambda is_so: is_so.__name__)
def test_the_landing_conforms(is_so: Property, alone: str) -> None:
    for seed in range(2):
        is_so(PATROL_GAME, "beach", {"alone": alone}, seed=seed, every=3)


@pytest.mark.parametrize("is_so", conformance.PROPERTIES, ids=lambda is_so: is_so.__name__)
def test_the_outpost_conforms(is_so: Property) -> None:
    is_so(OUTPOST, "hill", None, seed=1)


def landing() -> Landing:
    g = PATROL_GAME.new(seed=1)
    assert isinstance(g, Landing)
    return g


def session_of(**settings: Any) -> Session:
    return Session.open(PATROL_GAME, seed=7, **settings)


# facing and mode


def test_a_turn_is_picked_by_the_name_of_a_direction_and_told() -> None:
    session = session_of()
    (event,) = session.pick("face Able NE")
    assert event.sentence(session.state) == "Able faces NE."
    view = View(PATROL_GAME, session.state, PATROL).payload()
    able, gun = view.pieces[ABLE], view.pieces[GUN]
    assert (able.facing, able.mode) == ("NE", "march")
    assert (gun.facing, gun.mode) == ("", "battle")
    choices = [choice for choice in view.options if choice.verb == "face"]
    ways = {"N": 0, "NE": 60, "SE": 120, "SW": 240, "NW": 300}
    assert {choice.action: choice.bearing for choice in choices} == {f"face Baker {way}": ways[way] for way in ways}


def test_a_unit_commands_what_lies_before_it_or_all_around() -> None:
    g = landing()
    before_them = {to for unit in (0, 1) for way in (2, 3, 4) for to in [GRID.neighbour(g.space[unit], way)]}
    assert set(each(zone(g, PATROL))) == before_them
    around = spaces(to for unit in (2, 3) for to in GRID.neighbours(g.space[unit]))
    assert zone(g, SENTRIES) == around


def test_a_change_of_mode_costs_half_the_march() -> None:
    g = landing()
    marches = [action for action in options(g) if action[:2] == ("march", ABLE)]
    fighting = [GRID.distance(g.space[ABLE], to) for _, _, to, mode in marches if mode == BATTLE]
    marching = [GRID.distance(g.space[ABLE], to) for _, _, to, mode in marches if mode == MARCH]
    assert max(marching) == 4
    assert max(fighting) == 2


# hexsides and tide


def breach() -> Session:
    session = session_of()
    session.pick("march Able 0102 battle")
    session.pick("done")
    while session.to_decide is not None and session.to_decide != PATROL:
        session.pick("done")
    while ("breach", ABLE, GRID.parse("0103")) not in session.options():
        session.pick("done")
    return session


def test_a_wall_bars_the_way_until_somebody_breaches_a_hexside_of_it() -> None:
    session = breach()
    south = GRID.parse("0103")
    assert not any(action[0] == "march" and action[2] == south for action in session.options())
    session.pick("breach Able 0103")
    state = session.state
    assert isinstance(state, Landing)
    assert holds(find_reach(state, ABLE).spaces, south)
    (mark,) = PATROL_GAME.marks(session.state)
    assert {mark.space, mark.to} == {"0102", "0103"}
    assert PATROL_GAME.restore(session.state.to_json()).digest() == session.state.digest()
    copied = session.state.copy()
    copied.breached = 0  # type: ignore[attr-defined]
    assert session.state.breached  # type: ignore[attr-defined]


def test_marks_on_hexsides_and_facings_are_drawn_on_the_map() -> None:
    session = breach()
    session.pick("breach Able 0103")
    drawn = map_svg(PATROL_GAME, session.state, skin=None)
    assert "mark-breach" in drawn
    assert "counter-front" in drawn


def test_the_tide_covers_the_flats_on_the_third_turn() -> None:
    g: Any = landing()
    flats = g.board.of_terrain["tidal flat"]
    rng = random.Random(3)
    seen: dict[str, int] = {}
    while g.stack:
        frame = waiting(g)
        assert frame is not None
        if frame.by == PATROL and ("done",) in options(g):
            reached = spaces(action[2] for action in options(g) if action[0] == "march")
            seen.setdefault(g.tide, 0)
            seen[g.tide] |= reached & flats
        pick(g, rng.choice(list(options(g))))
    assert seen["low"]
    assert not seen["high"]


# sight


def test_a_gun_fires_where_it_faces_and_a_town_is_in_its_way() -> None:
    g = landing()
    g.place(ABLE, GRID.parse("0302"))  # the town of 0303 lies between
    g.place(UnitId(1), GRID.parse("0504"))
    assert targets(g, GUN) == spaces([GRID.parse("0504")])
    g.facing[GUN] = 4
    assert not targets(g, GUN)
    g.facing[GUN] = ALL_ROUND
    because = Firing(by=PATROL).refuse(g, ("fire", GUN, g.space[ABLE]))
    assert because.text == "a town is in the way"


# the sentries without a seat


def play_alone(**dice: Any) -> Session:
    session = Session.open(PATROL_GAME, options=ALONE, **dice)
    while session.to_decide is not None:
        assert session.to_decide == PATROL
        session.pick("done")
    return session


@pytest.mark.parametrize("dice", [{"seed": 4}, {"secret": b"k" * 32}])
def test_nobody_is_asked_for_a_side_without_a_seat(dice: dict[str, Any]) -> None:
    session = play_alone(**dice)
    assert [seat.name for seat in PATROL_GAME.seats(ALONE)] == ["Patrol"]
    by_chance = [entry.do for entry in session.log.entries if entry.by == "chance"]
    assert {text.split()[0] for text in by_chance} >= {"march", "done"}
    assert not any(entry.by == "Sentries" for entry in session.log.entries)
    said = [event for events in session.events for event in events if isinstance(event, Answered)]
    assert said[0].sentence(session.state) == "Sentries, by the book: closes with the nearest."
    assert said[0].rule == "7.2"


def test_its_picks_are_proven_like_dice_and_replayed() -> None:
    session = play_alone(secret=b"k" * 32)
    log = read_log(session.log.text())
    proof = verify(PATROL_GAME, log)
    assert proof.ok
    assert proof.proven == proof.rolls == sum(entry.by == "chance" for entry in log.entries)
    assert Session.resume(PATROL_GAME, log).state.digest() == session.state.digest()


def test_where_dice_are_typed_in_only_a_choice_among_replies_is_asked() -> None:
    session = Session.open(PATROL_GAME, options=ALONE)
    session.pick("done")
    session.pick("done")
    assert session.to_decide == NATURE
    with pytest.raises(Illegal, match="plays by the book: closes with the nearest"):
        session.pick("done")
    while session.to_decide == NATURE:
        session.pick(PATROL_GAME.format(session.state, session.options()[0]))
    assert session.to_decide == PATROL


def test_the_answer_waits_above_the_question_in_a_save() -> None:
    session = Session.open(PATROL_GAME, options=ALONE)
    session.pick("done")
    session.pick("done")
    frames = [type(frame).__name__ for frame, _ in session.state.stack]
    assert frames[-2:] == ["Marching", "Answer"]
    again = PATROL_GAME.restore(session.state.to_json())
    assert again.digest() == session.state.digest()
    assert options(again) == options(session.state)


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_whoever_plays_many_games_needs_no_player_for_it(player: str) -> None:
    one = play_game(PATROL_GAME, options=ALONE, players={"Patrol": player}, seed=3)
    two = play_game(PATROL_GAME, options=ALONE, players={"Patrol": player, "Sentries": "greedy"}, seed=3)
    assert not one.error
    assert (one.winner, one.score, one.actions) == (two.winner, two.score, two.actions)


def test_the_server_gives_out_no_seat_for_it() -> None:
    assert list(seats_of(PATROL_GAME, ALONE, {})) == ["Patrol"]
    assert list(seats_of(PATROL_GAME, ALONE, {"Patrol": "random"})) == ["Patrol"]
    assert list(seats_of(PATROL_GAME, {"alone": "no"}, {})) == ["Patrol", "Sentries"]


def test_with_two_players_nothing_is_answered() -> None:
    game: Game = PATROL_GAME
    session = Session.open(game, seed=4)
    while session.to_decide is not None:
        session.pick("done")
    assert any(entry.by == "Sentries" for entry in session.log.entries)
    assert not any(isinstance(event, Answered) for events in session.events for event in events)
