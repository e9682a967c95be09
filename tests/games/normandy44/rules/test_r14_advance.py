"""14. Advance after combat."""

from tests.games.normandy44.support import ALLIED, GERMAN, Scene, scene, why_not_advance

from bocage.games.normandy44.rules.r14_advance import Advance, followers, onward, same_zone
from bocage.testing import covers


def advance(s: Scene, vacated: str, units: str, **more: bool) -> None:
    """The advance after a battle."""
    by = GERMAN if s.units(units) & s.g.board.atlas.roster.german else ALLIED
    s.ask(Advance(by=by, vacated=s.space(vacated), units=s.units(units), **more))


def ends(s: Scene, unit: str) -> set[str]:
    """First hexes of a unit's advance."""
    return {text.split()[2] for text in s.options() if text.startswith(f"advance {unit} ")}


@covers("14.1", "14.2")
def test_a_unit_advances_two_hexes_in_any_direction() -> None:
    s = scene({"69/50": "1631"})
    advance(s, "1731", "69/50")
    assert ends(s, "69/50") == {"1731", "1632", "1531", "1530", "1630", "1730"}
    s.do("advance 69/50 1530")
    assert "to 1430" in s.options()
    s.do("to 1430")
    assert s.at("69/50") == "1430"
    assert s.decides == ""


@covers("14.1", "6.5.2")
def test_a_limited_advance_only_occupies_the_vacated_hex() -> None:
    s = scene({"69/50": "1631"})
    advance(s, "1731", "69/50", limited=True)
    assert s.options() == ["end", "advance 69/50 1731"]
    assert s.prompt == "The enemy has left hex 1731. Attackers may advance there, and no further. Pick one, or end."
    s.do("advance 69/50 1731")
    assert s.decides == ""
    t = scene({"69/50": "1631"}, regroup="69/50")
    advance(t, "1731", "69/50")
    assert t.options() == ["end", "advance 69/50 1731"]


@covers("14.3")
def test_no_advance_from_zone_to_zone_of_the_same_enemy_but_by_the_vacated_hex() -> None:
    at = {"69/50": "1631", "857/346": "1632"}
    s = scene(at)
    assert same_zone(s.g, GERMAN, s.space("1631"), s.space("1531"))
    advance(s, "1731", "69/50")
    assert "1531" not in ends(s, "69/50")
    assert "1731" in ends(s, "69/50")  # also in the zone, but vacated
    assert s.refusal("advance 69/50 1531").rule == "14.3"
    s.do("advance 69/50 1731")
    assert "to 1732" in s.options()  # on from zone to zone through the vacated hex


@covers("14.3")
def test_an_advance_stops_in_any_other_zone() -> None:
    s = scene({"69/50": "1631", "857/346": "1629"})
    advance(s, "1731", "69/50")
    s.do("advance 69/50 1630")
    assert s.decides == ""


@covers("14.3", "8.5.2")
def test_bonds_bar_an_advance_except_into_the_vacated_hex() -> None:
    s = scene({"69/50": "1631", "857/346": "1830", "858/346": "1732"})
    # the two defenders bond the hexside between 1731 and 1831 and the vacated hex can still be entered
    advance(s, "1731", "69/50")
    assert "1731" in ends(s, "69/50")
    t = scene({"69/50": "1631", "857/346": "1730", "858/346": "1732"})
    advance(t, "1731", "69/50")
    assert "1731" in ends(t, "69/50")
    u = scene({"69/50": "1631", "857/346": "1730", "858/346": "1732"})
    advance(u, "1530", "69/50")
    assert "1731" not in ends(u, "69/50")  # a bonded hex


@covers("14.4.1")
def test_bocage_stops_an_advance_unless_it_follows_a_road() -> None:
    s = scene({"12/4": "2813"})
    vacated = s.space("2812")
    assert {s.g.board.names[to] for to in onward(s.g, s.unit("12/4"), s.space("2813"), vacated, vacated)} == {
        "2811",
        "2813",  # 14.2: back to where it came from, as well as anywhere
        "2912",
    }
    # not vacated and entered off the road: stop
    assert onward(s.g, s.unit("12/4"), s.space("2712"), s.space("2812"), s.space("2811")) == []
    # not vacated but entered along the road: on along the road
    on = onward(s.g, s.unit("12/4"), s.space("2813"), s.space("2812"), s.space("2711"))
    assert s.space("2811") in on


