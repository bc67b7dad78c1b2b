"""FIFO, interrupts, CRC coprocessor and commands (MFRC522 datasheet, 8.4, 8.6, 9.3 and 10.3)."""

import pytest

from tests.hardware.bench.probe import crc_a, probing

TX, RX, IDLE, HI, LO, ERR, TIMER = 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01


def test_fifo_holds_64_bytes_and_reports_the_65th() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x04, 0x7F)
        probe.write(0x09, *range(64))
        assert (probe.read(0x0A), probe.read(0x06)) == (64, 0)
        probe.write(0x09, 99)
        assert probe.read(0x0A) == 64
        assert probe.read(0x06) == 0x10               # BufferOvfl
        assert probe.read(0x04) & ERR
        assert probe.fifo() == bytes(range(64))
        probe.write(0x0A, 0x80)
        assert probe.read(0x06) == 0                  # FlushBuffer clears it


def test_alerts_follow_the_water_level() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x0B, 8)
        probe.write(0x04, 0x7F)
        probe.write(0x09, *bytes(8))
        assert probe.read(0x07) & 0x03 == 0x01        # LoAlert: level <= WaterLevel
        probe.write(0x09, 0)
        assert probe.read(0x07) & 0x03 == 0x00
        assert probe.read(0x04) & (HI | LO) == 0
        probe.write(0x09, *bytes(47))                 # 56 bytes: 64 - 56 <= 8
        assert probe.read(0x07) & 0x03 == 0x02        # HiAlert
        assert probe.read(0x04) & (HI | LO) == HI
        for _ in range(48):
            probe.read(0x09)
        assert probe.read(0x07) & 0x03 == 0x01
        assert probe.read(0x04) & (HI | LO) == HI | LO


def test_an_empty_fifo_reads_zero_and_stays_empty() -> None:
    with probing(antenna=False) as probe:
        assert (probe.read(0x09), probe.read(0x0A)) == (0, 0)


# ISO 14443-3 annex B: CRC_A of 00 00 is A0 1E, of 12 34 is 26 CF (low byte first).
@pytest.mark.parametrize(("data", "crc"), [(b"\x00\x00", 0x1EA0), (b"\x12\x34", 0xCF26)])
def test_calc_crc(data: bytes, crc: int) -> None:
    with probing(antenna=False) as probe:
        probe.write(0x11, 0x3D)                       # CRCPreset 01: 6363
        probe.write(0x05, 0x04)
        probe.write(0x09, *data)
        probe.write(0x01, 0x03)
        assert probe.read(0x05) & 0x04
        assert probe.read(0x21) << 8 | probe.read(0x22) == crc
        assert probe.read(0x0A) == 0
        assert crc_a(data)[2:] == crc.to_bytes(2, "little")


def test_calc_crc_goes_on_with_later_bytes_until_another_command() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x11, 0x3D)
        probe.write(0x01, 0x03)
        probe.write(0x09, 0x12)
        probe.write(0x09, 0x34)
        assert probe.read(0x21) << 8 | probe.read(0x22) == 0xCF26
        probe.write(0x01, 0x00)
        probe.write(0x09, 0x56)
        assert probe.read(0x21) << 8 | probe.read(0x22) == 0xCF26


def test_crc_preset_ffff() -> None:
    # ISO 14443-3 annex B, CRC_B before its inversion: CRC_B of 00 00 00 is CC C6, so the register holds 33 39 inverted.
    with probing(antenna=False) as probe:
        probe.write(0x11, 0x3F)
        probe.write(0x09, 0, 0, 0)
        probe.write(0x01, 0x03)
        assert (probe.read(0x22), probe.read(0x21)) == (0xCC ^ 0xFF, 0xC6 ^ 0xFF)


def test_idle_interrupt_comes_only_from_commands_that_end_by_themselves() -> None:
    with probing() as probe:
        probe.write(0x04, 0x7F)
        probe.write(0x01, 0x00)
        assert probe.read(0x04) & IDLE == 0
        probe.write(0x09, 0x26)
        probe.write(0x0D, 0x07)
        probe.write(0x01, 0x04)                       # Transmit ends when all is sent
        probe.bench.clock.sleep(0.001)
        assert probe.read(0x04) & (IDLE | TX) == IDLE | TX
        assert probe.read(0x01) & 0x0F == 0


def test_transceive_never_ends_by_itself() -> None:
    with probing("01020304") as probe:
        assert probe.request() == b"\x04\x00"
        assert probe.read(0x04) & (TX | RX | IDLE) == TX | RX
        assert probe.read(0x01) == 0x0C


def test_transceive_goes_on_with_another_start_send() -> None:
    with probing("01020304") as probe:
        assert probe.request() == b"\x04\x00"
        probe.write(0x09, 0x93, 0x20)
        probe.write(0x0D, 0x80)
        probe.bench.clock.sleep(0.002)
        assert probe.fifo() == b"\x01\x02\x03\x04\x04"           # BCC: 1 ^ 2 ^ 3 ^ 4


def test_start_send_needs_transceive() -> None:
    with probing() as probe:
        probe.write(0x04, 0x7F)
        probe.write(0x09, 0x26)
        probe.write(0x0D, 0x87)
        probe.bench.clock.sleep(0.001)
        assert (probe.read(0x04) & TX, probe.read(0x0A)) == (0, 1)


