"""The rulebook's extended example of play, from the drops to the Allied combats of turn 1, pick by pick.

The dice are the printed ones, in the order in which our game asks for them. Where the text leaves a move open, the one
played here makes the printed strengths come out: the comments say how. `example_of_play.jsonl` is the same as a log.
"""

from functools import cache
from pathlib import Path

from bocage.games.normandy44 import GAME
from bocage.games.normandy44.rules.r10_combat import Support
from bocage.games.normandy44.rules.r11_shifts import odds
from bocage.games.normandy44.sides import BRITISH_AIRBORNE, US_AIRBORNE
from bocage.games.normandy44.state import Normandy44
from bocage.kernel import flow
from bocage.kernel.log import load_log
from bocage.kernel.session import Session
from bocage.kernel.verify import verify
from bocage.testing import Situation, covers

LOG = Path(__file__).parent / "example_of_play.jsonl"

SCATTER = {"507/82": 2, "505/82": 5, "508/82": 2, "502/101": 2, "506/101": 6, "501/101": 1, "3/6Abn": 6, "5/6Abn": 3,
           "8/3/6Abn": 1}  # fmt: skip

LANDINGS = (
    # Utah: 4 and 1 for the tanks; one regiment joins the 506th, the other and the tanks go south of it
    "roll 4", "lose 8/4", "roll 1", "advance 8/4 2813", "advance 12/4 2713", "advance 70Tk 2713",
    # Pointe du Hoc: 4, and a 4 sends the 5th Rangers to Omaha
    "roll 4", "roll 4",
    # Omaha: 1, then 6, and 2 for the tanks of the 29th; 2 and 4 for the 1st
    "roll 1", "lose 115/29", "roll 6", "lose 116/29", "roll 2",
    "roll 2", "lose 16/1", "lose 18/1", "roll 4",
    # Gold: Jig 4 and 6, King 6 and 1, and on to Creully
    "roll 4", "lose 231/50", "roll 6",
    "roll 6", "roll 1", "advance 69/50 2426", "advance 151/50 2426", "advance 4-7RDG 2426",
    # Juno: Mike 2 and 1, Nan 1 and 5
    "roll 2", "lose 9/3Can", "roll 1",
    "roll 1", "lose 8/3Can", "lose 4SSBde", "roll 5",
    # Sword: 6 and 4
    "roll 6", "roll 4", "advance 1SSBde 2330", "advance 13-18H 2330", "advance 8/3Br 2330",
)  # fmt: skip

GERMAN_MOVES = {
    # the peninsula: the artillery one hex, the Sturm regiment to Crisbecq, the rest against the 82nd at 2810 and 2711
    "HQ-Cotentin": "3006", "Sturm-AOK7": "3012", "2/729/709": "2910", "1058/91": "2910", "1057/91": "2809",
    "3/1057/91": "2809", "FE/243": "2809", "100Pz": "2809", "3/1058/91": "2711",
    # Omaha is hemmed in; the bicycles ride for Bayeux
    "1/914/352": "2718", "2/914/352": "2718", "1/3FK": "2718", "PzJg/352": "2520", "1/726/716": "2520",
    "1/915/352": "2520", "30Mob": "2019", "513/30Mob": "1918",
    # the Commonwealth: Arromanches, the Seulles, Hillman; the 21st Panzer with three points each
    "1/916/352": "2524", "2/915/352": "2326", "Fus/352": "2326", "200PzJg/21Pz": "2427", "192/21Pz": "2230",
    "125/21Pz": "1932", "Rcn/21Pz": "1932", "200StuG/21Pz": "1931", "3/744/711": "2333",
}  # fmt: skip

ALLIED_MOVES = {"12/4": "2712", "70Tk": "2712", "8/3Can": "2428", "4SSBde": "2428", "FGH": "2428", "8/3Br": "2329"}
FOLLOW_UP = {
    "Eng-Utah": "2814", "22/4": "2814", "327/101": "2814", "746Tk": "2814", "HQ-7US": "2814", "Eng-Omaha": "2719",
    "HQ-5US": "2719", "Eng-Gold": "2525", "HQ-30Br": "2525", "Eng-Juno": "2528", "SFR": "2528", "HQ-1Br": "2528",
    "Eng-Sword": "2431", "185/3Br": "2431", "9/3Br": "2431", "1ERY": "2431", "SY": "2431 2330",
}  # fmt: skip

PANZERS = "125/21Pz 200StuG/21Pz Rcn/21Pz"


