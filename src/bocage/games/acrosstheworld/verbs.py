"""How every action of the game is written."""

from bocage.games.acrosstheworld.board import CARDS
from bocage.kernel.actions import Verbs

VERBS: Verbs = {
    "deal": (CARDS,),
    "discard": (CARDS,),
    "play": (CARDS,),
    "cancel": (CARDS,),
    "allow": (CARDS,),
    "pass": (),
    "restore": ("unit",),
    "mine": ("space",),
    "release": ("unit",),
    "stack": ("space",),
    "enter": ("space",),
    "short": ("unit",),
    "lose": ("unit",),
    "take": ("unit",),
    "all": (),
    "march": ("space",),
    "rail": ("space",),
    "land": ("space",),
    "halt": (),
    "displace": ("unit", "space"),
    "attack": ("space",),
    "command": ("unit",),
    "aid": ("unit",),
    "panic": ("unit",),
    "hit": ("unit",),
    "withdraw": (),
    "leave": (),
    "retreat": ("space",),
    "done": (),
}
