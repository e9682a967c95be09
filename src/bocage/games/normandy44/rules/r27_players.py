"""27. Three or four players: who leads which counters, how the Germans share supply, and whose aircraft fly for whom.

Two Allied players lead an army each, two German players the forces on either side of the Army Boundary. The phases stay
those of a side: `seats_for` tells which of its players may take an action.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bocage.games.normandy44.rules.r02_control import cotentin
from bocage.games.normandy44.rules.r21_beaches import MulberryHex
from bocage.games.normandy44.rules.r22_special_rules import AIRBORNE
from bocage.games.normandy44.scenario import rules_of
from bocage.games.normandy44.sides import ALLIED, GERMAN, MOST_SUPPLY
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, Pick, only
from bocage.kernel.counters import each_unit, lowest
from bocage.kernel.flow import Call, Decision, Done, Frame, Procedure, Step, waiting
from bocage.kernel.game import Seat
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import first
from bocage.kernel.verdict import Because

WEST, EAST = "Seventh Army", "Panzer Group West"
US, CW = "US", "Commonwealth"
SEATS: dict[str, tuple[str, ...]] = {
    "two": ("German", "Allied"),
    "two-allies": ("German", US, CW),
    "two-germans": (WEST, EAST, "Allied"),
    "four": (WEST, EAST, US, CW),
}
UNIT_VERBS = frozenset({
    "replace", "return", "mobilize", "move", "strategic", "truck", "convoy", "enter", "land", "evacuate", "entrench",
    "reserve", "unreserve", "dismantle", "remove", "with", "main", "artillery", "fortress-artillery", "lose", "stand",
    "fallback", "perish", "advance",
})  # fmt: skip
ARMY_VERBS = frozenset({"buy", "strafe"})
BRITISH_AIRBORNE = "6Abn"


def seating(options: Mapping[str, str]) -> tuple[Seat, ...]:
    """The players' places when the sides are shared like this."""
    names = SEATS[options["players"]]
    return tuple(Seat(name, ALLIED if name in (US, CW, "Allied") else GERMAN) for name in names)


def players(g: Normandy44) -> str:
    """How the sides are manned."""
    return g.options.get("players", "two")


def two_allies(g: Normandy44) -> bool:
    """Is there a player for each Allied army?"""
    return players(g) in ("two-allies", "four")


def two_germans(g: Normandy44) -> bool:
    """Is there a German player for each front? Cherbourg has only one."""
    return players(g) in ("two-germans", "four") and not rules_of(g).fortress_only


# --- who leads what ----------------------------------------------------------------------------------


@rule("27")
def commander(g: Normandy44, unit: UnitId) -> str:
    """The seat that leads a counter: its army's, or for Germans that of the front it stands on or arrives at."""
    roster = g.board.atlas.roster
    if roster.allied >> unit & 1:
        return (US if roster.us >> unit & 1 else CW) if two_allies(g) else "Allied"
    if two_germans(g):
        return WEST if _faces_us(g, unit) else EAST
    return SEATS[players(g)][0]


def _faces_us(g: Normandy44, unit: UnitId) -> bool:
    """On the map the boundary tells; reinforcements go by their entry zone, all others by where they began."""
    piece, space = g.board.counters[unit], g.space[unit]
    if not 0 <= space < g.board.atlas.size:
        if piece.zone:
            return bool(piece.zone == "green")
        if piece.start not in g.board.ids:
            return True  # the two mobilising divisions hold the Cotentin
        space = g.board.ids[piece.start]
    return bool(g.board.tags["front-west"] >> space & 1)


def side_seats(g: Normandy44, side: Side) -> tuple[str, ...]:
    """All seats of a side."""
    if side == GERMAN:
        return (WEST, EAST) if two_germans(g) else SEATS[players(g)][:1]
    return (US, CW) if two_allies(g) else ("Allied",)


@rule("27")
def seats_for(g: Normandy44, frame: Decision[Any], action: Action) -> tuple[str, ...]:
    """Who may take an action: the leader of the unit or army it concerns, otherwise any player of the side."""
    seats = side_seats(g, frame.by)
    if len(seats) == 1:
        return seats
    if isinstance(frame, FrontSplit):
        return (EAST,)  # the player who faces the Commonwealth has the final say
    if action[0] == "fortress-supply":
        return (WEST,)
    if isinstance(frame, AirConsent | MulberryHex):
        return ((US, CW)[frame.army],)
    owner = _owner(g, action)
    if owner:
        return (owner,)
    if action[0] in UNIT_VERBS and g.board.atlas.roster.side[frame.by] >> action[1] & 1:
        return (commander(g, action[1]),)
    concerned = _concerned(g, frame)
    if not concerned and (beach := _beach(g)) >= 0 and frame.by == GERMAN:
        return (_front(g, beach),)  # 20.3.2: the loss of an exchange on a beach
    found = {commander(g, unit) for unit in each_unit(concerned)}
    return tuple(seat for seat in seats if seat in found) or seats


