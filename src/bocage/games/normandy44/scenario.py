"""What a scenario may change: one small class whose methods the rules ask, and a register of its subclasses.

The campaign (24) changes nothing; the Cherbourg scenario (26) overrides most of this.
"""

from __future__ import annotations

from typing import Any, ClassVar

from bocage.games.normandy44.sides import BEACHES
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.bars import Bar
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.state import Outcome


class ScenarioRules:
    """The rules of the campaign game, where a scenario could differ."""

    id: ClassVar[str] = ""
    bounded: ClassVar[bool] = False  # does it close ground or tie units down?
    automatic_victory: ClassVar[bool] = True
    german_markers: ClassVar[bool] = True  # strategic movement and trucks for the Germans
    mulberries: ClassVar[bool] = True  # are the artificial harbours built?
    fortress_only: ClassVar[bool] = False  # do all German supply points go to Fortress Cherbourg?
    worth_note: ClassVar[str] = ""  # under what condition hexes count for victory
    beaches: ClassVar[tuple[str, ...]] = BEACHES  # beaches in play, whose engineers matter (6.5.3)

    def closed(self, g: Normandy44, unit: UnitId) -> Spaces:
        """Hexes this unit may not enter or attack, besides what terrain and enemies forbid."""
        return 0

    def tether(self, g: Normandy44, unit: UnitId) -> Spaces:
        """Hexes it may not move, advance or attack into, though a retreat may end there."""
        return 0

    def shut_rows(self, g: Normandy44, unit: UnitId) -> tuple[Bar, ...]:
        """Which hexes this scenario closes to a unit, and why."""
        return ()

    def idle(self, g: Normandy44) -> Units:
        """Units that may not attack at all now."""
        return 0

    def tie(self, g: Normandy44, unit: UnitId) -> str:
        """The rule that sends a stray back."""
        return ""

    def strayed(self, g: Normandy44, unit: UnitId) -> Spaces | None:
        """Where a unit must move if it can, because it stands where it should not; `None` if it need not."""
        return None

    def arrival_turn(self, g: Normandy44, unit: UnitId) -> int:
        """The turn on which a German reinforcement comes."""
        turn: int = g.board.atlas.roster.turn[unit]
        return turn

    def arrival_hexes(self, g: Normandy44, unit: UnitId) -> Spaces | None:
        """Where it comes, if not by its entry zone."""
        return None

    def ships_kept(self, g: Normandy44) -> int:
        """US ships that may do nothing but bombard Cherbourg."""
        return 0

    def may_use(self, g: Normandy44, kind: int) -> bool:
        """May this kind of replacement be used now?"""
        return True

    def supply_sources(self, g: Normandy44, side: Side) -> Spaces | None:
        """Sources of supply that replace those of 18.1; `None` for the usual ones."""
        return None

    def clear_country(self, g: Normandy44, side: Side) -> Spaces:
        """Hexes in which a side's lines of supply need not care for enemy zones and bonds."""
        return 0

    def german_supply(self, g: Normandy44) -> int:
        """German supply points received this turn."""
        points: int = g.board.weather[g.row].german_supply
        return points

    def replacements(self, g: Normandy44) -> dict[str, int]:
        """Replacements received this turn, by the name of the track; `cw-infantry` is still to be chosen (6.2.7)."""
        row = g.board.weather[g.row]
        found = {
            "us-infantry": row.us_infantry,
            "us-armor": row.us_armor,
            "british-armor": row.br_armor,
            "cw-infantry": row.cw_infantry,
        }
        kinds = {
            "infantry": "german-infantry",
            "armor": "german-panther",
            "infantry-0": "german-weak",
            "infantry-1": "german-weakest",
        }
        if row.german_replacement:
            found[kinds[row.german_replacement]] = 1
        return found

    def air(self, g: Normandy44) -> tuple[int, int]:
        """US and Commonwealth air units of the turn."""
        row = g.board.weather[g.row]
        return row.air_us, row.air_cw

    def naval(self, g: Normandy44) -> tuple[int, int]:
        """US and Commonwealth naval units of the turn."""
        row = g.board.weather[g.row]
        return row.naval_us, row.naval_cw

    def german_positions(self, g: Normandy44) -> int:
        """Improved positions the Germans may begin this turn (16.1.2, 16.1.4)."""
        if g.turn < 5:
            return 0
        count: int = g.board.weather[g.row].german_ip
        return count

    def reinforcement_points(self, g: Normandy44) -> tuple[int, int]:
        """US and Commonwealth points before reductions (6.5.1), by the scenario's card and the weather."""
        points: tuple[int, int] = getattr(g.board.scenarios[g.scenario].points, g.board.weather[g.row].weather)
        return points

    def barred(self, g: Normandy44) -> Units:
        """Units in Britain that may not come."""
        return 0

    def may_buy_supply(self, g: Normandy44, army: int) -> bool:
        """May this army (0 US, 1 Commonwealth) turn reinforcement points into supply points?"""
        return g.mulberry[army] == -1

    def after_end_phase(self, g: Normandy44) -> None:
        """Anything that happens only in this scenario's end phase."""

    def worth(self, g: Normandy44) -> dict[Space, str]:
        """What hexes are worth to the Allies, for the map."""
        return {}

    def standing(self, g: Normandy44) -> str:
        """How near the Allies are to winning, in a few words."""
        return ""

    def account(self, g: Normandy44) -> list[str]:
        """What gives the points, each in a few words."""
        return []

    def outcome(self, g: Normandy44) -> Outcome:
        """Who has won at the end of the last turn."""
        raise NotImplementedError


RULES: dict[str, ScenarioRules] = {}


def register(rules: type[ScenarioRules]) -> type[ScenarioRules]:
    """Make a scenario's rules known under its id."""
    RULES[rules.id] = rules()
    return rules


def rules_of(g: Any) -> ScenarioRules:
    """The rules of the scenario being played."""
    return RULES[g.scenario]