class Play(Situation[Normandy44]):
    """The example so far: picks are kept for the log."""

    def __init__(self) -> None:
        super().__init__(GAME, "campaign")
        self.picks: list[str] = []

    def say(self, *picks: str) -> None:
        """Make picks and remember them."""
        for pick in picks:
            self.do(pick)
            self.picks.append(pick)

    def march(self, name: str, *hexes: str, order: str = "move") -> None:
        """Move a unit, and halt it if it could go on."""
        self.say(f"{order} {name}", *(f"to {hex_}" for hex_ in hexes))
        while "halt" in self.options():
            self.say("halt")

    def land(self, name: str, way: str) -> None:
        """Land a unit, and halt it if it could go on."""
        beach, *further = way.split()
        self.say(f"land {name}", f"at {beach} normal", *(f"to {hex_}" for hex_ in further))
        while "halt" in self.options():
            self.say("halt")

    def attack(self, target: str, units: str, main: str, *support: str) -> tuple[int, int, str, str]:
        """Declare an attack: strengths, odds before and after shifts."""
        self.say(f"attack {target}", *(f"with {name}" for name in units.split()), "ready", main, *support)
        frame = flow.waiting(self.g)
        assert isinstance(frame, Support)
        ledger = odds(self.g, frame.assault, keep=True)
        crt = self.g.board.crt
        attack, defence = (int(total) for total in ledger.totals)
        return attack, defence, crt.title(ledger.start), crt.title(ledger.final().column)

    def stay(self) -> None:
        """Nobody advances, or nobody further."""
        while self.trail.endswith(("Advance", "Advance on")) and "end" in self.options():
            self.say("end")

    def steps(self, *names: str) -> list[int]:
        return [self.g.steps[self.unit(name)] for name in names]


def dropped() -> Play:
    s = Play()
    for counter in s.g.board.counters:
        if counter.arrival == "drop":
            s.say(f"roll {SCATTER[counter.id]}")
    return s


def landed() -> Play:
    s = dropped()
    s.say(*LANDINGS)
    return s


def germans_moved() -> Play:
    s = landed()
    for name, hex_ in GERMAN_MOVES.items():
        s.march(name, hex_)
    s.say("end")
    return s


def germans_fought() -> Play:
    s = germans_moved()
    peninsula = "1057/91 3/1057/91 1058/91 100Pz FE/243 2/729/709"
    found = s.attack("2810", peninsula, "main 1057/91 100Pz", "artillery HQ-Cotentin")
    assert found == (12, 4, "3-1", "5-1")
    s.say("fight", "roll 5", "end")
    assert s.attack("2032", PANZERS, "main 125/21Pz none") == (12, 2, "6-1", "7-1")
    s.say("fight", "roll 4", *(f"reserve {name}" for name in PANZERS.split()), "end")
    return s


def reserves_fought() -> Play:
    s = germans_fought()
    for name in PANZERS.split():
        s.march(name, "2032")
    assert s.attack("2131", PANZERS, "main 125/21Pz none") == (12, 9, "1-1", "2-1")
    s.say("fight", "roll 3", "lose 200StuG/21Pz", "end")
    return s


@cache
def whole() -> Play:
    """The example to its end; every printed number on the way is compared."""
    s = reserves_fought()
    for name, hex_ in ALLIED_MOVES.items():
        s.march(name, hex_)
    for name, way in FOLLOW_UP.items():
        s.land(name, way)
    assert "land 26/1" not in s.options()  # Omaha is full
    s.say("end")

    assert s.attack("2812", "506/101 8/4", "main 506/101 8/4") == (8, 4, "2-1", "3-1")  # combat A
    s.say("fight", "roll 6")
    assert s.at("795/709") == "dead"
    s.stay()

    assert s.attack("2711", "12/4 70Tk", "main 12/4 70Tk") == (7, 4, "1-1", "2-1")  # combat B
    s.say("fight", "roll 4", "retreat", "fallback 3/1058/91 2512")  # Carentan is the only way back
    assert s.g.disrupted == s.units("3/1058/91")
    s.say("advance 70Tk 2711")
    s.say(next(text for text in s.options() if text.endswith("2811")))
    assert s.at("70Tk") == "2811"  # into Ste-Mère-Église
    s.stay()

    assert s.attack("2913", "22/4 327/101 746Tk", "main 22/4 746Tk") == (7, 2, "3-1", "4-1")  # combat C
    s.say("fight", "roll 5")
    assert s.at("SP-Dunes") == "dead"
    s.stay()

    assert s.attack("2718", "115/29 116/29 743Tk", "main 115/29 743Tk", "naval") == (9, 9, "1-1", "2-1")  # combat D
    s.say("fight", "roll 5", "stand 1/3FK", "roll 4")
    assert s.steps("1/3FK") == [1]
    assert s.at("1/914/352") == "2718"

    assert s.attack("2520", "16/1 18/1 741Tk", "main 16/1 741Tk", "naval") == (11, 8, "1-1", "2-1")  # combat E
    s.say("fight", "roll 1", "lose 16/1")

    assert s.attack("2524", "231/50 56/50 NY", "main 231/50 NY") == (12, 4, "3-1", "4-1")  # combat F
    s.say("fight", "roll 3", "retreat", "fallback 1/916/352 2423")
    s.stay()

    assert s.attack("2326", "69/50 151/50 4-7RDG", "main 69/50 4-7RDG", "naval") == (7, 6, "1-1", "3-1")  # combat G
    s.say("fight", "roll 5", "lose 2/915/352", "retreat", "fallback Fus/352 2126")
    assert s.at("4-7RDG") == "dead"  # it earned the armour shift, and it was on its last step
    s.stay()

    canadians = "7/3Can 9/3Can 1Hus 8/3Can 4SSBde FGH"
    assert s.attack("2427", canadians, "main 7/3Can FGH", "naval") == (12, 7, "1-1", "2-1")  # combat H
    s.say("fight", "roll 4", "stand 200PzJg/21Pz", "roll 5", "lose 8/3Can")
    assert s.steps("200PzJg/21Pz", "8/3Can") == [1, 1]  # a brigade down to its cadre
    assert s.at("2/726/716") == "2427"

    attack, defence, start, _ = s.attack("2331", "185/3Br 9/3Br 1ERY", "main 185/3Br 1ERY")  # combat I
    assert (attack, defence, start) == (8, 2, "4-1")
    s.say("fight", "roll 6")
    assert s.at("SP-Ouistreham") == "dead"
    s.stay()

    found = s.attack("2230", "1SSBde 13-18H 8/3Br SY", "main 1SSBde 13-18H")  # combat J; the text counts 14 attackers
    assert found == (13, 10, "1-1", "1-1")
    s.say("fight", "roll 3", "lose 13-18H", "stand SP-Hillman", "unsupported", "roll 2", "fallback 192/21Pz 2129")
    assert s.at("SP-Hillman") == "dead"
    assert s.at("192/21Pz") == "2129"  # one hex, into Épron
    return s


