"""The pictures of the gallery: what each shows, at which moment of which game, and how the page gets there."""

import msgspec

from bocage.tools.gallery_moments import Moment
from bocage.tools.gallery_stage import DESK, PHONE, TABLET
from bocage.tools.gallery_steps import (
    BRADLEY_BATTLE,
    BRADLEY_GERMAN,
    BRADLEY_LATER,
    BRADLEY_OPENING,
    CENTRE,
    GMT_BATTLE,
    GMT_OPENING,
    GMT_RETREAT,
    GMT_TURN_3,
    SPI_OPENING,
    SPI_TURN_3,
    SUMMER_BATTLE,
    SUMMER_OPENING,
    SUMMER_TURN_2,
    TINY_LANDING,
    TINY_TURN_3,
    WORLD_OPENING,
    WORLD_TURN_4,
    Steps,
    action,
    close,
    counter_sheet,
    cover,
    film,
    first_page,
    guided,
    log_tab,
    open_stack,
    overlay,
    reach,
    rule,
    scrubber,
    sheet,
    warning,
    whole,
    why_not,
)

__all__ = ["CHAPTERS", "PICTURES", "Picture"]


class Picture(msgspec.Struct, frozen=True):
    """One picture: its file, its caption, and the way to it."""

    name: str
    caption: str
    steps: Steps
    size: tuple[int, int] = DESK
    skin: str = "period"


HANDHELD: list[tuple[str, str, Steps]] = [
    ("acrosstheworld", "*Wars Across the World*", whole(WORLD_TURN_4)),
    ("normandy71", "*Normandy* (1971)", close(SPI_TURN_3, "Z21", zoom=3.0)),
    ("darksummer", "*The Dark Summer*", action(SUMMER_BATTLE)),
    ("bradley", "*Bradley's D-Day*", action(BRADLEY_BATTLE)),
]
"""The other games on small screens."""
OVERLAYS = {
    "zones": "Zones of control, each side's in its own pattern.",
    "bonds": "ZOC bonds: the lines that a wargamer sees between two strong stacks.",
    "supply": "Who is in supply.",
    "control": "Who controls what.",
    "threat": "Where the enemy could strike.",
    "victory": "What victory hexes are worth, and who has them.",
    "front": "The historical front of the end of June.",
}
WORLD_OVERLAYS = {
    "control": "Regions and who controls them.",
    "supply": "Regions in supply.",
    "victory": "What the cities are worth.",
    "threat": "What the enemy can reach.",
}
BRADLEY_OVERLAYS = {
    "fire": ("What can be fired at, and with how much.", BRADLEY_LATER),
    "sight": ("What German guns see.", BRADLEY_GERMAN),
    "command": ("Who is within reach of his headquarters.", BRADLEY_GERMAN),
    "tide": ("The beach as the tide leaves it, and the fire on those who land.", BRADLEY_LATER),
    "lodgments": ("The lodgments: on the morning of D-Day, the forts that would become the beachhead.", BRADLEY_LATER),
}

