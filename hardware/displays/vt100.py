"""A VT100 or any terminal that understands its sequences: screens in, bytes out.

Sequences from the DEC VT100 User Guide, chapter 3 (ANSI mode); hiding the cursor, `ESC [ ? 25 l`, came with the VT220.
"""

from .cells import CellDriver

PLAIN = b"\x1b[0m"
CLEAR = b"\x1b[2J"
HOME = b"\x1b[1;1H"
HIDE_CURSOR = b"\x1b[?25l"
SHOW_CURSOR = b"\x1b[?25h"
ERASE_LINE = b"\x1b[K"   # from the cursor to the line's end


class Vt100(CellDriver):
    """Draws screens by their differences; text goes out as UTF-8, so it shows every letter.

    The first draw clears the terminal and hides its cursor. After it one screen of 20x4 becomes any other in at most
    4 x (6 + 20) = 104 bytes at one byte a letter, 109 ms at 9600 baud.
    """

    _erase = ERASE_LINE

    def __init__(self, columns: int = 20, rows: int = 4) -> None:
        super().__init__(columns, rows)

    def _begin(self) -> bytes:
        return PLAIN + CLEAR + HIDE_CURSOR

    def _end(self) -> bytes:
        return PLAIN + CLEAR + HOME + SHOW_CURSOR

    def _move(self, row: int, column: int) -> bytes:
        return f"\x1b[{row + 1};{column + 1}H".encode()
