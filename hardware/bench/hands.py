"""The hands at a simulated table in another process: they lay tags, pull plugs, look at display and lights."""

import errno
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hardware.bench import protocol as p
from hardware.bench.far_ends import Rgb
from hardware.bench.remote import Connections
from hardware.errors import BenchError

PATIENCE_S = 60.0      # real time that a program may take for what it is to do


class Hands:
    """Does to the table at `path` what people do; the methods are those of `Bench` where it has them.

    Raises WiringError when no table answers there, BenchError for what can't be done, OSError when the table has gone.
    """

    def __init__(self, path: Path | str) -> None:
        self._connections = Connections(path)

    def _do(self, request: p.Request) -> dict[str, Any]:
        try:
            return self._connections.ask(request)
        except OSError as error:
            if error.errno == errno.EINVAL:
                raise BenchError(error.strerror) from None
            raise

    # --- tags and readers ---

    def place(self, uid: bytes, reader: int) -> None:
        """Lay the tag with this UID on a reader's pad; if it lies elsewhere it is moved."""
        self._do(p.Place(uid.hex(), reader))

    def lift(self, uid: bytes) -> None:
        """Take a tag off the table."""
        self._do(p.Lift(uid.hex()))

    def lying(self) -> tuple[tuple[bytes, ...], ...]:
        """UIDs of the tags on each reader's pad, in the order in which they were laid."""
        return tuple(tuple(bytes.fromhex(uid) for uid in pad) for pad in self._do(p.Lying())["lying"])

    def unplug(self, reader: int) -> None:
        """Pull a reader's module off."""
        self._do(p.Unplug(reader))

    def plug(self, reader: int) -> None:
        """Plug it in again."""
        self._do(p.Plug(reader))

    def brown_out(self, reader: int) -> None:
        """A dip in the reader's supply."""
        self._do(p.BrownOut(reader))

    def set_version(self, reader: int, version: int) -> None:
        """Make the reader's VersionReg read so from now on."""
        self._do(p.SetVersion(reader, version))

    def deny(self, bus: int, device: int) -> None:
        """Let opening this device fail with PermissionError."""
        self._do(p.Deny(bus, device))

    def allow(self, bus: int, device: int) -> None:
        """Take `deny` back."""
        self._do(p.Allow(bus, device))

    def drive_pin(self, pin: int, level: int) -> None:
        """Put a level on a pin (BCM) from outside: a button."""
        self._do(p.DrivePin(pin, 1 if level else 0))

    def release_pin(self, pin: int) -> None:
        """Let go of it again."""
        self._do(p.ReleasePin(pin))

    def transfers(self) -> int:
        """SPI transfers so far, over all readers."""
        return int(self._do(p.Transfers())["transfers"])

    # --- display and lights ---

    def lines(self) -> tuple[str, ...]:
        """What stands on the display."""
        return tuple(self._do(p.Screen())["lines"])

    def leds(self) -> tuple[Rgb, ...]:
        """What the lights show at this moment."""
        return _colours(self._do(p.Leds())["now"])

    def exposed(self) -> tuple[Rgb, ...]:
        """Each LED as it was when it was brightest during the last 1.1 s: the blinking ones are on it."""
        return _colours(self._do(p.Leds())["exposed"])

    def faults(self) -> list[str]:
        """Bytes that the display or the lights did not understand, in words."""
        return [*self._do(p.Screen())["faults"], *self._do(p.Leds())["faults"]]

    def pull_port(self, port: p.Port) -> None:
        """Pull the plug of the "display" or the "lights"."""
        self._do(p.PullPort(port))

    def plug_port(self, port: p.Port) -> None:
        """Put it in again."""
        self._do(p.PlugPort(port))

    # --- time ---

    def now(self) -> float:
        """The table's time, in seconds."""
        return float(self._do(p.Now())["now"])

    def run(self, seconds: float, timeout: float = PATIENCE_S) -> None:
        """Let so much time pass; on a virtual table until the program on it waits for more (0 s: until it does so now).

        timeout: real seconds; TimeoutError when the program has not let that much time pass by then, as none runs.
        """
        self._do(p.Run(seconds, timeout))

    def open_gate(self, seconds: float) -> float:
        """Let so much time pass on a virtual table, whenever a program does so, and don't wait; how far (s) in all."""
        return float(self._do(p.OpenGate(seconds))["gate"])

    def close(self) -> None:
        """Take the hands off the table. Twice is fine."""
        self._connections.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _colours(leds: Sequence[Sequence[int]]) -> tuple[Rgb, ...]:
    return tuple((red, green, blue) for red, green, blue in leds)
