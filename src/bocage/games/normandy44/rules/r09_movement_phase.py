"""9. The movement phase: what is done at its start, the orders given in it, and stacking at its end."""

from bocage.games.normandy44.rules.r02_control import cotentin, enter
from bocage.games.normandy44.rules.r06_refusals import why_not_enter, why_not_evacuate, why_not_land
from bocage.games.normandy44.rules.r06_reinforcements import (
    Entering,
    Landing,
    arriving_germans,
    can_enter,
    evacuable,
    evacuate,
    landers,
    why_not_manner,
)
from bocage.games.normandy44.rules.r07_stacking import overstacked_hexes
from bocage.games.normandy44.rules.r08_zones_of_control import presence, zone
from bocage.games.normandy44.rules.r09_movement import CONVOY, STRATEGIC, TRUCK, bound, points_for
from bocage.games.normandy44.rules.r09_moving_a_unit import Moving
from bocage.games.normandy44.rules.r15_reserve import candidates, reserves_over, why_not_end_reserves, why_not_reserve
from bocage.games.normandy44.rules.r16_fortifications import (
    build,
    builders,
    dismantle,
    finish_positions,
    scrap,
    spare_positions,
    surrenders,
    why_not_build,
    why_not_dismantle,
)
from bocage.games.normandy44.rules.r17_cadres import eliminate, withdraw
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.chance import Roll
from bocage.kernel.events import Noted, Rolled
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import Side, Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.verdict import Because

RELEASE_RANGE = 2


@rule("9.1", "9.8.5")
class MovementPhase(Procedure[Normandy44], frozen=True, kw_only=True):
    """Markers come off, positions are finished, garrisons wake; then orders; then stacking is put right."""

    side: Side

    def start(self, g: Normandy44) -> Step:
        mine = g.board.atlas.roster.side[self.side]
        g.moved &= ~mine
        g.stayed &= ~mine
        g.tired &= ~mine
        g.shifted &= ~mine
        g.strategic &= ~mine  # 9.8.5: whoever uses the marker again takes it again
        g.trucked &= ~mine
        g.evacuated = {}
        finish_positions(g, self.side)
        if self.side == GERMAN:
            release(g)
            doubtful = uncertain(g)
            if doubtful:
                return Call(Roll(what=f"arrival of {g.board.counters[doubtful[0]].name}"), then=self.arrival)
        return Call(Orders(by=self.side), then=self.ordered)

    @rule("6.6")
    def arrival(self, g: Normandy44, roll: int) -> Step:
        """A unit whose card gives a die comes on that roll or less, or never."""
        unit = uncertain(g)[0]
        comes = roll <= g.board.counters[unit].enters_on
        name = g.board.counters[unit].name
        g.emit(
            Rolled(
                what=f"Arrival of {name}",
                roll=roll,
                meaning="it comes" if comes else "it never comes",
                rule="6.6",
                table="Arrival",
            )
        )
        g.expected |= 1 << unit
        if not comes:
            withdraw(g, unit, "6.6", "does not come")
        return self.start(g)

    def ordered(self, g: Normandy44, _: object) -> Step:
        """Nobody has orders left: put the stacks right."""
        return self.tidy(g, None)

    @rule("7.2")
    def tidy(self, g: Normandy44, _: object) -> Step:
        """One overstacked hex after the other."""
        for space in overstacked_hexes(g, self.side):
            return Call(Overstacked(by=self.side, space=space), then=self.tidy)
        return DONE

    def title(self, g: Normandy44) -> str:
        return f"{g.sides[self.side]} movement"


def uncertain(g: Normandy44) -> list[int]:
    """Reinforcements due now that need a die and have not rolled it."""
    counters = g.board.counters
    return [unit for unit in each(arriving_germans(g) & ~g.expected) if counters[unit].enters_on]


@rule("17.6")
def release(g: Normandy44) -> None:
    """From turn 2 a restricted unit wakes with an Allied unit within two hexes; Cherbourg's garrison all at once."""
    if g.turn < 2:
        return
    atlas = g.board.atlas
    roster = atlas.roster
    sleeping = presence(g).units[GERMAN] & roster.restricted & ~g.released
    garrison = 0
    for unit in each(sleeping):
        start = g.board.ids.get(roster.start[unit], -1)
        if start >= 0 and atlas.perimeter >> start & 1:
            garrison |= 1 << unit
    foes = presence(g).hexes[ALLIED]
    for unit in each(sleeping):
        if atlas.near(g.space[unit], RELEASE_RANGE) & foes:
            g.released |= garrison if garrison >> unit & 1 else 1 << unit
            g.emit(Noted(text=f"{g.board.counters[unit].name} is released.", rule="17.6"))


