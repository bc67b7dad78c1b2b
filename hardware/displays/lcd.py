"""What displays with an HD44780 share: letters that the ROM lacks are drawn as one of eight definable characters."""

from collections import Counter
from collections.abc import Mapping

from .cells import CellDriver, Cells
from .display import Screen
from .letters import PICTURES
from .text import DEFINABLE, assigned, coded, wanted

UNDEFINED = ("",) * DEFINABLE


class LcdDriver(CellDriver):
    """Keeps account of which letter is defined under which code; letters that many screens need stay longest.

    rom: what the display shows by itself, letter to code.
    """

    def __init__(self, columns: int, rows: int, rom: Mapping[str, int]) -> None:
        super().__init__(columns, rows)
        self._rom = rom
        self._held: tuple[str, ...] = UNDEFINED
        self._worth: Counter[str] = Counter()
        self._last = Screen((), columns, rows)

    def forget(self) -> None:
        """Nobody knows what the display shows, nor what is defined in it."""
        super().forget()
        self._held = UNDEFINED

    def _planned(self, screen: Screen) -> tuple[str, ...]:
        """Which letters shall be defined to show the screen."""
        letters = wanted(screen.lines, self._rom, self._held)
        if screen != self._last:
            self._last = screen
            self._worth.update(letters)
        return assigned(self._held, letters, self._worth)

    def _cells(self, screen: Screen, held: tuple[str, ...]) -> Cells:
        """The screen's cells with these letters defined."""
        cells = {letter: self._code(coded(letter, self._rom, held)) for letter in set().union(*screen.lines)}
        return tuple(tuple(cells[letter] for letter in line) for line in screen.lines)

    def _code(self, code: int) -> bytes:
        """What is sent to show the character of a code."""
        return bytes([code])


def rows_of(letter: str) -> bytes:
    """The eight bytes that draw the letter, from the top."""
    return bytes(PICTURES[letter])
