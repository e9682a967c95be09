"""What is counted over many games: the losses of each landing beside history's."""

from tests.games.bradley.support import field

from bocage.games.bradley.study.measure import gauges

HISTORY = "% lost of those who came (history, first day: "


def test_losses_are_counted_by_landing_with_attached_units() -> None:
    s = field(
        "1/16 4023, 743Tk 4023, 146Eng 4023, 2/16 allied-lost, 1/8 1818, 70Tk 1818, 1/505 0808, 2/505 allied-lost",
        turn=9,
    )
    found = {name.partition(":")[0]: share for name, share in gauges(s.g).items() if HISTORY in name}
    assert found == {"Omaha": 25.0, "Utah": 0.0, "82nd and 101st Airborne": 50.0}


def test_history_names_omaha_hard_and_utah_easy() -> None:
    shares = {row.landing: row.share for row in field().g.board.charts.history}
    assert shares == {"Omaha": 7, "Utah": 1, "82nd and 101st Airborne": 16}
