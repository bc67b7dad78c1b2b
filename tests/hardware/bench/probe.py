"""A probe on one reader's SPI lines, written from the datasheet and independent of every driver."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hardware.bench import Bench
from hardware.bench.spi import SpiDev

HZ = 10_000_000
TRANSFER = 16 / HZ + 20e-6          # s: one register access, two bytes and the Pi's overhead
CYCLE = 1 / 13.56e6                 # s: one period of the carrier


class Probe:
    """Reads and writes registers; `transceive` starts an exchange and leaves the waiting to the test."""

    def __init__(self, bench: Bench, reader: int = 0) -> None:
        self.bench = bench
        self.spi = SpiDev(reader // 6, reader % 6)
        self.spi.max_speed_hz = HZ

    def read(self, register: int) -> int:
        return self.spi.xfer2([register << 1 | 0x80, 0])[1]

    def write(self, register: int, *values: int) -> None:
        self.spi.xfer2([register << 1, *values])

    def antenna_on(self) -> None:
        """As every driver begins: 100 % modulation, both drivers on, and the 5 ms that a tag may need."""
        self.write(0x15, 0x40)
        self.write(0x14, 0x83)
        self.bench.clock.sleep(0.005)

    def start(self, data: bytes, last_bits: int = 0, align: int = 0) -> None:
        """Send `data` by Transceive; the frame begins when this returns."""
        self.write(0x01, 0x00)
        self.write(0x04, 0x7F)
        self.write(0x0A, 0x80)
        self.write(0x09, *data)
        self.write(0x01, 0x0C)
        self.write(0x0D, 0x80 | align << 4 | last_bits)

    def fifo(self) -> bytes:
        return bytes(self.read(0x09) for _ in range(self.read(0x0A)))

    def exchange(self, data: bytes, last_bits: int = 0, align: int = 0) -> bytes | None:
        """Send, let 15 ms pass, and return what the FIFO holds; None when nothing came."""
        self.start(data, last_bits, align)
        self.bench.clock.sleep(0.015)
        return self.fifo() if self.read(0x04) & 0x20 else None

    def request(self, command: int = 0x26) -> bytes | None:
        return self.exchange(bytes((command,)), last_bits=7)

    def select(self, code: int, level: bytes) -> bytes | None:
        """SELECT of one cascade level: four bytes, to which BCC and CRC_A are added."""
        bcc = level[0] ^ level[1] ^ level[2] ^ level[3]
        return self.exchange(crc_a(bytes((code, 0x70)) + level + bytes((bcc,))))

    def look_at(self, register: int, seconds: float, since: float) -> int:
        """The register's value so many seconds after `since`: the transfer is made to end just then."""
        self.bench.clock.sleep(since + seconds - TRANSFER - self.bench.clock.now())
        return self.read(register)


def crc_a(data: bytes) -> bytes:
    """`data` and its CRC_A: the shift register of ISO 14443-3 annex B, preset 0x6363, polynomial x16 + x12 + x5 + 1."""
    register = 0x6363
    for byte in data:
        for bit in range(8):
            feedback = (register ^ byte >> bit) & 1
            register >>= 1
            if feedback:
                register ^= 0x8408
    return data + bytes((register & 0xFF, register >> 8))


@contextmanager
def probing(*uids: str, antenna: bool = True, **options: Any) -> Iterator[Probe]:
    """A table of one reader, these tags on its pad, and a probe on it."""
    with Bench(readers=1, **options) as bench:
        for uid in uids:
            bench.place(bytes.fromhex(uid), 0)
        probe = Probe(bench)
        if antenna:
            probe.antenna_on()
        yield probe
