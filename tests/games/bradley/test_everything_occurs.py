"""Nothing is a dead letter: every frame, verb, class of table cell and order of the automaton comes up in play.

What chance seldom brings is asked for with typed dice; the rest comes up in random games, played one after the other
until nothing is missing.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.games.bradley.support import ALLIED, GERMAN, Field, field
from tests.games.noting import noting

from bocage.games.bradley import GAME, events
from bocage.games.bradley.loading import LETTERS
from bocage.games.bradley.rules.r04_drops import HIGHEST, LOWEST, Drop
from bocage.games.bradley.rules.r04_zones import AirborneLandings
from bocage.games.bradley.rules.r05_casualties import Casualty, Swim
from bocage.games.bradley.rules.r05_landing import LandWave
from bocage.games.bradley.rules.r05_placement import Rangers
from bocage.games.bradley.rules.r05_rangers import RangerLandings
from bocage.games.bradley.rules.r06_moving import Movement
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import ResolveAssault
from bocage.games.bradley.rules.r10_fire import Fire, ResolveFire
from bocage.games.bradley.rules.r10_fire_account import fire_account
from bocage.games.bradley.rules.r10_retreat import RetreatAll
from bocage.games.bradley.rules.r19_options import BombRun
from bocage.games.bradley.rules.r20_orders import GiveOrders
from bocage.games.bradley.state import Bradley
from bocage.kernel import chance, flow

MOST_GAMES = 8
ROLLS = range(2, 13)
OPTIONS = {"bombing": "yes", "northern": "yes", "shift": "by hex"}
CHARTS = GAME.board().charts
FRAMES = {name: kind for name, kind in GAME.frames.items() if kind.__module__.startswith(GAME.package)}
WANTED = (
    {("frame", name) for name in FRAMES}
    | {("verb", verb) for verb in GAME.verbs}
    | {("line", line) for line in CHARTS.lines}
    | {("below the table", what) for what in ("assault", "fire")}
    | {(f"column {letter}", CHARTS.crt.read(roll, letter)) for letter in LETTERS for roll in ROLLS}
    | {("displacement", result) for result in ("In", *(f"{way}{n}" for way in "LR" for n in (1, 2, 3, 4)))}
    | {("casualties", result) for result in "-DES"}
    | {("sea", name) for name, _ in CHARTS.sea.values()}
    | {("wind", str(modifier)) for modifier in CHARTS.wind.values()}
    | {("drop", result) for result in ("landed", "starred", "aborted", "lost")}
    | {("scatter", str(number)) for number in range(LOWEST, HIGHEST + 1)}
    | {("order", f"{row.side} {row.order}") for row in CHARTS.orders}
    | {("remote", word) for word in ("acts", "holds")}
)
Seen = set[tuple[str, str]]


def heard(event: object) -> Seen:
    """What an event says of the tables."""
    match event:
        case events.Resolved():
            return {("line", event.line), (f"column {event.letter}", event.result)}
        case events.TooWeak():
            return {("below the table", "assault" if event.line == "assault" else "fire")}
        case events.WaveRolled():
            return {("displacement", event.result)}
        case events.LandingChecked():
            return {("casualties", event.result)}
        case events.SeaRolled():
            return {("sea", event.name)}
        case events.WindRolled():
            return {("wind", str(event.modifier))}
        case events.DropRolled():
            return {("drop", event.result), ("scatter", str(event.modified))}
        case events.OutOfCommand():
            return {("remote", "acts" if event.acts else "holds")}
    return set()


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """What has come up: filled by whatever is played while the test runs."""
    found: Seen = set()
    for name, kind in FRAMES.items():
        if hasattr(kind, "start"):
            monkeypatch.setattr(kind, "start", noting(kind.start, found, name))
    pick, emit = flow.pick, Bradley.emit

    def picked(g: Any, action: Any) -> Any:
        found.update({("frame", type(flow.waiting(g)).__name__), ("verb", action[0])})
        return pick(g, action)

    def emitted(g: Bradley, event: Any) -> None:
        found.update(heard(event))
        if isinstance(event, events.Ordered):
            found.add(("order", f"{g.sides[g.player]} {event.order}"))
        emit(g, event)

    monkeypatch.setattr(flow, "pick", picked)
    monkeypatch.setattr(Bradley, "emit", emitted)
    return found


def matrix() -> None:
    """Every cell of the lower matrix that two dice can reach, by support points and headquarters."""
    for wanted in LETTERS:
        results = {CHARTS.crt.read(roll, wanted): roll for roll in ROLLS}
        for roll in results.values():
            s = field("I/916 3924, 1/16 3724, HQ/1 3724", support=200)
            s.ask(ResolveFire(attack=_fire(s, wanted)))
            s.do(dice(roll))


def _fire(s: Field, wanted: str) -> Attack:
    """Support points, and headquarters if need be, that come to a column."""
    for aid in (0, s.units("HQ/1")):
        for points in range(60):
            attack = Attack(by=ALLIED, target=s.space("3924"), points=points, aid=aid)
            if fire_account(s.g, attack, keep=False).letter == wanted:
                return attack
    raise AssertionError(f"nothing comes to column {wanted}")


def dice(total: int) -> str:
    """Two dice that make a number."""
    high = min(6, total - 1)
    return f"roll {high} {total - high}"


def lines() -> None:
    """Each line of the upper matrix, and attacks that are too weak for it."""
    for units in ("1/16", "743Tk", "1/16 743Tk", "5FA"):
        s = field("I/916 3924, 1/16 3824, 743Tk 3824, 5FA 3824")
        s.ask(ResolveFire(attack=Attack(by=ALLIED, target=s.space("3924"), units=s.units(units))))
        s.do(dice(3))
    s = field("A/1/116 3824, III/6FJ 3924, I/6FJ 3924")
    weak = Attack(by=ALLIED, target=s.space("3924"), units=s.units("A/1/116"))
    s.ask(ResolveFire(attack=weak))
    s.ask(ResolveAssault(attack=weak))


def landings() -> None:
    """Every displacement at low tide, every kind of casualty, every landing from the air."""
    for sea, total in ((6, 2), (6, 3), (1, 2), (6, 12), (1, 12), (1, 7)):
        for turn in (2, 3, 5, 6):
            s = field("1/16 4122", turn=turn)
            s.g.mines = s.spaces("3821 3921 4022")
            s.ask(LandWave(beach=0))
            s.do(f"roll {sea}", dice(total))
    for fire, total in ((0, 2), (55, 10), (55, 12)):
        s = field("1/16 3821")
        s.ask(Casualty(unit=s.unit("1/16"), fire=fire, sea=0))
        s.do(dice(total))
    s = field("A/741 3821")
    s.ask(Swim(unit=s.unit("A/741"), sea=0))
    s.do(dice(12))
    for modifier in range(LOWEST - 8, HIGHEST - 4):
        s = field("1/505 82-main", turn=8)
        s.g.zones[0] = s.space("0810")
        s.ask(Drop(zone=0, unit=s.unit("1/505"), modifier=modifier))
        s.do(dice(7))


def orders() -> None:
    """Every order that the automaton can get, and units out of touch that act or hold."""
    for side, at, name in (
        (GERMAN, "HQ/352 3828, I/916 3924, II/915 5733", "german"),
        (ALLIED, "1/16 3824", "american"),
    ):
        for total in ROLLS:
            s = field(at, turn=3, options={"solitaire": name})
            s.g.player = side
            s.ask(GiveOrders(by=side))
            while s.decides == "chance":
                s.do(dice(total) if " " in s.options()[0][5:] else s.options()[0 if total < 7 else -1])


def seldom() -> None:
    """What random games seldom bring: engineers' work, a crowded retreat, boats that turn back, Rangers, bombs."""
    s = field("146Eng 3921")
    s.ask(Movement(by=ALLIED))
    s.do("select 146Eng", "breach 3922", "roll 6")
    s = field("146Eng 3822", marching="146Eng")
    s.ask(Movement(by=ALLIED))
    s.do("select 146Eng", "move 3821", "check")
    s = field("146Eng 3826", ruins=1 << s.space("3826"))
    s.ask(Movement(by=ALLIED))
    s.do("select 146Eng", "rebuild")
    crowd = "I/914 3923, I/726 3922, I/915 3922, III/726 3822, II/915 3822, 1/16 3824, 2/16 4123, 3/16 4025"
    s = field(f"I/916 3924, II/916 3924, {crowd}")
    s.ask(RetreatAll(by=GERMAN, units=s.units("I/916 II/916"), origin=s.space("3924")))
    s.do("leave II/916")
    s = field("1/8 2118, 2/8 2016, 3/8 2016, S13 1918", turn=2)
    s.ask(LandWave(beach=1))
    s.do("roll 1", dice(11), "confuse 1916", "abort")
    s = field("743Tk 3824, HQ/1 3824, 100Pz 3924", Fire(by=ALLIED))
    s.do("aim 3924")
    s = field("1/16 3820, I/916 3924, 2Rgr omaha-pool, HOC 3319", BombRun(by=ALLIED, left=1), turn=2)
    s.do("bomb 3924", dice(6), dice(6))
    s.ask(Rangers(by=ALLIED))
    s.do("climb 2Rgr 3319")
    s.ask(RangerLandings())
    s.do("roll 1", dice(7), "storm")
    for wind in range(1, 7):
        s = field("1/505 82-main", AirborneLandings(), turn=1)
        s.do("drop 0808", "skip", "skip", "skip", f"roll {wind}")


def games() -> Iterator[int]:
    """Random games; how many there have been."""
    for number in range(MOST_GAMES):
        scenario, options = (("utah", OPTIONS), ("omaha", {}))[number % 2]
        g, rng = GAME.new(scenario, options, seed=number), random.Random(number)
        while (frame := flow.waiting(g)) is not None:
            if isinstance(frame, chance.Chance):
                flow.pick(g, chance.fast_pick(g, frame))
            else:
                flow.pick(g, rng.choice(flow.options(g)))
        yield number + 1


def test_every_frame_verb_cell_and_order_occurs(seen: Seen) -> None:
    for part in (matrix, lines, landings, orders, seldom):
        part()
    for _ in games():
        if seen >= WANTED:
            break
    assert sorted(WANTED - seen) == []
