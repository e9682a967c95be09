"""A game being played: picks, what follows them, undo and its limits, any earlier moment."""

from collections.abc import Mapping
from typing import Any

import pytest
from tests.kernel.treasure import BLUE, RED, TREASURE, Sea, setup, variant

from bocage.kernel import flow
from bocage.kernel.actions import Action, Illegal, Invalid, NotYours
from bocage.kernel.chance import commitment
from bocage.kernel.flow import DONE, Call, DeadEnd, Decision, Done, Over, Procedure, Step, begin
from bocage.kernel.game import Game, UnknownChoice
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.log import BadLog, Entry, Header, Log, read_log
from bocage.kernel.session import SNAPSHOT_EVERY, RuleFailed, Session, newer
from bocage.kernel.state import Outcome, State

SECRET = b"a secret of some length"


def opened(*picks: str, rounds: str = "3", **how: Any) -> Session:
    session = Session.open(TREASURE, options={"rounds": rounds}, **({"seed": 1} | how))
    for text in picks:
        session.pick(text)
    return session


def texts(session: Session) -> list[str]:
    return [entry.do for entry in session.log.entries]


# picking


def test_a_pick_is_checked_carried_out_and_logged() -> None:
    session = opened()
    events = session.pick("hide Skull", RED)
    assert [event.sentence(session.state) for event in events] == ["The chest lies on Skull."]
    assert (session.seq, texts(session)) == (1, ["hide Skull"])
    assert session.events == [events]


def test_the_wrong_side_is_told_whose_decision_it_is() -> None:
    session = opened("hide Skull")
    with pytest.raises(NotYours, match="it is Red's decision"):
        session.pick("stop", BLUE)
    assert session.seq == 1


def test_an_illegal_pick_is_refused_with_its_rule_and_text() -> None:
    session = opened("hide Skull")
    with pytest.raises(Illegal, match=r"sail Bella Palm: that is not your boat \(rule 2\)") as caught:
        session.pick("sail   Bella  Palm", RED)
    assert caught.value.code == "illegal"
    assert caught.value.because.rule == "2"


@pytest.mark.parametrize("text", ["", "fly Rosa Palm", "sail Rosa", "sail Rosa Moon", None])
def test_a_malformed_pick_is_refused_before_any_rule_is_asked(text: Any) -> None:
    session = opened("hide Skull")
    before, state = session.state.digest(), session.state
    with pytest.raises(Invalid):
        session.pick(text, RED)
    assert session.state is state
    assert session.state.digest() == before


def test_explain_says_why_or_nothing() -> None:
    session = opened("hide Skull")
    assert session.explain("sail Rosa Palm") is None
    because = session.explain("sail Bella Palm")
    assert because is not None
    assert because.rule == "2"


def test_nobody_picks_when_the_game_is_over() -> None:
    session = opened("hide Palm", "sail Rosa Palm", "dig")
    assert session.to_decide is None
    with pytest.raises(NotYours, match="the game is over"):
        session.pick("stop")


# what follows by itself


def test_dice_and_forced_picks_follow_by_themselves_and_are_logged_as_such() -> None:
    session = opened("hide Skull", "stop", "stop")
    roll, nod = session.log.entries[-2:]
    assert roll.by == "chance"
    assert not roll.auto
    assert nod == Entry(5, "Blue", "nod", auto=True)
    assert session.to_decide == RED


def test_dice_typed_in_by_hand_wait_for_somebody_to_type_them() -> None:
    session = opened("hide Skull", "stop", "stop", seed=None)
    assert session.log.header.dice == "table"
    assert session.to_decide == NATURE
    with pytest.raises(Illegal, match="that cannot come out of a storm roll"):
        session.pick("roll 7")
    session.pick("roll 6")
    assert texts(session)[-2:] == ["roll 6", "nod"]


def test_the_same_seed_gives_the_same_dice_and_another_seed_others() -> None:
    def rolls(seed: int) -> list[str]:
        session = opened("hide Skull", *["stop"] * 40, rounds="20", seed=seed)
        return [entry.do for entry in session.log.entries if entry.by == "chance"]

    assert rolls(5) == rolls(5)
    assert len({tuple(rolls(seed)) for seed in range(5)}) == 5


def test_the_end_of_the_game_closes_the_log_with_result_winner_and_digest() -> None:
    session = opened("hide Palm", "sail Rosa Palm", "dig")
    ending = session.log.ending
    assert ending is not None
    assert (ending.end, ending.winner, ending.digest) == ("Red wins", "Red", session.state.digest())


