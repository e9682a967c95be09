"""Sequences of orders within one phase: `python -m tests.oracles.seams --game normandy71 --least 2000`.

Random options are walked one after another, and plain statements of the rulebook are held against what is offered and
what has come of it: no duty dodged, no allowance spent twice, nobody used twice, nothing refused that would be legal a
moment later, what is undone is undone. The statements are in each game's own `seams.py`, `bunkers.py` and `walking.py`.
"""

import sys

from tests.oracles.compare import main

if __name__ == "__main__":
    sys.exit(main(["--seams", *sys.argv[1:]]))
