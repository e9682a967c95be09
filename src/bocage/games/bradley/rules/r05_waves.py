"""5.1 to 5.2: invasion waves and cycles, and what goes into them."""

from collections.abc import Iterator
from functools import cache, lru_cache

from bocage.games.bradley.board import BradleyBoard
from bocage.games.bradley.events import Placed
from bocage.games.bradley.loading import Slot
from bocage.games.bradley.sides import ALLIED, BEACHES, OMAHA
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickWord, bar, only
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import UnitId, Units
from bocage.kernel.rulebook import rule

WAVES = ("pool", "first", "second", "third")
LAST_DAYLIGHT = 8
"""5.1.6: the evening's cycle has one wave before night falls."""


def waiting_units(g: Bradley, beach: int) -> Units:
    """The units in the landing pool of a Beach Area."""
    return g.here.get(g.board.pool[beach], 0)


def in_wave(g: Bradley, beach: int, wave: int) -> Units:
    """The units in a wave box."""
    return g.here.get(g.board.wave_boxes[beach][wave - 1], 0)


@rule("5.1", "5.1.2", "5.1.3", "5.1.9")
def wave_limit(g: Bradley, beach: int, wave: int) -> tuple[int, tuple[Slot, ...]]:
    """The most units of a wave in the present cycle, and what kinds it asks for."""
    return g.board.charts.waves[beach, g.cycle[beach] == 1, wave]


@rule("5.1.6")
def open_waves(g: Bradley) -> int:
    """How many waves of a new cycle can still land before dark."""
    return 1 if g.turn == LAST_DAYLIGHT else 3


@cache
def suiting(board: BradleyBoard, slot: Slot) -> Units:
    """The units of the kind that a slot asks for."""
    if slot.type == "any":
        return -1
    kinds = {"infantry": board.infantry & ~board.engineers, "artillery": board.artillery, "armour": board.armour}
    rangers = board.of_type("ranger") if slot.type == "infantry" else 0
    found = kinds[slot.type] if slot.type in kinds else board.of_type(slot.type)
    ours = sum(
        1 << n for n, unit in enumerate(board.units) if slot.whose in {"", unit.regiment, unit.battalion, unit.id}
    )
    return found & ~rangers & ours


@rule("5.1.2", "5.2.3")
def fits(g: Bradley, unit: UnitId, beach: int, wave: int) -> bool:
    """Whether a wave box has a free slot for a unit, with those that are in it already."""
    most, slots = wave_limit(g, beach, wave)
    aboard = in_wave(g, beach, wave)
    if aboard.bit_count() >= most:
        return False
    places = tuple(suiting(g.board, slot) for slot in slots for _ in range(slot.number))
    return _assignable((*each_unit(aboard), unit), places)


@lru_cache(maxsize=20_000)
def _assignable(units: tuple[UnitId, ...], places: tuple[Units, ...]) -> bool:
    """Whether units can be dealt to places, each of which takes some of them: a matching."""
    taken: dict[int, UnitId] = {}

    def seat(unit: UnitId, seen: set[int]) -> bool:
        for n, place in enumerate(places):
            if n not in seen and place >> unit & 1:
                seen.add(n)
                if n not in taken or seat(taken[n], seen):
                    taken[n] = unit
                    return True
        return False

    return all(seat(unit, set()) for unit in units)


@rule("5.1.4", "5.1.5", "5.1.6", "5.1.7", "5.1.11")
class NewCycle(Procedure[Bradley], frozen=True):
    """When all wave boxes are empty a new cycle begins: every unit in the pool is given its wave, or kept back."""

    beach: int

    def start(self, g: Bradley) -> Step:
        beach = self.beach
        if not starts_cycle(g, beach):
            return DONE
        g.cycle[beach] += 1
        g.wave[beach] = 0
        g.waves_open[beach] = open_waves(g)
        g.planned[beach] = 0
        return self.next(g, None)

    def next(self, g: Bradley, _: object) -> Step:
        left = waiting_units(g, self.beach) & ~g.planned[self.beach]
        if not left:
            return DONE
        unit = each_unit(left)[0]
        return Call(Allocate(by=ALLIED, beach=self.beach, unit=unit), then=self.next)

    def title(self, g: Bradley) -> str:
        return f"Cycle {g.cycle[self.beach]} at {BEACHES[self.beach].title()}"


@rule("5.1.7", "5.1.11")
def starts_cycle(g: Bradley, beach: int) -> bool:
    """A new cycle begins in daylight once all three waves have gone; each morning begins with one."""
    if BEACHES[beach] not in g.rules.beaches or not g.board.charts.turns[g.turn].landing:
        return False
    return g.wave[beach] >= g.waves_open[beach]


@rule("5.8.4")
def sails_first(g: Bradley, unit: UnitId, beach: int) -> bool:
    """The swimming tanks sail with the first wave of the first cycle, whether they swim or not."""
    return beach == OMAHA and g.cycle[beach] == 1 and bool(g.board.swimmers >> unit & 1)


@rule("5.1.3", "5.1.8", "5.1.10", "5.2.2")
class Allocate(Decision[Bradley], frozen=True):
    """One unit of the pool: into which wave? Asked of every unit, so that nobody can count what goes where."""

    beach: int
    unit: UnitId
    asks_always = True

    def offers(self, g: Bradley) -> Iterator[Offer]:
        waves = range(1, open_waves(g) + 1)
        room = 1 | sum(1 << wave for wave in waves if fits(g, self.unit, self.beach, wave))
        dark = sum(1 << wave for wave in range(open_waves(g) + 1, 4))
        name = g.board.units[self.unit].name
        late = ~(1 << 1) if sails_first(g, self.unit, self.beach) else 0
        yield PickWord(
            "wave",
            WAVES,
            only((1 << len(WAVES)) - 1, "5.1", "there is no such wave"),
            bar(late, "5.8.4", f"{name} lands with the first wave"),
            bar(dark, "5.1.6", "night falls before the {} wave"),
            only(room, "5.1.9", f"the {{}} wave has no room for {name}"),
        )

    def chosen(self, g: Bradley, action: Action) -> Step:
        g.planned[self.beach] |= 1 << self.unit
        if action[1]:
            box = g.board.wave_boxes[self.beach][action[1] - 1]
            g.place(self.unit, box)
            g.emit(Placed(unit=self.unit, space=box, how="joins", rule="5.1.6", audience=(ALLIED,)))
        return DONE

    def prompt(self, g: Bradley) -> str:
        return f"In which wave does {g.board.units[self.unit].name} land?"

    def title(self, g: Bradley) -> str:
        return f"Allocate {g.board.units[self.unit].name}"


@rule("5.2.1", "5.2")
def next_wave(g: Bradley, beach: int) -> int:
    """The wave that lands in this turn; 0 if none does."""
    if BEACHES[beach] not in g.rules.beaches or not g.board.charts.turns[g.turn].landing:
        return 0
    return g.wave[beach] + 1 if g.wave[beach] < g.waves_open[beach] else 0


def first_wave_of_all(g: Bradley) -> bool:
    """5.7.1, 5.8.4: the first wave of the first cycle."""
    return g.cycle[OMAHA] == 1 and g.wave[OMAHA] == 1
