"""The register file over SPI: values after reset, what reading and writing do (MFRC522 datasheet, 8.1.2 and 9)."""

import pytest

from tests.hardware.bench.probe import probing

# Register: value after reset, from the datasheet's register descriptions.
AFTER_RESET = {
    0x01: 0x20, 0x02: 0x80, 0x03: 0x00, 0x04: 0x14, 0x05: 0x00, 0x06: 0x00, 0x07: 0x21, 0x08: 0x00, 0x0A: 0x00,
    0x0B: 0x08, 0x0C: 0x10, 0x0D: 0x00, 0x11: 0x3F, 0x12: 0x00, 0x13: 0x00, 0x14: 0x80, 0x15: 0x00, 0x16: 0x10,
    0x17: 0x84, 0x18: 0x84, 0x19: 0x4D, 0x1C: 0x62, 0x1D: 0x00, 0x1F: 0xEB, 0x21: 0xFF, 0x22: 0xFF, 0x24: 0x26,
    0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20, 0x2A: 0x00, 0x2B: 0x00, 0x2C: 0x00, 0x2D: 0x00, 0x33: 0x80,
    0x36: 0x40, 0x37: 0x92,
}


def test_values_after_power_on() -> None:
    with probing(antenna=False) as probe:
        assert {register: probe.read(register) for register in AFTER_RESET} == AFTER_RESET
        assert probe.read(0x0E) & 0xE0 == 0xA0        # CollReg: 101x xxxx


def test_soft_reset_restores_them() -> None:
    with probing() as probe:
        probe.write(0x2A, 0x8D)
        probe.write(0x26, 0x70)
        probe.write(0x01, 0x0F)
        assert {register: probe.read(register) for register in AFTER_RESET} == AFTER_RESET


def test_read_burst_names_a_register_in_each_byte() -> None:
    with probing(antenna=False) as probe:
        addresses = [register << 1 | 0x80 for register in (0x37, 0x1F, 0x26)]
        assert probe.spi.xfer2([*addresses, 0]) == [0, 0x92, 0xEB, 0x48]


def test_write_burst_goes_to_one_register() -> None:
    with probing(antenna=False) as probe:
        probe.spi.xfer2([0x09 << 1, 1, 2, 3])
        assert probe.read(0x0A) == 3
        assert probe.spi.xfer2([0x92, 0x92, 0x92, 0]) == [0, 1, 2, 3]
        probe.spi.xfer2([0x2D << 1, 5, 6])
        assert (probe.read(0x2D), probe.read(0x2E)) == (6, 0)


@pytest.mark.parametrize("register", [0x06, 0x07, 0x21, 0x22, 0x37])
def test_registers_that_only_the_chip_writes(register: int) -> None:
    with probing(antenna=False) as probe:
        before = probe.read(register)
        probe.write(register, before ^ 0xFF)
        assert probe.read(register) == before


def test_interrupt_bits_are_set_and_cleared_by_bit_7() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x04, 0x7F)
        assert probe.read(0x04) == 0
        probe.write(0x04, 0x80 | 0x21)
        assert probe.read(0x04) == 0x21
        probe.write(0x04, 0x20)
        assert probe.read(0x04) == 0x01
        probe.write(0x05, 0x80 | 0x14)
        probe.write(0x05, 0x10)
        assert probe.read(0x05) == 0x04


def test_start_send_and_flush_read_as_zero() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x0D, 0xFF)
        assert probe.read(0x0D) == 0x77
        probe.write(0x0A, 0x80)
        assert probe.read(0x0A) == 0


def test_values_after_coll_is_all_that_can_be_written_of_coll() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x0E, 0x1F)
        assert probe.read(0x0E) & 0xBF == 0x20
        probe.write(0x0E, 0x80)
        assert probe.read(0x0E) & 0x80


def test_crypto_bit_can_be_cleared_only() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x08, 0x08)
        assert probe.read(0x08) & 0x08 == 0


def test_a_transfer_of_one_byte_does_nothing() -> None:
    with probing(antenna=False) as probe:
        probe.write(0x2D, 7)
        probe.spi.xfer2([0x2D << 1])
        probe.spi.xfer2([0x2D << 1 | 0x80])
        assert probe.read(0x2D) == 7