@rule("7.2")
class Overstacked(Decision[Normandy44], frozen=True, kw_only=True):
    """Which unit is removed from an overstacked hex?"""

    space: Space

    def options(self, g: Normandy44) -> list[Action]:
        return [("remove", unit) for unit in each(g.here[self.space])]

    def chosen(self, g: Normandy44, action: Action) -> Step:
        eliminate(g, action[1], "7.2")
        return DONE

    def prompt(self, g: Normandy44) -> str:
        return f"{g.board.describe(self.space)} holds more than four stacking points: which unit is lost?"


@rule("9.8.1", "9.8.6", "15.1", "15.4", "16.2")
class Orders(Decision[Normandy44], frozen=True, kw_only=True):
    """The owner gives one order after the other, or ends the phase."""

    def options(self, g: Normandy44) -> list[Action]:
        roster, here = g.board.atlas.roster, presence(g)
        mine = here.units[self.by]
        ready = movable(g, self.by, mine)
        out: list[Action] = [("move", unit) for unit in each(ready)]
        out += self._markers(g, ready)
        out += [("entrench", unit) for unit in builders(g, self.by, mine & ~g.moved & ~g.scattered)]
        out += [("scrap", space) for space in spare_positions(g, self.by)]
        out += [("reserve", unit) for unit in each(candidates(g, self.by))]
        out += [("unreserve", unit) for unit in each(g.reserve & mine)]
        if self.by == GERMAN:
            out += self._german(g, mine)
        else:
            out += [("land", unit) for unit in landers(g)]
            out += [("evacuate", unit) for unit in each(evacuable(g, mine & ~roster.immobile & ~g.scattered))]
            if strays(g, ready):
                return out
        if not reserves_over(g, self.by):
            out.append(("end",))
        return out

    def _markers(self, g: Normandy44, ready: Units) -> list[Action]:
        """Strategic movement and the German trucks."""
        if g.turn == 1 or (self.by == GERMAN and not rules_of(g).german_markers):
            return []
        roster = g.board.atlas.roster
        out: list[Action] = []
        clear = ~zone(g, Side(1 - self.by))
        steady = ready & ~(g.disrupted | g.out_of_supply | g.replaced)
        if steady & roster.mech and (g.strategic & roster.side[self.by]).bit_count() < g.board.limits["strategic"]:
            out += [("strategic", unit) for unit in each(steady & roster.mech) if clear & BITS[g.space[unit]]]
        if self.by == GERMAN and g.trucked.bit_count() < g.board.limits["truck"]:
            marching = (g.strategic & roster.german).bit_count() < g.board.limits["strategic"]
            for unit in each(steady & roster.foot):
                if clear & BITS[g.space[unit]]:
                    out.append(("truck", unit))
                    if marching:
                        out.append(("convoy", unit))
        return out

    def _german(self, g: Normandy44, mine: Units) -> list[Action]:
        out: list[Action] = [("enter", unit) for unit in each(arriving_germans(g)) if can_enter(g, unit)]
        out += surrenders(g, GERMAN)
        if not g.cotentin_moved and cotentin(g) & mine:
            out += [("fortress", space) for space in each(g.board.atlas.cherbourg & ~g.allied_control)]
        return out

    def chosen(self, g: Normandy44, action: Action) -> Step:
        verb = action[0]
        if verb == "end":
            return DONE
        if verb in MOVES:
            mode = MOVES[verb]
            left = points_for(g, action[1], mode) if mode >= 0 else 0
            return Call(Moving(by=self.by, unit=action[1], mode=mode, left=left), then=self.again)
        if verb == "enter":
            return Call(Entering(by=self.by, unit=action[1]), then=self.again)
        if verb == "land":
            return Call(Landing(by=self.by, unit=action[1]), then=self.again)
        DEEDS[verb](g, action[1])
        return self

    def again(self, g: Normandy44, _: object) -> Step:
        """The next order."""
        return self

    def refuse(self, g: Normandy44, action: Action) -> Because:
        verb = action[0]
        because: Because | None = None
        if verb in MOVES:
            because = why_not_move(g, self.by, action[1])
            if because is None and verb != "move":
                because = why_not_manner(g, action[1], MOVES[verb])
        elif verb in REFUSALS:
            because = REFUSALS[verb](g, action[1])
            if because is None and verb == "land":
                because = Because("7.1", f"there is no room ashore for {g.board.counters[action[1]].name}")
        elif verb == "entrench":
            because = why_not_build(g, action[1])
        elif verb == "reserve":
            because = why_not_reserve(g, action[1])
        elif verb == "dismantle":
            because = why_not_dismantle(g, action[1])
        elif verb == "end":
            because = why_not_end_phase(g, self.by)
        return because or Because("9.1", "that is not among the orders you can give now")

    def prompt(self, g: Normandy44) -> str:
        if self.by == ALLIED and g.turn == 1:
            return "Move units and land the follow-up wave (engineers first: they open their beach), or end the phase."
        come = "bring on reinforcements" if self.by == GERMAN else f"land units (points: US {g.rp[0]}, CW {g.rp[1]})"
        return f"Move a unit, {come}, put units into reserve or dig in; or end the movement phase."