def test_the_secret_of_fair_dice_is_told_at_the_end_and_not_before() -> None:
    session = opened("hide Palm", "stop", "stop", secret=SECRET)
    assert session.log.header.dice == "fair"
    assert session.log.header.commitment == commitment(SECRET)
    assert SECRET.hex() not in session.log.text()
    for text in ("sail Rosa Palm", "dig"):
        session.pick(text)
    assert session.log.ending is not None
    assert session.log.ending.secret == SECRET.hex()


def test_a_session_refuses_a_secret_that_was_not_committed_to() -> None:
    header = opened(secret=SECRET).log.header
    with pytest.raises(ValueError, match="not the one the game was opened with"):
        Session(TREASURE, header, secret=b"another")


# a rule that fails


class Trap(Procedure[Sea], frozen=True):
    """Asks; then a rule divides by nothing, or offers nothing."""

    def start(self, g: Sea) -> Step:
        return Call(Choose(by=RED), then=self.sprung)

    def sprung(self, g: Sea, what: str) -> Step:
        g.tired[0] = 99
        if what == "crash":
            return Done(g.tired[0] // (g.tired[1] * 0))
        if what == "mute":
            return Mute(by=RED)
        return Over(Outcome(None, "safe"))


class Choose(Decision[Sea], frozen=True):
    """Into the trap or not."""

    def options(self, g: Sea) -> list[Action]:
        return [("crash",), ("mute",), ("safe",)]

    def chosen(self, g: Sea, action: Action) -> Step:
        return Done(action[0])


class Mute(Decision[Sea], frozen=True):
    """Offers nothing."""

    def options(self, g: Sea) -> list[Action]:
        return []


def trapped() -> Session:
    def start(board: Any, scenario: str, options: Mapping[str, str]) -> Sea:
        g = setup(board, scenario, options)
        begin(g, Trap())
        return g

    game = variant(setup=start, verbs={"crash": (), "mute": (), "safe": ()})
    return Session.open(game, seed=1)


def test_a_rule_that_raises_leaves_the_session_standing() -> None:
    session = trapped()
    before, log = session.state.digest(), session.log.text()
    with pytest.raises(RuleFailed, match=r"crash: a rule failed \(ZeroDivisionError: .*\); nothing was changed"):
        session.pick("crash")
    assert (session.state.digest(), session.log.text(), session.events) == (before, log, [])
    session.pick("safe")
    assert session.log.ending is not None


def test_a_dead_end_leaves_the_session_standing() -> None:
    session = trapped()
    before = session.state.digest()
    with pytest.raises(DeadEnd, match="Mute offers nothing"):
        session.pick("mute")
    assert session.state.digest() == before
    session.pick("safe")


# undo and redo


def test_undo_takes_back_one_pick_and_redo_makes_it_again() -> None:
    session = opened("hide Skull", "sail Rosa Palm")
    one = (session.state.digest(), session.log.text())
    session.pick("sail Rosa Skull")
    two = (session.state.digest(), session.log.text())
    session.undo()
    assert (session.state.digest(), session.log.text()) == one
    assert len(session.events) == session.seq
    session.redo()
    assert (session.state.digest(), session.log.text()) == two


def test_several_picks_are_undone_and_redone_in_order() -> None:
    session = opened("hide Skull", "sail Rosa Palm", "sail Rosa Skull", "sail Rosa Parrot")
    for _ in range(3):
        session.undo()
    assert texts(session) == ["hide Skull"]
    for _ in range(3):
        session.redo()
    assert texts(session)[1:] == ["sail Rosa Palm", "sail Rosa Skull", "sail Rosa Parrot"]
    with pytest.raises(NotYours, match="there is nothing to redo"):
        session.redo()


def test_a_new_pick_forgets_what_was_undone_but_a_refused_one_does_not() -> None:
    session = opened("hide Skull", "sail Rosa Palm")
    session.undo()
    with pytest.raises(Illegal):
        session.pick("sail Bella Palm")
    session.redo()
    session.undo()
    session.pick("sail Rosa Skull")
    with pytest.raises(NotYours, match="there is nothing to redo"):
        session.redo()


@pytest.mark.parametrize(
    ("picks", "reason"),
    [
        ((), "this is where the game begins"),
        (("hide Skull", "stop"), "the other side decides now"),
        (("hide Skull", "stop", "stop"), "dice were rolled"),
        (("hide Skull", "sail Rosa Palm", "dig"), "something hidden came to light"),
        (("hide Palm", "sail Rosa Palm", "dig"), "something hidden came to light"),
    ],
)
def test_undo_ends_at_dice_reveals_and_the_other_sides_decision(picks: tuple[str, ...], reason: str) -> None:
    session = opened(*picks)
    because = session.why_not_undo()
    assert because is not None
    assert because.text == reason
    with pytest.raises(NotYours, match=f"there is no way back: {reason}"):
        session.undo()


def test_a_game_that_ended_by_a_plain_pick_is_not_taken_back() -> None:
    session = trapped()
    session.pick("safe")
    because = session.why_not_undo()
    assert because is not None
    assert because.text == "the game is over"


def test_undo_takes_forced_picks_back_together_with_the_one_that_led_to_them() -> None:
    class Twice(Procedure[Sea], frozen=True):
        def start(self, g: Sea) -> Step:
            return Call(Choose(by=RED), then=self.forced)

        def forced(self, g: Sea, _: object) -> Step:
            return Call(Bow(by=RED), then=self.again)

        def again(self, g: Sea, _: object) -> Step:
            return self

    class Bow(Decision[Sea], frozen=True):
        def options(self, g: Sea) -> list[Action]:
            return [("bow",)]

        def chosen(self, g: Sea, action: Action) -> Step:
            g.tired[0] += 1
            return DONE

    def start(board: Any, scenario: str, options: Mapping[str, str]) -> Sea:
        g = setup(board, scenario, options)
        begin(g, Twice())
        return g

    session = Session.open(variant(setup=start, verbs={"crash": (), "mute": (), "safe": (), "bow": ()}), seed=1)
    before = session.state.digest()
    session.pick("safe")
    assert [(entry.do, entry.auto) for entry in session.log.entries] == [("safe", False), ("bow", True)]
    session.undo()
    assert (session.seq, session.state.digest()) == (0, before)
    session.redo()
    assert session.seq == 2


# any earlier moment


def test_any_earlier_moment_can_be_looked_up_beyond_snapshots_too() -> None:
    session = opened("hide Skull", rounds="4000")
    digests = {0: opened(rounds="4000").state.digest(), 1: session.state.digest()}
    while session.seq < 3 * SNAPSHOT_EVERY:
        session.pick("stop")
        digests[session.seq] = session.state.digest()
    for number, digest in digests.items():
        assert session.at(number).digest() == digest, number
    for number in (-1, session.seq + 1):
        with pytest.raises(UnknownChoice, match="the log has picks 0 to"):
            session.at(number)


def test_looking_back_changes_nothing() -> None:
    session = opened("hide Skull", "stop", "stop")
    before = session.state.digest()
    session.at(2).place(TREASURE.board().unit_ids["Rosa"], TREASURE.board().space("Parrot"))
    assert session.state.digest() == before
    assert session.at(session.seq).digest() == before


# loading


@pytest.mark.parametrize("how", [{"seed": 4}, {"secret": SECRET}, {"seed": None}])
def test_a_loaded_game_goes_on_as_if_it_had_never_been_put_away(how: dict[str, Any]) -> None:
    rest = ("stop", "roll 5", "sail Rosa Palm", "stop", "stop", "roll 2", "stop", "stop", "roll 3")
    picks = [text for text in rest if how.get("seed", 0) is None or not text.startswith("roll")]
    whole = opened("hide Skull", "stop", **how)
    text = whole.log.text()
    part = Session.resume(TREASURE, read_log(text), secret=how.get("secret", b""))
    assert part.state.digest() == whole.state.digest()
    for session in (whole, part):
        for pick in picks:
            session.pick(pick)
    assert part.log.ending is not None
    assert part.log.text() == whole.log.text()


def test_a_game_can_be_loaded_up_to_a_pick() -> None:
    whole = opened("hide Skull", "stop", "stop", "stop")
    for number in range(whole.seq + 1):
        part = Session.resume(TREASURE, whole.log, upto=number)
        assert part.seq == number
        assert part.state.digest() == whole.at(number).digest()


def test_a_loaded_game_has_no_way_back_behind_the_load() -> None:
    session = Session.resume(TREASURE, opened("hide Skull", "sail Rosa Palm").log)
    because = session.why_not_undo()
    assert because is not None
    assert because.text == "the game was loaded here"
    session.pick("sail Rosa Skull")
    session.undo()
    assert session.seq == 2


def test_what_a_loaded_log_holds_is_taken_as_it_stands_and_not_rolled_again() -> None:
    """The first picks of a game may be dice: the log decides, not the seed."""

    def start(board: Any, scenario: str, options: Mapping[str, str]) -> Sea:
        g = setup(board, scenario, options)
        g.stack = ()
        begin(g, Weather())
        return g

    game = variant(setup=start)
    log = Session.open(game, seed=1).log
    rolled = log.entries[0].do
    other = next(f"roll {face}" for face in range(1, 7) if f"roll {face}" != rolled)
    forged = Log(log.header)
    forged.append(Entry(1, "chance", other))
    assert texts(Session.resume(game, forged, upto=1)) == [other]


class Weather(Procedure[Sea], frozen=True):
    """Begins with a die."""

    def start(self, g: Sea) -> Step:
        from bocage.kernel.chance import Roll

        return Call(Roll(), then=self.read)

    def read(self, g: Sea, face: int) -> Step:
        g.tired[0] = face
        return Choose(by=RED)


def forged(*entries: Entry, **changes: Any) -> Log:
    header = {"game": "treasure", "rules": "1.2", "scenario": "islands", "options": {"rounds": "3"}} | changes
    log = Log(Header(**header))
    for entry in entries:
        log.append(entry)
    return log


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        (forged(game="chess"), "line 1: this is a log of chess, not of treasure"),
        (forged(rules="1.10"), r"played with newer rules of Treasure \(version 1.10; this Bocage has 1.2\)"),
        (
            forged(Entry(1, "Red", "stop"), rules="1"),
            r"played with older rules of Treasure .*, and under ours it does not go on: line 2: stop",
        ),
        (forged(scenario="moon"), "line 1: there is no scenario 'moon'; choose from: islands, calm"),
        (forged(options={"hats": "3"}), "line 1: there is no option 'hats'"),
        (forged(Entry(1, "Blue", "hide Palm")), "line 2: 'Blue' picks, but it is Red's decision"),
        (forged(Entry(1, "Red", "hide Moon")), "line 2: there is no space 'Moon'"),
        (forged(Entry(1, "Red", "stop")), "line 2: stop: that is not one of the choices now"),
        (forged(Entry(1, "Red", "hide Palm", auto=True)), "line 2: hide Palm is said to be forced"),
        (
            forged(
                *[Entry(n + 1, "Red", text) for n, text in enumerate(("hide Palm", "sail Rosa Palm", "dig", "dig"))]
            ),
            "line 5: 'dig' comes after the end of the game",
        ),
    ],
)
def test_a_log_that_breaks_the_rules_is_refused_naming_the_line(log: Log, reason: str) -> None:
    with pytest.raises(BadLog, match=reason):
        Session.resume(TREASURE, log)


