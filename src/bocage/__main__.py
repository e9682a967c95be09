"""`python -m bocage` is the command `bocage`."""

import sys

from bocage.cli import main

sys.exit(main())
