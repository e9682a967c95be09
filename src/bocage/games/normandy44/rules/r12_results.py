"""12. Combat results: one battle from the die to the advance."""

from bocage.games.normandy44.rules.r11_shifts import Assault, defenders_of, earners, odds
from bocage.games.normandy44.rules.r12_determined_defence import Defence, lead_candidates
from bocage.games.normandy44.rules.r12_losses import take_loss
from bocage.games.normandy44.rules.r13_retreat import Retreats
from bocage.games.normandy44.rules.r14_advance import Advance, followers
from bocage.games.normandy44.rules.r17_cadres import eliminate
from bocage.games.normandy44.rules.r19_support import pay
from bocage.games.normandy44.sides import GERMAN
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.chance import Roll
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Procedure, Step, replace
from bocage.kernel.ids import Side, Units
from bocage.kernel.rulebook import rule

RESULTS: dict[str, tuple[int, int, int]] = {
    "A1": (1, 0, 0),
    "EX": (1, 1, 0),
    "A1/DR": (1, 0, 2),
    "DR": (0, 0, 2),
    "A1/D1": (1, 1, 2),
    "D1": (0, 1, 2),
    "A1/D2": (1, 2, 4),
    "DH": (0, -1, 4),
}
"""Steps lost by the attacker and the defender (-1: half of all), and the hexes of retreat."""

SPARING = ("A1/DR", "A1/D1", "A1/D2")
"""The results that spare the defender the retreat if they take the only step of the main force (12.6)."""


