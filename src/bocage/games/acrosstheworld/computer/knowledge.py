"""How the computer plays Normandy 1944: plans for the whole army, and advice for each decision."""

from bocage.games.acrosstheworld.computer.advice import KNOWLEDGE

__all__ = ["KNOWLEDGE"]
