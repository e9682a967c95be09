"""Every verb of the game and what it is followed by."""

from bocage.games.bradley.rules.r04_planning import DIVISIONS, PLACES
from bocage.games.bradley.rules.r04_zones import WAYS
from bocage.games.bradley.rules.r05_waves import WAVES
from bocage.kernel.actions import Verbs

VERBS: Verbs = {
    # set-up
    "place": ("space",),
    "begin": ("unit", "direction"),
    "garrison": ("space",),
    "mine": ("space",),
    # arrivals
    "enter": ("space",),
    "wait": (),
    "wave": (WAVES,),
    "send": ("unit", "space"),
    "climb": ("unit", "space"),
    "swim": ("unit",),
    "recall": ("unit",),
    "confuse": ("space",),
    "storm": (),
    "abort": (),
    "zone": (PLACES,),
    "lift": (DIVISIONS,),
    "drop": ("space",),
    "skip": (),
    "flak": ("unit", WAYS),
    "land": ("unit",),
    # movement
    "select": ("unit",),
    "move": ("space",),
    "deploy": (),
    "march": (),
    "face": ("direction",),
    "check": (),
    "clear": (),
    "breach": ("space",),
    "rebuild": (),
    "halt": (),
    # combat
    "bomb": ("space",),
    "fire": ("space",),
    "aim": ("space",),
    "join": ("unit",),
    "points": ("number",),
    "support": ("unit",),
    "decline": (),
    "shoot": (),
    "assault": ("space",),
    "fight": (),
    "withdraw": (),
    "repel": ("space",),
    "leave": ("unit",),
    "retreat": ("space",),
    "advance": ("unit",),
    "eliminate": ("unit",),
    "done": (),
}
