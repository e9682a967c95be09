"""`python -m bocage.server` serves without the rest of the command line."""

import argparse
import sys
from pathlib import Path

from bocage.server.command import LOOPBACK, PORT, default_folder, serve
from bocage.server.hall import LIVE
from bocage.server.store import StoreFault


def main() -> int:
    """Read the words and serve."""
    parser = argparse.ArgumentParser(prog="python -m bocage.server", description="Serve the table in the browser.")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument("--host", default=LOOPBACK)
    parser.add_argument("--data-dir", type=Path, default=default_folder())
    parser.add_argument("--live", type=int, default=LIVE, help="so many games are kept in memory")
    options = parser.parse_args()
    try:
        return serve(options.data_dir, options.host, options.port, live=options.live, warm=False)
    except (OSError, StoreFault) as error:
        sys.stderr.write(f"bocage: {error}\n")
        return 2


sys.exit(main())