@covers("14.4.2")
def test_no_advance_over_prohibited_ground() -> None:
    s = scene({"501/101": "2713"})
    because = why_not_advance(
        s.g, s.unit("501/101"), s.space("2713"), s.space("2614"), s.space("2614"), first=True, freed=False
    )
    assert because is not None
    assert because.rule == "14.4.2"


@covers("14.4.3")
def test_floods_stop_foot_units_and_bar_vehicles() -> None:
    s = scene({"501/101": "2511"})
    advance(s, "2411", "501/101")
    s.do("advance 501/101 2411")
    assert s.decides == ""
    t = scene({"70Tk": "2511"})
    advance(t, "2411", "70Tk")
    assert "2411" not in ends(t, "70Tk")
    u = scene({"501/101": "2709"})  # a flooded hexside may only be the first hex
    assert u.space("2711") not in onward(u.g, u.unit("501/101"), u.space("2709"), u.space("2710"), u.space("2710"))


@covers("14.4.4")
def test_an_unbridged_major_river_only_as_the_first_hex() -> None:
    s = scene({"69/50": "1829"})
    advance(s, "1828", "69/50")
    assert "1828" in ends(s, "69/50")
    assert s.space("1828") not in onward(s.g, s.unit("69/50"), s.space("1830"), s.space("1829"), s.space("1829"))


@covers("14.1")
def test_headquarters_and_immobile_units_do_not_advance() -> None:
    from bocage.games.normandy44.rules.r11_shifts import Assault

    s = scene({"69/50": "1631", "HQ-30Br": "1631", "Eng-Gold": "1631"})
    a = Assault(by=ALLIED, target=s.space("1731"), attackers=s.units("69/50"), main=s.units("69/50"))
    frame = Advance.after(s.g, a, s.units("HQ-30Br Eng-Gold"), limited=False, reserve=False)
    assert frame is not None
    assert frame.units == s.units("69/50")


@covers("9.8.2", "14.1")
def test_no_advance_ends_on_a_column_of_march() -> None:
    at = {"125/21Pz": "1631", "2/22/21Pz": "1630"}
    plain, marching, marked = scene(at), scene(at, strategic="2/22/21Pz"), scene(at, strategic="125/21Pz")
    for s in (plain, marching, marked):
        advance(s, "1731", "125/21Pz")
        s.do("advance 125/21Pz 1630")
    assert plain.options() == ["to 1730", "to 1631", "to 1530", "to 1529", "to 1629", "to 1729", "halt"]
    for s in (marching, marked):
        assert s.options() == [
            "to 1730",
            "to 1631",
            "to 1530",
            "to 1529",
            "to 1629",
            "to 1729",
        ]  # through it, but not to stay


@covers("10.7", "22.1.1")
def test_units_of_the_other_army_do_not_follow() -> None:
    s = scene({"505/82": "1631", "507/82": "1631", "69/50": "1631"}, steps={"507/82": 1, "69/50": 1})
    assert s.unit_names(followers(s.g, s.units("505/82"))) == "507/82"


@covers("14.1", "15.1")
def test_who_may_not_advance_or_go_into_reserve_is_told_why() -> None:
    s = scene({"69/50": "1631", "151/50": "1631", "9/2": "1632", "1/914/352": "1530"}, disrupted="151/50")
    advance(s, "1731", "69/50 151/50", reserve=True)
    assert s.refusal("reserve 151/50").text == "151/50 is disrupted"
    assert s.refusal("advance 1/914/352 1731").text == "1/914/352 is not yours"
    assert s.refusal("advance 9/2 1731").text == "9/2 has no advance to make after this battle"
    s.do("advance 69/50 1731", "halt")
    assert s.refusal("advance 69/50 1731").text == "69/50 has advanced already"
