"""5.7 Rangers at Pointe du Hoc, and the Commando at Port-en-Bessin (5.3.5): landings outside the Beach Areas."""

from collections.abc import Iterator

from bocage.games.bradley.events import WaveRolled
from bocage.games.bradley.rules.r05_casualties import Casualty, firepower, mine_points
from bocage.games.bradley.rules.r05_landing import SeaCondition, able_to_land, no_way_back, put_ashore, turn_back
from bocage.games.bradley.rules.r05_placement import coast_of_column
from bocage.games.bradley.rules.r08_stacking import has_room
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import ResolveAssault
from bocage.games.bradley.rules.r10_disruption import eliminate
from bocage.games.bradley.sides import ALLIED, GERMAN, OMAHA
from bocage.games.bradley.state import Bradley
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer
from bocage.kernel.chance import Rolls
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step
from bocage.kernel.ids import Space, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import holds

EVEN = 7


@rule("5.7.2", "5.7.3")
class RangerLandings(Procedure[Bradley], frozen=True):
    """Each Ranger battalion bound for the cliffs lands by itself."""

    def start(self, g: Bradley) -> Step:
        if not g.climbing:
            return DONE
        return Call(SeaCondition(beach=OMAHA), then=self.next)

    def next(self, g: Bradley, _: object) -> Step:
        if not g.climbing:
            return DONE
        unit = min(g.climbing)
        goal = Space(g.climbing.pop(unit))
        return Call(Climb(unit=UnitId(unit), goal=goal), then=self.next)

    def title(self, g: Bradley) -> str:
        return "Rangers"


@rule("5.7.2")
class Climb(Procedure[Bradley], frozen=True):
    """One battalion: displacement by sea alone, an assault if the hex is held, casualties without artillery."""

    unit: UnitId
    goal: Space

    def start(self, g: Bradley) -> Step:
        return Call(Rolls(what="displacement"), then=self.displaced)

    def displaced(self, g: Bradley, dice: tuple[int, int]) -> Step:
        roll, worth = sum(dice), self._worth(g, self.goal)
        modified = roll + worth if roll > EVEN else roll - worth
        shift = g.board.charts.shift(g.tide, modified)
        result = "In" if not shift else f"{'L' if shift > 0 else 'R'}{abs(shift)}"
        g.emit(
            WaveRolled(
                beach=OMAHA,
                dice=dice,
                modified=modified,
                tide=g.tide,
                shift=shift,
                result=result,
                unit=self.unit,
                rule="5.7.2",
            )
        )
        goal = coast_of_column(g, g.board.column(self.goal) + shift) if shift else self.goal
        return Call(ComeByBoat(unit=self.unit, goal=goal, drifted=bool(shift)), then=self.landed)

    def _worth(self, g: Bradley, goal: Space) -> int:
        mines = mine_points(g, OMAHA) if holds(g.beach_area[OMAHA], goal) else 0
        return g.sea[OMAHA] + mines

    def landed(self, g: Bradley, _: object) -> Step:
        return DONE

    def title(self, g: Bradley) -> str:
        return f"{g.board.units[self.unit].name} at the cliffs"


@rule("5.7.2", "5.3.5")
class ComeByBoat(Procedure[Bradley], frozen=True):
    """A single unit lands in a hex: held, it must be stormed; then its casualties."""

    unit: UnitId
    goal: Space
    drifted: bool = False

    def start(self, g: Bradley) -> Step:
        if not able_to_land(g, 1 << self.unit, self.goal) or not has_room(g, 1 << self.unit, self.goal):
            turn_back(g, 1 << self.unit, OMAHA)
            return DONE
        if not g.units_in(GERMAN, self.goal):
            return self.ashore(g)
        ask = StormCliff(by=ALLIED, unit=self.unit, goal=self.goal, drifted=self.drifted)
        return Call(ask, then=self.decided)

    def decided(self, g: Bradley, storms: bool) -> Step:
        if not storms:
            turn_back(g, 1 << self.unit, OMAHA)
            return DONE
        attack = Attack(by=ALLIED, target=self.goal, units=1 << self.unit, dropped=True)
        return Call(ResolveAssault(attack=attack), then=self.fought)

    def fought(self, g: Bradley, cleared: bool) -> Step:
        if g.space[self.unit] == g.board.lost[ALLIED]:
            return DONE
        if cleared:
            return self.ashore(g)
        eliminate(g, 1 << self.unit, "5.5.6")
        return DONE

    def ashore(self, g: Bradley) -> Step:
        put_ashore(g, 1 << self.unit, self.goal)
        area = holds(g.beach_area[OMAHA], self.goal)
        fire = firepower(g, OMAHA) if area else 0
        return Casualty(unit=self.unit, fire=fire, sea=g.sea[OMAHA])

    def title(self, g: Bradley) -> str:
        return f"{g.board.units[self.unit].name} lands"


@rule("5.3.4", "5.5.6", "5.7.2")
class StormCliff(Decision[Bradley], frozen=True):
    """The hex is held: assault it; only who drifted there may turn back."""

    unit: UnitId
    goal: Space
    drifted: bool = False

    def offers(self, g: Bradley) -> Iterator[Offer]:
        yield Act("storm")
        yield no_way_back(drifted=self.drifted)

    def chosen(self, g: Bradley, action: Action) -> Step:
        return Done(action[0] == "storm")

    def prompt(self, g: Bradley) -> str:
        name, where = g.board.units[self.unit].name, g.board.describe(self.goal)
        if not self.drifted:
            return f"{where} is held: {name} was sent there and must storm it."
        return f"{where} is held: does {name} storm it or turn back?"

    def title(self, g: Bradley) -> str:
        return f"Held coast {g.board.names[self.goal]}"


@rule("5.3.5", "18.1.4")
class CommandoLanding(Procedure[Bradley], frozen=True):
    """47 Royal Marine Commando may land in Port-en-Bessin on any daylight turn from its arrival on."""

    def start(self, g: Bradley) -> Step:
        board = g.board
        if g.space[board.commando] != board.port or not board.charts.turns[g.turn].landing:
            return DONE
        return Call(SendCommando(by=ALLIED), then=self.decided)

    def decided(self, g: Bradley, goes: bool) -> Step:
        if not goes:
            return DONE
        return Call(SeaCondition(beach=OMAHA), then=self.sail)

    def sail(self, g: Bradley, _: object) -> Step:
        return Call(ComeByBoat(unit=g.board.commando, goal=g.board.port_en_bessin), then=self.landed)

    def landed(self, g: Bradley, _: object) -> Step:
        board = g.board
        if g.space[board.commando] == board.pool[OMAHA]:
            g.place(board.commando, board.port)
        return DONE

    def title(self, g: Bradley) -> str:
        return "Commando"


@rule("5.3.5")
class SendCommando(Decision[Bradley], frozen=True):
    """Does the Commando land now?"""

    def offers(self, g: Bradley) -> Iterator[Offer]:
        yield Act("storm")
        yield Act("wait")

    def chosen(self, g: Bradley, action: Action) -> Step:
        return Done(action[0] == "storm")

    def prompt(self, g: Bradley) -> str:
        return "Does 47 Royal Marine Commando land at Port-en-Bessin?"

    def title(self, g: Bradley) -> str:
        return "Port-en-Bessin"
