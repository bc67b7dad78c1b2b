"""The face and the habits of spidev (py-spidev 3.6: spidev_module.c)."""

import errno
from collections.abc import Iterator

import pytest

from hardware.bench import Bench
from hardware.bench.spi import SpiDev

VERSION = [0xEE, 0]


@pytest.fixture
def bench() -> Iterator[Bench]:
    with Bench(readers=1) as bench:
        yield bench


@pytest.fixture
def device(bench: Bench) -> SpiDev:
    return SpiDev(0, 0)


def test_xfer_overwrites_the_list_that_it_returns(device: SpiDev) -> None:
    for transfer in (device.xfer, device.xfer2):
        values = list(VERSION)
        assert transfer(values) is values
        assert values == [0, 0x92]


def test_what_comes_back_for_other_sequences(device: SpiDev) -> None:
    assert device.xfer2((0xEE, 0)) == (0, 0x92)
    assert device.xfer2(b"\xee\x00") == [0, 0x92]
    assert device.xfer2(bytearray(b"\xee\x00")) == [0, 0x92]
    assert device.xfer3(VERSION) == (0, 0x92)


def test_a_transfer_may_have_its_own_speed(bench: Bench, device: SpiDev) -> None:
    since = bench.clock.now()
    device.xfer2(list(VERSION), 2_000_000)
    assert bench.clock.now() - since == pytest.approx(16 / 2e6 + 20e-6, abs=1e-9)


def test_write_and_read_bytes(device: SpiDev) -> None:
    device.writebytes([0x2D << 1, 30])
    assert device.xfer2([0x2D << 1 | 0x80, 0]) == [0, 30]
    device.writebytes2(bytes((0x2D << 1, 31)))
    assert device.xfer2([0x2D << 1 | 0x80, 0]) == [0, 31]
    assert device.readbytes(3) == [0, 0, 0]           # zeros sent: a write to the reserved register 0
    assert device.readbytes(0) == [0]                 # at least one


def test_numbers_are_cut_to_their_low_byte(device: SpiDev) -> None:
    assert device.xfer2([0x1EE, 0x100]) == [0, 0x92]
    assert device.xfer2([0xEE - 256, 0]) == [0, 0x92]


@pytest.mark.parametrize("values", [[], (), b"", 5, None])
def test_nothing_to_send(device: SpiDev, values: list[int]) -> None:
    for transfer in (device.xfer, device.xfer2, device.xfer3, device.writebytes, device.writebytes2):
        with pytest.raises(TypeError, match="Empty argument list"):
            transfer(values)


@pytest.mark.parametrize("values", [["a"], [1.5], [None], "ab"])
def test_no_numbers(device: SpiDev, values: list[int]) -> None:
    for transfer in (device.xfer, device.xfer2, device.xfer3, device.writebytes):
        with pytest.raises(TypeError, match="Non-Int/Long value"):
            transfer(values)


def test_more_than_a_block(bench: Bench, device: SpiDev) -> None:
    for transfer in (device.xfer, device.xfer2, device.writebytes):
        with pytest.raises(OverflowError, match="exceeds 4096 bytes"):
            transfer([0] * 4097)
    before = bench.spi.transfers
    assert len(device.xfer3([0] * 4097)) == 4097
    device.writebytes2([0] * 8192)
    assert bench.spi.transfers - before == 2 + 2      # in blocks of 4096


def test_closed_device(device: SpiDev) -> None:
    device.close()
    device.close()
    for call in (lambda: device.xfer2([1]), lambda: device.readbytes(1), lambda: device.writebytes([1])):
        with pytest.raises(OSError, match="Bad file descriptor") as caught:
            call()
        assert caught.value.errno == errno.EBADF
    with pytest.raises(OSError, match="Bad file descriptor"):
        device.max_speed_hz = 1
    assert (device.fileno(), device.max_speed_hz) == (-1, 0)


def test_settings(device: SpiDev) -> None:
    assert (device.mode, device.bits_per_word, device.lsbfirst, device.cshigh) == (0, 8, False, False)
    device.mode = 3
    device.max_speed_hz = 1_000_000
    device.no_cs = True
    device.bits_per_word = 8
    assert (device.mode, device.max_speed_hz, device.no_cs) == (3, 1_000_000, True)
    device.no_cs = False
    assert not device.no_cs


def test_settings_that_are_refused(device: SpiDev) -> None:
    with pytest.raises(TypeError, match="between 0 and 3"):
        device.mode = 4
    with pytest.raises(TypeError, match="8 to 32"):
        device.bits_per_word = 7
    with pytest.raises(OSError, match="Invalid argument"):
        device.bits_per_word = 9                      # spi-bcm2835 shifts bytes only
    with pytest.raises(OSError, match="Invalid argument"):
        device.max_speed_hz = 0


@pytest.mark.parametrize(("name", "value"), [("mode", "0"), ("max_speed_hz", 1e6), ("bits_per_word", 8.0), ("loop", 1)])
def test_settings_of_a_wrong_type(device: SpiDev, name: str, value: object) -> None:
    with pytest.raises(TypeError, match=f"The {name} attribute must be"):
        setattr(device, name, value)


def test_open_and_with(bench: Bench) -> None:
    device = SpiDev()
    assert device.fileno() == -1
    with device:
        device.open(0, 0)
        assert device.fileno() >= 0
        assert device.xfer2(list(VERSION)) == [0, 0x92]
    assert device.fileno() == -1
