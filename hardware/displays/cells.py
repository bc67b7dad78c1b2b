"""What all drivers share: a screen as the bytes of its cells, of which only those that changed are sent."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from itertools import groupby

from .display import Screen

Cells = tuple[tuple[bytes, ...], ...]
"""Rows from the top, in each what is sent for its cells from the left."""


class CellDriver(ABC):
    """A driver for a display whose cursor can be sent to any cell and moves on by one with each that is written."""

    settle_s = 0.0
    """Seconds after its port was opened in which the display may lose what it is sent."""
    pause_s = 0.0
    """Seconds beyond the time on the wire that the display needs for what `draw` gave last."""
    _erase = b""
    """What blanks a row from the cursor on, in a display that can."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self._drawn: Cells | None = None
        self._stands: Screen | None = None

    def draw(self, screen: Screen) -> bytes:
        """The next bytes on the way from what was drawn last to this screen; none if it stands there already."""
        self.pause_s = 0.0
        return b"" if screen == self._stands else self._piece(screen)

    def forget(self) -> None:
        """Nobody knows what the display shows: the next draw starts from nothing."""
        self._drawn = self._stands = None

    def _piece(self, screen: Screen) -> bytes:
        """The next bytes towards a screen that does not stand yet: all of them, for displays that need no waiting."""
        begin = b"" if self._drawn is not None else self._begin()
        cells = {letter: self._cell(letter) for letter in set().union(*screen.lines)}
        after = tuple(tuple(cells[letter] for letter in line) for line in screen.lines)
        return begin + self._written(screen, after)

    def _written(self, screen: Screen, after: Cells) -> bytes:
        """The bytes that make the screen stand: its cells, where they differ from what was drawn."""
        data = self._repaint(self._drawn or self._blank(), after)
        self._drawn, self._stands = after, screen
        return data

    def leave(self) -> bytes:
        """The bytes that leave the display empty and usable for others."""
        self.forget()
        return self._end()

    @abstractmethod
    def _begin(self) -> bytes:
        """What makes a display in any state an empty one with no cursor to be seen."""

    @abstractmethod
    def _end(self) -> bytes:
        """What makes ours an empty one."""

    @abstractmethod
    def _move(self, row: int, column: int) -> bytes:
        """What sends the cursor to a cell, counted from 0."""

    def _cell(self, character: str) -> bytes:
        """What is sent for a character."""
        return character.encode()

    def _blank(self) -> Cells:
        return ((self._cell(" "),) * self.columns,) * self.rows

    def _repaint(self, before: Cells, after: Cells) -> bytes:
        """What changes the cells that differ. A gap of unchanged ones is written through where a move takes more."""
        data = bytearray()
        for row, (old, new) in enumerate(zip(before, after, strict=True)):
            if old == new:
                continue
            text = self._text_end(old, new)
            pieces = [(start, stop, b"".join(new[start:stop])) for start, stop in _changes(old[:text], new[:text])]
            if text < self.columns:
                pieces.append((text, self.columns, self._erase))
            end = 0   # of what was written in this row
            for start, stop, piece in pieces:
                gap, move = b"".join(new[end:start]), self._move(row, start)
                data += (gap if end and len(gap) <= len(move) else move) + piece
                end = stop
        return bytes(data)

    def _text_end(self, old: tuple[bytes, ...], new: tuple[bytes, ...]) -> int:
        """Where a row is to be erased to its end; its length, if writing what changed takes no more bytes."""
        blank = self._cell(" ")
        text = next((column for column in range(self.columns, 0, -1) if new[column - 1] != blank), 0)
        changed = [column for column in range(text, self.columns) if old[column] != blank]
        return text if self._erase and changed and len(self._erase) < changed[-1] + 1 - changed[0] else self.columns


def _changes(old: tuple[bytes, ...], new: tuple[bytes, ...]) -> Iterator[tuple[int, int]]:
    """The runs of cells that differ: their first column, and the one behind their last."""
    for differs, run in groupby(range(len(new)), lambda column: old[column] != new[column]):
        if differs:
            columns = list(run)
            yield columns[0], columns[-1] + 1
