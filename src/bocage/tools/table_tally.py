"""What the turns of a game cost at the table, press by press."""

from collections import Counter

import msgspec

from bocage.tools.table_mirror import Pick

BARS = {"move": 2, "stack": 2, "attack": 5, "follow-up": 25, "turn": 120}
"""What a move of one counter, of a stack, an attack by three with support, the follow-up of D-Day and a player turn of
Normandy '44 may cost.
"""
THREE = 3
ATTACKS = {"attack", "assault", "fire", "aim"}
SUPPORT = {"support", "join", "ready", "each"}
LATER = {"fire"}
"""Verbs that support an attack declared earlier, where they name its space and come after it."""


class Attack(msgspec.Struct):
    """One attack: where, by how many, with what, and its presses."""

    target: str
    units: int = 0
    supported: bool = False
    presses: int = 0
    how: Counter[str] = msgspec.field(default_factory=Counter)


class Turn(msgspec.Struct):
    """One side's part of a game turn."""

    presses: Counter[str] = msgspec.field(default_factory=Counter)
    done: Counter[str] = msgspec.field(default_factory=Counter)
    landings: int = 0
    phases: Counter[str] = msgspec.field(default_factory=Counter)
    attacks: list[Attack] = msgspec.field(default_factory=list)


class Tally:
    """What each turn and each of its attacks cost."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.turns: dict[tuple[str, str], Turn] = {}
        self._open: Attack | None = None

    def count(self, side: str, turn: str, kind: str, picks: list[Pick], presses: int) -> None:
        """One gesture, and how many presses it took."""
        now = self.turns.setdefault((side, turn), Turn())
        now.presses[kind] += presses
        now.done[kind] += 1
        trail = picks[0]["trail"].split(" > ")
        now.phases[trail[1] if len(trail) > 1 else trail[0]] += presses
        now.landings += presses if picks[0]["verb"] == "land" else 0
        self._attack(now, kind, picks, presses)

    def _attack(self, now: Turn, kind: str, picks: list[Pick], presses: int) -> None:
        target = next((pick for pick in picks if pick["verb"] in ATTACKS and pick["spaces"]), None)
        if target is not None:
            earlier = [one for one in now.attacks if one.target == target["spaces"][-1] and one.units]
            if earlier and target["verb"] in LATER:  # guns at an attack already declared
                earlier[-1].presses += presses
                earlier[-1].supported = True
                self._open = None
                return
            self._open = Attack(target["spaces"][-1])
            now.attacks.append(self._open)
        elif not any(pick["part"] in SUPPORT for pick in picks):
            self._open = None
        if self._open is None:
            return
        self._open.presses += presses
        self._open.how[kind] += 1
        self._open.units += sum(pick["part"] == "join" and pick["verb"] != "advance" for pick in picks)
        self._open.supported |= any(pick["part"] == "support" for pick in picks)

    def lines(self) -> list[str]:
        """The table."""
        found = [line for (side, name), turn in self.turns.items() for line in self._told(f"{side}, {name}", turn)]
        totals = [turn.presses.total() for (_, name), turn in self.turns.items() if name.startswith("Turn")]
        average = sum(totals) / max(1, len(totals))
        return [*found, f"{self.game:16}a player turn on average: {average:.0f} presses in {len(totals)} turns"]

    def _told(self, name: str, turn: Turn) -> list[str]:
        told = [
            f"a {kind} {turn.presses[kind] / turn.done[kind]:.1f}"
            for kind in ("move", "drop", "stack", "part of a stack", "gather")
            if turn.done[kind]
        ]
        told += [f"landings {turn.landings}"] if turn.landings else []
        three = [one for one in turn.attacks if one.units == THREE]
        large = [one for one in turn.attacks if one.units > THREE]
        for words, some in (("by three", three), ("by more", large)):
            for more, wanted in ((" with support", True), ("", False)):
                costs = sorted(one.presses for one in some if one.supported == wanted)
                told += [f"attacks {words}{more}: {', '.join(map(str, costs))}"] if costs else []
        parts = ", ".join(f"{kind} {count}" for kind, count in sorted(turn.presses.items()))
        phases = ", ".join(f"{phase} {count}" for phase, count in turn.phases.items())
        head = f"{self.game:16}{name:34}{turn.presses.total():5} presses ({parts})"
        return [head, *([f"{'':16}  {'; '.join(told)}"] if told else []), f"{'':16}  by phase: {phases}"]
