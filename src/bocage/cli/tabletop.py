"""One game at the terminal: who is asked, what is shown, what an answer does.

The session keeps the game; this keeps the table: whose turn it is to look, what has been told to whom, and
the file. A side is shown nothing but its own view. The log is written after every pick.
"""

import random
from pathlib import Path

from bocage.ai import Budget, Player, player
from bocage.cli import answers, screen
from bocage.cli.files import Keeper
from bocage.cli.screen import Quit
from bocage.cli.wording import plural, sentence
from bocage.kernel import flow
from bocage.kernel.actions import Action, ActionError
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.session import Session
from bocage.kernel.state import State
from bocage.kernel.view import View, redact

RECENT = 12
"""So many picks before it are told when a game is resumed."""
TRIED = 12
"""So many options are tried to see whether a decision makes a secret."""


class Tabletop:
    """A session, its seats and its screen."""

    def __init__(self, session: Session, seats: dict[str, str], file: Path, rng: random.Random, budget: Budget) -> None:
        self.session, self.game, self.file = session, session.game, file
        self.rng, self.budget = rng, budget
        self.seats = seats
        self.keeper = Keeper(file)
        self.keeper.store(session.log)
        self.humans = [side for side in map(Side, range(len(self.game.sides))) if self._seat(side) == "human"]
        self.computers: dict[Side, Player] = {
            side: player(self._seat(side)) for side in map(Side, range(len(self.game.sides))) if side not in self.humans
        }
        self.at_screen: Side | None = self.humans[0] if len(self.humans) == 1 else None
        self.told = dict.fromkeys([None, *map(Side, range(len(self.game.sides)))], self._recent())
        self.drawn = ""

    def _seat(self, side: Side) -> str:
        return self.seats[self.game.sides[side]]

    def _recent(self) -> int:
        """From where to tell the story so far: all of a game that begins, the last turn or so of a resumed one."""
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
        seat, view = self.computers[side], self.session.view(side)
        action = seat.choose(view, view.options(), self.rng, self.budget)
        self.pick(self.game.format(view.state, action), side)
        self.watch()

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
        print(f"\n{start}The game is kept in {self.file} ({plural(self.session.seq, 'pick')}).")
        print(f"Go on with: bocage play {self.game.id} --resume {self.file}")
        return 0

    # --- who may look ------------------------------------------------------------------------------

    def view(self, side: Side | None) -> View:
        """What a side may see."""
        return self.session.view(side)

    def hand_over(self, side: Side) -> Side:
        """Turn the screen over to a human side, if another human must not see what it sees."""
        if len(self.humans) > 1 and self.at_screen != side and self.is_private():
            screen.turn_over(self.game.sides[side], first=self.at_screen is None)
        elif len(self.humans) > 1:
            for human in self.humans:  # one screen, and nothing to hide: all have seen what was told
                self.told[human] = max(self.told[human], self.told[self.at_screen])
        if self.at_screen != side:
            self.drawn = ""
        self.at_screen = side
        return side

    def is_private(self) -> bool:
        """Whether the human sides see different things, or will once this decision is made."""
        if not self.game.secrets:
            return False
        g = self.session.state
        return self._differ(g) or any(self._differ(_after(g, action)) for action in self.session.options()[:TRIED])

    def _differ(self, g: State) -> bool:
        return len({redact(self.game, g, side).to_json() for side in self.humans}) > 1

    def watch(self, *, all_of_it: bool = False) -> None:
        """Tell whoever sits at the screen what has happened since they last looked."""
        side, session = self.at_screen, self.session
        for entry, events in zip(
            session.log.entries[self.told[side] :], session.events[self.told[side] :], strict=True
        ):
            screen.tell(session.state, events, side)
            if entry.auto and side is not None and entry.by == self.game.sides[side] and not events:
                print(f"  {entry.do}: there was no other choice.")
        self.told[side] = session.seq
        if all_of_it:
            self.at_screen = None

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
        self.drawn = ""
        print(what)
        return True


def _after(g: State, action: Action) -> State:
    """What a pick leads to."""
    after = g.copy()
    flow.pick(after, action)
    return after
