"""A tag as the air sees it: the states of ISO 14443-3 type A, its UID, and a little memory.

What is modelled of memory suffices for the usual drivers: pages of an NTAG213 to be read, blocks of a MIFARE Classic 1K
to be read and written after authentication. The cipher itself is not: a tag only knows whether both sides speak it.
"""

from enum import Enum, auto
from functools import cache
from random import Random
from typing import NamedTuple

from hardware.bench.iso14443 import (
    CASCADE_TAG,
    HLTA,
    REQA,
    SAK_CASCADE,
    SELECT_CODES,
    SHORT_FRAME,
    WUPA,
    has_good_crc,
    with_crc,
)


class State(Enum):
    """ISO 14443-3, 6.3; the starred states are READY and ACTIVE with `Tag.halted_before`."""

    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


IDLE, READY, ACTIVE, HALT = State          # by name: looking one up in its class costs more than comparing it


class Answer(NamedTuple):
    """What a tag sends: bits (bit 0 first), how many, how many parity bits go between them, whether one is wrong."""

    bits: int
    length: int
    parity: int
    torn: bool = False


class Kind(NamedTuple):
    """What tells kinds of tags apart before a reader knows more than the UID's length."""

    atqa: Answer
    sak: int


# By UID length: MIFARE Classic 1K, NTAG213 (their datasheets), and a triple-size UID with neither memory nor protocol.
# ATQA bits 7 and 8 tell the size of the UID, bit 3 the anticollision in use (ISO 14443-3, 6.5.2).
KINDS = {
    4: Kind(Answer(0x0004, 16, 2), 0x08),
    7: Kind(Answer(0x0044, 16, 2), 0x00),
    10: Kind(Answer(0x0084, 16, 2), 0x00),
}


class _Level(NamedTuple):
    """One cascade level: what the tag shows (UID part and BCC), the SELECT that names that, and its answer (SAK)."""

    shown: int
    select: int
    sak: Answer


LEVEL_BITS = 40                 # UID part and BCC
_SELECT_NVB = 0x70              # the whole frame of 7 bytes, its CRC_A not counted
_SELECT_BITS = 72               # SEL, NVB, UID part, BCC, CRC_A
_READ = 0x30
_WRITE = 0xA0
_ACK = Answer(0xA, 4, 0)        # four bits without parity
_NAK_ARGUMENT = Answer(0x0, 4, 0)
_NAK_NOT_ALLOWED = Answer(0x4, 4, 0)

_PAGES = 45                     # NTAG213, of 4 bytes
_BLOCKS = 64                    # MIFARE Classic 1K, of 16 bytes
_FACTORY_TRAILER = b"\xff" * 6 + b"\xff\x07\x80\x69" + b"\xff" * 6
_RANDOM_UID = b"\x08"           # its first byte; the three others are drawn (ISO 14443-3, 6.5.4)


