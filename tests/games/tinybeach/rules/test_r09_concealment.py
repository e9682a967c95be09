"""9 The concealed gun."""

import random

import pytest
from tests.games.tinybeach.support import ALLIED, GAME, GERMAN, Tiny, tiny

from bocage.games.tinybeach.rules.r01_sequence import Activation
from bocage.games.tinybeach.rules.r03_stacking import full_hexes
from bocage.games.tinybeach.rules.r04_zones_of_control import zones
from bocage.games.tinybeach.rules.r05_movement import MoveUnit
from bocage.games.tinybeach.rules.r06_combat import Attacks
from bocage.games.tinybeach.rules.r07_results import Retreat
from bocage.games.tinybeach.rules.r09_concealment import HideGun, OpenFire
from bocage.kernel.events import Revealed, StepLost
from bocage.kernel.view import View
from bocage.testing import Situation, covers

SITES = ["0302", "0402", "0203", "0303", "0403"]


@covers("9.1")
def test_before_the_first_turn_the_german_hides_the_gun_in_a_marked_hex() -> None:
    s: Situation[Tiny] = Situation(GAME)
    assert (s.decides, s.options()) == ("German", [f"hide {site}" for site in SITES])
    assert s.refusal("hide 0304").rule == "9.1"
    s.do("hide 0303")
    assert (s.g.gun_at, s.at("Gun"), s.g.turn) == (s.space("0303"), "Concealed", 1)


@covers("9.1")
def test_only_the_german_hears_and_sees_where() -> None:
    s = tiny("", HideGun(by=GERMAN))
    (heard,) = s.do("hide 0303")
    assert heard.about() == ((s.unit("Gun"),), (s.space("0303"),), None)
    assert (heard.seen_by(GERMAN), heard.seen_by(ALLIED), heard.seen_by(None)) == (True, False, False)
    for side, place in ((GERMAN, "0303"), (ALLIED, "Concealed"), (None, "Concealed")):
        pieces = View(GAME, s.g, side).payload().pieces
        assert next(piece.space for piece in pieces if piece.unit == "Gun") == place


@covers("9.1")
def test_a_sampled_world_hides_the_gun_where_the_allies_have_not_been() -> None:
    s = tiny("Able 0202", gun="0403")
    s.g.searched = s.spaces("0302 0203")
    rng = random.Random(3)
    worlds = [View(GAME, s.g, ALLIED).sample(rng) for _ in range(60)]
    found = {world.gun_at for world in worlds if isinstance(world, Tiny)}
    assert found == {s.space(site) for site in ("0402", "0303", "0403")}
    known = View(GAME, s.g, GERMAN).sample(rng)
    assert isinstance(known, Tiny)
    assert known.gun_at == s.space("0403")


@covers("9.2")
def test_a_concealed_gun_has_no_zone_and_defends_nothing() -> None:
    s = tiny("Able 0302", Attacks(by=ALLIED), gun="0303")
    assert zones(s.g, GERMAN) == 0
    assert s.options() == ["done"]
    s = tiny("Able 0302, Gun 0303", Attacks(by=ALLIED))
    assert s.names(zones(s.g, GERMAN)) == "0203 0403 0304"
    assert s.options() == ["attack 0303", "done"]


@covers("9.2")
def test_the_gun_never_counts_for_stacking() -> None:
    s = tiny("Gun 0303, Anton 0303, Berta 0304")
    assert full_hexes(s.g, GERMAN) == 0
    s.ask(MoveUnit(by=GERMAN, unit=s.unit("Berta")))
    s.do("move Berta 0303")
    assert s.at("Berta") == "0303"


@covers("9.3")
def test_a_counter_that_walks_into_the_gun_stops_before_it_and_loses_a_step() -> None:
    s = tiny("Able 0201", gun="0203")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    s.do("move Able 0304")
    assert (s.at("Able"), s.at("Gun"), s.g.concealed) == ("0202", "0203", False)
    assert s.g.steps[s.unit("Able")] == 1
    assert s.heard(StepLost)[-1].rule == "9.3"
    assert s.heard(Revealed)[-1].sentence(s.g) == "The gun battery shows itself in 0203 Le Puits (village)!"


