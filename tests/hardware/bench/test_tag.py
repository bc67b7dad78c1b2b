"""The tag's states, UIDs of three lengths, a little memory (ISO 14443-3 type A, 6; NTAG213 and MF1S50 datasheets)."""

import pytest

from hardware.bench import Bench
from tests.hardware.bench.probe import Probe, crc_a, probing

REQA, WUPA = 0x26, 0x52
HLTA = crc_a(b"\x50\x00")
UID4, UID7, UID10 = "01020304", "04112233445566", "04112233445566778899"


def activate(probe: Probe, command: int = REQA) -> None:
    probe.request(command)
    assert probe.exchange(b"\x93\x20") == b"\x01\x02\x03\x04\x04"
    assert probe.select(0x93, b"\x01\x02\x03\x04") == crc_a(b"\x08")


def test_four_byte_uid() -> None:
    with probing(UID4) as probe:
        assert probe.request() == b"\x04\x00"         # ATQA: bits 8, 7 = 00: single size
        assert probe.exchange(b"\x93\x20") == b"\x01\x02\x03\x04\x04"          # 01 ^ 02 ^ 03 ^ 04 = 04
        assert probe.select(0x93, b"\x01\x02\x03\x04") == crc_a(b"\x08")          # no cascade bit: complete


def test_seven_byte_uid_takes_two_cascade_levels() -> None:
    with probing(UID7) as probe:
        assert probe.request() == b"\x44\x00"         # ATQA bits 8, 7 = 01: double size
        assert probe.exchange(b"\x93\x20") == b"\x88\x04\x11\x22\xbf"          # 88 ^ 04 ^ 11 ^ 22 = bf
        sak = probe.select(0x93, b"\x88\x04\x11\x22")
        assert sak == crc_a(b"\x04")                  # cascade bit: the UID goes on
        assert probe.exchange(b"\x95\x20") == b"\x33\x44\x55\x66\x44"          # 33 ^ 44 ^ 55 ^ 66 = 44
        assert probe.select(0x95, b"\x33\x44\x55\x66") == crc_a(b"\x00")


def test_ten_byte_uid_takes_three() -> None:
    with probing(UID10) as probe:
        assert probe.request() == b"\x84\x00"         # 10: triple size
        assert probe.exchange(b"\x93\x20") == b"\x88\x04\x11\x22\xbf"
        assert probe.select(0x93, b"\x88\x04\x11\x22") == crc_a(b"\x04")
        assert probe.exchange(b"\x95\x20") == b"\x88\x33\x44\x55\xaa"          # 88 ^ 33 ^ 44 ^ 55 = aa
        assert probe.select(0x95, b"\x88\x33\x44\x55") == crc_a(b"\x04")
        assert probe.exchange(b"\x97\x20") == b"\x66\x77\x88\x99\x00"          # 66 ^ 77 ^ 88 ^ 99 = 00
        assert probe.select(0x97, b"\x66\x77\x88\x99") == crc_a(b"\x00")


def test_a_four_byte_uid_may_begin_with_the_cascade_tag() -> None:
    # No maker may sell one (ISO 14443-3, 6.5.4), but rewritable tags carry it: only the SAK tells.
    with probing("88010203") as probe:
        probe.request()
        assert probe.exchange(b"\x93\x20") == b"\x88\x01\x02\x03\x88"
        assert probe.select(0x93, b"\x88\x01\x02\x03") == crc_a(b"\x08")


def test_request_in_ready_throws_back_to_idle() -> None:
    with probing(UID4) as probe:
        assert [probe.request() for _ in range(4)] == [b"\x04\x00", None, b"\x04\x00", None]


def test_request_in_active_throws_back_to_idle() -> None:
    with probing(UID4) as probe:
        activate(probe)
        assert probe.request() is None
        assert probe.request() == b"\x04\x00"


def test_halted_tag_answers_wupa_only() -> None:
    with probing(UID4) as probe:
        activate(probe)
        assert probe.exchange(HLTA) is None           # no answer: that is how it agrees
        assert probe.request(REQA) is None
        assert probe.request(WUPA) == b"\x04\x00"


def test_a_tag_woken_from_halt_falls_back_to_halt() -> None:
    with probing(UID4) as probe:
        activate(probe)
        probe.exchange(HLTA)
        assert probe.request(WUPA) == b"\x04\x00"     # READY*
        assert probe.request(WUPA) is None            # unfit there: HALT again, not IDLE
        assert probe.request(REQA) is None
        activate(probe, WUPA)                         # ACTIVE*
        assert probe.request(REQA) is None
        assert probe.request(REQA) is None
        assert probe.request(WUPA) == b"\x04\x00"


