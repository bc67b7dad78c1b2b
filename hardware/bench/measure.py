"""What a scan of all pads costs on the simulated table: our driver beside the unmodified mfrc522 package.

Modelled time and transfers are exact and the same in every run; processor time is the best of several runs, since other
work on the machine only ever adds to it.
"""

import itertools
import logging
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from hardware.bench import Bench
from hardware.clock import Clock
from hardware.readers.presence import Presence
from hardware.readers.schedule import Schedule

if TYPE_CHECKING:
    from mfrc522 import MFRC522, SimpleMFRC522

    from hardware.readers.mfrc522 import Mfrc522
    from hardware.readers.scanner import Scanner

T = TypeVar("T")

READERS = 12
WORST_STARTUP = 5e-3   # s, the longest that ISO/IEC 14443-3 allows a tag
BESIDE = tuple(pairwise(range(READERS)))   # each pad and the next hear each other's tags, as a table has it by default
USUAL, SLOW = 20e-6, 60e-6   # s that a transfer costs a quiet and a busy Pi beside its bits
UID7 = [bytes((0x04, 0x10 + pad, 0x5A, 0xC3, 0x7E, 0x2B, 0x80)) for pad in range(READERS)]
LOADS = {"empty": [], "uid4": [bytes((0x10 + pad, 0x5A, 0xC3, 0x7E)) for pad in range(READERS)], "uid7": UID7}
"""Tags by kind, one for each pad."""


@dataclass(frozen=True, slots=True)
class ScanCost:
    """One scan of all pads, each with one tag of this kind or none.

    overhead: seconds that a transfer costs beside its bits. first_ms, ms: modelled milliseconds of our first scan (each
    tag is new, and selected) and of every later one; read: pads whose tag was named. Opening the readers is not
    measured.
    """

    schedule: Schedule
    overhead: float
    load: str
    read: int
    first_ms: float
    ms: float
    transfers: int


@dataclass(frozen=True, slots=True)
class PackageCost:
    """One read of the unmodified package per reader, 20 us a transfer; read: pads whose tag was named."""

    load: str
    read: int
    ms: float
    transfers: int


@dataclass(frozen=True, slots=True)
class Measurement:
    """The costs of a scan, and what processors spend on it.

    cpu_ms: processor time of our own code for a scan of 7-byte tags, `overlap`, driver to presence, against recorded
    answers, what it costs to play them back included. What the bench itself costs, in real microseconds a transfer:
    bench_us_single: where the package polls an empty pad, two bytes a transfer; bench_us_burst: where our driver reads
    7-byte tags, with bursts and frames that tags hear and answer.
    """

    readers: int
    scans: tuple[ScanCost, ...]
    package: tuple[PackageCost, ...]
    cpu_ms: float
    bench_us_single: float
    bench_us_burst: float

    def ms(self, schedule: Schedule, overhead: float = USUAL) -> dict[str, float]:
        """Milliseconds of a scan by load."""
        return {
            cost.load: cost.ms for cost in self.scans if (cost.schedule, cost.overhead) == (schedule, overhead)
        }


class _Wire(Protocol):
    def xfer2(self, values: Sequence[int], /) -> list[int]: ...


class _Recorder:
    """Passes transfers on and keeps the answers."""

    def __init__(self, wire: _Wire) -> None:
        self._wire = wire
        self.answers: list[list[int]] = []

    def xfer2(self, values: Sequence[int], /) -> list[int]:
        answer = self._wire.xfer2(values)
        self.answers.append(answer)
        return answer


class _Player:
    """Gives recorded answers, over and over, whatever is sent."""

    def __init__(self, answers: list[list[int]]) -> None:
        self._next: Callable[[], list[int]] = itertools.cycle(answers).__next__

    def xfer2(self, values: Sequence[int], /) -> list[int]:
        return self._next()


