"""The chip driver: what it opens and what it refuses, its pins, its exchange, and the package's face on top of it."""

import errno
import logging
import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from hardware.bench import Bench
from hardware.errors import ChipStuck, HardwareError, WireError, WiringError
from hardware.readers.iso14443 import REQA, Outcome
from hardware.readers.mfrc522 import Mfrc522
from hardware.readers.reset_line import ResetLine
from hardware.readers.trouble import Trouble
from tests.hardware.readers.wires import Meddler, open_chip, package_reader, reads_answer

ROOT = Path(__file__).parents[3]


def test_a_device_that_does_not_exist_names_it_and_the_remedy() -> None:
    with Bench(readers=1) as bench, pytest.raises(WireError) as refused:
        Mfrc522(0, 5, clock=bench.clock)
    assert refused.value.errno == errno.ENOENT
    assert "/dev/spidev0.5" in str(refused.value)
    assert "raspi-config" in str(refused.value)


def test_a_device_that_may_not_be_opened_names_the_group() -> None:
    with Bench(readers=1) as bench:
        bench.deny(0, 0)
        with pytest.raises(WireError) as refused:
            Mfrc522(0, 0, clock=bench.clock)
    assert refused.value.errno == errno.EACCES
    assert "/dev/spidev0.0" in str(refused.value)
    assert "group spi" in str(refused.value)


