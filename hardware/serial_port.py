"""A serial port that is never waited for: it carries what its wire can carry, and is opened again when it was lost."""

import contextlib
import errno
import os
import select
import termios
from collections.abc import Callable
from dataclasses import dataclass

import serial

from .errors import WireError, WiringError

BITS_A_BYTE = 10        # 8N1: a start bit, eight data bits, a stop bit
FIRST_PAUSE_S = 0.5     # after a loss, until the port is opened again ...
LONGEST_PAUSE_S = 8.0   # ... doubled with every failure, up to this
POLL_S = 0.01           # how soon a port that is full is asked again
STALL_S = 1.0           # full for so long, the far end is taken to have stopped reading
MOST_HEARD = 1024       # bytes taken from the port at a time

HELD = "is held by another program: stop that one, be it a login console or a second service"
REMEDIES = {
    errno.ENOENT: "is not there: plug it in, and look in /dev/serial/by-id for the name it has",
    errno.EACCES: "may not be opened: add this user to the group that owns it (dialout on Debian) and log in again",
    errno.EWOULDBLOCK: HELD,
    errno.EBUSY: HELD,
}


@dataclass(frozen=True, slots=True)
class PortLost:
    """The port at `path` can't be used since `at` (s); `why` says it in words, with the remedy."""

    path: str
    why: str
    at: float


@dataclass(frozen=True, slots=True)
class PortBack:
    """A lost port can be used again since `at` (s)."""

    path: str
    at: float


PortEvent = PortLost | PortBack


class SerialPort:
    """One serial port for a worker that must not block: 8N1, exclusive; no call waits for the far end.

    path: as the operating system names it, best from /dev/serial/by-id; baud: bits a second; tell: is given a
    `PortLost` at the first failure and a `PortBack` at the return, not for each attempt between.

    `now` is seconds on the worker's clock. The wire counts as busy for ten bits a byte after each `send`, so that the
    buffers on the way never fill and what people see is never older than what was just sent.
    """

    def __init__(self, path: str, baud: int, tell: Callable[[PortEvent], None]) -> None:
        if baud <= 0:
            raise WiringError(f"{path}: no port runs at {baud} baud; 9600 and 115200 are usual")
        self.path = path
        self.baud = baud
        self.openings = 0
        """How often the port was opened; another number than last time: the far end remembers nothing."""
        self._tell = tell
        self._serial: serial.Serial | None = None
        self._unsent = b""
        self._free_at = 0.0
        self._moved_at = 0.0
        self._lost = False
        self._pause_s = FIRST_PAUSE_S
        self._retry_at = 0.0

    @property
    def due(self) -> float:
        """When `ready` has something to do next: the wire is free, a full port is asked again, a lost one opened."""
        return self._retry_at if self._serial is None or self._unsent else self._free_at

    def wire_time(self, count: int) -> float:
        """Seconds that the wire needs for `count` bytes."""
        return count * BITS_A_BYTE / self.baud

    def open(self) -> None:
        """Open the port, for a start that should fail at once; an open port stays as it is.

        Raises WireError with the port and the remedy. Leaves RTS and DTR to pyserial: a pty has neither.
        """
        if self._serial is not None:
            return
        try:
            self._serial = serial.Serial(self.path, self.baud, timeout=0, write_timeout=0, exclusive=True)
        except (OSError, ValueError, OverflowError, termios.error) as error:
            raise self._wire_error(error) from error
        self.openings += 1

    def ready(self, now: float) -> bool:
        """Whether `send` may be called: the port is open and the wire has carried all that was sent before."""
        if self._serial is None:
            if self._lost and now < self._retry_at:
                return False
            try:
                self.open()
            except WireError as error:
                self._lose(str(error), now)
                return False
            self._found(now)
        if self._unsent and now >= self._retry_at:
            self._push(now)
        return self._serial is not None and not self._unsent and now >= self._free_at

    def send(self, data: bytes, now: float) -> None:
        """Hand bytes to the wire, which is busy with them until `due`. Only after `ready` said so."""
        self._unsent = data
        self._free_at = now + self.wire_time(len(data))
        self._moved_at = now
        self._push(now)

    def heard(self, now: float) -> bytes:
        """What the far end has said since the last call.

        Listening also finds out that the plug was pulled from a port on which nothing is sent.
        """
        if self._serial is None:
            return b""
        try:
            return self._serial.read(MOST_HEARD)
        except (OSError, termios.error) as error:
            self._lose(str(self._wire_error(error)), now)
            return b""

    def close(self, last: bytes = b"") -> None:
        """Close the port, with `last` as last words if the port takes them at once. Twice is fine."""
        if self._serial is None:
            return
        words = self._unsent + last
        taken = 0
        with contextlib.suppress(WireError):   # nobody is left whom it would help to know
            taken = self._write(words)
        self._shut(discard=bool(words) and not taken)

    def _push(self, now: float) -> None:
        self._retry_at = now + POLL_S
        try:
            taken = self._write(self._unsent)
        except WireError as error:
            self._lose(str(error), now)
            return
        self._unsent = self._unsent[taken:]
        if taken:
            self._moved_at = now
        elif now - self._moved_at >= STALL_S:
            # It stays open: opened anew it would take some bytes again, whoever reads them or not.
            self._miss(f"{self.path}: takes no more bytes: look whether what hangs on it has power and runs", now)
        if not self._unsent:
            self._pause_s = FIRST_PAUSE_S   # only a port that takes what it is given has earned a quick retry
            self._found(now)

    def _write(self, data: bytes) -> int:
        """Give the kernel as many of the bytes as it takes now.

        A pyserial port with a write timeout of 0 spins for as long as it is full, and one with a short timeout takes a
        busy machine for a lost port: so the port is asked first, and what it does not take waits here.
        """
        if self._serial is None:
            return 0
        try:
            _, writable, _ = select.select([], [self._serial.fileno()], [], 0)
            return (self._serial.write(data) or 0) if writable else 0
        except (OSError, termios.error) as error:
            raise self._wire_error(error) from error

    def _lose(self, why: str, now: float) -> None:
        self._shut(discard=True)
        self._miss(why, now)

    def _miss(self, why: str, now: float) -> None:
        """It can't be used now: say so the first time, and pause before it is tried again."""
        self._retry_at = now + self._pause_s
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
        if not self._lost:
            self._lost = True
            self._tell(PortLost(self.path, why, now))

    def _found(self, now: float) -> None:
        """It can be used: say so if it was lost."""
        if self._lost:
            self._lost = False
            self._tell(PortBack(self.path, now))

    def _shut(self, discard: bool) -> None:
        if self._serial is not None:
            if discard:   # else the kernel would hold the close up, half a minute at worst, for what nobody takes
                with contextlib.suppress(OSError, termios.error):
                    self._serial.reset_output_buffer()
            self._serial.close()
        self._serial = None
        self._unsent = b""
        self._free_at = 0.0

    def _wire_error(self, error: Exception) -> WireError:
        number = error.errno if isinstance(error, OSError) else None
        if number in REMEDIES:
            return WireError(f"{self.path}: {REMEDIES[number]}")
        reason = os.strerror(number) if number else str(error)
        return WireError(f"{self.path}: can't be used ({reason}): check plug and cable, and that it is a serial port")
