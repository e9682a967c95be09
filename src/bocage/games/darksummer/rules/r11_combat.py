"""11.1, 11.2 Who attacks whom: the target, then the attackers one by one."""

from collections.abc import Iterator
from typing import ClassVar

from bocage.games.darksummer.rules.r05_stacking import LIMIT, is_legal_stack
from bocage.games.darksummer.rules.r11_battle import begin_battle
from bocage.games.darksummer.rules.r11_cherbourg import CherbourgCombat, may_besiege, must_besiege
from bocage.games.darksummer.rules.r11_mandatory import can_be_met, still_owed, unmet_duties, untouchable
from bocage.games.darksummer.rules.r11_odds import Assault, factor
from bocage.games.darksummer.rules.r13_supply import out_of_supply
from bocage.games.darksummer.sides import ALLIED, GERMAN
from bocage.games.darksummer.state import HIDDEN, REACTION, WAVE_2, DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Offer, PickSpace, PickUnit, bar, hint, only
from bocage.kernel.board import joined
from bocage.kernel.combat import ATTACKER
from bocage.kernel.counters import each_unit, other
from bocage.kernel.duties import Able
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step, replace
from bocage.kernel.ids import Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import each, spaces


@rule("11.1", "11")
def able(g: DarkSummer) -> Units:
    """Active units that have not attacked this Round; Allied ones only if they are in supply."""
    return g.cached(("able", g.active, g.attacked), _able)


def _able(g: DarkSummer) -> Units:
    ready = g.active & ~g.attacked & (g.on_map() | (g.in_hexes(g.board.atlas.approaches) if g.landing else 0))
    if g.army.side == ALLIED:
        return ready & ~out_of_supply(g, ready)
    return ready


@rule("2.2.1")
def has_attack(g: DarkSummer, unit: UnitId) -> bool:
    """2.2.1: units with an attack factor of 0 attack only with others."""
    return (
        g.value[unit] == HIDDEN
        if g.board.units[unit].hidden and g.value[unit] == HIDDEN
        else factor(g, unit, ATTACKER) > 0
    )


def strong(g: DarkSummer) -> Units:
    """Those of the able units that may attack alone."""
    return g.cached(("strong", g.active, g.attacked), _strong)


def _strong(g: DarkSummer) -> Units:
    return sum([1 << unit for unit in each_unit(able(g)) if has_attack(g, unit)])


@rule("11.1", "9.4.1")
def next_to(g: DarkSummer, target: Space) -> Units:
    """Units from whose hex a hex can be attacked: over any passable hexside, and out of its own Beach Approach."""
    found = g.standing(g.board.atlas.around[target])
    approach = g.board.atlas.approach_of.get(target)
    return found | g.here.get(approach, 0) if approach is not None and g.landing else found


def able_at(g: DarkSummer, target: Space) -> Units:
    """The units that may attack a hex."""
    return next_to(g, target) & able(g)


def enemy_hexes(g: DarkSummer) -> Spaces:
    """What can be attacked at all: enemy units, and for Germans Open Beaches (11.9)."""
    side = g.army.side
    found = g.hexes_of(other(side))
    return found | g.open_beaches if side == GERMAN else found


def helpers_of(g: DarkSummer) -> Able:
    """By hex that must be attacked, the units that could do it alone; worked out when somebody asks for a hex."""
    known: dict[Space, Units] = {}

    def helpers(hex_: Space) -> Units:
        if hex_ not in known:
            known[hex_] = next_to(g, hex_) & strong(g)
        return known[hex_]

    return helpers


def infeasible(g: DarkSummer, target: Space, attackers: Units, candidates: Units) -> dict[UnitId, Spaces]:
    """By candidate, the duties that could not be met any more if it joined the attackers."""
    helpers, single = helpers_of(g), g.round == REACTION
    owed = can_be_met(g, _spared(g, 0, helpers))
    found: dict[UnitId, Spaces] = {}
    for unit in each_unit(candidates):
        joined_by = attackers | 1 << unit
        if unmet := unmet_duties(g, target, joined_by, _spared(g, joined_by, helpers), owed, single=single):
            found[unit] = unmet
    return found


def _spared(g: DarkSummer, attackers: Units, helpers: Able) -> Able:
    """5.1: the second wave has no helpers in overstacked hexes that would have sent their four."""
    if g.round != WAVE_2:
        return helpers
    return lambda hex_: helpers(hex_) & ~crowded(g, attackers, helpers(hex_))


@rule("11.1", "11.2")
def targets(g: DarkSummer) -> PickSpace:
    """The hexes that may be attacked, and why not the others."""
    atlas, where, ours = g.board.atlas, enemy_hexes(g), g.spaces_of(able(g))
    beaches = [atlas.beach_of[space] for space in each(ours & atlas.approaches) if space in atlas.beach_of]
    near = atlas.ways.spread(ours) | spaces(beaches)
    open_ = where & near & ~untouchable(g) & ~g.fought_over
    hopeless = spaces(space for space in each(open_) if not first_attackers(g, space))
    return PickSpace(
        "attack",
        g,
        only(where, "11.1", "there is no enemy in {}"),
        bar(untouchable(g), "15" if g.army.side == ALLIED else "11.1", "{} may not be attacked by this army"),
        bar(g.fought_over, "11.1", "{} has been attacked already in this Round"),
        only(near, "11.1", "no unit that could still attack stands next to {}"),
        bar(
            hopeless & spent_hexes(g, hopeless), "5.1", "four units have attacked out of the overstacked hex beside {}"
        ),
        bar(hopeless, "11.2", "every unit that could attack {} is needed for Mandatory Attacks or cannot attack alone"),
    )


