"""What a simulated table in its own process and its clients both know: requests, and how they go over the socket.

PROTOCOL.md beside this file is the same for people, and for clients in other languages.
"""

import contextlib
import errno
import socket
from typing import Any

import msgspec

from hardware.bench.deeds import AnyDeed
from hardware.bench.request import Hertz, Level, Pin, Port, Request, Seconds

VERSION = 2
LONGEST = 65_536    # bytes of one request or reply; the longest is a transfer of 4096 bytes, two digits each


class Hello(Request, tag="hello"):
    """What table this is."""


class Open(Request, tag="open"):
    """Open an SPI device."""

    bus: int
    device: int


class Transfer(Request, tag="transfer"):
    """Shift bytes through an open SPI device; the first request in number, by far.

    tx: see `some_bytes`; a pattern here would take longer to match than the transfer itself.
    """

    bus: int
    device: int
    hz: Hertz
    tx: str


class PinFunction(Request, tag="pin_function"):
    """What a pin is now."""

    pin: Pin


class MakeInput(Request, tag="make_input"):
    """The program lets go of a pin."""

    pin: Pin
    pull: Level | None = None


class DriveOutput(Request, tag="drive_output"):
    """The program drives a pin."""

    pin: Pin
    level: Level


class PinLevel(Request, tag="level"):
    """The level on a pin."""

    pin: Pin


class Watch(Request, tag="watch"):
    """From now on this connection tells of inputs that change, and nothing else."""


class Now(Request, tag="now"):
    """The table's time."""


class Sleep(Request, tag="sleep"):
    """Let the table's time pass."""

    seconds: Seconds


class Lying(Request, tag="lying"):
    """Which tags lie where."""


class DrivePin(Request, tag="drive_pin"):
    """Something outside the program puts a level on a pin: a button, which may bounce."""

    pin: Pin
    level: Level
    bounce: Seconds = 0.0
    seed: int = 0


class ReleasePin(Request, tag="release_pin"):
    """Nothing outside drives the pin any longer."""

    pin: Pin


class Screen(Request, tag="screen"):
    """What stands on the display."""


class Leds(Request, tag="leds"):
    """What the lights show."""


class PullPort(Request, tag="pull_port"):
    """Pull the plug of the display or the lights."""

    port: Port


class PlugPort(Request, tag="plug_port"):
    """Put it in again."""

    port: Port


class Transfers(Request, tag="transfers"):
    """How many SPI transfers there have been."""


class OpenGate(Request, tag="open_gate"):
    """Let time pass so much further, without waiting for it."""

    seconds: Seconds


class Run(Request, tag="run"):
    """Let time pass so much further, and wait until it has."""

    seconds: Seconds
    timeout: Seconds | None = None


AnyRequest = (
    Hello | Open | Transfer | PinFunction | MakeInput | DriveOutput | PinLevel | Watch | Now | Sleep | Lying | AnyDeed
    | DrivePin | ReleasePin | Screen | Leds | PullPort | PlugPort | Transfers | OpenGate | Run
)

encode = msgspec.json.Encoder().encode
decode_request = msgspec.json.Decoder(AnyRequest).decode
decode_reply = msgspec.json.Decoder(dict[str, Any]).decode


def some_bytes(field: str, digits: str) -> bytes:
    """Bytes, at least one, of two hexadecimal digits each; ValueError names the field."""
    try:
        data = bytes.fromhex(digits)
    except ValueError:
        data = b""
    if not data or len(digits) != 2 * len(data):           # `fromhex` lets spaces pass
        raise ValueError(f"not a request: `{field}` must be bytes, at least one, of two hexadecimal digits each")
    return data


class Lines:
    """A stream socket as lines, one request or reply each."""

    __slots__ = ("_rest", "_socket")

    def __init__(self, stream: socket.socket) -> None:
        self._socket = stream
        self._rest = b""

    def read(self) -> bytes | None:
        """The next line without its end; None when the other end has closed. OSError, also for a line without end."""
        data = self._rest
        while (end := data.find(b"\n")) < 0:
            if len(data) > LONGEST:
                raise OSError(errno.EMSGSIZE, f"a line of more than {LONGEST} bytes")
            more = self._socket.recv(LONGEST)
            if not more:
                return None
            data += more
        self._rest = data[end + 1:]
        return data[:end]

    def write(self, line: bytes) -> None:
        """Send one line, given without its end. OSError when nobody is there."""
        self._socket.sendall(line + b"\n")

    def gone(self) -> bool:
        """Whether the other end has closed; does not wait, and takes nothing off the stream."""
        try:
            return self._socket.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
        except BlockingIOError:
            return False
        except OSError:
            return True

    def close(self) -> None:
        """Close, so that a thread which waits in `read` gets None. Twice is fine."""
        with contextlib.suppress(OSError):       # the other end was first
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