@pytest.mark.parametrize("at", ["open", "xfer2"])
def test_any_other_trouble_at_opening_keeps_its_errno_and_closes_the_device(
    at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = []

    class Broken:
        max_speed_hz = mode = 0

        def open(self, bus: int, device: int) -> None:
            self._fail_at("open")

        def xfer2(self, values: bytes) -> list[int]:
            self._fail_at("xfer2")
            return [0] * len(values)

        def _fail_at(self, name: str) -> None:
            if name == at:
                raise OSError(errno.EIO, os.strerror(errno.EIO))

        def close(self) -> None:
            closed.append(True)

    monkeypatch.setattr("hardware.readers.mfrc522.spidev.SpiDev", Broken)
    with Bench(readers=1) as bench, pytest.raises(WireError) as refused:
        Mfrc522(1, 2, clock=bench.clock)
    assert refused.value.errno == errno.EIO
    assert "/dev/spidev1.2" in str(refused.value)
    assert closed == [True]


@pytest.mark.parametrize("version", [0x90, 0x91, 0x92, 0x88, 0x12, 0x82, 0x15, 0x89])
def test_every_version_that_was_seen_to_work_is_accepted(version: int) -> None:
    with Bench(readers=1) as bench:
        bench.set_version(0, version)
        with open_chip(bench) as reader:
            assert reader.version() == version
            assert reader.fault() is None


@pytest.mark.parametrize("version", [0x01, 0x42, 0xB2, 0xFE])
def test_a_chip_that_nobody_knows_opens_and_is_told_as_a_fault(version: int) -> None:
    with Bench(readers=8) as bench:
        bench.set_version(7, version)
        with open_chip(bench, 7) as reader:
            fault = reader.fault()
    assert fault is not None
    assert fault.trouble is Trouble.UNKNOWN
    assert "/dev/spidev1.1" in fault.why
    assert f"0x{version:02x}" in fault.why
    assert "MISO" in fault.why


@pytest.mark.parametrize(("version", "told"), [(0x92, ""), (0x88, "FM17522"), (0x12, "counterfeit")])
def test_clones_that_work_are_information_and_no_fault(
    version: int, told: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Bench(readers=1) as bench, caplog.at_level(logging.INFO):
        bench.set_version(0, version)
        open_chip(bench).close()
    assert bool(caplog.records) == bool(told)
    assert told in caplog.text
    assert all(record.levelno == logging.INFO for record in caplog.records)


@pytest.mark.parametrize("floating", [0x00, 0xFF])
def test_an_absent_chip_opens_and_is_told_as_a_fault(floating: int) -> None:
    with Bench(readers=1, floating=floating) as bench:
        bench.unplug(0)
        with open_chip(bench) as reader:
            fault = reader.fault()
            assert fault is not None
            assert fault.trouble is Trouble.ABSENT
            assert f"0x{floating:02x}" in fault.why


def test_closing_twice_is_fine_and_switches_the_field_off() -> None:
    with Bench(readers=1) as bench:
        reader = open_chip(bench)
        reader.field_on()
        sent: list[bytes] = []

        def listen(tx: bytes, rx: list[int]) -> list[int]:
            sent.append(tx)
            return rx

        Meddler(reader, listen)
        reader.close()
        assert sent == [bytes((0x14 << 1, 0x80))]   # TxControlReg without its antenna bits
    reader.close()                                  # even without a table


def test_the_reset_pin_is_pulsed_low_then_high_and_the_chip_is_set_up() -> None:
    with Bench(readers=1, reset_pins={0: 25}) as bench:
        line = ResetLine(25, bench.clock)
        assert bench.gpio.level(25) == 1
        with open_chip(bench, reset=line) as reader:
            assert [event.level for event in bench.gpio.events if event.pin == 25][-2:] == [0, 1]
            assert reader.fault() is None
        line.close()
        line.close()
        line.pulse()    # nobody's any more
        assert bench.gpio.function(25) == "input"


def test_a_reset_pin_by_bcm_number_needs_a_program_that_numbers_so() -> None:
    with Bench(readers=1) as bench:
        from RPi import GPIO

        GPIO.setmode(GPIO.BOARD)
        with pytest.raises(WiringError, match=r"reset pin.*BCM25.*Number all"):
            ResetLine(25, bench.clock)


def test_a_reset_pin_that_does_not_exist_is_refused() -> None:
    with Bench(readers=1) as bench, pytest.raises(WiringError, match=r"reset pin.*BCM99"):
        ResetLine(99, bench.clock)


def _import_error_with(folder: Path, modules: dict[str, str]) -> str:
    """What importing the driver raises in a program of its own that finds these modules first."""
    for name, source in modules.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(source)
    program = (
        "from hardware.errors import DriverMissing\n"
        "try:\n    import hardware.readers.mfrc522\n"
        "except DriverMissing as error:\n    assert isinstance(error, ImportError)\n    print(error)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout


def test_rpi_gpio_on_a_desktop_is_told_with_the_way_out(tmp_path: Path) -> None:
    desktop = "raise RuntimeError('This module can only be run on a Raspberry Pi!')\n"
    told = _import_error_with(tmp_path, {"spidev.py": "", "RPi/__init__.py": "", "RPi/GPIO.py": desktop})
    assert "can only be run on a Raspberry Pi" in told
    assert "era-table demo" in told


def test_a_missing_package_is_told_by_name(tmp_path: Path) -> None:
    told = _import_error_with(tmp_path, {"spidev.py": "raise ImportError(\"No module named 'spidev'\")\n"})
    assert "spidev" in told
    assert "era-table demo" in told


def test_nobody_there_is_decided_a_quarter_of_a_millisecond_after_the_frame() -> None:
    with Bench(readers=1) as bench, open_chip(bench) as reader:
        reader.field_on()
        since = bench.clock.now()
        assert reader.transceive(REQA, 7).outcome is Outcome.SILENT
        # The frame lasts 9 bit times of 9.44 us; the timer 0.25 ms; seven transfers of at most 30 us.
        assert bench.clock.now() - since < 0.09e-3 + 0.25e-3 + 7 * 30e-6 + 0.06e-3


def test_a_chip_that_never_finishes_is_given_up_after_some_milliseconds() -> None:
    with Bench(readers=1) as bench, open_chip(bench) as reader:
        bench.freeze(0, clock_only=True)   # registers are written and read; no command runs, no timer
        reader.field_on()
        since = bench.clock.now()
        with pytest.raises(ChipStuck, match="never finishes"):
            reader.transceive(REQA, 7, 0, 2)
        assert bench.clock.now() - since < 10e-3
        assert reader.MFRC522_Request(reader.PICC_REQIDL)[0] == reader.MI_ERR


def test_a_chip_whose_field_did_not_come_on_is_stuck_and_nobody_waits_for_it() -> None:
    with Bench(readers=1) as bench, open_chip(bench) as reader:
        bench.freeze(0)
        reader.field_on()
        since = bench.clock.now()
        with pytest.raises(ChipStuck, match="antenna"):
            reader.transceive(REQA, 7, 0, 2)
        assert bench.clock.now() - since < 1e-3


@pytest.mark.parametrize(
    ("gain_db", "value"), [(18, 0x08), (23, 0x18), (33, 0x48), (38, 0x58), (43, 0x68), (48, 0x78)]
)
def test_the_gain_is_written_as_the_datasheet_says_and_watched(gain_db: int, value: int) -> None:
    # RFCfgReg (9.3.3.6): RxGain in bits 4 to 6: 000 18 dB, 001 23 dB, 100 33 dB, ... 111 48 dB; reset value 48.
    with Bench(readers=1) as bench, open_chip(bench, gain_db=gain_db) as reader:
        assert reader.Read_MFRC522(0x26) == value
        assert reader.fault() is None
        reader.Write_MFRC522(0x26, value ^ 0x10)
        assert reader.fault() is not None


@pytest.mark.parametrize(
    ("error", "why"), [(0x02, "a parity bit was wrong"), (0x01, "no frame that a tag sends"), (0x10, "more bytes")]
)
def test_an_error_bit_breaks_the_answer(error: int, why: str) -> None:
    def spoil(tx: bytes, rx: list[int]) -> list[int]:
        if reads_answer(tx):
            rx[2] |= error   # ErrorReg
        return rx

    with Bench(readers=1) as bench, open_chip(bench) as reader:
        bench.place(bytes.fromhex("deadbeef"), 0)
        reader.field_on()
        bench.clock.sleep(5e-3)
        Meddler(reader, spoil)
        answer = reader.transceive(REQA, 7, 0, 2)
        assert answer.outcome is Outcome.BROKEN
        assert answer.why.startswith(why)


def test_noise_before_the_timer_ran_out_is_no_silence() -> None:
    def spoil(tx: bytes, rx: list[int]) -> list[int]:
        if reads_answer(tx):
            rx[2] |= 0x01   # ErrorReg, ProtocolErr
        return rx

    with Bench(readers=1) as bench, open_chip(bench) as reader:
        reader.field_on()
        Meddler(reader, spoil)
        assert reader.transceive(REQA, 7).outcome is Outcome.BROKEN


@pytest.mark.parametrize("bit", [1, 2, 8, 9, 31, 32])
def test_the_position_of_a_collision_counts_from_one(bit: int) -> None:
    one = bytes.fromhex("10203040")
    other = (int.from_bytes(one, "little") ^ 1 << (bit - 1)).to_bytes(4, "little")
    with Bench(readers=1) as bench, open_chip(bench) as reader:
        for uid in (one, other):
            bench.place(uid, 0)
        reader.field_on()
        bench.clock.sleep(5e-3)
        assert reader.transceive(REQA, 7, 0, 2).outcome is Outcome.CLEAN   # tags of one make: the same ATQA
        answer = reader.transceive(b"\x93\x20", 0, 0, 5)
        assert (answer.outcome, answer.position) == (Outcome.COLLIDED, bit)


def test_a_tag_gets_25_ms_for_its_memory_and_the_short_timer_comes_back() -> None:
    reloads: list[tuple[int, int]] = []   # TReloadReg, high and low byte (2C, 2D)

    def listen(tx: bytes, rx: list[int]) -> list[int]:
        if tx[0] >> 1 in (0x2C, 0x2D):
            reloads.append((tx[0] >> 1, tx[1]))
        return rx

    with Bench(readers=1) as bench, open_chip(bench) as reader:
        Meddler(reader, listen)
        reader.MFRC522_Read(4)
        assert reloads == [(0x2C, 0x03), (0x2D, 0xE7), (0x2C, 0), (0x2D, 9)]   # 999 and 9 steps of 25 us
        reloads.clear()
        reader.MFRC522_Request(reader.PICC_REQIDL)
        assert reloads == []


def test_the_packages_memory_access_works_on_top_of_our_exchange() -> None:
    with Bench(readers=1) as bench, open_chip(bench) as reader:
        bench.place(bytes.fromhex("deadbeef"), 0)
        simple = package_reader()
        simple.READER.spi.close()
        simple.READER = reader
        reader.MFRC522_Init()
        bench.clock.sleep(5e-3)
        assert simple.write_no_block("laid") == (0xDEADBEEF22, "laid")
        reader.MFRC522_Init()         # as its __init__ does; a tag that was spoken to must forget
        bench.clock.sleep(5e-3)
        assert simple.read_no_block() == (0xDEADBEEF22, "laid".ljust(48))   # three blocks of 16
        reader.field_off()
        assert reader.fault() is None   # the long timer that memory needs is taken back


def test_leaving_a_block_by_an_error_closes_the_reader() -> None:
    def fail() -> NoReturn:
        raise HardwareError("something else")

    with Bench(readers=1) as bench:
        with pytest.raises(HardwareError, match="something else"), open_chip(bench) as reader:
            fail()
        with pytest.raises(OSError, match="Bad file descriptor"):
            reader.version()
