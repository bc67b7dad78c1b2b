"""The simulated table itself: readers and pads, tags that lie on them, the wires, and what can befall all of it."""

import errno
import os
import threading
from collections.abc import Callable, Mapping, Sequence

from hardware.bench.air import Pad
from hardware.bench.chip import Chip
from hardware.bench.clock import TableClock, VirtualClock
from hardware.bench.gate import GatedClock
from hardware.bench.header import PINS, Header
from hardware.bench.tag import KINDS, Tag
from hardware.bench.uart import CollisionCount
from hardware.errors import BenchError, WiringError

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

    Without a working chip MISO floats and reads as `floating`; so it does for a clock that the chip can't follow.
    """

    __slots__ = (
        "_floating", "_max_hz", "_spi", "_tick", "chip", "denied", "gone", "held_in_reset", "pad", "plugged",
    )

    def __init__(self, chip: Chip, pad: Pad, clock: TableClock, spi: SpiBuses, floating: int) -> None:
        self.chip = chip
        self.pad = pad
        self.plugged = True
        self.held_in_reset = False
        self.denied = False
        self.gone = False
        self._max_hz = _CHIP_MAX_HZ
        self._floating = [floating]
        self._tick = clock.tick
        self._spi = spi

    def transfer(self, tx: bytes, hz: int) -> list[int]:
        """Time for the bits and the Pi's overhead passes; then the chip has shifted."""
        self._spi.transfers += 1
        now = self._tick(len(tx) * 8_000_000_000 // hz + _OVERHEAD_NS)
        if hz <= self._max_hz:
            return self.chip.transfer(tx, now)
        if self.gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return self._floating * len(tx)

    def update(self) -> None:
        """After a change to what is plugged in, held in reset, or gone."""
        connected = self.plugged and not self.held_in_reset and not self.gone
        self._max_hz = _CHIP_MAX_HZ if connected else 0


class SharedSocket(Socket):
    """A socket on a table with several threads: one at a time."""

    __slots__ = ("_lock",)

    def __init__(
        self, lock: threading.RLock, chip: Chip, pad: Pad, clock: TableClock, spi: SpiBuses, floating: int,
    ) -> None:
        super().__init__(chip, pad, clock, spi, floating)
        self._lock = lock

    def transfer(self, tx: bytes, hz: int) -> list[int]:
        """As `Socket.transfer`."""
        with self._lock:
            return Socket.transfer(self, tx, hz)


class World:
    """Readers, pads, tags, pins and the clock. `Bench` puts it behind the stand-ins; the arguments are told there."""

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
            raise BenchError(f"a table with {readers} readers: give the number of readers, 0 or more")
        if collisions not in ("frame", "level"):
            raise BenchError(f"collisions={collisions!r}: CollPos counts by 'frame' or by 'level'")
        places = default_wiring(readers) if wiring is None else list(wiring)
        if len(places) != readers:
            raise WiringError(f"{readers} readers, but a wiring of {len(places)}: give one (bus, device) each")
        if len(set(places)) != readers:
            twice = sorted({place for place in places if places.count(place) > 1})
            raise WiringError(f"two readers on one chip select: {twice}; give each reader its own (bus, device)")
        self.clock: TableClock = VirtualClock() if clock is None else clock
        self.dismantled = False
        self.spi = SpiBuses()
        self.gpio = Header(self.clock.now)
        # A paced table has several threads; who waits at a gated clock's gate lets go of the table meanwhile.
        self._lock = self.clock.lock if isinstance(self.clock, GatedClock) else threading.RLock()
        self._tags: dict[bytes, tuple[Tag, int]] = {}
        startup_ns = round(tag_startup * 1e9) if air else 0
        self._sockets = [self._new_socket(startup_ns, air, collisions, floating) for _ in places]
        self._by_place = dict(zip(places, self._sockets, strict=True))
        for reader, pin in (reset_pins or {}).items():
            if not 0 <= pin < PINS:
                raise WiringError(f"reset pin {pin} of reader {reader}: the Pi's pins are BCM 0 to {PINS - 1}")
            self.gpio.wire(pin, self._reset_line(reader))

    def _new_socket(self, startup_ns: int, air: bool, collisions: CollisionCount, floating: int) -> Socket:
        pad = Pad(startup_ns)
        chip = Chip(pad, air, collisions)
        if isinstance(self.clock, VirtualClock) and not isinstance(self.clock, GatedClock):
            return Socket(chip, pad, self.clock, self.spi, floating)
        return SharedSocket(self._lock, chip, pad, self.clock, self.spi, floating)

    # --- tags ---

    def place(self, uid: bytes, reader: int) -> None:
        """Lay the tag with this UID (4, 7 or 10 bytes) on a reader's pad; if it lies elsewhere it is moved.

        Raises BenchError for a reader that the table does not have, and for a UID of another length.
        """
        if len(uid) not in KINDS:
            raise BenchError(f"a UID of {len(uid)} bytes ({uid.hex(' ')}): ISO 14443-3 knows 4, 7 and 10")
        socket = self._socket(reader)
        with self._lock:
            known = self._tags.get(bytes(uid))
            if known is not None and known[1] >= 0:
                self._take_off(*known)
            tag = Tag(bytes(uid)) if known is None else known[0]
            now = self._settle(socket)
            socket.pad.place(tag, now)
            self._tags[tag.uid] = (tag, reader)

    def lift(self, uid: bytes) -> None:
        """Take a tag off the table; it keeps its memory. Raises BenchError when no such tag lies there."""
        with self._lock:
            tag, reader = self._tags.get(bytes(uid), (None, -1))
            if tag is None or reader < 0:
                raise BenchError(f"no tag {uid.hex(' ')} lies on the table: place() it first")
            self._take_off(tag, reader)
            self._tags[tag.uid] = (tag, -1)

    def lying_on(self, reader: int) -> list[bytes]:
        """UIDs of the tags on a reader's pad, in the order in which they were laid."""
        return [tag.uid for tag in self._socket(reader).pad.tags]

    def _take_off(self, tag: Tag, reader: int) -> None:
        socket = self._sockets[reader]
        now = self._settle(socket)
        socket.chip.tag_gone(tag, now)
        socket.pad.lift(tag)

    # --- what befalls readers ---

    def unplug(self, reader: int) -> None:
        """Pull a reader's module off: no power, no field, MISO floats. Tags stay where they lie."""
        socket = self._socket(reader)
        with self._lock:
            socket.chip.power_on_reset(self._settle(socket))
            socket.plugged = False
            socket.update()

    def plug(self, reader: int) -> None:
        """Plug it in again: its registers are at their reset values."""
        socket = self._socket(reader)
        with self._lock:
            if not socket.plugged:
                socket.chip.power_on_reset(self.clock.now_ns())
            socket.plugged = True
            socket.update()

    def brown_out(self, reader: int) -> None:
        """A dip in the supply: the chip answers on, with its registers at their reset values and its field off."""
        socket = self._socket(reader)
        with self._lock:
            socket.chip.power_on_reset(self._settle(socket))

    def set_version(self, reader: int, version: int) -> None:
        """Make the reader's VersionReg read so from now on: 0x92 genuine, 0x88 a clone, 0x12 a counterfeit."""
        if not 0 <= version <= 0xFF:
            raise BenchError(f"version {version:#x}: VersionReg holds one byte")
        self._socket(reader).chip.set_version(version)

    def deny(self, bus: int, device: int) -> None:
        """Let opening this device fail as it does for a user outside the group `spi`: PermissionError."""
        if (bus, device) not in self._by_place:
            raise BenchError(f"no reader is wired to bus {bus}, device {device}")
        self._by_place[bus, device].denied = True

    def allow(self, bus: int, device: int) -> None:
        """Take `deny` back."""
        if (bus, device) not in self._by_place:
            raise BenchError(f"no reader is wired to bus {bus}, device {device}")
        self._by_place[bus, device].denied = False

    def _reset_line(self, reader: int) -> Callable[[int], None]:
        """A reset pin (NRSTPD): low holds the chip in reset, the rising edge is a power-on reset."""
        socket = self._socket(reader)

        def changed(level: int) -> None:
            with self._lock:
                if socket.held_in_reset == bool(level):      # an edge: power goes, or comes back
                    socket.chip.power_on_reset(self._settle(socket))
                socket.held_in_reset = not level
                socket.update()

        return changed

    def _socket(self, reader: int) -> Socket:
        if not 0 <= reader < len(self._sockets):
            raise BenchError(f"no reader {reader}: the table has readers 0 to {len(self._sockets) - 1}")
        return self._sockets[reader]

    def _settle(self, socket: Socket) -> int:
        """Bring a chip up to now, before something happens to it."""
        now = self.clock.now_ns()
        socket.chip.settle(now)
        return now

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
            socket.update()


def default_wiring(readers: int) -> list[tuple[int, int]]:
    """Six readers a bus, as the table is wired: reader i is bus i // 6, device i % 6."""
    return [(reader // READERS_PER_BUS, reader % READERS_PER_BUS) for reader in range(readers)]
