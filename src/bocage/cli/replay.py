"""`bocage replay`: a logged game in sentences, turn by turn."""

import argparse
import shutil
import sys
from pathlib import Path

import msgspec

from bocage.cli.common import Commands, Fault, add_data, add_json, command, pack_of, print_json, whole
from bocage.cli.console import paint
from bocage.cli.files import game_of, key_file, read
from bocage.cli.proof import prove_log, sentence
from bocage.cli.textmap import Picture
from bocage.cli.wording import sentences
from bocage.kernel import flow
from bocage.kernel.events import Event
from bocage.kernel.game import Game
from bocage.kernel.ids import NATURE, Side
from bocage.kernel.log import BadLog, Entry, Log, save_log
from bocage.kernel.session import first_state, is_older, newer, replay_entry, under_new_rules
from bocage.kernel.state import State
from bocage.kernel.view import View
from bocage.kernel.wording import counted


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "replay",
        run,
        "tell a logged game in sentences",
        description=(
            "A game that is still going on is told as a spectator sees it, a finished one with all its secrets;\n"
            "--as SIDE tells it as that side saw it. For a damaged log, --to shows what can be read, and --salvage\n"
            "saves it as a log to go on with."
        ),
        examples=[
            "bocage replay game.bocage",
            "bocage replay game.bocage --to 40 --as german",
            "bocage replay game.bocage --verify",
            "bocage replay damaged.bocage --salvage mended.bocage",
        ],
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a log of a game")
    parser.add_argument("--to", metavar="N", type=whole, help="stop after pick N and draw the board")
    parser.add_argument("--as", metavar="SIDE", dest="side", help="tell it as a side saw it; `all` hides nothing")
    parser.add_argument("--verify", action="store_true", help="also prove every pick and every roll")
    parser.add_argument("--salvage", metavar="NEW", type=Path, help="write the good part of a log to a new file")
    add_data(parser)
    add_json(parser)


class Told(msgspec.Struct):
    """A log made into a story."""

    game: Game
    side: Side | None
    everything: bool
    state: State
    picks: list[tuple[Entry, tuple[str, ...], list[Event]]]
    """Each pick with the trail before it and what came of it."""

    def may_know(self, entry: Entry) -> bool:
        """Whether the reader may see the pick itself: it may hold a secret that no event tells."""
        mine = self.side is not None and entry.by == self.game.sides[self.side]
        return self.everything or mine or entry.by == self.game.side_name(NATURE)


def run(options: argparse.Namespace) -> int:
    """Tell the game."""
    log, bad = read(options.file)
    game = game_of(options.file, log)
    told, broken = tell(game, log, options)
    fault = str(bad) if bad else broken
    if options.salvage:
        return _salvage(log, len(told.picks), options.file, options.salvage)
    if fault and options.to is None and (bad or not is_older(game, log.header)):
        raise Fault(_offer(options.file, fault, len(told.picks)))
    if options.to is not None and options.to > len(told.picks):
        what = f" ({fault})" if fault else ""
        raise Fault(f"{options.file} has picks 0 to {len(told.picks)}; there is no {options.to}{what}")
    if fault:
        print(f"bocage: {options.file}: {fault}", file=sys.stderr)
    if options.json:
        print_json(_data(told, log) | (_rest(told, log) if fault and options.to is None else {}))
    else:
        _print(told, log, draw=options.to is not None)
        if fault and options.to is None:
            _print_rest(told, log)
    if options.verify:
        proof = prove_log(options.file, log, options.data)
        print(sentence(options.file, proof), file=sys.stderr if options.json else sys.stdout)
        return 0 if proof.ok and not fault else 1
    return 0


def tell(game: Game, log: Log, options: argparse.Namespace) -> tuple[Told, str]:
    """Play the log again as far as it goes and is wanted, and what is wrong with the pick after that."""
    header = log.header
    try:
        g = first_state(game, header, pack_of(game, options.data))
    except BadLog as bad:
        raise BadLog(f"{options.file}: {bad}") from None
    wanted = options.side or ("all" if log.ending is not None else "")
    side = None if wanted in ("", "all") else game.side(wanted)
    told = Told(game=game, side=side, everything=wanted == "all", state=g, picks=[])
    for entry in log.entries[: options.to]:
        trail = flow.titles(g)
        try:
            replay_entry(game, g, entry)
        except BadLog as bad:
            return told, str(under_new_rules(game, header, bad))
        told.picks.append((entry, trail, g.events or []))
    return told, ""


def _offer(file: Path, fault: str, good: int) -> str:
    return (
        f"{file}: {fault}. {counted(good, 'pick')} can be read: `--to {good}` shows them,"
        " `--salvage NEW` saves them as a log to go on with"
    )


def _salvage(log: Log, good: int, old: Path, new: Path) -> int:
    if new.exists():
        raise Fault(f"{new} exists already: name a new file")
    if good < len(log.entries):
        log.cut(good)
    if log.ending is None and key_file(old).is_file():
        shutil.copy(key_file(old), key_file(new))
    save_log(log, new)
    print(f"wrote {new}: {counted(good, 'pick')}; bocage play {log.header.game} --resume {new} goes on with it")
    return 0


def _print(told: Told, log: Log, *, draw: bool) -> None:
    game, header = told.game, log.header
    seats = ", ".join(f"{side} {player}" for side, player in header.seats.items())
    print(paint(game.titled(header.scenario), "bold") + (f" ({seats})" if seats else ""))
    shown = ""
    for entry, trail, events in told.picks:
        part = trail[0] if trail else ""
        if part != shown:
            print("\n" + paint(part, "bold"))
            shown = part
        for text in sentences(told.state, events, told.side, everything=told.everything):
            print(f"{entry.n:>5}  {text}")
    print()
    if draw:
        view = View(game, told.state, told.side, len(told.picks))
        if told.everything:
            view.state = told.state
        print(Picture(view).draw())
    print(f"After {counted(len(told.picks), 'pick')}: {game.where(told.state)}.")
    if header.rules != game.version:
        print(f"Note: {newer(game, header)}.")


def _print_rest(told: Told, log: Log) -> None:
    """The picks that our rules cannot follow, as the log has them."""
    print("\n" + paint("As the log has it from here", "bold"))
    for entry in log.entries[len(told.picks) :]:
        print(f"{entry.n:>5}  {entry.by}: {entry.do if told.may_know(entry) else 'hidden'}")
    if log.ending is not None:
        print(f"\nThe end: {log.ending.end}.")


def _rest(told: Told, log: Log) -> dict[str, object]:
    """The same as data."""
    rest = log.entries[len(told.picks) :]
    found = [{"n": entry.n, "by": entry.by, "do": entry.do if told.may_know(entry) else None} for entry in rest]
    return {"not_followed": found}


def _data(told: Told, log: Log) -> dict[str, object]:
    return {
        "header": msgspec.to_builtins(log.header),
        "picks": [
            {
                "n": entry.n,
                "by": entry.by,
                "do": entry.do if told.may_know(entry) else None,
                "auto": entry.auto,
                "trail": " > ".join(trail),
                "events": [
                    {"kind": event.kind, "rule": event.rule, "text": event.sentence(told.state)}
                    for event in events
                    if told.everything or event.seen_by(told.side)
                ],
            }
            for entry, trail, events in told.picks
        ],
        "where": told.game.where(told.state),
        "ending": None if log.ending is None else msgspec.to_builtins(log.ending),
    }
