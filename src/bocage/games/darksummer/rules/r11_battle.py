"""11.3 Combat resolution: one battle from the reveal to the advance."""

from collections.abc import Iterator

from bocage.games.darksummer.rules.r03_victory import sudden_death
from bocage.games.darksummer.rules.r11_advance import AdvanceAfterCombat
from bocage.games.darksummer.rules.r11_losses import Losses, alive
from bocage.games.darksummer.rules.r11_mandatory import calls_for_attack
from bocage.games.darksummer.rules.r11_odds import (
    Assault,
    beach_alone,
    column_title,
    defenders,
    final_column,
    odds,
)
from bocage.games.darksummer.rules.r11_results import (
    ATTACKER_LOSES,
    NOTHING,
    OMAHA_STEPS,
    augmented,
    closes_beach,
    effect_of,
    exchanged_steps,
    may_spare_themselves,
    unmoved,
)
from bocage.games.darksummer.rules.r11_retreat import Retreat
from bocage.games.darksummer.rules.r11_strongpoints import TurnOver
from bocage.games.darksummer.rules.r12_support import ChooseSupport, open_kinds
from bocage.games.darksummer.state import DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer
from bocage.kernel.chance import Roll
from bocage.kernel.counters import each_unit, other
from bocage.kernel.events import Rolled
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Space, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit


def begin_battle(g: DarkSummer, a: Assault) -> "Battle":
    """Note who attacks whom this Round, and the duties that it brings (11.1, 11.2)."""
    g.duties |= calls_for_attack(g, g.spaces_of(a.attackers))
    g.attacked |= a.attackers
    g.defended |= defenders(g, a.target, a.by)
    g.fought_over |= bit(a.target)
    return Battle(assault=a)


