"""The game on a page, followed from its log: what a planner would do there, pick by pick.

The page's game is the truth. Its log is fetched and played on a state of our own, so that the planner is asked at the
page's own position, whatever the dice said there; and it is asked ahead on a copy as far as no dice fall, because a
hand that takes up a counter knows where it will put it.
"""

import random
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import APIRequestContext

from bocage.games import find_game
from bocage.kernel import flow
from bocage.kernel.actions import Action
from bocage.kernel.chance import Chance
from bocage.kernel.ids import Side
from bocage.kernel.log import read_log
from bocage.kernel.session import first_state, replay_entry
from bocage.kernel.state import State
from bocage.kernel.view import View, choice_of
from bocage.players.planner import QUICK, PlannerPlayer
from bocage.players.player import Budget
from bocage.server.words import labels_of

FARTHEST = 400
"""The most picks that are thought ahead."""
Pick = dict[str, Any]


class Mirror:
    """A hot-seat game on the server, and the planner that decides in it for both sides."""

    def __init__(self, client: APIRequestContext, address: str, name: str, seed: int) -> None:
        made = client.post(f"{address}/api/games", data={"game": name, "hotseat": True, "seed": seed}).json()
        self.client = client
        self.url: str = address + made["hotseat"]["url"]
        self._path = f"{address}/api/games/{made['id']}/export"
        self._headers = {"Authorization": f"Bearer {made['hotseat']['token']}"}
        self.game = find_game(name)
        self._rng = random.Random(seed)
        self._planners = [PlannerPlayer(QUICK) for _ in self.game.sides]
        self._done = 0
        self.news: list[str] = []
        """The picks that were followed last."""
        log = read_log(self._text())
        self.state: State = first_state(self.game, log.header, None)
        self.follow()

    def _text(self) -> str:
        answer = self.client.get(self._path, headers=self._headers)
        text = answer.text()
        answer.dispose()  # or it is kept for as long as the page
        return text

    def follow(self) -> None:
        """Play what the page has done in the meantime."""
        log = read_log(self._text())
        for entry in log.entries[self._done :]:
            replay_entry(self.game, self.state, entry, log.header.dice)
            self.state.events = None
        self.news = [entry.do for entry in log.entries[self._done :]]
        self._done = len(log.entries)

    @property
    def side(self) -> str:
        """Whose decision it is; empty when the game is over."""
        frame = flow.waiting(self.state)
        return "" if frame is None else self.game.side_name(frame.by)

    @property
    def turn(self) -> str:
        """The turn in words."""
        return flow.titles(self.state)[0]

    def plan(self) -> list[Pick]:
        """What the planner does from here until dice fall or another decides."""
        g, frame = self.state.copy(), flow.waiting(self.state)
        found: list[Pick] = []
        while frame is not None and len(found) < FARTHEST:
            now = flow.waiting(g)
            if now is None or now.by != frame.by or isinstance(now, Chance):
                break
            options = flow.options(g)
            action, asked = options[0], len(options) > 1 or now.asks_always or not found
            if asked:  # the table waits before it commits a last move
                action = self._planners[now.by].choose(View(self.game, g, now.by), options, self._rng, Budget())
            told = self._told(g, now.by, action, options)
            if asked or told["part"] == "take":  # who is last to be taken up here need not be the last on the page
                found.append(told | {"at": len(found), "idle": True})
            before = list(g.space)
            flow.pick(g, action)
            found[-1]["idle"] &= g.space == before  # what follows of itself counts as well
        return found

    def _told(self, g: State, side: Side, action: Action, options: Sequence[Action]) -> Pick:
        labels = labels_of(self.game, g.board)
        said = [self._choice(labels.labelled(choice_of(self.game, g, one))) for one in options]
        mine = said[options.index(action)]
        return mine | {"side": self.game.sides[side], "trail": flow.trail(g), "options": said}

    def _choice(self, choice: Any) -> Pick:
        return {name: getattr(choice, name) for name in ("action", "verb", "units", "spaces", "part", "label")}

    def offered(self) -> tuple[list[str], list[str]]:
        """What the rules offer now; and what they would after what is in the hand has been halted."""
        labels = labels_of(self.game, self.state.board)
        frame = flow.waiting(self.state)
        found, halted = [], []
        for action in flow.options(self.state) if frame is not None and not isinstance(frame, Chance) else ():
            choice = labels.labelled(choice_of(self.game, self.state, action))
            found.append(choice.action)
            if choice.part == "halt":
                after = flow.after(self.state, action)
                if (later := flow.waiting(after)) is not None and not isinstance(later, Chance):
                    halted += [self.game.format(after, one) for one in flow.options(after)]
        return found, halted
