"""12 Battle: where battles are fought, how one begins, and who has lost it."""

from collections.abc import Callable, Iterator

from bocage.games.acrosstheworld.board import CARDS, each_unit
from bocage.games.acrosstheworld.events import BattleBegan, BattleWon, MoraleSet
from bocage.games.acrosstheworld.rules.r05_cards import CardWindow
from bocage.games.acrosstheworld.rules.r11_dday import SecondWave
from bocage.games.acrosstheworld.rules.r12_aftermath import Aftermath
from bocage.games.acrosstheworld.rules.r12_aid import Aids
from bocage.games.acrosstheworld.rules.r12_rounds import Round, Suffer, Volley, broken
from bocage.games.acrosstheworld.rules.r14_leaders import Command, candidates, leaders_in
from bocage.games.acrosstheworld.rules.r19_victory import driven_out
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.state import Campaign, Fight, with_side
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Judged, Offer, bar
from bocage.kernel.board import joined
from bocage.kernel.flow import DONE, Call, Decision, Done, Over, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each
from bocage.kernel.verdict import Because

CARPET = CARDS.index("carpet")


class Battles(Procedure[Campaign], frozen=True):
    """All battles of a player turn, in the order that the moving side picks."""

    by: Side

    def start(self, g: Campaign) -> Step:
        if must_attack(g, self.by) or may_attack(g, self.by):
            return Call(PickBattle(by=self.by), then=self.picked)
        return self.finish(g)

    def picked(self, g: Campaign, at: Space) -> Step:
        if at == NOWHERE:
            return self.finish(g)
        return Call(Battle(at=at, by=self.by), then=self.again)

    def finish(self, g: Campaign) -> Step:
        return SecondWave() if self.by == ALLIED and g.turn == 1 else DONE

    def title(self, g: Campaign) -> str:
        return f"{g.sides[self.by]} battles"


@rule("12.1")
class PickBattle(Decision[Campaign], frozen=True):
    """The moving side picks the next battle; it may stop when no battle is owed."""

    called = ""

    def offers(self, g: Campaign) -> Iterator[Offer]:
        owed = must_attack(g, self.by)
        ripe = owed | may_attack(g, self.by)
        yield Judged("attack", each(ripe), lambda space: why_not_fight(g, self.by, space, ripe))
        names = joined(g.title_of(space) for space in each(owed))
        yield Act("done", bar(owed, "10.6", f"stacks that entered must fight: {names}"))

    def chosen(self, g: Campaign, action: Action) -> Step:
        return Done(NOWHERE if action[0] == "done" else action[1])

    def prompt(self, g: Campaign) -> str:
        owed = bool(must_attack(g, self.by))
        return "Which battle is next?" if owed else "Attack where you stand among enemies, or end your battles."


def must_attack(g: Campaign, side: Side) -> Spaces:
    """Regions that a stack entered among enemies and where it has not fought."""
    found = 0
    for space in each(g.assaulted & ~g.fought):
        if g.combat_in(space, side) and g.enemies(space, side):
            found |= bit(space)
    return found


def may_attack(g: Campaign, side: Side) -> Spaces:
    """Regions where both sides stand and the moving one has a leader and troops that can attack."""
    both = g.held_by(ALLIED) & g.held_by(GERMAN) & ~g.fought & ~g.assaulted
    return sum(bit(space) for space in each(both) if why_not_attack(g, side, space) is None)


def why_not_fight(g: Campaign, side: Side, space: Space, ripe: Spaces) -> Because | None:
    """Why there is no battle to pick in a region; `ripe` are those where there is."""
    if ripe >> space & 1:
        return None
    because = why_not_attack(g, side, space)
    return because or Because("12.1", lambda: f"of those who entered {g.title_of(space)} nobody is left to fight")


def why_not_attack(g: Campaign, side: Side, space: Space) -> Because | None:
    """Why a side cannot fight in a region."""
    where = g.title_of(space)
    if not g.combat_in(space, side) & g.board.mobile & ~g.scattered:
        return Because("12.1", lambda: f"you have no troops at {where} that could attack")
    if not g.enemies(space, side):
        return Because("12.1", lambda: f"no enemy stands at {where}")
    if g.fought & bit(space):
        return Because("12.1", lambda: f"there has been a battle at {where} this turn")
    if not leaders_in(g, space, side):
        return Because("10.7", lambda: f"an attack needs a leader, and none is at {where}")
    return None


