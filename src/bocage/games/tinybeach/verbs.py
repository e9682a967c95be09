"""How every action of the game is written."""

from bocage.kernel.actions import Verbs

VERBS: Verbs = {
    "hide": ("space",),
    "enter": ("unit", "space"),
    "hold": (),
    "reveal": (),
    "wait": (),
    "select": ("unit",),
    "move": ("unit", "space"),
    "stay": ("unit",),
    "attack": ("space",),
    "join": ("unit",),
    "fight": (),
    "withdraw": (),
    "lose": ("unit",),
    "retreat": ("unit", "space"),
    "advance": ("unit",),
    "halt": (),
    "done": (),
}
