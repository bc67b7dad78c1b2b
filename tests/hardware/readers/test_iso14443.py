"""Waking and naming: CRC_A by the standard's vectors, and every set of tags on one antenna named in one look."""

from hypothesis import given, settings, strategies as st

from hardware.bench import Bench
from hardware.readers.iso14443 import HLTA, MAX_TAGS, Answer, Named, Outcome, crc_a, name_tags
from hardware.readers.reading import Seen
from tests.hardware.readers.wires import open_scanner

# Bytes that share many bits, so that tags share long prefixes and differ late.
BYTES = st.sampled_from((0x00, 0x01, 0x04, 0x80, 0xFE, 0xFF)) | st.integers(0, 255)


def _lawful(uid: bytes) -> bool:
    """88 begins a level only as cascade tag (ISO/IEC 14443-3, 6.5.4)."""
    return uid[0] != 0x88 and (len(uid) == 4 or uid[3] != 0x88)


UIDS = (
    st.sampled_from((4, 7, 10))
    .flatmap(lambda size: st.lists(BYTES, min_size=size, max_size=size))
    .map(bytes)
    .filter(_lawful)
)
CROWDS = st.lists(UIDS, min_size=1, max_size=4, unique=True)


def test_crc_a_of_the_standards_examples() -> None:
    assert crc_a(b"\x00\x00") == b"\xa0\x1e"   # ISO/IEC 14443-3, annex B
    assert crc_a(b"\x12\x34") == b"\x26\xcf"
    assert HLTA == b"\x50\x00" + crc_a(b"\x50\x00") == b"\x50\x00\x57\xcd"


@settings(max_examples=60, deadline=None)
@given(uids=CROWDS, collisions=st.sampled_from(("frame", "level")), air=st.booleans())
def test_every_tag_is_named_however_the_chip_counts_collisions(uids: list[bytes], collisions: str, air: bool) -> None:
    with Bench(readers=1, air=air, collisions="level" if collisions == "level" else "frame") as bench:
        pads = open_scanner(bench)
        for uid in uids:
            bench.place(uid, 0)
        named = tuple(sorted(uid.hex() for uid in uids))
        assert [pads.look(0).tags for _ in range(2)] == [named, named]


def test_tags_that_differ_in_one_bit_only_are_told_apart_at_each_bit() -> None:
    base = bytes.fromhex("10203040")
    for bit in range(32):
        other = (int.from_bytes(base, "little") ^ 1 << bit).to_bytes(4, "little")
        with Bench(readers=1, air=False) as bench:
            bench.place(base, 0)
            bench.place(other, 0)
            assert open_scanner(bench).look(0).tags == tuple(sorted((base.hex(), other.hex())))


def test_more_tags_than_a_pad_can_hold_are_told_as_garbled() -> None:
    with Bench(readers=1, air=False) as bench:
        for number in range(MAX_TAGS):
            bench.place(bytes((0x10, 0, 0, number)), 0)
        pads = open_scanner(bench)
        assert len(pads.look(0).tags) == MAX_TAGS
        bench.place(bytes((0x10, 0, 0, MAX_TAGS)), 0)
        assert pads.look(0).seen is Seen.GARBLED


class SlyTag:
    """A tag as bits on the air, in two makes: at a prefix that is not its own one goes back to IDLE, one stays READY.

    Bits are text, in the order in which they are sent.
    """

    def __init__(self, uid: bytes, stays_ready: bool) -> None:
        parts = []
        while len(uid) > 4:
            parts.append(b"\x88" + uid[:3])
            uid = uid[3:]
        parts.append(uid)
        self._levels = [_bits(part + bytes((part[0] ^ part[1] ^ part[2] ^ part[3],))) for part in parts]
        self._stays_ready = stays_ready
        self._state = "IDLE"
        self._level = 0

    def hear(self, bits: str) -> str:
        if len(bits) == 7:
            woken = self._state == "IDLE"
            if self._state != "HALT":
                self._state = "READY" if woken else "IDLE"
            self._level = 0
            return _bits(b"\x04\x00") if woken else ""
        if bits[:16] == _bits(b"\x50\x00"):
            self._state = {"ACTIVE": "HALT", "READY": "IDLE"}.get(self._state, self._state)
        elif self._state == "READY":
            return self._hear_select(bits)
        return ""

    def _hear_select(self, bits: str) -> str:
        own = self._levels[self._level] if self._level < len(self._levels) else ""
        same_level = bits[:8] == _bits(bytes((0x93 + 2 * self._level,)))
        if same_level and bits[8:16] == _bits(b"\x70"):
            if bits[16:56] == own:
                self._level += 1
                last = self._level == len(self._levels)
                self._state = "ACTIVE" if last else "READY"
                sak = b"\x00" if last else b"\x04"
                return _bits(sak + crc_a(sak))
            self._state = "IDLE"
        elif same_level and own.startswith(bits[16:]):
            return own[len(bits) - 16:]
        elif not self._stays_ready:
            self._state = "IDLE"
        return ""


class SlyAir:
    """Several such tags; of the position of a collision it tells the truth only in frames that begin with a level."""

    def __init__(self, tags: list[SlyTag]) -> None:
        self._tags = tags

    def transceive(
        self, frame: bytes, bits_in_last: int = 0, rx_align: int = 0, expect: int = 0, not_before: float = 0.0
    ) -> Answer:
        bits = _bits(frame)
        bits = bits[:len(bits) - (8 - bits_in_last) % 8]
        answers = [answer for tag in self._tags if (answer := tag.hear(bits))]
        if not answers:
            return Answer(Outcome.SILENT, [], 0)
        columns = list(zip(*answers, strict=True))
        collided = [len(set(column)) > 1 for column in columns]
        heard = "0" * rx_align + "".join(max(column) for column in columns)
        data = [int(heard[at:at + 8][::-1], 2) for at in range(0, len(heard), 8)]
        if not any(collided):
            return Answer(Outcome.CLEAN, data, len(heard))
        position = collided.index(True) + 1 if len(bits) == 16 else 1
        return Answer(Outcome.COLLIDED, data, len(heard), position)


def _bits(data: bytes) -> str:
    return "".join(f"{byte:08b}"[::-1] for byte in data)


@settings(max_examples=150, deadline=None)
@given(tags=st.lists(st.tuples(UIDS, st.booleans()), min_size=1, max_size=4, unique_by=lambda tag: tag[0]))
def test_every_tag_is_named_whatever_its_make_does_at_a_foreign_prefix(tags: list[tuple[bytes, bool]]) -> None:
    air = SlyAir([SlyTag(uid, stays_ready) for uid, stays_ready in tags])
    assert name_tags(air) == Named(tuple(sorted(uid.hex() for uid, _ in tags)))
