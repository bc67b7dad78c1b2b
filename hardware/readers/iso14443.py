"""Waking and naming the tags on one antenna: ISO/IEC 14443-3 type A, on top of any chip that can exchange one frame.

All tags are named in one look: each is led to its UID bit by bit where answers collide, selected, halted, and the rest
asked again until nobody answers. A single tag that was named at the last look is not selected again.
"""

from collections.abc import Container
from enum import Enum
from functools import lru_cache
from typing import NamedTuple, Protocol

REQA = b"\x26"                     # a short frame: only 7 of its bits are sent
WUPA = b"\x52"                     # likewise; wakes halted tags too
HLTA = b"\x50\x00\x57\xcd"         # with its CRC_A
SEL = (0x93, 0x95, 0x97)           # cascade levels 1 to 3
CASCADE_TAG = 0x88                 # first byte of a level when more of the UID follows
SAK_MORE = 0x04                    # SAK bit: the UID is not complete
MAX_TAGS = 8                       # a pad is a few centimetres wide; more names than that are noise


class Outcome(Enum):
    """What came back for one frame."""

    SILENT = "silent"        # nothing at all, until the chip's timer ran out
    CLEAN = "clean"          # an answer without error
    COLLIDED = "collided"    # several tags answered, and differ in at least one bit
    BROKEN = "broken"        # something was received that is no answer, or the chip itself lost its way


class Answer(NamedTuple):
    """One answer.

    data: the received bytes; bits: how many of their bits count, those skipped by `rx_align` included; position: first
    collided bit of the frame, from 1, or 0 if the chip can't tell; why: for BROKEN, in words.
    """

    outcome: Outcome
    data: list[int]
    bits: int
    position: int = 0
    why: str = ""


class Transceiver(Protocol):
    """The one thing this file needs of a chip."""

    def transceive(
        self, frame: bytes, bits_in_last: int = 0, rx_align: int = 0, expect: int = 0, not_before: float = 0.0
    ) -> Answer:
        """Send a frame, of whose last byte only `bits_in_last` bits go out (0: all), not before that moment (s on the
        chip's clock), and return the answer of up to `expect` bytes, its first bit put at bit `rx_align` of a byte."""
        ...


class Named(NamedTuple):
    """All tags on one antenna, as sorted lower-case hex; or, if they could not all be named, why not, in words."""

    tags: tuple[str, ...]
    garbled: str = ""


class _GarbledError(Exception):
    """Leaves the walk over the tags from its depth; never leaves this file."""


def _crc_table() -> tuple[int, ...]:
    table = []
    for byte in range(256):
        crc = byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x8408 if crc & 1 else 0)   # x^16 + x^12 + x^5 + 1, reflected
        table.append(crc)
    return tuple(table)


_CRC_TABLE = _crc_table()


def crc_a(data: bytes) -> bytes:
    """CRC_A of a frame in the order in which it is sent (ISO/IEC 14443-3, annex B)."""
    crc = 0x6363
    table = _CRC_TABLE
    for byte in data:
        crc = (crc >> 8) ^ table[(crc ^ byte) & 0xFF]
    return crc.to_bytes(2, "little")


def name_tags(chip: Transceiver, known: Container[str] = (), not_before: float = 0.0) -> Named:
    """Name every tag in a field that has just come on; no tags and no `garbled` means clean silence.

    known: the names of the last look at this antenna: a tag that is alone and among them is believed without SELECT.
    not_before: when tags may first be spoken to (s): their start-up time. Wire trouble (OSError) passes through.
    """
    try:
        return Named(tuple(sorted(_name_all(chip, known, not_before))))
    except _GarbledError as garbled:
        return Named((), str(garbled))


def _name_all(chip: Transceiver, known: Container[str], not_before: float) -> set[str]:
    tags: set[str] = set()
    crowd = False    # at some bit of this look, two tags answered differently
    owed = False     # they did so in the last round: somebody is still to be named
    while len(tags) <= MAX_TAGS:
        wake = chip.transceive(REQA, 7, 0, 2, not_before)
        not_before = 0.0
        if wake.outcome is Outcome.SILENT:
            if owed:
                raise _GarbledError("two tags answered at once, and the second fell silent")
            return tags
        _expect(wake, 16, "REQA", collision=True)
        owed = wake.outcome is Outcome.COLLIDED
        uid, collided = _lead_one(chip, crowd or owed, known)
        owed = owed or collided
        crowd = crowd or owed
        if uid in tags:
            raise _GarbledError(f"tag {uid} answers although it was halted")
        tags.add(uid)
        if not crowd:
            return tags
        halted = chip.transceive(HLTA)
        if halted.outcome is not Outcome.SILENT:
            raise _GarbledError("something answered HLTA, which has no answer")
    raise _GarbledError(f"more than {MAX_TAGS} tags answer")