REFUSALS = {"land": why_not_land, "enter": why_not_enter, "evacuate": why_not_evacuate}
MOVES = {"move": -1, "strategic": STRATEGIC, "truck": TRUCK, "convoy": CONVOY}


def movable(g: Normandy44, side: Side, mine: Units) -> Units:
    """Units that may still move: not scattered, immobile, asleep, nor Ost on turn 1."""
    roster = g.board.atlas.roster
    some: Units = mine & ~(g.moved | g.stayed | g.scattered | roster.immobile)
    if side == GERMAN and some & (roster.restricted | roster.ost):
        some &= ~bound(g)
    return some


@rule("9.1", "17.1", "17.6", "20.2.3", "20.4")
def why_not_move(g: Normandy44, side: Side, unit: int) -> Because | None:
    """Why a unit may not be given a move."""
    roster, bit, name = g.board.atlas.roster, 1 << unit, g.board.counters[unit].name
    mine = presence(g).units[side]
    if movable(g, side, mine) & bit:
        return None
    if not roster.side[side] & bit:
        return Because("9.1", lambda: f"{name} is not yours")
    if not mine & bit:
        return Because("9.1", lambda: f"{name} is not on the map")
    if g.moved & bit:
        return Because("9.1", lambda: f"{name} has moved already")
    if g.stayed & bit:
        return Because("9.1", lambda: f"{name} has had its turn to move and stayed")
    if g.scattered & bit:
        return Because("20.2.3", lambda: f"{name} is scattered")
    if roster.immobile & bit:
        return Because("9.1", lambda: f"{name} cannot move at all")
    if roster.ost & bit and g.turn == 1:
        return Because("17.1", lambda: f"{name} is an Ost battalion and stays on turn 1")
    return Because("17.6", lambda: f"{name} has not been released")


@rule("22.1.2", "26.3.2", "26.3.3")
def strays(g: Normandy44, ready: Units) -> Units:
    """Allied units driven beyond the boundary, or off a scenario's leash, that can move back and have not."""
    atlas, special = g.board.atlas, rules_of(g)
    lost: dict[int, Spaces] = {unit: atlas.home[unit] for unit in each(ready & g.astray)}
    if special.bounded:
        for unit in each(ready):
            back = special.strayed(g, unit)
            if back is not None:
                lost[unit] = back
    found = 0
    for stray, home in lost.items():
        if any(home >> to & 1 for to in Moving(by=ALLIED, unit=stray).destinations(g)):
            found |= 1 << stray
    return found


@rule("15.1", "22.1.2", "26.3.2", "26.3.3")
def why_not_end_phase(g: Normandy44, side: Side) -> Because | None:
    """Who must still move back, or leave reserve, before the phase can end."""
    if reserves_over(g, side):
        return why_not_end_reserves(g)
    left = strays(g, movable(g, side, presence(g).units[side])) if side == ALLIED else 0
    for unit in each(left):
        piece = g.board.counters[unit]
        if g.astray >> unit & 1:
            return Because("22.1.2", f"{piece.name} is too far beyond the army boundary and moves back first")
        number = "26.3.2" if piece.division == "101" else "26.3.3"
        return Because(number, f"{piece.name} is too far from where its division must stay and moves back first")
    return None


def _reserve(g: Normandy44, unit: int) -> None:
    g.reserve |= 1 << unit
    g.moved |= 1 << unit


def _unreserve(g: Normandy44, unit: int) -> None:
    g.reserve &= ~(1 << unit)
    g.tired |= 1 << unit


@rule("17.4")
def _fortress(g: Normandy44, space: Space) -> None:
    """Once a game the Cotentin artillery is picked up and set down in Cherbourg."""
    g.cotentin_moved = True
    for unit in each(cotentin(g)):
        enter(g, unit, space)
        g.moved |= 1 << unit


def _scrap(g: Normandy44, space: Space) -> None:
    scrap(g, space)


DEEDS = {
    "entrench": build,
    "reserve": _reserve,
    "unreserve": _unreserve,
    "evacuate": evacuate,
    "dismantle": dismantle,
    "fortress": _fortress,
    "scrap": _scrap,
}
