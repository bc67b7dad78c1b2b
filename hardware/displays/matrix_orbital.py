"""Matrix Orbital's LCDs with a serial port: LK204-25 (20x4) and its smaller sisters, 19200 baud.

Commands from the LK204-25 manual, chapters on text and special characters.
"""

from .display import Screen
from .lcd import LcdDriver, rows_of
from .text import ROM_COMMON

FILLER = b" " * 9             # ends what a pulled plug has cut off: at most a definition, FE 4E n and eight rows
CLEAR = b"\xfeX"
SCROLL_OFF = b"\xfeR"
WRAP_OFF = b"\xfeD"
UNDERLINE_OFF = b"\xfeK"
BLOCK_OFF = b"\xfeT"
MOVE = b"\xfeG"               # then column and row, from 1
DEFINE = b"\xfeN"             # then the character and its eight rows
BRIGHTNESS = b"\xfe\x99"
CONTRAST = b"\xfeP"


class MatrixOrbital(LcdDriver):
    """Draws screens by their differences.

    contrast, brightness: 0 to 255, or None to leave them; the display forgets them without power, so they are sent once
    for each opening of the port. Which characters its ROM has above ASCII the manual shows only in print: none is used.
    Raises ValueError for settings that do not fit a byte.
    """

    def __init__(
        self, columns: int = 20, rows: int = 4, contrast: int | None = None, brightness: int | None = None
    ) -> None:
        super().__init__(columns, rows, ROM_COMMON)
        self._settings = b"".join(
            command + bytes([level])
            for command, level in ((CONTRAST, contrast), (BRIGHTNESS, brightness))
            if level is not None
        )

    def _piece(self, screen: Screen) -> bytes:
        """A code that changes its letter is defined anew only when no cell shows the old one any more, and before any
        cell shows the new one: cells that stay as they are never flicker.
        """
        begin = b"" if self._drawn is not None else self._begin()
        held = self._planned(screen)
        new = [code for code, letter in enumerate(held) if letter != self._held[code]]
        after = self._cells(screen, held)
        self._held = held
        if not new:
            return begin + self._written(screen, after)
        before, waiting = self._drawn or self._blank(), {self._code(code) for code in new}
        meanwhile = tuple(
            tuple(_meanwhile(was, becomes, waiting) for was, becomes in zip(old_row, new_row, strict=True))
            for old_row, new_row in zip(before, after, strict=True)
        )
        definitions = b"".join(DEFINE + bytes([code]) + rows_of(held[code]) for code in new)
        return begin + self._written(screen, meanwhile) + definitions + self._written(screen, after)

    def _begin(self) -> bytes:
        return FILLER + CLEAR + SCROLL_OFF + WRAP_OFF + UNDERLINE_OFF + BLOCK_OFF + self._settings

    def _end(self) -> bytes:
        return CLEAR

    def _move(self, row: int, column: int) -> bytes:
        return MOVE + bytes([column + 1, row + 1])


def _meanwhile(was: bytes, becomes: bytes, waiting: set[bytes]) -> bytes:
    """What a cell shows until the waiting codes are defined: no code that is about to become another letter."""
    if becomes not in waiting or becomes == was:
        return becomes
    return b" " if was in waiting else was
