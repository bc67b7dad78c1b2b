"""The simulated table itself: readers with pads, tags that lie on them, the wires to all of it, and what can befall them."""

import errno
import os
import threading
from collections.abc import Callable, Mapping, Sequence

from hardware.bench import registers as r
from hardware.bench.air import Pad
from hardware.bench.chip import Chip
from hardware.bench.clock import TableClock, VirtualClock
from hardware.bench.header import PINS, Header
from hardware.bench.tag import KINDS, Tag
from hardware.bench.uart import CollisionCount
from hardware.errors import WiringError

_OVERHEAD_NS = 20_000          # what a transfer costs the Pi beside its bits
_CHIP_MAX_HZ = 10_000_000      # datasheet 8.1.2
READERS_PER_BUS = 6


class SpiBuses:
    """All SPI traffic: `transfers` counts, over all readers."""

    __slots__ = ("transfers",)

    def __init__(self) -> None:
        self.transfers = 0


class Socket:
    """Where one reader's module plugs in: the wire that a program opened leads here, whatever is plugged in.

    Without a working chip MISO floats and reads as `floating` throughout; so it does for a clock that the chip can't follow.
    """

    __slots__ = ("_floating", "_lock", "_spi", "_tick", "chip", "connected", "denied", "gone", "held_in_reset", "pad", "plugged")

    def __init__(self, chip: Chip, pad: Pad, clock: TableClock, spi: SpiBuses, lock: "threading.RLock", floating: int) -> None:
        self.chip = chip
        self.pad = pad
        self.plugged = True
        self.held_in_reset = False
        self.denied = False
        self.gone = False
        self.connected = True
        self._floating = bytes((floating,))
        self._tick = clock.tick
        self._spi = spi
        self._lock = lock

    def transfer(self, tx: bytes, hz: int) -> bytes:
        """Time for the bits and the Pi's overhead passes; then the chip has shifted."""
        with self._lock:
            self._spi.transfers += 1
            now = self._tick(len(tx) * 8_000_000_000 // hz + _OVERHEAD_NS)
            if self.connected and hz <= _CHIP_MAX_HZ:
                return self.chip.transfer(tx, now)
        if self.gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return self._floating * len(tx)

    def update(self) -> None:
        """After a change to what is plugged in, held in reset, or gone."""
        self.connected = self.plugged and not self.held_in_reset and not self.gone


class World:
    """Readers, pads, tags, pins and the clock. `Bench` puts it behind the stand-ins and tells what the arguments mean."""

    def __init__(
        self,
        readers: int,
        air: bool,
        wiring: Sequence[tuple[int, int]] | None,
        tag_startup: float,
        clock: TableClock | None,
        collisions: CollisionCount,
        floating: int,
        reset_pins: Mapping[int, int] | None,
    ) -> None:
        if readers < 0:
            raise WiringError(f"a table with {readers} readers: give the number of readers, 0 or more")
        if collisions not in ("frame", "level"):
            raise WiringError(f"collisions={collisions!r}: CollPos counts by 'frame' or by 'level'")
        places = default_wiring(readers) if wiring is None else list(wiring)
        if len(places) != readers:
            raise WiringError(f"{readers} readers, but the wiring names {len(places)} places: give one (bus, device) each")
        if len(set(places)) != readers:
            twice = sorted({place for place in places if places.count(place) > 1})
            raise WiringError(f"two readers on one chip select: {twice}; give each reader its own (bus, device)")
        self.clock: TableClock = VirtualClock() if clock is None else clock
        self.spi = SpiBuses()
        self.gpio = Header(self.clock.now)
        self._lock = threading.RLock()           # a paced table has several threads
        self._tags: dict[bytes, tuple[Tag, int]] = {}
        startup_ns = round(tag_startup * 1e9) if air else 0
        self._sockets = []
        for _ in places:
            pad = Pad(startup_ns)
            self._sockets.append(Socket(Chip(pad, air, collisions), pad, self.clock, self.spi, self._lock, floating))
        self._by_place = dict(zip(places, self._sockets, strict=True))
        for reader, pin in (reset_pins or {}).items():
            if not 0 <= pin < PINS:
                raise WiringError(f"reset pin {pin} of reader {reader}: the Pi's pins are BCM 0 to {PINS - 1}")
            self.gpio.wire(pin, self._reset_line(reader))
