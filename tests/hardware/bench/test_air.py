"""Frames on the air: how long they take, and how several tags' answers collide (ISO 14443-3 chapter 6)."""

import pytest

from hardware.bench.air import superpose
from hardware.bench.tag import Answer
from tests.hardware.bench.probe import CYCLE, TRANSFER, crc_a, probing

RX = 0x20
PAUSE = 39         # cycles, ModWidthReg at reset 0x26: 38 + 1


# The answer starts 1172 cycles after the last pause when the reader's last bit is 0: that pause begins the end bit. It
# starts 1236 after it when the last bit is 1: that pause begins in the middle of that very bit, 64 cycles into it.
@pytest.mark.parametrize(("command", "last_pause", "delay"), [
    (0x26, (1 + 7) * 128 + PAUSE, 1172),              # 0110010: last bit 0
    (0x52, (1 + 6) * 128 + 64 + PAUSE, 1236),         # 0100101: last bit 1
])
def test_atqa_comes_when_the_standard_says(command: int, last_pause: int, delay: int) -> None:
    ends = (last_pause + delay + (1 + 2 * 9 + 1) * 128) * CYCLE           # start, two bytes with parity, end
    assert ends == pytest.approx(0.354e-3, abs=1e-6)
    for look, there in [(ends - 1e-7, 0), (ends + 1e-7, RX)]:
        with probing("01020304") as probe:
            probe.start(bytes((command,)), last_bits=7)
            assert probe.look_at(0x04, look, probe.bench.clock.now()) & RX == there


# 0x20 has one bit set, so its parity bit, the last of the frame, is 0: 1172 cycles after the pause in the end bit.
# For SELECT the other case comes to the same time, see above.
@pytest.mark.parametrize(("data", "received", "milliseconds"), [
    (b"\x93\x20", 5, 0.712),
    (crc_a(b"\x93\x70\x01\x02\x03\x04\x04"), 3, 1.137),
])
def test_uid_and_sak_take_their_time(data: bytes, received: int, milliseconds: float) -> None:
    ends = ((1 + len(data) * 9) * 128 + PAUSE + 1172 + (1 + received * 9 + 1) * 128) * CYCLE
    assert ends == pytest.approx(milliseconds * 1e-3, abs=1e-6)
    for look, there in [(ends - 1e-7, 0), (ends + 1e-7, RX)]:
        with probing("01020304") as probe:
            probe.request()
            probe.start(data)
            assert probe.look_at(0x04, look, probe.bench.clock.now()) & RX == there
            assert probe.read(0x0A) == received       # by now it has ended in either case


def test_without_air_an_answer_is_there_at_the_next_transfer() -> None:
    with probing("01020304", air=False) as probe:
        probe.start(b"\x26", last_bits=7)
        assert probe.read(0x04) & RX


@pytest.mark.parametrize("startup", [0.0003, 0.005])
def test_a_tag_hears_nothing_before_it_has_started(startup: float) -> None:
    with probing("01020304", antenna=False, tag_startup=startup) as probe:
        probe.write(0x15, 0x40)
        probe.write(0x14, 0x83)
        on = probe.bench.clock.now()
        probe.bench.clock.sleep(startup - 8 * TRANSFER)
        probe.start(b"\x26", last_bits=7)             # six transfers
        assert probe.bench.clock.now() < on + startup
        probe.bench.clock.sleep(0.001)
        assert probe.read(0x04) & RX == 0
        probe.bench.clock.sleep(startup)
        assert probe.request() == b"\x04\x00"


def test_superposed_answers_collide_where_they_differ() -> None:
    # LSB first: 0110 and 0100 differ in their third bit from the left, which is bit 1 counted from 0
    assert superpose([Answer(0b0110, 4, 0), Answer(0b0100, 4, 0)]) == (0b0110, 4, 1, False)
    assert superpose([Answer(0b0110, 4, 0)] * 3) == (0b0110, 4, -1, False)
    # three answers, any two of which agree somewhere
    assert superpose([Answer(0b1000, 4, 0), Answer(0b0000, 4, 0), Answer(0b1100, 4, 0)]) == (0b1100, 4, 2, False)
    # a bit that only one still sends collides with nothing
    assert superpose([Answer(0b11, 2, 0), Answer(0b1011, 4, 0)]) == (0b1011, 4, -1, False)


# UIDs that differ first in the bit named: bit n of the level is bit (n - 1) % 8 of byte (n - 1) // 8.
@pytest.mark.parametrize(("uids", "first"), [
    (("10000000", "11000000"), 1),                    # byte 0, bit 0
    (("10000000", "90000000"), 8),                    # byte 0, bit 7
    (("10010000", "10000000"), 9),                    # byte 1, bit 0
    (("10203040", "102030c0"), 32),                   # byte 3, bit 7
])
def test_coll_reg_names_the_first_collided_bit(uids: tuple[str, str], first: int) -> None:
    with probing(*uids) as probe:
        assert probe.request() == b"\x04\x00"         # equal ATQA: no collision
        assert probe.read(0x06) == 0
        probe.write(0x0E, 0x00)
        got = probe.exchange(b"\x93\x20")
        assert probe.read(0x06) == 0x08               # CollErr, and no parity error beside it
        assert probe.read(0x0E) == first % 32         # 0 stands for 32; CollPosNotValid is 0
        assert got is not None
        assert len(got) == 5
        agreed = (1 << first - 1) - 1                 # ValuesAfterColl 0: what follows is 0
        assert int.from_bytes(got, "little") == int.from_bytes(bytes.fromhex(uids[0]), "little") & agreed


