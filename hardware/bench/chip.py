"""The MFRC522 on its SPI lines: register file, FIFO, interrupt bits, timer, CRC coprocessor and commands.

Modelled after the datasheet (rev. 3.9). The chip does nothing between transfers; each transfer first lets happen what
was due by then, in order, so that it behaves as if it ran. Not modelled: bit rates above 106 kbit/s, ParityDisable,
the self test, the analogue settings (gain, thresholds), wake-up time after power-down.
"""

from collections.abc import Callable
from typing import Literal

from hardware.bench import registers as r
from hardware.bench.air import Pad, superpose
from hardware.bench.iso14443 import ETU, crc, frame_delay, nanoseconds, reader_frame, tag_frame
from hardware.bench.tag import Answer, Tag
from hardware.bench.timer import FOREVER, Timer

CollisionCount = Literal["frame", "level"]

# Bits after the start of an answer at which the timer stops: one start bit and four data bits (TModeReg, TAuto).
_ANSWER_KNOWN = 5 * ETU


class Chip:
    """One MFRC522 over one pad. `transfer` is its SPI face; times are nanoseconds on the table's clock.

    air: whether frames take their time; without, an answer is there at once (the chip's timer keeps its time).
    collisions: what CollPos counts. The datasheet says, from the first bit of the received frame ("frame"); widespread
    libraries take it for the position in the UID of the cascade level ("level": bits that the reader sent are counted
    too). Both agree on the first collision after an NVB of 0x20; which is true of later ones no source proves.
    """

    __slots__ = (
        "_air", "_air_at", "_answers", "_answer_at", "_auth", "_collisions", "_due", "_fifo", "_frame", "_known", "_now",
        "_pad", "_sent_at", "_step", "_talking", "_timer", "regs", "version",
    )

    def __init__(self, pad: Pad, air: bool = True, collisions: CollisionCount = "frame") -> None:
        self._pad = pad
        self._air = air
        self._collisions = collisions
        self.version = r.GENUINE_VERSION
        self._now = 0
        self.power_on_reset(0)

    # --- power ---

    def power_on_reset(self, now: int) -> None:
        """Registers, FIFO and whatever was under way are gone; the field goes off."""
        self._now = now
        self._fifo = bytearray()
        self._reset()

    def _reset(self) -> None:
        self.regs = bytearray(r.AFTER_RESET)
        self.regs[r.VERSION] = self.version
        self.regs[r.FIFO_LEVEL] = len(self._fifo)
        self._timer = Timer()
        self._auth: bool | None = None
        self._frame = (0, 0, False)              # bits, how many, ciphered
        self._known = 0                          # bits of the cascade level that the reader sent
        self._sent_at = 0
        self._answer_at = 0
        self._silence()
        self._pad.set_field(False, self._now)

    # --- SPI ---

    def transfer(self, tx: bytes, now: int) -> bytes:
        """One selection of the chip that ends at `now` (datasheet 8.1.2).

        Reading: each byte but the last names a register, whose value comes with the byte after. Writing: the first byte
        names a register, and all others go into it.
        """
        if now >= self._due:
            self.settle(now)
        self._now = now
        first = tx[0]
        if first & 0x80:
            if len(tx) == 2:
                register = first >> 1 & 0x3F
                read = _READERS[register]
                return bytes((0, self.regs[register] if read is None else read(self)))
            return b"\x00" + bytes([self._read(byte >> 1 & 0x3F) for byte in tx[:-1]])
        register = first >> 1 & 0x3F
        write = _WRITERS[register]
        if write is None:
            if len(tx) > 1:
                self.regs[register] = tx[-1]
        else:
            for value in tx[1:]:
                write(self, value)
        return bytes(len(tx))

    def _read(self, register: int) -> int:
        read = _READERS[register]
        return self.regs[register] if read is None else read(self)

    # --- time ---

    def settle(self, now: int) -> None:
        """Let happen what was due until `now`."""
        while self._due <= now:
            if self._air_at <= self._timer.at:
                at = self._air_at
                self._air_at = FOREVER
                self._step(at)
            else:
                self._timer.underflow()
                self.regs[r.COM_IRQ] |= r.TIMER_IRQ
            self._due = min(self._air_at, self._timer.at)
        self._now = now

    def _after(self, at: int, step: Callable[[int], None]) -> None:
        self._air_at = at
        self._step = step
        self._due = min(at, self._timer.at)

    def _lasts(self, cycles: int) -> int:
        return nanoseconds(cycles) if self._air else 0

    def _silence(self) -> None:
        """Nothing is on the air, and nothing is expected."""
        self._talking = False
        self._answers: list[tuple[Tag, Answer]] = []
        self._after(FOREVER, self._silent)

    def _silent(self, at: int) -> None:
        """The step of a chip that waits for nothing: never due."""

    # --- sending and receiving ---

    def _send(self) -> None:
        """Put the FIFO's content on the air; a frame that was still going out is broken off."""
        self._break_off()
        regs = self.regs
        data = bytes(self._fifo)
        self._fifo.clear()
        self._fifo_moved()
        regs[r.ERROR] &= r.TEMP_ERR
        last = regs[r.BIT_FRAMING] & r.TX_LAST_BITS
        bits = len(data) * 8 - ((8 - last) if last and data else 0)
        if regs[r.TX_MODE] & r.CRC_ENABLE and not last:
            data += self._crc(data).to_bytes(2, "little")
            bits += 16
        frame = int.from_bytes(data, "little") & (1 << bits) - 1
        self._frame = (frame, bits, regs[r.STATUS2] & r.MF_CRYPTO1_ON != 0)
        self._known = max(bits - 16, 0)
        self._sent_at = self._now
        self._talking = True
        self._after(self._now + self._lasts(reader_frame(bits)), self._sent)

    def _break_off(self) -> None:
        if self._talking:
            for tag in self._pad.listeners(self._sent_at):
                tag.hear_noise()
        self._silence()

    def _sent(self, at: int) -> None:
        regs = self.regs
        self._talking = False
        regs[r.COM_IRQ] |= r.TX_IRQ
        if regs[r.T_MODE] & r.T_AUTO:
            self._start_timer(at)
        if regs[r.COMMAND] & 0x0F == r.TRANSMIT:
            self._end_command()
        frame, bits, ciphered = self._frame
        if not bits or not regs[r.TX_ASK] & r.FORCE_100_ASK or regs[r.TX_MODE] & r.SPEED_AND_FRAMING:
            return                               # type A tags at 106 kbit/s hear only full pauses
        answers = []
        for tag in self._pad.listeners(self._sent_at):
            answer = tag.hear(frame, bits, ciphered)
            if answer is not None:
                answers.append((tag, answer))
        if answers:
            self._answers = answers
            self._answer_at = at + self._lasts(frame_delay(frame, bits))
            for tag, answer in answers:
                tag.talking_until = self._answer_at + self._lasts(tag_frame(answer.length, answer.parity))
            self._after(self._answer_at + self._lasts(_ANSWER_KNOWN), self._answer_begins)

    def _answer_begins(self, at: int) -> None:
        regs = self.regs
        listening = regs[r.COMMAND] in (r.TRANSCEIVE, r.RECEIVE)      # and neither RcvOff nor PowerDown
        if not listening or regs[r.RX_MODE] & r.SPEED_AND_FRAMING:
            self._answers = []
            return
        regs[r.ERROR] &= r.TEMP_ERR | r.BUFFER_OVFL | r.WR_ERR
        if regs[r.T_MODE] & r.T_AUTO and not regs[r.RX_MODE] & r.RX_MULTIPLE:
            self._timer.stop(at)
        self._after(max(tag.talking_until for tag, _ in self._answers), self._received)

    def _received(self, at: int) -> None:
        """The answer has ended: FIFO, collision and error bits, interrupts."""
        regs = self.regs
        heard = superpose([answer for _, answer in self._answers])
        self._answers = []
        bits, length = heard.bits, heard.length
        if length < 4 and regs[r.RX_MODE] & r.RX_NO_ERR:
            return
        error = 0
        regs[r.COLL] = regs[r.COLL] & r.VALUES_AFTER_COLL | r.COLL_POS_NOT_VALID
        if heard.collision >= 0:
            error = r.COLL_ERR
            position = heard.collision + 1 + (self._known if self._collisions == "level" else 0)
            if position <= 32:                   # five bits hold no more; 0 stands for 32
                regs[r.COLL] = regs[r.COLL] & r.VALUES_AFTER_COLL | position & r.COLL_POS
            if not regs[r.COLL] & r.VALUES_AFTER_COLL:
                bits &= (1 << heard.collision) - 1
        elif any(answer_is_cut(answer) for answer in ()):
            pass
        if regs[r.RX_MODE] & r.CRC_ENABLE:
            bits, length, good = self._strip_crc(bits, length)
            if not good and not error:
                error = r.CRC_ERR
        align = regs[r.BIT_FRAMING] >> 4 & 0x07
        end = align + length
        for byte in (bits << align).to_bytes((end + 7) // 8, "little"):
            self._push(byte)
        regs[r.CONTROL] = regs[r.CONTROL] & ~r.RX_LAST_BITS & 0xFF | end & r.RX_LAST_BITS
        if error:
            self._fail(error)
        regs[r.COM_IRQ] |= r.RX_IRQ
        if regs[r.COMMAND] & 0x0F == r.RECEIVE and not regs[r.RX_MODE] & r.RX_MULTIPLE:
            self._end_command()
