"""What a player may ask: control, supply, threat, points, reach, lines of supply, and the account of a battle."""

from fractions import Fraction

from bocage.games.acrosstheworld.board import each_unit
from bocage.games.acrosstheworld.preview import Expected, expect
from bocage.games.acrosstheworld.rules.r05_cards import PlayBattleCard
from bocage.games.acrosstheworld.rules.r08_reinforcements import waiting_units
from bocage.games.acrosstheworld.rules.r09_supply import allowance, served, sources, supplied_regions
from bocage.games.acrosstheworld.rules.r10_movement import cost_to_enter, rail_goals, why_not_enter, why_not_land
from bocage.games.acrosstheworld.rules.r10_movement_phase import March, movers
from bocage.games.acrosstheworld.rules.r12_battle import battle_morale
from bocage.games.acrosstheworld.rules.r13_modifiers import combat_factor, ledger
from bocage.games.acrosstheworld.rules.r14_leaders import Command, candidates
from bocage.games.acrosstheworld.rules.r16_siege import controls_city
from bocage.games.acrosstheworld.rules.r17_ports import why_not_serve
from bocage.games.acrosstheworld.sides import ALLIED, GERMAN, other
from bocage.games.acrosstheworld.standing import arrivals, standing
from bocage.games.acrosstheworld.state import Campaign, Fight
from bocage.kernel.actions import Action
from bocage.kernel.flow import replace, waiting
from bocage.kernel.ids import NOWHERE, Side, Space, UnitId, Units
from bocage.kernel.queries import Likely, Line, Overlay, Preview, Queries, Shade, by_side, engaged
from bocage.kernel.spaces import bit, each
from bocage.kernel.supply import path
from bocage.kernel.verdict import Because
from bocage.kernel.wording import counted

MOST_PLACES, CLOSE = 12, 3e-14
"""Binary sums are good for this many decimal places, and this close to a whole number they are one."""


def control_overlay(g: Campaign, _: Side | None) -> Overlay:
    """Who controls each region."""
    regions = g.board.regions
    held = {ALLIED: regions & g.allied, GERMAN: regions & ~g.allied}
    return Overlay("Control", by_side(g, *(held[Side(side)] for side in range(len(g.sides)))))


def supply_overlay(g: Campaign, _: Side | None) -> Overlay:
    """Where each side's supply reaches."""
    found: dict[str, Shade] = {}
    for side in (ALLIED, GERMAN):
        for space in each(supplied_regions(g, side)):
            word = " source" if sources(g, side) >> space & 1 else ""
            found[g.board.names[space]] = Shade(g.sides[side] + word, (side,))
    return Overlay("Supply", found, note="regions that a chain of friendly regions joins to a source")


def victory_overlay(g: Campaign, _: Side | None) -> Overlay:
    """The cities and what they are worth."""
    found = {}
    for city, points in g.board.cities.items():
        owner = ALLIED if controls_city(g, ALLIED, city) else GERMAN
        key = ", key" if g.board.keys >> city & 1 else ""
        found[g.board.names[city]] = Shade(f"{g.sides[owner]} {points} VP{key}", (owner,))
    return Overlay("Victory", found)


def threat_overlay(g: Campaign, side: Side | None) -> Overlay:
    """How many enemy combat units with a leader stand beside each region."""
    enemy = other(side) if side is not None else GERMAN
    found: dict[str, Shade] = {}
    for space in each(g.board.regions):
        units = 0
        for beside in each(g.board.near[space]):
            here = g.here.get(beside, 0) & g.board.of_side[enemy]
            if here & g.board.leaders:
                units += (here & g.board.mobile).bit_count()
        if units:
            found[g.board.names[space]] = Shade(str(units))
    return Overlay("Threat", found, note=f"combat units that {g.sides[enemy]} leaders could bring")


