"""26. The Cherbourg scenario: twelve turns of the Cotentin, with rules of its own for nearly everything received."""

from bocage.games.normandy44.rules.r08_zones_of_control import presence
from bocage.games.normandy44.rules.r17_cadres import withdraw
from bocage.games.normandy44.rules.r18_supply import cherbourg_sources, linked, supplied
from bocage.games.normandy44.scenario import ScenarioRules, register
from bocage.games.normandy44.sides import ALLIED, GERMAN, GERMAN_ARMOR
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.bars import Bar, bar
from bocage.kernel.counters import each_unit
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each
from bocage.kernel.state import Outcome
from bocage.kernel.wording import counted

TETHERS = {"101": ("carentan", 4), "82": ("drop-82", 3)}
TETHERED_FROM = 3
REPLACEMENTS_FROM = 3
POSITIONS_FROM = 5
SUPPLY_BOUGHT_FROM = 7
MOST_AIR = 2
WEAK_INFANTRY_ROLL = 5


@rule("26.2.1")
def roads_south(g: Normandy44) -> Spaces:
    """The first hex of every road that leads south over the June 27 line."""
    hexes: Spaces = g.board.tags["roads-south"]
    return hexes


@rule("26.3.1")
def peninsula_cut(g: Normandy44) -> bool:
    """Can no city hex of Cherbourg trace a line to the south?"""
    return not linked(g, GERMAN, roads_south(g)) & g.board.atlas.cherbourg & ~g.allied_control


def carentan_taken(g: Normandy44) -> bool:
    """Do the Allies control Carentan?"""
    return not g.board.tags["carentan"] & ~g.allied_control


@rule("26.3.1")
def inside_perimeter(g: Normandy44) -> Units:
    """Allied units in supply inside the Cherbourg perimeter, headquarters not counted."""
    inside = g.board.atlas.perimeter & supplied(g, ALLIED)
    some = presence(g).units[ALLIED] & ~g.board.atlas.roster.hq
    return sum(1 << unit for unit in each_unit(some) if inside >> g.space[unit] & 1)


