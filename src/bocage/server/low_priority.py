"""Work that nobody waits for stands back."""

import os


def stand_back(amount: int) -> None:
    """Let whoever plays live go first, where the system knows such a thing: Windows does not."""
    if hasattr(os, "nice"):
        os.nice(amount)
