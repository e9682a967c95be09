"""27 Three or four players, at a table: a seat picks for its own army or front and for nothing else."""

import pytest

from bocage import game
from bocage.kernel.actions import NotYours
from bocage.kernel.session import Session
from bocage.testing import covers


@covers("27")
def test_the_option_decides_how_many_seats_there_are() -> None:
    seats = {how: [seat.name for seat in game("normandy44").seats({"players": how})] for how in ("two", "four")}
    assert seats["two"] == ["German", "Allied"]
    assert seats["four"] == ["Seventh Army", "Panzer Group West", "US", "Commonwealth"]


@covers("27")
def test_a_seat_is_refused_what_belongs_to_the_other_army() -> None:
    owner = game("normandy44")
    session = Session.open(owner, "campaign", {"players": "four"}, seed=4)
    for _ in range(400):
        refused = [
            (action, seat.name)
            for action in session.options()
            for seat in owner.seats({"players": "four"})
            if seat.side == session.to_decide
            and owner.why_not_seat is not None
            and owner.why_not_seat(session.state, seat.name, action) is not None
        ]
        if refused:
            break
        session.pick(owner.format(session.state, session.options()[0]))
    action, seat = refused[0]
    before = session.state.digest()
    with pytest.raises(NotYours, match="27"):
        session.pick(owner.format(session.state, action), seat=seat)
    assert session.state.digest() == before
    other = next(
        found.name
        for found in owner.seats({"players": "four"})
        if found.name != seat and found.side == session.to_decide
    )
    session.pick(owner.format(session.state, action), seat=other)