def reach(g: Campaign, unit: UnitId) -> dict[Space, str]:
    """Where a counter could go by itself, and the points it would spend."""
    board, start = g.board, g.space[unit]
    side = board.units[unit].side
    if start == NOWHERE or not movers(g, side) >> unit & 1:
        return {}
    stack = March(by=side, units=1 << unit, at=start, left=allowance(g, unit))
    if start == board.channel:
        return {s: "landing" for s in each(board.atlas.by_sea) if why_not_land(g, stack, s) is None}
    found: dict[Space, int] = dict.fromkeys(each(rail_goals(g, stack)), 0)
    frontier = {start: 0, **found}
    while frontier:
        onward: dict[Space, int] = {}
        for here, spent in frontier.items():
            for goal in each(board.near[here]):
                cost = spent + cost_to_enter(g, side, here, goal)
                fits = cost <= stack.left or here == start  # 10.4
                if fits and why_not_enter(g, side, stack.units, goal) is None and cost < found.get(goal, 99):
                    found[goal] = cost
                    if not g.enemies(goal, side):
                        onward[goal] = cost
        frontier = onward
    found.pop(start, None)
    return {goal: str(cost) for goal, cost in found.items()}


def supply_line(g: Campaign, unit: UnitId) -> list[Space] | Because:
    """The shortest chain of friendly regions to a source."""
    side, at = g.board.units[unit].side, g.space[unit]
    if at in (NOWHERE, g.board.channel):
        return Because("9.7", f"{g.name(unit)} is not ashore")
    reached = supplied_regions(g, side)
    found = path(g.board.atlas.borders, at, sources(g, side), reached | bit(at))
    if found is None or not served(g, reached, side) >> unit & 1:
        return Because("9.4", f"{g.name(unit)} is cut off from supply")
    return found


def preview(g: Campaign, action: Action | None) -> Preview | None:
    """The battle that is fought or the one that an attack would begin: factors, morale, and what round 1 may bring."""
    frame = waiting(g)
    if action is not None and action[0] == "attack":
        side, at = frame.by if frame is not None else g.active, action[1]
        if not g.combat_in(at, side) or not g.enemies(at, side):
            return None
        return with_chances(account(g, imagined(g, at, side)), expect(g, at, side), side)
    if g.fight is None:
        return None
    if isinstance(frame, Command | PlayBattleCard) and not g.fight.round:
        return before_the_fire(g, g.fight)
    return account(g, g.fight)


def before_the_fire(g: Campaign, fight: Fight) -> Preview:
    """What both sides see while commanders and cards are picked: how it would go without another card. What a card in
    play changes is in the account, but not in the chances.
    """
    found = account(g, imagined(g, fight.at, fight.attacker, fight))
    return found if fight.cards else with_chances(found, expect(g, fight.at, fight.attacker), fight.attacker)


def with_chances(found: Preview, sure: Expected, attacker: Side) -> Preview:
    """The account, headed by the exact chances of the battle without cards."""
    allied, german = sure.steps if attacker == ALLIED else sure.steps[::-1]
    summary = Line(f"without cards the attacker wins with {sure.win:.0%}", "12.10")
    losses = Line(f"mean losses in steps: Allied {allied:.1f}, German {german + sure.bunkers:.1f}", "12.7")
    ends = (("attacker wins", sure.win), ("attacker clears the region", sure.clear))
    outcomes = [Likely(what, _fraction(chance), chance, "without cards") for what, chance in ends]
    short = f"{sure.win:.0%} to win, {sure.clear:.0%} to clear the region"
    return replace(found, lines=(summary, losses, *found.lines), outcomes=(*outcomes, *found.outcomes), short=short)


def imagined(g: Campaign, at: Space, attacker: Side, begun: Fight | None = None) -> Fight:
    """The battle as it would begin, each side led by its pick or its best leader; nothing handed out yet."""
    standing = (g.combat_in(at, ALLIED) & ~g.scattered, g.combat_in(at, GERMAN) & ~g.scattered)
    leaders = [candidates(g, at, side) for side in (ALLIED, GERMAN)]
    chosen = [max(who, key=lambda n: g.board.units[n].morale) if who else -1 for who in leaders]
    if begun is not None:
        chosen = [named if named >= 0 else best for named, best in zip(begun.commander, chosen, strict=True)]
    morale = [battle_morale(g, standing[side], chosen[side]) for side in (0, 1)]
    return Fight(
        at=at,
        attacker=attacker,
        standing=standing,
        panicked=(0, 0),
        commander=(chosen[0], chosen[1]),
        morale=(morale[0], morale[1]),
        cards=0 if begun is None else begun.cards,
        round=1,
    )


