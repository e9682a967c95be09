"""20.3: the beach assaults of D-Day."""

from collections.abc import Iterator

from bocage.games.normandy44.events import LandingFailed, ThrownBack
from bocage.games.normandy44.rules.r02_control import enter
from bocage.games.normandy44.rules.r12_losses import take_loss
from bocage.games.normandy44.rules.r14_advance import around, onward_rows
from bocage.games.normandy44.rules.r17_cadres import eliminate, lose_step
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, only
from bocage.kernel.chance import Roll
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Moved, Rolled
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Space, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import first

ORDER = ("utah", "du-hoc", "omaha-w", "omaha-e", "jig", "king", "mike", "nan", "queen")
COLUMNS = {"omaha": "Omaha", "utah": "Utah", "others": "Other beaches"}
"""The columns of the Invasion CRT, as reported with a roll."""


@rule("20.1", "20.3.1")
class Landings(Procedure[Normandy44], frozen=True, kw_only=True):
    """Beach after beach, from Utah to Sword."""

    called = "Invasion"
    at: int = 0

    def start(self, g: Normandy44) -> Step:
        at = self.at
        while at < len(ORDER) and not g.here.get(g.board.ids[f"assault-{ORDER[at]}"], 0):
            at += 1
        if at >= len(ORDER):
            return DONE
        return Call(BeachAssault(beach=ORDER[at]), then=replace(self, at=at + 1).next)

    def next(self, g: Normandy44, _: object) -> Step:
        """The next beach."""
        return self.start(g)


@rule("20.3.1", "20.3.2", "20.3.3")
class BeachAssault(Procedure[Normandy44], frozen=True, kw_only=True):
    """One beach hex: the invasion table, the swimming tanks, and inland."""

    beach: str
    result: str = ""
    advance: int = 0
    bloody: bool = False
    owed: int = 0

    def force(self, g: Normandy44) -> Units:
        """The assault units still in their boats; the 5th Rangers wait for their signal."""
        units = g.here.get(g.board.ids[f"assault-{self.beach}"], 0)
        return sum(1 << u for u in each_unit(units) if g.board.counters[u].arrival != "ranger")

    def infantry(self, g: Normandy44) -> Units:
        """Those who take the losses."""
        return self.force(g) & g.board.atlas.roster.infantry

    def hex(self, g: Normandy44) -> Space:
        """The beach hex."""
        return first(g.board.tags[self.beach])

    def place(self, g: Normandy44) -> str:
        """The beach as the map calls it."""
        return g.board.titles[self.hex(g)] or self.beach

    def start(self, g: Normandy44) -> Step:
        return Call(Roll(what="assault", about=f"on {self.place(g)}"), then=self.rolled)

    def rolled(self, g: Normandy44, roll: int) -> Step:
        """Read the column of the beach."""
        column = "omaha" if self.beach.startswith("omaha") else "utah" if self.beach == "utah" else "others"
        result, inland = g.board.invasion.read(roll, column).split()
        g.emit(
            Rolled(
                what=f"Assault on {self.place(g)}",
                roll=roll,
                meaning=f"{result}, advance {inland}",
                rule="20.3.2",
                table="Beach assault",
                result=result,
                column=COLUMNS[column],
                by=ALLIED,
                units=tuple(each_unit(self.force(g))),
                against=tuple(each_unit(g.here.get(self.hex(g), 0) & g.board.atlas.roster.german)),
                at=(self.hex(g),),
            )
        )
        advance = min(int(inland), 1) if self.bloody else int(inland)
        owed = {"A1": 1, "A1/D1": 1, "EX": 1, "A2/D1": 2, "D1": 0}[result]
        me = replace(self, result=result, advance=advance, owed=owed)
        if self.beach == "du-hoc" and result == "A2/D1":
            return me.rangers_lost(g)
        return me.losses(g, None)

    @rule("20.3.2")
    def losses(self, g: Normandy44, _: object) -> Step:
        """Infantry pays; the Allied player picks, the German in an exchange."""
        units = self.infantry(g)
        if not self.owed or not units:
            return self.bloody_omaha(g) if self.result == "A1" else self.tanks(g)
        by = GERMAN if self.result == "EX" else ALLIED
        return take_loss(g, by, units, "20.3.2", replace(self, owed=self.owed - 1).losses)

    @rule("20.3.3")
    def bloody_omaha(self, g: Normandy44) -> Step:
        """Roll again, unless both regiments are down to cadres: then the landing fails."""
        if all(g.steps[unit] <= 1 for unit in each_unit(self.infantry(g))):
            g.emit(LandingFailed(at=self.hex(g), rule="20.3.3"))
            for unit in each_unit(self.force(g)):
                throw_back(g, unit, "20.3.3")
            return DONE
        return Call(Roll(what="assault", about=f"on {self.place(g)}"), then=replace(self, bloody=True).rolled)

    @rule("20.3.4")
    def rangers_lost(self, g: Normandy44) -> Step:
        """The 2nd Rangers are destroyed and the 5th go to Omaha."""
        for unit in each_unit(g.here.get(g.board.ids["assault-du-hoc"], 0)):
            if g.board.counters[unit].arrival == "ranger":
                throw_back(g, UnitId(unit), "20.3.4")
            else:
                eliminate(g, unit, "20.3.4")
        self.clear_beach(g)
        return DONE

    @rule("20.3.5")
    def tanks(self, g: Normandy44) -> Step:
        """One battalion of swimming tanks comes with each beach but Pointe du Hoc."""
        if self.force(g) & g.board.atlas.roster.silhouette:
            return Call(Roll(what="swimming tanks", about=f"at {self.place(g)}"), then=self.swum)
        return self.ashore(g)

    def swum(self, g: Normandy44, roll: int) -> Step:
        """1 to 3 costs a step."""
        lost = int(g.board.dd_tanks.read(roll, "steps"))
        meaning = "they lose a step" if lost else "all ashore"
        what = f"Swimming tanks at {self.place(g)}"
        tanks = self.force(g) & g.board.atlas.roster.silhouette
        who = tuple(each_unit(tanks))
        g.emit(Rolled(what=what, roll=roll, meaning=meaning, rule="20.3.5", table="Swimming tanks", units=who))
        for unit in each_unit(tanks):
            for _ in range(lost):
                lose_step(g, unit, "20.3.5")
        return self.ashore(g)

    def clear_beach(self, g: Normandy44) -> None:
        """The defenders of the beach hex are eliminated."""
        for unit in each_unit(g.here.get(self.hex(g), 0) & g.board.atlas.roster.german):
            eliminate(g, unit, "20.3.2")

    @rule("20.3.6")
    def ashore(self, g: Normandy44) -> Step:
        """Into the beach hex, and one hex further if the table says so."""
        self.clear_beach(g)
        space = self.hex(g)
        units = self.force(g)
        for unit in each_unit(units):
            land(g, UnitId(unit), space, "20.3.6")
        if self.beach == "du-hoc":
            return Call(Roll(what="signal", about="to the 5th Rangers"), then=self.signalled)
        if self.advance == 2:
            frame = Inland(by=ALLIED, beach=space, units=units)
            return frame if len(frame.options(g)) > 1 else DONE
        return DONE

    @rule("20.3.4")
    def signalled(self, g: Normandy44, roll: int) -> Step:
        """On 1 to 3 the 5th Rangers follow; otherwise they are diverted to Omaha."""
        lands = g.board.rangers.read(roll, "lands")
        what, meaning = (
            "Signal to the 5th Rangers",
            f"they land at {self.place(g) if lands == 'du-hoc' else lands.capitalize()}",
        )
        waiting = tuple(each_unit(g.here.get(g.board.ids["assault-du-hoc"], 0)))
        g.emit(Rolled(what=what, roll=roll, meaning=meaning, rule="20.3.4", units=waiting))
        for unit in each_unit(g.here.get(g.board.ids["assault-du-hoc"], 0)):
            if lands == "du-hoc":
                land(g, UnitId(unit), self.hex(g), "20.3.4")
            else:
                throw_back(g, UnitId(unit), "20.3.4")
        units = sum(1 << u for u in each_unit(g.here.get(self.hex(g), 0)) if g.board.counters[u].arrival != "ranger")
        if self.advance == 2 and units:
            frame = Inland(by=ALLIED, beach=self.hex(g), units=units)
            return frame if len(frame.options(g)) > 1 else DONE
        return DONE

    def title(self, g: Normandy44) -> str:
        return f"Assault on {self.place(g)}"


