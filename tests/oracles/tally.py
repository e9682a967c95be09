"""Comparisons counted by matter, and the differences among them."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Difference:
    matter: str
    where: str
    question: str
    engine: Any
    oracle: Any

    def __str__(self) -> str:
        return (
            f"{self.matter}: {self.question}\n    position: {self.where}\n"
            f"    engine: {self.engine}\n    oracle: {self.oracle}"
        )


@dataclass
class Tally:
    """What was compared and what differed."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[Difference] = field(default_factory=list)

    def same(self, matter: str, where: str, question: str, engine: Any, oracle: Any) -> None:
        """One comparison. Sets that differ are shown by what only one of them has."""
        self.counts[matter] += 1
        if engine == oracle:
            return
        if isinstance(engine, set) and isinstance(oracle, set):
            engine, oracle = (
                f"only the engine has {sorted(engine - oracle)}",
                f"only the oracle {sorted(oracle - engine)}",
            )
        elif isinstance(engine, dict) and isinstance(oracle, dict):
            keys = [key for key in engine.keys() | oracle.keys() if engine.get(key) != oracle.get(key)]
            engine, oracle = {key: engine.get(key) for key in keys}, {key: oracle.get(key) for key in keys}
        self.differences.append(Difference(matter, where, question, engine, oracle))

    def holds(self, matter: str, where: str, question: str, *, truth: bool) -> None:
        """A plain statement that must be true."""
        self.same(matter, where, question, truth, oracle=True)

    def of(self, matter: str) -> list[Difference]:
        return [found for found in self.differences if found.matter == matter]

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def report(self, most: int = 5) -> str:
        wrong = Counter(found.matter for found in self.differences)
        lines = [f"{matter:28}{number:8} compared {wrong[matter]:6} differ" for matter, number in self.counts.items()]
        for matter in wrong:
            lines += [str(found) for found in self.of(matter)[:most]]
        return "\n".join([*lines, f"{self.total} comparisons, {len(self.differences)} differences"])
