"""Our driver for the MFRC522 reader chip: the mfrc522 package's chip class, mended where it fails a table of many pads.

Register numbers and bits: NXP MFRC522 datasheet, chapter 9. Everything that is sent is `bytes`: spidev writes the answer
of a transfer into the list that it was given, so a list could be used only once.
"""

import logging
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from hardware.clock import Clock
from hardware.errors import DriverMissing, HardwareError, UnknownChip, WireError, WiringError
from hardware.readers.iso14443 import HLTA, REQA, SEL, Answer, Outcome

try:
    import spidev
    from mfrc522 import MFRC522
    from RPi import GPIO
except (ImportError, RuntimeError) as error:   # RPi.GPIO raises RuntimeError on anything but a Raspberry Pi
    raise DriverMissing(
        f"The reader driver can't be used on this machine ({error}). On a Raspberry Pi install mfrc522, spidev and RPi.GPIO "
        "(rpi-lgpio on a Pi 5); on any other machine use the simulated table: era-table demo."
    ) from error

log = logging.getLogger(__name__)

DEFAULT_SPEED_HZ = 4_000_000       # the chip takes 10 MHz, a bundle of wires to twelve readers does not
KNOWN_VERSIONS = {
    0x90: "MFRC522 0.0", 0x91: "MFRC522 1.0", 0x92: "MFRC522 2.0", 0x88: "FM17522 clone", 0x12: "counterfeit MFRC522",
    0x82: "MFRC522 clone", 0x15: "MFRC522 clone", 0x89: "FM17522 clone",
}
NO_ANSWER = (0x00, 0xFF)           # MISO that nobody drives

