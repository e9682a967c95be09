"""What happens in Wars Across the World beyond moves, losses and rolls."""

from typing import Any

from bocage.kernel.events import Count, Event, Revealed, Throw
from bocage.kernel.ids import Side, Space, UnitId


class CardDrawn(Event, frozen=True):
    """5.1: a side draws; what it is only its owner reads."""

    side: Side
    card: int | None = None

    def sentence(self, g: Any) -> str:
        """`The Allied side draws Ultra.`, or `The Allied side draws a card.`"""
        card = "a card" if self.card is None else g.board.cards[self.card].name
        return f"The {g.sides[self.side]} side draws {card}."


class CardThrownAway(Revealed, frozen=True):
    """5.2: a hand above its limit loses a card, face up."""

    side: Side
    card: int

    def sentence(self, g: Any) -> str:
        """`The German side throws away Storm.`"""
        return f"The {g.sides[self.side]} side throws away {g.board.cards[self.card].name}."


class CardPlayed(Revealed, frozen=True):
    """5.3: a card leaves the hand for the table."""

    side: Side
    card: int

    def sentence(self, g: Any) -> str:
        """`The Allied side plays Pluto.`"""
        return f"The {g.sides[self.side]} side plays {g.board.cards[self.card].name}."


class CardCancelled(Event, frozen=True):
    """5.7: Ultra undoes a German card."""

    side: Side
    card: int

    def sentence(self, g: Any) -> str:
        """`Ultra: Storm is cancelled.`"""
        return f"Ultra: {g.board.cards[self.card].name} is cancelled."


class HandRead(Event, frozen=True):
    """6.8: what Ultra shows; the Germans learn only that they were read."""

    side: Side
    cards: tuple[int, ...] | None = None

    def sentence(self, g: Any) -> str:
        """`Ultra: the Germans hold Storm.`"""
        if self.cards is None:
            return "Ultra: the Allies have seen your hand."
        listed = ", ".join(g.board.cards[card].name for card in self.cards) or "no cards"
        return f"Ultra: the Germans hold {listed}."


class RailwaysCut(Event, frozen=True):
    """6.2: no German trains this turn."""

    side: Side

    def sentence(self, g: Any) -> str:
        """The Resistance at work."""
        return "The Resistance cuts the railways."


class Interdicted(Event, frozen=True):
    """6.4: German stacks are slower this turn."""

    side: Side

    def sentence(self, g: Any) -> str:
        """Fighter-bombers over the roads."""
        return "Interdiction: German stacks lose a movement point."


class FullySupplied(Event, frozen=True):
    """6.10: fuel under the Channel."""

    side: Side

    def sentence(self, g: Any) -> str:
        """Everybody eats."""
        return "All Allied units are in supply this turn."


class Replaced(Event, frozen=True):
    """6.11, 7.12: a unit gets a step back."""

    unit: UnitId

    def sentence(self, g: Any) -> str:
        """`21 Pz receives replacements.`"""
        return f"{g.board.unit_title(self.unit)} receives replacements."


class WeatherBroke(Event, frozen=True):
    """7.1: bad weather up to the Allied part of a turn."""

    until: int

    def sentence(self, g: Any) -> str:
        """Until when."""
        return f"Bad weather until the end of the Allied part of turn {self.until}."


class HarbourShut(Event, frozen=True):
    """7.2: the storm closes Mulberry."""

    until: int

    def sentence(self, g: Any) -> str:
        """Until when."""
        return f"The storm closes Mulberry until turn {self.until} is over."


class RegionMined(Event, frozen=True):
    """7.7: mines cost the Allies movement in a region."""

    at: Space

    def sentence(self, g: Any) -> str:
        """`Bayeux is mined.`"""
        return f"{g.title_of(self.at)} is mined."


class ReserveReleased(Event, frozen=True):
    """7.9: Panzers come earlier."""

    unit: UnitId
    turn: int

    def sentence(self, g: Any) -> str:
        """`Lehr is released for turn 3.`"""
        return f"{g.board.unit_title(self.unit)} is released for turn {self.turn}."


class PortBlownUp(Event, frozen=True):
    """7.10: a lost port is of no use for some turns."""

    at: Space

    def sentence(self, g: Any) -> str:
        """`The port of Cherbourg is blown up.`"""
        return f"The port of {g.title_of(self.at)} is blown up."


class NightMarchOrdered(Event, frozen=True):
    """7.11: a stack marches by night."""

    at: Space

    def sentence(self, g: Any) -> str:
        """`Night march from Caen.`"""
        return f"Night march from {g.title_of(self.at)}."


class ArrivalDelayed(Event, frozen=True):
    """8.6: a group that is due finds no way in."""

    units: tuple[UnitId, ...]

    def sentence(self, g: Any) -> str:
        """`79 US and 83 US must wait.`"""
        return f"{g.board.unit_titles(self.units)} must wait."


