"""What is impossible in a state, for saves that somebody edited."""

from typing import Any

from bocage.games.darksummer.state import ACTION, HIDDEN, WEATHER, DarkSummer


def problems(g: DarkSummer) -> list[str]:
    """What is impossible in a state, for saves that somebody edited."""
    board = g.board
    columns: dict[str, list[Any]] = {"space": g.space, "steps": g.steps, "due": g.due, "value": g.value}
    if wrong := [name for name, column in columns.items() if len(column) != len(board.units)]:
        return [f"{', '.join(wrong)} must have one entry per counter"]
    if g.scenario not in board.scenarios or g.weather not in board.weather:
        return ["there is no such scenario or weather"]
    if len(g.exits) != 2 or len(g.halves) != 2 or len(g.carpets_left) != 2:
        return ["exits, halves and carpets_left must have two entries"]
    found = _counters(g)
    if not 1 <= g.turn <= g.rules.turns:
        found.append(f"there is no turn {g.turn}")
    if g.open_beaches & g.closed_beaches or (g.open_beaches | g.closed_beaches) & ~board.atlas.beaches:
        found.append("the beaches are open and closed at once, or no beaches")
    for name in (ACTION, WEATHER):
        if name not in g.cups:
            found.append(f"the {name} cup is missing")
    return found


def _counters(g: DarkSummer) -> list[str]:
    board, found = g.board, []
    for n, counter in enumerate(board.units):
        if not 0 <= g.space[n] < len(board.names) or not board.all >> g.space[n] & 1:
            found.append(f"{counter.name} is nowhere")
        elif not 0 <= g.steps[n] <= counter.steps or (g.space[n] == board.atlas.lost) != (g.steps[n] == 0):
            found.append(f"{counter.name} has {g.steps[n]} steps in {board.describe(g.space[n])}")
        elif g.value[n] != HIDDEN and (not counter.hidden or g.value[n] not in board.hidden[counter.type]):
            found.append(f"{counter.name} cannot show {g.value[n]}")
    for space, here in g.here.items():
        if 0 <= space < len(board.names) and board.atlas.land >> space & 1 and all(here & m for m in board.roster.side):
            found.append(f"both sides stand in {board.describe(space)}")
    return found
