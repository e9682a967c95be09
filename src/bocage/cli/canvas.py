"""A sheet of characters to draw on, each with a colour."""

from bocage.cli.console import paint


class Canvas:
    """Write anywhere to the right of and below the corner; later writing covers earlier."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, str]] = {}

    def write(self, x: int, y: int, text: str, colour: str, *, keep: bool = False, blank: str = " ") -> None:
        """Write a text. `keep` covers nothing that is there; without a `blank` the blanks stay open."""
        for n, sign in enumerate(text):
            if sign == " " and not blank:
                continue
            if keep and (x + n, y) in self._cells:
                continue
            self._cells[x + n, y] = (sign, colour)

    def text(self) -> str:
        """The sheet as lines."""
        if not self._cells:
            return ""
        lines = []
        for y in range(max(y for _, y in self._cells) + 1):
            row = {x: cell for (x, line), cell in self._cells.items() if line == y}
            lines.append(_line(row))
        return "\n".join(lines)


def _line(row: dict[int, tuple[str, str]]) -> str:
    """One line, with runs of one colour painted together."""
    out, run, colour = "", "", ""
    for x in range(max(row, default=-1) + 1):
        sign, wanted = row.get(x, (" ", ""))
        if wanted != colour and sign != " ":
            out, run, colour = out + (paint(run, colour) if colour else run), "", wanted
        run += sign
    return (out + (paint(run, colour) if colour else run)).rstrip()
