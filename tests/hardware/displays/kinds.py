"""The displays that tests hold against their drivers: each kind in each of its sizes, and what should be read on it."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from hardware.bench.screens import SCREENS, DisplayScreen
from hardware.displays.display import DisplayDriver, Screen
from hardware.displays.kinds import KINDS, Settings
from hardware.displays.letters import PICTURES

LETTERS = {picture: letter for letter, picture in PICTURES.items()}

CZECH = "áčďéěíňóřšťúůýž"   # the alphabets' letters with marks
HUNGARIAN = "áéíóöőúüű"

A00_HAS = "äöü"   # of those; Hitachi HD44780 datasheet, table 4


@dataclass(frozen=True, slots=True)
class Size:
    """One kind in one size."""

    kind: str
    columns: int
    rows: int

    def __str__(self) -> str:
        return f"{self.kind}-{self.columns}x{self.rows}"

    def driver(self) -> DisplayDriver:
        return KINDS[self.kind].make(self.columns, self.rows, Settings())

    def far_end(self) -> DisplayScreen:
        return SCREENS[self.kind](self.columns, self.rows)

    def screen(self, *lines: str) -> Screen:
        return Screen(lines, self.columns, self.rows)

    @property
    def defines(self) -> bool:
        """Whether letters can be defined in it, eight at a time."""
        return self.kind in ("serlcd", "matrix-orbital")

    def needs_defining(self, letter: str) -> bool:
        """Whether it shows the letter only if that is defined."""
        return self.defines and not letter.isascii() and not (self.kind == "serlcd" and letter in A00_HAS)


SIZES = tuple(
    Size(kind, columns, rows)
    for kind, sizes in (
        ("vt100", [(20, 4), (16, 2), (20, 2)]),
        ("serlcd", [(20, 4), (16, 2)]),
        ("matrix-orbital", [(20, 4), (16, 2), (20, 2)]),
        ("cd5220", [(20, 2)]),
    )
    for columns, rows in sizes
)


def pieces(driver: DisplayDriver, screen: Screen) -> Iterator[bytes]:
    """All that the driver has to send until the screen stands."""
    for _ in range(20):   # a first piece, eight letters, the text: never so many
        data = driver.draw(screen)
        if not data:
            return
        yield data
    raise AssertionError("the driver never has done")


def sent(driver: DisplayDriver, screen: Screen) -> bytes:
    """The pieces in one."""
    return b"".join(pieces(driver, screen))


def bare_lines(screen: Screen) -> tuple[str, ...]:
    """The screen's letters without their marks, as Unicode takes them apart."""
    return tuple("".join(unicodedata.normalize("NFD", letter)[0] for letter in line) for line in screen.lines)


def letters_to_define(size: Size, screen: Screen) -> set[str]:
    """Those that the display shows only if they are defined."""
    return {letter for line in screen.lines for letter in line if size.needs_defining(letter)}
