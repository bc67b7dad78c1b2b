"""The MFRC522's timer unit (datasheet 8.5): counts down from TReloadVal at a fraction of the carrier's frequency."""

from hardware.bench.iso14443 import nanoseconds

FOREVER = 1 << 62              # ns: an event that is not due at all


class Timer:
    """A down counter that is only looked at when somebody asks. Times are nanoseconds on the table's clock.

    at: when it underflows, FOREVER while it stands. One count takes 2 x TPrescaler + 1 carrier cycles (+ 2 with
    TPrescalEven), and reaching the underflow from a reload value of n takes n + 1 counts.
    """

    __slots__ = ("_count_cycles", "_left", "_reload", "_restarts", "at")

    def __init__(self) -> None:
        self.at = FOREVER
        self._count_cycles = 1
        self._reload = 0
        self._left = 0             # ns to the underflow while it stands
        self._restarts = False

    @property
    def running(self) -> bool:
        """TRunning."""
        return self.at != FOREVER

    def start(self, now: int, count_cycles: int, reload: int, restarts: bool) -> None:
        """Load the reload value and run."""
        self._count_cycles = count_cycles
        self._reload = reload
        self._restarts = restarts
        self.at = now + nanoseconds(count_cycles * (reload + 1))

    def stop(self, now: int) -> None:
        """Stand still and keep the value."""
        if self.at != FOREVER:
            self._left = self.at - now
            self.at = FOREVER

    def underflow(self) -> None:
        """What happens at `at`: stand at 0, or begin again (TAutoRestart)."""
        if self._restarts:
            self.at += nanoseconds(self._count_cycles * (self._reload + 1))
        else:
            self._left = 0
            self.at = FOREVER

    def value(self, now: int) -> int:
        """TCounterVal."""
        left = self._left if self.at == FOREVER else self.at - now
        return max(0, (left * 339 - 1) // (25_000 * self._count_cycles))          # the count that runs is not over
