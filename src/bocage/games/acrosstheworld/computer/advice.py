"""Advice for every decision of the game."""

from collections.abc import Sequence

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.computer import cards
from bocage.games.acrosstheworld.computer.evaluate import FINISH, settled
from bocage.games.acrosstheworld.computer.ground import battle_worth
from bocage.games.acrosstheworld.computer.orders import Orders, chances, refuge, strength
from bocage.games.acrosstheworld.preview import expect
from bocage.games.acrosstheworld.rules.r05_cards import Answer, Discard, PlayBattleCard, PlayEvents, PortLost
from bocage.games.acrosstheworld.rules.r06_allied_cards import Restore
from bocage.games.acrosstheworld.rules.r07_german_cards import Minefields, NightMarch, Release, TigerAce
from bocage.games.acrosstheworld.rules.r08_reinforcements import Enter
from bocage.games.acrosstheworld.rules.r09_supply import GoShort
from bocage.games.acrosstheworld.rules.r10_movement_phase import March, Movement
from bocage.games.acrosstheworld.rules.r12_aftermath import PursuitHit, Retreat, Withdraw
from bocage.games.acrosstheworld.rules.r12_aid import Aid
from bocage.games.acrosstheworld.rules.r12_battle import Battle, PickBattle
from bocage.games.acrosstheworld.rules.r12_rounds import TakeHit
from bocage.games.acrosstheworld.rules.r14_leaders import Command, Displace
from bocage.games.acrosstheworld.rules.r16_siege import Starve
from bocage.games.acrosstheworld.sensible import aid_score, hit_score
from bocage.games.acrosstheworld.sides import GERMAN, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.actions import Action
from bocage.kernel.flow import Decision
from bocage.kernel.ids import Space
from bocage.kernel.state import State
from bocage.players.knowledge import Ending, Knowledge, change_of, end_of, end_of_game

HASTY = 80
"""How many dispositions are judged for a plan while playing on."""
PACE = 4500
"""Picks to be played on in a second; the plans of both sides are made among them."""

TWIN = 100.0
"""How much less a choice counts that is like another one."""

KNOWLEDGE: Knowledge[Campaign, Orders] = Knowledge(
    turn=lambda g: (g.turn, g.active),
    moment=lambda g: (g.turn, g.active),
    orders=lambda _, side: Orders(side),
    hasty=lambda _, side: Orders(side, HASTY),
    settled=settled,
    pace=PACE,
    version=5,
)


def follow(options: Sequence[Action], wanted: Action) -> list[float]:
    """One option above all others; the last one, which stops, where it is not to be had."""
    if wanted in options:
        return [1.0 if option == wanted else 0.0 for option in options]
    return [1.0 if n == len(options) - 1 else 0.0 for n in range(len(options))]


# Movement.


def why_move(g: Campaign, orders: Orders, _frame: Movement, action: Action) -> str:
    if action[0] == "done":
        return "everybody stands where the plan wants him"
    stack = orders.stack_of(g, 1 << action[1])
    return "" if stack is None else _purpose(g, orders, stack.units, stack.goal)


def _purpose(g: Campaign, orders: Orders, units: int, goal: Space) -> str:
    who, where = cards.names(g, units & g.board.movers), g.title_of(goal)
    if not g.enemies(goal, orders.side):
        return f"{who} to {where}" + ("" if g.friendly(orders.side) >> goal & 1 else ", to take it")
    return f"{who} attack at {where}"


@KNOWLEDGE.advises(Movement, why=why_move)
def take_stack(g: Campaign, orders: Orders, _frame: Movement, options: Sequence[Action]) -> list[float]:
    """The next stack of the plan that has not gone."""
    for stack in orders.moves(g):
        waiting = stack.units & g.here.get(stack.start, 0) & ~g.moved
        if waiting == stack.units:
            wanted = ("take", _first_of(g, waiting))
            if wanted in options:
                return follow(options, wanted)
    return follow(options, ("done",))


def _first_of(g: Campaign, units: int) -> int:
    """Troops lead the way: leaders and guns alone may not go everywhere."""
    return each_unit(units & g.board.combat or units)[0]


def why_march(g: Campaign, orders: Orders, frame: March, _action: Action) -> str:
    stack = orders.stack_of(g, frame.units)
    return "" if stack is None else _purpose(g, orders, stack.units, stack.goal)


@KNOWLEDGE.advises(March, why=why_march)
def lead_stack(g: Campaign, orders: Orders, frame: March, options: Sequence[Action]) -> list[float]:
    """Gather the stack, then go the planned way; halt where it is closed."""
    started = frame.railed or frame.marched
    stack = orders.stack_of(g, frame.units, None if started else frame.at)
    if stack is None:
        return follow(options, ("halt",))
    if not started:
        missing = stack.units & ~frame.units & g.here.get(frame.at, 0) & ~g.moved
        for unit in each_unit(missing):
            wanted = ("take", unit)
            if wanted in options:
                return follow(options, wanted)
        if frame.at == g.board.channel:
            return follow(options, ("land", stack.goal))
        if stack.rail != frame.at:
            return follow(options, ("rail", stack.rail))
    if frame.at == stack.goal:
        return follow(options, ("halt",))
    way = (stack.rail, *stack.march)
    if frame.at in way[:-1]:
        return follow(options, ("march", way[way.index(frame.at) + 1]))
    return follow(options, ("halt",))


