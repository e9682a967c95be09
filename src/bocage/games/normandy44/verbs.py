"""How every action of the game is written."""

from bocage.games.normandy44.rules.r22_special_rules import AIRBORNE
from bocage.kernel.actions import Verbs

ARMY = ("us", "cw")

VERBS: Verbs = {
    # replacements (6)
    "replace": ("unit",),
    "return": ("unit",),
    "mobilize": ("unit",),
    "buy": (ARMY,),
    "nation": (("british", "canadian"),),
    "fortress-supply": ("number",),
    "front-supply": ("number",),
    "agree": (),
    "decline": (),
    # movement (9)
    "move": ("unit",),
    "strategic": ("unit",),
    "truck": ("unit",),
    "convoy": ("unit",),
    "to": ("space",),
    "halt": (),
    "enter": ("unit",),
    "land": ("unit",),
    "at": ("space", ("normal", "strategic", "truck", "convoy", "bicycle", "tactical")),
    "evacuate": ("unit",),
    "entrench": ("unit",),
    "scrap": ("space",),
    "reserve": ("unit",),
    "unreserve": ("unit",),
    "dismantle": ("unit",),
    "fortress": ("space",),
    "remove": ("unit",),
    # combat (10 to 14)
    "strafe": ("space", ARMY),
    "begin": (),
    "attack": ("space",),
    "with": ("unit",),
    "ready": (),
    "withdraw": (),
    "main": ("unit", "units"),
    "group": ("space",),
    "artillery": ("unit",),
    "fortress-artillery": ("unit",),
    "caen": (),
    "air": (ARMY,),
    "naval": (),
    "fight": (),
    "lose": ("unit",),
    "stand": ("unit",),
    "unsupported": (),
    "ignore": (),
    "despair": (),
    "retreat": (),
    "fallback": ("unit", "space"),
    "perish": ("unit",),
    "by": ("space*",),
    "advance": ("unit", "space"),
    # the end phase (22)
    "home": (AIRBORNE,),
    "end": (),
}
