"""Every verb and every frame of the game occurs in a golden game or in a test of its rules."""

import json
import re
from pathlib import Path

from tests.games.darksummer.support import GAME

from bocage.games.darksummer.verbs import VERBS
from bocage.kernel.flow import Decision

HERE = Path(__file__).parent
REPLAYS = HERE.parents[1] / "replays" / "darksummer"


def picks() -> set[str]:
    """The verbs of the golden games."""
    found = set()
    for path in REPLAYS.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            found.add(str(json.loads(line).get("do", "")).partition(" ")[0])
    return found


def said() -> str:
    """The tests' own text."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(HERE.rglob("test_*.py")))


def test_every_verb_is_picked_somewhere() -> None:
    played, text = picks(), said()
    lacking = [verb for verb in VERBS if verb not in played and not re.search(rf'do\([^)]*"{verb}[ "]', text)]
    assert not lacking


def test_every_decision_is_asked_or_named_somewhere() -> None:
    text = said() + "\n".join(path.read_text(encoding="utf-8") for path in REPLAYS.glob("*.turns"))
    named = {
        kind.__name__ for kind in GAME.frames.values() if issubclass(kind, Decision) and "darksummer" in kind.__module__
    }
    played = picks()
    verbs_of = {
        "RemoveExcess": "eliminate", "ChooseFormation": "enter", "PlaceReinforcement": "place", "LandThird": "place",
        "Displace": "displace", "Rebuild": "rebuild", "Withdrawals": "withdraw", "ChooseMix": "mix", "React": "hold",
        "ChooseInitiative": "initiative", "PlayChit": "play", "AssaultBeach": "assault", "MoveUnits": "to",
        "ChooseSupport": "support", "ExchangeOrNot": "spare", "RetreatUnits": "retreat", "Advance": "advance",
        "AdvanceFurther": "advance-on", "Muster": "join", "Movement": "select", "Attacks": "attack",
        "ChooseLoss": "lose",
    }  # fmt: skip
    lacking = [name for name in named if name not in text and verbs_of.get(name) not in played]
    assert not lacking


def test_every_result_of_the_tables_is_carried_out_somewhere() -> None:
    text = said()
    board = GAME.board()
    for table in (board.crt, board.siege):
        results = {table.read(die, column) for die in table.rows for column in range(len(table.columns))}
        assert all(f'"{result}"' in text for result in results)
