"""What a sensible player does at Omaha and behind it."""

from tests.games.bradley.support import ALLIED, GERMAN, Field, field

from bocage.games.bradley.computer.danger import Danger
from bocage.games.bradley.computer.goals import share_out
from bocage.games.bradley.computer.knowledge import KNOWLEDGE
from bocage.games.bradley.computer.places import place_worth
from bocage.games.bradley.rules.r05_landing import LandWave
from bocage.games.bradley.rules.r05_waves import Allocate
from bocage.games.bradley.rules.r06_moving import Movement
from bocage.games.bradley.rules.r10_assault import CloseAssault
from bocage.games.bradley.rules.r10_fire import Fire
from bocage.games.bradley.rules.r18_scenarios import LayMines
from bocage.kernel import flow


def advised(s: Field) -> str:
    """The pick that the knowledge advises here."""
    frame = flow.waiting(s.g)
    assert frame is not None
    options = list(flow.options(s.g))
    scores = KNOWLEDGE.advice[type(frame)](s.g, KNOWLEDGE.orders(s.g, frame.by), frame, options)
    best = max(range(len(options)), key=lambda n: scores[n])
    return s.game.format(s.g, options[best])


def test_the_disrupted_stack_is_finished_off() -> None:
    s = field("1/16 3824, 2/16 3824, 3/16 3824, I/916 3924, 439Ost 3823", Fire(by=ALLIED), disrupted="I/916")
    assert advised(s) == "fire 3924"


def test_a_hopeless_assault_is_not_made() -> None:
    s = field("A/1/116 3821, III/6FJ 3822, I/6FJ 3822", CloseAssault(by=ALLIED))
    assert advised(s) == "done"


def test_a_garrison_is_stormed_by_engineers_and_infantry() -> None:
    s = field("1Eng 3821, 1/16 3821, G1 3822, II/916 3825", CloseAssault(by=ALLIED))
    assert advised(s) == "assault 3822"


def test_who_holds_a_fort_stays() -> None:
    s = field("I/916 3922, 1/16 3821", Movement(by=GERMAN))
    s.do("select I/916")
    assert advised(s) == "halt"


def test_infantry_goes_for_the_forts() -> None:
    s = field("1/16 3720, S1 3822", Movement(by=ALLIED))
    s.do("select 1/16")
    assert advised(s) == "move 3722"  # beside Vierville and off the beach


def test_not_everybody_goes_for_the_same_german() -> None:
    s = field("1/16 3824, 2/16 3824, 3/16 3925, 1/18 3925, 2/18 3924, 3/18 3924, 439Ost 3927, I/916 4227")
    tasks = share_out(s.g, s.g.regular(GERMAN))
    near, far = s.space("3927"), s.space("4227")
    bound = [near if tasks[unit].get(near) == 0 else far for unit in tasks]
    assert bound.count(near) == bound.count(far) == 2  # two battalions are enough for each


def test_mines_are_laid_by_lot() -> None:
    places = set()
    for chance in (1, 2, 3, 4, 5):
        s = field("I/916 4227", LayMines(by=GERMAN, left=3), chance=chance)
        places.add(advised(s))
    assert len(places) > 1


def test_guns_wait_for_a_quiet_beach() -> None:
    s = field("I/916 4227", Allocate(by=ALLIED, beach=0, unit=field().unit("5FA")))
    assert advised(s) == "wave pool"


def test_infantry_takes_the_first_wave() -> None:
    s = field("I/916 4227", Allocate(by=ALLIED, beach=0, unit=field().unit("1/16")), cycle=[1, 1])
    assert advised(s) == "wave first"


def test_nobody_stays_on_a_flat_before_high_tide() -> None:
    s = field("1/8 1918, I/919 1108", scenario="utah", turn=4)
    unit = s.unit("1/8")
    orders = KNOWLEDGE.orders(s.g, ALLIED)
    assert s.g.tide_of(5) == "high"
    flat, beach = (s.space(name) for name in ("2018", "1919"))
    assert place_worth(s.g, orders, unit, flat) < place_worth(s.g, orders, unit, beach) - 4


def test_guns_leave_a_flat_while_there_is_time() -> None:
    for turn, expected in ((2, "halt"), (3, "march")):  # high tide comes in turn 5: one turn to limber up, one to go
        s = field("20FA 2018, I/919 1615, HQ/4 1919", Movement(by=ALLIED), scenario="utah", turn=turn)
        s.do("select 20FA")
        assert advised(s).split()[0] == expected


def test_vehicles_do_not_land_before_high_tide() -> None:
    s = field("I/919 1108, 70Tk utah-pool", scenario="utah", turn=4)
    assert s.g.tide_of(5) == "high"
    s = field("I/919 1108", Allocate(by=ALLIED, beach=1, unit=s.unit("70Tk")), scenario="utah", turn=4, cycle=[1, 2])
    assert advised(s) == "wave second"


def test_nobody_storms_a_fort_from_the_sea_against_the_odds() -> None:
    s = field("237Eng 2118, 2/8 2016, 3/8 2016, III/6FJ 1918", LandWave(beach=1), turn=2)
    s.do("roll 1", "roll 5 6", "confuse 1916")  # the larger landing is the one in disorder
    assert advised(s) == "abort"


def test_at_the_end_germans_go_where_they_deny_a_lodgment() -> None:
    worth = []
    for turn in (10, 14):
        s = field("I/914 2726, 1/16 4023", turn=turn)
        s.g.beachheads[0] = s.space("4023")
        orders = KNOWLEDGE.orders(s.g, GERMAN)
        inside, outside = (place_worth(s.g, orders, s.unit("I/914"), s.space(name)) for name in ("2926", "2726"))
        worth.append(inside - outside)
    assert worth[1] > worth[0] + 5  # within twelve hexes of the beachhead


def test_a_hex_without_a_way_back_is_the_more_dangerous() -> None:
    germans = "I/916 3923, II/916 3925, I/914 3824"
    shares = []
    for friend in ("", ", 2/16 4024"):  # friends negate enemy zones in their hex (9.1.5)
        s = field("1/16 3924, " + germans + friend)
        shares.append(Danger(s.g, ALLIED).harm(s.g, s.unit("1/16"), s.space("3924")))
    assert shares[0] > shares[1] > 0
