"""The first line of a preview, the chance to clear the hex: every die of battles in random games is played out."""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import pytest

from bocage.games import find_game
from bocage.games.bradley.preview import clears as clears_bradley
from bocage.games.bradley.rules.r10_assault import ResolveAssault, assault_account
from bocage.games.darksummer.preview import clears as clears_darksummer
from bocage.games.darksummer.rules.r11_battle import Battle as DarkBattle
from bocage.games.normandy71.queries import combat
from bocage.games.normandy71.rules.r17_results import Battle as Battle71
from bocage.games.normandy71.rules.r17_results import Exchange, Retreats
from bocage.games.tinybeach.queries import battle as tiny_battle
from bocage.games.tinybeach.rules.r06_combat import Fight
from bocage.games.tinybeach.rules.r07_results import Battle as TinyBattle
from bocage.kernel import flow
from bocage.kernel.chance import Chance
from bocage.testing.playing import Moment, Plan, play


class Said(NamedTuple):
    """What the preview says of a battle, where it is fought, and who attacks."""

    clears: float | None
    targets: tuple[int, ...]
    by: int


def _tiny(g: Any, frame: Any) -> Said:
    found = tiny_battle(g, frame.attackers, frame.target)
    assert found is not None
    return Said(found.clears, (frame.target,), frame.by)


def _seventy_one(g: Any, frame: Any) -> Said:
    found = combat(g, frame.by, frame.attack, frame.shots)
    assert found is not None
    return Said(found.clears, frame.attack.targets, frame.by)


def _dark(g: Any, frame: Any) -> Said:
    return Said(float(clears_darksummer(g, frame.assault)), (frame.assault.target,), frame.assault.by)


def _bradley(g: Any, frame: Any) -> Said:
    account = assault_account(g, frame.attack)
    return Said(float(clears_bradley(g, frame.attack, account)), (frame.attack.target,), frame.attack.by)


CASES: dict[str, tuple[tuple[type, ...], Callable[[Any, Any], Said], int]] = {
    "tinybeach": ((Fight, TinyBattle), _tiny, 20),
    "normandy71": ((Battle71, Retreats, Exchange), _seventy_one, 15),
    "darksummer": ((DarkBattle,), _dark, 15),
    "bradley": ((ResolveAssault,), _bradley, 6),
}


@pytest.mark.parametrize("name", CASES)
def test_the_chance_to_clear_a_hex_is_that_of_every_die_played_out(name: str) -> None:
    kinds, judge, many = CASES[name]
    game = find_game(name)
    seen: list[float] = []

    def look(moment: Moment) -> None:
        depth = len(moment.g.stack) - 2
        if not moment.is_chance or depth < 0 or not isinstance(moment.g.stack[depth][0], kinds[0]):
            return
        said = judge(moment.g, moment.g.stack[depth][0])
        if said.clears is None:
            return
        faces = moment.options
        cleared = [_cleared(moment.g, face, depth, kinds, said) for face in faces]
        assert said.clears == pytest.approx(sum(cleared) / len(faces)), flow.trail(moment.g)
        seen.append(said.clears)
        if len(seen) == many:
            raise _Enough

    for seed in range(1, 9):
        try:
            play(Plan(game, game.scenarios[0].id, seed=seed), look)
        except AssertionError as stop:
            if not isinstance(stop.__cause__, _Enough):
                raise
            break
    assert len(seen) == many
    assert any(0 < chance < 1 for chance in seen)


class _Enough(Exception):
    """As many battles as were wanted."""


def _cleared(g: Any, face: Any, depth: int, kinds: tuple[type, ...], said: Said) -> bool:
    """Whether no defender is left after this roll, however the rest of the battle is played."""
    after, rng = g.copy(), Random(1)
    flow.pick(after, face)
    while not _empty(after, said) and len(after.stack) > depth and isinstance(after.stack[depth][0], kinds):
        assert not isinstance(flow.waiting(after), Chance)
        flow.pick(after, rng.choice(list(flow.options(after))))
    return _empty(after, said)


def _empty(g: Any, said: Said) -> bool:
    here = sum(g.here.get(target, 0) for target in set(said.targets))
    return not here & ~g.board.of_side[said.by]
