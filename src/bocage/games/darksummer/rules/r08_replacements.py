"""8.2 Replacements: reduced units in supply are rebuilt, the Allies' first."""

from collections.abc import Iterator

from bocage.games.darksummer.events import Rebuilt
from bocage.games.darksummer.records import REPLACEMENT_NAMES, REPLACEMENTS
from bocage.games.darksummer.rules.r13_supply import out_of_supply
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickUnit, PickWord, bar, only
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side, UnitId
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit

FIRST_GERMAN = REPLACEMENTS.index("german_infantry")


@rule("8.2.1")
def kinds_for(g: DarkSummer, unit: UnitId) -> int:
    """The kinds of replacements that rebuild a unit, as bits."""
    counter = g.board.units[unit]
    names = g.board.rebuilding.get((counter.nation, counter.type), ())
    return sum(1 << REPLACEMENTS.index(name) for name in names)


@rule("8.2", "7.2.1")
def received(g: DarkSummer, side: Side) -> tuple[int, ...]:
    """What the weather gives a side, by kind."""
    row = g.board.replacements[g.weather]
    mine = range(FIRST_GERMAN) if side == ALLIED else range(FIRST_GERMAN, len(REPLACEMENTS))
    return tuple(getattr(row, name) if n in mine else 0 for n, name in enumerate(REPLACEMENTS))


def left_kinds(stock: tuple[int, ...]) -> int:
    """The kinds of which some are left, as bits."""
    return sum(1 << n for n, many in enumerate(stock) if many)


@rule("8.2")
class ReplacementPhase(Procedure[DarkSummer], frozen=True):
    """First the Allied, then the German player rebuilds units; what is not used is lost."""

    def start(self, g: DarkSummer) -> Step:
        return self._ask(g, ALLIED)

    def german(self, g: DarkSummer, _: object) -> Step:
        return self._ask(g, GERMAN)

    def finish(self, g: DarkSummer, _: object) -> Step:
        return DONE

    def _ask(self, g: DarkSummer, side: Side) -> Step:
        then = self.german if side == ALLIED else self.finish
        decision = Rebuild(by=side, stock=received(g, side))
        return Call(decision, then=then) if rebuildable(g, side, decision.stock).open() else then(g, None)

    def title(self, g: DarkSummer) -> str:
        return "Replacements"


@rule("8.2", "8.2.1", "8.2.2")
def rebuildable(g: DarkSummer, side: Side, stock: tuple[int, ...]) -> PickUnit:
    """The units that may be rebuilt now, and why not the others."""
    roster, atlas = g.board.roster, g.board.atlas
    here = g.on_map() | g.in_hexes(atlas.boxes_in_play & ~bit(atlas.lost))
    reduced = g.reduced() & roster.side[side]
    kinds = left_kinds(stock)
    suited = sum(1 << unit for unit in each_unit(reduced) if kinds_for(g, unit) & kinds)
    return PickUnit(
        "rebuild",
        g,
        only(roster.side[side], "8.2.2", "{} is not yours"),
        bar(roster.unreplaceable, "8.2", "{} cannot receive replacements"),
        only(reduced, "8.2.2", "{} is not reduced"),
        only(here, "8.2.2", "{} is not in play"),
        bar(out_of_supply(g, suited & here), "13.4", "{} is out of supply"),
        only(suited, "8.2.1", "there are no replacements left for {}"),
        then=lambda unit: PickWord(
            "rebuild",
            REPLACEMENTS,
            only(kinds_for(g, unit), "8.2.1", lambda n: f"{_named(n)} do not suit {g.board.unit_title(unit)}"),
            only(kinds, "8.2", lambda n: f"there are no {_named(n)} left"),
            before=(unit,),
        ),
    )


def _named(kind: int) -> str:
    return f"{REPLACEMENT_NAMES[REPLACEMENTS[kind]]} replacements"


@rule("8.2.2")
class Rebuild(Decision[DarkSummer], frozen=True):
    """Which reduced unit is rebuilt, and with what?"""

    stock: tuple[int, ...]

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        yield rebuildable(g, self.by, self.stock)
        yield Act("done")

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        unit, kind = UnitId(action[1]), action[2]
        g.steps[unit] = 2
        g.touch()
        g.emit(Rebuilt(unit=unit, replacement=REPLACEMENTS[kind], rule="8.2.2"))
        me = replace(self, stock=tuple(many - (n == kind) for n, many in enumerate(self.stock)))
        return me if rebuildable(g, self.by, me.stock).open() else DONE

    def prompt(self, g: DarkSummer) -> str:
        left = ", ".join(f"{many} {REPLACEMENT_NAMES[REPLACEMENTS[n]]}" for n, many in enumerate(self.stock) if many)
        return f"Which unit is rebuilt? Left: {left}."

    def title(self, g: DarkSummer) -> str:
        return f"{g.sides[self.by]} replacements"
