"""Read the bytes that displays are sent and say what would stand on them.

Written from the manuals and without a look at the drivers, so that the two can prove each other.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Protocol

from hardware.bench.screens.grid import NO_LETTERS, Letters, Picture
from hardware.bench.screens.matrix_orbital import MatrixOrbitalScreen
from hardware.bench.screens.pole import Cd5220Screen
from hardware.bench.screens.serlcd import SerLcdScreen
from hardware.bench.screens.vt100 import Vt100Screen

__all__ = [
    "NO_LETTERS",
    "SCREENS",
    "Cd5220Screen",
    "DisplayScreen",
    "Letters",
    "MatrixOrbitalScreen",
    "Picture",
    "SerLcdScreen",
    "Vt100Screen",
]


class DisplayScreen(Protocol):
    """A display at the far end of a wire."""

    faults: list[str]
    """What it was sent and did not understand, in plain words."""

    def feed(self, data: bytes, at: float | None = None) -> None:
        """Take bytes off the wire, all of them there at the moment `at` (s); without one it is never busy."""
        ...

    def lines(self, letters: Letters = NO_LETTERS) -> tuple[str, ...]:
        """What stands on it, from the top; letters: which letter a defined character's picture is."""
        ...


SCREENS: Mapping[str, Callable[[int, int], DisplayScreen]] = MappingProxyType({
    "vt100": Vt100Screen,
    "serlcd": SerLcdScreen,
    "matrix-orbital": MatrixOrbitalScreen,
    "cd5220": Cd5220Screen,
})
"""Makes the display of a kind, of so many columns and rows."""
