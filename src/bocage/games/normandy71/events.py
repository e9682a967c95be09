"""What happens in Normandy (1971) beyond moves, losses and rolls."""

from typing import Any

from bocage.kernel.board import joined
from bocage.kernel.events import Event, Revealed
from bocage.kernel.ids import Side, Space, UnitId


class LandingPlanned(Event, frozen=True):
    """Invasion.1A1, 1A2: where a unit will land or drop; secret."""

    unit: UnitId
    at: Space
    how: str

    def sentence(self, g: Any) -> str:
        """`8th Infantry will land in T25.`"""
        return f"{g.board.unit_name(self.unit)} will {self.how} {g.board.describe(self.at)}."


class SupplyAreaChosen(Event, frozen=True):
    """Invasion.1A1: a beach that will bring supply; secret."""

    at: Space

    def sentence(self, g: Any) -> str:
        """`Supply area: S25.`"""
        return f"Supply area: {g.board.describe(self.at)}."


class PlanCompleted(Event, frozen=True):
    """Invasion.1A1: the rest of the plan is that of June 1944."""

    side: Side

    def sentence(self, g: Any) -> str:
        """As it was."""
        return "The rest follows the historical plan."


class OrderDrawn(Event, frozen=True):
    """Invasion.1B1: the German order of battle; secret."""

    side: Side
    order: str

    def sentence(self, g: Any) -> str:
        """`You play order of battle B.`"""
        return f"You play order of battle {self.order}."


class Placed(Event, frozen=True):
    """Invasion.1B2: where a German unit begins; secret."""

    unit: UnitId
    at: Space

    def sentence(self, g: Any) -> str:
        """`914 Grenadiers begins in X22.`"""
        return f"{g.board.unit_name(self.unit)} begins in {g.board.describe(self.at)}."


class DefencesShown(Revealed, frozen=True):
    """Invasion.1B2: the Allies turn back to the map."""

    side: Side

    def sentence(self, g: Any) -> str:
        """All but what markers hide."""
        return "The German defences are revealed, except what entrenchments hide."


class DropZoneTold(Revealed, frozen=True):
    """Invasion.1C2: where a regiment is to drop."""

    unit: UnitId
    at: Space

    def sentence(self, g: Any) -> str:
        """`505th Parachute is to drop on TT30.`"""
        return f"{g.board.unit_name(self.unit)} is to drop on {g.board.describe(self.at)}."


class NotDropped(Revealed, frozen=True):
    """Parachute.A: a regiment for which no drop was planned."""

    unit: UnitId

    def sentence(self, g: Any) -> str:
        """`505th Parachute stays at home.`"""
        return f"{g.board.unit_name(self.unit)} stays at home."


class BrokenDown(Event, frozen=True):
    """Stacking.D: battalions take the place of a unit."""

    unit: UnitId
    parts: tuple[UnitId, ...]
    at: Space

    def sentence(self, g: Any) -> str:
        """`8th Infantry breaks down into 3 battalions.`"""
        return f"{g.board.unit_name(self.unit)} breaks down into {len(self.parts)} battalions."


class Rebuilt(Event, frozen=True):
    """Stacking.E: a larger unit takes the place of its parts."""

    unit: UnitId
    parts: tuple[UnitId, ...]
    at: Space

    def sentence(self, g: Any) -> str:
        """`8th Infantry is rebuilt.`"""
        return f"{g.board.unit_name(self.unit)} is rebuilt."


class MarkerRemoved(Revealed, frozen=True):
    """Entrenchment.F: nobody is left in an entrenchment."""

    at: Space

    def sentence(self, g: Any) -> str:
        """`The entrenchment in R22 is empty and removed.`"""
        return f"The entrenchment in {g.board.describe(self.at)} is empty and removed."


class Uncovered(Revealed, frozen=True):
    """Entrenchment.B: what an entrenchment hid."""

    units: tuple[UnitId, ...]
    spaces: tuple[Space, ...]

    def sentence(self, g: Any) -> str:
        """`Under the entrenchment: A and B.`"""
        return f"Under the entrenchment: {joined(map(g.board.unit_name, self.units))}."


class BeachLost(Event, frozen=True):
    """Supply.H: Germans in a beach hex end its use."""

    at: Space
    side: Side

    def sentence(self, g: Any) -> str:
        """`Germans have entered S25.`"""
        return f"Germans have entered {g.board.describe(self.at)}: no supply will come over that beach."


class LaidDownArms(Revealed, frozen=True):
    """Parachute.D: paratroops that never saw supply."""

    units: tuple[UnitId, ...]

    def sentence(self, g: Any) -> str:
        """Told before they go."""
        return "Paratroops that never saw supply lay down their arms."


class FoundUnsupplied(Revealed, frozen=True):
    """Combat.I, Entrenchment.Attempt: what units do, or do not do, shows that they are out of supply."""

    units: tuple[UnitId, ...]
    digging: bool = False

    def sentence(self, g: Any) -> str:
        """`Out of supply: A and B.`"""
        names = joined(map(g.board.unit_name, self.units))
        return f"{names} is out of supply and cannot entrench." if self.digging else f"Out of supply: {names}."


class DiggingAnnounced(Event, frozen=True):
    """Entrenchment.Attempt: who will try to entrench."""

    unit: UnitId
    at: Space

    def sentence(self, g: Any) -> str:
        """`8th Infantry will try to entrench.`"""
        return f"{g.board.unit_name(self.unit)} will try to entrench."


class AttackAllocated(Event, frozen=True):
    """Combat: who attacks which hexes."""

    side: Side
    units: tuple[UnitId, ...]
    targets: tuple[Space, ...]

    def sentence(self, g: Any) -> str:
        """`Allied attack on R22 and S22.`"""
        return f"{g.sides[self.side]} attack on {joined(map(g.board.describe, self.targets))}."


class MustJoin(Event, frozen=True):
    """Invasion.3: a unit on a beach that was left over attacks with the others."""

    unit: UnitId
    targets: tuple[Space, ...]

    def sentence(self, g: Any) -> str:
        """`8th Infantry must join in.`"""
        return f"{g.board.unit_name(self.unit)} must join in."


class MissionGiven(Event, frozen=True):
    """Naval: a mission fires at a hex."""

    side: Side
    mission: int
    at: Space

    def sentence(self, g: Any) -> str:
        """`Light gunfire on R22.`"""
        return f"{g.board.missions[self.mission].mission.capitalize()} gunfire on {g.board.describe(self.at)}."


class ShelterSought(Revealed, frozen=True):
    """Results.Retreat: no open way is left, so the owner looks under the markers."""

    unit: UnitId

    def sentence(self, g: Any) -> str:
        """`914 Grenadiers looks for shelter.`"""
        return f"{g.board.unit_name(self.unit)} looks for shelter in an entrenchment."


class SecretsTold(Revealed, frozen=True):
    """Victory.Order: at the end both plans lie open."""

    order: str
    supply: tuple[Space, ...]

    def sentence(self, g: Any) -> str:
        """`The German plan was B; the supply areas were S25 and T25.`"""
        areas = ", ".join(map(g.board.describe, self.supply))
        return f"The German plan was {self.order}; the supply areas were {areas}."
