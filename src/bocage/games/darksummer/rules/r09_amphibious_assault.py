"""9.4 The first four Rounds of turn 1: first wave, first reaction, second wave, second reaction."""

from collections.abc import Iterator

from bocage.games.darksummer.rules.r05_stacking import enforce_by_enemy
from bocage.games.darksummer.rules.r09_reaction import OfferReaction
from bocage.games.darksummer.rules.r09_rounds import begin_round, end_round
from bocage.games.darksummer.rules.r11_advance import close_beach, go
from bocage.games.darksummer.rules.r11_battle import begin_battle
from bocage.games.darksummer.rules.r11_combat import Attacks
from bocage.games.darksummer.rules.r11_odds import Assault
from bocage.games.darksummer.sides import ALLIED, Army
from bocage.games.darksummer.state import WAVE_1, WAVE_2, DarkSummer
from bocage.kernel.actions import Action
from bocage.kernel.bars import Offer, PickSpace, bar, only
from bocage.kernel.counters import each_unit
from bocage.kernel.flow import DONE, Call, Decision, Procedure, Step
from bocage.kernel.ids import Space, Spaces, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each, spaces

LATE = 2
"""The turn on which those who did not get ashore come again."""


@rule("9.4", "9.4.5", "4")
class FirstDay(Procedure[DarkSummer], frozen=True):
    """Two waves, each answered by a German Reaction; after that chits are drawn."""

    def start(self, g: DarkSummer) -> Step:
        return Call(FirstWave(), then=self.react)

    def react(self, g: DarkSummer, _: object) -> Step:
        return Call(OfferReaction(halved=True, fixed=True), then=self.second)

    def second(self, g: DarkSummer, _: object) -> Step:
        return Call(SecondWave(), then=self.react_again)

    def react_again(self, g: DarkSummer, _: object) -> Step:
        return Call(OfferReaction(fixed=True), then=self.finish)

    def finish(self, g: DarkSummer, _: object) -> Step:
        return DONE

    def title(self, g: DarkSummer) -> str:
        return "D-Day"


def afloat(g: DarkSummer) -> Spaces:
    """The Beach Approach hexes with units in them."""
    return spaces(space for space in each(g.board.atlas.approaches) if g.here.get(space))


def begin_wave(g: DarkSummer, kind: str) -> None:
    """Both Allied armies act together; nobody but seaborne units attacks."""
    begin_round(g, Army.US, kind)
    roster = g.board.roster
    g.active = (roster.wave[1] | roster.wave[2]) & ~roster.airborne
    g.touch()


@rule("9.4.1", "11.4")
class FirstWave(Procedure[DarkSummer], frozen=True):
    """Every unit of the first wave attacks its beach, without support; winners land and may go on a hex."""

    def start(self, g: DarkSummer) -> Step:
        begin_wave(g, WAVE_1)
        return self.next(g, None)

    def next(self, g: DarkSummer, _: object) -> Step:
        if unassaulted(g):
            return Call(AssaultBeach(by=ALLIED), then=self.next)
        return end_round(g, Army.US)

    def title(self, g: DarkSummer) -> str:
        return "First wave"


def unassaulted(g: DarkSummer) -> Spaces:
    """Beaches that the first wave has not attacked yet."""
    beaches = spaces(g.board.atlas.beach_of[space] for space in each(afloat(g)))
    return beaches & ~g.fought_over


@rule("9.4.1")
class AssaultBeach(Decision[DarkSummer], frozen=True):
    """Which beach is assaulted next? All of the first wave before it attacks."""

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        yield PickSpace(
            "assault",
            g,
            only(spaces(g.board.atlas.approach_of), "9.4.1", "the first wave does not land in {}"),
            bar(g.fought_over, "11.1", "{} has been assaulted already"),
            only(unassaulted(g), "9.4.1", "nobody is left to assault {}"),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        beach = Space(action[1])
        units: Units = g.here[g.board.atlas.approach_of[beach]]
        return begin_battle(g, Assault(ALLIED, beach, units))

    def prompt(self, g: DarkSummer) -> str:
        return "Which beach is assaulted next?"

    def title(self, g: DarkSummer) -> str:
        return "Assault"


@rule("9.4.3", "11.4", "5.1")
class SecondWave(Procedure[DarkSummer], frozen=True):
    """The second wave joins those ashore or afloat, then all of them may attack; beaches not taken are closed."""

    def start(self, g: DarkSummer) -> Step:
        begin_wave(g, WAVE_2)
        for unit in each_unit(g.board.roster.wave[2]):
            beach = g.board.space(g.board.units[unit].beach)
            ashore = bool(g.open_beaches & bit(beach))
            go(
                g,
                unit,
                beach if ashore else g.board.atlas.approach_of[beach],
                "lands in" if ashore else "comes to",
                "9.4.3",
            )
        # Whoever is still afloat attacks his beach.
        g.duties |= spaces(g.board.atlas.beach_of[space] for space in each(afloat(g)))
        return Call(Attacks(by=ALLIED), then=self.close)

    def close(self, g: DarkSummer, _: object) -> Step:
        return Call(enforce_by_enemy(ALLIED), then=self.finish)

    def finish(self, g: DarkSummer, _: object) -> Step:
        for space in each(g.board.atlas.beaches & ~g.open_beaches & ~g.closed_beaches):
            close_beach(g, space)
        for space in each(afloat(g)):
            for unit in each_unit(g.here[space]):
                g.due[unit] = LATE
                g.place(unit, g.board.atlas.waiting)
        return end_round(g, Army.US)

    def title(self, g: DarkSummer) -> str:
        return "Second wave"
