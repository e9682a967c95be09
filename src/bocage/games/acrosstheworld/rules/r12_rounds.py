"""12 Battle: the rounds. Dice, panics, hits, falling morale."""

from collections.abc import Iterator

from bocage.games.acrosstheworld.board import CARDS, each_unit
from bocage.games.acrosstheworld.events import Fired, Panicked
from bocage.games.acrosstheworld.rules.r12_aid import leader_bonus
from bocage.games.acrosstheworld.rules.r13_modifiers import combat_factor
from bocage.games.acrosstheworld.rules.r15_bunkers import absorbing, may_be_hit
from bocage.games.acrosstheworld.sides import GERMAN, other
from bocage.games.acrosstheworld.state import LEADER, Campaign, with_side
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickUnit, bar, only
from bocage.kernel.chance import Chance, Rolls
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import Side, UnitId
from bocage.kernel.rulebook import rule

AMBUSH = 1 << CARDS.index("ambush")
FORTRESS = 1 << CARDS.index("fortress")
FIRST_DICE = (CARDS.index("bombardment"), CARDS.index("nebelwerfer"))
HANDFUL = 3  # dice in one throw: a thousand cases can still be listed


class Round(Procedure[Campaign], frozen=True):
    """One round: leaders help, both sides fire, both suffer."""

    number: int
    scored: tuple[int, int] = (0, 0)
    """Hits and panics that the attacker has scored."""

    def start(self, g: Campaign) -> Step:
        fight = g.battle
        bonus = (*fight.bonus[:LEADER], 0)
        g.fight = replace(fight, round=self.number, bonus=bonus, absorbed=False, spared=False)
        asked = leader_bonus(g, fight.attacker)
        return self.defender_leads(g, None) if asked is None else Call(asked, then=self.defender_leads)

    def defender_leads(self, g: Campaign, _: object) -> Step:
        asked = leader_bonus(g, other(g.battle.attacker))
        return self.fire(g, None) if asked is None else Call(asked, then=self.fire)

    def fire(self, g: Campaign, _: object) -> Step:
        fight = g.battle
        if self.number == 1 and fight.cards & AMBUSH:
            return Call(volley(g, other(fight.attacker)), then=self.ambushed)
        return Call(volley(g, fight.attacker), then=self.attacker_fired)

    def attacker_fired(self, g: Campaign, result: tuple[int, int, int]) -> Step:
        """The defender fires at the same time: losses come after both."""
        held = replace(self, scored=result[:2])
        return Call(volley(g, other(g.battle.attacker)), then=held.both_fired)

    def both_fired(self, g: Campaign, result: tuple[int, int, int]) -> Step:
        hits, panics, _ = result
        return Call(Suffer(side=g.battle.attacker, panics=panics, hits=hits), then=self.defender_suffers)

    def defender_suffers(self, g: Campaign, _: object) -> Step:
        hits, panics = self.scored
        return Suffer(side=other(g.battle.attacker), panics=panics, hits=hits)

    def ambushed(self, g: Campaign, result: tuple[int, int, int]) -> Step:
        """7.3: the defenders' fire tells before the attackers can answer."""
        hits, panics, _ = result
        return Call(Suffer(side=g.battle.attacker, panics=panics, hits=hits), then=self.answer)

    def answer(self, g: Campaign, _: object) -> Step:
        if broken(g, g.battle.attacker):
            return DONE
        return Call(volley(g, g.battle.attacker), then=self.answered)

    def answered(self, g: Campaign, result: tuple[int, int, int]) -> Step:
        hits, panics, _ = result
        return Suffer(side=other(g.battle.attacker), panics=panics, hits=hits)

    def title(self, g: Campaign) -> str:
        return f"Round {self.number}"


@rule("6.5", "7.5")
def first_dice(g: Campaign, side: Side) -> tuple[int, ...]:
    """The factors of extra dice that cards give a side in round 1."""
    fight = g.battle
    found: tuple[int, ...] = ()
    if fight.round == 1 and fight.cards:
        for n in FIRST_DICE:
            card = g.board.cards[n]
            if fight.cards >> n & 1 and card.side == g.sides[side]:
                found += (card.value,) * card.dice
    return found


def volley(g: Campaign, side: Side) -> "Volley":
    """One die for each unit that fights, and extra dice from cards."""
    fight = g.battle
    factors = tuple(combat_factor(g, fight, unit) for unit in each_unit(fight.standing[side]))
    return Volley(side=side, factors=factors + first_dice(g, side))


