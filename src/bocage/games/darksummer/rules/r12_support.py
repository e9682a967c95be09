"""12 Combat Support markers: which may be committed to a battle, by attacker and then by defender."""

from collections.abc import Callable, Iterator

from bocage.games.darksummer.events import SupportCommitted
from bocage.games.darksummer.records import SupportRow, WeatherRow
from bocage.games.darksummer.rules.r11_odds import SUPPORT_RULE, Assault, beach_alone, defenders
from bocage.games.darksummer.rules.r11_siege import at_even_odds
from bocage.games.darksummer.rules.r13_supply import in_supply
from bocage.games.darksummer.sides import Army
from bocage.games.darksummer.state import COMBAT, COMBINED, WAVE_1, WAVE_2, DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Act, Bar, Offer, PickWord, bar, only
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import Decision, Done, Step, replace
from bocage.kernel.ids import Side, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import BITS, each

KINDS = ("carpet", "air", "naval", "tank-destroyers", "nebelwerfer", "artillery", "assault-guns")
ARMIES = {"us": Army.US, "british": Army.BRITISH, "german": Army.GERMAN}
KIND_NAMES = (
    "Carpet Bombing",
    "Tac Air",
    "Naval Support",
    "Tank Destroyers",
    "Nebelwerfer",
    "Artillery",
    "Assault Guns",
)


class Case:
    """A battle as the support rules look at it: who is supported, attacking or defending."""

    def __init__(self, g: DarkSummer, a: Assault, side: Side) -> None:
        self.g, self.a, self.side = g, a, side
        self.attacks = side == a.by
        self.mine: Units = a.attackers if self.attacks else defenders(g, a.target, a.by)
        self.all: Units = a.attackers | defenders(g, a.target, a.by)
        self.army = self._army()

    def _army(self) -> Army | None:
        """The army that is supported; a beach by itself counts as its army's."""
        if self.mine:
            return self.g.board.units[(self.mine & -self.mine).bit_length() - 1].army
        return self.g.board.atlas.beach_army.get(self.a.target)

    def fed(self, among: Units) -> bool:
        """Whether any of those supported is in supply."""
        return any(in_supply(self.g, unit) for unit in each_unit(self.mine & among))


def markers_of(g: DarkSummer, case: Case, kind: str) -> list[int]:
    """The markers of a kind that the supported army has by now."""
    rows, army, turn = g.board.support, case.army, g.turn
    return [
        n for n in each(g.board.markers_of_kind.get(kind, 0)) if ARMIES[rows[n].army] == army and rows[n].turn <= turn
    ]


@rule("12.2", "12.3")
def comes_back(g: DarkSummer, row: SupportRow) -> bool:
    """Whether a marker may be used once in every Round: ships, and Tac Air on Sun and Cloud turns."""
    return row.kind == "naval" or (row.kind == "air" and g.sky.air == "round")


def _is_spent(g: DarkSummer, n: int, row: SupportRow) -> bool:
    """Whether a marker has been used up for this Round or this turn."""
    return bool(g.used_round >> n & 1) if comes_back(g, row) else _is_gone(g, n, row)


def _is_gone(g: DarkSummer, n: int, row: SupportRow) -> bool:
    """Whether a marker that does not come back has been used up for this turn."""
    if row.kind == "assault-guns":
        return g.assault_guns_used >= g.sky.assault_guns
    return bool(g.used_turn >> n & 1)


def fresh_markers(g: DarkSummer, case: Case, kind: str) -> list[int]:
    """Those that have not been used up, the strongest first."""
    rows = g.board.support
    left = [n for n in markers_of(g, case, kind) if not _is_spent(g, n, rows[n])]
    return sorted(left, key=lambda n: -((rows[n].attack if case.attacks else rows[n].defense) or 0))


GROUNDED: dict[str, tuple[Callable[[WeatherRow], bool], str]] = {
    "carpet": (lambda sky: sky.carpet == "no", "bombers fly on Sun and Cloud turns only"),
    "air": (lambda sky: sky.air == "none", "no Tac Air in Rain or Storm"),
    "naval": (lambda sky: sky.naval == "no", "no Naval Support in Rain or Storm"),
    "artillery": (lambda sky: sky.artillery == "no", "German Artillery speaks in Rain and Storm only"),
}
"""By kind, the weather that keeps it out of battle, and that in words (7.2.3)."""


def kept_by_weather(g: DarkSummer, kind: str) -> tuple[object, str, str]:
    """Whether the weather keeps a kind of marker out of battle, with the rule and the reason."""
    bad, why = GROUNDED[kind]
    return (bad(g.sky), SUPPORT_RULE[kind], why)


