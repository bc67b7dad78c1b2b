"""The face of the simulated table: put it in place, lay tags, pull plugs, look at time and pins."""

from collections.abc import Mapping, Sequence
from types import TracebackType

from hardware.bench.clock import TableClock
from hardware.bench.standins import Installed
from hardware.bench.uart import CollisionCount
from hardware.bench.world import World
from hardware.errors import BenchError


class Bench(World):
    """A table of MFRC522 readers that drivers find by their usual imports, `spidev` and `RPi.GPIO`.

        with Bench(readers=2) as bench:
            bench.place(bytes.fromhex("04a1b2c3"), reader=1)
            ...                                  # any driver, unchanged
            bench.spi.transfers, bench.clock.now()

    readers: how many. air: whether radio frames and a tag's start take their time; without, a tag answers at once (SPI
    transfers and the chip's timer keep their time). wiring: (bus, device) of each reader; else reader i is bus i // 6,
    device i % 6. tag_startup: seconds that a tag lies in a field before it hears anything; ISO 14443-3 grants 5 ms,
    most take less, and the mfrc522 package polls 0.3 ms after its antenna. clock: another clock, `PacedClock()` for one
    that keeps to the wall's time. collisions: what the chip's CollPos counts. "frame": from the first bit of the
    received frame, as the datasheet says; "level": from the first bit of the cascade level's UID, as widespread
    libraries take it. Both agree on the first collision, after an NVB of 0x20; which is true of later ones no source
    proves. floating: what MISO reads without a chip, 0x00 or 0xFF. reset_pins: BCM pin by reader, for readers whose
    reset line is wired; several may share one. overhead: seconds that a transfer costs the Pi beside its bits. seed: of
    all that is drawn by lot where no seed of its own is given. virtual_sleep: `time.sleep` lets the table's time pass,
    for drivers that sleep by themselves.

    Mistakes of whoever sets the table are BenchError, or WiringError for chip selects and pins. Two tables at once are
    refused. Once left, opening a device fails with FileNotFoundError, as it does on a desktop.
    """

    def __init__(
        self,
        readers: int = 12,
        air: bool = True,
        *,
        wiring: Sequence[tuple[int, int]] | None = None,
        tag_startup: float = 0.0003,
        clock: TableClock | None = None,
        collisions: CollisionCount = "frame",
        floating: int = 0x00,
        reset_pins: Mapping[int, int] | None = None,
        overhead: float = 20e-6,
        seed: int = 0,
        virtual_sleep: bool = False,
    ) -> None:
        super().__init__(
            readers, air, wiring, tag_startup, clock, collisions, floating, reset_pins, overhead, seed
        )
        self._virtual_sleep = virtual_sleep
        self._installed: Installed | None = None

    def __enter__(self) -> "Bench":
        if self.dismantled:
            raise BenchError("this table was left before, and its wires are gone: make a new Bench")
        self._installed = Installed(self, self.clock.sleep if self._virtual_sleep else None)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        if self._installed is not None:
            self._installed.remove()
            self._installed = None
            self.dismantle()
