"""Nothing is a dead letter: every frame, every verb and every result of every table comes up in play.

What chance seldom brings is asked for with typed dice; the rest comes up in random games, played one after the other
until nothing is missing.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.games.normandy44.support import ALLIED, CLEAR, GAME, GERMAN, Scene, attack, scene
from tests.games.noting import noting

from bocage.games.normandy44.board import TABLES
from bocage.games.normandy44.rules.r10_combat import Attacks, Support
from bocage.games.normandy44.rules.r12_determined_defence import Defence
from bocage.games.normandy44.rules.r12_results import Battle
from bocage.games.normandy44.rules.r13_retreat import Retreats
from bocage.games.normandy44.rules.r19_strafing import Strikes
from bocage.games.normandy44.rules.r20_airborne import Gliders
from bocage.games.normandy44.rules.r20_invasion import BeachAssault
from bocage.kernel import chance, flow
from bocage.kernel.table import Columns, Table
from bocage.testing import Situation

MOST_GAMES = 24
OPTIONS = {"players": "four", "batteries": "on", "storm": "three-day"}
FRAMES = {name: kind for name, kind in GAME.frames.items() if kind.__module__.startswith(GAME.package)}
WANTED = (
    {("frame", name) for name in FRAMES}
    | {("verb", verb) for verb in GAME.verbs}
    | {(table, result) for table, (results, _) in TABLES.items() for result in results}
)

Seen = set[tuple[str, str]]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """What has come up: filled by whatever is played while the test runs."""
    found: Seen = set()
    board = GAME.board()
    tables = {id(getattr(board, name)): name for name in TABLES}
    read = Table.read

    def noted(self: Table, *args: Any, **more: Any) -> str:
        result = read(self, *args, **more)
        found.add((tables[id(self)], result))
        return result

    monkeypatch.setattr(Table, "read", noted)
    for name, kind in FRAMES.items():
        if hasattr(kind, "start"):
            monkeypatch.setattr(kind, "start", noting(kind.start, found, name))
    pick = flow.pick

    def picked(g: Any, action: Any) -> Any:
        found.update({("frame", type(flow.waiting(g)).__name__), ("verb", action[0])})
        return pick(g, action)

    monkeypatch.setattr(flow, "pick", picked)
    return found


def battles() -> None:
    """Every cell of the combat table's last column and of the defence table, by what is typed."""
    for roll in range(1, 7):
        for defender in ("99Inf", "8/4", "12/4"):  # 7-1, 2-1 and less, by what defends
            s = scene({"125/21Pz": "1631", "192/21Pz": "1631", defender: "1731"})
            s.ask(Battle(assault=attack(s, "1731", "125/21Pz 192/21Pz", "125/21Pz 192/21Pz")))
            s.do(f"roll {roll}")
        for ip, lead in (("", "857/346"), ("1731", "857/346"), ("", "SP-Hillman")):
            s = scene({"69/50": "1631", "857/346": "1731", "SP-Hillman": "1731"}, ip_german=ip)
            s.ask(Defence(by=GERMAN, assault=attack(s, "1731", "69/50", "69/50")))
            s.do(f"stand {lead}", f"roll {roll}")
        s = scene({"125/21Pz": "1631", "69/50": "1731"}, row=CLEAR)
        s.ask(Battle(assault=attack(s, "1731", "125/21Pz", "125/21Pz")))
        s.do(f"roll {roll}")  # fighter-bombers


def despair() -> None:
    """A stack with no way back stands for two steps, or perishes."""
    at = {"69/50": "1631", "151/50": "1831", "231/50": "1732", "857/346": "1731", "858/346": "1731"}
    s = scene(at)
    s.ask(Defence(by=GERMAN, assault=attack(s, "1731", "69/50", "69/50")))
    s.do("stand 857/346", "roll 1", "despair", "lose 857/346", "lose 858/346")
    s.ask(Retreats(side=GERMAN, origin=s.space("1731"), units=s.units("857/346 858/346"), length=2))
    s.do("perish 857/346", "perish 858/346")


