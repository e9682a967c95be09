"""The exact chances of a preview are those of the rules, played out die by die with both sides choosing their best."""

import random
from fractions import Fraction
from typing import cast

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.preview import battle_chances
from bocage.games.normandy44.rules.r10_combat import Support
from bocage.games.normandy44.rules.r11_shifts import Assault
from bocage.games.normandy44.rules.r12_determined_defence import Defence
from bocage.games.normandy44.rules.r12_results import RESULTS, Battle
from bocage.games.normandy44.rules.r13_retreat import Retreat
from bocage.games.normandy44.rules.r14_advance import Advance
from bocage.games.normandy44.state import Normandy44
from bocage.kernel import flow
from bocage.kernel.events import Rolled
from bocage.kernel.ids import NATURE
from bocage.kernel.session import Session
from bocage.testing import covers

BATTLES = 40


def brute_force(g: Normandy44, a: Assault) -> dict[str, Fraction]:
    """Every outcome of a battle by the frames of the rules."""
    found: dict[str, Fraction] = {}
    start = g.copy()
    start.events = []
    start.stack = ()
    flow.push(start, Battle(assault=a))
    for share, after, result in read_dice(start, Fraction(1)):
        keeps = hold(after, a) if RESULTS[result][2] else Fraction(0)
        for name, part in ((f"{result} held", keeps), (result, 1 - keeps)):
            if part:
                found[name] = found.get(name, Fraction(0)) + share * part
    return found


def read_dice(g: Normandy44, share: Fraction) -> list[tuple[Fraction, Normandy44, str]]:
    """Up to the moment in which the result is known: the die of the fighter-bombers, then that of the table."""
    frame = flow.waiting(g)
    if not g.stack or frame is None or frame.by != NATURE or g.stack[-1][0].what not in ("jabos", "combat roll"):
        return [(share, g, result_of(g))]
    dice = flow.options(g)
    return [one for die in dice for one in read_dice(picked(g, die), share / len(dice))]


def result_of(g: Normandy44) -> str:
    """The result that is being carried out; nothing is left of a battle below the table but its A1."""
    return next((frame.result for frame, _ in g.stack if isinstance(frame, Battle) and frame.result), "") or rolled(g)


def rolled(g: Normandy44) -> str:
    assert g.events is not None
    words = [event.result for event in g.events if isinstance(event, Rolled) and event.what == "Combat"]
    return words[-1] if words else "A1"


def hold(g: Normandy44, a: Assault) -> Fraction:
    """The chance that defenders are left in the hex and need not retreat, both sides choosing their best."""
    frame = flow.waiting(g)
    if frame is None or isinstance(frame, Retreat | Advance):
        left = frame is None and g.here.get(a.target, 0)
        return Fraction(int(bool(left)))
    chances = [hold(picked(g, action), a) for action in flow.options(g)]
    if frame.by == NATURE:
        return sum(chances, Fraction(0)) / len(chances)
    return min(chances) if frame.by == a.by else max(chances)


def picked(g: Normandy44, action: tuple[object, ...]) -> Normandy44:
    after = g.copy()
    after.events = [] if g.events is None else list(g.events)
    flow.pick(after, action)
    return after


@covers("12.1", "12.4.4", "12.5", "12.6")
def test_previews_of_random_battles_are_exact() -> None:
    rng, seen, seed = random.Random(44), 0, 0
    while seen < BATTLES:
        seed += 1
        g = GAME.new(("campaign", "cherbourg")[seed % 2], None, seed=seed)
        assert isinstance(g, Normandy44)
        for _ in range(2500):
            if not g.stack or seen >= BATTLES:
                break
            frame = g.stack[-1][0]
            if isinstance(frame, Support) and g.here[frame.assault.target].bit_count() <= 3:
                assert battle_chances(g, frame.assault) == brute_force(g, frame.assault), (seed, frame.assault)
                seen += 1
            flow.pick(g, rng.choice(flow.options(g)))


@covers("12.4.1", "12.4.4")
def test_who_must_stand_or_retreat_is_told_how_often_the_hex_is_held() -> None:
    g = asked_to_stand()
    frame = flow.waiting(g)
    assert isinstance(frame, Defence)
    preview = GAME.queries.preview
    assert preview is not None
    best = preview(g, None)
    assert best is not None
    leads = [action for action in flow.options(g) if action[0] == "stand"]
    chances = [found.outcomes[0].chance for lead in leads if (found := preview(g, lead)) is not None]
    assert best.outcomes[0].chance == max(chances)
    assert best.lines[0].text == f"holds the hex with {max(chances):.0%}"
    assert best.spaces == (g.board.names[frame.assault.target],)
    assert len(best.units) == frame.assault.attackers.bit_count()


def asked_to_stand() -> Normandy44:
    """A random game up to a determined defence."""
    rng = random.Random(4)
    for seed in range(6):
        session = Session.open(GAME, seed=seed)
        for _ in range(900):
            if session.to_decide is None:
                break
            options = session.options()
            if any(action[0] == "stand" for action in options):
                return cast("Normandy44", session.state)
            eager = [action for action in options if action[0] in {"attack", "with", "ready", "fight", "begin"}]
            session.pick(GAME.format(session.state, rng.choice(eager or options)), session.to_decide)
    raise AssertionError("nobody was asked to stand")
