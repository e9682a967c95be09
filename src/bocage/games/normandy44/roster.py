"""What the counters are: sets by kind and values by step, compiled once from the counter list.

A three-step unit on its last step is a cadre (17.9): it shows the values of its cadre type, and cannot attack.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from bocage.games.normandy44.records import Piece
from bocage.kernel.counters import each_unit, union
from bocage.kernel.ids import Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS

if TYPE_CHECKING:
    from bocage.games.normandy44.board import Normandy44Board

FOOT_KINDS = frozenset(
    {"infantry", "airborne", "glider", "bicycle", "security", "engineer", "fortress", "ost", "strongpoint"}
)
INFANTRY_KINDS = (FOOT_KINDS - {"strongpoint"}) | {"panzergrenadier", "motorized"}
ARMORED_KINDS = frozenset({"armor", "recon", "tank", "spat"})


class Roster:
    """Sets of counters and their values at each number of steps."""

    def __init__(self, board: "Normandy44Board") -> None:
        counters = board.counters
        self.count = len(counters)
        self.strength: list[tuple[int, ...]] = []
        self.quality: list[tuple[int, ...]] = []
        self.armor: list[tuple[int, ...]] = []
        self.allowance: list[tuple[int, ...]] = []
        self.attacks: list[tuple[bool, ...]] = []
        self.steps = [c.steps for c in counters]
        self.formation: list[str] = []
        self.division = [c.division for c in counters]
        for c in counters:
            self._values(board, c)
            self.formation.append(c.division or c.brigade or c.id)
        self._sets(board)

    @rule("17.9.2")
    def _values(self, board: "Normandy44Board", c: Piece) -> None:
        strength, attacks = [c.strength], [not c.defend_only and c.strength > 0]
        if c.steps > 1:
            strength.insert(0, c.reduced)
            attacks.insert(0, not (c.reduced_defend_only or c.defend_only))
        quality, armor, allowance = [c.tq] * c.steps, [c.armor] * c.steps, [c.ma] * c.steps
        if c.steps == 3:
            cadre = board.cadres[c.cadre]
            strength.insert(0, cadre.strength)
            attacks.insert(0, False)  # 17.9.2
            quality[0], armor[0], allowance[0] = cadre.tq, cadre.armor, cadre.ma
        self.strength.append((0, *strength))
        self.attacks.append((False, *attacks))
        self.quality.append((0, *quality))
        self.armor.append((0, *armor))
        self.allowance.append((0, *allowance))

    def _sets(self, board: "Normandy44Board") -> None:
        counters = board.counters

        def those(test: Callable[[Piece], bool]) -> Units:
            return sum(BITS[i] for i, c in enumerate(counters) if test(c))

        self.german = those(lambda c: c.nation == "german")
        self.allied = those(lambda c: c.nation != "german")
        self.side = (self.german, self.allied)
        self.us = those(lambda c: c.nation == "us")
        self.british = those(lambda c: c.nation == "british")
        self.canadian = those(lambda c: c.nation == "canadian")
        self.cw = self.british | self.canadian
        self.army = {"german": self.german, "us": self.us, "cw": self.cw}
        self.foot = those(lambda c: c.kind in FOOT_KINDS)
        self.mech = those(lambda c: c.kind not in FOOT_KINDS)
        self.infantry = those(lambda c: c.kind in INFANTRY_KINDS)
        self.armored = those(lambda c: c.kind in ARMORED_KINDS)
        self.nato_armor = those(lambda c: c.kind == "armor")
        self.silhouette = those(lambda c: c.silhouette)
        self.antitank = those(lambda c: c.antitank)
        self.rated = those(lambda c: c.armor > 0)
        self.hq = those(lambda c: c.kind == "hq")
        self.cotentin = those(lambda c: c.kind == "hq" and "cotentin" in c.id.lower())  # 17.4
        self.werfer = those(lambda c: c.kind == "werfer")
        self.strongpoint = those(lambda c: c.kind == "strongpoint")
        self.engineer = those(lambda c: c.kind == "engineer")
        self.ost = those(lambda c: c.kind == "ost")
        self.flak = those(lambda c: c.kind == "flak88")
        self.airborne = those(lambda c: c.kind in ("airborne", "glider"))
        self.glider = those(lambda c: c.kind == "glider")
        self.bicycle = those(lambda c: c.kind == "bicycle")
        self.restricted = those(lambda c: c.restricted)
        self.tiger = those(lambda c: c.tiger)
        self.panther = those(lambda c: c.panther)
        self.replaceable = those(lambda c: c.replaceable)
        self.bold = sum(BITS[i] for i in range(self.count) if all(self.attacks[i][1:]))  # attacks on its last step too
        self.immobile = those(lambda c: c.ma == 0)
        self.three_step = those(lambda c: c.steps == 3)
        self.free = (self.strongpoint, self.hq, self.engineer, self.werfer)  # 7.1: one of each stacks free
        self.rangers = those(lambda c: c.nation == "us" and "rgr" in c.id.lower())
        self.by_division: dict[str, Units] = {}
        for i, c in enumerate(counters):
            if c.division:
                key = c.division
                self.by_division[key] = self.by_division.get(key, 0) | BITS[i]
        alike: dict[tuple[int, int, str, bool, bool, bool, bool], Units] = {}
        for i, c in enumerate(counters):
            if c.nation != "german":
                engineer = c.beach if c.kind == "engineer" else ""
                moves = (c.silhouette, c.kind == "hq", c.kind in FOOT_KINDS, c.strength > 2)
                kind = (0 if c.nation == "us" else 1, c.rp, engineer, *moves)
                alike[kind] = alike.get(kind, 0) | BITS[i]
        # For each Allied unit the set of those that land like it
        self.landing = {unit: units for units in alike.values() for unit in each_unit(units)}
        dearest = max(kind[1] for kind in alike)
        self._payable = [  # by army and points, the Allied units that cost no more
            [union(some for (whose, rp, *_), some in alike.items() if whose == army and rp <= points)
             for points in range(dearest + 1)]
            for army in (0, 1)
        ]  # fmt: skip
        together: dict[tuple[str, int], Units] = {}
        for i, c in enumerate(counters):
            if c.nation == "german" and c.turn:
                together[c.zone, c.turn] = together.get((c.zone, c.turn), 0) | BITS[i]
        # For each German the set of those of its entry zone and turn: the same hexes are open to them
        self.comers = [together.get((c.zone, c.turn), 0) | BITS[i] for i, c in enumerate(counters)]
        self.due = [sum(BITS[i] for i, c in enumerate(counters) if 0 < c.turn <= turn) for turn in range(100)]
        self.start = [c.start for c in counters]
        self.turn = [c.turn for c in counters]
        self.zone = [c.zone for c in counters]
        self.rp = [c.rp for c in counters]
        self.beach = [c.beach for c in counters]
        self.engineer_of = {c.beach: i for i, c in enumerate(counters) if c.kind == "engineer"}
        self.cadre = [c.cadre for c in counters]
        self.id = {c.id: i for i, c in enumerate(counters)}

    def within_points(self, army: int, points: int) -> Units:
        """The units of an Allied army that cost no more than a given number of reinforcement points."""
        return self._payable[army][min(points, len(self._payable[army]) - 1)] if points >= 0 else 0
