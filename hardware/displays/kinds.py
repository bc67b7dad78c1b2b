"""The kinds of display that there are drivers for: what each can be, and how one is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from .display import DisplayDriver
from .matrix_orbital import MatrixOrbital
from .pole import Cd5220
from .serlcd import SerLcd
from .vt100 import Vt100


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person may want another way than the maker; None leaves it as the display has it.

    contrast, brightness: 0 to 255, but a CD5220 has the brightness 1 to 4; backlight: red, green, blue, 0 to 255.
    """

    contrast: int | None = None
    brightness: int | None = None
    backlight: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of display.

    sizes: (columns, rows), the usual first; baud: as it leaves the factory; settings: the names of those that it has;
    make: a driver for so many columns and rows.
    """

    sizes: tuple[tuple[int, int], ...]
    baud: int
    settings: tuple[str, ...]
    make: Callable[[int, int, Settings], DisplayDriver]


KINDS: Mapping[str, Kind] = MappingProxyType({
    "vt100": Kind(
        sizes=((20, 4), (16, 2), (20, 2)),
        baud=9600,
        settings=(),
        make=lambda columns, rows, settings: Vt100(columns, rows),
    ),
    "serlcd": Kind(
        sizes=((20, 4), (16, 2)),
        baud=9600,
        settings=("contrast", "backlight"),
        make=lambda columns, rows, settings: SerLcd(columns, rows, settings.contrast, settings.backlight),
    ),
    "matrix-orbital": Kind(
        sizes=((20, 4), (16, 2), (20, 2)),
        baud=19200,
        settings=("contrast", "brightness"),
        make=lambda columns, rows, settings: MatrixOrbital(columns, rows, settings.contrast, settings.brightness),
    ),
    "cd5220": Kind(
        sizes=((20, 2),),
        baud=9600,
        settings=("brightness",),
        make=lambda columns, rows, settings: Cd5220(settings.brightness),
    ),
})
"""By the name that a config gives them."""
