"""Options in words: no raw ids, in any game, wherever a random game goes."""

import random
import re

import pytest

from bocage import games
from bocage.kernel import flow
from bocage.kernel.game import Game
from bocage.kernel.ids import Side
from bocage.kernel.queries import Preview
from bocage.kernel.sequence import Phases
from bocage.kernel.session import Session
from bocage.kernel.view import choice_of
from bocage.server.five import page_of
from bocage.server.guides import chart_rows, guide_of, handling_of, hint_for, hint_of
from bocage.server.reference import reference_of
from bocage.server.words import Readers, labels_of

PICKS = 200
WALK = 400
TURN = re.compile(r"[^>]*(> \w+ turn)?")
SHAPE = re.compile(r"^[A-Z0-9].*[^ ]$")


def raw_ids(game: Game) -> set[str]:
    """Ids of counters, boxes and areas that are not what is printed on them."""
    board = game.board()
    units = {name for name, counter in zip(board.unit_names, board.counters, strict=True) if counter.name != name}
    places = {
        name
        for name, title in zip(board.names, board.titles, strict=True)
        if title and len(name) > 1 and not name.isdigit()
    }
    hexes = {board.names[space] for space in range(len(board.names)) if board.hexes >> space & 1}
    said = {word for counter in board.counters for word in counter.name.split()}
    said |= {word.strip(",()") for title in board.titles for word in title.split()}
    return {name for name in units | places if name not in said | hexes}


@pytest.mark.parametrize("title", sorted(games()))
def test_no_label_shows_a_raw_id_in_random_games(title: str) -> None:
    game = games()[title]
    ids, rng, seen = raw_ids(game), random.Random(7), 0
    scenarios = [scenario.id for scenario in game.scenarios]
    for seed in range(max(3, len(scenarios))):
        session = Session.open(game, scenarios[seed % len(scenarios)], seed=seed)
        labels = labels_of(game, session.state.board)
        for _ in range(PICKS):
            if session.to_decide is None:
                break
            options = session.options()
            for action in rng.sample(options, min(12, len(options))):
                choice = labels.labelled(choice_of(game, session.state, action))
                words = set(re.split(r"[\s,:?]+", choice.label))
                assert SHAPE.match(choice.label), choice
                assert not words & ids, choice
                assert "_" not in choice.label
                assert choice.label != choice.action
                seen += 1
            session.pick(game.format(session.state, rng.choice(options)))
    assert seen > 500


ROUNDS = {"tinybeach", "darksummer"}
"""Games whose rounds are drawn from a cup, in any order."""


@pytest.mark.parametrize("title", sorted(games()))
def test_the_order_of_the_turn_and_the_guide_know_where_a_random_game_is(title: str) -> None:
    game = games()[title]
    guide, rng = guide_of(game), random.Random(11)
    phases = {name for frame in game.frames.values() if issubclass(frame, Phases) for name in frame.PHASES}
    named = {hint.trail for hint in guide.hint if hint.trail} | {at for phase in guide.phase for at in phase.trail}
    unknown = named - phases - set(game.frames)
    scenarios, been = [scenario.id for scenario in game.scenarios], set()
    for seed in range(max(3, len(scenarios))):
        session = Session.open(game, scenarios[seed % len(scenarios)], seed=seed)
        last = ("", 0)
        for number in range(WALK):
            if session.to_decide is None:
                break
            if not number % 5:
                seen = session.view(session.to_decide)
                view = seen.payload()
                here = guide.here(flow.stages(seen.state))
                unknown -= set(flow.stages(seen.state))
                assert here is not None, view.trail
                turn = TURN.match(view.trail)
                assert turn is not None
                now = (view.prompt.by + turn[0], guide.phase.index(here))
                assert title in ROUNDS or now[0] != last[0] or now >= last, (view.trail, "comes after what follows it")
                last = now
                been.add(here.title)
                hint = hint_for(seen)
                guided = session.state.turn <= guide.until
                learner = view.prompt.by in guide.sides and session.log.header.scenario == guide.scenario
                assert bool(hint) == guided or not learner, (view.trail, view.prompt.text)
            session.pick(game.format(session.state, rng.choice(session.options())))
    assert len(been) >= 4
    assert not unknown, "a guide names phases and frames, and nothing else"


@pytest.mark.parametrize("title", sorted(games()))
def test_each_side_is_advised_as_itself(title: str) -> None:
    session = Session.open(games()[title], guide_of(games()[title]).scenario, seed=3)
    while session.to_decide is None:
        session.pick(session.game.format(session.state, session.options()[0]))
    said = [hint_for(session.view(Side(number))) for number in range(2)]
    assert all(said)
    assert said[0] != said[1], "who decides is told what to do, the other to watch"


