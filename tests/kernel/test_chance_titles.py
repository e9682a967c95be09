"""What a roll is for is shown as it is written."""

from tests.kernel.treasure import TREASURE

from bocage.kernel.chance import Roll


def test_names_keep_their_capitals() -> None:
    assert Roll(what="fate of O'Connor").title(TREASURE.new()) == "Fate of O'Connor"
