"""Time is passed in: nothing in this room asks the operating system for it."""

import time
from typing import Protocol


class Clock(Protocol):
    """A source of monotonic time, in seconds; tests pass the bench's virtual one."""

    def now(self) -> float:
        """Seconds since some fixed moment; never goes back."""
        ...

    def sleep(self, seconds: float) -> None:
        """Let at least so many seconds pass; nothing at all for zero or less."""
        ...


class RealClock:
    """The machine's monotonic clock."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            time.sleep(seconds)
