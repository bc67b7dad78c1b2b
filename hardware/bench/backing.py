"""The border between the stand-ins and what answers behind them: narrow, so that it can be another process."""

from collections.abc import Callable
from typing import Protocol


class Wire(Protocol):
    """One opened SPI device."""

    def transfer(self, tx: bytes, hz: int) -> list[int]:
        """Shift `tx` out at `hz` with the device selected throughout; as many bytes come in. OSError: it is gone."""
        ...


class Backing(Protocol):
    """A table's wires, as the stand-ins see them. Pins are named by their BCM numbers."""

    def open(self, bus: int, device: int) -> Wire:
        """/dev/spidev<bus>.<device>; FileNotFoundError, PermissionError."""
        ...

    def pin_function(self, pin: int) -> str:
        """What the pin is now: "input", "output", or the bus that owns it ("uart", "spi", "i2c")."""
        ...

    def make_input(self, pin: int, pull: int | None) -> None:
        """Let go of a pin; pull: the level that it floats to, None for none."""
        ...

    def drive_output(self, pin: int, level: int) -> None:
        """Make the pin an output, if it is none yet, and drive it."""
        ...

    def level(self, pin: int) -> int:
        """The level that the pin has."""
        ...

    def watch(self, seen: Callable[[int, int], None] | None) -> None:
        """Call `seen(pin, level)` whenever an input changes; None ends that."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let the table's time pass."""
        ...


_current: Backing | None = None


def current() -> Backing | None:
    """What answers now; None on a desktop without a table."""
    return _current


def put(backing: Backing | None) -> None:
    """Change what answers; who does so has made sure that nobody else is (see `standins`)."""
    global _current
    _current = backing