def land(g: Normandy44, unit: UnitId, space: Space, number: str) -> None:
    """From its boats onto the beach."""
    origin = g.space[unit]
    enter(g, unit, space)
    g.emit(Moved(unit=unit, path=(origin, space), how="lands at", rule=number))


def throw_back(g: Normandy44, unit: UnitId, number: str) -> None:
    """To the follow-up wave at Omaha."""
    origin, box = g.space[unit], g.board.ids["followup-omaha"]
    g.place(unit, box)
    g.emit(ThrownBack(unit=unit, path=(origin, box), rule=number))


@rule("20.3.6")
class Inland(Decision[Normandy44], frozen=True, kw_only=True):
    """The second hex of an invasion advance."""

    beach: Space
    units: Units

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield Act("end")
        landed = only(self.units, "20.3.6", "{} has no advance to make after this landing")
        mine = only(g.board.atlas.roster.side[self.by], "20.3.6", "{} is not yours")
        yield PickUnit("advance", g, mine, landed, then=lambda unit: self.inland(g, unit))

    def inland(self, g: Normandy44, unit: UnitId) -> PickSpace:
        """The hexes inland that one unit may enter."""
        rows = onward_rows(g, unit, NOWHERE, self.beach, self.beach)
        return PickSpace("advance", g, *rows, before=(unit,), order=around(g, self.beach))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "end":
            return DONE
        enter(g, action[1], action[2])
        g.emit(Moved(unit=action[1], path=(self.beach, action[2]), how="advances to", rule="20.3.6"))
        after = replace(self, units=self.units & ~(1 << action[1]))
        return after if len(after.options(g)) > 1 else DONE

    def prompt(self, g: Normandy44) -> str:
        title = g.board.titles[self.beach] or g.board.names[self.beach]
        return f"{title} is taken: each unit may advance one hex further inland. Advance one, or end."
