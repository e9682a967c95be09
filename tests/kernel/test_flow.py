"""Procedures run, decisions wait: calls, results, taking over, the end, and what is refused."""

from typing import Any

import pytest
from tests.kernel.treasure import TREASURE, Round, Sail, Sea

from bocage.kernel import flow
from bocage.kernel.actions import Action, NotYours
from bocage.kernel.flow import DONE, Call, DeadEnd, Decision, Done, Over, Procedure, Step, replace
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.state import Outcome, State
from bocage.kernel.verdict import Because


class Diary(State, kw_only=True):
    """Notes what happened."""

    sides = ("Red", "Blue")
    notes: list[str]


def diary() -> Diary:
    return Diary(board=None, space=[], notes=[])


class Ask(Decision[Diary], frozen=True):
    """Hands back the word that is picked; `again` asks once more."""

    asked: int = 1

    def options(self, g: Diary) -> list[Action]:
        return [("yes",), ("no",), ("again",)]

    def chosen(self, g: Diary, action: Action) -> Step:
        g.notes.append(f"{action[0]} {self.asked}")
        return replace(self, asked=self.asked + 1) if action[0] == "again" else Done(action[0])


class Errand(Procedure[Diary], frozen=True):
    """Calls a decision, then does as told."""

    name: str = "errand"
    answer: str = ""

    def start(self, g: Diary) -> Step:
        g.notes.append(f"{self.name} starts")
        return Call(Ask(by=Side(0)), then=self.told)

    def told(self, g: Diary, answer: str) -> Step:
        me = replace(self, answer=answer)
        return Call(Ask(by=Side(1)), then=me.confirmed)

    def confirmed(self, g: Diary, answer: str) -> Step:
        g.notes.append(f"{self.name}: {self.answer} and {answer}")
        return Done((self.answer, answer))

    def title(self, g: Diary) -> str:
        return self.name


class Journey(Procedure[Diary], frozen=True):
    """Runs two errands, one upon the other's result, then ends the game."""

    def start(self, g: Diary) -> Step:
        return Call(Errand(name="first"), then=self.half_way)

    def half_way(self, g: Diary, result: tuple[str, str]) -> Step:
        g.notes.append(f"got {result}")
        return Call(Errand(name="second"), then=self.home)

    def home(self, g: Diary, result: tuple[str, str]) -> Step:
        return Over(Outcome(Side(1), "home", (len(result),)))


def play(g: State, *words: str) -> None:
    for word in words:
        flow.pick(g, (word,))


def places(g: State) -> list[tuple[str, str]]:
    return [(type(frame).__name__, at) for frame, at in g.stack]


# calls and results


def test_a_call_puts_a_frame_on_top_and_remembers_the_method_that_goes_on() -> None:
    g = diary()
    flow.begin(g, Journey())
    assert places(g) == [("Journey", "half_way"), ("Errand", "told"), ("Ask", "chosen")]


def test_a_result_comes_back_to_the_method_that_was_named() -> None:
    g = diary()
    flow.begin(g, Journey())
    play(g, "yes")
    assert places(g) == [("Journey", "half_way"), ("Errand", "confirmed"), ("Ask", "chosen")]
    play(g, "no")
    assert places(g) == [("Journey", "home"), ("Errand", "told"), ("Ask", "chosen")]
    assert g.notes == [
        "first starts", "yes 1", "no 1", "first: yes and no", "got ('yes', 'no')", "second starts",
    ]  # fmt: skip


def test_the_same_frame_returns_to_whoever_called_it() -> None:
    g = diary()
    flow.begin(g, Journey())
    play(g, "yes", "yes", "no", "no")
    assert g.outcome == Outcome(Side(1), "home", (2,))


def test_what_a_frame_learned_stays_with_it_while_others_run_above() -> None:
    g = diary()
    flow.begin(g, Journey())
    play(g, "no")
    errand = g.stack[1][0]
    assert isinstance(errand, Errand)
    assert errand.answer == "no"


def test_a_decision_that_returns_itself_asks_again_in_its_own_place() -> None:
    g = diary()
    flow.begin(g, Journey())
    play(g, "again", "again")
    assert len(g.stack) == 3
    assert g.notes[-2:] == ["again 1", "again 2"]
    play(g, "yes")
    assert g.notes[-1] == "yes 3"


class Relay(Procedure[Diary], frozen=True):
    """Hands over to another frame, which answers to the caller of this one."""

    left: int

    def start(self, g: Diary) -> Step:
        g.notes.append(f"relay {self.left}")
        return replace(self, left=self.left - 1) if self.left else Ask(by=Side(0))


class Caller(Procedure[Diary], frozen=True):
    """Notes what comes back."""

    def start(self, g: Diary) -> Step:
        return Call(Relay(left=2), then=self.back)

    def back(self, g: Diary, answer: object) -> Step:
        g.notes.append(f"back: {answer}")
        return DONE


def test_a_frame_that_takes_the_place_of_another_answers_to_its_caller() -> None:
    g = diary()
    flow.begin(g, Caller())
    assert places(g) == [("Caller", "back"), ("Ask", "chosen")]
    assert g.notes == ["relay 2", "relay 1", "relay 0"]
    play(g, "yes")
    assert g.notes[-1] == "back: yes"


