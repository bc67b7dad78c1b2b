"""The worker of the pads: one look a step, all around for ever; it passes on what happened there."""

from collections.abc import Callable

from hardware.clock import Clock
from hardware.readers.presence import Presence
from hardware.readers.reading import PadEvent
from hardware.readers.scanner import Scanner

NOTHING_TO_DO = 1.0   # s; a table without readers must not spin


class PadWorker:
    """Steps a scanner, which it owns, through its pads; each event goes to `put`, in the order in which it happened.

    A pad whose look left a doubt is looked at again soon. rounds_per_s: how often all pads are looked at while nothing
    happens there, 0 for as often as can be; while there is a doubt about any pad nobody waits, and how well tags are
    heard (`Scanner.measure`) is not measured.
    """

    def __init__(
        self,
        scanner: Scanner,
        presence: Presence,
        put: Callable[[PadEvent], None],
        clock: Clock,
        rounds_per_s: float = 0.0,
    ) -> None:
        self.scanner = scanner
        self._presence = presence
        self._put = put
        self._clock = clock
        looks_per_s = rounds_per_s * len(scanner)
        self._pause = 1 / looks_per_s if looks_per_s else 0.0
        self._next = float("-inf")
        self._doubtful: set[int] = set()

    def step(self, now: float) -> float:
        """Look at the pad whose turn it is, if its antenna is ready; when to be called again (s)."""
        if self._due() <= now:
            self._next = now + self._pause
            reading = self.scanner.next_look()
            if reading is not None:
                for event in self._presence.feed(reading):
                    self._put(event)
                self._doubtful.discard(reading.reader)
                if self._presence.doubts(reading.reader):
                    self._doubtful.add(reading.reader)
                    self.scanner.again(reading.reader)
            if not self._doubtful and not self.scanner.margins.done:
                self.scanner.margins.step()
        return min(self._due(), self._clock.now() + NOTHING_TO_DO)

    def _due(self) -> float:
        ready = self.scanner.ready_at()
        return ready if self._doubtful else max(ready, self._next)

    def close(self) -> None:
        """All antennas off, all readers closed; twice is fine."""
        self.scanner.close()
