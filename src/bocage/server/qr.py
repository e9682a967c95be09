"""QR codes of links, so that a telephone opens a seat: bytes, error correction L, versions 1 to 10 (ISO/IEC 18004)."""

from collections.abc import Iterator

BLOCKS: tuple[tuple[int, tuple[int, ...]], ...] = (
    (7, (19,)),
    (10, (34,)),
    (15, (55,)),
    (20, (80,)),
    (26, (108,)),
    (18, (68, 68)),
    (20, (78, 78)),
    (24, (97, 97)),
    (30, (116, 116)),
    (18, (68, 68, 69, 69)),
)
"""By version: bytes of correction in each block, and bytes of data in each of the blocks."""
ALIGNED: tuple[tuple[int, ...], ...] = (
    (),
    (6, 18),
    (6, 22),
    (6, 26),
    (6, 30),
    (6, 34),
    (6, 22, 38),
    (6, 24, 42),
    (6, 26, 46),
    (6, 28, 50),
)
"""By version: rows and columns in which alignment patterns have their middle."""
LONGEST = 270
MASK = 0
FORMAT, FORMAT_MASK, VERSION = 0x537, 0x5412, 0x1F25
LEVEL_L = 1

_EXP: list[int] = [1]
while len(_EXP) < 510:
    _EXP.append(_EXP[-1] << 1 ^ (0x11D if _EXP[-1] & 0x80 else 0))
_LOG = {value: power for power, value in enumerate(_EXP[:255])}


def modules(text: str) -> tuple[str, ...]:
    """The rows of the code, dark modules as 1. A `ValueError` if the text is too long."""
    data = text.encode()
    version = _version(len(data))
    grid = _Grid(version)
    grid.place(_stream(data, version))
    grid.name_format()
    return tuple("".join("1" if cell else "0" for cell in row) for row in grid.dark)


def _version(length: int) -> int:
    for version, (_, blocks) in enumerate(BLOCKS, 1):
        if length + (2 if version < 10 else 3) <= sum(blocks):
            return version
    raise ValueError(f"{length} bytes are too long for a code")


def _stream(data: bytes, version: int) -> Iterator[int]:
    """The bits of the message: data and correction of all blocks, interleaved."""
    correction, sizes = BLOCKS[version - 1]
    bits = f"{4:04b}{len(data):0{8 if version < 10 else 16}b}" + "".join(f"{byte:08b}" for byte in data) + "0000"
    bits = bits[: 8 * sum(sizes)].ljust((len(bits) + 7) // 8 * 8, "0")[: 8 * sum(sizes)]
    words = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    words += [(0xEC, 0x11)[number % 2] for number in range(sum(sizes) - len(words))]
    blocks = [words[sum(sizes[:n]) : sum(sizes[: n + 1])] for n in range(len(sizes))]
    checks = [_remainder(block, correction) for block in blocks]
    for group in (blocks, checks):
        for at in range(max(map(len, group))):
            for block in group:
                if at < len(block):
                    yield from (block[at] >> shift & 1 for shift in range(7, -1, -1))


def _remainder(block: list[int], length: int) -> list[int]:
    """The correction of a block: the rest of a division by the generator polynomial."""
    generator = [1]
    for power in range(length):
        generator = [
            (generator[n] if n < len(generator) else 0) ^ (_times(generator[n - 1], _EXP[power]) if n else 0)
            for n in range(len(generator) + 1)
        ]
    rest = [*block, *[0] * length]
    for at in range(len(block)):
        factor = rest[at]
        for n, value in enumerate(generator):
            rest[at + n] ^= _times(value, factor)
    return rest[len(block) :]


def _times(a: int, b: int) -> int:
    return _EXP[_LOG[a] + _LOG[b]] if a and b else 0


def _checked(value: int, generator: int, bits: int) -> int:
    """A number with its check bits behind it."""
    rest = value << bits
    for shift in range(value.bit_length() - 1 if value else 0, -1, -1):
        if rest >> (shift + bits) & 1:
            rest ^= generator << shift
    return value << bits | rest


class _Grid:
    """The square: what is fixed, and where the message goes."""

    def __init__(self, version: int) -> None:
        self.size = 17 + 4 * version
        self.dark = [[False] * self.size for _ in range(self.size)]
        self.fixed = [[False] * self.size for _ in range(self.size)]
        for row, column in ((0, 0), (0, self.size - 7), (self.size - 7, 0)):
            self._finder(row, column)
        for at in range(8, self.size - 8):
            self._set(6, at, at % 2 == 0)
            self._set(at, 6, at % 2 == 0)
        middles = ALIGNED[version - 1]
        for row in middles:
            for column in middles:
                if (row, column) not in {(6, 6), (6, middles[-1]), (middles[-1], 6)}:  # there the finders are
                    self._alignment(row, column)
        for at in range(9):
            for row, column in ((8, at), (at, 8), (8, self.size - 1 - at % 8), (self.size - 1 - at % 8, 8)):
                self.fixed[row][column] = True
        self._set(self.size - 8, 8, True)
        if version >= 7:
            self._name_version(version)

    def _set(self, row: int, column: int, dark: bool) -> None:
        self.dark[row][column], self.fixed[row][column] = dark, True

    def _finder(self, top: int, left: int) -> None:
        for row in range(top - 1, top + 8):
            for column in range(left - 1, left + 8):
                if 0 <= row < self.size and 0 <= column < self.size:
                    ring = max(abs(row - top - 3), abs(column - left - 3))
                    self._set(row, column, ring in {0, 1, 3})

    def _alignment(self, middle: int, across: int) -> None:
        for row in range(middle - 2, middle + 3):
            for column in range(across - 2, across + 3):
                self._set(row, column, max(abs(row - middle), abs(column - across)) != 1)

    def _name_version(self, version: int) -> None:
        bits = _checked(version, VERSION, 12)
        for n in range(18):
            row, column = n // 3, self.size - 11 + n % 3
            self._set(row, column, bool(bits >> n & 1))
            self._set(column, row, bool(bits >> n & 1))

    def name_format(self) -> None:
        """Say which correction and which mask were used, twice."""
        bits = _checked(LEVEL_L << 3 | MASK, FORMAT, 10) ^ FORMAT_MASK
        along = [*range(6), 7, 8]
        for n in range(15):
            dark = bool(bits >> n & 1)
            if n < 8:
                self.dark[along[n]][8] = dark
                self.dark[8][self.size - 1 - n] = dark
            else:
                self.dark[8][(7, 5, 4, 3, 2, 1, 0)[n - 8]] = dark
                self.dark[self.size - 15 + n][8] = dark

    def place(self, bits: Iterator[int]) -> None:
        """The message in its winding way from the lower right corner, masked."""
        columns = [column for column in range(self.size - 1, 0, -2) if column > 6] + [5, 3, 1]
        for turn, right in enumerate(columns):
            rows = range(self.size - 1, -1, -1) if turn % 2 == 0 else range(self.size)
            for row in rows:
                for column in (right, right - 1):
                    if not self.fixed[row][column]:
                        self.dark[row][column] = bool(next(bits, 0)) != ((row + column) % 2 == 0)