@KNOWLEDGE.advises(Enter, why=lambda g, _o, _f, a: f"the best place to arrive: {g.title_of(a[1])}")
def enter(g: Campaign, _orders: Orders, frame: Enter, options: Sequence[Action]) -> list[float]:
    return [refuge(g, frame.by, action[1]) for action in options]


@KNOWLEDGE.advises(Displace, why=lambda g, _o, _f, a: f"{g.title_of(a[2])} has use for {g.name(a[1])}")
def displace(g: Campaign, _orders: Orders, frame: Displace, options: Sequence[Action]) -> list[float]:
    """To the strongest stack, preferably one without a leader."""
    board, found = g.board, []
    for _, _, space in options:
        here = g.here.get(space, 0) & board.of_side[frame.by]
        found.append(strength(g, here & board.mobile) + (0 if here & board.leaders else 8))
    return [float(score) for score in found]


@KNOWLEDGE.advises(GoShort, why=lambda g, _o, _f, a: f"{g.name(a[1])} can best go short")
def go_short(g: Campaign, _orders: Orders, frame: GoShort, options: Sequence[Action]) -> list[float]:
    """Those far from the enemy that are not hungry already and hold out well."""
    board, found = g.board, []
    foes = g.held_by(other(frame.by))
    for _, unit in options:
        counter = board.units[unit]
        score = 0.3 * counter.morale - 0.4 * counter.combat
        if not foes & (board.near[g.space[unit]] | 1 << g.space[unit]):
            score += 4
        if g.unsupplied >> unit & 1:
            score -= 3
        found.append(score + 0.5 * g.steps[unit])
    return found


# Battles.


def why_attack(g: Campaign, _orders: Orders, frame: PickBattle, action: Action) -> str:
    if action[0] == "done":
        return "no other attack is worth its losses"
    chance = expect(g, action[1], frame.by)
    return f"attack at {g.title_of(action[1])}: {chance.win:.0%} to win"


@KNOWLEDGE.advises(PickBattle, why=why_attack)
def pick_battle(g: Campaign, _orders: Orders, frame: PickBattle, options: Sequence[Action]) -> list[float]:
    """The best battle first; battles by choice only where they pay."""
    by = frame.by
    return [0.0 if a[0] == "done" else battle_worth(g, a[1], by, chances(g, a[1], by)) for a in options]


@KNOWLEDGE.advises(Command, why=lambda g, _o, _f, a: f"{g.name(a[1])} gives most heart")
def command(g: Campaign, _orders: Orders, _frame: Command, options: Sequence[Action]) -> list[float]:
    return [float(g.board.units[action[1]].morale) for action in options]


@KNOWLEDGE.advises(Aid, TigerAce, why=lambda g, _o, _f, a: f"{g.name(a[1])} makes most of it")
def aid(g: Campaign, _orders: Orders, _frame: Decision[Campaign], options: Sequence[Action]) -> list[float]:
    """To units that are not at the limit and will last."""
    return [aid_score(g, action[1]) for action in options]


@KNOWLEDGE.advises(TakeHit, PursuitHit, why=lambda g, _o, _f, a: f"{g.name(a[1])} can best bear it")
def take_hit(g: Campaign, _orders: Orders, _frame: Decision[Campaign], options: Sequence[Action]) -> list[float]:
    return _without_twins([hit_score(g, action[1]) for action in options])


def _without_twins(scores: Sequence[float]) -> list[float]:
    """Of choices that are alike only the first counts, so that no thought is spent on the others."""
    seen: set[float] = set()
    found = []
    for score in scores:
        found.append(score - TWIN if score in seen else score)
        seen.add(score)
    return found


@KNOWLEDGE.advises(Starve, why=lambda g, _o, _f, a: f"{g.name(a[1])} can best bear it")
def starve(g: Campaign, _orders: Orders, _frame: Starve, options: Sequence[Action]) -> list[float]:
    return [hit_score(g, action[1]) for action in options]


@KNOWLEDGE.advises(Retreat, why=lambda g, _o, _f, a: f"back to {g.title_of(a[1])}, the safest place")
def retreat(g: Campaign, _orders: Orders, frame: Retreat, options: Sequence[Action]) -> list[float]:
    return [refuge(g, frame.by, action[1]) for action in options]


def why_withdraw(_g: Campaign, _orders: Orders, _frame: Withdraw, action: Action) -> str:
    return "the city must be held" if action[0] == "withdraw" else "out of the trap"


