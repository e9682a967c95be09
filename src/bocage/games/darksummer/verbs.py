"""How every action of the game is written."""

from bocage.games.darksummer.records import REPLACEMENTS
from bocage.games.darksummer.rules.r09_action_phase import CHITS, MIXES
from bocage.games.darksummer.rules.r09_rounds import PLAYS
from bocage.games.darksummer.rules.r12_support import KINDS
from bocage.kernel.actions import Verbs

VERBS: Verbs = {
    # stacking (5)
    "eliminate": ("unit",),
    # reinforcements and replacements (8)
    "enter": ("unit",),
    "place": ("space",),
    "displace": ("unit", "space"),
    "rebuild": ("unit", REPLACEMENTS),
    "withdraw": ("unit",),
    # rounds (9)
    "mix": (MIXES,),
    "initiative": (CHITS,),
    "play": (tuple(PLAYS),),
    "activate-stack": ("space",),
    "activate-formation": ("unit",),
    "hold": (),
    "assault": ("space",),
    # movement (10)
    "select": ("unit",),
    "stack": ("space",),
    "to": ("space",),
    "via": ("space",),
    "fall-back": ("space",),
    "stay": (),
    # combat (11)
    "attack": ("space",),
    "join": ("unit",),
    "fight": (),
    "besiege": (),
    "support": (KINDS,),
    "ready": (),
    "exchange": (),
    "spare": (),
    "lose": ("unit",),
    "retreat": ("unit", "space"),
    "advance": ("unit",),
    "advance-on": ("unit", "space"),
    "halt": (),
    "done": (),
}
