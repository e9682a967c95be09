"""19.1.4: strafing before the Allied attacks."""

from collections.abc import Iterator

from bocage.games.normandy44.rules.r08_zones_of_control import places, presence
from bocage.games.normandy44.rules.r17_cadres import lose_step
from bocage.games.normandy44.rules.r19_support import most_air
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickWord, all_alike, bar, only
from bocage.kernel.chance import Roll
from bocage.kernel.counters import units
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each, spaces

ARMIES = ("the US", "the Commonwealth")


@rule("19.1.4")
def strafable(g: Normandy44) -> Spaces:
    """Hexes with silhouetted German armour outside woods and cities."""
    return _tanks(g) & ~(g.board.atlas.woods | g.board.atlas.city)


def _tanks(g: Normandy44) -> Spaces:
    """Hexes with silhouetted German armour."""
    roster = g.board.atlas.roster
    return places(g, presence(g).units[GERMAN] & roster.silhouette & roster.armored)


@rule("19.1.4", "17.7")
def strafing_modifier(g: Normandy44, unit: UnitId) -> int:
    """-1 under the guns of an 88 flak, +1 against a column on the march."""
    space = g.space[unit]
    near = g.board.atlas.near(space, 1)
    flak = any(near & BITS[g.space[gun]] for gun in each(presence(g).units[GERMAN] & g.board.atlas.roster.flak))
    return (1 if g.strategic >> unit & 1 else 0) - int(flak)


@rule("19.1.4", "19.1.1")
class Strafing(Decision[Normandy44], frozen=True, kw_only=True):
    """All missions are assigned before any is flown."""

    missions: tuple[Space, ...] = ()

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield Act("begin")
        done = spaces(space for space in self.missions if self.missions.count(space) >= most_air(g))
        flying = units(army for army in (0, 1) if g.air[army])
        yield PickSpace(
            "strafe",
            g,
            only(_tanks(g), "19.1.4", "there are no German tanks without infantry in {}"),
            only(strafable(g), "19.1.4", "tanks in woods and cities are not strafed, as in {}"),
            bar(done, "19.1.4", "as many air units as may strafe {}"),
            then=lambda space: PickWord(
                "strafe",
                ARMIES,
                only(0b11, "19.1.1", "there is no such air force"),
                only(flying, "19.1.1", "{} has no air unit left"),
                before=(space,),
            ),
            alike=all_alike,
        )

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "begin":
            return Strikes(missions=self.missions) if self.missions else DONE
        g.air[action[2]] -= 1
        return replace(self, missions=(*self.missions, Space(action[1])))

    def prompt(self, g: Normandy44) -> str:
        return (
            f"Air units (US {g.air[0]}, CW {g.air[1]}) may strafe German armour before you attack: "
            "assign them to hexes, then begin."
        )


class Strikes(Procedure[Normandy44], frozen=True, kw_only=True):
    """Each silhouetted armoured unit in each hex rolls."""

    called = "Strafing"
    missions: tuple[Space, ...]
    left: Units = 0
    unit: UnitId = UnitId(-1)

    def start(self, g: Normandy44) -> Step:
        missions, left = self.missions, self.left
        roster = g.board.atlas.roster
        while not left and missions:
            left = g.here.get(missions[0], 0) & roster.silhouette & roster.armored & roster.german
            missions = missions[1:]
        if not left:
            return DONE
        unit = (left & -left).bit_length() - 1
        me = replace(self, missions=missions, left=left & (left - 1), unit=unit)
        return Call(Roll(what="strafing", about=f"of {g.board.counters[unit].name}"), then=me.rolled)

    def rolled(self, g: Normandy44, roll: int) -> Step:
        """A modified 6 costs a step."""
        lost = int(g.board.strafing.read(roll + strafing_modifier(g, self.unit), "steps"))
        g.emit(
            Rolled(
                what=f"Strafing of {g.board.counters[self.unit].name}",
                roll=roll,
                meaning="a step lost" if lost else "no loss",
                rule="19.1.4",
                table="Strafing",
                units=(UnitId(self.unit),),
                at=(g.space[self.unit],),
            )
        )
        if lost:
            lose_step(g, self.unit, "19.1.4")
        return self.start(g)