class Battle(Procedure[Campaign], frozen=True):
    """One battle, from the choice of commanders to the retreat."""

    at: Space
    by: Side

    def start(self, g: Campaign) -> Step:
        foe = other(self.by)
        mine, theirs = g.combat_in(self.at, self.by), g.combat_in(self.at, foe)
        engaged = (mine, theirs) if self.by == ALLIED else (theirs, mine)
        g.fight = Fight(
            at=self.at,
            attacker=self.by,
            standing=(engaged[0] & ~g.scattered, engaged[1] & ~g.scattered),
            panicked=(engaged[0] & g.scattered, engaged[1] & g.scattered),
        )
        g.fought |= bit(self.at)
        g.emit(
            BattleBegan(
                side=self.by,
                at=self.at,
                attackers=tuple(each_unit(mine)),
                defenders=tuple(each_unit(theirs)),
                rule="12.1",
            )
        )
        return self.command(g, self.by, self.attacker_commands)

    def command(self, g: Campaign, side: Side, then: Callable[[Campaign, int], Step]) -> Step:
        """14.1: the commander of a side, asked for only where it matters."""
        who = candidates(g, self.at, side)
        if len(who) > 1:
            return Call(Command(by=side, at=self.at), then=then)
        return then(g, who[0] if who else -1)

    def attacker_commands(self, g: Campaign, leader: int) -> Step:
        set_commander(g, self.by, leader)
        return self.command(g, other(self.by), self.defender_commands)

    def defender_commands(self, g: Campaign, leader: int) -> Step:
        set_commander(g, other(self.by), leader)
        return Call(CardWindow(turn=self.by), then=self.open_battle)

    def open_battle(self, g: Campaign, _: object) -> Step:
        set_morale(g)
        return Call(Aids(), then=self.bombs)

    @rule("6.6")
    def bombs(self, g: Campaign, _: object) -> Step:
        """Carpet bombing falls before the first round."""
        if g.battle.cards >> CARPET & 1:
            card = g.board.cards[CARPET]
            return Call(Volley(side=ALLIED, factors=(card.value,) * card.dice), then=self.bombed)
        return self.next_round(g, None)

    def bombed(self, g: Campaign, result: tuple[int, int, int]) -> Step:
        hits, panics, tens = result
        then = self.own_bombs if tens else self.next_round
        return Call(Suffer(side=GERMAN, panics=panics, hits=hits), then=then)

    def own_bombs(self, g: Campaign, _: object) -> Step:
        """6.6: a 10 fell short."""
        return Call(Suffer(side=ALLIED, panics=1, hits=0), then=self.next_round)

    @rule("12.3")
    def next_round(self, g: Campaign, _: object) -> Step:
        """At most two rounds, fewer if a side breaks."""
        fight = g.battle
        over = fight.round >= g.board.numbers.battle.rounds or broken(g, ALLIED) or broken(g, GERMAN)
        if not over:
            return Call(Round(number=fight.round + 1), then=self.next_round)
        return self.decided(g, loser(g))

    def decided(self, g: Campaign, lost: Side) -> Step:
        """The fighting is over; the loser's fate comes next."""
        margin = g.battle.morale[other(lost)] - g.battle.morale[lost]
        g.emit(BattleWon(winner=other(lost), attacker=self.by, at=self.at, margin=margin, rule="12.10"))
        return Call(Aftermath(loser=lost, at=self.at), then=self.over)

    def over(self, g: Campaign, _: object) -> Step:
        g.fight = None
        outcome = driven_out(g)
        return DONE if outcome is None else Over(outcome)

    def title(self, g: Campaign) -> str:
        return f"Battle at {g.title_of(self.at)}"


def set_commander(g: Campaign, side: Side, leader: int) -> None:
    g.fight = replace(g.battle, commander=with_side(g.battle.commander, side, leader))


@rule("12.2", "14.2")
def battle_morale(g: Campaign, units: Units, commander: int) -> int:
    """The mean morale of the fighting units, half rounded up, and the commander's own."""
    value = g.board.units[commander].morale if commander >= 0 else 0
    count = units.bit_count()
    if count:
        total = sum(g.board.units[unit].morale for unit in each_unit(units))
        value += (2 * total + count) // (2 * count)
    return value


def set_morale(g: Campaign) -> None:
    fight = g.battle
    values = [battle_morale(g, fight.standing[side], fight.commander[side]) for side in (ALLIED, GERMAN)]
    g.fight = replace(fight, morale=(values[0], values[1]))
    g.emit(MoraleSet(allied=values[0], german=values[1], rule="12.2"))


@rule("12.10")
def loser(g: Campaign) -> Side:
    """A side that alone broke; otherwise the lower Battle Morale; the attacker in a tie."""
    fight = g.battle
    breaks = [broken(g, ALLIED), broken(g, GERMAN)]
    if breaks[0] != breaks[1]:
        return ALLIED if breaks[0] else GERMAN
    allied, german = fight.morale
    if allied == german:
        return fight.attacker
    return ALLIED if allied < german else GERMAN