def spent_hexes(g: DarkSummer, hexes: Spaces) -> Spaces:
    """Hexes next to which only units stand that an overstacked hex cannot send any more."""
    return spaces(hex_ for hex_ in each(hexes) if not (free := able_at(g, hex_)) & ~crowded(g, 0, free))


def first_attackers(g: DarkSummer, target: Space) -> Units:
    """Those who could begin an attack on a hex."""
    found = next_to(g, target) & strong(g)
    if g.attacked and found:
        found &= ~crowded(g, 0, found)
    if not g.duties or not found:
        return found
    return found & ~sum(1 << unit for unit in infeasible(g, target, 0, found))


@rule("11.2")
def owed_now(g: DarkSummer) -> Spaces:
    """Mandatory Attacks that are still to be made and can be."""
    owed = still_owed(g)
    return spaces(space for space in each(owed) if first_attackers(g, space)) if owed else 0


@rule("11", "11.1", "11.2", "9.3.2")
class Attacks(Decision[DarkSummer], frozen=True):
    """The active player picks a hex to attack, or ends his attacks."""

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        spent = g.round == REACTION and g.attacked
        if not spent:
            yield targets(g)
        yield Act("besiege", *may_besiege(g))
        owed = owed_now(g)
        yield Act(
            "done",
            bar(owed, "11.2", lambda _: f"{joined(g.board.describe(s) for s in each(owed))} must be attacked first"),
            bar(must_besiege(g), "11.7", "Cherbourg Combat must be fought: the US strength there suffices"),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "done":
            return DONE
        if action[0] == "besiege":
            return FightOn(by=self.by, siege=True)
        return Muster(by=self.by, target=action[1], attackers=0)

    def prompt(self, g: DarkSummer) -> str:
        return "Pick a hex to attack, or end your attacks."

    def title(self, g: DarkSummer) -> str:
        return "Combat"


@rule("11.3.1", "11.2")
class Muster(Decision[DarkSummer], frozen=True):
    """The attacker adds units one by one, then fights."""

    asks_always: ClassVar[bool] = True  # no dice before somebody has said that he fights
    target: Space
    attackers: Units

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        free = able_at(g, self.target) & ~self.attackers
        where = g.board.describe(self.target)
        unmet = infeasible(g, self.target, self.attackers, free)
        weak = free & ~strong(g)
        idle = ("9.3.2", "{} is not active in this Round")
        if g.round == REACTION:
            idle = ("9.3.4", "{} is not one of the Kampfgruppen and Tigers that react")
        yield PickUnit(
            "join",
            g,
            bar(self.attackers, "11.1", "{} is in the attack already"),
            only(g.board.roster.side[self.by], "11.1", "{} is not yours"),
            bar(g.attacked, "11.1", "{} has attacked already in this Round"),
            only(g.active, *idle),
            only(next_to(g, self.target), "11.1", lambda u: f"{g.board.unit_title(u)} is not next to {where}"),
            hint(lambda: ~able(g), "13.4", "{} is out of supply"),
            only(able_at(g, self.target), "11.1", "{} cannot attack now"),
            bar(weak if not self.attackers else 0, "11.6", "{} attacks only together with others"),
            bar(crowded(g, self.attackers, free), "5.1", "four units at most attack out of an overstacked hex"),
            bar(sum(1 << unit for unit in unmet), "11.2", lambda u: _why_unmet(g, u, unmet)),
        )
        yield Act("fight", bar(not self.attackers, "11.3.1", "nobody attacks yet: add units first"))

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "join":
            return replace(self, attackers=self.attackers | 1 << action[1])
        return FightOn(by=self.by, target=self.target, attackers=self.attackers)

    def prompt(self, g: DarkSummer) -> str:
        return f"Who attacks {g.board.describe(self.target)}?"

    def title(self, g: DarkSummer) -> str:
        return f"Attack on {g.board.names[self.target]}"


def _why_unmet(g: DarkSummer, unit: UnitId, unmet: dict[UnitId, Spaces]) -> str:
    hexes = joined(g.board.describe(space) for space in each(unmet[unit]))
    return f"with {g.board.unit_title(unit)} the attack calls for attacks on {hexes} that could not all be made"


@rule("5.1", "9.4.3")
def crowded(g: DarkSummer, attackers: Units, free: Units) -> Units:
    """Those who would be the fifth attacker of the Round out of an overstacked hex."""
    found = 0
    for space in each(g.spaces_of(attackers | free)):
        here = g.here[space] & g.board.roster.side[g.army.side]
        if (here & (attackers | g.attacked)).bit_count() >= LIMIT and not is_legal_stack(g, here):
            found |= here & free
    return found


class FightOn(Procedure[DarkSummer], frozen=True):
    """Fight a battle, then go back to the choice of attacks; a Reaction has one attack only."""

    by: Side
    target: Space = Space(-1)
    attackers: Units = 0
    siege: bool = False

    def start(self, g: DarkSummer) -> Step:
        if self.siege:
            return Call(CherbourgCombat(), then=self.again)
        return Call(begin_battle(g, Assault(self.by, self.target, self.attackers)), then=self.again)

    def again(self, g: DarkSummer, _: object) -> Step:
        return DONE if g.round == REACTION else Attacks(by=self.by)

    def title(self, g: DarkSummer) -> str:
        return ""
