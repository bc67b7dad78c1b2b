"""Buttons and knobs that the kernel reads: key events of its gpio-keys and rotary-encoder drivers, from /dev/input.

The kernel has debounced them: gpio-keys waits 5 ms where the device tree does not say otherwise.
"""

import errno
import os
import struct
from collections.abc import Callable

from .gestures import SLACK_S, Gestures
from .serial_port import FIRST_PAUSE_S, LONGEST_PAUSE_S, PortBack, PortEvent, PortLost

POLL_S = 0.01
EVENT = struct.Struct("@qqHHi")
"""struct input_event of a 64-bit system (linux/input.h): seconds, microseconds, type, code, value; 24 bytes."""
MOST_EVENTS = 64         # taken at a time: a knob that is spun must not hold everybody else up

# Types, codes and values of linux/input-event-codes.h.
EV_SYN, EV_KEY, EV_REL = 0, 1, 2
SYN_DROPPED = 3
UP, DOWN = 0, 1          # 2 is the kernel's own repeating, which ours replaces
KEYS = {105: "left", 106: "right", 28: "ok", 1: "back", 368: "language"}
"""KEY_LEFT, KEY_RIGHT, KEY_ENTER, KEY_ESC, KEY_LANGUAGE: which button each is."""
WHEELS = (0, 7)
"""REL_X, which the rotary-encoder driver takes where nothing else is said, and REL_DIAL; clockwise is right."""

REMEDIES = {
    errno.ENOENT: "is not there: look in /dev/input/by-path for the name it has, and in config.txt for its overlay",
    errno.EACCES: "may not be opened: add this user to the group that owns it (input on Debian) and log in again",
    errno.ENODEV: "has gone: look whether its plug is in and its driver is loaded",
}


class Keys:
    """The key events of one input device, which may come and go; `gestures` makes events of what its buttons do.

    path: best from /dev/input/by-path; tell: is given a `PortLost` at the first failure and a `PortBack` at the
    return, not for each attempt between. Never blocks, never raises. When something happened is told by the worker's
    clock, since the kernel's is another one.
    """

    def __init__(self, path: str, gestures: Gestures, tell: Callable[[PortEvent], None]) -> None:
        self.path = path
        self._gestures = gestures
        self._tell = tell
        self._file: int | None = None
        self._rest = b""
        self._down: set[str] = set()
        self._lost = False
        self._pause_s = FIRST_PAUSE_S
        self._retry_at = float("-inf")

    def step(self, now: float) -> float:
        """Take in what happened; when to look next (s)."""
        if self._file is None and now >= self._retry_at - SLACK_S:
            self._open(now)
        if self._file is not None:
            self._read(self._file, now)
        self._gestures.step(now)
        return now + POLL_S

    def close(self) -> None:
        """Let go of the device; twice is fine."""
        if self._file is not None:
            os.close(self._file)
            self._file = None
        self._forget()
        self._rest = b""

    def _open(self, now: float) -> None:
        try:
            self._file = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except (OSError, ValueError) as error:
            self._miss(error, now)

    def _read(self, file: int, now: float) -> None:
        try:
            data = os.read(file, MOST_EVENTS * EVENT.size)
            gone = None if data else OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        except BlockingIOError:
            data, gone = b"", None
        except OSError as error:
            gone = error
        if gone is not None:
            self.close()
            self._miss(gone, now)
            return
        self._found(now)
        data = self._rest + data   # the kernel gives whole events only, a pipe may not
        whole = len(data) - len(data) % EVENT.size
        self._rest = data[whole:]
        for _, _, kind, code, value in EVENT.iter_unpack(data[:whole]):
            self._take(kind, code, value, now)

    def _take(self, kind: int, code: int, value: int, now: float) -> None:
        if kind == EV_KEY and code in KEYS and value in (UP, DOWN):
            name = KEYS[code]
            if value == DOWN:
                self._down.add(name)
                self._gestures.down(name, now)
            else:
                self._down.discard(name)
                self._gestures.up(name, now)
        elif kind == EV_REL and code in WHEELS:
            for _ in range(min(abs(value), MOST_EVENTS)):
                self._gestures.turned("right" if value > 0 else "left", now)
        elif kind == EV_SYN and code == SYN_DROPPED:  # events were lost, a key's coming up perhaps among them
            self._forget()

    def _forget(self) -> None:
        for name in self._down:
            self._gestures.lost(name)
        self._down = set()

    def _found(self, now: float) -> None:
        """It can be read: say so if it was lost."""
        self._pause_s = FIRST_PAUSE_S
        if self._lost:
            self._lost = False
            self._tell(PortBack(self.path, now))

    def _miss(self, error: Exception, now: float) -> None:
        """It can't be read now: say so the first time, and pause before it is tried again."""
        self._retry_at = now + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        if not self._lost:
            self._lost = True
            number = error.errno if isinstance(error, OSError) else None
            reason = os.strerror(number) if number else str(error)
            why = REMEDIES.get(number or 0, f"can't be read ({reason}): name an input device of /dev/input/by-path")
            self._tell(PortLost(self.path, f"{self.path}: {why}", now))
