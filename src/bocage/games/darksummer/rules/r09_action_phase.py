"""9.1, 9.2 The Action Phase: the cup, the initiative chit, and drawing chits until the cup is empty."""

from collections.abc import Iterator

from bocage.games.darksummer.events import MixAnnounced
from bocage.games.darksummer.rules.r09_amphibious_assault import FirstDay
from bocage.games.darksummer.rules.r09_reaction import OfferReaction
from bocage.games.darksummer.rules.r09_rounds import PLAYS, PREPARED, ActionRound
from bocage.games.darksummer.sides import ALLIED, Army
from bocage.games.darksummer.state import (
    ACTION,
    BRITISH_COMBAT,
    BRITISH_MOVE,
    COMBAT,
    COMBINED,
    GERMAN_CHIT,
    MOVE,
    US,
    DarkSummer,
)
from bocage.kernel.actions import Action
from bocage.kernel.bars import Bar, Offer, PickWord, bar, only
from bocage.kernel.cups import Cup, DrawChit
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step
from bocage.kernel.rulebook import rule

CHITS = (US, BRITISH_MOVE, BRITISH_COMBAT, GERMAN_CHIT)
ARMY_OF_CHIT = {US: Army.US, BRITISH_MOVE: Army.BRITISH, BRITISH_COMBAT: Army.BRITISH, GERMAN_CHIT: Army.GERMAN}
MIXES = ("moves", "combats")
MOST_GERMAN_MOVES = 2
"""9.2: the German player chooses two Move Rounds at the most."""


@rule("9", "9.1", "4", "7.2.1")
class ActionPhase(Procedure[DarkSummer], frozen=True):
    """Fill the cup, play the initiative chit (on turn 1 the two waves), then draw until the cup is empty."""

    def start(self, g: DarkSummer) -> Step:
        g.played = []
        g.used_turn = g.assault_guns_used = 0
        g.reactions = g.chits.reaction
        if g.chits.british_choice:
            return Call(ChooseMix(by=ALLIED), then=self.fill)
        return self.fill(g, 0)

    def fill(self, g: DarkSummer, mix: int) -> Step:
        row = g.chits
        moves = row.british_move + (row.british_choice if mix == 0 else 0)
        combats = row.british_combat + (row.british_choice if mix == 1 else 0)
        if row.british_choice:
            g.emit(MixAnnounced(moves=moves, combats=combats, rule="9.1"))
        g.cups[ACTION] = Cup.of({US: row.us, BRITISH_MOVE: moves, BRITISH_COMBAT: combats, GERMAN_CHIT: row.german})
        if g.turn == 1:
            return Call(FirstDay(), then=self.draw)
        return Call(ChooseInitiative(by=ALLIED), then=self.play)

    def draw(self, g: DarkSummer, _: object) -> Step:
        if not g.cups[ACTION].inside:
            return DONE
        return Call(DrawChit(cup=ACTION, what="Action chit", rule="9.2"), then=self.play)

    def play(self, g: DarkSummer, chit: str) -> Step:
        return Call(PlayChit(by=ARMY_OF_CHIT[chit].side, chit=chit), then=self.after)

    def after(self, g: DarkSummer, army: int) -> Step:
        """After each Allied Round the German player may react."""
        if Army(army) is not Army.GERMAN and g.reactions:
            return Call(OfferReaction(), then=self.draw)
        return self.draw(g, None)

    def title(self, g: DarkSummer) -> str:
        return ""


@rule("9.1")
class ChooseMix(Decision[DarkSummer], frozen=True):
    """On Showers turns the Allied player says which British chits he uses."""

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        yield PickWord("mix", MIXES, only(3, "9.1", "there is no such chit"))

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        return Done(action[1])

    def prompt(self, g: DarkSummer) -> str:
        return "British chits this turn: two Moves and one Combat, or one Move and two Combats?"

    def title(self, g: DarkSummer) -> str:
        return "British chits"


@rule("9.1")
class ChooseInitiative(Decision[DarkSummer], frozen=True):
    """The Allied player has the initiative: which of his chits is played first?"""

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        inside = g.cups[ACTION].inside
        there = sum(1 << n for n, chit in enumerate(CHITS) if chit in inside)
        yield PickWord(
            "initiative",
            CHITS,
            only(7, "9.1", "the initiative is the Allied player's"),
            only(there, "9.1", lambda n: f"there is no {named_chit(CHITS[n])} chit this turn"),
        )

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        chit = CHITS[action[1]]
        g.cups[ACTION] = g.cups[ACTION].draw(chit)
        return Done(chit)

    def prompt(self, g: DarkSummer) -> str:
        return "Which chit do you play first?"

    def title(self, g: DarkSummer) -> str:
        return "Initiative"


