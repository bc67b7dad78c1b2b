"""The SPI wires from the Pi to the modules: a chip select each, and a MISO that all modules of a bus share."""

import errno
import os
import threading
from random import Random

from hardware.bench.clock import TableClock
from hardware.bench.module import Module

_CHIP_MAX_HZ = 10_000_000      # datasheet 8.1.2


class SpiBuses:
    """All SPI traffic: `transfers` counts, over all readers."""

    __slots__ = ("transfers",)

    def __init__(self) -> None:
        self.transfers = 0


class Miso:
    """The line on which all modules of one bus answer.

    floating: what it reads as when nobody drives it, 0x00 or 0xFF. Where several drive it and disagree, a bit is read
    as each of them would have it with the same chance: the level is somewhere in the middle (a plain model).
    """

    def __init__(self, floating: int, random: Random) -> None:
        self.modules: list[Module] = []
        self._floating = floating
        self._draw = random.random

    def held_against(self, module: Module) -> list[Module]:
        """Those who drive the line although this module is selected."""
        return [other for other in self.modules if other.holds_miso and other.powered and other is not module]

    def read(self, module: Module, sent: bytes | None, length: int) -> bytes:
        """What the Pi reads of the selected module's bytes; None: it does not drive the line."""
        others = [255 * holder.last_bit for holder in self.held_against(module)]
        if not others:
            return bytes((self._floating,)) * length if sent is None else sent
        drivers = [others] * length if sent is None else [[byte, *others] for byte in sent]
        return bytes(self._mixed(levels) for levels in drivers)

    def _mixed(self, levels: list[int]) -> int:
        read = 0
        for bit in range(8):
            ones = sum(level >> bit & 1 for level in levels)
            read |= (self._draw() * len(levels) < ones) << bit
        return read


class Socket:
    """A chip select's wire: what a program opens. It leads to a module, whatever has become of that.

    With nothing wrong a transfer goes straight to the chip; a limit of 0 Hz sends it the long way round. overhead_ns:
    what a transfer costs the Pi beside its bits.
    """

    __slots__ = ("_chip", "_max_hz", "_miso", "_overhead_ns", "_spi", "_tick", "denied", "gone", "module")

    def __init__(self, module: Module, miso: Miso, clock: TableClock, spi: SpiBuses, overhead_ns: int) -> None:
        self.module = module
        self.denied = False
        self.gone = False
        self._miso = miso
        self._tick = clock.tick
        self._spi = spi
        self._overhead_ns = overhead_ns
        self.update()

    def transfer(self, tx: bytes, hz: int) -> list[int]:
        """Time for the bits and the Pi's overhead passes; then the chip has shifted."""
        self._spi.transfers += 1
        now = self._tick(len(tx) * 8_000_000_000 // hz + self._overhead_ns)
        if hz <= self._max_hz:
            return self._chip.transfer(tx, now)
        return self._transfer_in_trouble(tx, hz, now)

    def _transfer_in_trouble(self, tx: bytes, hz: int, now: int) -> list[int]:
        if self.gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        module = self.module
        cable = module.cable if module.cable is not None and hz > module.cable.max_hz else None
        sent = None
        if module.powered and hz <= _CHIP_MAX_HZ:
            sent = module.transfer(tx if cable is None else cable.blur(tx, hz), now)
            self.update()                # it may have been the last of a trouble
        rx = self._miso.read(module, sent, len(tx))
        if module.stuck is not None:
            rx = bytes((255 * module.stuck,)) * len(tx)
        return list(rx if cable is None else cable.blur(rx, hz))

    def update(self) -> None:
        """After a change to the module, to others on its bus, or to which one this select leads to."""
        self._chip = self.module.chip
        quick = self.module.sound and not self.gone and not self._miso.held_against(self.module)
        self._max_hz = _CHIP_MAX_HZ if quick else 0


class SharedSocket(Socket):
    """A socket on a table with several threads: one at a time."""

    __slots__ = ("_lock",)

    def __init__(
        self, lock: threading.RLock, module: Module, miso: Miso, clock: TableClock, spi: SpiBuses, overhead_ns: int,
    ) -> None:
        super().__init__(module, miso, clock, spi, overhead_ns)
        self._lock = lock

    def transfer(self, tx: bytes, hz: int) -> list[int]:
        """As `Socket.transfer`."""
        with self._lock:
            return Socket.transfer(self, tx, hz)