def test_field_off_makes_a_halted_tag_idle() -> None:
    with probing(UID4) as probe:
        activate(probe)
        probe.exchange(HLTA)
        probe.write(0x14, 0x80)
        probe.antenna_on()
        assert probe.request(REQA) == b"\x04\x00"


def test_hlta_before_select_is_no_halt() -> None:
    with probing(UID4) as probe:
        probe.request()
        assert probe.exchange(HLTA) is None
        assert probe.request(REQA) == b"\x04\x00"     # IDLE


def test_hlta_with_a_wrong_crc_is_no_halt() -> None:
    with probing(UID4) as probe:
        activate(probe)
        assert probe.exchange(b"\x50\x00\x00\x00") is None
        assert probe.request(REQA) == b"\x04\x00"


@pytest.mark.parametrize("frame", [
    b"\x93\x70\x01\x02\x03\x04\x04\x00\x00",          # SELECT with a wrong CRC
    crc_a(b"\x93\x70\x01\x02\x03\x05\x00"),           # somebody else's UID
    crc_a(b"\x93\x70\x01\x02\x03\x04\x05"),           # a wrong BCC
    b"\x95\x20",                                      # a level it is not in
    b"\x93\x30\x02",                                  # one byte known, and not ours
    b"\x93\x40\x01",                                  # NVB says two bytes, one comes
    b"\x93",                                          # no NVB
])
def test_what_does_not_fit_in_ready_throws_back(frame: bytes) -> None:
    with probing(UID4) as probe:
        probe.request()
        assert probe.exchange(frame) is None
        assert probe.exchange(b"\x93\x20") is None
        assert probe.request(REQA) == b"\x04\x00"


@pytest.mark.parametrize(("nvb", "last_bits", "known"), [
    (0x21, 1, b"\x01"),
    (0x27, 7, b"\x01"),
    (0x30, 0, b"\x01"),
    (0x57, 7, b"\x01\x02\x03\x04"),
    (0x60, 0, b"\x01\x02\x03\x04"),
])
def test_any_number_of_known_bits(nvb: int, last_bits: int, known: bytes) -> None:
    bits = (nvb >> 4) * 8 + (nvb & 0xF) - 16
    with probing(UID4) as probe:
        probe.request()
        got = probe.exchange(bytes((0x93, nvb)) + known, last_bits=last_bits, align=last_bits)
        assert got is not None
        whole = int.from_bytes(b"\x01\x02\x03\x04\x04", "little") >> bits << bits % 8
        assert int.from_bytes(got, "little") == whole


def test_two_tags_are_told_apart_by_a_known_bit() -> None:
    with probing(UID4, "01020305") as probe:          # bytes 3: 04 and 05 differ in bit 25
        probe.request()
        probe.write(0x0E, 0x00)
        probe.exchange(b"\x93\x20")
        assert probe.read(0x0E) == 25
        got = probe.exchange(b"\x93\x51\x01\x02\x03\x01", last_bits=1, align=1)
        assert got == b"\x04\x05"                     # 05 less the bit that was known; BCC 01 ^ 02 ^ 03 ^ 05 = 05
        assert probe.read(0x06) == 0
        assert probe.select(0x93, b"\x01\x02\x03\x05") == crc_a(b"\x08")


def test_a_tag_on_another_pad_is_not_heard() -> None:
    with Bench(readers=2) as bench:
        bench.place(bytes.fromhex(UID4), 1)
        first, second = Probe(bench, 0), Probe(bench, 1)
        first.antenna_on()
        second.antenna_on()
        assert (first.request(), second.request()) == (None, b"\x04\x00")


def test_ntag_reads_four_pages_and_rolls_over() -> None:
    with probing(UID7) as probe:
        probe.request()
        probe.select(0x93, b"\x88\x04\x11\x22")
        probe.select(0x95, b"\x33\x44\x55\x66")
        # NTAG213, 8.5: UID and check bytes (bf and 44, see above), internal byte 48, lock bytes, capability container
        assert probe.exchange(crc_a(b"\x30\x00")) == crc_a(bytes.fromhex("041122bf 33445566 44480000 e1101200"))
        last = probe.exchange(crc_a(b"\x30\x2c"))     # page 44 is the last of 45
        assert last == crc_a(bytes(4) + bytes.fromhex("041122bf 33445566 44480000"))
        assert probe.exchange(crc_a(b"\x30\x2d")) == b"\x00"      # NAK 0: invalid argument
        assert probe.read(0x0C) & 0x07 == 4                       # of four bits


