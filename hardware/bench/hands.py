"""The hands at a simulated table in another process: they lay tags, pull plugs, look at display and lights."""

import errno
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hardware.bench import deeds, protocol as p
from hardware.bench.far_ends import Rgb
from hardware.bench.remote import Connections
from hardware.bench.request import Level, Port, Request
from hardware.errors import BenchError

PATIENCE_S = 60.0      # real time that a program may take for what it is to do


class Hands:
    """Does to the table at `path` what people do; the methods are those of `Bench` where it has them.

    Raises WiringError when no table answers there, BenchError for what can't be done, OSError when the table has gone.
    """

    def __init__(self, path: Path | str) -> None:
        self._connections = Connections(path)

    def _do(self, request: Request) -> dict[str, Any]:
        try:
            return self._connections.ask(request)
        except OSError as error:
            if error.errno == errno.EINVAL:
                raise BenchError(error.strerror) from None
            raise

    # --- tags and readers: see the methods of `Bench` ---

    def place(self, uid: bytes, reader: int) -> None:
        """Lay the tag with this UID on a reader's pad; if it lies elsewhere it is moved."""
        self._do(deeds.Place(uid.hex(), reader))

    def place_copy(self, uid: bytes, reader: int, number: int = 1) -> bytes:
        """Lay a copy of the tag with this UID on a reader's pad; what the copy goes by."""
        return bytes.fromhex(self._do(deeds.PlaceCopy(uid.hex(), reader, number))["uid"])

    def place_random(self, reader: int, seed: int = 0) -> bytes:
        """Lay a tag on a reader's pad that has a new UID in each field; what it goes by."""
        return bytes.fromhex(self._do(deeds.PlaceRandom(reader, seed))["uid"])

    def lift(self, uid: bytes) -> None:
        """Take a tag off the table."""
        self._do(deeds.Lift(uid.hex()))

    def lying(self) -> tuple[tuple[bytes, ...], ...]:
        """UIDs of the tags on each reader's pad, in the order in which they were laid."""
        return tuple(tuple(bytes.fromhex(uid) for uid in pad) for pad in self._do(p.Lying())["lying"])

    def halt(self, uid: bytes) -> None:
        """Put a tag that lies in a field into HALT."""
        self._do(deeds.Halt(uid.hex()))

    def couple(self, uid: bytes, strength: float) -> None:
        """How well a tag is heard from now on, 0 to 1."""
        self._do(deeds.Couple(uid.hex(), strength))

    def noise(self, share: float, burst: float = 0.0, reader: int | None = None, seed: int = 0) -> None:
        """Let this share of all exchanges fail, in bad times of so many seconds if `burst` is not 0."""
        self._do(deeds.Noise(share, burst, reader, seed))

    def neighbours(self, one: int, other: int, strength: float) -> None:
        """Let two readers hear each other's tags so strongly."""
        self._do(deeds.Neighbours(one, other, strength))

    def stack(self, reader: int, shade: float) -> None:
        """Let tags on this pad lie on one another, and shade each other so much."""
        self._do(deeds.Stack(reader, shade))

    def unplug(self, reader: int) -> None:
        """Pull a reader's module off."""
        self._do(deeds.Unplug(reader))

    def plug(self, reader: int) -> None:
        """Plug it in again."""
        self._do(deeds.Plug(reader))

    def brown_out(self, reader: int, in_exchange: bool = False) -> None:
        """A dip in the reader's supply, now or in the middle of its next exchange."""
        self._do(deeds.BrownOut(reader, in_exchange))

    def set_version(self, reader: int, version: int) -> None:
        """Make the reader's VersionReg read so from now on."""
        self._do(deeds.SetVersion(reader, version))

    def freeze(
        self, reader: int, seconds: float | None = None, *, clock_only: bool = False, soft: bool = False,
    ) -> None:
        """Let a chip stop working, for ever or so long."""
        self._do(deeds.Freeze(reader, seconds, clock_only, soft))

    def hold_miso(self, reader: int, level: Level | None) -> None:
        """Hold a reader's MISO at a level; None ends that."""
        self._do(deeds.HoldMiso(reader, level))

    def hold_bus(self, reader: int, on: bool = True) -> None:
        """Let a reader hold on to its bus's MISO."""
        self._do(deeds.HoldBus(reader, on))

    def cable(self, reader: int, max_hz: int | None, seed: int = 0) -> None:
        """Give a reader a cable on which bits go wrong above this clock; None ends that."""
        self._do(deeds.Cable(reader, max_hz, seed))

    def swap_selects(self, one: int, other: int) -> None:
        """Swap two readers' chip selects."""
        self._do(deeds.SwapSelects(one, other))

    def deny(self, bus: int, device: int) -> None:
        """Let opening this device fail with PermissionError."""
        self._do(deeds.Deny(bus, device))

    def allow(self, bus: int, device: int) -> None:
        """Take `deny` back."""
        self._do(deeds.Allow(bus, device))

    def quiet(self) -> None:
        """End all noise and all faults."""
        self._do(deeds.Quiet())

    def drive_pin(self, pin: int, level: int, bounce: float = 0.0, seed: int = 0) -> None:
        """Put a level on a pin (BCM) from outside: a button, whose contact bounces for so many seconds."""
        self._do(p.DrivePin(pin, 1 if level else 0, bounce, seed))

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

    def pull_port(self, port: Port) -> None:
        """Pull the plug of the "display" or the "lights"."""
        self._do(p.PullPort(port))

    def plug_port(self, port: Port) -> None:
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
