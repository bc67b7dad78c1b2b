"""What these tests share: our driver and the unmodified package, both on the simulated table's wires."""

from typing import TYPE_CHECKING

from hardware.bench import Bench
from hardware.readers.mfrc522 import Mfrc522
from hardware.readers.scanner import Scanner

if TYPE_CHECKING:
    from mfrc522 import SimpleMFRC522

WORST_STARTUP = 5e-3   # s, the longest that ISO/IEC 14443-3 allows a tag before it must hear


def chip(bench: Bench, reader: int = 0) -> Mfrc522:
    return Mfrc522(*divmod(reader, 6), clock=bench.clock)


def scanner(bench: Bench, readers: int = 1) -> Scanner:
    return Scanner([chip(bench, reader) for reader in range(readers)], bench.clock)


def package_reader(reader: int = 0) -> "SimpleMFRC522":
    """The package's reader on any bus and device; by itself it knows bus 0, device 0 only."""
    from mfrc522 import MFRC522, SimpleMFRC522

    simple = SimpleMFRC522.__new__(SimpleMFRC522)
    simple.READER = MFRC522(*divmod(reader, 6))
    return simple
