"""Stand-in for the spidev package: the face and the habits of py-spidev 3.6, with a simulated table behind it.

Habits that drivers may lean on, kept: a list passed to `xfer` or `xfer2` is overwritten with what came in, and is
what is returned; numbers are cut to their low byte; closed devices fail with EBADF; an argument error is found
first. Mode, the settings that are on or off, and a transfer's delay make no difference on the simulated wire.
"""

import errno
import os
from collections.abc import Sequence
from types import TracebackType

from hardware.bench import backing
from hardware.bench.backing import Wire

__all__ = ["SpiDev", "__version__"]
__version__ = "3.6"

_BLOCK = 4096                # bytes in one transfer: the kernel module's default `bufsiz`

# What the device tree says for a new device. The Pi's own says 125 MHz, at which no MFRC522 (10 MHz) ever answered;
# spidev itself has no default, the table's overlay writes this into its `spi-max-frequency`.
_TREE_SPEED_HZ = 500_000


def _flag(name: str) -> property:
    """A setting that is on or off: TypeError for what is no bool, EBADF when the device is closed."""

    def get(device: "SpiDev") -> bool:
        return name in device.flags

    def put(device: "SpiDev", value: bool) -> None:
        if not isinstance(value, bool):
            raise TypeError(f"The {name} attribute must be boolean")
        device.set_flag(name, value)

    return property(get, put)


class SpiDev:
    """A device /dev/spidev<bus>.<client>, opened at once if both are given."""

    __slots__ = ("_bits_per_word", "_fd", "_max_speed_hz", "_mode", "_wire", "flags")

    cshigh = _flag("cshigh")
    lsbfirst = _flag("lsbfirst")
    loop = _flag("loop")
    no_cs = _flag("no_cs")
    threewire = _flag("threewire")
    read0 = _flag("read0")

    def __init__(self, bus: int = -1, client: int = -1) -> None:
        self._forget()
        if bus >= 0:
            self.open(bus, client)

    def _forget(self) -> None:
        self._wire: Wire | None = None
        self._fd = -1
        self._mode = 0
        self._bits_per_word = 0
        self._max_speed_hz = 0
        self.flags: set[str] = set()

    def open(self, bus: int, device: int) -> None:
        """Open the device; FileNotFoundError when there is none, PermissionError when it may not be opened."""
        table = backing.current()
        if table is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        self._wire = table.open(bus, device)
        self._fd = 3 + 16 * bus + device         # no file stands behind it: a number that tells devices apart
        self._mode = 0
        self._bits_per_word = 8
        self._max_speed_hz = _TREE_SPEED_HZ

    def close(self) -> None:
        """Let the device go, and forget its settings; twice is fine."""
        self._forget()

    def fileno(self) -> int:
        """The descriptor's number, -1 when closed."""
        return self._fd

    def __enter__(self) -> "SpiDev":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        self.close()

    # --- transfers ---

    def xfer2(
        self, values: Sequence[int], speed_hz: int = 0, delay_usecs: int = 0, bits_per_word: int = 0, /,
    ) -> Sequence[int]:
        """One transfer with the chip selected throughout; returns what came in, in the very list that was passed."""
        wire = self._wire
        if type(values) is bytes and wire is not None and 0 < len(values) <= _BLOCK:      # nothing to convert
            return wire.transfer(values, speed_hz if speed_hz > 0 else self._max_speed_hz)
        try:
            tx = bytes(values) if type(values) is list and 0 < len(values) <= _BLOCK else _as_bytes(values)
        except (TypeError, ValueError):          # no number, or one over 255: rare, so looked at closely only now
            tx = _as_bytes(values)
        if wire is None:
            raise _closed()
        rx = wire.transfer(tx, speed_hz if speed_hz > 0 else self._max_speed_hz)
        if type(values) is list:
            values[:] = rx
            return values
        return tuple(rx) if isinstance(values, tuple) else rx

    xfer = xfer2      # spidev lets the chip select go between blocks here, and a transfer is one block

    def xfer3(
        self, values: Sequence[int], speed_hz: int = 0, delay_usecs: int = 0, bits_per_word: int = 0, /,
    ) -> tuple[int, ...]:
        """Any number of bytes, in transfers of at most a block each; returns a tuple."""
        tx = _as_bytes(values, limit=None)
        wire = self._opened()
        hz = speed_hz if speed_hz > 0 else self._max_speed_hz
        return tuple(byte for i in range(0, len(tx), _BLOCK) for byte in wire.transfer(tx[i:i + _BLOCK], hz))

    def writebytes(self, values: Sequence[int], /) -> None:
        """Write at most a block of bytes; what comes in is thrown away."""
        tx = _as_bytes(values)
        self._opened().transfer(tx, self._max_speed_hz)

    def writebytes2(self, values: Sequence[int], /) -> None:
        """Write any number of bytes, from a list or a buffer."""
        self.xfer3(values)

    def readbytes(self, length: int, /) -> list[int]:
        """Read so many bytes (at least 1, at most a block), sending zeros."""
        tx = bytes(min(max(length, 1), _BLOCK))
        return self._opened().transfer(tx, self._max_speed_hz)

    def _opened(self) -> Wire:
        if self._wire is None:
            raise _closed()
        return self._wire

    # --- settings ---

    def set_flag(self, name: str, on: bool) -> None:
        """Keep one of the settings that are on or off."""
        self._opened()
        if on:
            self.flags.add(name)
        else:
            self.flags.discard(name)

    @property
    def mode(self) -> int:
        """Clock polarity and phase, 0 to 3."""
        return self._mode

    @mode.setter
    def mode(self, value: int) -> None:
        if not isinstance(value, int):
            raise TypeError("The mode attribute must be an integer")
        if not 0 <= value <= 3:
            raise TypeError("The mode attribute must be between 0 and 3.")
        self._opened()
        self._mode = value

    @property
    def max_speed_hz(self) -> int:
        """Clock of transfers that name no speed of their own."""
        return self._max_speed_hz

    @max_speed_hz.setter
    def max_speed_hz(self, value: int) -> None:
        if not isinstance(value, int):
            raise TypeError("The max_speed_hz attribute must be an integer")
        self._opened()
        if value <= 0:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        self._max_speed_hz = value

    @property
    def bits_per_word(self) -> int:
        """8; the controller of the Pi knows no other."""
        return self._bits_per_word

    @bits_per_word.setter
    def bits_per_word(self, value: int) -> None:
        if not isinstance(value, int):
            raise TypeError("The bits_per_word attribute must be an integer")
        if not 8 <= value <= 32:
            raise TypeError("invalid bits_per_word (8 to 32)")
        self._opened()
        if value != 8:
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))


def _closed() -> OSError:
    return OSError(errno.EBADF, os.strerror(errno.EBADF))


def _as_bytes(values: Sequence[int], limit: int | None = _BLOCK) -> bytes:
    """The low bytes of a sequence of ints; TypeError and OverflowError as spidev raises them."""
    try:
        items = list(values)
    except TypeError:
        raise TypeError("Empty argument list.") from None
    if not items:
        raise TypeError("Empty argument list.")
    if limit is not None and len(items) > limit:
        raise OverflowError(f"Argument list size exceeds {limit} bytes.")
    for item in items:
        if not isinstance(item, int):
            raise TypeError(f"Non-Int/Long value in arguments: {item!r}.")
    return bytes([item & 0xFF for item in items])
