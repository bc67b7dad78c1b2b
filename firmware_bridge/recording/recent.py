"""What the readers have said in the last hour, kept in memory for whoever asks: none of it goes to the SD card."""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any

from hardware.readers.reading import PadEvent, Reading, Seen

from ..roster import Place
from .tap import OverheardPresence

HOUR_S = 3600.0
MOST_RUNS = 10_000
"""Runs kept at most, some 3 MB: an hour that is so noisy is kept in part, and the newest part is the one that helps."""
MOST_ANSWERED = 200
"""Runs in an answer at most: a line of the control socket has 64 KiB."""
LOOKS = 100
"""Looks of each reader from which its noise is told."""


@dataclass(slots=True)
class Run:
    """Looks at one pad that all said the same, one after the other; times in s on the table's clock.

    since, until: of the first look and the last; why: what was found at the last, where it was not all well.
    """

    reader: int
    seen: Seen
    tags: tuple[str, ...]
    since: float
    until: float
    looks: int
    why: str


class Recent:
    """The readings of the last hour, looks that say the same taken together. For one thread at a time.

    looks: at all pads, since the beginning.
    """

    def __init__(self, readers: int) -> None:
        self.looks = 0
        self._over: deque[Run] = deque(maxlen=MOST_RUNS)
        self._on: list[Run | None] = [None] * readers
        self._tags: list[tuple[str, ...]] = [()] * readers
        self._seen: list[deque[Seen]] = [deque(maxlen=LOOKS) for _ in range(readers)]

    def add(self, reading: Reading) -> None:
        """One more look."""
        self.looks += 1
        self._seen[reading.reader].append(reading.seen)
        if reading.seen in (Seen.TAGS, Seen.NOBODY):
            self._tags[reading.reader] = reading.tags
        run = self._on[reading.reader]
        if run is not None and (run.seen, run.tags) == (reading.seen, reading.tags):
            run.until = reading.at
            run.looks += 1
            run.why = reading.why
            return
        if run is not None:
            self._over.append(run)
        self._on[reading.reader] = Run(
            reading.reader, reading.seen, reading.tags, reading.at, reading.at, 1, reading.why
        )
        self._forget(reading.at)

    def _forget(self, now: float) -> None:
        while self._over and self._over[0].until < now - HOUR_S:
            self._over.popleft()

    def noise(self, reader: int) -> tuple[int, int]:
        """How many of this reader's last looks, `LOOKS` at most, were garbled, and how many there were."""
        seen = self._seen[reader]
        return Counter(seen)[Seen.GARBLED], len(seen)

    def tags(self, reader: int) -> tuple[str, ...]:
        """What lay on the pad at the last look that was clean."""
        return self._tags[reader]

    def values(self, places: Sequence[Place], now: float, reader: int | None, count: int) -> dict[str, Any]:
        """The newest `count` runs as values of JSON, of one reader or of all; ago_s: from a run's beginning to `now`.

        What goes on comes first, then what is over, the last first. An hour can hold many: only these are made.
        """
        self._forget(now)
        goes_on = [run for run in self._on if run is not None and reader in (None, run.reader)]
        goes_on.sort(key=lambda run: run.since, reverse=True)
        over = (run for run in reversed(self._over) if reader in (None, run.reader))
        chosen = islice(chain(goes_on, over), max(0, min(count, MOST_ANSWERED)))
        return {
            "runs": [
                {
                    "reads": str(places[run.reader]),
                    "seen": run.seen.value,
                    "tags": list(run.tags),
                    "ago_s": round(now - run.since, 2),
                    "lasted_s": round(run.until - run.since, 2),
                    "looks": run.looks,
                    "why": run.why,
                }
                for run in chosen
            ],
            "kept": len(goes_on) + sum(reader in (None, run.reader) for run in self._over),
            "garbled": {str(place): list(self.noise(number)) for number, place in enumerate(places)},
        }


class RememberingPresence(OverheardPresence):
    """A presence that keeps in `recent` what it was fed; whoever reads there holds `lock`."""

    def __init__(self, readers: int, neighbours: Sequence[tuple[int, int]]) -> None:
        super().__init__(readers, neighbours)
        self.recent = Recent(readers)

    def feed(self, reading: Reading) -> list[PadEvent]:
        """As `Presence.feed`."""
        with self.lock:
            self.recent.add(reading)
        return super().feed(reading)
