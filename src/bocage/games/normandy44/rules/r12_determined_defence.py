"""12.4 to 12.6: standing instead of retreating."""

from collections.abc import Iterator

from bocage.games.normandy44.rules.r11_shifts import Assault, defenders_of, rating
from bocage.games.normandy44.rules.r12_losses import take_loss
from bocage.games.normandy44.rules.r13_retreat import all_lost
from bocage.games.normandy44.rules.r16_fortifications import improved, scrap
from bocage.games.normandy44.rules.r19_support import (
    CAEN,
    SHIP,
    army_index,
    army_units,
    artillery_for,
    fire,
    gun_offers,
    paid_by_fortress,
    shell,
    ship_rows,
    ships_for,
)
from bocage.games.normandy44.sides import ALLIED
from bocage.games.normandy44.state import Normandy44
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickUnit, bar, only
from bocage.kernel.chance import Roll
from bocage.kernel.counters import each_unit
from bocage.kernel.events import Rolled
from bocage.kernel.flow import Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, UnitId, Units
from bocage.kernel.rulebook import rule

MOST_MODIFIER = 2


@rule("12.4.1", "13.6")
def lead_candidates(g: Normandy44, target: Space) -> Units:
    """Units that may lead a determined defence: no headquarters, Werfer or disrupted unit."""
    roster = g.board.atlas.roster
    return defenders_of(g, target) & ~(roster.hq | roster.werfer | g.disrupted)


@rule("12.4.1", "13.5", "13.6")
def stands(g: Normandy44, target: Space, *, firm: bool) -> PickUnit:
    """Who may lead a determined defence of a hex."""
    roster = g.board.atlas.roster
    return PickUnit(
        "stand",
        g,
        bar(0 if firm else -1, "12.4.1", "the result allows no determined defence, or nobody can lead one"),
        only(g.here.get(target, 0), "12.4.1", f"{{}} does not defend {g.board.describe(target)}"),
        bar(g.retreated, "13.5", "{} has retreated in this phase"),
        bar(roster.hq, "12.4.1", "{} is a headquarters and does not lead"),
        bar(roster.werfer, "12.4.1", "{} is a Werfer brigade and does not lead"),
        bar(g.disrupted, "13.6", "{} is disrupted and does not lead"),
    )


@rule("12.4.1", "16.1.1", "16.2")
def column(g: Normandy44, target: Space, lead: UnitId) -> str:
    """Which column: a strongpoint that leads or a city, an improved position, or the terrain."""
    roster = g.board.atlas.roster
    if roster.strongpoint >> lead & 1:
        return "strong"
    side = Side(0 if roster.german >> lead & 1 else 1)
    if improved(g, side) >> target & 1:
        return "position"
    found: str = g.board.ground[target].defense
    return found


@rule("12.4.2")
def armor_modifier(g: Normandy44, a: Assault, lead: UnitId) -> int:
    """+1 if the lead unit out-rates the main force; an anti-tank gun needs armour to shoot at, not other guns."""
    roster = g.board.atlas.roster
    own = roster.armor[lead][g.steps[lead]]
    alive = sum(1 << unit for unit in each_unit(a.main) if g.steps[unit])
    if own <= rating(g, alive):
        return 0
    return int(not roster.antitank >> lead & 1 or bool(alive & roster.armored))


@rule("12.4.1")
def modifier(g: Normandy44, a: Assault, lead: UnitId, support: int) -> int:
    """Troop quality, armour and support together, at most +2."""
    quality: int = g.board.atlas.roster.quality[lead][g.steps[lead]]
    return min(quality + armor_modifier(g, a, lead) + support, MOST_MODIFIER)


@rule("12.4.3", "11.6.3")
def supporters(g: Normandy44, target: Space, lead: UnitId) -> list[int]:
    """Guns and ships that can add +1: at most one of them is used."""
    bit = 1 << lead
    side = Side(0 if g.board.atlas.roster.german & bit else 1)
    found = artillery_for(g, side, target, army_units(g, bit))
    if side == ALLIED and ships_for(g, army_index(g, bit), target, attack=False):
        found.append(SHIP)
    return found


@rule("12.4.1", "12.6")
class Defence(Decision[Normandy44], frozen=True, kw_only=True):
    """Stand with a lead unit, retreat, or ignore the retreat if the main force is gone. The result: is the hex held?"""

    assault: Assault
    spared: bool = False
    firm: bool = True

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield Act("ignore", bar(not self.spared, "12.6", "the main force did not lose the only step that it had"))
        yield stands(g, self.assault.target, firm=self.firm)
        yield Act("retreat")

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "retreat":
            return Done(False)
        if action[0] == "ignore":
            return Done(True)
        if supporters(g, self.assault.target, action[1]):
            return DefensiveSupport(by=self.by, assault=self.assault, lead=action[1])
        return Stand(by=self.by, assault=self.assault, lead=action[1])

    def prompt(self, g: Normandy44) -> str:
        at = g.board.describe(self.assault.target)
        choices = ["retreat"]
        if self.firm:
            choices.insert(0, "stand with a lead unit (determined defence)")
        if self.spared:
            choices.insert(0, "ignore the retreat, as the main force is gone")
        return f"The defenders of {at} must retreat: {', or '.join(choices)}?"