class _Clock:
    """A clock that can be replaced, for a playback, by one on which everything is always due."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.resume()

    def resume(self) -> None:
        self.now = self._clock.now
        self.sleep = self._clock.sleep

    def race(self) -> None:
        self.now = itertools.count(self._clock.now(), 0.1).__next__
        self.sleep = lambda seconds: None


def measure_scans(runs: int = 15) -> Measurement:
    """Measure what scans cost, in some seconds; call it with no bench in place."""
    cpu_ms, bench_us_burst = own_time(runs)
    return Measurement(
        readers=READERS,
        scans=tuple([
            _measure(schedule, overhead, load)
            for overhead in (USUAL, SLOW)
            for schedule in ("solo", "overlap")
            for load in LOADS
        ]),
        package=tuple([_measure_package(load) for load in LOADS]),
        cpu_ms=cpu_ms,
        bench_us_single=_cost_of_single_transfers(runs),
        bench_us_burst=bench_us_burst,
    )


def _measure(schedule: Schedule, overhead: float, load: str) -> ScanCost:
    with Bench(readers=READERS, tag_startup=WORST_STARTUP, overhead=overhead) as bench:
        _lay(bench, LOADS[load])
        scanner, _ = opened(bench.clock, schedule)
        first_s, _, _ = _modelled(bench, scanner.scan)
        steady_s, transfers, readings = _modelled(bench, scanner.scan)
        scanner.close()
    read = sum(bool(reading.tags) for reading in readings)
    return ScanCost(schedule, overhead, load, read, round(1e3 * first_s, 3), round(1e3 * steady_s, 3), transfers)


def opened(clock: Clock, schedule: Schedule) -> "tuple[Scanner, list[Mfrc522]]":
    """Our driver on the table that is in place, and its chips."""
    # Only with the stand-ins in place can the driver be imported on any machine.
    from hardware.readers.mfrc522 import Mfrc522
    from hardware.readers.scanner import Scanner

    chips = [Mfrc522(*_wiring(reader), clock=clock) for reader in range(READERS)]
    return Scanner(chips, clock, schedule, BESIDE), chips


def own_time(runs: int) -> tuple[float, float]:
    """Processor milliseconds of our own code in a scan, and what a transfer of it costs the bench (us)."""
    with Bench(readers=READERS, tag_startup=WORST_STARTUP) as bench:
        _lay(bench, UID7)
        clock = _Clock(bench.clock)
        scanner, chips = opened(clock, "overlap")
        presence = Presence(readers=READERS, neighbours=BESIDE)

        def scan() -> None:
            for reading in scanner.scan():
                presence.feed(reading)

        scan()
        _, transfers, _ = _modelled(bench, scan)
        whole_s, own_s = _processor(chips, scan, runs, clock.race)
        clock.resume()
        scanner.close()
    return round(1e3 * own_s, 3), round(1e6 * (whole_s - own_s) / transfers, 2)


def _measure_package(load: str) -> PackageCost:
    with Bench(readers=READERS) as bench, _package_kept_quiet():
        _lay(bench, LOADS[load])
        readers = [_package_reader(reader) for reader in range(READERS)]
        seconds, transfers, ids = _modelled(bench, lambda: [reader.read_id_no_block() for reader in readers])
        for reader in readers:
            reader.READER.spi.close()
    return PackageCost(load, sum(found is not None for found in ids), round(1e3 * seconds, 3), transfers)


def _cost_of_single_transfers(runs: int) -> float:
    """What one of the package's transfers costs the bench (us)."""
    with Bench(readers=1) as bench, _package_kept_quiet():
        reader = _package_reader(0)
        _, transfers, _ = _modelled(bench, reader.read_id_no_block)
        whole_s, own_s = _processor([reader.READER], reader.read_id_no_block, runs)
        reader.READER.spi.close()
    return round(1e6 * (whole_s - own_s) / transfers, 2)


def _package_reader(reader: int) -> "SimpleMFRC522":
    from mfrc522 import MFRC522, SimpleMFRC522

    simple = SimpleMFRC522.__new__(SimpleMFRC522)   # its __init__ opens bus 0, device 0 in any case
    simple.READER = MFRC522(*_wiring(reader))
    return simple


@contextmanager
def _package_kept_quiet() -> Iterator[None]:
    """Each of the package's readers adds a log handler, and each empty read warns from Python 3.12 on."""
    log = logging.getLogger("mfrc522Logger")
    handlers = list(log.handlers)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        yield
    log.handlers[:] = handlers


def _wiring(reader: int) -> tuple[int, int]:
    return divmod(reader, 6)


def _lay(bench: Bench, uids: list[bytes]) -> None:
    for reader, uid in enumerate(uids):
        bench.place(uid, reader)


def _modelled(bench: Bench, what: Callable[[], T]) -> tuple[float, int, T]:
    """Modelled seconds, transfers, and what came of it."""
    since, before = bench.clock.now(), bench.spi.transfers
    result = what()
    return bench.clock.now() - since, bench.spi.transfers - before, result


def _processor(
    chips: "Sequence[MFRC522]", what: Callable[[], object], runs: int, race: Callable[[], None] = lambda: None
) -> tuple[float, float]:
    """Processor time (s) of one call, the best of so many: on the bench, and against answers recorded there."""
    whole = _best_time(what, runs)
    wires = [chip.spi for chip in chips]
    recorders = [_Recorder(wire) for wire in wires]
    _rewire(chips, recorders)
    what()
    race()
    _rewire(chips, [_Player(recorder.answers) for recorder in recorders])
    own = _best_time(what, runs)
    _rewire(chips, wires)
    return whole, own


def _rewire(chips: "Sequence[MFRC522]", wires: Sequence[Any]) -> None:
    """Put other objects in the place of the chips' SpiDev; they know `xfer2` only, hence the Any."""
    for chip, wire in zip(chips, wires, strict=True):
        chip.spi = wire


def _best_time(what: Callable[[], object], runs: int) -> float:
    spent = []
    for _ in range(runs):
        since = time.process_time_ns()
        what()
        spent.append(time.process_time_ns() - since)
    return min(spent) / 1e9
