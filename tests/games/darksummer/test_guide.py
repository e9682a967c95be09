"""What the guided first turn tells a newcomer agrees with the rules of the moment."""

from random import Random

import pytest
from tests.games.darksummer.support import ALLIED, GAME, opening

from bocage.games.darksummer.rules.r11_advance import AdvanceFurther
from bocage.games.darksummer.state import WAVE_1, WAVE_2, DarkSummer
from bocage.kernel import chance, flow
from bocage.kernel.view import View
from bocage.server.guides import hint_for


def at_the_second_hex(wave: str) -> DarkSummer:
    """A landing at random up to the moment when the winners of a wave may go on."""
    g, rng = opening(), Random(5)
    while not (isinstance(flow.waiting(g), AdvanceFurther) and g.round == wave):
        frame = flow.waiting(g)
        assert frame is not None
        assert g.turn == 1
        flow.pick(g, chance.fast_pick(g, frame) if isinstance(frame, chance.Chance) else rng.choice(flow.options(g)))
    return g


@pytest.mark.parametrize(("wave", "past_zones"), [(WAVE_1, True), (WAVE_2, False)])
def test_the_second_hex_passes_enemy_zones_in_the_first_wave_only(wave: str, past_zones: bool) -> None:
    """9.4.1, 9.4.3."""
    g = at_the_second_hex(wave)
    hint = hint_for(View(GAME, g, ALLIED))
    assert "one" in hint
    assert ("past enemy zones" in hint) is past_zones
