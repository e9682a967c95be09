"""Maps, counters and markers as SVG, made from a game's data alone; nothing but the standard library is needed.

`map_svg` draws a position, `board_svg` the empty map, `thumbnail_svg` a small one, `counter_svg` and `mark_svg` one
counter or marker, `sheet_svg` many counters, and `Layout` says where every space lies on the picture.
"""

from bocage.draw.counters import counter_svg
from bocage.draw.countersheet import sheet_svg
from bocage.draw.layout import Layout
from bocage.draw.marks import mark_svg
from bocage.draw.picture import board_svg, map_svg, thumbnail_svg

__all__ = ["Layout", "board_svg", "counter_svg", "map_svg", "mark_svg", "sheet_svg", "thumbnail_svg"]