def authenticate(probe: Probe, block: int, key: bytes, command: int = 0x60) -> bool:
    probe.write(0x01, 0x00)
    probe.write(0x04, 0x7F)
    probe.write(0x0A, 0x80)
    probe.write(0x09, command, block, *key, 1, 2, 3, 4)
    probe.write(0x01, 0x0E)
    probe.bench.clock.sleep(0.01)
    return bool(probe.read(0x04) & 0x10) and bool(probe.read(0x08) & 0x08)


def test_mifare_classic_authenticates_reads_and_writes() -> None:
    text = bytes(range(16))
    with probing(UID4) as probe:
        activate(probe)
        assert probe.exchange(crc_a(b"\x30\x08")) is None         # nothing before authentication: IDLE again
        activate(probe)
        assert authenticate(probe, 11, b"\xff" * 6)               # the transport key (MF1S50, 8.6.3)
        assert probe.exchange(crc_a(b"\xa0\x08")) == b"\x0a"      # ACK, four bits
        assert probe.exchange(crc_a(text)) == b"\x0a"
        assert probe.exchange(crc_a(b"\x30\x08")) == crc_a(text)
        trailer = probe.exchange(crc_a(b"\x30\x0b"))
        assert trailer == crc_a(bytes(6) + bytes.fromhex("ff078069") + b"\xff" * 6)      # key A reads as zeros
        assert probe.exchange(crc_a(b"\x30\x04")) == b"\x04"      # another sector: NAK 4, not allowed


def test_a_wrong_key_gets_no_answer_and_throws_back() -> None:
    with probing(UID4) as probe:
        activate(probe)
        assert not authenticate(probe, 11, bytes(6))
        probe.write(0x01, 0x00)
        assert probe.request() == b"\x04\x00"


@pytest.mark.parametrize("lifted", [True, False])
def test_a_tag_that_vanishes_during_authentication_is_not_authenticated(lifted: bool) -> None:
    with probing(UID4) as probe:
        activate(probe)
        probe.write(0x01, 0x00)
        probe.write(0x04, 0x7F)
        probe.write(0x09, 0x60, 11, *b"\xff" * 6, 1, 2, 3, 4)
        probe.write(0x01, 0x0E)
        probe.bench.clock.sleep(0.6e-3)               # the first of four frames takes 0.36 ms, all of them 2 ms
        if lifted:
            probe.bench.lift(bytes.fromhex(UID4))
        else:
            probe.write(0x14, 0x80)
        probe.bench.clock.sleep(0.01)
        assert (probe.read(0x04) & 0x10, probe.read(0x08) & 0x08) == (0, 0)


def test_a_key_that_was_written_is_the_key() -> None:
    key = b"\x01\x02\x03\x04\x05\x06"
    with probing(UID4) as probe:
        activate(probe)
        assert authenticate(probe, 7, b"\xff" * 6)
        probe.exchange(crc_a(b"\xa0\x07"))
        assert probe.exchange(crc_a(key + bytes.fromhex("ff078069") + b"\xff" * 6)) == b"\x0a"
        probe.write(0x08, 0x00)                       # the chip stops ciphering: the tag understands nothing
        assert probe.request() is None
        activate(probe)
        assert not authenticate(probe, 7, b"\xff" * 6)
        probe.write(0x01, 0x00)
        activate(probe)
        assert authenticate(probe, 7, key)
        probe.write(0x08, 0x00)
        probe.request()
        activate(probe)
        assert authenticate(probe, 7, b"\xff" * 6, command=0x61)  # key B


def test_memory_outlives_the_field_and_the_pad() -> None:
    with probing(UID4) as probe:
        activate(probe)
        authenticate(probe, 11, b"\xff" * 6)
        probe.exchange(crc_a(b"\xa0\x08"))
        probe.exchange(crc_a(b"\x07" * 16))
        probe.bench.lift(bytes.fromhex(UID4))
        probe.write(0x08, 0x00)
        probe.bench.place(bytes.fromhex(UID4), 0)
        probe.bench.clock.sleep(0.005)
        activate(probe)
        authenticate(probe, 11, b"\xff" * 6)
        assert probe.exchange(crc_a(b"\x30\x08")) == crc_a(b"\x07" * 16)
