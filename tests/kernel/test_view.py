"""What a side may see: made from a redacted state alone."""

import random
from typing import Any

import msgspec
import pytest
from tests.kernel.said import Noted
from tests.kernel.treasure import BLUE, RED, TREASURE, Sea, variant

from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.events import Event
from bocage.kernel.flow import Decision, Frame
from bocage.kernel.ids import NOWHERE, Side
from bocage.kernel.state import Outcome
from bocage.kernel.view import Mark, Track, View, redact


def at_sea(chest: str = "Skull", *picks: str) -> Sea:
    g = TREASURE.new(seed=5)
    for text in (f"hide {chest}", *picks):
        flow.pick(g, TREASURE.parse(g, text))
    assert isinstance(g, Sea)
    return g


def payload(g: Sea, side: Side | None, **changes: Any) -> dict[str, Any]:
    found: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(View(variant(**changes), g, side, seq=3).payload()))
    return found


def test_a_redacted_state_is_a_copy_without_secrets_and_without_the_dice_to_come() -> None:
    g = at_sea()
    before = g.to_json()
    blank = redact(TREASURE, g, BLUE)
    assert isinstance(blank, Sea)
    assert (blank.treasure, blank.chance, blank.cache) == (NOWHERE, 0, {})
    assert g.to_json() == before
    mine = redact(TREASURE, g, RED)
    assert isinstance(mine, Sea)
    assert (mine.treasure, mine.chance) == (g.treasure, 0)


def test_two_worlds_that_a_side_cannot_tell_apart_look_the_same() -> None:
    one, two = at_sea("Skull"), at_sea("Palm")
    for side in (BLUE, None):
        assert payload(one, side) == payload(two, side)
        assert redact(TREASURE, one, side).to_json() == redact(TREASURE, two, side).to_json()


class Sealed(Decision[Sea], frozen=True):
    """Keeps a pick that the others must not see."""

    bid: int = 0

    def options(self, g: Sea) -> list[Action]:
        return [("stop",), ("dig",)]

    def seen_by(self, g: Sea, side: Side | None) -> Frame:
        return self if side == self.by else flow.replace(self, bid=-1)


def test_a_frame_hides_its_own_sealed_picks() -> None:
    g = at_sea()
    g.stack = ((Sealed(by=RED, bid=7), "chosen"),)
    for side, bid in ((RED, 7), (BLUE, -1), (None, -1)):
        frame = redact(TREASURE, g, side).stack[-1][0]
        assert isinstance(frame, Sealed)
        assert frame.bid == bid


def test_the_options_are_shown_to_the_side_that_decides_and_to_nobody_else() -> None:
    g = at_sea()
    assert [choice["action"] for choice in payload(g, RED)["options"]] == [
        "sail Rosa Palm", "sail Rosa Skull", "sail Rosa Parrot", "stop",
    ]  # fmt: skip
    assert payload(g, BLUE)["options"] == payload(g, None)["options"] == []
    assert View(TREASURE, g, BLUE).options() == []


def test_an_option_says_which_units_and_spaces_it_concerns() -> None:
    assert payload(at_sea(), RED)["options"][0] == {
        "action": "sail Rosa Palm", "verb": "sail", "units": ["Rosa"], "spaces": ["Palm"],
    }  # fmt: skip


def test_units_and_spaces_are_told_for_repeated_arguments_and_sets_too() -> None:
    class Fleet(Decision[Sea], frozen=True):
        def options(self, g: Sea) -> list[Action]:
            return [("send", 0b11, 1, 2, 3), ("stop",)]

    g = at_sea()
    g.stack = ((Fleet(by=RED), "chosen"),)
    found = payload(g, RED, verbs={"send": ("units", "space", "space*"), "stop": ()})["options"][0]
    assert (found["action"], found["units"]) == ("send Rosa+Bella Palm Skull Parrot", ["Rosa", "Bella"])
    assert found["spaces"] == ["Palm", "Skull", "Parrot"]


def test_the_payload_says_where_the_game_stands_and_who_is_asked() -> None:
    found = payload(at_sea(), BLUE)
    assert (found["game"], found["seq"], found["you"]) == ("treasure", 3, "Blue")
    assert found["trail"] == "Round 1 > Red sails"
    assert found["prompt"] == {"text": "Red sails", "by": "Red"}
    assert payload(at_sea(), None)["you"] == ""
    assert [piece["unit"] for piece in found["pieces"]] == ["Rosa", "Bella"]


def test_dice_are_asked_of_chance() -> None:
    assert payload(at_sea("Skull", "stop", "stop"), RED)["prompt"] == {"text": "Storm roll", "by": "chance"}


def test_the_result_is_shown_when_the_game_is_over() -> None:
    found = payload(at_sea("Palm", "sail Rosa Palm", "dig"), BLUE)
    assert (found["result"], found["prompt"]) == ("Red wins", {"text": "Red wins", "by": ""})
    g = at_sea()
    g.stack, g.outcome = (), None
    assert payload(g, RED)["prompt"]["text"] == "The game is over"
    g.outcome = Outcome(None, "Draw")
    assert payload(g, RED)["result"] == "Draw"


def test_marks_tracks_and_warnings_of_a_game_are_shown_warnings_to_the_decider_only() -> None:
    extras = {
        "marks": lambda _: [Mark(space="Palm", kind="flag")],
        "tracks": lambda _: [Track("Round", "1")],
        "warnings": lambda _: ["You have not sailed."],
    }
    found = payload(at_sea(), RED, **extras)
    assert found["marks"] == [{"space": "Palm", "kind": "flag"}]
    assert found["tracks"] == [{"name": "Round", "value": "1"}]
    assert found["warnings"] == ["You have not sailed."]
    assert "warnings" not in payload(at_sea(), BLUE, **extras)


def test_sampling_fills_in_a_world_that_looks_the_same() -> None:
    g, rng = at_sea("Skull", "sail Rosa Palm", "dig"), random.Random(1)
    view = View(TREASURE, g, BLUE)
    before = view.state.to_json()
    worlds = [view.sample(rng) for _ in range(40)]
    chests = {world.board.names[world.treasure] for world in worlds if isinstance(world, Sea)}
    assert chests == {"Skull", "Parrot"}
    assert view.state.to_json() == before
    assert all(redact(TREASURE, world, BLUE).to_json() == before for world in worlds)


def test_a_spectator_samples_nothing() -> None:
    with pytest.raises(ValueError, match="a spectator samples nothing"):
        View(TREASURE, at_sea(), None).sample(random.Random(1))


def test_an_event_is_heard_by_its_audience() -> None:
    secret: Event = Noted(text="hush", audience=(RED,))
    assert [secret.seen_by(side) for side in (RED, BLUE, None)] == [True, False, False]
    public: Event = Noted(text="boom")
    assert [public.seen_by(side) for side in (RED, BLUE, None)] == [True, True, True]
    assert (public.kind, public.sentence(None)) == ("Noted", "boom")
