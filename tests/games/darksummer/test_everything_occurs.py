"""Nothing is a dead letter: every frame, verb, word, fact, cell of a table and end of the game comes up in play.

What chance seldom brings is asked for with typed dice; the rest comes up in random games, played one after the other
until nothing is missing.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.games.darksummer.support import ALLIED, COMBAT, GAME, GERMAN, Army, Scene, scene
from tests.games.noting import noting

from bocage.games.darksummer import events
from bocage.games.darksummer.records import REPLACEMENTS, WEATHERS
from bocage.games.darksummer.rules.r04_sequence import VictoryCheck
from bocage.games.darksummer.rules.r08_replacements import Rebuild
from bocage.games.darksummer.rules.r09_action_phase import CHITS, MIXES, ChooseInitiative, PlayChit
from bocage.games.darksummer.rules.r09_reaction import OfferReaction
from bocage.games.darksummer.rules.r09_rounds import PLAYS, ActionRound
from bocage.games.darksummer.rules.r10_moving import Movement
from bocage.games.darksummer.rules.r11_battle import Battle, ExchangeOrNot
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r11_odds import Assault
from bocage.games.darksummer.rules.r12_support import KINDS, ChooseSupport
from bocage.games.darksummer.state import ACTION, MOVE, WEATHER, DarkSummer
from bocage.kernel import chance, flow
from bocage.kernel.cups import Cup
from bocage.kernel.events import Ended, Event, Rolled
from bocage.kernel.ids import Space

MOST_GAMES = 8
OPTIONS = {"weather": "historical", "withdrawal": "also in reactions", "assault-guns": "on"}
BOARD = GAME.board()
FRAMES = {name: kind for name, kind in GAME.frames.items() if kind.__module__.startswith(GAME.package)}
FACTS = [name for name, kind in vars(events).items() if isinstance(kind, type) and kind.__module__ == events.__name__]
WORDS = {"support": KINDS, "play": tuple(PLAYS), "initiative": CHITS[:3], "mix": MIXES}
ENDS = (
    "German victory: three beaches closed",
    "German victory: Cherbourg held",
    "German victory: Avranches cut behind Brittany",
    "Allied victory: no supplied German is left on the map",
    "Allied victory",
    "German victory",
)
WANTED = (
    {("frame", name) for name in FRAMES}
    | {("verb", verb) for verb in GAME.verbs}
    | {(verb, word) for verb, words in WORDS.items() for word in words}
    | {("rebuild", name) for name in REPLACEMENTS if name != "german_armor"}  # all German tanks have one step
    | {("fact", name) for name in FACTS}
    | {("weather", name) for name in WEATHERS}
    | {("turned over", f"{kind} {value}") for kind, pool in BOARD.hidden.items() for value in pool}
    | {
        (table.name, f"{table.title(column)} {table.read(die, column)}")
        for table in (BOARD.crt, BOARD.siege)
        for column in range(len(table.columns))
        for die in table.rows
    }
    | {("below the card", "AL2")}
    | {("end", level) for level in ENDS}
)
Seen = set[tuple[str, str]]


def heard(g: DarkSummer, event: Event) -> Seen:
    """What an event says of facts, tables and ends."""
    found = {("fact", type(event).__name__), ("weather", g.weather)}
    match event:
        case Rolled(table=table, roll=0, result=result) if table:
            found.add(("below the card", result))
        case Rolled(table=table, column=column, result=result) if table:
            found.add((table, f"{column} {result}"))
        case events.Shown(unit=unit, value=value):
            found.add(("turned over", f"{g.board.units[unit].type} {value}"))
        case Ended(level=level):
            found.add(("end", level))
    return found


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """What has come up: filled by whatever is played while the test runs."""
    found: Seen = set()
    for name, kind in FRAMES.items():
        if hasattr(kind, "start"):
            monkeypatch.setattr(kind, "start", noting(kind.start, found, name))
    pick, emit = flow.pick, DarkSummer.emit

    def picked(g: Any, action: Any) -> Any:
        verb = action[0]
        found.update({("frame", type(flow.waiting(g)).__name__), ("verb", verb)})
        if verb in WORDS:
            found.add((verb, WORDS[verb][action[1]]))
        if verb == "rebuild":
            found.add((verb, REPLACEMENTS[action[2]]))
        return pick(g, action)

    def emitted(g: DarkSummer, event: Any) -> None:
        found.update(heard(g, event))
        emit(g, event)

    monkeypatch.setattr(flow, "pick", picked)
    monkeypatch.setattr(DarkSummer, "emit", emitted)
    return found


def finish(s: Scene, *wishes: str) -> None:
    """Play on to the end of what was asked, by these options where they are open and the first one else."""
    while s.g.stack:
        some = s.options()
        s.do(next((wish for wish in wishes if wish in some), some[0]))


def tables() -> None:
    """Columns that chance seldom brings: 5-1 in the field, all of the siege."""
    for die in range(1, 7):
        s = scene({"8A": "4809", "27A": "4809", "731/711": "4810"}, army=Army.BRITISH)
        s.ask(Battle(assault=Assault(ALLIED, s.space("4810"), s.units("8A 27A"))))
        finish(s, "ready", f"roll {die}", "halt")
        for us, germans in (
            ("8/4", "729/709 739/709"),
            ("8/4", "729/709"),
            ("8/4 4Cav", "729/709"),
            ("8/4 22/4", "729/709"),
            ("8/4 22/4 12/4", "729/709"),
        ):
            s = scene(dict.fromkeys([*us.split(), *germans.split()], "cherbourg"), ask=Attacks(by=ALLIED))
            s.do("besiege")
            finish(s, "ready", f"roll {die}", "done")
    s = scene({"4Cav": "3304", "915/352": "3305", "916/352": "3305"}, ask=Attacks(by=ALLIED))
    s.do("attack 3305", "join 4Cav", "fight")
    finish(s, "ready", "done")


def choices() -> None:
    """What nobody picks by chance: a held Reaction, an armoured exchange, a withdrawal from a ring of zones."""
    s = scene({"1057/91": "3612"}, reactions=1, ask=OfferReaction())
    s.do("hold")
    for answer in ("exchange", "spare"):
        s = scene({"125/21": "4809", "8A": "4810"}, army=Army.GERMAN, ask=ExchangeOrNot(by=GERMAN, target=Space(0)))
        s.do(answer)
    ring = {"8/4": "2204", "357/90": "2405", "12/4": "2404", "1058/91": "2304"}
    s = scene(ring, army=Army.GERMAN, kind=MOVE, ask=Movement(by=GERMAN))
    s.do("select 1058/91")
    s.do(next(option for option in s.options() if option.startswith("fall-back")))
    for chit in ("US", "British-Move", "British-Combat"):
        s = scene(cups={ACTION: Cup.of({chit: 1}), WEATHER: Cup()}, ask=ChooseInitiative(by=ALLIED))
        s.do(f"initiative {chit}")
    s = scene({"915/352": "3305"}, weather="Sun", played=[], ask=PlayChit(by=ALLIED, chit="US"))
    s.do("play prepared")


def rebuilding() -> None:
    """Every kind of replacement that suits anybody."""
    allied = {"8/4": "2403", "CCA/2A": "3203", "8/3": "4603", "8A": "4003", "2A": "4203"}
    german = {"731/711": "5810", "125/21": "5811"}
    for side, units, kinds in (
        (ALLIED, allied, "us_infantry us_armor british_infantry british_armor canadian"),
        (GERMAN, german, "german_infantry german_mechanized"),
    ):
        s = scene(allied | german, steps=dict.fromkeys(allied | german, 1), weather="Cloud")
        for unit, kind in zip(units, kinds.split(), strict=True):
            s.ask(Rebuild(by=side, stock=(1,) * len(REPLACEMENTS)))
            s.do(f"rebuild {unit} {kind}")


def support() -> None:
    """Every kind of marker, by whoever may use it."""
    ours, theirs = {"39/9": "3304", "915/352": "3305"}, {"8A": "4604", "731/711": "4605"}
    for sky, army, at, by, kinds in (
        ("Sun", Army.US, ours, ALLIED, "carpet tank-destroyers"),
        ("Cloud", Army.US, ours, ALLIED, "air"),
        ("Cloud", Army.US, ours, GERMAN, "nebelwerfer assault-guns"),
        ("Rain", Army.BRITISH, theirs, GERMAN, "artillery"),
        ("Sun", Army.GERMAN, theirs, ALLIED, "naval"),
    ):
        s = scene(at, army=army, weather=sky, turn=7, options={"assault-guns": "on"})
        attackers, defenders = at if army.side == ALLIED else reversed(at)
        s.ask(ChooseSupport(by=by, assault=Assault(army.side, s.space(at[defenders]), s.units(attackers))))
        for kind in kinds.split():
            s.do(f"support {kind}")


def ends() -> None:
    """The four sudden deaths and the two ends by points."""
    s = scene({"1057/91": "3612"}, closed_beaches="3203 3303 4603", open_beaches="2403")
    s.ask(ActionRound(army=Army.GERMAN, kind=COMBAT, chit=COMBAT))
    finish(s, "done")
    s = scene({"1057/91": "2726"}, brittany_entered=True, ask=ActionRound(army=Army.GERMAN, kind=COMBAT, chit=COMBAT))
    finish(s, "done")
    s = scene(ask=ActionRound(army=Army.US, kind=COMBAT, chit=COMBAT))
    finish(s, "done")
    scene({"1057/91": "3612"}, turn=7, ask=VictoryCheck())
    for halves in ([60, 0], [0, 60]):
        scene({"1057/91": "3612"}, turn=10, cherbourg_taken=4, halves=halves, ask=VictoryCheck())


def exits() -> None:
    """Brittany, the east, Cherbourg cut off."""
    s = scene({"8/4": "2727", "1057/91": "3612"}, kind=MOVE, ask=Movement(by=ALLIED))
    s.do("select 8/4", "to brittany-entered")
    s = scene({"8/4": "6409", "1057/91": "3612"}, kind=MOVE, boundary_lifted=True, ask=Movement(by=ALLIED))
    s.do("select 8/4", "to east-allied")
    cork = {f"{n}/{d}": h for (n, d), h in zip(((8, 4), (22, 4), (12, 4)), ("1300", "1600", "1900"), strict=True)}
    scene(cork | {"1057/91": "3612"}, army=Army.GERMAN)


def games() -> Iterator[int]:
    """Random games; how many there have been."""
    for number in range(MOST_GAMES):
        g, rng = GAME.new(None, OPTIONS if number % 2 else {}, seed=number), random.Random(number)
        while (frame := flow.waiting(g)) is not None:
            if isinstance(frame, chance.Chance):
                flow.pick(g, chance.fast_pick(g, frame))
            else:
                flow.pick(g, rng.choice(flow.options(g)))
        yield number + 1


def test_every_frame_verb_fact_cell_and_end_occurs(seen: Seen) -> None:
    for part in (tables, choices, rebuilding, support, ends, exits):
        part()
    for _ in games():
        if seen >= WANTED:
            break
    assert sorted(WANTED - seen) == []