@rule("12.4")
class Volley(Procedure[Campaign], frozen=True):
    """Each d10 below its factor is a hit, equal a panic, above nothing. The result: hits, panics, tens."""

    called = ""
    side: Side
    factors: tuple[int, ...]
    faces: tuple[int, ...] = ()

    def start(self, g: Campaign) -> Step:
        left = len(self.factors) - len(self.faces)
        if left:
            what = f"{g.sides[self.side]} fire"
            return Call(Rolls(count=min(HANDFUL, left), sides=10, what=what), then=self.rolled)
        shots = list(zip(self.faces, self.factors, strict=True))
        hits = sum(face < factor for face, factor in shots)
        panics = sum(face == factor for face, factor in shots)
        if g.events is not None and shots:
            g.emit(
                Fired(
                    side=self.side,
                    at=None if g.fight is None else g.fight.at,
                    faces=self.faces,
                    factors=self.factors,
                    rule="12.4",
                )
            )
        return Done((hits, panics, self.faces.count(10)))

    def rolled(self, g: Campaign, faces: tuple[int, ...]) -> Step:
        return replace(self, faces=self.faces + faces)


@rule("12.6")
class Suffer(Procedure[Campaign], frozen=True):
    """A side's panics, then its hits."""

    called = "Losses"
    side: Side
    panics: int
    hits: int

    def start(self, g: Campaign) -> Step:
        fight, side = g.battle, self.side
        standing = fight.standing[side]
        panics = self.panics
        while panics and standing:
            if standing & (standing - 1):
                return Call(Panic(side=side), then=replace(self, panics=panics - 1).again)
            panic(g, side, each_unit(standing)[0])
            standing, panics = 0, 0
        return self.take_hits(g)

    def take_hits(self, g: Campaign) -> Step:
        hits, side = self.hits, self.side
        while hits:
            shields = absorbing(g, g.battle, side)
            if shields:
                g.fight = replace(g.battle, absorbed=True)
                take_hit(g, side, each_unit(shields)[0], "15.2")
            else:
                targets = may_be_hit(g, g.battle, side)
                if not targets:
                    break
                if targets & (targets - 1):
                    return Call(TakeHit(by=side), then=replace(self, panics=0, hits=hits - 1).again)
                take_hit(g, side, each_unit(targets)[0], "12.7")
            hits -= 1
        return DONE


class Panic(Chance[Campaign], frozen=True, kw_only=True):
    """Which unit panics is drawn."""

    side: Side
    what: str = "panic"

    def total(self, g: Campaign) -> int:
        return g.battle.standing[self.side].bit_count()

    def case(self, g: Campaign, number: int) -> Action:
        return ("panic", each_unit(g.battle.standing[self.side])[number])

    def chosen(self, g: Campaign, action: Action) -> Step:
        panic(g, self.side, action[1])
        return DONE


@rule("12.6", "15.3")
def panic(g: Campaign, side: Side, unit: UnitId) -> None:
    """A unit in panic leaves the battle; a bunker is eliminated."""
    fight = g.battle
    bit = 1 << unit
    standing = with_side(fight.standing, side, fight.standing[side] & ~bit)
    if bit & g.board.bunkers:
        g.fight = replace(fight, standing=standing, lost=with_side(fight.lost, side, fight.lost[side] | bit))
        g.destroy(unit, "15.3", "panics and falls")
    else:
        fled = with_side(fight.panicked, side, fight.panicked[side] | bit)
        g.fight = replace(fight, standing=standing, panicked=fled)
        g.emit(Panicked(unit=unit, rule="12.6"))
    lower_morale(g, side, g.board.numbers.battle.panic)


@rule("12.7")
class TakeHit(Decision[Campaign], frozen=True):
    """The owner picks who takes a hit."""

    called = "Hit"
    question = "Which unit takes the hit?"

    def offers(self, g: Campaign) -> Iterator[Offer]:
        yield PickUnit(
            "hit",
            g,
            bar(g.battle.panicked[self.by], "12.6", "{} has panicked and cannot be hit"),
            only(g.battle.standing[self.by], "12.7", "{} does not fight here on your side"),
            only(may_be_hit(g, g.battle, self.by), "6.7", "{} shields nobody from the Funnies"),
        )

    def chosen(self, g: Campaign, action: Action) -> Step:
        take_hit(g, self.by, action[1], "12.7")
        return DONE


@rule("12.7", "12.8")
def take_hit(g: Campaign, side: Side, unit: UnitId, number: str) -> None:
    """A step goes, or the unit, and morale with it."""
    fight, numbers = g.battle, g.board.numbers.battle
    if g.lose_step(unit, number):
        bit = 1 << unit
        g.fight = replace(
            fight,
            standing=with_side(fight.standing, side, fight.standing[side] & ~bit),
            lost=with_side(fight.lost, side, fight.lost[side] | bit),
        )
        lower_morale(g, side, numbers.destroyed)
    else:
        lower_morale(g, side, numbers.step)


def lower_morale(g: Campaign, side: Side, amount: int) -> None:
    """12.8, and 7.8: Fortress order ignores the first German loss of a round."""
    fight = g.battle
    if side == GERMAN and fight.cards & FORTRESS and not fight.spared:
        g.fight = replace(fight, spared=True)
        return
    g.fight = replace(fight, morale=with_side(fight.morale, side, fight.morale[side] - amount))


@rule("12.9")
def broken(g: Campaign, side: Side) -> bool:
    """Without morale or without fighting units a side breaks."""
    return g.battle.morale[side] <= 0 or not g.battle.standing[side]