def battle_groups() -> None:
    """Two small units of different divisions attack as one."""
    s = scene({"2/726/716": "1631", "1/914/352": "1631", "857/346": "1631", "99Inf": "1731"}, ask=Attacks(by=GERMAN))
    s.do("attack 1731", "with 2/726/716", "with 1/914/352", "ready", "group 1631")


def aircraft() -> None:
    """Strafing that hits and misses; aircraft asked for, lent and kept."""
    for roll in (1, 6):
        s = scene({"1/22/21Pz": "1631"})
        s.ask(Strikes(missions=(s.space("1631"),)))
        s.do(f"roll {roll}")
    for answer in ("agree", "decline"):
        t: Scene = Situation(GAME, options=OPTIONS, at={"69/50": "1631", "857/346": "1731"}, rest="removed", air=[1, 1])
        t.ask(Support(by=ALLIED, assault=attack(t, "1731", "69/50", "69/50")))
        t.do("air us", answer)


def stocks() -> None:
    """Fortress Cherbourg pays."""
    s = scene({"1/914/352": "1116", "HQ-84": "1016", "69/50": "1117"}, supply_7th=1, supply_cherbourg=1)
    s.ask(Support(by=GERMAN, assault=attack(s, "1117", "1/914/352", "1/914/352")))
    s.do("fortress-artillery HQ-84", "fight")


def gliders() -> None:
    """The enemy lies in the landing hex."""
    s = scene({"325/82": "gliders", "3/1058/91": "2711"}, turn=2, ask=Gliders(late=False))
    s.g.turn = 3
    s.ask(Gliders(late=False))
    s.do("at 2809 normal", "roll 6")


def beaches() -> None:
    """Bloody Omaha, every other line of the table, and Rangers who miss their signal."""
    for beach in ("utah", "du-hoc", "omaha-w"):
        for roll in range(1, 7):
            s: Scene = Situation(GAME, "campaign")
            s.ask(BeachAssault(beach=beach))
            s.do(f"roll {roll}")
            while s.decides != "chance" and s.options():
                s.do(s.options()[0])
            if s.options():
                s.do(f"roll {roll}")


def ways_back() -> None:
    """Two ways lead back to the same hex, and one of them takes a town."""
    s = scene({"857/346": "3902"})
    s.g.allied_control |= 1 << s.space("3802")
    s.g.touch()
    s.ask(Retreats(side=GERMAN, origin=s.space("3902"), units=s.units("857/346"), length=2))
    s.do("fallback 857/346 3702", "by 3802 3702")


def games() -> Iterator[int]:
    """Random games, the shorter scenarios first; how many there have been."""
    for number in range(MOST_GAMES):
        scenario = ("cherbourg", "seven-turn", "campaign")[number % 3]
        g, rng = GAME.new(scenario, OPTIONS, seed=number), random.Random(number)
        while (frame := flow.waiting(g)) is not None:
            if isinstance(frame, chance.Chance):
                flow.pick(g, chance.fast_pick(g, frame))
            else:
                flow.pick(g, rng.choice(flow.options(g)))
        yield number + 1


def test_every_frame_verb_and_result_of_a_table_occurs(seen: Seen) -> None:
    for part in (battles, battle_groups, despair, aircraft, stocks, gliders, beaches, ways_back):
        part()
    for _ in games():
        if seen >= WANTED:
            break
    assert sorted(WANTED - seen) == []


def test_the_results_that_are_wanted_are_those_in_the_tables() -> None:
    board = GAME.board()
    for name, (results, _) in TABLES.items():
        table = getattr(board, name)
        columns = range(len(table.columns)) if table.kind is Columns.ODDS else table.columns
        assert {table.read(die, column) for die in table.rows for column in columns} == set(results), name