@covers("20.2.2", "20.2.3")
def test_the_drops() -> None:
    s = dropped()
    assert s.steps("507/82", "505/82", "508/82", "502/101", "506/101", "501/101") == [1, 3, 1, 2, 3, 1]
    assert s.steps("3/6Abn", "5/6Abn", "8/3/6Abn") == [2, 3, 1]
    assert (s.g.replacements[US_AIRBORNE], s.g.replacements[BRITISH_AIRBORNE]) == (4, 1)
    assert s.g.boxed == s.units("507/82 508/82 501/101")


@covers("20.3.2", "20.3.3", "20.3.4", "20.3.5", "20.3.6")
def test_the_landings_cost_what_the_text_says() -> None:
    s = landed()
    assert s.steps("8/4", "12/4", "70Tk") == [2, 3, 1]
    assert s.steps("2Rgr") == [1]
    assert s.at("5Rgr") == "followup-omaha"
    assert s.steps("115/29", "116/29", "743Tk", "16/1", "18/1", "741Tk") == [2, 2, 1, 2, 2, 2]  # five steps
    assert sum(s.steps("231/50", "56/50", "NY", "69/50", "151/50", "4-7RDG")) == 16 - 2
    assert sum(s.steps("7/3Can", "9/3Can", "1Hus", "8/3Can", "4SSBde", "FGH")) == 15 - 4
    assert s.steps("8/3Br", "1SSBde", "13-18H") == [3, 2, 2]


@covers("20.4", "9.9", "8.5.1")
def test_the_germans_get_where_the_text_says() -> None:
    s = germans_moved()
    assert {name: s.at(name) for name in GERMAN_MOVES} == GERMAN_MOVES
    assert not s.g.spent & s.units("HQ-Cotentin")  # it moved only one hex
    assert s.g.board.distance(s.space(s.at("30Mob")), s.space("2020")) == 1  # right outside Balleroy


@covers("12.1", "17.4")
def test_the_german_combats() -> None:
    s = germans_fought()
    assert s.at("507/82") == s.at("8/3/6Abn") == "dead"
    assert s.g.supply_cherbourg == 2
    assert s.steps(*PANZERS.split()) == [3, 2, 2]  # one defending step: no loss
    assert s.g.reserve == s.units(PANZERS)


@covers("15.3", "12.1", "18.3")
def test_the_reserve_combat_and_the_end_of_the_german_turn() -> None:
    s = reserves_fought()
    assert s.steps("200StuG/21Pz", "5/6Abn") == [1, 2]
    assert s.trail == "Turn 1 > Allied movement > Orders"
    assert not s.g.out_of_supply  # all German units are in supply


@covers("10.5", "12.2.1", "12.4.1", "13.3", "14.2")
def test_the_allied_combats() -> None:
    s = whole()
    assert s.g.naval == [0, 0]
    assert "advance 1SSBde 2230" in s.options()


def typed_in() -> Session:
    """The whole example as a session with dice typed in by hand; forced picks are taken by themselves."""
    session = Session.open(GAME, "campaign")
    for n, pick in enumerate(whole().picks):
        if n < session.seq:
            assert session.log.entries[n].do == pick
        else:
            session.pick(pick)
    return session


@covers("3")
def test_the_example_is_a_log_that_proves_itself() -> None:
    """If a rule changes on purpose, `save_log(typed_in().log, LOG)` makes it anew."""
    golden = load_log(LOG)
    assert [entry.do for entry in golden.entries] == [entry.do for entry in typed_in().log.entries]
    assert verify(GAME, golden).ok