@rule("12")
def left_this_turn(g: DarkSummer) -> list[SupportRow]:
    """The markers of both sides that may still be used this turn, or again in every Round of it."""
    if g.round == WAVE_1:
        return []
    return [row for n, row in enumerate(g.board.support) if not _is_out_of_play(g, n, row)]


def _is_out_of_play(g: DarkSummer, n: int, row: SupportRow) -> bool:
    """Whether a marker has not come yet, is kept out by weather or option, or has been used up."""
    if row.turn > g.turn or (row.kind in GROUNDED and kept_by_weather(g, row.kind)[0]):
        return True
    if (row.kind == "carpet" and not g.carpets_left[ARMIES[row.army]]) or (row.kind == "naval" and g.halved):
        return True
    return (row.kind == "assault-guns" and not g.assault_guns) or (not comes_back(g, row) and _is_gone(g, n, row))


@rule("12")
def bars_for(g: DarkSummer, a: Assault, side: Side) -> list[Bar]:
    """For each kind of marker, why it may not be committed to a battle; the kinds are numbered as in `KINDS`."""
    case, rows = Case(g, a, side), []
    for n, kind in enumerate(KINDS):
        for barred, number, why in REASONS[kind](g, case):
            if barred:
                rows.append(bar(1 << n, number, why))
                break
    return rows


Reasons = Iterator[tuple[object, str, str]]


def _common(g: DarkSummer, case: Case, kind: str) -> Reasons:
    number = SUPPORT_RULE[kind]
    allowed = "attack" if case.attacks else "defense"
    named = "an attack" if case.attacks else "a defense"
    held = markers_of(g, case, kind)
    besieged = case.a.target == g.board.atlas.cherbourg and kind not in ("air", "tank-destroyers")
    yield (besieged, "11.7", "only Tac Air and Tank Destroyers support Cherbourg Combat")
    yield (g.round == WAVE_1, "9.4.1", "there is no support in the first wave")
    yield (not held, number, "your side has no such marker yet")
    yield (
        held and all(getattr(g.board.support[n], allowed) is None for n in held),
        number,
        f"it does not support {named}",
    )
    yield (case.a.uses(g, kind), number, "one such marker at most supports a battle")
    yield (not fresh_markers(g, case, kind), number, "it has been used already")


@rule("12.1")
def _carpet(g: DarkSummer, case: Case) -> Reasons:
    army = case.army
    yield from _common(g, case, "carpet")
    yield kept_by_weather(g, "carpet")
    yield (g.round != COMBAT, "12.1", "Carpet Bombing is for Combat Rounds only")
    yield (army is not None and army is not Army.GERMAN and not g.carpets_left[army], "12.1", "its two uses are gone")
    yield (case.a.uses(g, "air") or case.a.uses(g, "naval"), "12.1", "not together with Tac Air or Naval Support")


@rule("12.2")
def _air(g: DarkSummer, case: Case) -> Reasons:
    yield from _common(g, case, "air")
    yield kept_by_weather(g, "air")
    yield (g.round not in (COMBAT, COMBINED), "12.2", "Tac Air is for Combat and Combined Action Rounds")
    yield (case.a.uses(g, "carpet"), "12.1", "not together with Carpet Bombing")


@rule("12.3")
def _naval(g: DarkSummer, case: Case) -> Reasons:
    target, board = case.a.target, g.board
    yield from _common(g, case, "naval")
    yield (g.halved, "12.3", "the ships open fire with the second wave")
    yield kept_by_weather(g, "naval")
    yield (not board.atlas.gun_line & BITS[target], "12.3", "the hex lies beyond the Naval Gun Line")
    yield (board.terrain_rows[board.terrain[target]].naval == "no", "12.3", "only in Clear terrain or a Town")
    yield (case.a.uses(g, "carpet"), "12.1", "not together with Carpet Bombing")


@rule("12.4")
def _tank_destroyers(g: DarkSummer, case: Case) -> Reasons:
    yield from _common(g, case, "tank-destroyers")
    yield (g.round == WAVE_2, "12.4", "not in an Amphibious Assault Round")
    yield (not case.attacks and beach_alone(g, case.a.target, case.a.by), "12.4", "not for an Open Beach alone")
    yield (not case.fed(g.board.roster.us_only), "12.4", "no US unit in supply takes part")


@rule("12.5")
def _nebelwerfer(g: DarkSummer, case: Case) -> Reasons:
    yield from _common(g, case, "nebelwerfer")
    yield (g.landing, "12.5", "not in an Amphibious Assault Round")
    yield (not case.fed(~0), "12.5", "no German unit in supply takes part")


