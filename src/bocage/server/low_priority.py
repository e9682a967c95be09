"""Work that nobody waits for stands back."""

import os


def stand_back(amount: int) -> None:
    """Let live games go first, where the system has such a thing: Windows does not."""
    if hasattr(os, "nice"):
        os.nice(amount)
