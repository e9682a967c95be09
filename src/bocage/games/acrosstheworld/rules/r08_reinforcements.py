"""8 Reinforcements: who comes when, where, and who must wait."""

from collections.abc import Iterator

from bocage.games.acrosstheworld.board import Line, each_unit
from bocage.games.acrosstheworld.events import ArrivalDelayed, CommandHandedOver
from bocage.games.acrosstheworld.rules.r03_counters import why_not_stack
from bocage.games.acrosstheworld.rules.r13_modifiers import bad_weather
from bocage.games.acrosstheworld.rules.r17_ports import ports_in_use
from bocage.games.acrosstheworld.sides import ALLIED, other
from bocage.games.acrosstheworld.state import Campaign
from bocage.kernel.actions import Action
from bocage.kernel.bars import Bar, Offer, PickSpace, bar, only
from bocage.kernel.events import Moved
from bocage.kernel.flow import DONE, Call, Decision, Done, Procedure, Step, replace
from bocage.kernel.ids import NOWHERE, Side, Space, Spaces, UnitId, Units
from bocage.kernel.rulebook import rule
from bocage.kernel.spaces import bit, each, first


@rule("8.1", "8.2", "8.6", "8.9")
class Reinforcements(Procedure[Campaign], frozen=True):
    """Line by line of the schedule: counters that are due arrive, or wait and try again next turn."""

    by: Side
    next: int = 0

    def start(self, g: Campaign) -> Step:
        lines = g.board.lines
        for n in range(self.next, len(lines)):
            units = waiting_units(g, n)
            if lines[n].side != self.by or not units:
                continue
            if lines[n].replaces >= 0 and relieve(g, lines[n]):
                continue
            gather(g, units, self.by)
            entries = open_entries(g, lines[n])
            if entries & (entries - 1):
                return Call(Enter(by=self.by, line=n, entries=entries), then=replace(self, next=n + 1).chose)
            if entries:
                arrive(g, units, first(entries))
            else:
                g.emit(ArrivalDelayed(units=tuple(each_unit(units)), rule=why_waiting(g, lines[n])))
        return DONE

    def chose(self, g: Campaign, goal: Space) -> Step:
        arrive(g, waiting_units(g, self.next - 1), goal)
        return self

    def title(self, g: Campaign) -> str:
        return f"{g.sides[self.by]} reinforcements"


def waiting_units(g: Campaign, line: int) -> Units:
    """The counters of a line that are due and have not come."""
    if g.due[line] > g.turn:
        return 0
    return g.board.lines[line].units & ~g.arrived & ~g.dead


def gather(g: Campaign, units: Units, side: Side) -> None:
    """Allied counters that are due wait at sea, where they can be seen."""
    if side == ALLIED:
        for unit in each_unit(units):
            if g.space[unit] == NOWHERE:
                g.place(unit, g.board.channel)


def arrive(g: Campaign, units: Units, goal: Space) -> None:
    for unit in each_unit(units):
        g.emit(Moved(unit=unit, path=(g.space[unit], goal), how="arrives at", rule="8.1"))
        g.place(unit, goal)
    g.arrived |= units


@rule("8.3", "8.4", "8.5", "8.6", "8.8")
def open_entries(g: Campaign, line: Line) -> Spaces:
    """Where a line may arrive now; nowhere means that it waits."""
    board = g.board
    if line.side == ALLIED:
        if bad_weather(g):
            return 0  # 8.8
        if line.any_port:
            return free(g, ports_in_use(g), line)
        found = free(g, line.entry, line)
        if found:
            return found
        beside = 0
        for beach in each(line.entry):
            beside |= board.near[beach]
        return free(g, beside & (board.beaches | ports_in_use(g)), line)
    for entries in (line.entry, own_entries(g, line), board.tags["german-source"]):
        found = free(g, entries, line)
        if found:
            return found
    return 0


def own_entries(g: Campaign, line: Line) -> Spaces:
    """8.5: the entries of a German group; Argences and Cabourg stand in for each other."""
    east = g.board.tags["german-east"]
    return line.entry | east if line.entry & east else line.entry


def free(g: Campaign, entries: Spaces, line: Line) -> Spaces:
    """Those regions that are friendly, without enemies, and have room."""
    friendly = entries & g.friendly(line.side)
    return sum(
        bit(space)
        for space in each(friendly)
        if not g.enemies(space, line.side) and why_not_stack(g, line.side, line.units, space) is None
    )


def why_waiting(g: Campaign, line: Line) -> str:
    """The rule that holds a line back."""
    if line.side != ALLIED:
        return "8.6"
    return "8.8" if bad_weather(g) else "8.4" if line.any_port else "8.3"


@rule("8.7")
def relieve(g: Campaign, line: Line) -> bool:
    """A leader takes another's place where he stands; False if that one is not in play."""
    old, new = UnitId(line.replaces), each_unit(line.units)[0]
    at = g.space[old]
    if at == NOWHERE:
        return False
    g.place(new, at)
    g.arrived |= line.units
    g.dead |= 1 << old
    g.steps[old] = 0
    g.place(old, NOWHERE)
    g.emit(CommandHandedOver(unit=new, old=old, at=at, rule="8.7"))
    return True


class Enter(Decision[Campaign], frozen=True):
    """The owner picks where a group arrives."""

    called = ""
    line: int
    entries: Spaces

    def offers(self, g: Campaign) -> Iterator[Offer]:
        detour = self.by != ALLIED and not self.entries & own_entries(g, g.board.lines[self.line])
        number = "8.6" if detour else self.rule_number()
        yield PickSpace(
            "enter",
            g,
            only(self.entries, number, "this group does not arrive at {}"),
            hints=lambda: self.shut(g, number),
        )

    def shut(self, g: Campaign, number: str) -> Iterator[Bar]:
        """What keeps the group from an entry of its own."""
        line = g.board.lines[self.line]
        own = line.entry if self.by == ALLIED else own_entries(g, line)
        held = g.held_by(other(self.by))
        yield bar(own & held, number, "enemies stand at {}")
        yield bar(own & ~held & ~g.friendly(self.by), number, "{} is in enemy hands")
        yield bar(own & ~self.entries & g.friendly(self.by) & ~held, number, "{} has no room for this group")

    def chosen(self, g: Campaign, action: Action) -> Step:
        return Done(action[1])

    def prompt(self, g: Campaign) -> str:
        return f"Where do {g.names_of(waiting_units(g, self.line))} arrive?"

    def rule_number(self) -> str:
        return "8.4" if self.by == ALLIED else "8.5"
