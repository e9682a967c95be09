"""The counters as the rules look at them: sets of counters by army, type and size; divisions and formations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from bocage.games.darksummer.records import Unit
from bocage.games.darksummer.sides import ALLIED, GERMAN, Army
from bocage.kernel.ids import UnitId, Units

if TYPE_CHECKING:
    from bocage.games.darksummer.board import DarkBoard

NO_DIVISION = -1


class Roster:
    """Sets of counters, worked out once."""

    def __init__(self, board: DarkBoard) -> None:
        self.counters = board.units
        where = self._where
        self.side: tuple[Units, Units] = (where(lambda u: u.side == ALLIED), where(lambda u: u.side == GERMAN))
        self.army: tuple[Units, ...] = tuple(self._same("army", army) for army in Army)
        self.us_only: Units = where(lambda u: u.nation == "us")
        self.strongpoints: Units = where(lambda u: u.type == "strongpoint")
        self.ost: Units = where(lambda u: u.type == "ost")
        self.hidden: Units = self.strongpoints | self.ost
        self.flak: Units = where(lambda u: u.type == "flak")
        self.airborne: Units = where(lambda u: u.type in ("para", "glider"))
        self.withdrawable: Units = where(lambda u: u.side == ALLIED and u.type in ("para", "glider", "special"))
        """8.3: paratroopers, gliders, Rangers, Special Service."""
        self.motor: Units = where(lambda u: u.motorized)
        self.immobile: Units = where(lambda u: u.move == 0)
        self.battalions: Units = where(lambda u: u.size == "battalion")
        self.kampfgruppen: Units = where(lambda u: u.size == "kampfgruppe")
        self.tigers: Units = where(lambda u: u.type == "tiger")
        self.allied_armor: Units = where(lambda u: u.side == ALLIED and u.type in ("armor", "cavalry"))
        """11.6: what makes Flak guns turn on tanks."""
        self.uncounted: Units = self.battalions | self.strongpoints
        """5.1: these stack for free."""
        self.projecting: Units = where(lambda u: u.move >= 0) & ~self.uncounted
        """6.0: regiments, brigades, commands and Kampfgruppen have a zone."""
        self.unreplaceable: Units = where(lambda u: not u.replaceable)
        self.wave: tuple[Units, ...] = tuple(self._same("wave", n) for n in range(4))
        self.ranger: UnitId = next(
            UnitId(n) for n, u in enumerate(self.counters) if u.wave == 1 and u.type == "special"
        )
        """11.4.2: the Rangers before Pointe du Hoc."""
        self._form()

    def _where(self, wanted: Callable[[Unit], bool]) -> Units:
        return sum(1 << n for n, unit in enumerate(self.counters) if wanted(unit))

    def _same(self, field: str, value: object) -> Units:
        return self._where(lambda unit: getattr(unit, field) == value)

    def _form(self) -> None:
        """Divisions for stacking (5.1) and formations for entry and reaction (2.4)."""
        names = sorted({u.division for u in self.counters if u.division})
        self.divisions: tuple[str, ...] = tuple(names)
        self.of_division: tuple[Units, ...] = tuple(self._same("division", name) for name in names)
        index = {name: n for n, name in enumerate(names)}
        free = self.airborne | self.flak | self.uncounted
        self.stacks_as: list[int] = [
            NO_DIVISION if free >> n & 1 or not u.division else index[u.division] for n, u in enumerate(self.counters)
        ]
        """By counter, the division that fills a hex; airborne, Flak and battalions fill none."""
        self.formation: list[Units] = [
            self.of_division[index[u.division]] if u.division else 1 << n for n, u in enumerate(self.counters)
        ]
        """By counter, all of its formation: its division, or itself alone."""
