"""What each side may see: everything but where the gun hides."""

from bocage.games.tinybeach.rules.r05_movement import movers
from bocage.games.tinybeach.rules.r06_combat import Attacks, targets
from bocage.games.tinybeach.rules.r08_supply import unsupplied
from bocage.games.tinybeach.rules.r11_victory import allied_points
from bocage.games.tinybeach.sides import GERMAN
from bocage.games.tinybeach.state import Tiny, full_steps
from bocage.kernel.flow import waiting
from bocage.kernel.game import Dice
from bocage.kernel.ids import NOWHERE, Side, UnitId
from bocage.kernel.spaces import bit, members
from bocage.kernel.view import Mark, Piece, Track


def redact(g: Tiny, side: Side | None) -> Tiny:
    """Blank the gun's hiding place for everybody but the German side."""
    if g.concealed and side != GERMAN:
        g.gun_at = NOWHERE
    return g


def sample(g: Tiny, side: Side, rng: Dice) -> Tiny:
    """Hide the gun in some marked hex where the Allies have not been."""
    if g.concealed and side != GERMAN and g.turn:
        sites = members(g.board.gun_sites & ~g.searched)
        g.gun_at = sites[rng.randrange(len(sites))]
    return g


def pieces(g: Tiny) -> list[Piece]:
    """The counters as a player sees them."""
    board, hungry = g.board, unsupplied(g)
    found = []
    for n, counter in enumerate(board.units):
        unit = UnitId(n)
        flags = [
            word for word, units in (("moved", g.moved), ("fought", g.fought), ("unsupplied", hungry)) if units >> n & 1
        ]
        full = full_steps(board, unit)
        space = g.gun_at if n == board.gun and g.concealed and g.gun_at != NOWHERE else g.space[unit]
        if n == board.gun and g.concealed:
            flags.append("concealed")
        found.append(
            Piece(
                space=board.names[space],
                side=counter.side,
                unit=counter.id,
                name=counter.name,
                symbol=counter.type,
                size=counter.size,
                factors=(str(g.strength(unit) if g.steps[unit] else 0), str(counter.allowance)),
                steps=g.steps[unit],
                full=full,
                flags=tuple(flags),
            )
        )
    return found


def marks(g: Tiny) -> list[Mark]:
    """Who holds the objectives."""
    return [
        Mark(
            space=g.board.names[space],
            kind="objective",
            text=f"{points} VP",
            side=0 if g.allied_hold & bit(space) else 1,
        )
        for space, points in g.board.objectives.items()
    ]


def tracks(g: Tiny) -> list[Track]:
    """Turn, weather and points."""
    turns = g.board.scenarios[g.scenario].turns
    return [
        Track("Turn", str(g.turn), f"of {turns}"),
        Track("Weather", g.weather),
        Track("Allied points", str(allied_points(g))),
    ]


def warnings(g: Tiny) -> list[str]:
    """What would be left undone."""
    frame = waiting(g)
    if frame is None or ("done",) not in frame.options(g):
        return []
    if isinstance(frame, Attacks):
        left = [g.board.describe(space) for space in members(targets(g, frame.by).open())]
        return [f"You could still attack {', '.join(left)}."] if left else []
    names = [g.board.units[unit].name for unit in members(movers(g, frame.by).open())]
    return [f"Not yet moved: {', '.join(names)}."] if names else []