class CommandHandedOver(Event, frozen=True):
    """8.7: a leader takes another's place."""

    unit: UnitId
    old: UnitId
    at: Space

    def sentence(self, g: Any) -> str:
        """`Hausser takes over from Dollmann at Saint-Lô.`"""
        new, old = g.board.unit_title(self.unit), g.board.unit_title(self.old)
        return f"{new} takes over from {old} at {g.title_of(self.at)}."


class OutOfSupply(Event, frozen=True):
    """9.5: units that no line reaches."""

    units: tuple[UnitId, ...]

    def sentence(self, g: Any) -> str:
        """`Out of supply: 709th Infantry and 243rd Infantry.`"""
        return f"Out of supply: {g.board.unit_titles(self.units)}."


class BattleBegan(Event, frozen=True):
    """12.1: who attacks whom, and where."""

    side: Side
    at: Space
    attackers: tuple[UnitId, ...]
    defenders: tuple[UnitId, ...]

    def sentence(self, g: Any) -> str:
        """`Battle at Caen: the Allied side attacks.`"""
        return f"Battle at {g.title_of(self.at)}: the {g.sides[self.side]} side attacks."


class MoraleSet(Event, frozen=True):
    """12.2: both sides' Battle Morale as the first round begins."""

    allied: int
    german: int

    def sentence(self, g: Any) -> str:
        """`Battle Morale: Allied 7, German 5.`"""
        return f"Battle Morale: Allied {self.allied}, German {self.german}."


class Fired(Event, frozen=True):
    """12.4: the dice of one side in a round, each against its factor."""

    side: Side
    at: Space | None
    faces: tuple[int, ...]
    factors: tuple[int, ...]

    def sentence(self, g: Any) -> str:
        """`Allied fire: 3 against 5, 9 against 4.`"""
        told = ", ".join(f"{face} against {factor}" for face, factor in zip(self.faces, self.factors, strict=True))
        return f"{g.sides[self.side]} fire: {told}."

    def counts(self) -> tuple[Count, ...]:
        """Hits, panics and misses."""
        hits = sum(face < factor for face, factor in zip(self.faces, self.factors, strict=True))
        panics = sum(face == factor for face, factor in zip(self.faces, self.factors, strict=True))
        came = (("hit", hits), ("panic", panics), ("miss", len(self.faces) - hits - panics))
        return tuple(Count("Fire", word, by=self.side, times=times) for word, times in came if times)

    def throw(self) -> Throw | None:
        """The volley, and against which numbers it was rolled."""
        result = ", ".join(f"{count.times} \u00d7 {count.result}" for count in self.counts())
        column = f"against {', '.join(map(str, self.factors))}"
        return Throw(self.faces, "Fire", result, column) if self.faces else None


class Panicked(Event, frozen=True):
    """12.6: a unit leaves the battle."""

    unit: UnitId

    def sentence(self, g: Any) -> str:
        """`716th Infantry panics.`"""
        return f"{g.board.unit_title(self.unit)} panics."


class BattleWon(Event, frozen=True):
    """12.10: how the fighting ended."""

    winner: Side
    attacker: Side
    at: Space
    margin: int

    def sentence(self, g: Any) -> str:
        """`The Allied side wins at Caen, Battle Morale +3.`"""
        return f"The {g.sides[self.winner]} side wins at {g.title_of(self.at)}, Battle Morale {self.margin:+d}."

    def counts(self) -> tuple[Count, ...]:
        """Whether attack or defence won."""
        result = "attacker wins" if self.winner == self.attacker else "defender wins"
        return (Count("Battle", result, by=self.attacker),)


class Pursued(Event, frozen=True):
    """12.13: armour follows a beaten stack."""

    side: Side
    at: Space

    def sentence(self, g: Any) -> str:
        """`The German side is pursued.`"""
        return f"The {g.sides[self.side]} side is pursued."


class ShutIn(Event, frozen=True):
    """16.1: a beaten garrison goes into its fortress."""

    units: tuple[UnitId, ...]
    at: Space

    def sentence(self, g: Any) -> str:
        """`709th Infantry withdraw into the fortress.`"""
        return f"{g.board.unit_titles(self.units)} withdraw into the fortress."


class SiegeLifted(Event, frozen=True):
    """16.6: the fortress is no longer besieged."""

    at: Space

    def sentence(self, g: Any) -> str:
        """The gates open."""
        return "The siege of the fortress is lifted."


class HarbourBuilt(Event, frozen=True):
    """17.1: Mulberry lies off its beach."""

    at: Space

    def sentence(self, g: Any) -> str:
        """`Mulberry is built at Gold Beach.`"""
        return f"Mulberry is built at {g.title_of(self.at)}."


class HarbourLost(Event, frozen=True):
    """17.3: its beach has fallen."""

    at: Space

    def sentence(self, g: Any) -> str:
        """It is gone for good."""
        return "Mulberry is lost."


class RegionTaken(Event, frozen=True):
    """18.1: a region changes hands."""

    side: Side
    at: Space

    def sentence(self, g: Any) -> str:
        """`Caen is now Allied.`"""
        return f"{g.title_of(self.at)} is now {g.sides[self.side]}."