def test_the_good_part_of_a_log_that_breaks_the_rules_is_offered() -> None:
    log = forged(Entry(1, "Red", "hide Palm"), Entry(2, "Red", "sail Bella Palm"))
    with pytest.raises(BadLog) as caught:
        Session.resume(TREASURE, log)
    assert caught.value.good == 2
    assert caught.value.log is not None
    assert [entry.do for entry in caught.value.log.entries] == ["hide Palm"]


def test_a_log_of_older_rules_goes_on_if_ours_allow_it() -> None:
    session = Session.resume(TREASURE, forged(Entry(1, "Red", "hide Palm"), rules="1"))
    assert session.seq >= 1
    assert session.log.header.rules == "1", "the chain, and with it the dice, stays what it was"


def test_versions_are_compared_number_by_number() -> None:
    assert "newer" in newer(TREASURE, forged(rules="1.10").header)
    assert "older" in newer(TREASURE, forged(rules="1.1.9").header)


def test_seats_and_options_are_kept_in_the_header() -> None:
    session = Session.open(TREASURE, "calm", {"rounds": "20"}, seats={"Red": "Anna"}, seed=3)
    header = session.log.header
    assert (header.scenario, header.options, header.seats) == ("calm", {"rounds": "20"}, {"Red": "Anna"})


def test_a_view_carries_the_number_of_picks() -> None:
    assert opened("hide Skull").view(BLUE).payload().seq == 1


def test_the_options_of_a_session_are_those_of_its_state() -> None:
    session = opened("hide Skull")
    assert session.options() == list(flow.options(session.state))
    state: State = session.state
    assert TREASURE.format(state, session.options()[0]) == "sail Rosa Palm"


def test_a_game_is_found_by_its_sides_names() -> None:
    game: Game = TREASURE
    assert (game.side("RED"), game.side_name(Side(1)), game.side_name(NATURE)) == (0, "Blue", "chance")


def test_a_log_that_ends_where_no_game_can_stand_is_refused_with_every_fault() -> None:
    log = opened("hide Skull").log
    sound = variant(problems=lambda _: [])
    assert Session.resume(sound, log).seq == log.entries[-1].n
    faulty = variant(problems=lambda _: ["Rosa sails on land", "the chest is in two places"])
    with pytest.raises(BadLog, match="cannot stand as it does here: Rosa sails on land; the chest is in two places"):
        Session.resume(faulty, log)