# --- how a chit is played -----------------------------------------------------------------------------------


def played(g: DarkSummer, army: Army, side_of_chit: str) -> int:
    """How often an army has played that side of a chit this turn; a Combined Round counts for the side it was."""
    return sum(1 for some in g.played if some.army is army and (some.chit or some.kind) == side_of_chit)


def combined(g: DarkSummer, army: Army) -> bool:
    """Whether an army has had its Combined Action Round this turn."""
    return any(some.army is army and some.kind == COMBINED for some in g.played)


@rule("9.2")
def full_quota(g: DarkSummer, chit: str, side_of_chit: str) -> bool:
    """Whether a chit may not be played on that side any more this turn."""
    army = ARMY_OF_CHIT[chit]
    if chit == GERMAN_CHIT:
        most = MOST_GERMAN_MOVES if side_of_chit == MOVE else g.chits.german_combat
    elif chit == US:
        most = g.chits.us_each
    else:
        return (chit == BRITISH_MOVE) != (side_of_chit == MOVE)
    return played(g, army, side_of_chit) >= most


@rule("7.2.3", "9.3.2")
def prepared_bars(g: DarkSummer, army: Army) -> list[Bar]:
    """A Prepared Offensive needs Sun or Cloud, and an army's first Combat Round without a Combined one before."""
    flag = 1 << tuple(PLAYS).index(PREPARED)
    return [
        bar(flag if army is Army.GERMAN else 0, "7.2.3", "only the Allies make a Prepared Offensive"),
        bar(flag if g.sky.prepared == "no" else 0, "7.2.3", "a Prepared Offensive needs a Sun or Cloud turn"),
        bar(flag if combined(g, army) else 0, "7.2.3", "not after a Combined Action Round of the same army"),
        bar(flag if played(g, army, COMBAT) else 0, "7.2.3", "only in the army's first Combat Round of the turn"),
    ]


def named_chit(chit: str) -> str:
    """A chit in words: "British Move"."""
    return chit.replace("-", " ")


def _not_that_side(chit: str, side_of_chit: str) -> str:
    if ARMY_OF_CHIT[chit] is Army.BRITISH:
        return f"a {named_chit(chit)} chit has no {side_of_chit} side"
    whose = "Germans" if chit == GERMAN_CHIT else "US"
    return f"the {whose} have had all their {side_of_chit} Rounds of this turn"


@rule("9.2", "9.3.3")
def plays_of(g: DarkSummer, chit: str) -> PickWord:
    """How a chit may be played."""
    army = ARMY_OF_CHIT[chit]
    moves = sum(1 << n for n, (_, side) in enumerate(PLAYS.values()) if side == MOVE)
    combats = sum(1 << n for n, (_, side) in enumerate(PLAYS.values()) if side == COMBAT)
    both = sum(1 << n for n, (kind, _) in enumerate(PLAYS.values()) if kind == COMBINED)
    return PickWord(
        "play",
        tuple(PLAYS),
        only((1 << len(PLAYS)) - 1, "9.2", "there is no such Round"),
        bar(moves if full_quota(g, chit, MOVE) else 0, "9.2", _not_that_side(chit, "Move")),
        bar(combats if full_quota(g, chit, COMBAT) else 0, "9.2", _not_that_side(chit, "Combat")),
        bar(both if army is Army.GERMAN else 0, "9.3.3", "only the Allies have Combined Action Rounds"),
        bar(both if g.turn == 1 else 0, "9.3.3", "there is no Combined Action Round on turn 1"),
        bar(both if combined(g, army) else 0, "9.3.3", "one Combined Action Round for each army and turn"),
        *prepared_bars(g, army),
    )


@rule("9.2", "9.3")
class PlayChit(Decision[DarkSummer], frozen=True):
    """How is the chit played?"""

    chit: str

    def offers(self, g: DarkSummer) -> Iterator[Offer]:
        yield plays_of(g, self.chit)

    def chosen(self, g: DarkSummer, action: Action) -> Step:
        name = tuple(PLAYS)[action[1]]
        kind, side = PLAYS[name]
        army = ARMY_OF_CHIT[self.chit]
        return ActionRound(army=army, kind=kind, chit=side, prepared=name == PREPARED)

    def prompt(self, g: DarkSummer) -> str:
        whose = ARMY_OF_CHIT[self.chit].title
        return f"The {named_chit(self.chit)} chit: which kind of {whose} Round?"

    def title(self, g: DarkSummer) -> str:
        return f"{named_chit(self.chit)} chit"