@rule("12.4.3", "17.2")
class DefensiveSupport(Decision[Normandy44], frozen=True, kw_only=True):
    """Which gun or ship supports the determined defence?"""

    assault: Assault
    lead: UnitId

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield Act("unsupported")
        target, army = self.assault.target, army_units(g, 1 << self.lead)
        yield from gun_offers(g, self.by, target, army)
        yield Act("naval", *ship_rows(g, army_index(g, army), target, attack=False))

    def chosen(self, g: Normandy44, action: Action) -> Step:
        verb = action[0]
        if verb == "naval":
            shell(g, army_index(g, 1 << self.lead), self.assault.target)
        elif verb != "unsupported":
            fire(g, CAEN if verb == "caen" else action[1], fortress=paid_by_fortress(g, action, (), 0))
        return Stand(by=self.by, assault=self.assault, lead=self.lead, support=int(verb != "unsupported"))

    def prompt(self, g: Normandy44) -> str:
        lead = g.board.counters[self.lead].name
        return f"{lead} stands: add +1 to the roll with a gun or a ship, or go unsupported?"


@rule("12.4.4")
class Stand(Procedure[Normandy44], frozen=True, kw_only=True):
    """The roll of a determined defence and what it costs."""

    by: Side
    assault: Assault
    lead: UnitId
    support: int = 0
    result: str = ""

    def start(self, g: Normandy44) -> Step:
        return Call(Roll(what="determined defence"), then=self.rolled)

    def rolled(self, g: Normandy44, roll: int) -> Step:
        """Read the table and take the lead unit's loss."""
        a = self.assault
        die = roll + modifier(g, a, self.lead, self.support)
        result = g.board.determined_defense.read(die, column(g, a.target, self.lead))
        meaning = f"{die} is {result}"
        g.emit(
            Rolled(
                what="Determined defence",
                roll=roll,
                meaning=meaning,
                rule="12.4.4",
                result=result,
                by=Side(1 - a.by),
                units=(UnitId(self.lead),),
                against=tuple(each_unit(a.attackers)),
                at=(a.target,),
            )
        )
        me = replace(self, result=result)
        if "*" in result:
            scrap(g, a.target)
        if result.endswith(("-1", "EX")):
            return take_loss(g, self.by, 1 << self.lead, "12.4.4", me.attacker_pays)
        return me.attacker_pays(g, None)

    def attacker_pays(self, g: Normandy44, _: object) -> Step:
        """EX: the defender picks from the main force; AL: the attacker picks any attacking unit."""
        a = self.assault
        alive = sum(1 << unit for unit in each_unit(a.attackers) if g.steps[unit])
        if self.result.endswith("EX"):
            return take_loss(g, self.by, alive & a.main, "12.4.4", self.settle)
        if "AL" in self.result:
            return take_loss(g, a.by, alive, "12.4.4", self.settle)
        return self.settle(g, None)

    def settle(self, g: Normandy44, _: object) -> Step:
        """Held, or a last chance."""
        if self.result.startswith("•"):
            return Done(True)
        if can_despair(g, self.assault.target):
            return Desperation(by=self.by, assault=self.assault)
        return Done(False)


@rule("12.5")
def can_despair(g: Normandy44, target: Space) -> bool:
    """Two steps at least in units that could have led, and no way back for anybody."""
    steps = sum(g.steps[unit] for unit in each_unit(lead_candidates(g, target)))
    return steps >= 2 and all_lost(g, target)


@rule("12.5")
class Desperation(Decision[Normandy44], frozen=True, kw_only=True):
    """Lose two steps and stay, or retreat into destruction."""

    assault: Assault

    def offers(self, g: Normandy44) -> Iterator[Offer]:
        yield Act("despair")
        yield Act("retreat")

    def chosen(self, g: Normandy44, action: Action) -> Step:
        if action[0] == "retreat":
            return Done(False)
        return LastStand(by=self.by, assault=self.assault)

    def prompt(self, g: Normandy44) -> str:
        at = g.board.space_title(self.assault.target)
        return f"The stand at {at} failed and no way leads back: hold for two steps (despair), or retreat and die?"


@rule("12.5")
class LastStand(Procedure[Normandy44], frozen=True, kw_only=True):
    """Two steps go: the defender picks the first, the attacker the second."""

    by: Side
    assault: Assault

    def start(self, g: Normandy44) -> Step:
        return take_loss(g, self.by, defenders_of(g, self.assault.target), "12.5", self.second)

    def second(self, g: Normandy44, _: object) -> Step:
        """The attacker's pick."""
        return take_loss(g, self.assault.by, defenders_of(g, self.assault.target), "12.5", self.held)

    def held(self, g: Normandy44, _: object) -> Step:
        """The retreat and the advance are cancelled."""
        return Done(True)
