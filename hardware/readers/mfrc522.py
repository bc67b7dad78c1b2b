"""Our driver for the MFRC522 reader chip: the mfrc522 package's chip class, mended where it fails a table of pads."""

import logging
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from hardware.clock import Clock
from hardware.errors import ChipStuck, DriverMissing, WireError
from hardware.readers import registers as reg
from hardware.readers.iso14443 import HLTA, REQA, SEL, WUPA, Answer, Outcome
from hardware.readers.trouble import Fault, diagnose, is_nobody

try:
    import spidev
    from mfrc522 import MFRC522

    from hardware.readers.reset_line import RESET_TIME, ResetLine
except (ImportError, RuntimeError) as error:   # RPi.GPIO raises RuntimeError on anything but a Raspberry Pi
    raise DriverMissing(
        f"The reader driver can't be used on this machine ({error}). On a Raspberry Pi install mfrc522, spidev and "
        "RPi.GPIO (rpi-lgpio on a Pi 5); on any other machine use the simulated table: era-table demo."
    ) from error

log = logging.getLogger(__name__)

DEFAULT_SPEED_HZ = 4_000_000   # the chip takes 10 MHz; a bundle of wires to twelve readers does not
DEFAULT_GAIN_DB = 33           # the chip's own

ETU = 128 / 13.56e6            # s, one bit at 106 kbit/s
FRAME_DELAY = 1236 / 13.56e6   # s, from the end of a frame whose last bit is 1 to the answer; after a 0 it is shorter
SLACK = 30e-6                  # s, for the chip to notice that an answer has ended
POLL = 200e-6                  # s between two looks at an answer that is late
CAREFUL = 32                   # more reads of the registers by which a wire that garbles gives itself away
OVERDUE = 5e-3                 # s past all timers, after which the chip has lost its way

_AT_ONCE = frozenset((REQA[0], WUPA[0], *SEL, HLTA[0]))   # frames that a tag answers at once or not at all


