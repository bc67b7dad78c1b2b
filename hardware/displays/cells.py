"""What all drivers share: a screen as the bytes of its cells, of which only those that changed are sent."""

from abc import ABC, abstractmethod
from itertools import groupby

from .display import Screen

Cells = tuple[tuple[bytes, ...], ...]
"""Rows from the top, in each what is sent for its cells from the left."""


class CellDriver(ABC):
    """A driver for a display whose cursor can be sent to any cell and moves on by one with each that is written.

    columns, rows: of the display; what it has never shown or has forgotten it is told from the start.
    """

    settle_s = 0.0
    """Seconds after its port was opened in which the display may lose what it is sent."""
    pause_s = 0.0
    """Seconds beyond the time on the wire that the display needs for what `draw` gave last."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self._drawn: Cells | None = None

    def draw(self, screen: Screen) -> bytes:
        """The bytes that turn what was drawn last into this screen; none if it stands there already.

        Raises ValueError for a screen of another size.
        """
        before = self._drawn
        begin = b""
        if before is None:
            begin, before = self._begin(), self._blank()
        after = tuple(tuple(map(self._cell, line)) for line in screen.lines)
        data = begin + self._repaint(before, after)
        self._drawn = after
        return data

    def forget(self) -> None:
        """Nobody knows what the display shows: the next draw starts from nothing."""
        self._drawn = None

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
            end = 0   # of what was written in this row
            for differs, run in groupby(range(self.columns), lambda column: old[column] != new[column]):  # noqa: B023
                if not differs:
                    continue
                columns = list(run)
                gap, move = b"".join(new[end : columns[0]]), self._move(row, columns[0])
                data += gap if end and len(gap) <= len(move) else move
                data += b"".join(new[columns[0] : columns[-1] + 1])
                end = columns[-1] + 1
        return bytes(data)
