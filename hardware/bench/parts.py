"""What a simulated table consists of: reader modules, the wires to them, pins, tags, and the clock."""

import threading
from collections.abc import Callable, Mapping, Sequence
from random import Random

from hardware.bench.air import Pad
from hardware.bench.chip import Chip
from hardware.bench.clock import TableClock, VirtualClock
from hardware.bench.gate import GatedClock
from hardware.bench.header import PINS, Header
from hardware.bench.module import Module
from hardware.bench.tag import Tag
from hardware.bench.uart import CollisionCount
from hardware.bench.wires import Miso, SharedSocket, Socket, SpiBuses
from hardware.errors import BenchError, WiringError

READERS_PER_BUS = 6


class Parts:
    """The parts, put together; the arguments are told at `Bench`."""

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
        overhead: float,
        seed: int,
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
        self._tags: dict[bytes, tuple[Tag, int]] = {}        # by name; and on which reader's pad it lies
        startup_ns = round(tag_startup * 1e9) if air else 0
        self._buses = {bus: Miso(floating, Random(f"{seed} bus {bus}")) for bus, _ in places}
        self._modules: list[Module] = []
        self._sockets: list[Socket] = []
        for reader, (bus, _) in enumerate(places):
            pad = Pad(startup_ns)
            module = Module(Chip(pad, air, collisions), pad, Random(f"{seed} reader {reader}"))
            self._modules.append(module)
            self._buses[bus].modules.append(module)
            self._sockets.append(self._new_socket(module, self._buses[bus], round(overhead * 1e9)))
        self._by_place = dict(zip(places, self._sockets, strict=True))
        for reader, pin in (reset_pins or {}).items():
            if not 0 <= pin < PINS:
                raise WiringError(f"reset pin {pin} of reader {reader}: the Pi's pins are BCM 0 to {PINS - 1}")
            self.gpio.wire(pin, self._reset_line(reader))

    def _new_socket(self, module: Module, miso: Miso, overhead_ns: int) -> Socket:
        if isinstance(self.clock, VirtualClock) and not isinstance(self.clock, GatedClock):
            return Socket(module, miso, self.clock, self.spi, overhead_ns)
        return SharedSocket(self._lock, module, miso, self.clock, self.spi, overhead_ns)

    def _reset_line(self, reader: int) -> Callable[[int], None]:
        """A reset pin (NRSTPD): low holds the chip in reset, the rising edge is a power-on reset."""
        module = self._module(reader)

        def changed(level: int) -> None:
            with self._lock:
                if module.held_in_reset == bool(level):      # an edge: power goes, or comes back
                    module.power_on_reset(self._settle(module))
                module.held_in_reset = not level
                self._update()

        return changed

    def _module(self, reader: int) -> Module:
        if not 0 <= reader < len(self._modules):
            raise BenchError(f"no reader {reader}: the table has readers 0 to {len(self._modules) - 1}")
        return self._modules[reader]

    def _settle(self, module: Module) -> int:
        """Bring a module up to now, before something happens to it."""
        now = self.clock.now_ns()
        module.settle(now)
        return now

    def _settle_all(self) -> int:
        """Bring all modules up to now, before something happens to the air."""
        for module in self._modules:
            module.settle(self.clock.now_ns())
        return self.clock.now_ns()

    def _update(self) -> None:
        """Something about wires and modules has changed."""
        for socket in self._sockets:
            socket.update()


def default_wiring(readers: int) -> list[tuple[int, int]]:
    """Six readers a bus, as the table is wired: reader i is bus i // 6, device i % 6."""
    return [(reader // READERS_PER_BUS, reader % READERS_PER_BUS) for reader in range(readers)]