class Mfrc522(MFRC522):
    """One reader, open on `/dev/spidev<bus>.<device>`; whatever it does raises OSError if the wire is lost.

    speed_hz: SPI clock; gain_db: how much its receiver amplifies, one of `registers.GAINS`; reset: the line to this
    chip's reset pin, if it has one, which its owner closes; clock: what is slept on while frames are in the air. Takes
    no pin, and adds no log handler. A reader that does not answer, or is no chip that we know, opens all the same, and
    `fault` says so: the table goes on without it.

    Raises WireError (no such device, no permission).
    """

    def __init__(
        self,
        bus: int,
        device: int,
        *,
        clock: Clock,
        speed_hz: int = DEFAULT_SPEED_HZ,
        gain_db: int = DEFAULT_GAIN_DB,
        reset: ResetLine | None = None,
    ) -> None:
        # The package's own __init__ is not called: it claims a reset pin in any case, and adds a log handler each time.
        self.path = f"/dev/spidev{bus}.{device}"
        self.logger = log
        self._clock = clock
        self._reset = reset
        self._pulses_seen = 0
        self._timeout = reg.SHORT_TICKS * reg.TICK
        self.answered = 0
        """VersionReg as it read at the last check of the chip."""
        self._plan(gain_db)
        self.spi = spidev.SpiDev()
        try:
            self.spi.open(bus, device)
            self.spi.max_speed_hz = speed_hz
            self.spi.mode = 0
            if reset is not None:
                reset.chips += 1
                if not reset.pulses:
                    reset.pulse()
            self.initialise()
            version = self.answered = self.version()
        except OSError as error:
            self.close()
            raise WireError(error.errno, _cannot_open(self.path, error)) from error
        if version in reg.MAKES and version not in reg.GENUINE:
            log.info("Reader %s is %s (version byte 0x%02x).", self.path, reg.MAKES[version], version)

    def _plan(self, gain_db: int) -> None:
        self.gain_db = gain_db
        self._setup = reg.setup_values(gain_db)
        self._healthy = [*self._setup, reg.OFF]
        self._write_setup = [reg.write(*pair) for pair in zip(reg.SETUP_REGISTERS, self._setup, strict=True)]

    def hear_with(self, gain_db: int) -> None:
        """Let the receiver amplify so much from now on, over a reset too: one of `registers.GAINS`, dB."""
        self._plan(gain_db)
        self.spi.xfer2(reg.write(reg.RF_CFG, self._setup[-1]))

    def version(self) -> int:
        """VersionReg: which chip answers; 0x00 or 0xFF: none."""
        return self.spi.xfer2(reg.READ_VERSION)[1]

    def fault(self, careful: bool = False) -> Fault | None:
        """What is wrong with the chip, None if nothing is; to be asked while the field is off.

        One transfer if all is well or nobody answers; with `careful` more, which finds also a wire on which only some
        bits go wrong. A brown-out puts all registers at their reset values, while the chip goes on answering; one that
        froze with its field on can't have switched it off.
        """
        reads = [self.spi.xfer2(reg.READ_HEALTH)]
        self.answered = reads[0][1]
        well, nobody = self._is_well(reads[0]), is_nobody(reads[0])
        if well and not careful:
            return None
        if careful or not nobody:
            reads += [self.spi.xfer2(reg.READ_HEALTH) for _ in range(CAREFUL)]
        return None if well and all(map(self._is_well, reads)) else diagnose(self.path, reads, self._setup)

    def _is_well(self, read: list[int]) -> bool:
        return read[2:] == self._healthy and read[1] in reg.MAKES

    @property
    def was_reset(self) -> bool:
        """Whether its reset line was pulsed since it was last set up: its set-up and its field are gone."""
        return self._reset is not None and self._reset.pulses != self._pulses_seen

    def pulse(self) -> None:
        """Pulse its reset line if it has one that has rested; what else hangs on that line is reset too."""
        if self._reset is not None:
            self._reset.pulse()

    def initialise(self) -> None:
        """Reset the chip by command and set it up, field off. Takes 1 to 2 ms."""
        self.spi.xfer2(reg.SOFT_RESET)
        self._clock.sleep(RESET_TIME)
        self.set_up()

    def set_up(self) -> None:
        """Write the set-up to a chip that was just reset."""
        if self._reset is not None:
            self._pulses_seen = self._reset.pulses
        for transfer in self._write_setup:
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
        expected answer is slept through, so an answer in time costs one transfer. Raises ChipStuck if the chip does not
        switch its field on, or does not finish.
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
        _, irq, errors, level, control, coll, field = got[:reg.DATA]
        if field != reg.ON:
            raise ChipStuck(f"Reader {self.path} does not switch its antenna on.")
        if not irq & reg.RX_IRQ:
            if irq & reg.TIMER_IRQ and not errors and not level:
                return Answer(Outcome.SILENT, data, 0)
            return Answer(Outcome.BROKEN, data, 0, 0, _what_broke(errors))
        if errors & reg.OVERFLOW:
            return Answer(Outcome.BROKEN, data, 0, 0, _what_broke(errors))
        if level > expect:
            data += xfer2(reg.read(*[reg.FIFO_DATA] * (level - expect)))[1:]
        bits = 8 * len(data) - (-control & reg.LAST_BITS)
        if errors & reg.COLLISION:    # counts before the errors that it causes in the bits after it
            position = 0 if coll & reg.COLL_POS_NOT_VALID else coll & reg.COLL_POS or 32
            return Answer(Outcome.COLLIDED, data, bits, position)
        if errors & (reg.PARITY | reg.PROTOCOL):
            return Answer(Outcome.BROKEN, data, bits, 0, _what_broke(errors))
        return Answer(Outcome.CLEAN, data, bits)

    def _await(self, expect: int, data: list[int]) -> list[int]:
        """Poll for an answer that was not there in time, adding its bytes to `data`; the last status read."""
        overdue = self._clock.now() + self._timeout + OVERDUE
        while True:
            self._clock.sleep(POLL)
            got = self.spi.xfer2(reg.READ_ANSWER[expect])
            data += got[reg.DATA:reg.DATA + got[3]]
            if got[1] & (reg.RX_IRQ | reg.TIMER_IRQ) or got[6] != reg.ON:
                return got
            if self._clock.now() > overdue:
                raise ChipStuck(
                    f"Reader {self.path} answers, but never finishes what it is told. Turn its power off and on."
                )

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
        except ChipStuck:
            return self.MI_ERR, [], 0
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
        """Switch the field off and give the device back; twice is fine."""
        try:
            self.field_off()
        except OSError:
            log.debug("reader %s was gone before it was closed", self.path)
        self.spi.close()

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


def _what_broke(errors: int) -> str:
    if errors & reg.OVERFLOW:
        return "more bytes than the chip can hold"
    return "a parity bit was wrong" if errors & reg.PARITY else "no frame that a tag sends"
