"""The simulated table itself: readers and pads, tags that lie on them, the wires, and what can befall all of it."""

import errno
import os
from collections.abc import Callable

from hardware.bench.faults import Faults
from hardware.bench.parts import default_wiring
from hardware.bench.radio import Radio
from hardware.bench.wires import Socket

__all__ = ["Socket", "World", "default_wiring"]


class World(Radio, Faults):
    """Readers, pads, tags, pins and the clock. `Bench` puts it behind the stand-ins; the arguments are told there."""

    def quiet(self) -> None:
        """End all noise and all faults: what is set by this table's methods, but for makes of chip (`set_version`).

        Unplugged readers are plugged in, denied ones allowed. Tags lie where they lay.
        """
        with self._lock:
            self._quieten_air()
            self._mend_all()

    # --- the stand-ins' side (see backing.Backing) ---

    def open(self, bus: int, device: int) -> Socket:
        """The wire to a reader; FileNotFoundError where none is wired, PermissionError after `deny`."""
        socket = self._by_place.get((bus, device))
        if socket is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if socket.denied:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return socket

    def pin_function(self, pin: int) -> str:
        """What a pin is now."""
        return self.gpio.function(pin)

    def make_input(self, pin: int, pull: int | None) -> None:
        """The program lets go of a pin."""
        self.gpio.make_input(pin, pull)

    def drive_output(self, pin: int, level: int) -> None:
        """The program drives a pin."""
        self.gpio.drive_output(pin, level)

    def level(self, pin: int) -> int:
        """The level on a pin."""
        return self.gpio.level(pin)

    def watch(self, seen: Callable[[int, int], None] | None) -> None:
        """Tell the program of changes on inputs."""
        self.gpio.watch(seen)

    def sleep(self, seconds: float) -> None:
        """Let the table's time pass."""
        self.clock.sleep(seconds)

    def dismantle(self) -> None:
        """The table is gone: wires that are still open fail with ENODEV."""
        self.dismantled = True
        for socket in self._sockets:
            socket.gone = True
        self._update()
