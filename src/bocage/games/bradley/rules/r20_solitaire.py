"""20 The solitaire game: a side that nobody holds answers every question by its procedure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bocage.games.bradley.loading import LETTERS
from bocage.games.bradley.rules import r20_fights as fights
from bocage.games.bradley.rules import r20_moves as moves
from bocage.games.bradley.rules.r04_planning import LiftZone
from bocage.games.bradley.rules.r04_zones import FlakFire, PlaceZone
from bocage.games.bradley.rules.r05_landing import Crowded, Launch, StormBeach
from bocage.games.bradley.rules.r05_placement import Rangers
from bocage.games.bradley.rules.r05_rangers import SendCommando, StormCliff
from bocage.games.bradley.rules.r05_waves import Allocate
from bocage.games.bradley.rules.r06_moving import Movement, MoveUnit
from bocage.games.bradley.rules.r08_stacking import Overfull
from bocage.games.bradley.rules.r10_account import Attack
from bocage.games.bradley.rules.r10_assault import Advance, CloseAssault, GatherAssault, assault_account
from bocage.games.bradley.rules.r10_fire import Fire, GatherFire
from bocage.games.bradley.rules.r10_results import ChooseStack
from bocage.games.bradley.rules.r10_retreat import FirstBack, RetreatStep
from bocage.games.bradley.rules.r16_headquarters import CommitStaff
from bocage.games.bradley.rules.r18_scenarios import Enter, LayMines, PlaceUnit, Postures
from bocage.games.bradley.rules.r20_orders import NAMES, plays
from bocage.games.bradley.sides import ALLIED, GERMAN, SIDES
from bocage.games.bradley.state import Bradley, each_unit
from bocage.kernel.actions import Action
from bocage.kernel.automaton import Automaton, Reply
from bocage.kernel.flow import Decision
from bocage.kernel.game import Seat
from bocage.kernel.ids import Side, Space, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import holds

DROPS = {0: "0818", 1: "0318", 2: "1520", 3: "1322"}
"""Where the American automaton wants its drop zones: the hexes that the scenario suggests."""
BOLD = LETTERS.index("D")


@rule("20.1")
def at_random(_: Bradley, __: Any, options: Sequence[Action]) -> Reply:
    """Without bluff: whatever the dice say."""
    return Reply(options, "by lot", "20.1")


def first(*verbs: str, why: str) -> Callable[[Bradley, Any, Sequence[Action]], Reply]:
    """The first of these verbs that is offered, and all its options alike."""

    def answer(_: Bradley, __: Any, options: Sequence[Action]) -> Reply:
        for verb in verbs:
            found = [action for action in options if action[0] == verb]
            if found:
                return Reply(found, why, "20.1")
        return Reply(options, why, "20.1")

    return answer


def set_up(g: Bradley, frame: PlaceUnit, options: Sequence[Action]) -> Reply:
    """Static companies into forts while there are any; everybody else by lot."""
    forts = [action for action in options if holds(g.board.forts, action[1])]
    static = g.board.units[frame.unit].type == "static"
    return Reply(forts, "static companies man the forts", "20.1") if static and forts else at_random(g, frame, options)


def allocate(_: Bradley, __: Allocate, options: Sequence[Action]) -> Reply:
    """The earliest wave that has room."""
    waves = [action for action in options if action[1]]
    return Reply(waves[:1] or options, "the earliest wave that has room", "20.1")


def place_zone(g: Bradley, frame: PlaceZone, options: Sequence[Action]) -> Reply:
    """The hex that the scenario suggests, if it is free."""
    wanted = ("drop", g.board.space(DROPS[frame.zone]))
    if wanted in options:
        return Reply([wanted], "the drop zone of the scenario", "20.1")
    return Reply([("skip",)], "no place for it", "20.1")


def storm(g: Bradley, frame: StormBeach | StormCliff, _: Sequence[Action]) -> Reply:
    """A held beach is stormed from column D on; who was sent at it has no choice (5.3.4)."""
    space, units = (frame.space, frame.units) if isinstance(frame, StormBeach) else (frame.goal, 1 << frame.unit)
    good = not frame.drifted or _promising(g, space, units)
    return Reply([("storm",) if good else ("abort",)], "from column D on a held beach is stormed", "20.4")


def _promising(g: Bradley, space: Space, units: Units) -> bool:
    attack = Attack(by=ALLIED, target=space, units=units & ~g.board.no_assault, dropped=True)
    return fights.letter_of(assault_account(g, attack, keep=False)) >= BOLD


def send_commando(g: Bradley, _: SendCommando, __: Sequence[Action]) -> Reply:
    """The Commando lands when the port is free, or can be stormed like any held beach."""
    port = g.board.port_en_bessin
    goes = not g.units_in(GERMAN, port) or _promising(g, port, 1 << g.board.commando)
    return Reply([("storm",) if goes else ("wait",)], "a held port is stormed from column D on", "20.4")


def launch(g: Bradley, _: Launch, options: Sequence[Action]) -> Reply:
    """Tanks swim in a calm sea alone."""
    swims = [action for action in options if action[0] == "swim"] if not g.sea[0] else []
    return Reply(swims[:1] or [("done",)], "tanks swim in a calm sea alone", "20.1")


def weakest(g: Bradley, _: Overfull | Crowded, options: Sequence[Action]) -> Reply:
    """The unit with the least combat factor goes."""
    least = min(options, key=lambda action: (g.face(action[1]).attack, action[1]))
    return Reply([least], "the weakest is given up", "20.1")


def strongest_stack(g: Bradley, _: ChooseStack, options: Sequence[Action]) -> Reply:
    """The attacking stack with the most factors is thrown back."""
    best = max(options, key=lambda a: sum(g.face(u).attack for u in each_unit(g.here.get(a[1], 0))))
    return Reply([best], "the strongest attackers are thrown back", "20.1")


def strongest_first(g: Bradley, _: FirstBack, options: Sequence[Action]) -> Reply:
    """The unit with the most combat factors finds its way back before the others."""
    best = max(options, key=lambda action: (g.board.units[action[1]].faces[0].attack, -action[1]))
    return Reply([best], "the strongest goes first", "20.1")


ANSWERS: Mapping[type[Decision[Any]], Callable[[Bradley, Any, Sequence[Action]], Reply]] = {
    Fire: fights.fire,
    GatherFire: fights.gather_fire,
    CloseAssault: fights.assault,
    GatherAssault: fights.gather_assault,
    CommitStaff: fights.relief,
    Advance: fights.advance,
    Movement: moves.select,
    MoveUnit: moves.move,
    RetreatStep: moves.retreat,
    FirstBack: strongest_first,
    PlaceUnit: set_up,
    Postures: first("done", why="all begin in combat mode"),
    LayMines: at_random,
    Enter: first("enter", why="reinforcements never wait"),
    Allocate: allocate,
    PlaceZone: place_zone,
    LiftZone: first("done", why="the zones stay"),
    FlakFire: first("flak", "done", why="all guns fire at the transports"),
    Rangers: first("climb", "done", why="the Rangers go for Pointe du Hoc"),
    StormBeach: storm,
    StormCliff: storm,
    SendCommando: send_commando,
    Launch: launch,
    Overfull: weakest,
    Crowded: weakest,
    ChooseStack: strongest_stack,
}


@rule("20.1", "20.3")
def reply(g: Bradley, frame: Decision[Any]) -> Reply:
    """What the automaton does at a decision of its side."""
    return ANSWERS.get(type(frame), at_random)(g, frame, frame.options(g))


@rule("20.1")
def seats(options: Mapping[str, str]) -> tuple[Seat, ...]:
    """The side that the automaton plays has no seat."""
    return tuple(Seat(name, Side(n)) for n, name in enumerate(SIDES) if options["solitaire"] != NAMES[n])


AUTOMATON = Automaton(plays=plays, reply=reply)
