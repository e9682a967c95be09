"""How large anything may be that comes from outside: every number, text and list, in one place and by type.

A type of `wire.py` that a client sends, and a parameter of an address, is made of these; a test walks through all of
them and finds none that is not. Depth needs no number: no incoming type holds itself, so anything nested deeper than
the type does not fit it.
"""

from typing import Annotated, TypeAlias

from litestar.params import HeaderParameter, PathParameter, QueryParameter
from msgspec import Meta

LARGEST_COUNT = 10**9
LONGEST_TEXT = 2000
LONGEST_NAME = 60
LONGEST_LOG = 6_000_000
LONGEST_TOKEN = 128
MANY_COUNTERS = 600
MANY_LINKS = 50

# In the body of a request.
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Count = Annotated[int, Meta(ge=0, lt=LARGEST_COUNT)]
Seed = Annotated[int, Meta(ge=0, lt=2**53)]
LogText = Annotated[str, Meta(max_length=LONGEST_LOG)]
Secret = Annotated[str, Meta(max_length=512)]
Token = Annotated[str, Meta(max_length=LONGEST_TOKEN)]
Named = Annotated[dict[Name, Name], Meta(max_length=64)]
"""Choices by name: options with their values, seats with their players."""
SideNumber = Annotated[int, Meta(ge=-1, le=15)]
Steps = Annotated[int, Meta(ge=0, le=20)]
Words = Annotated[tuple[Name, ...], Meta(max_length=12)]

# In an address or a header.
GameId: TypeAlias = Annotated[str, PathParameter(max_length=LONGEST_NAME)]
PathName: TypeAlias = Annotated[str, PathParameter(max_length=LONGEST_NAME)]
FileName: TypeAlias = Annotated[str, PathParameter(max_length=LONGEST_TEXT)]
QueryName: TypeAlias = Annotated[str, QueryParameter(max_length=LONGEST_NAME)]
QueryText: TypeAlias = Annotated[str, QueryParameter(max_length=LONGEST_TEXT)]
SideName: TypeAlias = Annotated[str | None, QueryParameter(max_length=LONGEST_NAME)]
QueryCount: TypeAlias = Annotated[int, QueryParameter(ge=0, lt=LARGEST_COUNT)]
QueryFlag: TypeAlias = Annotated[bool, QueryParameter()]
FromCount: TypeAlias = Annotated[int, QueryParameter(name="from", ge=0, lt=LARGEST_COUNT)]
FromCursor: TypeAlias = Annotated[str | None, QueryParameter(name="from", max_length=LONGEST_NAME)]
LastEvent: TypeAlias = Annotated[str | None, HeaderParameter(name="Last-Event-ID", max_length=LONGEST_NAME)]