class Mfrc522(MFRC522):
    """One reader, open on `/dev/spidev<bus>.<device>`.

    speed_hz: SPI clock; reset_pin: the BCM number of a GPIO wired to this chip's NRSTPD, if any; clock: what is slept on
    while frames are in the air. Takes neither a pin that it was not given nor a log handler. A reader that does not
    answer opens all the same (`fault` says so): the table goes on without it.

    Raises WireError (no such device, no permission), WiringError (pins are numbered otherwise), UnknownChip (what
    answers is no chip that we know).
    """

    def __init__(
        self, bus: int, device: int, *, clock: Clock, speed_hz: int = DEFAULT_SPEED_HZ, reset_pin: int | None = None
    ) -> None:
        # The package's own __init__ is not called: it claims a reset pin in any case and adds a log handler each time.
        self.path = f"/dev/spidev{bus}.{device}"
        self.logger = log
        self._clock = clock
        self._reset_pin: int | None = None
        self._timeout = SHORT_TICKS * TICK
        self.spi = spidev.SpiDev()
        try:
            self.spi.open(bus, device)
            self.spi.max_speed_hz = speed_hz
            self.spi.mode = 0
            if reset_pin is not None:
                self._claim(reset_pin)
            self.initialise()
            version = self.version()
            if version not in KNOWN_VERSIONS and version not in NO_ANSWER:
                raise UnknownChip(_unknown_version(self.path, version))
        except OSError as error:
            self.close()
            raise WireError(error.errno, _cannot_open(self.path, error)) from error
        except HardwareError:
            self.close()
            raise

    def _claim(self, pin: int) -> None:
        mode = GPIO.getmode()
        if mode is None:
            GPIO.setmode(GPIO.BCM)
        elif mode != GPIO.BCM:
            raise WiringError(
                f"Reset pin BCM{pin} of reader {self.path}: this program already numbers its pins by their place on the "
                "header. Number all pins by BCM."
            )
        try:
            GPIO.setup(pin, GPIO.OUT)
        except (ValueError, RuntimeError) as error:
            raise WiringError(f"Reset pin BCM{pin} of reader {self.path} can't be used: {error}.") from error
        self._reset_pin = pin

    def version(self) -> int:
        """VersionReg: which chip answers; 0x00 or 0xFF: none. Raises OSError if the wire is lost."""
        return self.spi.xfer2(_read(_VERSION))[1]

    def fault(self) -> str:
        """What is wrong with the chip, in words, or "" if it answers and still has its set-up; one transfer.

        A brown-out puts all registers at their reset values while the chip goes on answering. Raises OSError if the wire
        is lost.
        """
        got = self.spi.xfer2(_READ_SETUP)
        version = got[1]
        if version in KNOWN_VERSIONS and got[2:] == _SETUP_VALUES:
            return ""
        if version in NO_ANSWER:
            return f"Reader {self.path} does not answer (version byte 0x{version:02x}). Look at its power, plug and wires."
        if version not in KNOWN_VERSIONS:
            return _unknown_version(self.path, version)
        return f"Reader {self.path} has lost its set-up, as after a dip of its supply."

    def initialise(self) -> None:
        """Reset the chip (by its own pin too, if it has one) and set it up; the field is off. Takes 1 to 3 ms.

        Raises OSError if the wire is lost.
        """
        if self._reset_pin is not None:
            GPIO.output(self._reset_pin, GPIO.LOW)
            self._clock.sleep(RESET_TIME)
            GPIO.output(self._reset_pin, GPIO.HIGH)
            self._clock.sleep(RESET_TIME)
        self.spi.xfer2(_SOFT_RESET)
        self._clock.sleep(RESET_TIME)
        for transfer in _WRITE_SETUP:
            self.spi.xfer2(transfer)

    def field_on(self) -> float:
        """Switch the antenna on; since when it is on, in seconds on the clock. Raises OSError if the wire is lost."""
        self.spi.xfer2(_FIELD_ON)
        on = self._clock.now()
        self.spi.xfer2(_FLUSH)   # what a garbled answer may have left
        return on

    def field_off(self) -> None:
        """Switch the antenna off: tags forget what state they were in. Raises OSError if the wire is lost."""
        self.spi.xfer2(_FIELD_OFF)

    def transceive(
        self, frame: bytes, bits_in_last: int = 0, rx_align: int = 0, expect: int = 0, not_before: float = 0.0
    ) -> Answer:
        """Send one frame and take the answer: the one way in which anything reaches a tag.

        frame: at most 64 bytes, its CRC_A included, of whose last only `bits_in_last` bits go out (0: all); rx_align: bit
        of the first byte at which the answer's first bit is put; expect: how many bytes the answer has if all is well,
        at most 5, 0 if unknown; not_before: the moment (s) before which nothing is sent. The air time of frame and
        expected answer is slept through, so an answer in time takes one transfer. Raises OSError if the wire is lost.
        """
        xfer2 = self.spi.xfer2
        clock = self._clock
        framing = rx_align << 4 | bits_in_last
        xfer2(_FRAMING[framing])        # also takes StartSend back
        xfer2(_GO_IDLE)
        xfer2(_CLEAR_IRQ)
        xfer2(_FRAME + frame)
        xfer2(_TRANSCEIVE)
        if not_before:
            clock.sleep(not_before - clock.now())
        xfer2(_FRAMING[framing | _START_SEND])
        # Each byte has a parity bit, each frame a start and an end.
        clock.sleep(
            (9 * len(frame) + 2) * ETU + max(FRAME_DELAY + (9 * expect + 2) * ETU, SHORT_TICKS * TICK) + SLACK
        )
        read = _READ_ANSWER[expect]
        got = xfer2(read)
        data = got[_DATA:_DATA + got[3]] if got[3] < expect else got[_DATA:]
        if not got[1] & (_RX | _TIMER):
            got, more = self._late(read, expect)
            data += more
        _, irq, errors, level, control, coll, *_ = got
        if irq & _RX:
            if level > expect and not errors & _OVERFLOW:
                data += xfer2(_read(*[_FIFO_DATA] * (min(level, 64) - expect)))[1:]
            bits = 8 * len(data) - (-control & 0x07)   # RxLastBits: 0 means that all 8 of the last byte count
            if not errors & (_COLLISION | _OVERFLOW | _PARITY | _PROTOCOL):
                return Answer(Outcome.CLEAN, data, bits)
            # The collision counts before the errors that it causes in the bits after it.
            if errors & _COLLISION and not errors & _OVERFLOW:
                return Answer(Outcome.COLLIDED, data, bits, 0 if coll & 0x20 else coll & 0x1F or 32)
        elif irq & _TIMER and not errors and not level:
            return Answer(Outcome.SILENT, data, 0)
        return Answer(Outcome.BROKEN, data, 0, 0, _what_broke(irq, errors))

    def _late(self, read: bytes, expect: int) -> tuple[list[int], list[int]]:
        """Poll for an answer that was not there in time; the last status, and the data that came meanwhile."""
        data: list[int] = []
        overdue = self._clock.now() + self._timeout + OVERDUE
        while True:
            self._clock.sleep(POLL)
            got = self.spi.xfer2(read)
            data += got[_DATA:_DATA + min(got[3], expect)]
            if got[1] & (_RX | _TIMER) or self._clock.now() > overdue:
                return got, data

    # The package's face, so that everything in it that exchanges frames goes through `transceive`.

    def MFRC522_ToCard(self, command: int, sendData: Sequence[int]) -> tuple[int, list[int], int]:  # noqa: N802, N803
        """The package's exchange: (MI_OK, MI_NOTAGERR or MI_ERR; bytes, at most 16; bits received).

        Framing is taken from BitFramingReg, where the package's other methods put it. Ends when the answer is there or
        the chip's timer has run out. Raises OSError if the wire is lost.
        """
        frame = bytes(sendData)
        self.spi.xfer2(_FLUSH)
        patient = command == self.PCD_AUTHENT or frame[0] not in _NO_MEMORY
        if patient:
            self._set_timeout(LONG_TICKS)
        try:
            if command == self.PCD_AUTHENT:
                return self._authenticate(frame)
            framing = self.Read_MFRC522(_BIT_FRAMING)
            answer = self.transceive(frame, framing & 0x07, framing >> 4 & 0x07)
        finally:
            if patient:
                self._set_timeout(SHORT_TICKS)
        if answer.outcome is Outcome.CLEAN:
            return self.MI_OK, answer.data[:16], answer.bits
        return self.MI_NOTAGERR if answer.outcome is Outcome.SILENT else self.MI_ERR, [], 0

    def _authenticate(self, frame: bytes) -> tuple[int, list[int], int]:
        """MFAuthent: the chip talks to the tag by itself, and goes idle when it has succeeded."""
        for transfer in (_GO_IDLE, _CLEAR_IRQ, _FRAME + frame, _AUTHENTICATE):
            self.spi.xfer2(transfer)
        overdue = self._clock.now() + self._timeout + OVERDUE
        while True:
            self._clock.sleep(POLL)
            _, irq, errors = self.spi.xfer2(_read(_COM_IRQ, _ERROR))
            if irq & _IDLE and not errors & (_OVERFLOW | _PARITY | _PROTOCOL):
                return self.MI_OK, [], 0
            if irq & (_IDLE | _TIMER):
                return self.MI_NOTAGERR if not errors else self.MI_ERR, [], 0
            if self._clock.now() > overdue:
                return self.MI_ERR, [], 0

    def _set_timeout(self, ticks: int) -> None:
        self.spi.xfer2(_write(_T_RELOAD_H, ticks >> 8))
        self.spi.xfer2(_write(_T_RELOAD_L, ticks & 0xFF))
        self._timeout = ticks * TICK

    def MFRC522_Init(self) -> None:  # noqa: N802
        """The package's set-up: `initialise`, then the field on."""
        self.initialise()
        self.field_on()

    def Close_MFRC522(self) -> None:  # noqa: N802
        """The package's name for `close`; frees no pin but this reader's own."""
        self.close()

    def close(self) -> None:
        """Switch the field off and give the device and the reset pin back; twice is fine."""
        try:
            self.field_off()
        except OSError:
            log.debug("reader %s was gone before it was closed", self.path)
        self.spi.close()
        if self._reset_pin is not None:
            GPIO.cleanup(self._reset_pin)
            self._reset_pin = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _cannot_open(path: str, error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return f"Reader {path}: there is no such SPI device. Turn SPI on (raspi-config), or mend the bus and device numbers."
    if isinstance(error, PermissionError):
        return f"Reader {path} may not be opened. Put this user into the group spi, and log in again."
    return f"Reader {path} can't be opened: {error.strerror or error}. Look at the SPI set-up of this machine (raspi-config)."


def _unknown_version(path: str, version: int) -> str:
    return (
        f"Reader {path}: its version byte is 0x{version:02x}, which no chip that we know has. Look at the wiring (MISO above all), "
        "try a slower SPI clock, or replace the module."
    )


def _what_broke(irq: int, errors: int) -> str:
    if irq & _RX and errors & _OVERFLOW:
        return "more bytes than the chip can hold"
    if irq & _RX and errors & _PARITY:
        return "a parity bit was wrong"
    if irq & (_RX | _TIMER):
        return "no frame that a tag sends"
    return "the chip never finished"