@rule("11.3", "11.3.5")
class Battle(Procedure[DarkSummer], frozen=True):
    """One combat, completely resolved before the next."""

    assault: Assault
    effect: str = ""
    costs: int = 0
    """The steps that the attacker loses."""
    closes: bool = False

    def start(self, g: DarkSummer) -> Step:
        a = self.assault
        return Call(TurnOver(units=a.attackers | defenders(g, a.target, a.by)), then=self.shown)

    def shown(self, g: DarkSummer, _: object) -> Step:
        """Everybody is known; an attack on nobody, or by nobody, is over."""
        a = replace(self.assault, attackers=alive(g, self.assault.attackers))
        me = replace(self, assault=a)
        if not a.attackers:
            return DONE
        if not defenders(g, a.target, a.by) and not beach_alone(g, a.target, a.by):
            return me.advance(g)  # 11.5.2: the Ost battalion of 0 stood alone
        if open_kinds(g, a, a.by):
            return Call(ChooseSupport(by=a.by, assault=a), then=me.supported)
        return me.supported(g, 0)

    def supported(self, g: DarkSummer, markers: int) -> Step:
        a = replace(self.assault, markers=self.assault.markers | markers)
        me = replace(self, assault=a)
        if open_kinds(g, a, other(a.by)):
            return Call(ChooseSupport(by=other(a.by), assault=a), then=me.answered)
        return me.answered(g, a.markers)

    def answered(self, g: DarkSummer, markers: int) -> Step:
        """Both have announced their support: the column is known."""
        me = replace(self, assault=replace(self.assault, markers=markers))
        if final_column(odds(g, me.assault, keep=False)) is None:
            return me.resolve(g, 0)
        return Call(Roll(what="combat roll"), then=me.resolve)

    def resolve(self, g: DarkSummer, roll: int) -> Step:
        a = self.assault
        ledger = odds(g, a, keep=False)
        column = final_column(ledger)
        printed = "AL2" if column is None else g.board.crt.read(roll, column)
        effect = effect_of(g, a, printed)
        tell(g, a, g.board.crt.name, column_title(g, ledger), roll, printed, effect)
        me = replace(self, effect=effect)
        if may_spare_themselves(g, a, effect):
            return Call(ExchangeOrNot(by=a.by, target=a.target), then=me.settled)
        return me.settled(g, effect)

    def settled(self, g: DarkSummer, effect: str) -> Step:
        """Losses first, the defender's before the attacker's (11.3.6)."""
        a = self.assault
        here = defenders(g, a.target, a.by)
        costs = exchanged_steps(g, a) if effect == "EX" else ATTACKER_LOSES.get(effect, 0)
        stubborn = augmented(g, here) if effect == "DR*" else 0
        costs += OMAHA_STEPS * stubborn.bit_count()
        me = replace(self, effect=effect, costs=costs, closes=closes_beach(g, a, effect))
        if effect in ("EX", "DE"):
            destroy(g, here)
        destroy(g, stubborn)
        loses = 1 if effect == "BL1" else 0
        return Call(Losses(by=other(a.by), units=defenders(g, a.target, a.by), left=loses), then=me.pay)

    def pay(self, g: DarkSummer, _: object) -> Step:
        return Call(Losses(by=self.assault.by, units=self.assault.attackers, left=self.costs), then=self.retreat)

    def retreat(self, g: DarkSummer, _: object) -> Step:
        a = self.assault
        beaten = defenders(g, a.target, a.by) if self.effect in ("DR", "DR*") else 0
        if self.effect == "DR":
            beaten &= ~unmoved(g, a)
        for unit in each_unit(beaten & g.board.roster.strongpoints):
            g.eliminate(unit, "11.5.1")
        beaten = alive(g, beaten)
        if beaten:
            return Call(Retreat(side=other(a.by), units=beaten, origin=a.target), then=self.won)
        return self.won(g, None)

    def won(self, g: DarkSummer, _: object) -> Step:
        """If nobody defends any more the attackers may advance."""
        a = self.assault
        winners = alive(g, a.attackers)
        empty = not defenders(g, a.target, a.by) and (not beach_alone(g, a.target, a.by) or self.closes)
        return self.advance(g) if winners and empty else self.finish(g, None)

    def advance(self, g: DarkSummer) -> Step:
        a = self.assault
        return Call(
            AdvanceAfterCombat(by=a.by, target=a.target, attackers=alive(g, a.attackers), closes=self.closes),
            then=self.finish,
        )

    def finish(self, g: DarkSummer, _: object) -> Step:
        return sudden_death(g) or DONE

    def title(self, g: DarkSummer) -> str:
        return f"Battle at {g.board.names[self.assault.target]}"


def tell(g: DarkSummer, a: Assault, table: str, column: str, roll: int, printed: str, effect: str) -> None:
    """Report the die and what it meant."""
    read = "" if effect == printed else ", without effect here" if effect == NOTHING else f", read as {effect}"
    g.emit(
        Rolled(
            what="Combat",
            roll=roll,
            meaning=f"{printed} at {column} against {g.board.describe(a.target)}{read}",
            table=table,
            result=printed,
            column=column,
            by=a.by,
            units=tuple(each_unit(a.attackers)),
            against=tuple(each_unit(defenders(g, a.target, a.by))),
            at=(a.target,),
            rule="11.3.5",
        )
    )


def destroy(g: DarkSummer, units: Units) -> None:
    """Eliminate some units."""
    for unit in each_unit(units):
        g.eliminate(unit, "11.3.5")


@rule("11.3.5")
class ExchangeOrNot(Decision[DarkSummer], frozen=True):
    """Kampfgruppen and Tigers alone may read an exchange as BL1."""

    target: Space

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        yield Act("exchange")
        yield Act("spare")

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        return Done("EX" if action[0] == "exchange" else "BL1")

    def prompt(self, g: DarkSummer) -> str:
        return f"Exchange at {g.board.describe(self.target)}: take it, or spare the armour and lose a step each (BL1)?"

    def title(self, g: DarkSummer) -> str:
        return "Exchange"
