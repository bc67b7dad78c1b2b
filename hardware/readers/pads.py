"""The worker of the pads: looks at one pad a step, all around for ever, and passes on what happened there."""

from collections.abc import Callable

from hardware.clock import Clock
from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent, Seen
from hardware.readers.scanner import Scanner

DEAD_PAUSE = 5e-3   # s after a dead pad, about what a look at a live one takes: a table without readers must not spin


class PadWorker:
    """Steps a scanner, which it owns, through its pads; each event goes to `put`, in the order in which it happened."""

    def __init__(
        self, scanner: Scanner, presence: Presence, put: Callable[[PadEvent], None], clock: Clock
    ) -> None:
        self._scanner = scanner
        self._presence = presence
        self._put = put
        self._clock = clock
        self._next = 0

    def step(self, now: float) -> float:
        """Look at the next pad if there is one; when to be called again (s): at once, or a little after a dead pad."""
        if not len(self._scanner):
            return now + DEAD_PAUSE
        reading = self._scanner.look(self._next)
        self._next = (self._next + 1) % len(self._scanner)
        for event in self._presence.feed(reading):
            self._put(event)
        due = self._clock.now()
        return due + DEAD_PAUSE if reading.seen is Seen.DEAD else due

    def close(self) -> None:
        """All antennas off, all readers closed; twice is fine."""
        self._scanner.close()
