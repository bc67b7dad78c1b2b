"""A VT100 or any terminal that understands its sequences: screens in, bytes out.

Sequences from the DEC VT100 User Guide, chapter 3 (ANSI mode); hiding the cursor, `ESC [ ? 25 l`, came with the VT220.
"""

from .display import Screen

PLAIN = b"\x1b[0m"
CLEAR = b"\x1b[2J"
HOME = b"\x1b[1;1H"
HIDE_CURSOR = b"\x1b[?25l"
SHOW_CURSOR = b"\x1b[?25h"

SHORTEST_MOVE = 6   # bytes of ESC [ r ; c H


class Vt100:
    """Draws screens by their differences; text goes out as UTF-8.

    The first draw clears the terminal and hides its cursor. After it only what changed is sent; a short gap of
    unchanged cells is written through, which takes no more bytes than moving the cursor over it. So one screen of 20x4
    becomes any other in at most 4 x (6 + 20) = 104 bytes at one byte a letter, 109 ms at 9600 baud.
    """

    def __init__(self, columns: int = 20, rows: int = 4) -> None:
        self.columns = columns
        self.rows = rows
        self._drawn: Screen | None = None

    def draw(self, screen: Screen) -> bytes:
        """The bytes that turn what was drawn last into this screen; none if it stands there already.

        Raises ValueError for a screen of another size.
        """
        data = bytearray()
        before = self._drawn
        if before is None:
            data += PLAIN + CLEAR + HIDE_CURSOR
            before = Screen((), self.columns, self.rows)
        for row, (old, new) in enumerate(zip(before.lines, screen.lines, strict=True), start=1):
            for start, end in changes(old, new):
                data += f"\x1b[{row};{start + 1}H{new[start:end]}".encode()
        self._drawn = screen
        return bytes(data)

    def forget(self) -> None:
        """Nobody knows what the terminal shows: the next draw clears it."""
        self._drawn = None

    def leave(self) -> bytes:
        """The bytes that leave an empty terminal, its cursor visible at the top left."""
        self._drawn = None
        return PLAIN + CLEAR + HOME + SHOW_CURSOR


def changes(old: str, new: str) -> list[tuple[int, int]]:
    """The spans (start, end), from 0 and without the end, to be written to turn one line into another of its length."""
    spans: list[tuple[int, int]] = []
    for column, (was, becomes) in enumerate(zip(old, new, strict=True)):
        if was == becomes:
            continue
        if spans and len(new[spans[-1][1] : column].encode()) <= SHORTEST_MOVE:
            spans[-1] = (spans[-1][0], column + 1)
        else:
            spans.append((column, column + 1))
    return spans
