"""From the config to readers on the wire: schedule, gain, reset lines that several share, readers that fail at once."""

from contextlib import ExitStack

import pytest

from firmware_bridge.config import Game, Pads, Reader, TableConfig
from firmware_bridge.wires import opened_scanner
from hardware.bench import Bench
from hardware.errors import WiringError
from hardware.readers.reading import Seen
from hardware.readers.trouble import Trouble


def _config(*readers: Reader, schedule: str = "overlap") -> TableConfig:
    pads = Pads(schedule="solo" if schedule == "solo" else "overlap", neighbours=[])
    return TableConfig(game=Game(players=["yellow", "green"]), reader=list(readers), pads=pads)


def test_each_reader_gets_its_gain_and_those_on_one_pin_one_reset_line() -> None:
    config = _config(
        Reader(bus=0, device=0, reads="build:1", reset_pin=25, gain_db=48),
        Reader(bus=0, device=1, reads="build:2", reset_pin=25),
        Reader(bus=0, device=2, reads="buy:1", gain_db=18),
    )
    with Bench(readers=3, reset_pins={0: 25, 1: 25}) as bench:
        with ExitStack() as opened:
            scanner = opened_scanner(config, bench.clock, opened)
            assert [reading.seen for reading in scanner.scan()] == [Seen.NOBODY] * 3
            # One pulse at the start, for both.
            assert [event.level for event in bench.gpio.events if event.pin == 25] == [1, 0, 1]
            from spidev import SpiDev

            gains = [SpiDev(0, device).xfer2([0x80 | 0x26 << 1, 0])[1] for device in range(3)]   # RFCfgReg
            assert gains == [0x78, 0x48, 0x08]   # RxGain 111, 100, 000 in bits 4 to 6 of 48
        assert bench.gpio.function(25) == "input"


@pytest.mark.parametrize(("schedule", "most_ms"), [("solo", 70), ("overlap", 36)])
def test_the_schedule_is_the_configs(schedule: str, most_ms: float) -> None:
    areas = ("build", "produce", "buy", "manufacture", "market", "develop")
    readers = [
        Reader(bus=bus, device=device, reads=f"{areas[device]}:{bus + 1}") for bus in range(2) for device in range(6)
    ]
    with Bench(readers=12) as bench, ExitStack() as opened:
        scanner = opened_scanner(_config(*readers, schedule=schedule), bench.clock, opened)
        scanner.scan()
        since = bench.clock.now()
        scanner.scan()
        assert most_ms / 2 < 1e3 * (bench.clock.now() - since) <= most_ms


def test_a_chip_that_nobody_knows_and_one_that_is_not_there_leave_the_others_to_work() -> None:
    config = _config(*[Reader(bus=0, device=device, reads=f"build:{device}") for device in range(3)])
    with Bench(readers=3) as bench, ExitStack() as opened:
        bench.set_version(0, 0x42)
        bench.unplug(2)
        scanner = opened_scanner(config, bench.clock, opened)
        assert [reading.seen for reading in scanner.scan()] == [Seen.DEAD, Seen.NOBODY, Seen.DEAD]
        faults = [scanner.fault(reader) for reader in range(3)]
        assert [fault and fault.trouble for fault in faults] == [Trouble.UNKNOWN, None, Trouble.ABSENT]


def test_a_pin_that_a_bus_holds_is_refused_and_what_was_opened_is_let_go() -> None:
    config = _config(
        Reader(bus=0, device=0, reads="build:1"), Reader(bus=0, device=1, reads="build:2", reset_pin=15)
    )
    with Bench(readers=2) as bench, ExitStack() as opened, pytest.raises(WiringError, match="BCM15"):
        opened_scanner(config, bench.clock, opened)