def _beach(g: Normandy44) -> Space:
    """The beach hex that is being assaulted, if one is."""
    for below, _ in g.stack:
        tag = getattr(below, "beach", None)
        if isinstance(tag, str):
            return first(g.board.tags[tag])
    return NOWHERE


@rule("27")
def _owner(g: Normandy44, action: Action) -> str:
    """Whose an action is that names an army, a division or a place rather than a unit; empty for all others."""
    verb, thing = action[0], action[-1]
    if verb in ARMY_VERBS:
        return (US, CW)[thing] if two_allies(g) else ""
    if verb == "nation":
        return CW
    if verb == "home":
        return CW if AIRBORNE[thing] == BRITISH_AIRBORNE else US
    if verb == "scrap" and (g.ip_us | g.ip_cw) >> thing & 1:
        return US if g.ip_us >> thing & 1 else CW
    if verb == "scrap":
        return _front(g, thing)
    return commander(g, lowest(cotentin(g))) if verb == "fortress" else ""


def _front(g: Normandy44, space: Space) -> str:
    """The German player who leads in a hex."""
    return WEST if g.board.tags["front-west"] >> space & 1 else EAST


def _concerned(g: Normandy44, frame: Decision[Any]) -> int:
    """The deciding side's units that a decision is about, or whose battle it is, if it is about any."""
    mine = g.board.atlas.roster.side[frame.by]
    found: int = getattr(frame, "units", 0)
    if getattr(frame, "unit", -1) >= 0:
        found |= 1 << frame.unit  # type: ignore[attr-defined]
    return found & mine or _in_battle(g, frame.by) & mine


def _in_battle(g: Normandy44, side: Side) -> int:
    """A side's units in the battle that is going on, those that still live."""
    found = 0
    for below, _ in g.stack:
        assault = getattr(below, "assault", None)
        if assault is not None:
            defenders = getattr(below, "defenders", 0) or g.here.get(assault.target, 0)
            found |= assault.attackers if assault.by == side else defenders
    return found


@rule("27")
def why_not_seat(g: Normandy44, seat: str, action: Action) -> Because | None:
    """May the player in this seat take this action?"""
    frame = waiting(g)
    if frame is None or frame.by not in (GERMAN, ALLIED) or seat in seats_for(g, frame, action):
        return None
    leaders = " or ".join(seats_for(g, frame, action))
    return Because("27", f"that is for {leaders} to decide")


# --- German supply -----------------------------------------------------------------------------------


@rule("27", "5.2")
def army_stock(g: Normandy44, space: Space) -> str:
    """The stock that pays for artillery in a hex: Panzer Group West's on its front, if it has a player."""
    if two_germans(g) and not g.board.tags["front-west"] >> space & 1:
        return "supply_pgw"
    return "supply_7th"


@rule("27")
class FrontSplit(Decision[Normandy44], frozen=True, kw_only=True):
    """How many supply points go to Panzer Group West? The rest, which is the result, stays with Seventh Army."""

    points: int

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        most = (1 << self.points + 1) - 1
        yield Pick("front-supply", str, only(most, "27", f"there are {self.points} points to share out"))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        g.supply_pgw = min(g.supply_pgw + action[1], MOST_SUPPLY)
        return Done(self.points - action[1])

    def prompt(self, g: Normandy44) -> str:
        return f"How many of {self.points} supply points go to Panzer Group West?"


@rule("27")
class OpeningSplit(Procedure[Normandy44], frozen=True, kw_only=True):
    """Before the first turn the two German players share Seventh Army's stock; then the game begins."""

    called = "Before the invasion"

    def start(self, g: Normandy44) -> Step:
        return Call(FrontSplit(by=GERMAN, points=g.supply_7th), then=self.shared)

    def shared(self, g: Normandy44, left: int) -> Step:
        """The invasion turn follows."""
        g.supply_7th = left
        return first_turn()


def first_turn() -> Frame:
    """The frame that a game begins with."""
    from bocage.games.normandy44.rules.r03_sequence import INVASION, Turn  # the sequence stands on this chapter

    return Turn(names=INVASION)


def opening(g: Normandy44) -> Frame:
    """The first frame of a game with its players."""
    return OpeningSplit() if two_germans(g) and g.supply_7th else first_turn()


# --- Allied aircraft ---------------------------------------------------------------------------------


@rule("27")
def needs_consent(g: Normandy44, air_of: int, army: int) -> bool:
    """Must the other Allied player agree to lend an air unit?"""
    return two_allies(g) and air_of != army


@rule("27")
class AirConsent(Decision[Normandy44], frozen=True, kw_only=True):
    """Does the owner of an air unit lend it to the other army's attack? The result says so."""

    army: int
    target: Space

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield Act("agree")
        yield Act("decline")

    def chosen(self, g: Normandy44, action: Action) -> Step:
        return Done(action[0] == "agree")

    def prompt(self, g: Normandy44) -> str:
        whose = (US, CW)[self.army]
        return f"{whose}: lend an air unit to the attack on {g.board.space_title(self.target)}?"
