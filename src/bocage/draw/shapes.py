"""Small signs as path data, each about 20 wide around the origin."""

from __future__ import annotations

from bocage.draw.svg import element, text

__all__ = ["ARROW", "CHUTE", "FORT", "GLYPHS", "STAR", "letter"]

STAR = "M0-10L2.6-3.4L9.6-3L4.2 1.4L6 8.2L0 4.4L-6 8.2L-4.2 1.4L-9.6-3L-2.6-3.4Z"
CHUTE = "M-9-1Q-8-9 0-9Q8-9 9-1Q6-3.5 4.5-1Q2.5-3.5 0-1Q-2.5-3.5-4.5-1Q-6-3.5-9-1ZM-9-1L0 9L9-1M-4.5-1L0 9L4.5-1"
FORT = "M-8 6V-5H-4.5V-2H-1.8V-5H1.8V-2H4.5V-5H8V6Z"
ARROW = "M0-30L13-14H6.5V8H-6.5V-14H-13Z"

GLYPHS = {
    "battery": "M-8 6V3H-6A5 5 0 0 1-4-2L5-7L6.5-4.5L0.5-1A5 5 0 0 1 4 3H8V6Z",
    "fort": FORT,
    "port": "M0-4.5V6M-3.5-2H3.5M-6 1.5Q-5 6 0 6.5Q5 6 6 1.5M-1.6-6.2A1.6 1.6 0 1 1 1.6-6.2A1.6 1.6 0 1 1-1.6-6.2",
    "airfield": "M0-7L1.5-2L8 2V4L1.5 2L1 6L3 7.5H-3L-1 6L-1.5 2L-8 4V2L-1.5-2Z",
    "hill": "M0-6.5L6.5 5H-6.5Z",
}
"""The signs of places."""


def letter(x: float, y: float, words: str, army: str = "") -> str:
    """A letter or a number on a small disc, as a finished element."""
    disc = element("circle", cx=x, cy=y, r=8.5, class_=f"letter-disc{army}")
    return disc + text(x, y + 4.2, words, class_="letter-text")
