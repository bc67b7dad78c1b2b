"""Virtual time that is let pass piece by piece: a clock with a gate that only the hands at the table open further."""

import math
import threading
import time
from collections.abc import Callable

from hardware.bench.clock import VirtualClock

_HEARTBEAT_S = 0.2     # how often one who waits looks whether the other end of its connection still lives


class Abandoned(Exception):
    """The program that waited for time to pass is gone; its transfer or sleep never happened."""


class GatedClock(VirtualClock):
    """A virtual clock for a world that is its own process.

    Time passes by transfers and sleeps, as on any virtual clock, but only up to the gate: whoever would pass it takes
    the clock up to it and waits there until `run` or `open_gate` sets it further on. So a program is stepped from
    outside, to the nanosecond, and where it is killed is repeatable. For one program that does all in one thread, as
    every virtual clock; that others may also ask, and come and go, does no harm.

    `lock` guards the table whose time this is: one who waits at the gate lets go of it meanwhile. passing: is called
    with the time (s) before time moves on, at most once in `every` seconds.
    """

    __slots__ = ("_arrived", "_due", "_every", "_gate", "_here", "_opened", "_passing", "_waiting", "lock")

    def __init__(self, passing: Callable[[float], object], every: float) -> None:
        super().__init__()
        self.lock = threading.RLock()
        self._opened = threading.Condition(self.lock)     # those at the gate wait for this
        self._arrived = threading.Condition(self.lock)    # and `run` for this
        self._gate = 0
        self._waiting: list[Callable[[], bool]] = []      # for each one at the gate: whether it is gone
        self._here = threading.local()
        self._passing = passing
        self._every = round(every * 1e9)
        self._due = 0

    @property
    def gate(self) -> float:
        """How far time may pass, in seconds since the table was made."""
        return self._gate / 1e9

    def attend(self, gone: Callable[[], bool]) -> None:
        """This thread acts for a program that may vanish; `gone` tells whether it has."""
        self._here.gone = gone

    def tick(self, ns: int) -> int:
        """Let `ns` nanoseconds pass, waiting at the gate; the new time (ns). Raises Abandoned."""
        with self.lock:
            target = self._ns + ns
            while target > self._gate:
                self._move(self._gate)
                self._wait()
            self._move(target)
            return self._ns

    def _move(self, ns: int) -> None:
        if ns <= self._ns:                                # somebody else has taken the time along
            return
        if ns >= self._due:
            self._passing(self._ns / 1e9)
            self._due = ns - ns % self._every + self._every
        self._ns = ns

    def _wait(self) -> None:
        gone: Callable[[], bool] = getattr(self._here, "gone", _never)
        self._waiting.append(gone)
        self._arrived.notify_all()
        try:
            self._opened.wait(_HEARTBEAT_S)
        finally:
            self._waiting.remove(gone)
        if gone():
            raise Abandoned

    # --- the hands' side ---

    def open_gate(self, seconds: float) -> float:
        """Let time pass so much further, and don't wait for it; the gate's time. ValueError for less than nothing."""
        if seconds < 0:
            raise ValueError(f"time does not go back: {seconds} s asks for it")
        with self.lock:
            self._gate += round(seconds * 1e9)
            self._opened.notify_all()
            return self.gate

    def run(self, seconds: float, timeout: float | None) -> bool:
        """Open the gate so much further and wait until somebody stands at it; 0 s waits for just that.

        timeout: real seconds; False when by then nobody has let that much time pass (the gate stays open). Raises
        Abandoned when the one who asked is gone.
        """
        gone: Callable[[], bool] = getattr(self._here, "gone", _never)
        with self.lock:
            self.open_gate(seconds)
            end = math.inf if timeout is None else time.monotonic() + timeout
            while not self._somebody_waits():
                left = end - time.monotonic()
                if left <= 0:
                    return False
                self._arrived.wait(min(left, _HEARTBEAT_S))
                if gone():
                    raise Abandoned
            return True

    def _somebody_waits(self) -> bool:
        return self._ns == self._gate and not all(gone() for gone in self._waiting)


def _never() -> bool:
    return False