class Tag:
    """One tag; `hear` is its antenna. A tag without a field forgets its state (`lose_field`), not its memory.

    strength: how well it is coupled to the pad that it lies on, 1 perfectly (see `noise.RoughAir`).
    """

    __slots__ = (
        "_levels", "_sector", "_write_to", "deaf_until", "halted_before", "kind", "level", "memory", "state",
        "strength", "uid",
    )

    def __init__(self, uid: bytes) -> None:
        self.uid = uid
        self.kind = KINDS[len(uid)]
        self.memory = _factory_memory(uid)
        self._levels = _cascade_levels(uid, self.kind.sak)
        self.strength = 1.0
        self.deaf_until = 0          # ns: it still starts in a field that came on, or talks itself
        self.lose_field()

    def lose_field(self) -> None:
        """The field is gone: whatever it was, it will be IDLE."""
        self.state = IDLE
        self.halted_before = False
        self.level = 0               # cascade level to be selected next, from 0
        self._sector: int | None = None   # authenticated for this MIFARE Classic sector
        self._write_to: int | None = None  # a WRITE's block, whose bytes come in the next frame

    @property
    def authenticated(self) -> bool:
        """Whether it expects the reader to speak ciphered (MIFARE Classic)."""
        return self._sector is not None

    def hear(self, frame: int, bits: int, ciphered: bool = False) -> Answer | None:
        """What the tag answers to a frame; None is silence. What it does not understand throws it back, silently."""
        if ciphered != (self._sector is not None):
            self.hear_noise()
            return None
        if bits == SHORT_FRAME:
            return self._hear_short(frame)
        if self.state is READY:
            return self._hear_ready(frame, bits)
        if self.state is ACTIVE:
            return self._hear_active(frame, bits)
        return None

    def hear_noise(self) -> None:
        """A frame that makes no sense: a tag that was READY or ACTIVE goes back to where it came from."""
        if self.state in (READY, ACTIVE):
            self.state = HALT if self.halted_before else IDLE
        self._sector = None
        self._write_to = None

    def authenticate(self, block: int, key: bytes, key_b: bool, ciphered: bool) -> bool | None:
        """MIFARE Classic authentication: True, False for a wrong key, None where the command makes no sense."""
        able = self.state is ACTIVE and ciphered == self.authenticated and self.kind.sak == 0x08
        if not able or block >= _BLOCKS:
            self.hear_noise()
            return None
        trailer = self._block(block | 3)
        if key != (trailer[10:16] if key_b else trailer[0:6]):
            self.hear_noise()
            return False
        self._sector = block // 4
        return True

    def _hear_short(self, command: int) -> Answer | None:
        woken = command == WUPA and self.state is HALT
        if woken or (command in (REQA, WUPA) and self.state is IDLE):
            self.halted_before = woken
            self.state = READY
            self.level = 0
            return self.kind.atqa
        self.hear_noise()
        return None

    def _hear_ready(self, frame: int, bits: int) -> Answer | None:
        level = self._levels[self.level]
        if frame == level.select and bits == _SELECT_BITS:
            return self._selected(level)
        nvb = frame >> 8 & 0xFF
        if bits < 16 or frame & 0xFF != SELECT_CODES[self.level] or nvb == _SELECT_NVB:
            self.hear_noise()
            return None
        own = level.shown
        known = bits - 16
        if bits != (nvb >> 4) * 8 + (nvb & 0xF) or known >= LEVEL_BITS or frame >> 16 != own & (1 << known) - 1:
            self.hear_noise()
            return None
        return _rest(own, known)

    def _selected(self, level: _Level) -> Answer:
        if self.level + 1 < len(self._levels):
            self.level += 1
        else:
            self.state = ACTIVE
        return level.sak

    def _hear_active(self, frame: int, bits: int) -> Answer | None:
        data = frame.to_bytes((bits + 7) // 8, "little")
        if bits % 8 or not has_good_crc(data):
            self.hear_noise()
            return None
        body = data[:-2]
        if self._write_to is not None:
            return self._take_block(body)
        if body == HLTA:
            self.hear_noise()
            self.state = HALT
            return None
        if len(body) == 2 and body[0] == _READ and len(self.uid) == 7:
            return self._read_pages(body[1])
        if len(body) == 2 and body[0] in (_READ, _WRITE) and self._sector is not None:
            return self._touch_block(body[0], body[1])
        self.hear_noise()
        return None

    def _read_pages(self, page: int) -> Answer:
        """NTAG213 READ: 16 bytes from a page on, rolling over to page 0 behind the last."""
        if page >= _PAGES:
            self.hear_noise()
            return _NAK_ARGUMENT
        twice = bytes(self.memory) * 2
        return _bytes_answer(twice[page * 4:page * 4 + 16])

    def _touch_block(self, command: int, block: int) -> Answer:
        if block // 4 != self._sector or (command == _WRITE and block == 0):
            self.hear_noise()
            return _NAK_NOT_ALLOWED
        if command == _WRITE:
            self._write_to = block
            return _ACK
        content = self._block(block)
        if block % 4 == 3:
            content = bytes(6) + content[6:]     # key A never reads back
        return _bytes_answer(content)

    def _take_block(self, content: bytes) -> Answer:
        block = self._write_to
        self._write_to = None
        if block is None or len(content) != 16:
            self.hear_noise()
            return _NAK_NOT_ALLOWED
        self.memory[block * 16:block * 16 + 16] = content
        return _ACK

    def _block(self, block: int) -> bytes:
        return bytes(self.memory[block * 16:block * 16 + 16])


class RandomTag(Tag):
    """A tag that draws a new UID of four bytes whenever it starts in a field (ISO 14443-3, 6.5.4)."""

    __slots__ = ("_random",)

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        super().__init__(self._draw())

    def lose_field(self) -> None:
        """As `Tag.lose_field`; the UID that it will have next is drawn."""
        super().lose_field()
        self.uid = self._draw()
        self._levels = _cascade_levels(self.uid, self.kind.sak)

    def _draw(self) -> bytes:
        return _RANDOM_UID + bytes(int(self._random.random() * 256) for _ in range(3))


@cache
def _rest(shown: int, known: int) -> Answer:
    """What a tag that shows this adds to the bits that the reader knows; a parity bit after each byte, whole or not."""
    rest = LEVEL_BITS - known
    return Answer(shown >> known, rest, (rest + 7) // 8)


def _bytes_answer(data: bytes) -> Answer:
    """Bytes with their CRC_A, each with a parity bit."""
    frame = with_crc(data)
    return Answer(int.from_bytes(frame, "little"), len(frame) * 8, len(frame))


def _cascade_levels(uid: bytes, sak: int) -> tuple[_Level, ...]:
    """The tag at each cascade level, where it shows four bytes and BCC, their exclusive or (ISO 14443-3, 6.5.4)."""
    rest = uid
    parts = []
    while len(rest) > 4:
        parts.append(bytes((CASCADE_TAG,)) + rest[:3])
        rest = rest[3:]
    parts.append(rest)
    levels = []
    for code, part in zip(SELECT_CODES, parts, strict=False):
        shown = part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))
        select = with_crc(bytes((code, _SELECT_NVB)) + shown)
        complete = part is parts[-1]
        levels.append(_Level(
            int.from_bytes(shown, "little"),
            int.from_bytes(select, "little"),
            _bytes_answer(bytes((sak & ~SAK_CASCADE if complete else sak | SAK_CASCADE,))),
        ))
    return tuple(levels)


def _factory_memory(uid: bytes) -> bytearray:
    """Memory as sold: the UID with its check bytes in front, the MIFARE Classic's transport keys in its trailers."""
    if len(uid) == 7:
        check = (CASCADE_TAG ^ uid[0] ^ uid[1] ^ uid[2], uid[3] ^ uid[4] ^ uid[5] ^ uid[6])
        front = uid[:3] + bytes((check[0],)) + uid[3:] + bytes((check[1], 0x48, 0, 0)) + b"\xe1\x10\x12\x00"
        return bytearray(front + bytes(_PAGES * 4 - len(front)))
    if len(uid) == 4:
        memory = bytearray(_BLOCKS * 16)
        memory[0:7] = uid + bytes((uid[0] ^ uid[1] ^ uid[2] ^ uid[3], 0x08, 0x04))
        for sector in range(_BLOCKS // 4):
            memory[sector * 64 + 48:sector * 64 + 64] = _FACTORY_TRAILER
        return memory
    return bytearray()
