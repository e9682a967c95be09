"""The sequence of play: phases in order, phases left out, what follows the last."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.flow import DONE, Decision, Frame, Over, Procedure, Step, replace
from bocage.kernel.ids import Side
from bocage.kernel.sequence import Phases
from bocage.kernel.state import Outcome, State


class Log(State, kw_only=True):
    """Notes the phases."""

    notes: list[str]
    wet: bool = False


class Note(Procedure[Log], frozen=True):
    """Takes a note."""

    text: str

    def start(self, g: Log) -> Step:
        g.notes.append(self.text)
        return DONE


class Wait(Decision[Log], frozen=True):
    """Waits for anything."""

    def options(self, g: Log) -> list[Action]:
        return [("go",), ("run",)]

    def chosen(self, g: Log, action: Action) -> Step:
        g.notes.append(action[0])
        return DONE


class Day(Phases[Log], frozen=True):
    """Dawn, rain if it is wet, a walk, dusk."""

    PHASES: ClassVar[Mapping[str, Callable[[Any], Frame | None]]] = {
        "dawn": lambda _: Note("dawn"),
        "rain": lambda g: Note("rain") if g.wet else None,
        "long-walk": lambda _: Wait(by=Side(0)),
        "dusk": lambda _: Note("dusk"),
    }


class Week(Day, frozen=True):
    """Three days, then the end."""

    day: int = 1

    def finish(self, g: Log) -> Step:
        g.notes.append(f"end of day {self.day}")
        return Over(Outcome(None, "rest")) if self.day == 3 else replace(self, day=self.day + 1, next=0)


ALL = ("dawn", "rain", "long-walk", "dusk")


def begun(frame: Frame, *, wet: bool = False) -> Log:
    g = Log(board=None, space=[], notes=[], wet=wet)
    flow.begin(g, frame)
    return g


def test_phases_are_played_in_the_order_of_their_names() -> None:
    g = begun(Day(names=("dusk", "long-walk", "dawn")))
    assert g.notes == ["dusk"]
    flow.pick(g, ("go",))
    assert g.notes == ["dusk", "go", "dawn"]
    assert g.stack == ()


def test_a_phase_whose_frame_is_none_is_left_out() -> None:
    assert begun(Day(names=ALL)).notes == ["dawn"]
    assert begun(Day(names=ALL), wet=True).notes == ["dawn", "rain"]


def test_whether_a_phase_is_left_out_is_asked_when_its_time_comes() -> None:
    g = begun(Day(names=("long-walk", "rain")))
    g.wet = True
    flow.pick(g, ("go",))
    assert g.notes == ["go", "rain"]


def test_the_stack_says_which_phase_is_played() -> None:
    g = begun(Day(names=ALL))
    assert flow.trail(g) == "Long walk > Wait"
    assert Day(names=ALL).title(g) == ""


def test_after_the_last_phase_the_caller_goes_on() -> None:
    class Holiday(Procedure[Log], frozen=True):
        def start(self, g: Log) -> Step:
            return flow.Call(Day(names=("dawn", "dusk")), then=self.home)

        def home(self, g: Log, result: object) -> Step:
            g.notes.append(f"home with {result}")
            return DONE

    assert begun(Holiday()).notes == ["dawn", "dusk", "home with None"]


def test_a_turn_that_ends_may_begin_the_next() -> None:
    g = begun(Week(names=("dawn", "long-walk")))
    for _ in range(3):
        flow.pick(g, ("run",))
    assert g.notes == [part for day in (1, 2, 3) for part in ("dawn", "run", f"end of day {day}")]
    assert g.outcome == Outcome(None, "rest")


def test_no_phases_at_all_are_done_at_once() -> None:
    g = begun(Day(names=()))
    assert (g.notes, g.stack) == ([], ())


def test_the_place_in_the_sequence_is_saved_with_the_stack() -> None:
    g = begun(Day(names=ALL))
    assert g.to_data()["stack"] == [
        {"frame": "Day", "then": "after", "names": ALL, "next": 3},
        {"frame": "Wait", "by": 0},
    ]
