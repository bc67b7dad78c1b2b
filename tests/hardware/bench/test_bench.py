"""The face of the table: tags, plugs, versions, mistakes, and what is where before, during and after."""

import errno
import sys
import time
from types import ModuleType

import pytest

from hardware.bench import Bench, PacedClock
from hardware.bench.spi import SpiDev
from hardware.errors import BenchError, WiringError
from tests.hardware.bench.probe import Probe

UID = bytes.fromhex("01020304")


def test_stand_ins_are_there_inside_and_gone_outside() -> None:
    names = ("spidev", "RPi", "RPi.GPIO")
    before = {name: sys.modules.get(name) for name in names}
    with Bench(readers=1):
        import RPi.GPIO as GPIO
        import spidev
        first = spidev, GPIO
        assert vars(spidev)["SpiDev"] is SpiDev
    assert {name: sys.modules.get(name) for name in names} == before
    with Bench(readers=1):
        import RPi.GPIO as GPIO
        import spidev
        assert (spidev, GPIO) == first                # drivers keep what they imported first


def test_what_was_imported_before_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    real = ModuleType("spidev")
    monkeypatch.setitem(sys.modules, "spidev", real)
    with Bench(readers=1):
        assert sys.modules["spidev"] is not real
    assert sys.modules["spidev"] is real


def test_a_driver_that_holds_the_real_spidev_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    driver = ModuleType("some_driver")
    vars(driver)["spidev"] = ModuleType("spidev")
    monkeypatch.setitem(sys.modules, "some_driver", driver)
    with pytest.raises(BenchError, match="some_driver has the real spidev"), Bench(readers=1):
        pass


def test_two_tables_at_once_are_refused() -> None:
    with Bench(readers=1), pytest.raises(BenchError, match="in place already"), Bench(readers=1):
        pass


def test_after_a_refused_table_the_first_goes_on() -> None:
    with Bench(readers=1) as bench:
        with pytest.raises(BenchError), Bench(readers=1):
            pass
        assert Probe(bench).read(0x37) == 0x92


def test_outside_a_table_there_is_no_device() -> None:
    with pytest.raises(FileNotFoundError) as caught:
        SpiDev(0, 0)
    assert caught.value.errno == errno.ENOENT


def test_a_wire_does_not_outlive_its_table() -> None:
    with Bench(readers=1) as bench:
        probe = Probe(bench)
    with pytest.raises(OSError, match="No such device"):
        probe.read(0x37)


def test_readers_lie_six_to_a_bus() -> None:
    with Bench(readers=12):
        for bus, device in [(0, 0), (0, 5), (1, 0), (1, 5)]:
            SpiDev(bus, device).close()
        for bus, device in [(0, 6), (2, 0), (1, 6)]:
            with pytest.raises(FileNotFoundError):
                SpiDev(bus, device)


def test_other_wiring() -> None:
    with Bench(readers=2, wiring=[(0, 0), (1, 2)]) as bench:
        bench.set_version(1, 0x88)
        device = SpiDev(1, 2)
        assert device.xfer2([0xEE, 0])[1] == 0x88
        with pytest.raises(FileNotFoundError):
            SpiDev(0, 1)


def test_wiring_that_cannot_be() -> None:
    with pytest.raises(WiringError, match=r"one chip select: \[\(0, 1\)\]"):
        Bench(readers=2, wiring=[(0, 1), (0, 1)])
    with pytest.raises(WiringError, match="3 readers, but a wiring of 1"):
        Bench(readers=3, wiring=[(0, 0)])
    with pytest.raises(WiringError, match="reset pin 99"):
        Bench(readers=1, reset_pins={0: 99})
    with pytest.raises(BenchError, match="-1 readers"):
        Bench(readers=-1)


def test_mistakes_with_tags_and_readers() -> None:
    with Bench(readers=2) as bench:
        with pytest.raises(BenchError, match="a UID of 5 bytes"):
            bench.place(bytes(5), 0)
        for reader in (2, -1):
            with pytest.raises(BenchError, match="the table has readers 0 to 1"):
                bench.place(UID, reader)
        with pytest.raises(BenchError, match="no tag 01 02 03 04 lies on the table"):
            bench.lift(UID)
        bench.place(UID, 0)
        bench.lift(UID)
        with pytest.raises(BenchError, match="lies on the table"):
            bench.lift(UID)
        with pytest.raises(BenchError, match="one byte"):
            bench.set_version(0, 256)


def test_a_tag_is_one_object() -> None:
    with Bench(readers=2) as bench:
        bench.place(UID, 0)
        bench.place(UID, 1)
        assert (bench.lying_on(0), bench.lying_on(1)) == ([], [UID])


def test_denied_device() -> None:
    with Bench(readers=1) as bench:
        bench.deny(0, 0)
        with pytest.raises(PermissionError):
            SpiDev(0, 0)
        bench.allow(0, 0)
        SpiDev(0, 0)
        with pytest.raises(BenchError, match="bus 3"):
            bench.deny(3, 0)


@pytest.mark.parametrize("floating", [0x00, 0xFF])
def test_an_unplugged_reader_floats_and_comes_back_reset(floating: int) -> None:
    with Bench(readers=1, floating=floating) as bench:
        probe = Probe(bench)
        probe.write(0x2D, 30)
        bench.unplug(0)
        assert [probe.read(register) for register in (0x37, 0x04, 0x2D)] == [floating] * 3
        bench.plug(0)
        assert (probe.read(0x37), probe.read(0x2D), probe.read(0x01)) == (0x92, 0x00, 0x20)


