"""Days at a table on which tokens lie and nobody plays, with a fault every few minutes: nothing grows, nothing is told.

On the bench's virtual clock, everything in this process; so what grows is ours or the bench's, and both count.
"""

import gc
import os
import tempfile
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from engine.era.components import AREAS, COLOURS
from hardware.bench import Bench
from hardware.bench.far_ends import FarEnds

from ..happenings import MoveMade, MoveTakenBack, Outcome, ProblemFound
from ..lamps import Tracks
from ..places import Places
from ..referee import Kind
from ..running import RunningTable
from ..simulation.people import PLACES, People
from ..simulation.simulated import ALL_TOKENS, WORST_TAG_S, simulated_config

PLAYERS = COLOURS[:4]
PEACE_S, FAULT_S = 150.0, 30.0
"""How long all is well between two faults, and how long each lasts, on the mean and at most twice as long."""
WARM_UP_S = 600.0
"""What is held after it is what is compared with: caches are full by then."""
MINUTE_S = 60.0
MOST_GROWTH_MB = 5.0
OF_READERS = (Kind.SILENT, Kind.GARBLED)
"""What faults are told as; anything else that is told would be wrong, for nobody touches a token."""

Fault = tuple[Callable[[], object], Callable[[], object]]
"""What happens, and what ends it."""


@dataclass(frozen=True, slots=True)
class Held:
    """What the process holds: memory in bytes, open files, threads."""

    memory: int
    files: int
    threads: int


@dataclass(frozen=True, slots=True)
class Soak:
    """After so many modelled hours: growth since the warm-up, faults that there were, and what was told wrongly."""

    hours: float
    faults: int
    rss_growth_mb: float
    fd_growth: int
    thread_growth: int
    wrong: tuple[str, ...]

    @property
    def is_well(self) -> bool:
        """Whether nothing was wrong; memory may breathe by a few MB."""
        grown = self.fd_growth > 0 or self.thread_growth > 0 or self.rss_growth_mb > MOST_GROWTH_MB
        return not self.wrong and not grown

    def values(self) -> dict[str, Any]:
        """The figures as values of JSON."""
        return {
            "hours": self.hours,
            "faults": self.faults,
            "rss_growth_mb": round(self.rss_growth_mb, 2),
            "fd_growth": self.fd_growth,
            "thread_growth": self.thread_growth,
            "wrong_events": len(self.wrong),
        }

    def words(self) -> str:
        """The figures for people."""
        lines = [
            f"{self.hours:g} hours with {self.faults} faults: memory {self.rss_growth_mb:+.2f} MB, "
            f"open files {self.fd_growth:+d}, threads {self.thread_growth:+d}, {len(self.wrong)} wrong events."
        ]
        return "\n".join([*lines, *self.wrong[:10]])


def soak(hours: float, seed: int = 1) -> Soak:
    """Let so many modelled hours pass; a minute of this machine's time for each, more or less."""
    random = Random(seed)
    told: list[str] = []
    faults = 0
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="era-table-")))
        table, bench, far = _table(folder, told, opened)
        people = People(bench, ALL_TOKENS)
        for player, area in zip(PLAYERS, AREAS, strict=False):
            people.lay(player, area)
            table.run_for(2.0)
        told.clear()  # the four moves, which were right
        end = bench.clock.now() + 3600 * hours
        warm_at = bench.clock.now() + min(WARM_UP_S, 900 * hours)
        first: Held | None = None
        while bench.clock.now() < end:
            _pass(table, bench, min(end, bench.clock.now() + random.uniform(0, 2 * PEACE_S)))
            if first is None and bench.clock.now() >= warm_at:
                first = held()
            begin, mend = _some_fault(bench, far, random)
            begin()
            faults += 1
            _pass(table, bench, min(end, bench.clock.now() + random.uniform(0, 2 * FAULT_S)))
            mend()
        _pass(table, bench, bench.clock.now() + MINUTE_S)  # all is well again
        last = held()
        first = first or last
    return Soak(
        hours, faults, (last.memory - first.memory) / 1e6, last.files - first.files, last.threads - first.threads,
        tuple(told),
    )  # fmt: skip


def _table(folder: Path, told: list[str], opened: ExitStack) -> tuple[RunningTable, Bench, FarEnds]:
    bench = opened.enter_context(Bench(len(PLACES), tag_startup=WORST_TAG_S))
    far = FarEnds(Tracks().count)
    opened.callback(far.close)
    config = simulated_config(PLAYERS, ALL_TOKENS, far.screen_wire.path, far.strip_wire.path)
    places = Places(folder, folder)

    def hear(outcome: Outcome, _: str | None) -> None:
        wrong = isinstance(outcome, MoveMade | MoveTakenBack)
        if isinstance(outcome, ProblemFound):
            wrong = outcome.problem.kind not in OF_READERS
        if wrong:
            told.append(f"{outcome.at / 3600:.2f} h: {outcome}")

    table = opened.enter_context(
        RunningTable(config, Path("table.toml"), places, bench.clock, False, hear, lambda _: None, lambda _: None)
    )
    table.add(far)
    return table, bench, far


def _pass(table: RunningTable, bench: Bench, until: float) -> None:
    while (left := until - bench.clock.now()) > 0:
        table.run_for(min(left, MINUTE_S))
        bench.gpio.events.clear()  # the bench remembers what pins did, for whoever asks


def _some_fault(bench: Bench, far: FarEnds, random: Random) -> Fault:
    reader = random.randrange(len(PLACES))
    share = random.uniform(0.05, 0.3)
    seed = random.randrange(1 << 30)
    port = far.port(random.choice(["display", "lights"]))
    return random.choice(
        [
            (lambda: bench.unplug(reader), lambda: bench.plug(reader)),
            (lambda: bench.brown_out(reader), bench.quiet),
            (lambda: bench.brown_out(reader, in_exchange=True), bench.quiet),
            (lambda: bench.freeze(reader, soft=True), bench.quiet),
            (lambda: bench.freeze(reader, clock_only=True), bench.quiet),
            (lambda: bench.hold_miso(reader, 0), bench.quiet),
            (lambda: bench.hold_bus(reader), bench.quiet),
            (lambda: bench.cable(reader, 1_000_000, seed), bench.quiet),
            (lambda: bench.noise(share, burst=0.05, seed=seed), bench.quiet),
            (port.pull, port.plug),
        ]
    )


def held() -> Held:
    """What this process holds now."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    files = len(list(Path("/proc/self/fd").iterdir()))
    return Held(pages * os.sysconf("SC_PAGE_SIZE"), files, threading.active_count())