def test_values_after_coll_keeps_what_follows() -> None:
    with probing("10000000", "11000000") as probe:
        probe.request()
        probe.write(0x0E, 0x80)
        assert probe.exchange(b"\x93\x20") == b"\x11\x00\x00\x00\x11"    # BCC 10 and 11, one over the other


def test_a_collision_beyond_bit_32_has_no_position() -> None:
    # The seven-byte tag's ATQA 44 00 and the four-byte tag's 04 00 differ in bit 7; the check bytes are bits 33 to 40,
    # and no two UIDs differ there alone, so such an answer is put together by hand.
    assert superpose([Answer(1 << 35, 40, 5), Answer(0, 40, 5)]).collision == 35
    with probing("01020304", "04010203040506") as probe:
        probe.request()
        assert (probe.read(0x06), probe.read(0x0E) & 0x3F) == (0x08, 7)


@pytest.mark.parametrize(("count", "position"), [("frame", 4), ("level", 16)])
def test_collision_after_known_bits(count: str, position: int) -> None:
    # Both share 12 bits: 10 and the low half of 02; then 0 and 1 alternate up to bit 16 (byte 1, bit 7), which differs.
    with probing("10020000", "10820000", collisions=count) as probe:
        probe.request()
        probe.write(0x0E, 0x00)
        probe.exchange(b"\x93\x34\x10\x02", last_bits=4, align=4)
        assert probe.read(0x06) == 0x08
        assert probe.read(0x0E) & 0x3F == position    # the fourth bit after the 12, the 16th of the level


def test_the_rest_of_a_broken_byte_is_stored_where_rx_align_says() -> None:
    # NVB 0x34: 12 bits known; the answer begins with the high half of byte 1, and RxAlign 4 puts it there.
    with probing("10a23344") as probe:
        probe.request()
        got = probe.exchange(b"\x93\x34\x10\x02", last_bits=4, align=4)
        assert got == b"\xa0\x33\x44\xc5"             # BCC: 10 ^ a2 ^ 33 ^ 44 = c5
        assert probe.read(0x0C) & 0x07 == 0           # RxLastBits: the last byte is whole
        assert probe.read(0x06) == 0


def test_the_rest_of_a_broken_byte_has_a_parity_bit_too() -> None:
    # 28 bits in four pieces, each with a parity bit: start, 28 + 4, end. The frame before it is 16 + 12 bits, with a
    # parity bit after each of its three whole bytes; it ends with the low half of 02, LSB first 0100: last bit 0.
    ends = ((1 + 28 + 3) * 128 + PAUSE + 1172 + (1 + 28 + 4 + 1) * 128) * CYCLE
    for look, there in [(ends - 1e-7, 0), (ends + 1e-7, RX)]:
        with probing("10a23344") as probe:
            probe.request()
            probe.start(b"\x93\x34\x10\x02", last_bits=4, align=4)
            assert probe.look_at(0x04, look, probe.bench.clock.now()) & RX == there


def test_rx_no_err_ignores_less_than_four_bits() -> None:
    # NVB 0x65: 37 of 40 bits known, three are left (BCC 04: its low five bits are 00100).
    for mode, there in [(0x00, RX), (0x08, 0)]:
        with probing("01020304") as probe:
            probe.request()
            probe.write(0x13, mode)
            probe.exchange(b"\x93\x65\x01\x02\x03\x04\x04", last_bits=5, align=5)
            assert probe.read(0x04) & RX == there


def test_who_talks_does_not_listen() -> None:
    with probing("01020304") as probe:
        probe.request()
        probe.start(b"\x93\x20")
        probe.bench.clock.sleep(0.45e-3)              # the answer lasts from 0.27 to 0.71 ms
        assert probe.request() is None                # not heard, so it throws nobody back
        assert probe.exchange(b"\x93\x20") == b"\x01\x02\x03\x04\x04"


def test_rx_last_bits_without_rx_align() -> None:
    # The same 28 bits stored from bit 0 on: 3 whole bytes and 4 bits.
    with probing("10a23344") as probe:
        probe.request()
        got = probe.exchange(b"\x93\x34\x10\x02", last_bits=4)
        assert got == b"\x3a\x43\x54\x0c"
        assert probe.read(0x0C) & 0x07 == 4


def test_a_tag_lifted_while_it_speaks_breaks_its_answer() -> None:
    with probing("01020304") as probe:
        probe.request()
        probe.start(b"\x93\x20")
        probe.bench.clock.sleep(0.45e-3)              # the answer lasts from 0.27 to 0.71 ms
        probe.bench.lift(bytes.fromhex("01020304"))
        assert probe.read(0x04) & RX                  # the chip hears the end at once
        assert probe.read(0x06) & 0x02                # parity
        assert probe.read(0x0A) < 5


def test_a_tag_lifted_before_it_speaks_is_not_heard() -> None:
    with probing("01020304") as probe:
        probe.start(b"\x26", last_bits=7)
        probe.bench.clock.sleep(0.1e-3)
        probe.bench.lift(bytes.fromhex("01020304"))
        probe.bench.clock.sleep(0.001)
        assert probe.read(0x04) & RX == 0


def test_an_answer_ends_with_the_field() -> None:
    with probing("01020304") as probe:
        probe.request()
        probe.start(b"\x93\x20")
        probe.bench.clock.sleep(0.45e-3)
        probe.write(0x14, 0x80)
        probe.bench.clock.sleep(0.001)
        assert probe.read(0x04) & RX == 0


def test_a_frame_that_is_broken_off_throws_a_tag_back() -> None:
    with probing("01020304") as probe:
        probe.request()
        probe.start(b"\x93\x20")
        probe.write(0x01, 0x00)                       # while the frame goes out
        assert probe.exchange(b"\x93\x20") is None    # the tag is IDLE again
        assert probe.request() == b"\x04\x00"
