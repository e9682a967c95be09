"""Prove a log offline: its chain, the legality of every pick, and every roll of the dice."""

from pathlib import Path

import msgspec

from bocage.kernel import chance, flow
from bocage.kernel.game import Game
from bocage.kernel.log import BadLog, Ending, Log
from bocage.kernel.session import (
    check_forced,
    ending_of,
    first_state,
    is_older,
    newer,
    replay_entry,
    resignation,
    revealed_secret,
    under_new_rules,
)
from bocage.kernel.state import State


class Proof(msgspec.Struct, frozen=True):
    """What was proved. `fault` is empty when all of it holds; `line` is the first line that does not."""

    lines: int
    picks: int
    rolls: int
    proven: int
    dice: str
    result: str
    fault: str = ""
    line: int = 0
    note: str = ""
    """That the log was played with older rules and is legal under ours too."""
    older: bool = False
    """Whether the log was played with older rules: then a fault need not be its own."""

    @property
    def ok(self) -> bool:
        """Whether everything that can be proved holds."""
        return not self.fault


def verify(game: Game, log: Log, *, secret: bytes = b"", data: Path | None = None) -> Proof:
    """Replay a log with every check there is; the first fault ends it."""
    checker = _Checker(game, log, secret)
    try:
        g = checker.run(data)
        checker.check_ending(g)
    except BadLog as error:
        return checker.proof(fault=str(under_new_rules(game, log.header, error)), line=error.good + 1)
    return checker.proof()


class _Checker:
    """One pass over a log."""

    def __init__(self, game: Game, log: Log, secret: bytes) -> None:
        self.game = game
        self.log = log
        self.rolls = self.proven = self.picks = 0
        self.secret = secret

    def run(self, data: Path | None) -> State:
        header = self.log.header
        g = first_state(self.game, header, data)
        self.secret = revealed_secret(self.log) or self.secret
        if header.dice == "fair" and self.secret and chance.commitment(self.secret) != header.commitment:
            raise BadLog("line 1: the secret is not the one committed to")
        for number, entry in enumerate(self.log.entries):
            frame = flow.waiting(g)
            if isinstance(frame, chance.Chance):
                self.check_roll(g, frame, number)
            check_forced(self.game, header, g, entry)
            replay_entry(self.game, g, entry)
            g.events = None
            self.picks += 1
        return g

    def check_roll(self, g: State, frame: chance.Chance[State], number: int) -> None:
        """The roll must be the one its source gives after the lines before it: nobody rolled ahead or
        again.
        """
        entry = self.log.entries[number]
        self.rolls += 1
        total = frame.total(g)
        if self.log.header.dice == "fast":
            due = frame.case(g, chance.fast_number(g, total))
        elif self.log.header.dice == "fair" and self.secret:
            due = frame.case(g, chance.fair_number(self.secret, self.log.chains[number], total))
        else:
            return
        self.proven += 1
        gave = self.game.format(g, due)
        if gave != entry.do:
            raise BadLog(f"line {number + 2}: {entry.do!r} is not what the dice gave here ({gave!r})", number + 1)

    def check_ending(self, g: State) -> None:
        ending, last = self.log.ending, len(self.log.entries) + 2
        if ending is None:
            return
        if ending.resigned and ending.resigned not in self.game.sides:
            raise BadLog(f"line {last}: there is no side {ending.resigned!r} that could resign", last - 1)
        if bool(g.stack) != bool(ending.resigned):
            how = f"but {self.game.where(g)}" if g.stack else "and nobody can resign after that"
            raise BadLog(f"line {last}: the game is said to have ended, {how}", last - 1)
        if ending.resigned:
            due = resignation(self.game, g, self.game.side(ending.resigned), self.secret)
        else:
            due = ending_of(self.game, g, self.secret)
        if (ending.end, ending.winner) != (due.end, due.winner):
            claim, truth = _result(ending), _result(due)
            raise BadLog(f"line {last}: the log claims {claim}; the picks lead to {truth}", last - 1)
        if ending.digest != due.digest and self.log.header.rules == self.game.version:
            raise BadLog(f"line {last}: the picks lead to another position than the log claims", last - 1)
        if self.log.header.dice == "fair" and not ending.secret:
            raise BadLog(f"line {last}: the secret of the dice was not revealed", last - 1)

    def proof(self, fault: str = "", line: int = 0) -> Proof:
        ending = self.log.ending
        return Proof(
            lines=len(self.log.entries) + 1 + (ending is not None),
            picks=self.picks,
            rolls=self.rolls,
            proven=self.proven,
            dice=self.log.header.dice,
            result=ending.end if ending is not None else "",
            fault=fault,
            line=line,
            note=self._note() if not fault else "",
            older=is_older(self.game, self.log.header),
        )

    def _note(self) -> str:
        if self.log.header.rules == self.game.version:
            return ""
        return f"{newer(self.game, self.log.header)}; under ours it is legal too"


def _result(ending: Ending) -> str:
    return f"{ending.end!r} for {ending.winner}" if ending.winner else repr(ending.end)
