"""One command, `bocage`: play, simulate, replay, prove, look up.

Each command is a module with `add`, which describes it, and a function that runs it and returns the exit
code. Bad input ends in one clear line and exit code 2, a stop from the keyboard in 130.
"""

import argparse
import os
import sys
from collections.abc import Sequence

from bocage.cli import (
    admin,
    arena,
    backup,
    benchmarks,
    check,
    listing,
    maps,
    play,
    proof,
    replay,
    report,
    review,
    rules,
    serve,
    simulate,
)
from bocage.cli.common import SIDED, Fault, Parser, Stopped, with_sides
from bocage.kernel.game import UnknownChoice
from bocage.kernel.loading import BadData
from bocage.kernel.log import BadLog
from bocage.kernel.session import RuleFailed
from bocage.players import UnknownPlayer

__all__ = ["main"]

COMMANDS = (
    listing,
    play,
    serve,
    backup,
    admin,
    simulate,
    report,
    arena,
    replay,
    review,
    proof,
    rules,
    maps,
    check,
    benchmarks,
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; any fault is one line on standard error."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(words)
    except (Fault, UnknownChoice, UnknownPlayer, BadLog, RuleFailed) as fault:
        return _say(str(fault), 2)
    except BadData as bad:
        more = f" (the first of {len(bad.faults)}; bocage check lists all)" if len(bad.faults) > 1 else ""
        return _say(f"{bad.faults[0]}{more}", 2)
    except Stopped as stopped:
        return _say(str(stopped), 130)
    except KeyboardInterrupt:
        return _say("stopped", 130)
    except BrokenPipeError:  # the reader of our output has gone, as `bocage rules x | head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _say(f"{where}{(error.strerror or str(error)).lower()}", 2)
    except Exception as error:
        if os.environ.get("BOCAGE_DEBUG"):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        return _say(f"a mistake of ours: {what} (set BOCAGE_DEBUG=1 to see where)", 70)


def _run(words: list[str]) -> int:
    parser = _parser()
    if not words:
        parser.print_help()
        return 0
    name, rest = words[0], words[1:]
    if name not in _names(parser) and not name.startswith("-"):
        raise Fault(f"there is no command {name!r}; choose from: {', '.join(_names(parser))}")
    rest, sides = with_sides(rest) if name in SIDED else (rest, {})
    options, strange = parser.parse_known_args([name, *rest])
    if strange:
        raise Fault(f"{' '.join(strange)}: not understood (see bocage {name} --help)")
    options.sides = sides
    done: int = options.run(options)
    sys.stdout.flush()
    return done


def _names(parser: argparse.ArgumentParser) -> list[str]:
    """The commands there are."""
    return [name for action in parser._actions for name in (action.choices or ())]  # noqa: SLF001


def _say(text: str, code: int) -> int:
    sys.stdout.flush()
    print(f"bocage: {' '.join(text.split())}", file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    from bocage import __version__

    parser = Parser(
        prog="bocage",
        description="Plays D-Day board wargames with every rule enforced and explained.",
        epilog="A good start:  bocage play tinybeach\nAny command explains itself:  bocage simulate --help",
    )
    parser.add_argument("--version", action="version", version=f"bocage {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True, parser_class=Parser)
    for module in COMMANDS:
        module.add(commands)
    return parser
