"""What can go wrong on the wires, in words for the person who has to mend it.

`HardwareError` is the root in this room; each error is also a fitting builtin, so that code which knows nothing of us
can catch it. A fault of a peer (a garbled answer) is no exception: it is data, `Reading.seen`.
"""


class HardwareError(Exception):
    """Root of all errors that hardware/ raises; the message says what, where, and what to do."""


class WireError(HardwareError, OSError):
    """A wire is not there, may not be opened, or was lost (SPI device, serial port)."""


class DriverMissing(HardwareError, ImportError):
    """A package that talks to the wires can't be used on this machine."""


class ChipStuck(HardwareError, TimeoutError):
    """A chip on the wire answers, and did not do or finish what it was told."""


class BenchError(HardwareError, ValueError):
    """The simulated table was asked for what can't be: a tag of three bytes, a reader that it does not have."""


class WiringError(HardwareError, ValueError):
    """The wiring that was asked for can't be: two readers on one chip select, a pin that does not exist."""