def test_when_the_last_frame_is_done_nothing_waits() -> None:
    g = diary()
    flow.begin(g, Caller())
    play(g, "no")
    assert g.stack == ()
    assert flow.waiting(g) is None
    assert flow.options(g) == ()
    assert flow.why_not(g, ("yes",)) == Because("", "the game is over")


def test_over_clears_the_stack_from_any_depth() -> None:
    class Abyss(Procedure[Diary], frozen=True):
        depth: int

        def start(self, g: Diary) -> Step:
            if not self.depth:
                return Over(Outcome(None, "drowned"))
            return Call(Abyss(depth=self.depth - 1), then=self.never)

        def never(self, g: Diary, _: object) -> Step:
            raise AssertionError("the game is over")

    g = diary()
    flow.begin(g, Abyss(depth=500))
    assert g.stack == ()
    assert g.outcome == Outcome(None, "drowned")


def test_a_frame_can_be_pushed_onto_a_stack_made_by_hand() -> None:
    g = diary()
    g.stack = ((Caller(), "back"),)
    flow.push(g, Relay(left=0))
    assert places(g) == [("Caller", "back"), ("Ask", "chosen")]
    play(g, "yes")
    assert g.notes == ["relay 0", "yes 1", "back: yes"]


# bugs in a game are found


class Mute(Decision[Diary], frozen=True):
    """Offers nothing."""

    def options(self, g: Diary) -> list[Action]:
        return []


class Circle(Procedure[Diary], frozen=True):
    """Goes round and round."""

    def start(self, g: Diary) -> Step:
        return self


def test_a_decision_that_offers_nothing_is_a_dead_end_that_names_the_place() -> None:
    g = diary()
    g.stack = ((Errand(name="the mill"), "told"),)
    flow.push(g, Mute(by=Side(0)))
    with pytest.raises(DeadEnd, match=r"Mute offers nothing: the mill > Mute"):
        flow.options(g)


def test_a_procedure_that_never_comes_to_a_decision_is_a_dead_end() -> None:
    with pytest.raises(DeadEnd, match="no decision after 100000 steps"):
        flow.begin(diary(), Circle())


def test_a_frame_cannot_have_a_field_that_the_saved_stack_needs() -> None:
    with pytest.raises(TypeError, match="cannot have a field 'then'"):

        class _Bad(Procedure[Diary], frozen=True):
            then: int


# asking


def test_a_decision_that_says_nothing_of_its_own_still_refuses_in_words() -> None:
    g = diary()
    flow.begin(g, Ask(by=Side(0)))
    assert flow.why_not(g, ("yes",)) is None
    assert flow.why_not(g, ("perhaps",)) == Because("", "that is not one of the choices now")


def test_a_refusal_quotes_its_rule() -> None:
    g = TREASURE.new()
    flow.pick(g, TREASURE.parse(g, "hide Palm"))
    because = flow.why_not(g, TREASURE.parse(g, "sail Bella Palm"))
    assert because == Because("2", "that is not your boat")
    assert str(because) == "that is not your boat (rule 2)"


def test_the_trail_is_the_stack_in_words_without_empty_titles() -> None:
    g = diary()
    flow.begin(g, Journey())
    assert flow.trail(g) == "Journey > first > Ask"
    g.stack = ((Journey(), "home"), (Errand(name=""), "told"), (Ask(by=Side(0)), "chosen"))
    assert flow.trail(g) == "Journey > Ask"


def test_a_title_is_made_of_the_name_of_the_frame() -> None:
    class CountTheSheep(Procedure[Diary], frozen=True):
        pass

    assert CountTheSheep().title(diary()) == "Count the sheep"


@pytest.mark.parametrize("wrong", [Side(1), NATURE])
def test_only_the_side_that_decides_may_pick(wrong: Side) -> None:
    g = diary()
    flow.begin(g, Ask(by=Side(0)))
    assert flow.check_turn(g, Side(0)) is flow.waiting(g)
    assert flow.check_turn(g, None) is flow.waiting(g)
    with pytest.raises(NotYours, match="it is Red's decision: Ask"):
        flow.check_turn(g, wrong)


def test_nobody_may_pick_when_the_game_is_over_or_dice_are_due() -> None:
    g: Any = diary()
    with pytest.raises(NotYours, match="the game is over"):
        flow.check_turn(g, Side(0))
    g = TREASURE.new()
    for text in ("hide Palm", "stop", "stop"):
        flow.pick(g, TREASURE.parse(g, text))
    with pytest.raises(NotYours, match="it is chance's decision: Storm roll"):
        flow.check_turn(g, Side(0))


def test_a_frame_hands_on_what_it_was_given_by_hand() -> None:
    """A situation in the middle of a round, without playing up to it."""
    g = TREASURE.new()
    assert isinstance(g, Sea)
    g.stack = ((Round(left=2, side=Side(1)), "sailed"),)
    flow.push(g, Sail(by=Side(1), boat=TREASURE.board().unit_ids["Bella"]))
    flow.pick(g, ("stop",))
    frame = flow.waiting(g)
    assert frame is not None
    assert frame.by == NATURE
