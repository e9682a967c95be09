"""`python -m bocage.server` serves without the rest of the command line."""

import argparse
import sys
from pathlib import Path

from bocage.server.command import LOOPBACK, PORT, default_folder, serve
from bocage.server.hall import LIVE
from bocage.server.settings import BadSetting, Settings
from bocage.server.store import StoreFault


def main() -> int:
    """Read the arguments and serve."""
    parser = argparse.ArgumentParser(prog="python -m bocage.server", description="Serve the table in the browser.")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--host", default=LOOPBACK)
    parser.add_argument("--data-dir", type=Path, default=default_folder())
    parser.add_argument("--live", type=int, default=LIVE, help="how many games are kept in memory")
    parser.add_argument(
        "--trusted-proxy", action="append", default=[], help="a proxy whose word on its clients is taken"
    )
    parser.add_argument("--games-per-client", type=int, default=0, help="games that a client may begin; 0: any number")
    options = parser.parse_args()
    settings = Settings(games=options.games_per_client, proxies=tuple(options.trusted_proxy))
    try:
        return serve(options.data_dir, options.host, options.port, live=options.live, warm=False, settings=settings)
    except (OSError, StoreFault, BadSetting) as error:
        sys.stderr.write(f"bocage: {error}\n")
        return 2


sys.exit(main())