def test_start_send_during_a_frame_changes_nothing() -> None:
    with probing("01020304") as probe:
        probe.start(b"\x26", last_bits=7)
        probe.write(0x0D, 0x87)
        probe.bench.clock.sleep(0.001)
        assert probe.fifo() == b"\x04\x00"


def test_no_command_runs_in_power_down() -> None:
    with probing() as probe:
        probe.write(0x04, 0x7F)
        probe.write(0x09, 0x26)
        probe.write(0x01, 0x10 | 0x04)
        probe.bench.clock.sleep(0.001)
        assert probe.read(0x04) & TX == 0


def test_an_unknown_command_falls_back_to_idle() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x04, 0x7F)
        probe.write(0x01, 0x05)
        assert (probe.read(0x01), probe.read(0x04) & IDLE) == (0x00, IDLE)


def test_no_cmd_change_keeps_the_command() -> None:
    with probing("01020304") as probe:
        probe.start(b"\x26", last_bits=7)
        probe.write(0x01, 0x07)
        probe.bench.clock.sleep(0.001)
        assert probe.read(0x01) == 0x0C
        assert probe.fifo() == b"\x04\x00"


def test_mem_moves_25_bytes_each_way() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x09, *range(1, 26))
        probe.write(0x01, 0x01)
        assert probe.read(0x0A) == 0
        probe.write(0x01, 0x01)
        assert probe.fifo() == bytes(range(1, 26))


def test_random_id_is_ten_bytes_of_the_internal_buffer() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x09, *b"\xff" * 25)
        probe.write(0x01, 0x01)
        probe.write(0x01, 0x02)
        probe.write(0x01, 0x01)
        drawn = probe.fifo()
        assert drawn[:10] != b"\xff" * 10
        assert drawn[10:] == b"\xff" * 15


def test_transmit_then_receive() -> None:
    with probing("01020304") as probe:
        probe.write(0x04, 0x7F)
        probe.write(0x09, 0x26)
        probe.write(0x0D, 0x07)
        probe.write(0x01, 0x04)
        probe.bench.clock.sleep(80e-6)                # 9 bits are 85 us: the frame is out when the next transfer ends
        probe.write(0x01, 0x08)
        probe.write(0x04, IDLE)
        probe.bench.clock.sleep(0.001)
        assert probe.read(0x04) & (RX | IDLE) == RX | IDLE       # Receive ends by itself
        assert probe.fifo() == b"\x04\x00"


def test_a_receiver_that_is_off_hears_nothing() -> None:
    with probing("01020304") as probe:
        probe.write(0x09, 0x26)
        probe.write(0x01, 0x2C)                       # RcvOff
        probe.write(0x0D, 0x87)
        probe.bench.clock.sleep(0.001)
        assert probe.read(0x04) & RX == 0


@pytest.mark.parametrize(("register", "value"), [
    (0x15, 0x00),      # no 100 % ASK: no pauses that a tag of type A could see
    (0x14, 0x80),      # antenna off
    (0x12, 0x10),      # 212 kbit/s to a tag that expects 106
    (0x01, 0x10),      # power-down: the carrier is off
])
def test_what_a_tag_does_not_hear(register: int, value: int) -> None:
    with probing("01020304") as probe:
        probe.write(register, value)
        assert probe.request() is None


def test_write_during_an_exchange_is_a_write_error() -> None:
    with probing() as probe:
        probe.start(b"\x26", last_bits=7)
        probe.bench.clock.sleep(0.001)
        probe.write(0x09, 0)
        assert probe.read(0x06) & 0x80                # WrErr


def test_irq_in_status1_shows_enabled_interrupts_only() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x04, 0x80 | TX)
        probe.write(0x02, 0x80 | RX)
        assert probe.read(0x07) & 0x10 == 0
        probe.write(0x02, 0x80 | TX)
        assert probe.read(0x07) & 0x10


def test_the_chip_appends_and_checks_crc_a() -> None:
    with probing("01020304") as probe:
        probe.request()
        probe.exchange(b"\x93\x20")
        probe.write(0x12, 0x80)                       # TxCRCEn
        probe.write(0x13, 0x80)                       # RxCRCEn
        assert probe.exchange(b"\x93\x70\x01\x02\x03\x04\x04") == b"\x08"
        assert probe.read(0x06) == 0


def test_an_answer_without_crc_is_a_crc_error_when_one_is_asked_for() -> None:
    with probing("01020304") as probe:
        probe.write(0x13, 0x80)
        probe.request()
        assert probe.read(0x06) == 0x04               # CRCErr: ATQA has none
        assert probe.read(0x04) & ERR


def test_errors_are_cleared_when_the_next_frame_begins() -> None:
    with probing("01020304") as probe:
        probe.write(0x13, 0x80)
        probe.request()
        probe.write(0x13, 0x00)
        probe.start(b"\x26", last_bits=7)
        assert probe.read(0x06) == 0


def test_modem_state() -> None:
    with probing("01020304") as probe:
        assert probe.read(0x08) & 0x07 == 0           # idle
        probe.write(0x01, 0x0C)
        assert probe.read(0x08) & 0x07 == 1           # waits for StartSend
        probe.start(b"\x26", last_bits=7)
        since = probe.bench.clock.now()
        assert probe.look_at(0x08, 50e-6, since) & 0x07 == 3      # sends: 9 bits of 9.44 us
        assert probe.look_at(0x08, 120e-6, since) & 0x07 == 4     # waits
        assert probe.look_at(0x08, 300e-6, since) & 0x07 == 6     # receives