@rule("10.5", "12.1", "9.8.5", "13.4", "15.4", "19.1.3")
class Battle(Procedure[Normandy44], frozen=True, kw_only=True):
    """One battle: support is spent, the column fixed, the die rolled, and the result carried out."""

    assault: Assault
    result: str = ""
    column: int = 0
    steps: int = 0  # the defender's steps before the battle
    defenders: Units = 0  # who defended, whether they live or not: their leader decides for them (27)
    earned: Units = 0  # attackers that earned a shift
    lost: int = 0  # steps the defender has lost so far
    alone: bool = False  # the main force had only one step (12.6)
    followers: Units = 0  # units that cannot attack, stacked with attackers (10.7)

    @property
    def foe(self) -> Side:
        """The defender."""
        return Side(1 - self.assault.by)

    def start(self, g: Normandy44) -> Step:
        pay(g, self.assault)
        g.attacked |= self.assault.attackers
        g.defended |= defenders_of(g, self.assault.target)
        g.reserve &= ~self.assault.attackers
        if self.assault.by == GERMAN and g.board.weather[g.row].weather == "clear":
            return Call(Roll(what="jabos"), then=self.jabos)
        return self.fix(g)

    @rule("19.1.3")
    def jabos(self, g: Normandy44, roll: int) -> Step:
        """Fighter-bombers over a German attack in clear weather."""
        shift = int(g.board.jabos.read(roll, "shift"))
        left = f"{shift} column{'' if shift == 1 else 's'} left"
        who = tuple(each_unit(self.assault.attackers))
        g.emit(Rolled(what="Jabos", roll=roll, meaning=left, rule="19.1.3", units=who, at=(self.assault.target,)))
        return replace(self, assault=replace(self.assault, jabos=shift)).fix(g)

    @rule("10.6")
    def fix(self, g: Normandy44) -> Step:
        """The column is settled; below 1-3 the attack fails without a roll."""
        a = self.assault
        ledger = odds(g, a, keep=False)
        defenders = defenders_of(g, a.target)
        me = replace(
            self,
            column=ledger.final().column,
            steps=sum(g.steps[unit] for unit in each_unit(defenders)),
            defenders=defenders,
            earned=earners(g, a),
            alone=sum(g.steps[unit] for unit in each_unit(a.main)) == 1,
            followers=followers(g, a.attackers),
        )
        g.strategic &= ~g.here[a.target]  # 9.8.5: attacked, so the markers go
        g.trucked &= ~g.here[a.target]
        if ledger.column < 0:
            return me.carry_out(g, "A1")
        return Call(Roll(what="combat roll"), then=me.rolled)

    def rolled(self, g: Normandy44, roll: int) -> Step:
        """Read the table."""
        result = g.board.crt.read(roll, self.column)
        title = g.board.crt.title(self.column)
        g.emit(
            Rolled(
                what="Combat",
                roll=roll,
                meaning=f"{result} at {title} against {g.board.describe(self.assault.target)}",
                rule="12.1",
                result=result,
                column=title,
                by=self.assault.by,
                units=tuple(each_unit(self.assault.attackers)),
                against=tuple(each_unit(self.defenders)),
                at=(self.assault.target,),
            )
        )
        return self.carry_out(g, result)

    def carry_out(self, g: Normandy44, result: str) -> Step:
        """Defender's losses, then the attacker's."""
        return replace(self, result=result).defender_loses(g, None)

    @rule("12.1", "12.2.2")
    def defender_loses(self, g: Normandy44, _: object) -> Step:
        """One step after another; the attacker picks in an exchange and the first of A1/D2."""
        wanted = RESULTS[self.result][1]
        if wanted < 0:
            wanted = (self.steps + 1) // 2
        units = defenders_of(g, self.assault.target) & g.board.atlas.roster.side[self.foe]
        if self.lost >= wanted or not units:
            return self.attacker_loses(g)
        enemy_picks = self.result == "EX" or (self.result == "A1/D2" and self.lost == 0)
        by = self.assault.by if enemy_picks else self.foe
        return take_loss(g, by, units, "12.2.2", replace(self, lost=self.lost + 1).defender_loses)

    @rule("12.2.1")
    def attacker_loses(self, g: Normandy44) -> Step:
        """From the main force: the defender picks in an exchange and A1/D2, otherwise a unit that earned a shift."""
        a = self.assault
        if not RESULTS[self.result][0] or (self.result == "A1/D2" and self.steps == 1):
            return self.after_losses(g, None)
        if self.result in ("EX", "A1/D2"):
            return take_loss(g, self.foe, a.main, "12.2.1", self.after_losses)
        return take_loss(g, a.by, self.earned or a.main, "12.2.1", self.after_losses)

    def after_losses(self, g: Normandy44, _: object) -> Step:
        """Retreat, stand or nothing."""
        a = self.assault
        there = g.here.get(a.target, 0) & g.board.atlas.roster.side[self.foe]
        retreat = RESULTS[self.result][2]
        if not there:
            return self.advance(g, limited=not retreat)
        if not retreat:
            return DONE
        spared = self.alone and self.result in SPARING and not self._main_left(g)
        stands = retreat == 2 and lead_candidates(g, a.target)
        if spared or stands:
            return Call(Defence(by=self.foe, assault=a, spared=spared, firm=bool(stands)), then=self.defended)
        return self.fall_back(g)

    def _main_left(self, g: Normandy44) -> Units:
        return sum(1 << unit for unit in each_unit(self.assault.main) if g.steps[unit])

    def defended(self, g: Normandy44, held: object) -> Step:
        """`True`: the hex is held (a limited advance if nobody is left in it); `False`: they must retreat."""
        there = g.here.get(self.assault.target, 0) & g.board.atlas.roster.side[self.foe]
        if held:
            return DONE if there else self.advance(g, limited=True)
        return self.fall_back(g) if there else self.advance(g, limited=False)

    @rule("13.5")
    def fall_back(self, g: Normandy44) -> Step:
        """All leave the hex; those who retreated before in this phase are lost."""
        a = self.assault
        there = g.here.get(a.target, 0)
        for unit in each_unit(there & g.retreated):
            eliminate(g, unit, "13.5")
        left = g.here.get(a.target, 0) & g.board.atlas.roster.side[self.foe]
        length = RESULTS[self.result][2]
        return Call(Retreats(side=self.foe, origin=a.target, units=left, length=length), then=self.gone)

    def gone(self, g: Normandy44, _: object) -> Step:
        """The defenders have left."""
        return self.advance(g, limited=False)

    @rule("14.1", "13.4")
    def advance(self, g: Normandy44, *, limited: bool) -> Step:
        """Attackers that live may follow, or go into reserve after DH and A1/D2."""
        a = self.assault
        reserve = self.result in ("DH", "A1/D2")
        frame = Advance.after(g, a, self.followers, limited=limited, reserve=reserve)
        return frame if frame is not None else DONE

    def title(self, g: Normandy44) -> str:
        return f"Battle at {g.board.space_title(self.assault.target)}"
