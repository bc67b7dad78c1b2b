"""What a display shows, and the worker that brings it there: only the newest screen matters."""

import unicodedata
from dataclasses import dataclass
from typing import Protocol

from ..serial_port import SerialPort

LISTEN_S = 0.5   # how often a display that shows what it should is looked after: a pulled plug is found that soon


@dataclass(frozen=True, slots=True)
class Screen:
    """All that a display of characters shows: `rows` lines of `columns` cells, each cell one character.

    lines: from the top; short ones and missing ones are filled with blanks, so that screens that look alike are equal.
    Raises ValueError for a line too many or too long, and for what does not fill exactly one cell.
    """

    lines: tuple[str, ...] = ()
    columns: int = 20
    rows: int = 4

    def __post_init__(self) -> None:
        if len(self.lines) > self.rows:
            raise ValueError(f"{len(self.lines)} lines do not fit a display of {self.rows} rows: {self.lines!r}")
        for line in self.lines:
            if len(line) > self.columns:
                raise ValueError(f"line does not fit a display of {self.columns} columns: {line!r}")
            for character in line:
                if not fills_one_cell(character):
                    raise ValueError(f"{character!r} does not fill one cell of a display, in the line {line!r}")
        filled = tuple(line.ljust(self.columns) for line in self.lines)
        blank = (" " * self.columns,) * (self.rows - len(self.lines))
        object.__setattr__(self, "lines", filled + blank)


def fills_one_cell(character: str) -> bool:
    """Whether a display moves on by one cell for it: no control, no combining mark, no wide East Asian letter."""
    return (
        character.isprintable()
        and not unicodedata.category(character).startswith("M")
        and unicodedata.east_asian_width(character) not in ("W", "F")
    )


class DisplayDriver(Protocol):
    """What one kind of display wants to hear. It makes bytes and knows nothing of ports."""

    @property
    def columns(self) -> int: ...

    @property
    def rows(self) -> int: ...

    @property
    def settle_s(self) -> float:
        """Seconds after its port was opened in which the display may lose what it is sent."""
        ...

    @property
    def pause_s(self) -> float:
        """Seconds beyond the time on the wire that the display needs for what `draw` gave last."""
        ...

    def draw(self, screen: Screen) -> bytes:
        """The next bytes on the way from what was drawn last to this screen; none if it stands there already.

        Most displays take a whole screen at once; one that must be waited for takes several pieces.
        """
        ...

    def forget(self) -> None:
        """Nobody knows what the display shows: the next draw starts from nothing."""
        ...

    def leave(self) -> bytes:
        """The bytes that leave the display empty and usable for others."""
        ...


class DisplayWorker:
    """Keeps one display showing the newest screen, over a port that may come and go."""

    def __init__(self, port: SerialPort, driver: DisplayDriver) -> None:
        self._port = port
        self._driver = driver
        self._wanted: Screen | None = None
        self._openings = 0
        self._deaf_until = 0.0

    @property
    def columns(self) -> int:
        """Cells in a row of the display."""
        return self._driver.columns

    @property
    def rows(self) -> int:
        """Rows of the display."""
        return self._driver.rows

    def show(self, screen: Screen) -> None:
        """Remember what to show; the next `step` sends it, so let that come soon (a step too early does no harm).

        Raises ValueError if the display has another size.
        """
        if (screen.columns, screen.rows) != (self._driver.columns, self._driver.rows):
            raise ValueError(
                f"a screen of {screen.columns}x{screen.rows} does not fit the display of"
                f" {self._driver.columns}x{self._driver.rows}"
            )
        self._wanted = screen

    def step(self, now: float) -> float:
        """Send what differs, if the wire is free; answers when a step is due next (s). Never blocks, never raises."""
        self._port.heard(now)   # no display of ours speaks, but listening tells whether it is still plugged in
        if not self._port.ready(now):
            return self._port.due
        if self._port.openings != self._openings:
            self._openings = self._port.openings
            self._driver.forget()
            self._deaf_until = now + self._driver.settle_s
        if now < self._deaf_until:
            return min(self._deaf_until, now + LISTEN_S)
        if self._wanted is not None and (data := self._driver.draw(self._wanted)):
            self._port.send(data, now)
            self._deaf_until = now + self._port.wire_time(len(data)) + self._driver.pause_s
            return self._port.due
        return now + LISTEN_S

    def close(self) -> None:
        """Leave the display empty, since an old screen would go on telling people to lay tokens, and close the port."""
        self._port.close(self._driver.leave())
