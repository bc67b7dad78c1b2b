"""What can befall the readers of a simulated table: their supply, their chips, and the wires to them."""

from random import Random

from hardware.bench.module import Cable, Freeze
from hardware.bench.parts import Parts
from hardware.errors import BenchError


class Faults(Parts):
    """The side of the table that has to do with supply and wires. BenchError for a reader that it does not have."""

    # --- supply ---

    def unplug(self, reader: int) -> None:
        """Pull a reader's module off: no power, no field, MISO floats. Tags stay where they lie."""
        module = self._module(reader)
        with self._lock:
            module.power_on_reset(self._settle(module))
            module.plugged = False
            self._update()

    def plug(self, reader: int) -> None:
        """Plug it in again: its registers are at their reset values."""
        module = self._module(reader)
        with self._lock:
            if not module.plugged:
                module.power_on_reset(self.clock.now_ns())
            module.plugged = True
            self._update()

    def brown_out(self, reader: int, in_exchange: bool = False) -> None:
        """A dip in the supply: the chip answers on, with its registers at their reset values and its field off.

        in_exchange: not now, but in the next exchange, when its frame has gone out and before the answer is there.
        """
        module = self._module(reader)
        with self._lock:
            now = self._settle(module)
            if in_exchange:
                module.dip_in_exchange()
            else:
                module.power_on_reset(now)
            self._update()

    # --- chips ---

    def set_version(self, reader: int, version: int) -> None:
        """Make the reader's VersionReg read so from now on: 0x92 genuine, 0x88 a clone, 0x12 a counterfeit."""
        if not 0 <= version <= 0xFF:
            raise BenchError(f"version {version:#x}: VersionReg holds one byte")
        self._module(reader).chip.set_version(version)

    def freeze(
        self, reader: int, seconds: float | None = None, *, clock_only: bool = False, soft: bool = False,
    ) -> None:
        """A chip stops working, for ever (None) or a while, and what it was doing is lost. SPI shifts on.

        Its registers keep what they hold, so VersionReg reads well and no command ends; with `clock_only` they can
        still be written, but nothing runs: no command, no timer, no field. Its reset pin revives it, and its supply
        (`unplug` and `plug`, `brown_out`); a soft reset only with `soft`. BenchError for a time that is not over 0.
        """
        if seconds is not None and seconds <= 0:
            raise BenchError(f"a freeze of {seconds:g} s: give a time, or None for ever")
        module = self._module(reader)
        with self._lock:
            now = self._settle(module)
            until = None if seconds is None else now + round(seconds * 1e9)
            module.freeze(Freeze(until, clock_only, soft))
            self._update()

    # --- wires ---

    def hold_miso(self, reader: int, level: int | None) -> None:
        """Whatever this reader is asked reads as 0s or 1s, None ends that. The other readers are not troubled."""
        if level not in (None, 0, 1):
            raise BenchError(f"MISO held at {level}: 0, 1, or None for not at all")
        module = self._module(reader)
        with self._lock:
            self._settle(module)
            module.stuck = level
            self._update()

    def hold_bus(self, reader: int, on: bool = True) -> None:
        """A clone that does not let go of MISO: with power, and not in reset, it drives the last bit that it sent.

        That is 0 at first. Where it differs from what a selected reader of its bus sends, either is read: `wires.Miso`.
        """
        module = self._module(reader)
        with self._lock:
            self._settle(module)
            module.holds_miso = on
            self._update()

    def cable(self, reader: int, max_hz: int | None, seed: int = 0) -> None:
        """The cable to this reader is so long that bits go wrong above this clock, see `module.Cable`; None ends it."""
        if max_hz is not None and max_hz <= 0:
            raise BenchError(f"a cable for {max_hz} Hz: give the fastest clock that it bears, or None")
        module = self._module(reader)
        with self._lock:
            self._settle(module)
            module.cable = None if max_hz is None else Cable(max_hz, Random(f"{seed} cable {reader}"))
            self._update()

    def swap_selects(self, one: int, other: int) -> None:
        """Swap the chip selects of two readers of a bus: who asks for one gets the other. Twice, and all is as before.

        Raises BenchError for readers of different buses: clock and data would not follow.
        """
        here, there = self._module(one), self._module(other)
        if not any(here in bus.modules and there in bus.modules for bus in self._buses.values()):
            raise BenchError(f"readers {one} and {other} are on different buses: swap selects within one")
        with self._lock:
            for socket in self._sockets:
                if socket.module in (here, there):
                    socket.module = there if socket.module is here else here
            self._update()

    def deny(self, bus: int, device: int) -> None:
        """Let opening this device fail as it does for a user outside the group `spi`: PermissionError."""
        self._refuse(bus, device, True)

    def allow(self, bus: int, device: int) -> None:
        """Take `deny` back."""
        self._refuse(bus, device, False)

    def _refuse(self, bus: int, device: int, denied: bool) -> None:
        if (bus, device) not in self._by_place:
            raise BenchError(f"no reader is wired to bus {bus}, device {device}")
        self._by_place[bus, device].denied = denied

    def _mend_all(self) -> None:
        for reader, (module, socket) in enumerate(zip(self._modules, self._sockets, strict=True)):
            module.mend(self.clock.now_ns())
            socket.module = module
            socket.denied = False
            self.plug(reader)