CHAPTERS: dict[str, list[Picture]] = {
    "The first page": [
        Picture("first-page", "The first page: every game as a card, and ten minutes to learn.", first_page),
        Picture("guided-turn", "*Learn in ten minutes*: the first turn of the teaching game is guided.", guided),
    ],
    "Maps": [
        Picture("map-tinybeach", "Tiny Beach, the teaching game.", sheet("tinybeach"), (1120, 1045)),
        Picture("map-acrosstheworld", "*Wars Across the World*: regions.", sheet("acrosstheworld"), (1500, 1233)),
        Picture("map-normandy71", "*Normandy* (1971): two kilometres to the hex.", sheet("normandy71"), (1600, 1451)),
        Picture("map-normandy44", "*Normandy '44*: 3.8 kilometres to the hex.", sheet("normandy44"), (1600, 1321)),
        Picture("map-darksummer", "*The Dark Summer*: 3.6 kilometres to the hex.", sheet("darksummer"), (1600, 1276)),
        Picture("map-bradley", "*Bradley's D-Day*: 800 metres to the hex.", sheet("bradley"), (1600, 1234)),
    ],
    "Opening positions": [
        Picture("opening-tinybeach", "Tiny Beach: the boats come in.", whole(TINY_LANDING)),
        Picture(
            "opening-tinybeach-dawn",
            "Tiny Beach, scenario *Dawn*.",
            whole(Moment("tinybeach", "dawn", verb="select")),
        ),
        Picture("opening-acrosstheworld", "*Wars Across the World* on D-Day.", whole(WORLD_OPENING)),
        Picture("opening-normandy71", "*Normandy* (1971): landed, before the first move inland.", whole(SPI_OPENING)),
        Picture("opening-normandy44", "*Normandy '44*, the campaign, on the morning of 6 June.", whole(GMT_OPENING)),
        Picture(
            "opening-normandy44-cherbourg",
            "*Normandy '44*, the race to Cherbourg.",
            whole(Moment("normandy44", "cherbourg")),
        ),
        Picture("opening-darksummer", "*The Dark Summer*: where does the first wave attack?", whole(SUMMER_OPENING)),
        Picture("opening-bradley", "*Bradley's D-Day*: Omaha before the landing.", whole(BRADLEY_OPENING)),
    ],
    "In mid-game": [
        Picture("midgame-tinybeach", "Tiny Beach, turn 3.", whole(TINY_TURN_3)),
        Picture("midgame-acrosstheworld", "*Wars Across the World*, turn 4.", whole(WORLD_TURN_4)),
        Picture("midgame-normandy71", "*Normandy* (1971), turn 3.", whole(SPI_TURN_3)),
        Picture("midgame-normandy44", "*Normandy '44*, turn 3.", whole(GMT_TURN_3)),
        Picture("midgame-darksummer", "*The Dark Summer*, turn 2.", whole(SUMMER_TURN_2)),
        Picture("midgame-bradley", "*Bradley's D-Day*, Omaha, turn 4.", whole(BRADLEY_LATER)),
        Picture("half-normandy44", "The same, half way in.", close(GMT_TURN_3, CENTRE, zoom=2.0)),
        Picture("close-tinybeach", "Close: hex numbers, hedges, bridges.", close(TINY_TURN_3, "0303", zoom=1.6)),
        Picture("close-acrosstheworld", "Close: Carentan and the beaches.", close(WORLD_TURN_4, "8", "17", zoom=2.6)),
        Picture("close-normandy71", "Close: around Bayeux.", close(SPI_TURN_3, "Z21", zoom=3.6)),
        Picture("close-normandy44", "Close: the Calvados coast.", close(GMT_TURN_3, CENTRE, zoom=3.6)),
        Picture("close-darksummer", "Close: the bridgehead of *The Dark Summer*.", action(SUMMER_TURN_2, 3.0)),
        Picture(
            "close-bradley", "Close: modes and facing of *Bradley's D-Day*.", close(BRADLEY_LATER, "3826", zoom=2.6)
        ),
        Picture("open-stack", "Pointing at a stack opens it and says what is worth knowing.", open_stack),
    ],
    "Decisions": [
        Picture(
            "battle-tinybeach",
            "Before a battle: the account, the column and every chance.",
            action(Moment("tinybeach", turn=2, verb="fight"), 1.2),
        ),
        Picture(
            "battle-acrosstheworld",
            "*Wars Across the World*: exact chances say what an attack may bring.",
            action(Moment("acrosstheworld", turn=2, trail="Battle at", verb="play"), 1.6),
        ),
        Picture(
            "battle-normandy71",
            "*Normandy* (1971): which battle is fought first?",
            action(Moment("normandy71", turn=1, verb="resolve"), 3.0),
        ),
        Picture("battle-normandy44", "*Normandy '44*: every shift with its rule.", action(GMT_BATTLE)),
        Picture("battle-darksummer", "*The Dark Summer*: support before the roll.", action(SUMMER_BATTLE, 2.6)),
        Picture("battle-bradley", "*Bradley's D-Day*: who fires, and with what chance.", action(BRADLEY_BATTLE, 2.6)),
        Picture("rule", "A rule number opens our own summary of the rule.", rule),
        Picture("retreat-tinybeach", "A retreat.", action(Moment("tinybeach", verb="retreat"), 1.2)),
        Picture("retreat-normandy44", "*Normandy '44*: the owner walks his stack back.", action(GMT_RETREAT)),
        Picture("why-not", "Why not? A counter in the hand, and the reason with its rule.", why_not),
        Picture("warning", "Ending a phase with something left undone takes a second word.", warning),
        Picture("log", "The log in sentences; a click on a line finds it on the map.", log_tab),
        Picture(
            "film",
            "The enemy's turn, watched: counters travel, battles show their card.",
            film(GMT_TURN_3, "Allied"),
            (1440, 744),
        ),
        Picture("scrubber", "The scrubber replays the game pick by pick.", scrubber),
        Picture("hot-seat", "Two people, one screen: the table is covered until the device is turned.", cover),
    ],
    "Overlays": [
        *(
            Picture(f"overlay-{name}", f"*Normandy '44*. {words}", overlay(GMT_TURN_3, name, CENTRE, zoom=1.7))
            for name, words in OVERLAYS.items()
        ),
        Picture("overlay-reach", "How far a counter could go, and at what cost.", reach),
        Picture(
            "overlay-gunfire",
            "*Normandy* (1971): how far naval gunfire reaches.",
            overlay(SPI_TURN_3, "gunfire"),
        ),
        Picture("overlay-boundary", "*The Dark Summer*: where the armies meet.", overlay(SUMMER_TURN_2, "boundary")),
        *(
            Picture(f"overlay-{name}", f"*Bradley's D-Day*. {words}", overlay(moment, name, "3826", zoom=2.4))
            for name, (words, moment) in BRADLEY_OVERLAYS.items()
        ),
        *(
            Picture(f"overlay-regions-{name}", f"*Wars Across the World*. {words}", overlay(WORLD_TURN_4, name))
            for name, words in WORLD_OVERLAYS.items()
        ),
    ],
    "Looks": [
        Picture("skin-period", "The period map.", close(GMT_TURN_3, CENTRE, zoom=2.4)),
        Picture("skin-clean", "Clean.", close(GMT_TURN_3, CENTRE, zoom=2.4), skin="clean"),
        Picture("skin-contrast", "High contrast.", close(GMT_TURN_3, CENTRE, zoom=2.4), skin="contrast"),
        Picture(
            "counters-normandy44",
            "Counters of *Normandy '44*.",
            counter_sheet([GMT_OPENING, GMT_TURN_3], 98),
            (1440, 740),
        ),
        Picture(
            "counters-normandy71",
            "Counters of *Normandy* (1971).",
            counter_sheet([SPI_OPENING, SPI_TURN_3], 70),
            (1440, 540),
        ),
        Picture(
            "counters-acrosstheworld",
            "Counters of *Wars Across the World*.",
            counter_sheet([WORLD_OPENING, WORLD_TURN_4], 42),
            (1440, 345),
        ),
        Picture(
            "counters-darksummer",
            "Counters of *The Dark Summer*.",
            counter_sheet([SUMMER_OPENING, SUMMER_TURN_2], 70),
            (1440, 540),
        ),
        Picture(
            "counters-bradley",
            "Counters of *Bradley's D-Day*.",
            counter_sheet([BRADLEY_OPENING, BRADLEY_LATER], 70),
            (1440, 540),
        ),
    ],
    "Tablet and phone": [
        Picture("tablet-tinybeach", "Tiny Beach on a tablet.", whole(TINY_TURN_3), TABLET),
        Picture("tablet-normandy44", "*Normandy '44* on a tablet.", close(GMT_TURN_3, CENTRE, zoom=2.4), TABLET),
        *(Picture(f"tablet-{name}", f"{title} on a tablet.", steps, TABLET) for name, title, steps in HANDHELD),
        Picture("phone-first-page", "The first page on a phone.", first_page, PHONE),
        Picture("phone-tinybeach", "Tiny Beach on a phone.", whole(TINY_TURN_3), PHONE),
        Picture("phone-normandy44", "*Normandy '44* on a phone.", close(GMT_TURN_3, CENTRE, zoom=3.0), PHONE),
        *(Picture(f"phone-{name}", f"{title} on a phone.", steps, PHONE) for name, title, steps in HANDHELD),
    ],
}

PICTURES: list[Picture] = [picture for chapter in CHAPTERS.values() for picture in chapter]