@rule("12.6")
def _artillery(g: DarkSummer, case: Case) -> Reasons:
    us = case.all & g.board.roster.army[Army.US] or (
        beach_alone(g, case.a.target, case.a.by) and g.board.atlas.beach_army[case.a.target] is Army.US
    )
    yield from _common(g, case, "artillery")
    yield kept_by_weather(g, "artillery")
    yield (us, "12.6", "not in a battle with US or French units")


@rule("12.7")
def _assault_guns(g: DarkSummer, case: Case) -> Reasons:
    yield (not g.assault_guns, "12.7", "Assault Guns are an optional rule")
    yield from _common(g, case, "assault-guns")
    yield (case.attacks, "12.7", "Assault Guns support a defence only")
    yield (g.landing, "12.7", "not in an Amphibious Assault Round")
    yield (not case.fed(~0), "12.7", "no German unit in supply takes part")


REASONS = {
    "carpet": _carpet,
    "air": _air,
    "naval": _naval,
    "tank-destroyers": _tank_destroyers,
    "nebelwerfer": _nebelwerfer,
    "artillery": _artillery,
    "assault-guns": _assault_guns,
}


def open_kinds(g: DarkSummer, a: Assault, side: Side) -> int:
    """The kinds of markers that a side may commit now, as bits."""
    return PickWord("support", KINDS, *known_kinds(g, a, side)).open()


def known_kinds(g: DarkSummer, a: Assault, side: Side) -> list[Bar]:
    """What there is, and why it may not be committed to a battle."""
    return [only((1 << len(KINDS)) - 1, "12", "there is no such support"), *bars_for(g, a, side)]


def with_marker(g: DarkSummer, a: Assault, side: Side, kind: str) -> Assault:
    """A battle with the strongest fresh marker of a kind."""
    fresh = fresh_markers(g, Case(g, a, side), kind)
    return replace(a, markers=a.markers | 1 << fresh[0]) if fresh else a


@rule("11.7", "11.6")
def leads_to_even_odds(g: DarkSummer, a: Assault) -> bool:
    """Whether a siege is at 1-1, or can still be brought there. Support may spoil the odds: it rouses the Flak."""
    if at_even_odds(g, a.markers):
        return True
    return any(leads_to_even_odds(g, with_marker(g, a, a.by, KINDS[n])) for n in each(open_kinds(g, a, a.by)))


@rule("11.7")
def spoiling(g: DarkSummer, a: Assault) -> int:
    """At Cherbourg, the kinds of markers with which the odds would be below 1-1, whatever came after them, as bits."""
    if a.target != g.board.atlas.cherbourg:
        return 0
    kinds = each(open_kinds(g, a, a.by))
    return sum(1 << n for n in kinds if not leads_to_even_odds(g, with_marker(g, a, a.by, KINDS[n])))


@rule("11.3.2", "12")
class ChooseSupport(Decision[DarkSummer], frozen=True):
    """Which support markers are committed? The attacker announces first, then the defender."""

    assault: Assault

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        a = self.assault
        spoilt = bar(spoiling(g, a), "11.7", "it would rouse the Flak, and the odds would be below 1-1")
        yield PickWord("support", KINDS, *known_kinds(g, a, self.by), spoilt)
        lacking = a.target == g.board.atlas.cherbourg and not at_even_odds(g, a.markers)
        yield Act("ready", bar(lacking, "11.7", "without more support the odds would be below 1-1"))

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        if action[0] == "ready":
            return Done(self.assault.markers)
        after = replace(self.assault, markers=self.assault.markers | commit(g, self.assault, self.by, KINDS[action[1]]))
        if not open_kinds(g, after, self.by):
            return Done(after.markers)
        return replace(self, assault=after)

    def prompt(self, g: DarkSummer) -> str:
        role = "attack on" if self.by == self.assault.by else "defense of"
        return f"Commit support to the {role} {g.board.describe(self.assault.target)}, or be ready."

    def title(self, g: DarkSummer) -> str:
        return "Support"


def commit(g: DarkSummer, a: Assault, side: Side, kind: str) -> int:
    """Put a marker of a kind into the defender's hex; its bit."""
    case = Case(g, a, side)
    n = fresh_markers(g, case, kind)[0]
    row = g.board.support[n]
    g.used_round |= 1 << n
    g.used_turn |= 1 << n
    if kind == "assault-guns":
        g.assault_guns_used += 1
    if kind == "carpet":
        g.carpets_left[ARMIES[row.army]] -= 1
    worth = (row.attack if case.attacks else row.defense) or 0
    g.emit(SupportCommitted(marker=n, space=a.target, side=side, points=worth, rule=SUPPORT_RULE[kind]))
    return 1 << n
