"""The names of things: spaces, units and sides are small ints; sets of them are one int each."""

from typing import NewType, TypeAlias

Space = NewType("Space", int)
UnitId = NewType("UnitId", int)
Side = NewType("Side", int)

Spaces: TypeAlias = int
"""A set of spaces: bit n is set when space n belongs to it."""

Units: TypeAlias = int
"""A set of units: bit n is set when unit n belongs to it."""

NOWHERE = Space(-1)
"""Not on the map at all: off the edge, in no box, not yet in play."""

NATURE = Side(-1)
"""The side that rolls dice and draws chits."""
