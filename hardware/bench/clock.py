"""The table's time: integer nanoseconds inside, so that a duration is exact and the same in every run."""

import threading
import time

# Taken at import: a bench may put the table's time in the place of `time.sleep`, and the paced clock must really wait.
_wall = time.perf_counter_ns
_wait = time.sleep

_NS = 1_000_000_000


class VirtualClock:
    """Time that passes only by what happens on the table: SPI transfers and sleeps.

    For one thread: whoever runs ahead takes everybody's time along. Satisfies `hardware.clock.Clock`.
    """

    __slots__ = ("_ns",)

    def __init__(self) -> None:
        self._ns = 0

    def now(self) -> float:
        """Seconds since the table was made."""
        return self._ns / _NS

    def now_ns(self) -> int:
        """The same in nanoseconds, exact."""
        return self._ns

    def sleep(self, seconds: float) -> None:
        """Let so much time pass at once; nothing at all for zero or less."""
        if seconds > 0:
            self.tick(whole_ns(seconds))

    def advance(self, seconds: float) -> None:
        """Let so much time pass, as the world's doing (nobody waits); refuses to go back with ValueError."""
        if seconds < 0:
            raise ValueError(f"time does not go back: advance({seconds}) asks for it")
        self.sleep(seconds)

    def tick(self, ns: int) -> int:
        """Let `ns` nanoseconds pass; returns the new time in nanoseconds."""
        self._ns += ns
        return self._ns


class PacedClock:
    """Modelled time that keeps to the wall's: never behind it, and whoever gets ahead of it waits.

    For a table that people look at, and for several threads. Satisfies `hardware.clock.Clock`.
    """

    _SLACK_NS = 2_000_000  # transfers may run ahead so far before they wait: a wait costs the system about 0.1 ms

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._start = _wall()
        self._ns = 0

    @property
    def began_ns(self) -> int:
        """What the machine's monotonic clock read, in nanoseconds, when the table was made."""
        return self._start

    def now(self) -> float:
        """Seconds since the table was made."""
        return self.now_ns() / _NS

    def now_ns(self) -> int:
        """The same in nanoseconds."""
        return max(self._ns, _wall() - self._start)

    def sleep(self, seconds: float) -> None:
        """Wait until the wall's time has got that far; nothing at all for zero or less."""
        if seconds > 0:
            self._wait_until(self.now_ns() + whole_ns(seconds))

    def advance(self, seconds: float) -> None:
        """Like `sleep`; refuses to go back with ValueError."""
        if seconds < 0:
            raise ValueError(f"time does not go back: advance({seconds}) asks for it")
        self.sleep(seconds)

    def tick(self, ns: int) -> int:
        """Let `ns` nanoseconds pass, waiting when modelled time is too far ahead; returns the new time (ns)."""
        with self._lock:
            self._ns = now = self.now_ns() + ns
        if now - (_wall() - self._start) > self._SLACK_NS:
            self._wait_until(now)
        return now

    def _wait_until(self, ns: int) -> None:
        while (ahead := ns - (_wall() - self._start)) > 0:
            _wait(ahead / _NS)


TableClock = VirtualClock | PacedClock


def whole_ns(seconds: float) -> int:
    """What a sleep comes to: at least 1 ns, else one for a rest too short to count would be repeated for ever."""
    return max(1, round(seconds * _NS))
