"""Unit symbols in the NATO manner, drawn by us: a box 46 wide and 30 high around the origin, and what is in it.

A symbol is a list of strokes (`-`), solid shapes (`#`) and letters (`"`). Games name symbols; a name that is
not here is written out as letters, so that a new game is readable on its first day.
"""

from __future__ import annotations

from bocage.draw.svg import element, text

__all__ = ["ALIASES", "ARMOURED", "SYMBOLS", "symbol_svg"]

FRAME = "M-23-15H23V15H-23Z"

CROSS = "-M-23-15L23 15M-23 15L23-15"
SLASH = "-M-23 15L23-15"
OVAL = "-M-7-8H7A8 8 0 0 1 7 8H-7A8 8 0 0 1-7-8Z"
DOT = "#M-5 0A5 5 0 0 1 5 0A5 5 0 0 1-5 0Z"
CARET = "-M-23 15L0-15L23 15"
DOME = "-M-23 15A23 15 0 0 1 23 15"
CANOPY = "-M-9 13A4.5 5 0 0 1 0 13A4.5 5 0 0 1 9 13"
WINGS = "-M-11 12H-4L0 7L4 12H11"
WHEELS = "-M-15 17A2 2 0 1 1-11 17A2 2 0 1 1-15 17M11 17A2 2 0 1 1 15 17A2 2 0 1 1 11 17"
BRIDGE = "-M-12 8V-5H12V8M0-5V8"
ANCHOR = "-M0-7V9M-5-3H5M-9 3Q-7 10 0 10Q7 10 9 3M-2-9A2 2 0 1 1 2-9A2 2 0 1 1-2-9"
LOW_BAR = "-M-23 8H23"
UPRIGHT = "-M0-15V15"
WALLS = "#M-16 10V-3H-16V-8H-10V-4H-5V-8H5V-4H10V-8H16V10Z"
CASEMATE = "#M-16 9L-12-2Q0-13 12-2L16 9Z"
STAR = "#M0-11L3-3.5L11-3.5L4.5 1.5L7 9.5L0 4.5L-7 9.5L-4.5 1.5L-11-3.5L-3-3.5Z"
PROPELLER = "-M0 0C-6-10-17-9-17 0C-17 9-6 10 0 0C6-10 17-9 17 0C17 9 6 10 0 0Z"
CHEVRONS = "-M-7 1L0-5L7 1M-7-5L0-11L7-5"
LOW_DOT = "#M-4 7A4 4 0 0 1 4 7A4 4 0 0 1-4 7Z"
HULL = "#M-19 2H19L14 10H-13ZM-12 1V-3H-5V-9H-2V-3H3V-6H8V1Z"
LIGHTNING = "-M-14 6L-2-5V5L14-6"

SYMBOLS: dict[str, tuple[str, ...]] = {
    "infantry": (CROSS,),
    "armour": (OVAL,),
    "mechanised": (CROSS, OVAL),
    "motorised": (CROSS, WHEELS),
    "recon": (SLASH,),
    "armoured-recon": (SLASH, OVAL),
    "motorised-recon": (SLASH, WHEELS),
    "cavalry": (SLASH,),
    "artillery": (DOT,),
    "armoured-artillery": (OVAL, DOT),
    "antitank": (CARET,),
    "tank-destroyer": (CARET, OVAL),
    "assault-gun": (OVAL, DOT),
    "antiaircraft": (DOME,),
    "flak88": (DOME, CARET),
    "engineer": (BRIDGE,),
    "armoured-engineer": (BRIDGE, OVAL),
    "airborne": (CROSS, CANOPY),
    "glider": (CROSS, WINGS),
    "commando": (CROSS, '"CDO'),
    "ranger": (CROSS, '"RGR'),
    "headquarters": ('"HQ',),
    "supply": (LOW_BAR, '"SUP'),
    "fortification": (WALLS,),
    "bunker": (CASEMATE,),
    "leader": (STAR,),
    "naval": (HULL,),
    "air": (PROPELLER,),
    "ost": (CROSS, '"OST'),
    "security": (CROSS, '"SEC'),
    "bicycle": (CROSS, WHEELS, '"BI'),
    "rocket": (CHEVRONS, LOW_DOT),
    "mortar": ("-M0 8V-9M-4-4L0-10L4-4M-4 8H4",),
    "machine-gun": (CROSS, '"MG'),
    "marine": (CROSS, ANCHOR),
    "training": (CROSS, '"T'),
    "labour": (CROSS, '"L'),
    "fortress": (CROSS, '"F'),
    "support": (UPRIGHT, LOW_BAR),
    "signals": (LIGHTNING,),
    "unknown": ('"?',),
}

ALIASES: dict[str, str] = {
    "garrison": "infantry",
    "armor": "armour",
    "tank": "armour",
    "panzer": "armour",
    "panzer-iv": "armour",
    "panther": "armour",
    "tiger": "armour",
    "sherman": "armour",
    "stuart": "armour",
    "churchill": "armour",
    "panzergrenadier": "mechanised",
    "mechanized": "mechanised",
    "motorized": "motorised",
    "reconnaissance": "recon",
    "parachute": "airborne",
    "paratroop": "airborne",
    "airlanding": "glider",
    "hq": "headquarters",
    "strongpoint": "bunker",
    "fort": "fortification",
    "flak": "antiaircraft",
    "88": "flak88",
    "at88": "flak88",
    "spat": "tank-destroyer",
    "werfer": "rocket",
    "rockets": "rocket",
    "ship": "naval",
    "aircraft": "air",
    "depot": "supply",
}

ARMOURED = frozenset(
    name for name in (*SYMBOLS, *ALIASES) if OVAL in (parts := SYMBOLS[ALIASES.get(name, name)]) and CROSS not in parts
)
"""Symbols of armour: an oval, and no infantry in it."""


def symbol_svg(name: str) -> str:
    """The symbol with that name around the origin; an unknown name is written in its box."""
    name = name.lower()
    parts = SYMBOLS.get(ALIASES.get(name, name)) or (f'"{name[:6]}',)
    drawn = [element("path", d=FRAME, class_="nato-frame")]
    for part in parts:
        kind, what = part[0], part[1:]
        if kind == '"':
            drawn.append(_letters(what, over=len(parts) > 1))
        else:
            drawn.append(element("path", d=what, class_="nato-solid" if kind == "#" else "nato-line"))
    return "".join(drawn)


def _letters(words: str, *, over: bool) -> str:
    """Letters in the box; over a cross they stand on a small plate."""
    size = min(16.0, 66 / max(3, len(words))) if not over else 10.0
    plate = ""
    if over:
        half = len(words) * 3.4 + 1.5
        plate = element("rect", x=-half, y=-6.0, width=2 * half, height=12.0, class_="nato-plate")
    return plate + text(0, size * 0.36, words, class_="nato-text", font_size=size)
