"""14 Coastal artillery: the railway gun Bruno and the other guns that never move."""

from bocage.games.bradley.state import Bradley
from bocage.kernel.ids import Units
from bocage.kernel.rulebook import rule


@rule("14.0", "14.1", "14.1.1", "14.1.2")
def emplaced(g: Bradley) -> Units:
    """Guns without a movement allowance in either mode: a retreat eliminates them (10.5.3e)."""
    return sum(
        1 << n
        for n, unit in enumerate(g.board.units)
        if unit.arm == "artillery" and not any(face.allowance for face in unit.faces)
    )
