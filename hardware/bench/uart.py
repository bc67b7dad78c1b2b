"""The MFRC522's contactless UART (datasheet 10.3): sends the FIFO's content and takes the answer in."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from hardware.bench import registers as r
from hardware.bench.air import Air, Pad, superpose
from hardware.bench.iso14443 import ANSWER_DELAY, ETU, has_good_crc, nanoseconds, reader_frame, tag_frame, with_crc
from hardware.bench.tag import Answer, Tag
from hardware.bench.timer import FOREVER

if TYPE_CHECKING:
    from hardware.bench.chip import Chip

CollisionCount = Literal["frame", "level"]

_ANSWER_KNOWN = ANSWER_DELAY + 5 * ETU    # one start bit and four data bits: then the timer stops (TModeReg, TAuto)
_AUTH_NONCE = tag_frame(32, 4)
_AUTH_PROOF = reader_frame(64)


class ContactlessUart:
    """One frame out, one answer in. Times are nanoseconds on the table's clock.

    at: when its next step is due, FOREVER when it waits for nothing.
    timed: whether frames take their time; without, an answer is there at once.
    collisions: see `Bench`.
    air: what carries frames to the tags and their answers back: the pad itself, as long as all is well.
    """

    __slots__ = (
        "_answer_at", "_answer_delay", "_answer_known", "_answers", "_chip", "_ciphered", "_collisions", "_frame",
        "_length", "_ns", "_sent_at", "_step", "air", "at", "pad", "talking",
    )

    def __init__(self, chip: "Chip", pad: Pad, timed: bool, collisions: CollisionCount) -> None:
        self.pad = pad
        self.air: Air = pad
        self._chip = chip
        self._ns = nanoseconds if timed else _no_time
        self._answer_delay = self._ns(ANSWER_DELAY)
        self._answer_known = self._ns(_ANSWER_KNOWN)
        self._collisions = collisions
        self._frame = 0
        self._length = 0
        self._ciphered = False
        self._sent_at = 0
        self._answer_at = 0
        self.silence()

    def silence(self) -> None:
        """Nothing is on the air, and nothing is expected."""
        self.talking = False
        self._answers: list[tuple[Tag, Answer, int]] = []    # and when its last bit has gone out
        self.at = FOREVER
        self._step: Callable[[int], None] | None = None

    def step(self) -> None:
        """Do what is due at `at`."""
        at, step = self.at, self._step
        self.at = FOREVER
        self._step = None
        if step is not None:
            step(at)

    @property
    def expects_answer(self) -> bool:
        """Whether the time is between a frame's last bit and the last of its answer, for a command that takes one."""
        return self._length > 0 and not self.talking

    @property
    def modem_state(self) -> int:
        """Status2Reg, ModemState: 0 idle, 1 waits for StartSend, 3 sends, 4 waits for an answer, 6 receives."""
        if self.talking:
            return 3
        if self._step == self._received:
            return 6
        if self._chip.regs[r.COMMAND] & 0x0F == r.TRANSCEIVE:
            return 4 if self._length else 1
        return 0

    def send(self, now: int) -> None:
        """Put the FIFO's content on the air."""
        self.break_off()
        chip = self._chip
        regs = chip.regs
        data = chip.take_fifo()
        chip.clear_errors()
        last = regs[r.BIT_FRAMING] & r.TX_LAST_BITS
        length = len(data) * 8 - (8 - last if last and data else 0)
        if regs[r.TX_MODE] & r.CRC_ENABLE and not last:
            data = with_crc(data)
            length += 16
        self._frame = int.from_bytes(data, "little") & (1 << length) - 1
        self._length = length
        self._ciphered = regs[r.STATUS2] & r.MF_CRYPTO1_ON != 0
        self._sent_at = now
        self.talking = True
        self.at = now + self._ns(reader_frame(length))
        self._step = self._sent

    def authenticate(self, now: int) -> None:
        """MFAuthent: the first of its frames; the FIFO holds command, block, key and four bytes of the UID."""
        self.break_off()
        self._chip.clear_errors()
        self._ciphered = self._chip.regs[r.STATUS2] & r.MF_CRYPTO1_ON != 0
        self._sent_at = now
        self.talking = True
        self._later(now, reader_frame(32), self._asked_for_nonce)

    def listen(self) -> None:
        """Receive: an answer that has not begun yet is heard, as after Transmit; all else is broken off."""
        if self.talking or self._step != self._answer_begins:
            self.break_off()

    def lose_answers(self) -> None:
        """The field is off: nobody has the power to go on answering."""
        self._break_proof()
        self._answers = []
        if self._step in (self._answer_begins, self._received):
            self.at = FOREVER
            self._step = None

    def break_off(self) -> None:
        """Stop sending or receiving; a tag that heard half a frame takes it for noise."""
        self._length = 0
        if self.at == FOREVER:           # nothing is under way
            return
        if self.talking:
            for tag in self.air.listeners(self._sent_at):
                tag.hear_noise()
        self.silence()

    def tag_gone(self, tag: Tag, now: int) -> None:
        """A tag is being lifted: what it has not said yet is never heard."""
        if tag.authenticated:
            self._break_proof()
        for index, (talker, answer, _) in enumerate(self._answers):
            if talker is not tag:
                continue
            said = ((now - self._answer_at) * 339 // (25_000 * ETU) - 1) * 8 // 9
            if said > 0:
                torn = Answer(answer.bits & (1 << said) - 1, said, said // 8, torn=True)
                self._answers[index] = (tag, torn, now)
            else:
                del self._answers[index]
            if not self._answers:
                self.silence()
            elif self._step == self._received:
                self.at = max(until for _, _, until in self._answers)
            return

    def _later(self, now: int, cycles: int, step: Callable[[int], None]) -> None:
        self.at = now + self._ns(cycles)
        self._step = step

    def _sent(self, at: int) -> None:
        chip = self._chip
        regs = chip.regs
        self.talking = False
        regs[r.COM_IRQ] |= r.TX_IRQ
        if regs[r.T_MODE] & r.T_AUTO:
            chip.start_timer(at)
        if regs[r.COMMAND] & 0x0F == r.TRANSMIT:
            chip.end_command()
        # Tags of type A at 106 kbit/s hear full pauses only, and no other bit rate.
        if not self._length or not regs[r.TX_ASK] & r.FORCE_100_ASK or regs[r.TX_MODE] & r.BIT_RATE:
            return
        answer_at = at + self._answer_delay
        for tag, answer in self.air.carry(self._frame, self._length, self._ciphered, self._sent_at, at):
            tag.deaf_until = until = answer_at + self._ns(tag_frame(answer.length, answer.parity))
            self._answers.append((tag, answer, until))
        if self._answers:
            self._answer_at = answer_at
            self.at = at + self._answer_known
            self._step = self._answer_begins

    def _answer_begins(self, at: int) -> None:
        chip = self._chip
        regs = chip.regs
        listening = regs[r.COMMAND] in (r.TRANSCEIVE, r.RECEIVE)      # with RcvOff and PowerDown both 0
        if not listening or regs[r.RX_MODE] & r.BIT_RATE:
            self._answers = []
            return
        if regs[r.T_MODE] & r.T_AUTO and not regs[r.RX_MODE] & r.RX_MULTIPLE:
            chip.timer.stop(at)
        self.at = at
        for _, _, until in self._answers:
            if until > self.at:
                self.at = until
        self._step = self._received

    def _received(self, at: int) -> None:
        chip = self._chip
        regs = chip.regs
        if len(self._answers) == 1:              # a tag alone, which is the rule
            _, (bits, length, _, torn), _ = self._answers[0]
            collision = -1
        else:
            bits, length, collision, torn = superpose([answer for _, answer, _ in self._answers])
        error = r.PARITY_ERR if torn else 0
        self._answers = []
        known = self._length - 16                # of the cascade level's bits, after SEL and NVB
        self._length = 0
        mode = regs[r.RX_MODE]
        if length < 4 and mode & r.RX_NO_ERR:
            return
        coll = regs[r.COLL] & r.VALUES_AFTER_COLL
        if collision < 0:
            coll |= r.COLL_POS_NOT_VALID
        else:
            error |= r.COLL_ERR
            position = collision + 1
            if self._collisions == "level" and known > 0:
                position += known
            coll |= position & r.COLL_POS if position <= 32 else r.COLL_POS_NOT_VALID     # five bits: 0 stands for 32
            if not coll & r.VALUES_AFTER_COLL:
                bits &= (1 << collision) - 1
        regs[r.COLL] = coll
        if mode & r.CRC_ENABLE:
            bits, length, good = _without_crc(bits, length)
            if not good:
                error |= r.CRC_ERR
        align = regs[r.BIT_FRAMING] >> 4 & 0x07
        end = align + length
        chip.push((bits << align).to_bytes((end + 7) // 8, "little"))
        regs[r.CONTROL] = regs[r.CONTROL] & ~r.RX_LAST_BITS & 0xFF | end & r.RX_LAST_BITS
        if error:
            chip.fail(error)
        regs[r.COM_IRQ] |= r.RX_IRQ
        if regs[r.COMMAND] & 0x0F == r.RECEIVE and not mode & r.RX_MULTIPLE:
            chip.end_command()

    # --- MFAuthent: four frames, of which the chip shows the outcome only (datasheet 10.3.1.9) ---

    def _asked_for_nonce(self, at: int) -> None:
        chip = self._chip
        self.talking = False
        data = chip.take_fifo()
        proved: bool | None = None
        if len(data) == 12 and data[0] in (0x60, 0x61) and chip.regs[r.TX_ASK] & r.FORCE_100_ASK:
            answers = [
                tag.authenticate(data[1], data[2:8], data[0] == 0x61, self._ciphered)
                for tag in self.air.reached(self._sent_at, at)
            ]
            known = [answer for answer in answers if answer is not None]
            proved = known[0] if len(known) == 1 else None
        if proved is None:
            self._no_more(at)
        else:
            wait = ANSWER_DELAY + _AUTH_NONCE + ANSWER_DELAY + _AUTH_PROOF
            self._later(at, wait, self._proved if proved else self._no_more)

    def _proved(self, at: int) -> None:
        self._later(at, ANSWER_DELAY + _AUTH_NONCE, self._authenticated)

    def _authenticated(self, at: int) -> None:
        self._chip.regs[r.STATUS2] |= r.MF_CRYPTO1_ON
        self._chip.end_command()

    def _break_proof(self) -> None:
        if self._step in (self._proved, self._authenticated):
            self._step = self._no_more

    def _no_more(self, at: int) -> None:
        """The tag keeps silent: only the timer can end the wait."""
        if self._chip.regs[r.T_MODE] & r.T_AUTO:
            self._chip.start_timer(at)


def _no_time(cycles: int) -> int:
    return 0


def _without_crc(bits: int, length: int) -> tuple[int, int, bool]:
    """An answer without its CRC_A, and whether that was right; what is too short or no whole bytes has a wrong one."""
    if length % 8 or length < 16:
        return bits, length, False
    good = has_good_crc(bits.to_bytes(length // 8, "little"))
    return bits & (1 << length - 16) - 1, length - 16, good