@KNOWLEDGE.advises(Withdraw, why=why_withdraw)
def withdraw(_g: Campaign, _orders: Orders, _frame: Withdraw, options: Sequence[Action]) -> list[float]:
    """The garrison denies the city and the port for as many turns as it has steps."""
    return [1.0 if action[0] == "withdraw" else 0.0 for action in options]


# Cards.


@KNOWLEDGE.advises(Discard, why=lambda g, _o, _f, a: f"{g.board.cards[a[1]].name} is needed least")
def discard(g: Campaign, _orders: Orders, _frame: Discard, options: Sequence[Action]) -> list[float]:
    return [-cards.keep(g, action[1]) for action in options]


def why_card(g: Campaign, _orders: Orders, _frame: object, action: Action) -> str:
    return "better kept" if action[0] == "pass" else f"now is the time for {g.board.cards[action[1]].name}"


@KNOWLEDGE.advises(PlayEvents, why=why_card)
def play_events(g: Campaign, _orders: Orders, frame: PlayEvents, options: Sequence[Action]) -> list[float]:
    return [0.0 if action[0] == "pass" else cards.event_score(g, frame.by, action[1]) for action in options]


@KNOWLEDGE.advises(PlayBattleCard, why=why_card)
def play_battle(g: Campaign, _orders: Orders, frame: PlayBattleCard, options: Sequence[Action]) -> list[float]:
    return [0.0 if action[0] == "pass" else cards.battle_score(g, frame.by, action[1]) for action in options]


@KNOWLEDGE.advises(PortLost, why=why_card)
def port_lost(_g: Campaign, _orders: Orders, _frame: PortLost, options: Sequence[Action]) -> list[float]:
    """A port is blown up at once: another chance may not come."""
    return [0.0 if action[0] == "pass" else 1.0 for action in options]


def why_answer(_g: Campaign, _orders: Orders, _frame: Answer, action: Action) -> str:
    return "a card worth stopping" if action[0] == "cancel" else "a worse one may come"


@KNOWLEDGE.advises(Answer, why=why_answer)
def answer(g: Campaign, _orders: Orders, frame: Answer, options: Sequence[Action]) -> list[float]:
    """Ultra stops one of the better cards, or any once the game grows old."""
    worth = cards.KEEP[g.board.cards[frame.card].id]
    limit = 3.3 - 1.5 * g.turn / g.turns
    return [worth - limit if action[0] == "cancel" else 0.0 for action in options]


@KNOWLEDGE.advises(Restore, why=lambda g, _o, _f, a: f"{g.name(a[1])} is worth most")
def restore(g: Campaign, _orders: Orders, _frame: Restore, options: Sequence[Action]) -> list[float]:
    return [cards.restore_score(g, action[1]) for action in options]


@KNOWLEDGE.advises(Minefields, why=lambda g, _o, _f, a: f"mines before {g.title_of(a[1])} slow the Allies most")
def mine(g: Campaign, _orders: Orders, _frame: Minefields, options: Sequence[Action]) -> list[float]:
    return [cards.mine_score(g, action[1]) for action in options]


@KNOWLEDGE.advises(NightMarch, why=lambda _g, _o, _f, _a: "the strongest stack must go farthest")
def night_march(g: Campaign, _orders: Orders, _frame: NightMarch, options: Sequence[Action]) -> list[float]:
    return [cards.march_score(g, action[1]) for action in options]


@KNOWLEDGE.advises(Release, why=lambda g, _o, _f, a: f"{g.name(a[1])} is wanted soonest")
def release(g: Campaign, _orders: Orders, _frame: Release, options: Sequence[Action]) -> list[float]:
    """The line that is due soonest: a turn matters most early."""
    found = []
    for _, unit in options:
        line = next(n for n, line in enumerate(g.board.lines) if line.units >> unit & 1 and line.side == GERMAN)
        found.append(-float(g.due[line]))
    return found


def horizon(g: State) -> Ending:
    """Through the enemy's answer; near the end to the end, where the last word on the cities is spoken."""
    assert isinstance(g, Campaign)
    return end_of_game(g) if g.turn > g.turns - FINISH else change_of(lambda g: (g.turn, g.active), 2)(g)


KNOWLEDGE.plans(Movement, offer=lambda g, orders: orders.others(g), until=horizon, share=0.8)
KNOWLEDGE.looks_ahead(PlayBattleCard, until=end_of(Battle), top=3, margin=0.12)
KNOWLEDGE.looks_ahead(TakeHit, PursuitHit, until=end_of(Battle), top=3, margin=0.7)
KNOWLEDGE.looks_ahead(Retreat, until=change_of(lambda g: (g.turn, g.active), 2), top=3, margin=0.3)
KNOWLEDGE.looks_ahead(Withdraw, until=change_of(lambda g: (g.turn, g.active), 2), top=2)
