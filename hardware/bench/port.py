"""A serial port whose far end the bench holds: a real pty, opened by real pyserial, with a plug that can be pulled."""

import fcntl
import os
import pty
import struct
import tempfile
import tty
from pathlib import Path
from types import TracebackType
from typing import Self

CHUNK = 65536   # bytes taken from the pty at a time
BITS_A_BYTE = 10   # start bit, eight data bits, stop bit

TCGETS2 = 0x802C542A   # Linux, <asm-generic/ioctls.h>; unlike termios it tells every baud rate as a number
TERMIOS2 = struct.Struct("4I 20B 2I")   # four words of flags, the line discipline and 19 control characters, two speeds


class PtyPort:
    """The far end of a serial line.

    `path` is what a driver opens. It is a link, as the names in /dev/serial/by-id are: it vanishes with `pull` and
    leads to a new pty after `plug`, while a driver that held the old one finds it dead.

    path: where that link shall be, in a folder that exists; a link that somebody left there is replaced.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="serial-") if path is None else None
        self.path = str(Path(self._folder.name) / "port" if self._folder is not None else path)
        if path is not None and path.is_symlink():
            path.unlink()
        self._ends: tuple[int, int] | None = None
        self._on_the_wire = b""
        self._bits = 0.0     # that the wire has carried since `_looked_at` and that make no whole byte yet
        self._looked_at = 0.0
        self.plug()

    @property
    def plugged(self) -> bool:
        """Whether there is anything at `path`."""
        return self._ends is not None

    @property
    def baud(self) -> int:
        """Bits a second that the driver has set; 0 with the plug out."""
        if self._ends is None:
            return 0
        return int(TERMIOS2.unpack(fcntl.ioctl(self._ends[1], TCGETS2, bytes(TERMIOS2.size)))[-1])

    def plug(self) -> None:
        """Put the plug in; nothing happens if it is in."""
        if self._ends is not None:
            return
        ours, theirs = pty.openpty()
        tty.setraw(theirs)   # no echo of what the far end says before a driver opens the port
        os.set_blocking(ours, False)
        os.symlink(os.ttyname(theirs), self.path)
        # Their end stays open here too: closed by its last holder, a pty gives an error to the one who reads it.
        self._ends = (ours, theirs)

    def pull(self) -> None:
        """Pull the plug: bytes on their way are lost, and who holds the port gets errors. Twice is fine."""
        if self._ends is None:
            return
        os.unlink(self.path)
        for end in self._ends:
            os.close(end)
        self._ends = None
        self._on_the_wire = b""

    def read(self) -> bytes:
        """What the driver has written since the last call, all of it, without waiting; nothing with the plug out."""
        data = b""
        while self._ends is not None:
            try:
                data += os.read(self._ends[0], CHUNK)
            except BlockingIOError:
                break
        return data

    def arrived(self, now: float) -> bytes:
        """What has come over the wire by `now` (s, on the table's clock) and was not taken yet.

        A pty hands bytes over at once; here the wire carries one after another, ten bits each, at the baud rate which
        the driver has set. What a call finds may have been on its way since the call before: who wants exact times
        calls right before the driver writes.
        """
        self._on_the_wire += self.read()
        carried = self._bits + (now - self._looked_at) * self.baud
        self._looked_at = now
        whole = min(int(carried / BITS_A_BYTE + 1e-6), len(self._on_the_wire))   # float arithmetic must not cost a byte
        came, self._on_the_wire = self._on_the_wire[:whole], self._on_the_wire[whole:]
        self._bits = carried - whole * BITS_A_BYTE if self._on_the_wire else 0.0
        return came

    @property
    def waiting(self) -> int:
        """Bytes that the last call of `arrived` left on the wire."""
        return len(self._on_the_wire)

    def say(self, data: bytes) -> None:
        """Let the far end speak: the driver can read these bytes. Nobody hears them with the plug out."""
        if self._ends is not None:
            os.write(self._ends[0], data)

    def close(self) -> None:
        """Pull the plug for good. Twice is fine."""
        self.pull()
        if self._folder is not None:
            self._folder.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
