"""`bocage verify`: prove a log, every pick and every roll."""

import argparse
from pathlib import Path

import msgspec

from bocage.cli.common import Commands, add_data, add_json, command, pack_of, print_json
from bocage.cli.files import game_of, read, read_secret
from bocage.kernel.log import Log
from bocage.kernel.verify import Proof, verify
from bocage.kernel.wording import counted

DICE = {
    "fair": "fair dice bound to the log",
    "fast": "seeded dice",
    "table": "dice typed in from a table, which cannot be proved",
}


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "verify",
        run,
        "prove a log: no line altered, every pick legal, every roll as committed",
        description="Needs nothing but the file. Exit code 0 if everything holds; otherwise 1 and the first bad line.",
        examples=["bocage verify game.bocage", "bocage verify game.bocage --json"],
    )
    parser.add_argument("file", metavar="FILE", type=Path, help="a log of a game")
    add_data(parser)
    add_json(parser)


def run(options: argparse.Namespace) -> int:
    """Prove the file and report."""
    proof = prove(options.file, options.data)
    if options.json:
        print_json({"ok": proof.ok, **msgspec.to_builtins(proof)})
    else:
        print(sentence(options.file, proof))
    return 0 if proof.ok else 1


def prove(file: Path, data: Path | None) -> Proof:
    """The proof of a file; one that cannot be read to its end is a proof with a fault."""
    log, fault = read(file)
    if fault is not None:
        return Proof(fault.good, 0, 0, 0, log.header.dice, "", str(fault), fault.good + 1)
    return prove_log(file, log, data)


def prove_log(file: Path, log: Log, data: Path | None) -> Proof:
    """The proof of a log that was read from a file."""
    game = game_of(file, log)
    return verify(game, log, secret=read_secret(file, log), data=pack_of(game, data))


def sentence(file: Path, proof: Proof) -> str:
    """What was proved, in words."""
    if proof.older and not proof.ok:
        return f"{file} cannot be proved here: {counted(proof.lines, 'line')} unaltered, but {proof.fault}."
    if not proof.ok:
        return f"{file} does not hold: {proof.fault}."
    picks = f"{counted(proof.picks, 'pick')} legal" if proof.picks else "nothing picked yet"
    if not proof.rolls:
        rolls = "no dice rolled yet"
    elif proof.proven == proof.rolls:
        rolls = f"{counted(proof.rolls, 'roll')} right ({DICE[proof.dice]})"
    elif proof.dice == "fair":
        rolls = f"{proof.proven} of {counted(proof.rolls, 'roll')} proved: the secret is revealed when the game ends"
    else:
        rolls = f"{counted(proof.rolls, 'roll')} of {DICE[proof.dice]}"
    result = proof.result or "the game is not over"
    note = f" {proof.note[0].upper()}{proof.note[1:]}." if proof.note else ""
    return f"{file} holds: {counted(proof.lines, 'line')} unaltered, {picks}, {rolls}; {result}.{note}"