@covers("9.3")
def test_a_counter_next_to_the_gun_stays_where_it_is() -> None:
    s = tiny("Dog 0202", gun="0203", reduced="Dog")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Dog")))
    s.do("move Dog 0203")
    assert (s.at("Dog"), s.at("Gun")) == ("Lost", "0203")


@covers("9.3")
def test_an_ambushed_counter_stops_where_there_is_room() -> None:
    s = tiny("Able 0201, Baker 0202, Charlie 0202", gun="0203")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    s.do("move Able 0304")
    assert (s.at("Able"), s.g.steps[s.unit("Able")]) == ("0201", 1)


@covers("9.3")
def test_hexes_that_were_walked_through_are_searched() -> None:
    s = tiny("Able 0201", gun="0403")
    s.ask(MoveUnit(by=ALLIED, unit=s.unit("Able")))
    s.do("move Able 0304")
    assert s.names(s.g.searched) == "0201 0202 0203 0304"
    assert s.g.concealed


@covers("9.3")
def test_germans_walk_over_their_own_gun() -> None:
    s = tiny("Anton 0202", gun="0203")
    s.ask(MoveUnit(by=GERMAN, unit=s.unit("Anton")))
    s.do("move Anton 0203")
    assert (s.at("Anton"), s.g.concealed, s.g.searched) == ("0203", True, 0)


@covers("9.3")
def test_a_counter_that_flees_into_the_gun_is_ambushed_and_flees_on() -> None:
    s = tiny("Able 0303, Anton 0203", gun="0302")
    s.ask(Retreat(ALLIED, s.unit("Able"), s.space("0303"), 2))
    assert s.options() == ["retreat Able 0302", "retreat Able 0402", "retreat Able 0403"]
    s.do("retreat Able 0302")
    assert (s.at("Able"), s.at("Gun"), s.g.steps[s.unit("Able")]) == ("0303", "0302", 1)
    assert s.options() == ["retreat Able 0403"]  # the gun's own zone closes 0402 now
    s.do("retreat Able 0403", "retreat Able 0504")
    assert (s.at("Able"), s.decides) == ("0504", "")
    assert GAME.problems(s.g) == []


@covers("9.3")
def test_a_counter_that_dies_of_the_ambush_flees_no_further() -> None:
    s = tiny("Able 0303, Anton 0203", gun="0302", reduced="Able")
    s.ask(Retreat(ALLIED, s.unit("Able"), s.space("0303"), 2))
    s.do("retreat Able 0302")
    assert (s.at("Able"), s.decides) == ("Lost", "")


@covers("9.4")
def test_the_german_may_reveal_the_gun_when_his_chit_is_drawn() -> None:
    s = tiny("Able 0202", gun="0203")
    s.ask(Activation(side=GERMAN))
    assert (s.decides, s.options()) == ("German", ["reveal", "wait"])
    assert s.refusal("done").rule == "9.4"
    s.do("reveal")
    assert (s.at("Gun"), s.g.concealed) == ("0203", False)
    assert s.trail == "German activation > Movement"


@covers("9.4")
def test_the_german_may_keep_the_gun_concealed() -> None:
    s = tiny("", OpenFire(by=GERMAN), gun="0203")
    s.do("wait")
    assert (s.at("Gun"), s.g.concealed) == ("Concealed", True)


@covers("9.4")
def test_nobody_is_asked_about_a_gun_that_was_revealed_or_by_the_allied_chit() -> None:
    s = tiny("Gun 0203", Activation(side=GERMAN))
    assert s.trail == "German activation > Movement"
    s = tiny("", Activation(side=ALLIED))
    assert s.trail == "Allied activation > Movement"


@covers("9.4")
@pytest.mark.parametrize(("gun", "shown"), [("0303", "0303"), ("0403", "Concealed")])
def test_a_gun_whose_hex_is_attacked_must_show_itself_and_defend(gun: str, shown: str) -> None:
    s = tiny("Able 0203, Anton 0303", Attacks(by=ALLIED), gun=gun)
    s.do("attack 0303")
    assert s.at("Gun") == shown
    assert s.names(s.g.searched) == "0303"
