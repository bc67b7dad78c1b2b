"""A customer pole display with the CD5220 command set: two rows of twenty cells, one way, usually 9600 baud.

Commands from the CD5220 user's manual, chapter 6.1 ("standard mode").
"""

from .cells import CellDriver
from .text import bare

COLUMNS = 20
ROWS = 2

FILLER = b"   "               # ends a cursor command that a pulled plug has cut off; no command itself
CLEAR = b"\x0c"               # also leaves string mode, in which another program may have left the display
INITIALISE = b"\x1b@"
OVERWRITE = b"\x1b\x11"       # not one of the two modes that scroll
CURSOR_OFF = b"\x1b_\x00"
BRIGHTNESS = b"\x1b*"         # then 1 to 4


class Cd5220(CellDriver):
    """Draws screens by their differences, with `ESC l x y` to move: string mode could only send whole lines.

    brightness: 1 to 4, or None to leave it; the display forgets it, so it is sent once for each opening of the port.
    Which letters above ASCII its font has depends on the maker and on switches that nobody can ask for: bare letters
    stand for them. Characters can be defined, but makers lay them out differently: they are not used.
    Raises ValueError for another brightness.
    """

    def __init__(self, brightness: int | None = None) -> None:
        if brightness is not None and not 1 <= brightness <= 4:
            raise ValueError(f"brightness {brightness}: a CD5220 has the levels 1 to 4")
        super().__init__(COLUMNS, ROWS)
        self._brightness = brightness

    def _begin(self) -> bytes:
        level = b"" if self._brightness is None else BRIGHTNESS + bytes([self._brightness])
        return FILLER + CLEAR + INITIALISE + OVERWRITE + CURSOR_OFF + level + CLEAR

    def _end(self) -> bytes:
        return CLEAR

    def _move(self, row: int, column: int) -> bytes:
        return b"\x1bl" + bytes([column + 1, row + 1])

    def _cell(self, character: str) -> bytes:
        return bare(character).encode()
