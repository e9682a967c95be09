from tests.games.acrosstheworld.support import table

from bocage.games.acrosstheworld.rules.r10_movement_phase import Movement
from bocage.games.acrosstheworld.rules.r18_control import Control
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN
from bocage.testing import covers


@covers("18.1")
def test_a_region_belongs_to_the_side_that_was_last_there_alone() -> None:
    s = table({"18": "50UK"}, Control(by=ALLIED))
    assert s.g.allied == s.spaces("18")
    s.g.place(s.unit("50UK"), s.space("24"))
    s.ask(Control(by=GERMAN))
    assert s.g.allied & s.spaces("18")  # nobody has come since


@covers("18.1")
def test_leaders_take_nothing_and_enemies_prevent_it() -> None:
    s = table({"18": "Dempsey", "24": "50UK 352", "16": "1US"}, Control(by=ALLIED))
    assert s.names(s.g.allied) == "16"


@covers("18.1")
def test_the_germans_take_regions_back() -> None:
    s = table({"18": "352", "24": "50UK"}, Control(by=GERMAN), allied="18 24", active=GERMAN)
    assert s.names(s.g.allied) == "24"


@covers("18.2")
def test_control_changes_after_the_battles_where_a_stack_stands_or_passed() -> None:
    s = table({"24": "8UK-Bde"}, Movement(by=ALLIED), allied="24")
    s.do("take 8UK-Bde", "march 18")
    assert s.names(s.g.allied) == "24"  # not yet
    s.do("halt", "done")
    s.ask(Control(by=ALLIED))
    assert s.names(s.g.allied) == "18 24"
    s = table({"24": "8UK-Bde"}, Movement(by=ALLIED), allied="24 G J")
    s.do("take 8UK-Bde", "march 21", "march 24")
    s.ask(Control(by=ALLIED))
    assert s.g.allied & s.spaces("21")


@covers("18.2")
def test_only_the_moving_side_gains() -> None:
    s = table({"18": "50UK", "24": "352"}, Control(by=GERMAN), active=GERMAN)
    assert s.g.allied == 0