def account(g: Campaign, fight: Fight) -> Preview:
    """Every factor with its rule, and the exact chances of each number of hits in this round."""
    lines, outcomes, hits = [], [], []
    for side in (fight.attacker, other(fight.attacker)):
        role = "attacks" if side == fight.attacker else "defends"
        lines.append(Line(f"{g.sides[side]} {role}, Battle Morale {fight.morale[side]}", "12.2"))
        if fight.commander[side] >= 0:
            lines.append(Line(f"commanded by {g.name(UnitId(fight.commander[side]))}", "14.1"))
        for unit in each_unit(fight.standing[side]):
            lines.append(Line(f"{g.name(unit)}: combat factor {combat_factor(g, fight, unit)}", "12.5"))
            lines += [Line(f"{amount:+d} {what}", number) for amount, what, number in ledger(g, fight, unit)[1:]]
        chances = hit_chances(g, fight, fight.standing[side])
        hits.append(f"{g.sides[side]} {float(sum(count * chance for count, chance in enumerate(chances))):.1f}")
        for count, chance in enumerate(chances):
            if chance:
                outcomes.append(_likely(f"{g.sides[side]} {counted(count, 'hit')}", chance))
    title, short = f"Battle at {g.title_of(fight.at)}", f"Hits in this round, on average: {', '.join(hits)}"
    found = Preview(title=title, lines=tuple(lines), outcomes=tuple(outcomes), short=short)
    return engaged(found, g.board, fight.standing[fight.attacker], fight.at)


def hit_chances(g: Campaign, fight: Fight, units: Units) -> list[Fraction]:
    """The exact chance of 0, 1, 2 ... hits by these units in one round."""
    chances = [Fraction(1)]
    for unit in each_unit(units):
        hit = Fraction(combat_factor(g, fight, unit) - 1, 10)
        longer = [Fraction(0)] * (len(chances) + 1)
        for count, chance in enumerate(chances):
            longer[count] += chance * (1 - hit)
            longer[count + 1] += chance * hit
        chances = longer
    return chances


def _fraction(chance: float) -> str:
    """A chance that was added up in binary, as the fraction it is: of d10s, and of lots among a few units."""
    for places in range(1, MOST_PLACES):
        for lots in (1, 3, 9, 7, 27):
            whole = 10**places * lots
            if abs(chance - round(chance * whole) / whole) < CLOSE:
                exact = Fraction(round(chance * whole), whole)
                return f"{exact.numerator}/{exact.denominator}"
    return f"{round(chance * 10**6)}/1000000"


def _likely(result: str, chance: Fraction) -> Likely:
    return Likely(result, f"{chance.numerator}/{chance.denominator}", float(chance), "by units, in one round")


def inspect(g: Campaign, space: Space) -> list[Line]:
    """What is worth knowing of a region."""
    board = g.board
    if space == board.channel:
        due = [g.names_of(units) for n in range(len(board.lines)) if (units := waiting_units(g, n))]
        return [Line(f"waiting: {names}", "8.3") for names in due]
    found = [Line(f"controlled by the {g.sides[GERMAN - (g.allied >> space & 1)]} side", "18.1")]
    found.append(Line(f"{board.atlas.cost[space]} to enter", "10.2"))
    if board.atlas.difficult >> space & 1:
        found.append(Line(f"at most {board.numbers.stacking.difficult} combat units of a side", "3.4"))
    if space in board.cities:
        found.append(Line(f"city, {board.cities[space]} VP", "19.5"))
    if board.ports >> space & 1:
        because = why_not_serve(g, space)
        found.append(Line("port in use" if because is None else f"port: {because.text}", "17.4"))
    found += [
        Line(f"source of {g.sides[side]} supply", "9.1" if side == ALLIED else "9.3")
        for side in (ALLIED, GERMAN)
        if sources(g, side) >> space & 1
    ]
    hungry = g.here.get(space, 0) & g.unsupplied
    return [*found, *([Line(f"out of supply: {g.names_of(hungry)}", "9.5")] if hungry else [])]


QUERIES = Queries(
    overlays={
        "control": control_overlay,
        "supply": supply_overlay,
        "victory": victory_overlay,
        "threat": threat_overlay,
    },
    reach=reach,
    supply_line=supply_line,
    preview=preview,
    inspect=inspect,
    standing=standing,
    arrivals=arrivals,
)