@pytest.mark.parametrize("title", sorted(games()))
def test_every_verb_is_said_and_every_part_is_a_verb(title: str) -> None:
    game = games()[title]
    handling = handling_of(game)
    assert set(game.verbs) <= set(handling.say)
    assert {verb for verbs in handling.part.values() for verb in verbs} <= set(game.verbs)
    assert set(handling.ask) <= set(game.verbs)
    assert {key.split()[0] for key in handling.say} <= set(game.verbs)


@pytest.mark.parametrize("title", sorted(games()))
def test_a_guide_names_only_what_there_is(title: str) -> None:
    game = games()[title]
    guide, board = guide_of(game), game.board()
    assert guide.sides[0] == guide.side
    assert set(guide.sides) == set(game.sides), "whoever takes the other seat is guided too"
    assert {hint.by for hint in guide.hint if hint.by} <= set(game.sides)
    assert guide.evening
    assert guide.scenario in {scenario.id for scenario in game.scenarios}
    assert guide.hint
    assert set(guide.win) == {scenario.id for scenario in game.scenarios}
    assert set(guide.options) == {f"{option.id}.{value}" for option in game.options for value in option.values}
    for number in [phase.rule for phase in guide.phase] + [chart.rule for chart in guide.chart]:
        assert not number or game.rulebook.find(number) is not None, number
    for chart in guide.chart:
        assert len(chart_rows(game.package, chart.file)) > 1
    for section in guide.section:
        assert all(space in board.ids for space in section.spaces), section
    assert {hint.verb for hint in guide.hint if hint.verb} <= set(game.verbs)


def test_a_battle_off_the_table_says_so_at_its_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games()["normandy44"]
    session = Session.open(game, seed=3)
    side = session.to_decide
    assert side is not None
    view = session.view(side)
    for column, beyond in {"below 1-3": "below 1-3", "7-1": "", "": ""}.items():
        monkeypatch.setattr("bocage.server.reference._preview", lambda _, at=column: Preview("A battle", (), column=at))
        found = reference_of(view, view.payload(), session.log.header.scenario, "").charts
        assert [chart.beyond for chart in found if chart.title == "Combat results"] == [beyond]
        assert not any(chart.beyond for chart in found if chart.title != "Combat results")


RETREATS = {"normandy44": "fallback"}
"""How a retreat is called where it is not called so."""


@pytest.mark.parametrize("title", sorted(games()))
def test_who_must_retreat_is_advised(title: str) -> None:
    verb = RETREATS.get(title, "retreat")
    assert any(hint.verb == verb for hint in guide_of(games()[title]).hint)


CODED = {
    "tinybeach": {"Combat": "crt.csv"},
    "normandy71": {"Combat": "crt.csv"},
    "normandy44": {"Combat": "crt.csv", "Determined defence": "determined_defense.csv"},
    "darksummer": {"Combat Results Table": "crt.csv", "Cherbourg Combat Table": "cherbourg.csv"},
}
"""Tables whose results are codes, and their data."""


@pytest.mark.parametrize("title", sorted(CODED))
def test_a_code_comes_with_its_meaning(title: str) -> None:
    game, rng, rolled = games()[title], random.Random(4), 0
    for table, file in CODED[title].items():
        codes = {cell for row in chart_rows(game.package, file)[1:] for cell in row[1:]}
        assert codes <= set(game.queries.meanings[table]), table
    session = Session.open(game, seed=4)
    for n in range(WALK):
        if session.to_decide is None:
            break
        events = session.pick(game.format(session.state, rng.choice(session.options())))
        for said in Readers(game, session.state).hear(n, events):
            rolled += bool(said.column)
            assert bool(said.meaning) == bool(said.column), said
    assert rolled


DEVICES = re.compile(r"\b(click|tap|drag|hover|mouse|point at|with shift|press [a-z]\b)", re.IGNORECASE)
"""Words of one way of handling."""


@pytest.mark.parametrize("title", sorted(games()))
def test_the_guide_speaks_to_every_hand(title: str) -> None:
    for hint in guide_of(games()[title]).hint:
        assert not DEVICES.search(hint.text), hint.text


def test_the_examples_of_the_house() -> None:
    game = games()["normandy44"]
    session = Session.open(game, seed=3)
    labels = labels_of(game, session.state.board)
    assert labels.place("2512") == "Carentan"
    assert labels.place("2227") == "hex 2227"
    assert labels.place("britain") == "In Britain"
    assert labels.unit("Eng-Utah") == "1 Engineer Special Brigade"


SPELLED = re.compile(r"\b(?:us|uk|ss|british|german|allied|armor|[a-z]+(?:-[a-z]+){2,})\b|\b[a-z]+_")
"""Words of data files that nobody would write so: armies in small letters, three words in one."""
PLACES = {"arrives at", "objective"}


