"""`bocage serve`: the table in the browser, for one's own machine or for friends."""

import argparse
import errno
from pathlib import Path

from bocage.cli.browser import has_screen
from bocage.cli.common import Commands, Fault, command, whole

LARGEST_PORT = 65535
PORT = 8080
LEVELS = ("error", "warning", "info", "debug")


def add(commands: Commands) -> None:
    """Describe the command."""
    parser = command(
        commands,
        "serve",
        run,
        "play in the browser: serve the table",
        description=(
            "Prints one address and serves until it is stopped with Ctrl-C. Games are kept in the data folder and\n"
            "go on where they stood, whatever happened to the server. Without --host only this machine can reach\n"
            "it; with --host 0.0.0.0 others can, through the secret link of their seat."
        ),
        examples=[
            "bocage serve --open",
            "bocage serve --port 9000 --data-dir games",
            "bocage serve --host 0.0.0.0",
        ],
    )
    parser.add_argument(
        "--port", metavar="P", type=port, help=f"the port to listen on (default {PORT}, or if taken any other; 0: any)"
    )
    parser.add_argument(
        "--host", metavar="H", default="127.0.0.1", help="the address to listen on (default: this machine)"
    )
    parser.add_argument("--data-dir", metavar="DIR", type=Path, help="where the games are kept")
    parser.add_argument("--public-url", metavar="URL", default="", help="where people find it, path included")
    parser.add_argument("--allow-host", metavar="NAME", action="append", default=[], help="another name it is known by")
    parser.add_argument(
        "--trusted-proxy",
        metavar="ADDRESS",
        action="append",
        default=[],
        help="a proxy that is believed when it names its clients",
    )
    parser.add_argument(
        "--games-per-client",
        metavar="N",
        type=whole,
        default=40,
        help="games a client may begin in a row (0: any number)",
    )
    parser.add_argument(
        "--keep-days",
        metavar="N",
        type=whole,
        default=0,
        help="delete games that nobody has used for N days (0: never)",
    )
    parser.add_argument("--no-reviews", action="store_true", help="review finished games only when somebody asks")
    parser.add_argument(
        "--connections",
        metavar="N",
        type=whole,
        default=0,
        help="the most there may be (default: what the system allows)",
    )
    parser.add_argument("--log", metavar="LEVEL", choices=LEVELS, default="warning", help=", ".join(LEVELS))
    parser.add_argument("--open", action="store_true", help="open the browser, where there is one")


def port(text: str) -> int:
    """The number of a port."""
    if whole(text) > LARGEST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} should be at most {LARGEST_PORT}")
    return int(text)


def run(options: argparse.Namespace) -> int:
    """Serve."""
    try:
        from bocage.server.command import default_folder, serve
        from bocage.server.settings import BadSetting, Settings
        from bocage.server.store import StoreFault
    except ModuleNotFoundError as error:
        raise Fault(f"bocage serve needs {error.name}: pip install 'bocage[server]'") from None
    folder, opening = options.data_dir or default_folder(), options.open and has_screen()
    settings = Settings(
        public_url=options.public_url,
        hosts=tuple(options.allow_host),
        proxies=tuple(options.trusted_proxy),
        games=options.games_per_client,
        keep_days=options.keep_days,
        most_connections=options.connections,
        reviews=not options.no_reviews,
    )
    wanted = [PORT, 0] if options.port is None else [options.port]
    for number in wanted:
        try:
            return serve(folder, options.host, number, open_browser=opening, settings=settings, level=options.log)
        except (StoreFault, BadSetting) as fault:
            raise Fault(str(fault)) from None
        except OSError as error:
            if number == wanted[-1] or error.errno != errno.EADDRINUSE:
                raise Fault(f"{options.host}:{number}: {(error.strerror or str(error)).lower()}") from None
    return 1
