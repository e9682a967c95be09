"""5.3 Invasion placement: the wave goes to its approach hexes; Rangers are bound for the cliffs (5.7)."""

from collections.abc import Iterator

from bocage.games.bradley.events import Placed, WaveSailed
from bocage.games.bradley.rules.r05_waves import NewCycle, in_wave, next_wave
from bocage.games.bradley.rules.r08_stacking import has_room
from bocage.games.bradley.sides import ALLIED, BEACHES, OMAHA, UTAH
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, bar, only
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import NOWHERE, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, holds
from bocage.kernel.wording import counted

CLIFFS = 2
"""5.7.1: how far from Pointe du Hoc the Rangers may land."""


@rule("5.0", "5.1.1", "3.1")
class InvasionPlacement(Procedure[Bradley], frozen=True):
    """For each Beach Area: a new cycle if one begins, then the next wave on its approach hexes."""

    beach: int = OMAHA

    def start(self, g: Bradley) -> Step:
        if self.beach >= len(BEACHES):
            return DONE
        return Call(NewCycle(beach=self.beach), then=self.send)

    def send(self, g: Bradley, _: object) -> Step:
        return Call(SendWave(beach=self.beach), then=self.after)

    def after(self, g: Bradley, _: object) -> Step:
        return InvasionPlacement(beach=self.beach + 1)

    def title(self, g: Bradley) -> str:
        return "Invasion placement"


@rule("5.1.10", "5.3.1", "5.7.3")
class SendWave(Procedure[Bradley], frozen=True):
    """The next wave sails: every unit of it is placed on an approach hex. Rangers not used in time go to the pool."""

    beach: int

    def start(self, g: Bradley) -> Step:
        wave = next_wave(g, self.beach)
        if not wave:
            return DONE
        g.wave[self.beach] = wave
        sailing = in_wave(g, self.beach, wave)
        g.planned[self.beach] &= ~sailing
        g.emit(WaveSailed(beach=self.beach, wave=wave, units=tuple(each_unit(sailing)), rule="5.3.1"))
        return self.next(g, None)

    def next(self, g: Bradley, _: object) -> Step:
        left = in_wave(g, self.beach, g.wave[self.beach])
        if left and approach_hexes(g, self.beach, left):
            return Call(PlaceWave(by=ALLIED, beach=self.beach), then=self.next)
        for unit in each_unit(left):
            g.place(unit, g.board.pool[self.beach])
        return DONE

    def title(self, g: Bradley) -> str:
        return f"Wave {g.wave[self.beach]} at {BEACHES[self.beach].title()}"


@rule("5.3.2", "19.3")
def row_of(g: Bradley, beach: int) -> list[Space]:
    """The approach hexes of a Beach Area in order; Utah's northern ones by option 19.3."""
    northern = beach == UTAH and g.options["northern"] == "yes"
    return [approach.space for approach in g.board.approaches[beach] if northern or not approach.northern]


@rule("5.3.2", "5.5.3", "19.1")
def landing_hex(g: Bradley, beach: int, approach: Space) -> Space:
    """Where boats from an approach hex land as the tide stands; by option 19.1 they run over the flats to the beach."""
    over_flats = g.high or (g.options["tide"] != "low" and g.tide == "average")
    return g.board.landfall(beach, approach, high=over_flats)


def approach_hexes(g: Bradley, beach: int, units: Units) -> Spaces:
    """Where any of these units can be placed."""
    row = row_of(g, beach)
    return sum(bit(space) for space in row if any(has_room(g, 1 << unit, space) for unit in each_unit(units)))


@rule("5.3.1", "5.3.2", "5.3.3", "5.3.4", "7.2.2", "5.3")
class PlaceWave(Decision[Bradley], frozen=True):
    """The American places the units of the wave, in combat mode, on approach hexes."""

    beach: int

    def offers(self, g: Bradley) -> Iterator[Offer]:
        units = in_wave(g, self.beach, g.wave[self.beach])
        row = sum(bit(space) for space in row_of(g, self.beach))

        def where(unit: UnitId) -> PickSpace:
            room = sum(bit(space) for space in row_of(g, self.beach) if has_room(g, 1 << unit, space))
            return PickSpace(
                "send",
                g,
                only(row, "5.3.2", "{} is not an approach hex of this Beach Area"),
                only(room, "8.1.1", "{} is full"),
                before=(unit,),
            )

        yield PickUnit("send", g, only(units, "5.3.1", "{} is not in this wave"), then=where)

    def chosen(self, g: Bradley, action: Action) -> Step:
        _, unit, space = action
        g.place(unit, space)
        g.marching &= ~(1 << unit)
        g.emit(Placed(unit=unit, space=space, how="sails to", rule="5.3.1"))
        return DONE

    def prompt(self, g: Bradley) -> str:
        left = in_wave(g, self.beach, g.wave[self.beach]).bit_count()
        return f"Place the wave on its approach hexes: {counted(left, 'unit')} to go."

    def title(self, g: Bradley) -> str:
        return f"Wave {g.wave[self.beach]}"


@rule("5.7", "5.7.1")
def cliff_hexes(g: Bradley) -> Spaces:
    """Pointe du Hoc itself, whose cliff rises behind the shale, and the coast within two hexes of it."""
    board = g.board
    near = board.disc(board.pointe_du_hoc, CLIFFS) & board.land
    coast = near & board.adjacency.spread(board.sea | (board.tidal if g.high else 0))
    return coast | bit(board.pointe_du_hoc)


@rule("5.7.1")
class Rangers(Decision[Bradley], frozen=True):
    """On the first wave's turn the Ranger battalions may go for Pointe du Hoc."""

    def offers(self, g: Bradley) -> Iterator[Offer]:
        waiting = sum(1 << unit for unit in g.board.rangers if g.space[unit] == g.board.pool[OMAHA])

        def where(unit: UnitId) -> PickSpace:
            return PickSpace(
                "climb", g, only(cliff_hexes(g), "5.7.1", "{} is not on the coast by Pointe du Hoc"), before=(unit,)
            )

        yield PickUnit(
            "climb",
            g,
            only(sum(1 << unit for unit in g.board.rangers), "5.7", "{} is not a Ranger battalion"),
            only(waiting, "5.7.1", "{} is not waiting for Pointe du Hoc"),
            bar(sum(1 << unit for unit in g.climbing), "5.7.1", "{} has its landing hex"),
            then=where,
        )
        yield Act("done")

    def chosen(self, g: Bradley, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        _, unit, space = action
        g.climbing[unit] = space
        g.emit(Placed(unit=unit, space=space, how="makes for", rule="5.7.1"))
        return self

    def prompt(self, g: Bradley) -> str:
        return "Do Rangers land at Pointe du Hoc?"

    def title(self, g: Bradley) -> str:
        return "Rangers"


def coast_of_column(g: Bradley, column: int) -> Space:
    """The northernmost dry hex of a column."""
    board = g.board
    assert board.grid is not None
    for row in range(board.grid.rows):
        space = board.grid.at(column - 1, row)
        if space != NOWHERE and holds(g.dry, space):
            return space
    return NOWHERE