@register
class Cherbourg(ScenarioRules):
    """The Cherbourg scenario."""

    id = "cherbourg"
    bounded = True
    automatic_victory = False  # 26.3.1
    german_markers = False  # 26.3.4
    mulberries = False  # 26.2.7: the harbour at Omaha is taken as finished on turn 7
    fortress_only = True  # 26.2.2
    beaches = ("utah",)
    worth_note = "the Allies need Carentan, and a supplied unit inside the perimeter or the peninsula cut (26.3.1)"

    @rule("26.1")
    def closed(self, g: Normandy44, unit: UnitId) -> Spaces:
        """Nobody enters column 15; the Allies stay north of the June 27 line."""
        column: Spaces = g.board.tags["column-15"]
        if g.board.atlas.roster.german >> unit & 1:
            return column
        return column | g.board.atlas.land & ~g.board.tags["june-27"]

    # --- the two airborne divisions (26.3.2, 26.3.3) ---

    def leash(self, g: Normandy44, unit: UnitId) -> Spaces | None:
        """The hexes to which a unit is tied, if it is."""
        tie = TETHERS.get(g.board.counters[unit].division)
        if tie is None or g.turn < TETHERED_FROM or not g.board.atlas.roster.us >> unit & 1:
            return None
        name, radius = tie
        ground = 0
        for centre in each(g.board.tags[name]):
            ground |= g.board.atlas.near(centre, radius)
        return ground

    @rule("26.3.2", "26.3.3")
    def tether(self, g: Normandy44, unit: UnitId) -> Spaces:
        """From turn 3 the 101st stays near Carentan and the 82nd near its drop hexes; a stray moves no further away."""
        ground = self.leash(g, unit)
        if ground is None:
            return 0
        at = g.space[unit]
        while at < g.board.atlas.size and not ground >> at & 1:
            ground |= g.board.adjacency.spread(ground)
        return g.board.atlas.land & ~ground

    @rule("26.1", "26.3.2", "26.3.3")
    def shut_rows(self, g: Normandy44, unit: UnitId) -> tuple[Bar, ...]:
        """The closed column, the line, or the leash of an airborne division."""
        piece = g.board.counters[unit]
        rows = (
            bar(g.board.tags["column-15"], "26.1", "nobody enters column 15, in which {} lies"),
            bar(self.closed(g, unit), "26.1", "{} lies beyond the June 27 line, which no Allied unit crosses"),
        )
        shut = self.tether(g, unit)
        if not shut:
            return rows
        name, radius = TETHERS[piece.division]
        centre = "Carentan" if name == "carentan" else "a drop hex of the 82nd"
        return (*rows, bar(shut, self.tie(g, unit), f"{piece.name} stays within {counted(radius, 'hex')} of {centre}"))

    def tie(self, g: Normandy44, unit: UnitId) -> str:
        """The rule that ties a unit down: the 101st to Carentan, the 82nd to its drop hexes."""
        return "26.3.2" if g.board.counters[unit].division == "101" else "26.3.3"

    @rule("26.3.2", "26.3.3")
    def idle(self, g: Normandy44) -> Units:
        """Strays do not attack until they are back."""
        return sum(1 << unit for unit in each_unit(presence(g).units[ALLIED]) if self.strayed(g, unit) is not None)

    @rule("26.3.2", "26.3.3")
    def strayed(self, g: Normandy44, unit: UnitId) -> Spaces | None:
        """A stray must move back within reach if it can."""
        ground = self.leash(g, unit)
        return ground if ground is not None and not ground >> g.space[unit] & 1 else None

    # --- what each side receives (26.2) ---

    @rule("26.2.1")
    def supply_sources(self, g: Normandy44, side: Side) -> Spaces | None:
        """Germans trace to Cherbourg or to any road that leads south over the line."""
        return None if side == ALLIED else cherbourg_sources(g) | roads_south(g)

    @rule("26.2.1", "26.3.1")
    def clear_country(self, g: Normandy44, side: Side) -> Spaces:
        """Beyond the line the roads count as clear of Allied zones, and so of the bonds that zones make."""
        return 0 if side == ALLIED else g.board.atlas.land & ~g.board.tags["june-27"]

    @rule("26.2.2")
    def german_supply(self, g: Normandy44) -> int:
        """One point on a turn that is not clear."""
        return int(g.turn >= 2 and g.board.weather[g.row].weather != "clear")

    @rule("26.2.3")
    def replacements(self, g: Normandy44) -> dict[str, int]:
        """From turn 3: poor German infantry on a 5; what the table gives the Americans on odd rolls."""
        found: dict[str, int] = {}
        if g.turn >= REPLACEMENTS_FROM:
            row = g.board.weather[g.row]
            found["german-weak"] = int(g.row == WEAK_INFANTRY_ROLL)
            if g.row % 2:
                found |= {"us-infantry": row.us_infantry, "us-armor": row.us_armor}
        return found

    @rule("26.2.3")
    def may_use(self, g: Normandy44, kind: int) -> bool:
        """The one German armor replacement waits for a storm, or for a rolled 1 where storms have their date (28.1)."""
        dated = g.options.get("storm") == "historical"
        return kind != GERMAN_ARMOR or g.board.weather[g.row].weather == "storm" or (dated and g.one_rolled)

    @rule("26.2.4")
    def air(self, g: Normandy44) -> tuple[int, int]:
        """US aircraft only, two at most."""
        return min(g.board.weather[g.row].air_us, MOST_AIR), 0

    @rule("26.2.4")
    def naval(self, g: Normandy44) -> tuple[int, int]:
        """One US ship; the second comes only to bombard Cherbourg."""
        return (2 if g.bombardment == 0 else 1), 0

    @rule("26.2.4")
    def ships_kept(self, g: Normandy44) -> int:
        """The ship that is there for the bombardment alone."""
        return int(g.bombardment == 0)

    @rule("26.2.5")
    def german_positions(self, g: Normandy44) -> int:
        """One on overcast turns from turn 5."""
        return int(g.turn >= POSITIONS_FROM and g.board.weather[g.row].weather == "overcast")

    @rule("26.2.6")
    def arrival_turn(self, g: Normandy44, unit: UnitId) -> int:
        """The 77th Division comes a turn later than in the campaign."""
        for row in g.board.scenarios[self.id].arrival:
            if row.unit == g.board.counters[unit].id:
                turn: int = row.turn
                return turn
        return 0

    @rule("26.2.6")
    def arrival_hexes(self, g: Normandy44, unit: UnitId) -> Spaces | None:
        """And at La Haye-du-Puits."""
        for row in g.board.scenarios[self.id].arrival:
            if row.unit == g.board.counters[unit].id:
                return BITS[g.board.space(row.hex)]
        return 0

    @rule("26.2.7")
    def reinforcement_points(self, g: Normandy44) -> tuple[int, int]:
        """Three US points on overcast turns, four on clear ones: the scenario's card says so."""
        return super().reinforcement_points(g)

    @rule("26.2.7")
    def barred(self, g: Normandy44) -> Units:
        """The 2nd Infantry and 2nd Armored Divisions do not come."""
        divisions = g.board.atlas.roster.by_division
        return sum(divisions[name] for name in g.board.scenarios[self.id].barred)

    @rule("26.2.2", "26.2.7")
    def may_buy_supply(self, g: Normandy44, army: int) -> bool:
        """From turn 7."""
        return army == 0 and g.turn >= SUPPLY_BOUGHT_FROM

    # --- the end (26.3) ---

    @rule("26.3.2")
    def after_end_phase(self, g: Normandy44) -> None:
        """The parachutists of 6FJ leave once Carentan is occupied."""
        if presence(g).hexes[ALLIED] & g.board.tags["carentan"]:
            for unit, piece in enumerate(g.board.counters):
                if piece.brigade == "6FJ" and 0 <= g.space[unit] < g.board.atlas.size:
                    withdraw(g, UnitId(unit), "26.3.2", "leaves with the fall of Carentan")

    @rule("26.3.1")
    def outcome(self, g: Normandy44) -> Outcome:
        """Carentan, and either a foothold inside the perimeter or the peninsula cut."""
        if carentan_taken(g) and (inside_perimeter(g) or peninsula_cut(g)):
            return Outcome(ALLIED, "Allied victory")
        return Outcome(GERMAN, "German victory")

    def worth(self, g: Normandy44) -> dict[Space, str]:
        """Carentan, and the ground inside the perimeter."""
        found = dict.fromkeys(each(g.board.atlas.perimeter), "inside")
        return found | dict.fromkeys(each(g.board.tags["carentan"]), "needed")

    def standing(self, g: Normandy44) -> str:
        """The conditions as they are."""
        carentan = g.sides[ALLIED if carentan_taken(g) else GERMAN]
        line = "cut" if peninsula_cut(g) else "open"
        return f"Carentan {carentan}, peninsula {line}, {inside_perimeter(g).bit_count()} units inside the perimeter"
