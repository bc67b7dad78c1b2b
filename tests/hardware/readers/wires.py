"""What these tests share: our driver and the unmodified package, both on the simulated table's wires."""

import errno
import os
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from hardware.bench import Bench
from hardware.readers.mfrc522 import Mfrc522
from hardware.readers.reading import Reading, Seen
from hardware.readers.reset_line import ResetLine
from hardware.readers.scanner import Scanner
from hardware.readers.schedule import Schedule

if TYPE_CHECKING:
    from mfrc522 import SimpleMFRC522

WORST_STARTUP = 5e-3   # s, the longest that ISO/IEC 14443-3 allows a tag before it must hear


def open_chip(bench: Bench, reader: int = 0, reset: ResetLine | None = None, gain_db: int = 33) -> Mfrc522:
    return Mfrc522(*divmod(reader, 6), clock=bench.clock, reset=reset, gain_db=gain_db)


def open_scanner(
    bench: Bench, readers: int = 1, schedule: Schedule = "solo", neighbours: Iterable[tuple[int, int]] = ()
) -> Scanner:
    return Scanner([open_chip(bench, reader) for reader in range(readers)], bench.clock, schedule, neighbours)


def package_reader(reader: int = 0) -> "SimpleMFRC522":
    """The package's reader on any bus and device; by itself it knows bus 0, device 0 only."""
    from mfrc522 import MFRC522, SimpleMFRC522

    simple = SimpleMFRC522.__new__(SimpleMFRC522)
    simple.READER = MFRC522(*divmod(reader, 6))
    return simple


def in_time(bench: Bench, pads: Scanner, reader: int, seen: Seen, seconds: float = 2.0) -> Reading:
    """Step the scanner as its worker does until a look at that pad says so; it must within that time."""
    until = bench.clock.now() + seconds
    while bench.clock.now() < until:
        reading = pads.next_look()
        if reading is not None and reading.reader == reader and reading.seen is seen:
            return reading
        bench.clock.sleep(pads.ready_at() - bench.clock.now())
    raise AssertionError(f"reader {reader} was not {seen.value} within {seconds} s")


class Meddler:
    """Sits on a reader's wire: `after(tx, rx)` is called with each transfer and says what the driver gets to see."""

    def __init__(self, reader: Mfrc522, after: Callable[[bytes, list[int]], list[int]]) -> None:
        self._wire = reader.spi
        self._after = after
        stand_in: Any = self   # it knows the one method that drivers use
        reader.spi = stand_in

    def xfer2(self, values: Sequence[int], /) -> list[int]:
        return self._after(bytes(values), self._wire.xfer2(values))

    def close(self) -> None:
        self._wire.close()


class CutWire:
    """A reader's wire on which transfers fail with EIO from the `first` on (from 1), and never reach the chip."""

    def __init__(self, reader: Mfrc522, first: int, failures: int) -> None:
        self._wire = reader.spi
        self._left = first - 1
        self._failures = failures
        stand_in: Any = self
        reader.spi = stand_in

    def xfer2(self, values: Sequence[int], /) -> list[int]:
        self._left -= 1
        if -self._failures <= self._left < 0:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return self._wire.xfer2(values)

    def mend(self) -> None:
        self._failures = 0


def reads_answer(tx: bytes) -> bool:
    """Whether a transfer fetches the outcome of a frame.

    Such a one begins with ComIrqReg (04), ErrorReg (06), FIFOLevelReg (0A), ControlReg (0C), CollReg (0E).
    """
    return tx[:5] == bytes((0x88, 0x8C, 0x94, 0x98, 0x9C))
