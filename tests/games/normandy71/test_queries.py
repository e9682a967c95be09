"""What a player may ask, and what a computer player makes of a position."""

from typing import cast

import pytest
from tests.games.normandy71.support import ALLIED, BOARD, GAME, GERMAN, Scene, combat, move, scene

from bocage.games.normandy71.computer.evaluate import evaluate
from bocage.games.normandy71.queries import QUERIES, inspect, preview, reach, supply_line
from bocage.games.normandy71.rules.r05_combat_phase import Muster
from bocage.games.normandy71.rules.r06_naval_gunfire import Gunfire
from bocage.games.normandy71.state import Game71
from bocage.kernel.verdict import Because
from bocage.kernel.view import View
from bocage.testing import Situation


def test_the_preview_is_the_account_that_resolves() -> None:
    s = combat(scene({"8/4 22/4": "S23", "914/352": "S22"}, turn=1), ALLIED)
    s.do("attack S22", "join 8/4", "join 22/4")
    found = preview(s.g, None)
    assert found is not None
    assert found.column == "2-1"
    assert [result for _, result in found.faces] == ["DR", "DR", "AR", "AR", "AR", "AX"]
    assert {likely.result: likely.fraction for likely in found.outcomes} == {"DR": "1/3", "AR": "1/2", "AX": "1/6"}
    s.do("commit", "done")
    fire = preview(s.g, ("fire", 1, s.space("S22")))
    assert isinstance(s.g.stack[-1][0], Gunfire)
    assert fire is not None
    assert fire.column == "5-1"


def test_an_attack_on_the_unknown_is_previewed_as_such() -> None:
    s = combat(scene({"8/4": "D12"}, german_dug="D11", turn=1), ALLIED)
    found = preview(s.g, ("attack", s.space("D11")))
    assert found is not None
    assert found.lines[0].rule == "Entrenchment.B"
    s.do("attack D11")
    assert isinstance(s.g.stack[-1][0], Muster)
    assert preview(s.g, None) is not None


def test_what_a_marker_may_still_hide_is_said_beside_the_odds() -> None:
    # One German was seen to enter the entrenchment of another whom nobody has seen.
    at = {"8/4": "D12", "914/352 916/352": "D11", "gr1": "C12"}
    s = combat(scene(at, german_dug="D11", hidden="914/352", turn=1), ALLIED)
    known = seen_by_allies(s)
    found = preview(known, ("attack", s.space("D11")))
    assert found is not None
    assert found.column == "1-1"
    assert found.lines[-1].rule == "Entrenchment.B"
    s.do("attack D11", "join 8/4", "commit", "done")
    sure = preview(s.g, ("resolve", s.space("D11")))
    assert sure is not None
    assert sure.column == "1-2"
    assert "Entrenchment.B" not in {line.rule for line in sure.lines}
    # Of two hexes attacked together one may be a mere marker: then there are no odds to show.
    both = combat(scene(at, german_dug="D11", hidden="914/352 916/352", turn=1), ALLIED)
    both.do("attack C12", "join 8/4", "also D11")
    blind = preview(seen_by_allies(both), None)
    assert blind is not None
    assert not blind.column


def seen_by_allies(s: Scene) -> Game71:
    return cast("Game71", View(GAME, s.g, ALLIED).state)


def test_reach_and_lines_of_supply() -> None:
    s = move(scene({"8/4": "R21", "22/4": "TT6", "12/4": "Beach10"}), ALLIED)
    assert reach(s.g, s.unit("8/4"))[s.space("R22")] == "1"
    assert s.space("S25") in reach(s.g, s.unit("12/4"))
    assert reach(s.g, s.unit("16/1")) == {}
    line = supply_line(s.g, s.unit("8/4"))
    assert isinstance(line, list)
    assert BOARD.names[line[-1]] == "S25"
    cut = supply_line(s.g, s.unit("22/4"))
    assert isinstance(cut, Because)
    assert cut.rule == "Supply.D"


@pytest.mark.parametrize("name", sorted(QUERIES.overlays))
@pytest.mark.parametrize("side", [ALLIED, GERMAN, None])
def test_overlays_name_hexes_of_the_map(name: str, side: int | None) -> None:
    s = scene({"8/4": "R21", "914/352": "R20"})
    overlay = QUERIES.overlays[name](s.g, side)  # type: ignore[arg-type]
    assert overlay.spaces
    assert set(overlay.spaces) <= set(BOARD.ids)


def test_a_hex_is_explained() -> None:
    s = scene({"914/352": "J17"}, german_dug="J17")
    rules = {line.rule for line in inspect(s.g, s.space("J17"))}
    assert {"Supply", "Terrain.City", "Terrain.Entrenched", "Victory.City", "Victory.Depth", "Naval"} <= rules
    assert inspect(s.g, s.space("Britain")) == []
    assert {"2 hexes from the sea", "1 hex deep"} <= {line.text for line in inspect(s.g, s.space("Y25"))}


def test_the_computer_likes_points_and_armies() -> None:
    at = {"8/4": "R21", "914/352": "D11"}
    plain = evaluate(scene(at).g, ALLIED)
    assert evaluate(scene(at, allied_cities="V22 W22").g, ALLIED) > plain
    assert evaluate(scene({**at, "22/4": "R22"}).g, ALLIED) > plain
    assert evaluate(scene({**at, "916/352": "D12"}).g, ALLIED) < plain
    assert evaluate(scene(at).g, GERMAN) == -plain


def test_the_computer_knows_a_sound_plan() -> None:
    s: Scene = Situation(GAME)
    empty = evaluate(s.g, ALLIED)
    s.do("assign 8/4 Beach17")
    some = evaluate(s.g, ALLIED)
    s.do("historical")
    assert empty < some < evaluate(s.g, ALLIED)
    s.do(*[f"list {letter}" for letter in "ABCDE"], "roll 2")
    waiting = evaluate(s.g, GERMAN)
    s.do("auto")
    placed = evaluate(s.g, GERMAN)
    assert waiting < placed
    s.do("entrench-all")
