"""The drawer of references: how to win and how it stands, the order of the turn, charts, roster and cards.

Everything comes from the game's guide, its data files and the asking side's view; nothing here knows a game.
"""

from collections.abc import Iterable, Mapping, Sequence

from bocage.kernel import flow
from bocage.kernel.actions import Invalid
from bocage.kernel.queries import Line, Preview
from bocage.kernel.view import Payload, Piece, View
from bocage.server.guides import ChartSource, chart_rows, guide_of
from bocage.server.refusals import Refusal
from bocage.server.wire_handling import Card, Chart, Enlisted, Reference, Sketched, Stage
from bocage.server.words import labels_of


def reference_of(view: View, payload: Payload, scenario: str, space: str) -> Reference:
    """The drawer, with what applies now marked in it; `space` is the one that is looked at, otherwise the one where a
    battle is prepared.
    """
    game = view.game
    guide = guide_of(game)
    named = game.scenario(scenario)
    here = guide.here(flow.stages(view.state))
    battle = _preview(view)
    looked_at = space or (battle.spaces[0] if battle is not None and battle.spaces else "")
    return Reference(
        scenario=game.titled(scenario),
        win=guide.win.get(scenario, guide.win.get("", named.summary)),
        standing=tuple(_standing(view, payload)),
        turn=tuple(Stage(phase.title, phase.rule, phase.note, phase is here) for phase in guide.phase),
        charts=tuple(_chart(view, source, battle, looked_at) for source in guide.chart),
        roster=tuple(_roster(view, payload.pieces)),
        factors=guide.factors,
        cards=tuple(_cards(view, payload)),
    )


def _standing(view: View, payload: Payload) -> Iterable[Line]:
    """How it stands in the game's own words; in those of its tracks if it has none."""
    if view.game.queries.standing is not None:
        return view.game.queries.standing(view.state)
    return (Line(f"{track.name}: {track.value}{_detail(track.detail)}") for track in payload.tracks)


def _detail(detail: str) -> str:
    return f" ({detail})" if detail else ""


def _chart(view: View, source: ChartSource, battle: Preview | None, space: str) -> Chart:
    """A table of the data with the column of the battle at hand and the terrain that is looked at marked."""
    rows = chart_rows(view.game.package, source.file)
    column = battle.column if battle is not None and rows and battle.column in rows[0] else ""
    terrain = view.state.board.terrain[view.state.board.ids[space]] if space in view.state.board.ids else ""
    row = terrain if any(cells and cells[0] == terrain for cells in rows[1:]) else ""
    words = guide_of(view.game).words | source.words
    shown = tuple(_in_words(view, source, words, rows))
    beyond = battle.column if battle is not None and source.battle and not column else ""
    codes = tuple(view.game.queries.meanings.get(source.codes, {}).items())
    return Chart(source.title, source.rule, source.note, shown, column, words.get(row, row), beyond, codes)


def _in_words(
    view: View, source: ChartSource, words: Mapping[str, str], rows: Sequence[Sequence[str]]
) -> Iterable[tuple[str, ...]]:
    """The rows as a player reads them: no ids, and the words of the guide for those of the data files."""
    head = rows[0] if rows else ()
    columns = [at for at, name in enumerate(head) if name not in source.hide]
    labels, board = labels_of(view.game, view.state.board), view.state.board

    def said(name: str, cell: str) -> str:
        if name in source.units:
            return ", ".join(labels.unit(one) if one in board.unit_ids else one for one in cell.split())
        if name in source.places and cell in board.ids:
            return labels.place(cell)
        if name in source.places and all(one in board.ids for one in cell.split()):
            return " or ".join(labels.place(one) for one in cell.split())
        return words.get(cell, cell)

    if head:
        yield tuple(words.get(head[at], head[at].replace("_", " ")) for at in columns)
    for row in rows[1:]:
        yield tuple(said(head[at], row[at]) for at in columns)


def _preview(view: View) -> Preview | None:
    ask = view.game.queries.preview
    return None if ask is None else ask(view.state, None)


def _roster(view: View, pieces: Iterable[Piece]) -> Iterable[Enlisted]:
    """Who is where: those on the map together, counters in boxes by box, those that are awaited by turn."""
    labels, board = labels_of(view.game, view.state.board), view.state.board
    ask = view.game.queries.arrivals
    due = {} if ask is None else {board.unit_names[unit]: when for unit, when in ask(view.state).items()}
    held: dict[tuple[int, str, str], list[str]] = {}
    for piece in pieces:
        boxed = piece.space in board.ids and board.boxes >> board.ids[piece.space] & 1
        when = due.pop(piece.unit, "") if boxed else ""
        where = "Awaited" if when else labels.place(piece.space) if boxed else "On the map"
        held.setdefault((piece.side, when, where), []).append(_unit(piece))
    for name, when in due.items():
        counter = board.counters[board.unit_ids[name]]
        held.setdefault((counter.side, when, "Awaited"), []).append(counter.name)
    for (side, when, where), units in sorted(held.items(), key=lambda row: (row[0][0], len(row[0][1]), *row[0][1:])):
        yield Enlisted(view.game.sides[side], where, tuple(sorted(units)), when)


def _unit(piece: Piece) -> str:
    return " ".join(part for part in (piece.name or "unknown", factors_in_short(piece.factors)) if part)


def factors_in_short(factors: Sequence[str]) -> str:
    """`4-4`; with a sign or a letter among them `8 · +1 · 5 · g4`, which a hyphen would make hard to read."""
    return ("-" if all(one.isdigit() for one in factors) else " · ").join(factors)


def _cards(view: View, payload: Payload) -> Iterable[Card]:
    """The cards of a game that has them: each once, those that can be played now first."""
    playable = {choice.action for choice in payload.options if choice.verb == "play"}
    cards = view.state.board.cards
    found = [Card(card.side, card.name, card.text, f"play {card.id}" in playable) for card in cards]
    return sorted(found, key=lambda card: not card.held)


def sketched(view: View, action: str) -> Sketched:
    """What an action, or the question that is asked, means on the map; and what this side has planned."""
    ask, plan = view.game.queries.sketch, view.game.queries.plan
    try:
        meant = view.game.parse(view.state, action) if action else None
    except Invalid as error:
        raise Refusal("invalid", str(error), detail=error.code) from None
    found = None if ask is None else ask(view.state, meant)
    return Sketched(found, () if plan is None else tuple(plan(view.state, view.side)))
