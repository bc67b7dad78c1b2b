"""Our driver for the MFRC522 reader chip: the mfrc522 package's chip class, mended where it fails a table of pads."""

import logging
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from hardware.clock import Clock
from hardware.errors import DriverMissing, HardwareError, UnknownChip, WireError, WiringError
from hardware.readers import registers as reg
from hardware.readers.iso14443 import HLTA, REQA, SEL, WUPA, Answer, Outcome

try:
    import spidev
    from mfrc522 import MFRC522
    from RPi import GPIO
except (ImportError, RuntimeError) as error:   # RPi.GPIO raises RuntimeError on anything but a Raspberry Pi
    raise DriverMissing(
        f"The reader driver can't be used on this machine ({error}). On a Raspberry Pi install mfrc522, spidev and "
        "RPi.GPIO (rpi-lgpio on a Pi 5); on any other machine use the simulated table: era-table demo."
    ) from error

log = logging.getLogger(__name__)

DEFAULT_SPEED_HZ = 4_000_000   # the chip takes 10 MHz; a bundle of wires to twelve readers does not
KNOWN_VERSIONS = frozenset((
    0x90, 0x91, 0x92,          # genuine
    0x88, 0x12,                # FM17522 clone, counterfeit
    0x82, 0x15, 0x89,          # seen on modules that work
))
NO_ANSWER = (0x00, 0xFF)       # MISO that nobody drives

ETU = 128 / 13.56e6            # s, one bit at 106 kbit/s
FRAME_DELAY = 1236 / 13.56e6   # s, from the end of a frame whose last bit is 1 to the answer; after a 0 it is shorter
SLACK = 30e-6                  # s, for the chip to notice that an answer has ended
RESET_TIME = 1e-3              # s, from reset to a steady oscillator: under 0.3 ms was measured
POLL = 200e-6                  # s between two looks at an answer that is late
OVERDUE = 5e-3                 # s past all timers, after which the chip has lost its way

_AT_ONCE = frozenset((REQA[0], WUPA[0], *SEL, HLTA[0]))   # frames that a tag answers at once or not at all