def _expect(answer: Answer, bits: int, to: str, collision: bool = False) -> None:
    if answer.outcome is Outcome.SILENT:
        raise _GarbledError(f"a tag answered, and fell silent at {to}")
    if answer.outcome is Outcome.BROKEN:
        raise _GarbledError(f"the answer to {to} was garbled: {answer.why}")
    if answer.outcome is Outcome.COLLIDED and not collision:
        raise _GarbledError(f"two tags answered {to} at once")
    if answer.bits != bits:
        raise _GarbledError(f"the answer to {to} had {answer.bits} bits instead of {bits}")


def _lead_one(chip: Transceiver, crowd: bool, known: Container[str]) -> tuple[str, bool]:
    """Lead one of the woken tags to its full UID; also says whether any other answered differently on the way."""
    uid = b""
    selected: list[bytes] = []
    collided = False
    for sel in SEL:
        level, fork = _anticollision(chip, sel, selected)
        collided = collided or fork
        if not (crowd or collided or level[0] == CASCADE_TAG):
            name = (uid + level[:4]).hex()
            if name in known:
                return name, False
        if not _select(chip, sel, level) & SAK_MORE:
            return (uid + level[:4]).hex(), collided
        if level[0] != CASCADE_TAG:
            raise _GarbledError(f"SAK says that the UID goes on, but its level begins with {level[0]:02x}, not 88")
        selected.append(level)
        uid += level[1:4]
    raise _GarbledError("SAK says that the UID goes on after cascade level 3")


def _select(chip: Transceiver, sel: int, level: bytes) -> int:
    """SELECT the tag with these five bytes (UID part and BCC) at a level; its SAK."""
    answer = chip.transceive(_select_frame(sel, level), 0, 0, 3)
    _expect(answer, 24, "SELECT")
    data = bytes(answer.data)
    if crc_a(data[:1]) != data[1:]:
        raise _GarbledError("the answer to SELECT failed its CRC")
    return data[0]


@lru_cache(maxsize=256)
def _select_frame(sel: int, level: bytes) -> bytes:
    """SELECT with its CRC_A; a tag that lies still hears the same in every look."""
    frame = bytes((sel, 0x70)) + level
    return frame + crc_a(frame)


def _anticollision(chip: Transceiver, sel: int, selected: list[bytes]) -> tuple[bytes, bool]:
    """The five bytes (UID part and BCC) of one tag at a level, and whether others answered differently.

    selected: the levels above, by which the tag was led here.
    """
    answer = chip.transceive(bytes((sel, 0x20)), 0, 0, 5)
    if answer.outcome is Outcome.COLLIDED:
        # Only here, in a frame that begins with the level's first bit, is the chip's position sure to mean what we
        # think. Bits before it are common to all tags.
        common = answer.position - 1 if answer.position else 0
        value = int.from_bytes(bytes(answer.data), "little") & ((1 << common) - 1)
        return _extend(chip, sel, selected, value, common + 1), True
    _expect(answer, 40, "ANTICOLLISION")
    return _checked(bytes(answer.data)), False


def _extend(chip: Transceiver, sel: int, selected: list[bytes], value: int, known: int) -> bytes:
    """Go down one branch below a collision, asking with ever longer prefixes.

    `known` bits of `value` are sent, of which the last is a guess. Where the chip puts a collision in a frame that
    begins within a byte (RxAlign) sources disagree, so only three things are used of each answer: silence (the guess
    was wrong), a clean rest, or one more collision.
    """
    while known < 32:
        whole, part = divmod(known, 8)
        frame = bytes((sel, ((2 + whole) << 4) | part)) + value.to_bytes(whole + (part > 0), "little")
        answer = chip.transceive(frame, part, part, 5 - whole)
        if answer.outcome is Outcome.COLLIDED:
            known += 1
        elif answer.outcome is Outcome.SILENT and not value >> (known - 1):
            value |= 1 << (known - 1)
            _wake_again(chip, selected)
        else:
            _expect(answer, 40 - 8 * whole, "ANTICOLLISION")
            rest = int.from_bytes(bytes(answer.data), "little") << (8 * whole)
            return _checked(((rest >> known << known) | value).to_bytes(5, "little"))
    level = value.to_bytes(4, "little")   # the collision was at the last bit, so both guesses are right
    return level + bytes((level[0] ^ level[1] ^ level[2] ^ level[3],))


def _wake_again(chip: Transceiver, selected: list[bytes]) -> None:
    """After a prefix that fits nobody: tags of some makes go back to IDLE at that, others stay READY.

    HLTA, while none is ACTIVE, makes all of them IDLE; then they can be woken and led down again.
    """
    chip.transceive(HLTA)
    _expect(chip.transceive(REQA, 7, 0, 2), 16, "REQA", collision=True)
    for sel, level in zip(SEL, selected, strict=False):
        _select(chip, sel, level)


def _checked(level: bytes) -> bytes:
    if level[0] ^ level[1] ^ level[2] ^ level[3] != level[4]:
        raise _GarbledError(f"the check byte of {level[:4].hex()} is wrong")
    return level
