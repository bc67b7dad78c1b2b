"""What a service costs that has nothing to do: to start, in memory, and in processor time; on the simulated table.

The service is the one that runs on wires, in a process of its own; the simulated table is another process. To reach it
costs the service a message for each transfer and for each button looked at: that is the bench's cost, which is measured
beside and told apart.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess
from hardware.bench.remote import RemoteTable
from hardware.readers import registers as reg

from ..control import ask
from ..errors import ServiceError
from ..lamps import Tracks
from ..simulation.people import PLACES
from ..simulation.simulated import BUTTONS

SECONDS = 20.0
"""How long the service is watched."""
SETTLE_S = 3.0
"""How long it is left alone first: the first looks are longer, and much is imported late."""
ROUNDS_PER_S = 10.0
"""The load for which `idle_cpu_pct` is told."""
BUTTONS_S = 0.01
"""How often buttons are looked at: `hardware.buttons.POLL_S`, which can be had only where there are pins."""
READY_PATIENCE_S = 60.0
LOOKS, REST_S = 400, 0.004
"""From how many looks the cost of a transfer is found, and the rest between two, after which caches are cold."""


@dataclass(frozen=True, slots=True)
class IdleCost:
    """ready_cpu_s: processor time from exec to READY=1; rss_mb: memory at rest; idle_cpu_pct: of one core.

    idle_cpu_pct is for all pads ten times a second, without what the bench costs; that is bench_cpu_pct, as measured at
    rounds_per_s. pads_cpu_pct, rest_cpu_pct: the thread of the pads without the bench, and all others, as measured.
    """

    ready_cpu_s: float
    rss_mb: float
    rounds_per_s: float
    pads_cpu_pct: float
    rest_cpu_pct: float
    bench_cpu_pct: float

    @property
    def idle_cpu_pct(self) -> float:
        """See the class."""
        return self.pads_cpu_pct * ROUNDS_PER_S / self.rounds_per_s + self.rest_cpu_pct

    def values(self) -> dict[str, Any]:
        """The figures as values of JSON."""
        return {
            "ready_cpu_s": round(self.ready_cpu_s, 3),
            "rss_mb": round(self.rss_mb, 1),
            "idle_cpu_pct": round(self.idle_cpu_pct, 2),
            "rounds_per_s": round(self.rounds_per_s, 1),
            "pads_cpu_pct": round(self.pads_cpu_pct, 2),
            "rest_cpu_pct": round(self.rest_cpu_pct, 2),
            "bench_cpu_pct": round(self.bench_cpu_pct, 2),
        }

    def words(self) -> str:
        """The figures for people."""
        return "\n".join(
            [
                f"ready after {self.ready_cpu_s:.2f} s of processor time, {self.rss_mb:.1f} MB of memory at rest",
                f"twelve pads {ROUNDS_PER_S:g} times a second: {self.idle_cpu_pct:.1f} % of a core",
                f"(measured at {self.rounds_per_s:.1f} rounds a second: {self.pads_cpu_pct:.1f} % for the pads, "
                f"{self.rest_cpu_pct:.1f} % for the rest; the bench itself {self.bench_cpu_pct:.1f} %)",
            ]
        )


def measure_idle(seconds: float = SECONDS) -> IdleCost:
    """Start a service on a table on which nothing lies, and watch it. ServiceError if it does not become ready."""
    with tempfile.TemporaryDirectory(prefix="era-table-") as folder:
        here = Path(folder)
        with WorldProcess(here / "world", leds=Tracks().count) as world, Hands(world.path) as hands:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
                manager.bind(str(here / "notify"))
                manager.settimeout(READY_PATIENCE_S)
                service = subprocess.Popen(
                    [sys.executable, "-m", "firmware_bridge", "run", "--world", world.path, "--state", here / "state"],
                    env=os.environ | {"NOTIFY_SOCKET": str(here / "notify")},
                    stdin=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                try:
                    try:
                        manager.recv(4096)
                    except TimeoutError:
                        raise ServiceError("the service on the simulated table does not become ready") from None
                    ready_s = sum(_threads_s(service.pid).values())
                    watched = _watched(service.pid, here / "state" / "control.socket", hands, seconds)
                finally:
                    service.terminate()
                    service.wait()
            pads_s, rest_s, transfers, rounds, took_s, rss = watched
            transfer_s = _transfer_s(world.path, round(transfers / rounds / len(PLACES)))
            buttons_s = took_s / BUTTONS_S * _buttons_s(world.path)
    return IdleCost(
        ready_cpu_s=ready_s,
        rss_mb=rss / 1e6,
        rounds_per_s=rounds / took_s,
        pads_cpu_pct=100 * max(0.0, pads_s - transfers * transfer_s) / took_s,
        rest_cpu_pct=100 * max(0.0, rest_s - buttons_s) / took_s,
        bench_cpu_pct=100 * (transfers * transfer_s + buttons_s) / took_s,
    )


def _watched(process: int, control: Path, hands: Hands, seconds: float) -> tuple[float, float, int, float, float, int]:
    """Processor time of the pads' thread and of all others (s), transfers, rounds, seconds, and memory (bytes)."""
    time.sleep(SETTLE_S)
    before, looks, transfers, since = _threads_s(process), _looks(control), hands.transfers(), time.monotonic()
    time.sleep(seconds)
    after, took_s = _threads_s(process), time.monotonic() - since
    spent = {thread: cpu - before.get(thread, 0.0) for thread, cpu in after.items()}
    rest_s = spent.pop(process)  # the main thread, whose number is the process's; the other one looks at the pads
    rounds = (_looks(control) - looks) / len(PLACES)
    return sum(spent.values()), rest_s, hands.transfers() - transfers, rounds, took_s, _resident(process)


def _looks(control: Path) -> int:
    """Looks at all pads so far: nothing lies there, so that each pad's are one run."""
    return sum(run["looks"] for run in ask(control, {"command": "recent"})["runs"])


def _threads_s(process: int) -> dict[int, float]:
    """Processor time of each thread (s): the first number of schedstat, in ns (Documentation/scheduler/sched-stats)."""
    threads = Path(f"/proc/{process}/task").iterdir()
    return {int(thread.name): int((thread / "schedstat").read_text().split()[0]) / 1e9 for thread in threads}


def _resident(process: int) -> int:
    """Bytes of memory: the second number of statm, in pages (proc(5))."""
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def _transfer_s(path: Path, a_look: int) -> float:
    """Processor time (s) that one transfer costs a program on a table in another process, with so many for a look."""
    table = RemoteTable(path)
    try:
        wire = table.open(0, 0)

        def look() -> None:
            for _ in range(a_look):
                wire.transfer(reg.READ_HEALTH, 4_000_000)

        return max(0.0, _spent_s(look) - _spent_s(lambda: None)) / (LOOKS * a_look)
    finally:
        table.close()


def _buttons_s(path: Path) -> float:
    """Processor time (s) that one look at all buttons costs a program on a table in another process."""
    table = RemoteTable(path)
    try:

        def look() -> None:
            for pin in BUTTONS.pins.values():
                table.level(pin)

        return max(0.0, _spent_s(look) - _spent_s(lambda: None)) / LOOKS
    finally:
        table.close()


def _spent_s(what: Callable[[], object]) -> float:
    since = time.thread_time()
    for _ in range(LOOKS):
        what()
        time.sleep(REST_S)
    return time.thread_time() - since