class Mfrc522(MFRC522):
    """One reader, open on `/dev/spidev<bus>.<device>`; whatever it does raises OSError if the wire is lost.

    speed_hz: SPI clock; reset_pin: BCM number of the GPIO wired to this chip's NRSTPD, if any; clock: what is slept on
    while frames are in the air. Takes no pin that it was not given, and adds no log handler. A reader that does not
    answer opens all the same, and `fault` says so: the table goes on without it.

    Raises WireError (no such device, no permission), WiringError (the pin can't be had), UnknownChip (what answers is
    no chip that we know).
    """

    def __init__(
        self, bus: int, device: int, *, clock: Clock, speed_hz: int = DEFAULT_SPEED_HZ, reset_pin: int | None = None
    ) -> None:
        # The package's own __init__ is not called: it claims a reset pin in any case, and adds a log handler each time.
        self.path = f"/dev/spidev{bus}.{device}"
        self.logger = log
        self._clock = clock
        self._reset_pin: int | None = None
        self._timeout = reg.SHORT_TICKS * reg.TICK
        self.spi = spidev.SpiDev()
        try:
            self.spi.open(bus, device)
            self.spi.max_speed_hz = speed_hz
            self.spi.mode = 0
            if reset_pin is not None:
                self._claim(reset_pin)
            self.initialise()
            self._refuse_unknown_chip()
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
                f"Reader {self.path}, reset pin BCM{pin}: this program already numbers pins by their place on the "
                "header. Number all pins by BCM."
            )
        try:
            GPIO.setup(pin, GPIO.OUT)
        except (ValueError, RuntimeError) as error:
            raise WiringError(f"Reader {self.path}, reset pin BCM{pin}: {error}. Take another pin.") from error
        self._reset_pin = pin

    def _refuse_unknown_chip(self) -> None:
        version = self.version()
        if version not in KNOWN_VERSIONS and version not in NO_ANSWER:
            raise UnknownChip(_unknown_version(self.path, version))

    def version(self) -> int:
        """VersionReg: which chip answers; 0x00 or 0xFF: none."""
        return self.spi.xfer2(reg.READ_VERSION)[1]

    def fault(self) -> str:
        """What is wrong with the chip, in words, or "" if it answers and still has its set-up; one transfer.

        A brown-out puts all registers at their reset values, while the chip goes on answering.
        """
        got = self.spi.xfer2(reg.READ_SETUP)
        version = got[1]
        if version in KNOWN_VERSIONS and got[2:] == reg.SETUP_VALUES:
            return ""
        if version in NO_ANSWER:
            return f"Reader {self.path} does not answer (version byte 0x{version:02x}). Look at its power and wires."
        if version not in KNOWN_VERSIONS:
            return _unknown_version(self.path, version)
        return f"Reader {self.path} does not keep its set-up. Look at its supply: it dips."

    def initialise(self) -> None:
        """Reset the chip, by its own pin too if it has one, and set it up, field off. Takes 1 to 3 ms."""
        if self._reset_pin is not None:
            for level in (GPIO.LOW, GPIO.HIGH):
                GPIO.output(self._reset_pin, level)
                self._clock.sleep(RESET_TIME)
        self.spi.xfer2(reg.SOFT_RESET)
        self._clock.sleep(RESET_TIME)
        for transfer in reg.WRITE_SETUP:
            self.spi.xfer2(transfer)

    def field_on(self) -> float:
        """Switch the antenna on; the moment from which it is on, in seconds on the clock."""
        self.spi.xfer2(reg.FIELD_ON)
        on = self._clock.now()
        self.spi.xfer2(reg.FLUSH)   # what a garbled answer may have left
        return on

    def field_off(self) -> None:
        """Switch the antenna off, whereupon tags forget what state they were in."""
        self.spi.xfer2(reg.FIELD_OFF)

    def transceive(
        self, frame: bytes, bits_in_last: int = 0, rx_align: int = 0, expect: int = 0, not_before: float = 0.0
    ) -> Answer:
        """Send one frame and take the answer.

        frame: at most 64 bytes, its CRC_A included, of whose last only `bits_in_last` bits go out (0: all); rx_align:
        bit of the first byte at which the answer's first bit is put; expect: bytes that the answer has if all is well,
        at most 5, 0 if unknown; not_before: the moment (s) before which nothing goes out. The air time of frame and
        expected answer is slept through, so an answer in time costs one transfer.
        """
        xfer2 = self.spi.xfer2
        clock = self._clock
        framing = rx_align << 4 | bits_in_last
        xfer2(reg.FRAMING[framing])   # takes StartSend back too, which would send at once
        xfer2(reg.GO_IDLE)
        xfer2(reg.CLEAR_IRQ)
        xfer2(reg.FRAME + frame)
        xfer2(reg.TRANSCEIVE)
        if not_before:
            clock.sleep(not_before - clock.now())
        xfer2(reg.FRAMING[framing | reg.START_SEND])
        # Each byte has a parity bit, each frame a start and an end.
        answered = FRAME_DELAY + (9 * expect + 2) * ETU
        clock.sleep((9 * len(frame) + 2) * ETU + max(answered, reg.SHORT_TICKS * reg.TICK) + SLACK)
        got = xfer2(reg.READ_ANSWER[expect])
        data = got[reg.DATA:reg.DATA + got[3]]
        if not got[1] & (reg.RX_IRQ | reg.TIMER_IRQ):
            got = self._await(expect, data)
        _, irq, errors, level, control, coll = got[:reg.DATA]
        if not irq & reg.RX_IRQ:
            if irq & reg.TIMER_IRQ and not errors and not level:
                return Answer(Outcome.SILENT, data, 0)
            return Answer(Outcome.BROKEN, data, 0, 0, _what_broke(irq, errors))
        if errors & reg.OVERFLOW:
            return Answer(Outcome.BROKEN, data, 0, 0, _what_broke(irq, errors))
        if level > expect:
            data += xfer2(reg.read(*[reg.FIFO_DATA] * (level - expect)))[1:]
        bits = 8 * len(data) - (-control & reg.LAST_BITS)
        if errors & reg.COLLISION:    # counts before the errors that it causes in the bits after it
            position = 0 if coll & reg.COLL_POS_NOT_VALID else coll & reg.COLL_POS or 32
            return Answer(Outcome.COLLIDED, data, bits, position)
        if errors & (reg.PARITY | reg.PROTOCOL):
            return Answer(Outcome.BROKEN, data, bits, 0, _what_broke(irq, errors))
        return Answer(Outcome.CLEAN, data, bits)

    def _await(self, expect: int, data: list[int]) -> list[int]:
        """Poll for an answer that was not there in time, adding its bytes to `data`; the last status read."""
        overdue = self._clock.now() + self._timeout + OVERDUE
        while True:
            self._clock.sleep(POLL)
            got = self.spi.xfer2(reg.READ_ANSWER[expect])
            data += got[reg.DATA:reg.DATA + got[3]]
            if got[1] & (reg.RX_IRQ | reg.TIMER_IRQ) or self._clock.now() > overdue:
                return got

    # The package's face: all its methods that exchange frames come through here.

    def MFRC522_ToCard(self, command: int, sendData: Sequence[int]) -> tuple[int, list[int], int]:  # noqa: N802, N803
        """The package's exchange: (MI_OK, MI_NOTAGERR or MI_ERR; at most 16 bytes; bits received).

        Framing is what BitFramingReg holds, where the package's methods put it. Ends when the answer is there or the
        chip's timer has run out.
        """
        frame = bytes(sendData)
        patient = command == self.PCD_AUTHENT or frame[0] not in _AT_ONCE
        self.spi.xfer2(reg.FLUSH)
        if patient:
            self._set_timeout(reg.LONG_TICKS)
        try:
            if command == self.PCD_AUTHENT:
                return self._authenticate(frame), [], 0
            framing = self.Read_MFRC522(reg.BIT_FRAMING)
            answer = self.transceive(frame, framing & 0x07, framing >> 4 & 0x07)
        finally:
            if patient:
                self._set_timeout(reg.SHORT_TICKS)
        if answer.outcome is Outcome.CLEAN:
            return self.MI_OK, answer.data[:16], answer.bits
        return (self.MI_NOTAGERR if answer.outcome is Outcome.SILENT else self.MI_ERR), [], 0

    def _authenticate(self, frame: bytes) -> int:
        """MFAuthent: the chip talks to the tag by itself, and goes idle when it has succeeded."""
        for transfer in (reg.GO_IDLE, reg.CLEAR_IRQ, reg.FRAME + frame, reg.AUTHENTICATE):
            self.spi.xfer2(transfer)
        overdue = self._clock.now() + self._timeout + OVERDUE
        while self._clock.now() < overdue:
            self._clock.sleep(POLL)
            _, irq, errors = self.spi.xfer2(reg.read(reg.COM_IRQ, reg.ERROR))
            if irq & (reg.IDLE_IRQ | reg.TIMER_IRQ):
                if errors:
                    return self.MI_ERR
                return self.MI_OK if irq & reg.IDLE_IRQ else self.MI_NOTAGERR
        return self.MI_ERR

    def _set_timeout(self, ticks: int) -> None:
        self.spi.xfer2(reg.write(reg.T_RELOAD_H, ticks >> 8))
        self.spi.xfer2(reg.write(reg.T_RELOAD_L, ticks & 0xFF))
        self._timeout = ticks * reg.TICK

    def MFRC522_Init(self) -> None:  # noqa: N802
        """The package's set-up: `initialise`, then the field on."""
        self.initialise()
        self.field_on()

    def Close_MFRC522(self) -> None:  # noqa: N802
        """The package's name for `close`."""
        self.close()

    def close(self) -> None:
        """Switch the field off, and give back the device and this reader's own reset pin, no other; twice is fine."""
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
        return f"Reader {path}: no such SPI device. Turn SPI on (raspi-config), or mend its bus and device numbers."
    if isinstance(error, PermissionError):
        return f"Reader {path} may not be opened. Put this user into the group spi, and log in again."
    return f"Reader {path} can't be opened ({error.strerror or error}). Look at the SPI set-up (raspi-config)."


def _unknown_version(path: str, version: int) -> str:
    return (
        f"Reader {path}: version byte 0x{version:02x}, which no chip that we know has. Look at the wiring, MISO above "
        "all; try a slower SPI clock; or replace the module."
    )


def _what_broke(irq: int, errors: int) -> str:
    if not irq & (reg.RX_IRQ | reg.TIMER_IRQ):
        return "the chip never finished"
    if errors & reg.OVERFLOW:
        return "more bytes than the chip can hold"
    return "a parity bit was wrong" if errors & reg.PARITY else "no frame that a tag sends"
