"""How many connections there may be: as many as the system gives us files for, less some kept for our own work."""

import sys

OWN = 96
"""Files for the database, the processes that think and draw, the pictures, and those who are just being told that the
server is full.
"""
AT_THE_DOOR = 32
"""How many may wait to be let in at once: anybody beyond that tries again a second later. More at once could
use up the files before anybody is told anything.
"""
FEWEST = 16
WANTED = 65_536


def most_connections(wanted: int = 0) -> int:
    """The number of connections that the system can carry, at most that many as are wanted. The limit of open files is
    raised as far as the system lets us.
    """
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    better = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft == resource.RLIM_INFINITY or soft >= better:
        better = WANTED if soft == resource.RLIM_INFINITY else soft
    else:
        resource.setrlimit(resource.RLIMIT_NOFILE, (better, hard))
    able = max(FEWEST, better - OWN)
    return min(able, wanted) if wanted else able