@pytest.mark.parametrize("title", sorted(games()))
def test_charts_are_read_by_name(title: str) -> None:
    game = games()[title]
    session, ids = Session.open(game, seed=3), raw_ids(game)
    view = session.view(session.to_decide)
    for chart in reference_of(view, view.payload(), session.log.header.scenario, "").charts:
        head, *rows = chart.rows
        assert not [name for name in head if name == "id" or "_" in name], chart.title
        said = {part for cells in rows for cell in cells for part in (cell, *cell.split(", "))}
        assert not said & ids, chart.title
        text = " ".join((*head, *said))
        assert not SPELLED.search(text), (chart.title, SPELLED.findall(text))
        assert not any(
            part.isdigit()
            for cells in rows
            for at, cell in enumerate(cells)
            for part in cell.split()
            if head[at] in PLACES
        )


@pytest.mark.parametrize("title", sorted(CODED))
def test_a_chart_says_what_its_codes_mean(title: str) -> None:
    game = games()[title]
    session = Session.open(game, seed=3)
    view = session.view(session.to_decide)
    charts = reference_of(view, view.payload(), session.log.header.scenario, "").charts
    said = [dict(chart.codes) for chart in charts]
    assert all(dict(game.queries.meanings[table]) in said for table in CODED[title])


@pytest.mark.parametrize("title", sorted(games()))
def test_a_learner_is_told_what_stands_on_a_counter(title: str) -> None:
    page = page_of(title)
    shown = [piece for one in page.paragraphs for piece in one.pieces]
    assert len(shown) >= 3
    assert all(piece.factors for piece in shown)
    assert sum(bool(one.spaces) for one in page.paragraphs) >= 3
    assert page.win == guide_of(games()[title]).win[guide_of(games()[title]).scenario]
    session = Session.open(games()[title], seed=3)
    view = session.view(session.to_decide)
    assert reference_of(view, view.payload(), session.log.header.scenario, "").factors


def test_the_advice_is_for_the_question_that_is_asked() -> None:
    game = games()["acrosstheworld"]
    session, rng, heard = Session.open(game, seed=5), random.Random(5), 0
    while heard != 3 and session.to_decide is not None:
        position = session.view(session.to_decide)
        view, said = position.payload(), hint_of(guide_of(game), position)
        verbs = {found.verb for found in view.options}
        if view.prompt.by == "Allied" and "Battle cards" in view.trail and "play" in verbs:
            assert "battle card" in said
            heard |= 1
        if view.prompt.by == "Allied" and "march" in verbs:
            assert "march" in said
            heard |= 2
        session.pick(game.format(session.state, rng.choice(session.options())))
    assert heard == 3


IN_WORDS = {4: "four", 6: "six", 7: "seven", 8: "eight"}


def test_how_to_win_says_how_many_points_it_takes() -> None:
    game = games()["tinybeach"]
    for scenario in game.scenarios:
        board = Session.open(game, scenario.id, seed=3).state.board
        told = board.scenarios[scenario.id]
        said = guide_of(game).win[scenario.id]
        assert f"With {IN_WORDS[told.allied_victory]} points or more they win, with {IN_WORDS[told.draw]} " in said
    cities = {row[1]: row[2] for row in chart_rows(games()["normandy71"].package, "victory.csv") if row[0] == "city"}
    said = guide_of(games()["normandy71"]).win["invasion"]
    assert {city for city, points in cities.items() if points == "2" and city not in said} == set()
    assert f"Caen {cities['Caen']}" in said


def test_who_retreats_on_is_not_told_to_move() -> None:
    verbs = [hint.verb for hint in guide_of(games()["bradley"]).hint]
    assert verbs.index("retreat") < verbs.index("halt")  # a retreat may be halted too


def test_who_chooses_the_enemy_s_loss_is_not_told_that_he_loses() -> None:
    said = [hint.text for hint in guide_of(games()["normandy44"]).hint if hint.verb == "lose"]
    assert said
    assert not any("You lose" in text for text in said)  # in an exchange the other side chooses (12.2.1)


@pytest.mark.parametrize("title", sorted(games()))
def test_the_ground_of_a_battle_is_marked_in_the_charts(title: str) -> None:
    game, rng = games()[title], random.Random(5)
    session = Session.open(game, seed=3)
    while session.to_decide is not None:
        view = session.view(session.to_decide)
        battle = None if game.queries.preview is None else game.queries.preview(view.state, None)
        if battle is not None and battle.spaces:
            marked = [chart.row for chart in reference_of(view, view.payload(), session.log.header.scenario, "").charts]
            assert any(marked), view.payload().trail
            return
        session.pick(game.format(session.state, rng.choice(session.options())))
    pytest.fail("no battle was prepared in the whole game")


def test_a_card_is_offered_with_its_text() -> None:
    game = games()["acrosstheworld"]
    session = Session.open(game, seed=11)
    options = [choice_of(game, session.state, action) for action in session.options()]
    labels = labels_of(game, session.state.board)
    notes = {choice.action: labels.labelled(choice).note for choice in options}
    cards = {card.id: card.text for card in session.state.board.cards}
    assert notes == {action: cards.get(action.removeprefix("play "), "") for action in notes}
    assert any(notes.values())
