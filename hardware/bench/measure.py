"""What a scan of all pads costs on the simulated table: our driver beside the unmodified mfrc522 package.

Modelled time and transfers are exact and the same in every run; processor time is the median of several runs.
"""

import itertools
import logging
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from hardware.bench import Bench
from hardware.clock import Clock

if TYPE_CHECKING:
    from mfrc522 import MFRC522, SimpleMFRC522

T = TypeVar("T")

READERS = 12
WORST_STARTUP = 5e-3   # s, the longest that ISO/IEC 14443-3 allows a tag
LOADS = {
    "empty": [],
    "4-byte": [bytes((0x10 + pad, 0x5A, 0xC3, 0x7E)) for pad in range(READERS)],
    "7-byte": [bytes((0x04, 0x10 + pad, 0x5A, 0xC3, 0x7E, 0x2B, 0x80)) for pad in range(READERS)],
}


@dataclass(frozen=True, slots=True)
class ScanCost:
    """One scan of all pads, each with one tag of this kind or none.

    first_ms, ms: modelled milliseconds of our first scan (each tag is new, and selected) and of every later one;
    cpu_ms: processor time of our own code for the latter, against recorded answers, what it costs to play them back
    included; read, package_read: pads whose tag was named. Opening the readers is not measured.
    """

    load: str
    read: int
    first_ms: float
    ms: float
    transfers: int
    cpu_ms: float
    package_read: int
    package_ms: float
    package_transfers: int


@dataclass(frozen=True, slots=True)
class Measurement:
    """The costs of a scan by load, and what the bench itself costs, in real microseconds a transfer.

    bench_us_single: where the package polls an empty pad, two bytes a transfer; bench_us_burst: where our driver reads
    7-byte tags, with bursts and frames that tags hear and answer.
    """

    readers: int
    scans: tuple[ScanCost, ...]
    bench_us_single: float
    bench_us_burst: float


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
    """A clock that can be stopped for a playback."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.resume()

    def resume(self) -> None:
        self.now = self._clock.now
        self.sleep = self._clock.sleep

    def stop(self) -> None:
        self.now = lambda: 0.0
        self.sleep = lambda seconds: None


def measure_scans(runs: int = 15) -> Measurement:
    """Measure all that `era-table bench scan` tells, in some seconds; call it with no bench in place."""
    costs = [_measure(load, uids, runs) for load, uids in LOADS.items()]
    return Measurement(READERS, tuple(cost for cost, _ in costs), _cost_of_single_transfers(runs), costs[-1][1])


def _measure(load: str, uids: list[bytes], runs: int) -> tuple[ScanCost, float]:
    """The cost of a scan, and what a transfer of ours costs the bench (us)."""
    with Bench(readers=READERS, tag_startup=WORST_STARTUP) as bench:
        # Only with the stand-ins in place can the driver be imported on any machine.
        from hardware.readers.mfrc522 import Mfrc522
        from hardware.readers.scanner import Scanner

        _lay(bench, uids)
        clock = _Clock(bench.clock)
        chips = [Mfrc522(*_wiring(reader), clock=clock) for reader in range(READERS)]
        scanner = Scanner(chips, clock)
        first_s, _, _ = _modelled(bench, scanner.scan)
        steady_s, transfers, readings = _modelled(bench, scanner.scan)
        whole_s, own_s = _processor(chips, scanner.scan, runs, clock.stop)
        clock.resume()
        scanner.close()
    package_s, package_transfers, package_read = _measure_package(uids)
    cost = ScanCost(
        load=load,
        read=sum(bool(reading.tags) for reading in readings),
        first_ms=round(1e3 * first_s, 3),
        ms=round(1e3 * steady_s, 3),
        transfers=transfers,
        cpu_ms=round(1e3 * own_s, 3),
        package_read=package_read,
        package_ms=round(1e3 * package_s, 3),
        package_transfers=package_transfers,
    )
    return cost, round(1e6 * (whole_s - own_s) / transfers, 2)


def _measure_package(uids: list[bytes]) -> tuple[float, int, int]:
    """Modelled seconds, transfers, and ids read, one read of the package per reader."""
    with Bench(readers=READERS) as bench, _package_kept_quiet():
        _lay(bench, uids)
        readers = [_package_reader(reader) for reader in range(READERS)]
        seconds, transfers, ids = _modelled(bench, lambda: [reader.read_id_no_block() for reader in readers])
        for reader in readers:
            reader.READER.spi.close()
    return seconds, transfers, sum(found is not None for found in ids)


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
    chips: "Sequence[MFRC522]", what: Callable[[], object], runs: int, stop: Callable[[], None] = lambda: None
) -> tuple[float, float]:
    """Processor time (s) of one call, the median of so many: on the bench, and against answers recorded there."""
    whole = _median_time(what, runs)
    wires = [chip.spi for chip in chips]
    recorders = [_Recorder(wire) for wire in wires]
    _rewire(chips, recorders)
    what()
    stop()
    _rewire(chips, [_Player(recorder.answers) for recorder in recorders])
    own = _median_time(what, runs)
    _rewire(chips, wires)
    return whole, own


def _rewire(chips: "Sequence[MFRC522]", wires: Sequence[Any]) -> None:
    """Put other objects in the place of the chips' SpiDev; they know `xfer2` only, hence the Any."""
    for chip, wire in zip(chips, wires, strict=True):
        chip.spi = wire


def _median_time(what: Callable[[], object], runs: int) -> float:
    spent = []
    for _ in range(runs):
        since = time.process_time_ns()
        what()
        spent.append(time.process_time_ns() - since)
    return median(spent) / 1e9