def test_unplugging_takes_the_field_away() -> None:
    with Bench(readers=1) as bench:
        bench.place(UID, 0)
        probe = Probe(bench)
        probe.antenna_on()
        assert probe.request() == b"\x04\x00"         # READY: the next REQA would get no answer
        bench.unplug(0)
        bench.plug(0)
        probe.antenna_on()
        assert probe.request() == b"\x04\x00"


def test_plugging_in_what_is_plugged_in_changes_nothing() -> None:
    with Bench(readers=1) as bench:
        probe = Probe(bench)
        probe.write(0x2D, 30)
        bench.plug(0)
        assert probe.read(0x2D) == 30


def test_brown_out_resets_and_answers_on() -> None:
    with Bench(readers=1) as bench:
        bench.place(UID, 0)
        probe = Probe(bench)
        probe.antenna_on()
        probe.write(0x2D, 30)
        bench.brown_out(0)
        assert (probe.read(0x37), probe.read(0x2D), probe.read(0x14)) == (0x92, 0, 0x80)
        assert probe.request() is None


def test_brown_out_in_the_middle_of_an_exchange() -> None:
    with Bench(readers=1) as bench:
        bench.place(UID, 0)
        probe = Probe(bench)
        probe.antenna_on()
        probe.start(b"\x26", last_bits=7)
        bench.clock.sleep(0.2e-3)
        bench.brown_out(0)
        bench.clock.sleep(0.01)
        assert (probe.read(0x04), probe.read(0x0A)) == (0x14, 0)


def test_version_outlives_a_reset() -> None:
    with Bench(readers=1) as bench:
        probe = Probe(bench)
        bench.set_version(0, 0x12)
        probe.write(0x01, 0x0F)
        assert probe.read(0x37) == 0x12


def test_a_clock_that_the_chip_cannot_follow() -> None:
    with Bench(readers=1) as bench:
        probe = Probe(bench)
        probe.spi.max_speed_hz = 10_000_001           # datasheet 8.1.2: up to 10 Mbit/s
        assert probe.read(0x37) == 0
        probe.spi.max_speed_hz = 10_000_000
        assert probe.read(0x37) == 0x92


def test_a_transfer_costs_its_bits_and_20_us() -> None:
    with Bench(readers=1) as bench:
        device = SpiDev(0, 0)
        for hz, count in [(1_000_000, 2), (4_000_000, 2), (4_000_000, 66)]:
            device.max_speed_hz = hz
            since, before = bench.clock.now(), bench.spi.transfers
            device.xfer2([0x80] * count)
            assert bench.clock.now() - since == pytest.approx(count * 8 / hz + 20e-6, abs=1e-9)
            assert bench.spi.transfers - before == 1


def test_a_reset_line_holds_and_resets_its_chip() -> None:
    with Bench(readers=2, reset_pins={1: 25}) as bench:
        import RPi.GPIO as GPIO
        other, probe = Probe(bench, 0), Probe(bench, 1)
        probe.write(0x2D, 30)
        other.write(0x2D, 30)
        GPIO.setmode(GPIO.BCM)
        GPIO.setup(25, GPIO.OUT, initial=GPIO.LOW)
        assert probe.read(0x37) == 0
        GPIO.output(25, GPIO.HIGH)
        assert (probe.read(0x37), probe.read(0x2D)) == (0x92, 0)
        probe.write(0x2D, 30)
        GPIO.output(25, GPIO.HIGH)                    # no edge: no reset
        assert (probe.read(0x2D), other.read(0x2D)) == (30, 30)


def test_readers_may_share_a_reset_line() -> None:
    with Bench(readers=2, reset_pins={0: 25, 1: 25}) as bench:
        import RPi.GPIO as GPIO
        probes = Probe(bench, 0), Probe(bench, 1)
        GPIO.setmode(GPIO.BCM)
        GPIO.setup(25, GPIO.OUT, initial=GPIO.LOW)
        assert [probe.read(0x37) for probe in probes] == [0, 0]
        GPIO.output(25, GPIO.HIGH)
        assert [probe.read(0x37) for probe in probes] == [0x92, 0x92]


def test_a_table_is_entered_once() -> None:
    bench = Bench(readers=1)
    with bench:
        pass
    with pytest.raises(BenchError, match="make a new Bench"), bench:
        pass


def test_virtual_sleep_moves_the_tables_time() -> None:
    real = time.sleep
    with Bench(readers=1, virtual_sleep=True) as bench:
        time.sleep(3600)
        assert bench.clock.now() == 3600
    assert time.sleep is real


def test_the_same_run_takes_the_same_time() -> None:
    def run() -> tuple[float, int]:
        with Bench(readers=1) as bench:
            bench.place(UID, 0)
            probe = Probe(bench)
            probe.antenna_on()
            probe.request()
            return bench.clock.now(), bench.spi.transfers

    assert run() == run()


def test_a_paced_table_keeps_to_the_walls_time() -> None:
    with Bench(readers=1, clock=PacedClock()) as bench:
        bench.place(UID, 0)
        probe = Probe(bench)
        since, wall = bench.clock.now(), time.perf_counter()
        for _ in range(500):                          # 500 transfers of 21.6 us: 10.8 ms
            probe.read(0x37)
        assert bench.clock.now() - since >= 500 * 21.6e-6 - 1e-6
        assert time.perf_counter() - wall >= 500 * 21.6e-6 - 2e-3 - 1e-6      # it may run ahead by 2 ms
        probe.antenna_on()
        assert probe.request() == b"\x04\x00"
