"""The readers of a config, opened on whatever wires this machine has."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from hardware.clock import Clock
from hardware.readers.reading import PadEvent

from .config import TableConfig

if TYPE_CHECKING:
    from hardware.readers.pads import PadWorker
    from hardware.readers.scanner import Scanner


def opened_scanner(config: TableConfig, clock: Clock, opened: ExitStack) -> "Scanner":
    """All readers; `opened` closes them. Raises HardwareError for wires that are not there, forbidden, or strange."""
    # Not before it is needed: nothing that imports spidev can be imported where there is none.
    from hardware.readers.mfrc522 import Mfrc522
    from hardware.readers.reset_line import ResetLine
    from hardware.readers.scanner import Scanner

    lines: dict[int, ResetLine] = {}  # by pin, which several readers may share
    readers = []
    for reader in config.reader:
        pin = reader.reset_pin
        if pin is not None and pin not in lines:
            lines[pin] = ResetLine(pin, clock)
            opened.callback(lines[pin].close)
        chip = Mfrc522(
            reader.bus,
            reader.device,
            clock=clock,
            speed_hz=reader.speed_hz,
            gain_db=reader.gain_db,
            reset=None if pin is None else lines[pin],
        )
        opened.callback(chip.close)
        readers.append(chip)
    return Scanner(readers, clock, config.pads.schedule, config.neighbours())


def opened_pads(config: TableConfig, clock: Clock, put: Callable[[PadEvent], None], opened: ExitStack) -> "PadWorker":
    """The worker that looks at all pads in turn; `opened` closes it. Raises as `opened_scanner`."""
    from hardware.readers.pads import PadWorker
    from hardware.readers.presence import Presence

    scanner = opened_scanner(config, clock, opened)
    return PadWorker(scanner, Presence(readers=len(scanner)), put, clock)
