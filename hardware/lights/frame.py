"""A picture of all LEDs at one moment."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

Colour = tuple[int, int, int]
"""Red, green, blue, each 0 (dark) to 255."""

DARK: Colour = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Frame:
    """What every LED shows: three bytes each, red green blue, in the order in which the LEDs hang on the data line."""

    rgb: bytes

    def __post_init__(self) -> None:
        if not self.rgb or len(self.rgb) % 3:
            raise ValueError(f"a frame is three bytes for each LED and at least one LED, not {len(self.rgb)} bytes")

    @classmethod
    def of(cls, colours: Iterable[Colour]) -> Self:
        """A frame of these colours, the first LED first. ValueError for a part of a colour outside 0 to 255."""
        return cls(bytes(part for colour in colours for part in colour))

    @classmethod
    def dark(cls, count: int) -> Self:
        """A frame of `count` LEDs, all off."""
        return cls(bytes(3 * count))

    def __len__(self) -> int:
        """The number of LEDs."""
        return len(self.rgb) // 3
