"""What a player may ask: overlays, reach, the preview of a fire and of an assault."""

from tests.games.bradley.support import ALLIED, GERMAN, field

from bocage.games.bradley.preview import preview
from bocage.games.bradley.queries import QUERIES
from bocage.games.bradley.rules.r10_assault import CloseAssault
from bocage.games.bradley.rules.r10_fire import Fire
from bocage.games.bradley.view import marks, redact
from bocage.testing import covers


def test_the_preview_of_vierville_names_line_letter_modifier_and_exact_chances() -> None:
    s = field("S1 3822, S2 3822, 1/18 3821, 743Tk 3821, HQ/1 3821", Fire(by=ALLIED), marching="743Tk:S", support=20)
    s.do("fire 3822", "join 1/18", "join 743Tk")
    shown = preview(s.g, ("points", 20))
    assert shown is not None
    assert shown.column == "G"
    assert any("mixed: 35 - 16 = +19, column 7, protection 2: G" in line.text for line in shown.lines)
    chances = {likely.result: likely.fraction for likely in shown.outcomes}
    assert (
        chances == {"-#": "1/12", "-": "1/12", "R": "5/12", "D": "5/12"} or sum(x.chance for x in shown.outcomes) == 1.0
    )
    assert dict(shown.faces)["11"] == "D"


def test_the_preview_of_an_assault_shows_its_shifts() -> None:
    s = field("S1 3822, 1Eng 3821", CloseAssault(by=ALLIED))
    shown = preview(s.g, ("assault", s.space("3822")))
    assert shown is not None
    words = " ".join(line.text for line in shown.lines)
    assert "morale" in words
    assert "engineers against a fort" in words


def test_overlays_say_something_of_every_question() -> None:
    s = field("1/16 3824, 743Tk 3824, HQ/1 3826, I/916 3924", turn=5)
    s.g.beachheads[0] = s.space("3822")
    s.g.charted = [2, -1]
    for name, overlay in QUERIES.overlays.items():
        assert overlay(s.g, ALLIED).spaces, name
    assert QUERIES.reach is not None
    assert QUERIES.reach(s.g, s.unit("1/16"))
    assert QUERIES.inspect is not None
    assert any("close assault" in line.text for line in QUERIES.inspect(s.g, s.space("3822")))
    assert GERMAN == 1


def test_the_tide_overlay_counts_the_mine_points_that_everybody_knows() -> None:
    """Where they lie the American does not know, but the first landing roll has told him how many there are."""
    s = field("I/352A 3926", turn=3)
    s.g.mines = s.spaces("3821 3921")
    s.g.charted = [2, -1]
    seen = {
        side: QUERIES.overlays["tide"](redact(s.g.copy(), side), side).spaces["3921"].word for side in (ALLIED, GERMAN)
    }
    assert seen == {ALLIED: "10", GERMAN: "10"}


def test_the_reach_of_gliders_and_boats_that_have_just_landed_is_nothing() -> None:
    s = field("1/325 0808, 70Tk 1919", turn=8)
    s.g.landed = s.units("1/325 70Tk")
    s.g.dropped = s.g.grounded = s.units("1/325")
    assert QUERIES.reach is not None
    assert not QUERIES.reach(s.g, s.unit("1/325"))
    assert not QUERIES.reach(s.g, s.unit("70Tk"))


@covers("5.4.1", "6.3.4")
def test_the_tide_lies_on_the_beaches_as_the_clock_goes() -> None:
    told = []
    for turn in range(1, 8):
        s = field(turn=turn)
        told.append({mark.space: mark.text for mark in marks(s.g) if mark.kind == "tide"})
    flat, beach = "2018", "3821"
    assert [found.get(beach, "") for found in told] == [
        "average",
        "",
        "rising",
        "average",
        "high",
        "falling",
        "average",
    ]
    assert told[4][flat] == "high water"  # sea for as long as that
    assert told[5][flat] == "falling"
    assert "1818" not in told[4]
