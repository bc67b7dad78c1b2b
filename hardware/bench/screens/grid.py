"""The cells of a display with characters that can be defined, and the cursor in them."""

from collections.abc import Mapping
from types import MappingProxyType

Picture = tuple[int, ...]
"""Eight rows from the top, bit 4 the leftmost of five pixels."""

Letters = Mapping[Picture, str]
"""Which letter a picture is."""

NO_LETTERS: Letters = MappingProxyType({})

PRIVATE = 0xE000
"""Code point in the private use area that stands for defined character 0 where nobody says which letter it is."""


class Grid:
    """`columns` x `rows` cells, blank at first, which remember the code that was written, as a display's memory does.

    A defined character shows as its picture is now, whenever it was written. What displays do not agree about (text
    past the last column, a cursor sent outside, a character shown before it was defined) goes into `faults`.
    """

    def __init__(self, columns: int, rows: int, faults: list[str]) -> None:
        self.columns = columns
        self.rows = rows
        self.pictures: dict[int, Picture] = {}
        self._faults = faults
        self.clear()

    def clear(self) -> None:
        """All cells blank, cursor at the top left."""
        self._cells: list[list[str | int]] = [[" "] * self.columns for _ in range(self.rows)]
        self._row = self._column = 0

    def move(self, row: int, column: int, command: str) -> None:
        """Send the cursor to a cell, from 0."""
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            self._faults.append(f"cursor sent outside the screen by {command}")
            row = column = 0
        self._row, self._column = row, column

    def put(self, shown: str | int) -> None:
        """Write a character, or a defined one by its number, and move on."""
        if isinstance(shown, int) and shown not in self.pictures:
            self._faults.append(f"character {shown} shown before it was defined")
        if self._column == self.columns:
            self._faults.append(f"text past the last column: {shown!r}")
            return
        self._cells[self._row][self._column] = shown
        self._column += 1

    def lines(self, letters: Letters) -> tuple[str, ...]:
        """What stands there."""
        return tuple("".join(self._seen(shown, letters) for shown in row) for row in self._cells)

    def _seen(self, shown: str | int, letters: Letters) -> str:
        if isinstance(shown, str):
            return shown
        return letters.get(self.pictures.get(shown, ()), chr(PRIVATE + shown))
