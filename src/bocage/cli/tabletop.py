"""One game at the terminal: who is asked, what is shown, what an answer does.

The session keeps the game; this keeps the table: whose turn it is to look, what has been told to whom, and
the file. A side is shown nothing but its own view. The log is written after every pick.
"""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

from bocage.cli import answers, screen
from bocage.cli.console import wrap
from bocage.cli.files import Keeper
from bocage.cli.screen import Quit
from bocage.cli.thinking import Choice, Mind
from bocage.cli.wording import sentence, sentences
from bocage.kernel import flow
from bocage.kernel.actions import Action, ActionError
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.session import Session
from bocage.kernel.state import State
from bocage.kernel.view import View, redact
from bocage.kernel.wording import counted
from bocage.players import USUAL
from bocage.players.patience import STAND_IN
from bocage.players.player import SAYS_NOTHING

RECENT = 12
"""How many earlier picks are told when a game is resumed."""
TRIED = 12
"""How many options are tried to see whether a decision makes a secret."""


class Tabletop:
    """A session, its seats and its screen."""

    def __init__(self, session: Session, seats: dict[str, str], file: Path, rng: random.Random) -> None:
        self.session, self.game, self.file = session, session.game, file
        self.rng = rng
        self.seats = seats
        self.keeper = Keeper(file)
        self.keeper.store(session.log)
        self.humans = [side for side in map(Side, range(len(self.game.sides))) if self._seat(side) == "human"]
        self.computers = {
            side: self._mind(self._seat(side))
            for side in map(Side, range(len(self.game.sides)))
            if side not in self.humans
        }
        self.advisers: dict[Side, Mind] = {}
        self.advised: tuple[int, str, Choice] | None = None
        """The last advice, and the position it was for."""
        self.reasons: dict[int, str] = {}
        """By pick, why a computer player made it."""
        self.reason = ""
        """The reason that was told last."""
        self.noted = ""
        """What was wrong with a computer player at its last pick."""
        self.at_screen: Side | None = self.humans[0] if len(self.humans) == 1 else None
        self.told = dict.fromkeys([None, *map(Side, range(len(self.game.sides)))], self._recent())
        self.drawn: tuple[str, ...] = ()

    def _seat(self, side: Side) -> str:
        return self.seats[self.game.sides[side]]

    def _mind(self, name: str) -> Mind:
        return Mind(name, counted=self.session.log.header.dice == "fast")

    def _recent(self) -> int:
        """Where to begin the story so far: at the start of a new game, about a turn back in a resumed one."""
        begun = next((n for n, entry in enumerate(self.session.log.entries) if not entry.auto), 0)
        return max(begun, self.session.seq - RECENT) if begun < self.session.seq else 0

    # --- the loop ----------------------------------------------------------------------------------

    def run(self) -> int:
        """Play until the game, the input or the player's patience ends."""
        screen.welcome(self)
        try:
            while (side := self.session.to_decide) is not None:
                self._one_pick(side)
        except Quit as leaving:
            return self._leave(str(leaving))
        except KeyboardInterrupt:
            self._leave("")
            raise
        self.watch(all_of_it=True)
        screen.finish(self)
        return 0

    def _one_pick(self, side: Side) -> None:
        if side in self.computers:
            self._compute(side)
            return
        watcher = self.hand_over(side) if side != NATURE else self.at_screen
        self.watch()
        screen.show(self, watcher)
        name = self.game.side_name(side)
        while not answers.answer(self, watcher, screen.ask(f"{name}> ")):
            pass

    def _compute(self, side: Side) -> None:
        """A computer player picks, from its own view."""
        view = self.session.view(side)
        options = view.options()
        chosen = self.computers[side].choose(view, options, self.rng)
        if chosen.note and chosen.note != self.noted:
            instead = "chance" if chosen.action is None else STAND_IN
            print(wrap(f"The computer: {chosen.note}; {instead} decides instead.", "  "))
        self.noted = chosen.note
        action = self.rng.choice(options) if chosen.action is None else chosen.action
        if chosen.reason and chosen.reason not in SAYS_NOTHING:
            self.reasons[self.session.seq + 1] = chosen.reason
        self.pick(self.game.format(view.state, action), side)
        self.watch()

    def advice(self, side: Side, view: View, options: Sequence[Action]) -> Choice:
        """What a computer player would do in a person's place; asked again, it says the same.

        One adviser is kept for each side, so that its plan stays one plan; it has dice of its own, so that asking
        does not change how the opponent plays.
        """
        here = (self.session.seq, view.state.digest())
        if self.advised is None or self.advised[:2] != here:
            adviser = self.advisers[side] = self.advisers.get(side) or self._mind(USUAL)
            rng = random.Random(f"{self.session.log.header.seed} {self.session.seq}")
            self.advised = (*here, adviser.choose(view, options, rng))
        return self.advised[2]

    def pick(self, text: str, side: Side | None) -> None:
        """Make a pick and save the game."""
        self.session.pick(text, side)
        self.save()

    def save(self) -> None:
        """Write the log; a killed terminal loses nothing."""
        self.keeper.store(self.session.log)

    def _leave(self, why: str) -> int:
        self.save()
        start = f"{why} " if why else ""
        print(f"\n{start}The game is kept in {self.file} ({counted(self.session.seq, 'pick')}).")
        print(f"Go on with: bocage play {self.game.id} --resume {self.file}")
        return 0

    # --- who may look ------------------------------------------------------------------------------

    def view(self, side: Side | None) -> View:
        """What a side may see."""
        return self.session.view(side)

    def hand_over(self, side: Side) -> Side:
        """Hand the screen over to a human side, if another human must not see what it sees."""
        if len(self.humans) > 1 and self.at_screen != side and self.is_private():
            screen.turn_over(self.game.sides[side], first=self.at_screen is None)
        elif len(self.humans) > 1:
            for human in self.humans:  # one screen, and nothing to hide: all have seen what was told
                self.told[human] = max(self.told[human], self.told[self.at_screen])
        if self.at_screen != side:
            self.drawn = ()
        self.at_screen = side
        return side

    def is_private(self) -> bool:
        """Whether the human sides see different things, or will once this decision is made."""
        if not self.game.secrets:
            return False
        g = self.session.state
        return self._differ(g) or any(self._differ(flow.after(g, action)) for action in self.session.options()[:TRIED])

    def _differ(self, g: State) -> bool:
        return len({redact(self.game, g, side).to_json() for side in self.humans}) > 1

    def watch(self, *, all_of_it: bool = False) -> None:
        """Tell the player at the screen what has happened since they last looked."""
        side, session = self.at_screen, self.session
        story: list[str] = []
        why: dict[int, tuple[str, int]] = {}
        for entry, events in zip(
            session.log.entries[self.told[side] :], session.events[self.told[side] :], strict=True
        ):
            known = sentences(session.state, events, side)
            if entry.auto and side is not None and entry.by == self.game.sides[side] and not events:
                known.append(f"{entry.do}: there was no other choice.")
            before = len(story)
            story += known
            if entry.n in self.reasons and all(event.seen_by(side) for event in events):
                why[len(story)] = (self.reasons[entry.n], before)
        screen.tell(story, self._fresh(why, len(story)))
        self.told[side] = session.seq
        if all_of_it:
            self.at_screen = None

    def _fresh(self, why: Mapping[int, tuple[str, int]], end: int) -> dict[int, str]:
        """The reasons that are news, by their place in the story: an order of many picks is told once, one that nothing
        has come of yet not at all, and a hidden pick never, since its reason would give it away.
        """
        fresh = {}
        for place, (reason, before) in why.items():
            if before < end and reason != self.reason:
                fresh[place] = self.reason = reason
        return fresh

    # --- commands that change the game -------------------------------------------------------------

    def undo(self) -> bool:
        """Take back the last pick, if that is still possible."""
        try:
            self.session.undo()
        except ActionError as refusal:
            print(sentence(str(refusal)))
            return False
        return self._stepped("Taken back.")

    def redo(self) -> bool:
        """Make the pick again that was taken back last."""
        try:
            self.session.redo()
        except ActionError as refusal:
            print(sentence(str(refusal)))
            return False
        return self._stepped("Made again.")

    def _stepped(self, what: str) -> bool:
        self.save()
        for side, number in self.told.items():
            self.told[side] = min(number, self.session.seq)
        self.drawn = ()
        print(what)
        return True
