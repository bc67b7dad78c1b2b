"""An LED controller that fails in every way that it can: said once, tried again, never waited for, right afterwards."""

import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.bench.port import PtyPort
from hardware.bench.strip import AdalightStrip
from hardware.lights.frame import Frame
from hardware.lights.lights import LightsWorker
from hardware.serial_port import PortBack, PortEvent, PortLost, SerialPort

COUNT = 150
WAIT_S = 0.05
"""The longest that the game may wait for a wire (issue 6)."""


class Table:
    """Lights on a port by its by-id name, stepped on a clock of the test's own with a new picture for each step."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.plug: PtyPort | None = None
        self.strip = AdalightStrip(COUNT)
        self.reads = True
        self.events: list[PortEvent] = []
        self.worker = LightsWorker(SerialPort(str(path), 115_200, self.events.append), COUNT, settle_s=0.0)
        self.now = 0.0
        self.longest_s = 0.0
        self.shown = Frame.dark(COUNT)

    def put_plug_in(self) -> None:
        if self.plug is None:
            self.plug = PtyPort(self.path)
        self.plug.plug()
        self.strip = AdalightStrip(COUNT)   # a controller that has just got its power

    def run(self, seconds: float, each: Callable[[], None] = lambda: None) -> None:
        """What the service does: 30 times a second there is something new, and in between the worker is due."""
        end = self.now + seconds
        while self.now < end:
            level = round(self.now * 30) % 256
            self.shown = Frame.of([(level, 255 - level, 0)] * COUNT)
            self.worker.show(self.shown)
            each()
            began = time.monotonic()
            self.worker.step(self.now)
            self.longest_s = max(self.longest_s, time.monotonic() - began)
            if self.plug is not None and self.reads:
                self.strip.feed(self.plug.read())
            self.now += 1 / 30

    def right(self) -> bool:
        """Whether the LEDs show the newest picture, or the one before while the wire is busy with that."""
        red, green, _ = self.strip.leds[-1]
        return self.strip.frames > 0 and red + green == 255 and (self.shown.rgb[0] - red) % 256 <= 2

    def told(self) -> list[type[PortEvent]]:
        return [type(event) for event in self.events]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path / "usb-lights")
    yield table
    table.worker.close()
    if table.plug is not None:
        table.plug.close()


def test_not_there_at_the_start_is_said_once_with_the_remedy_and_tried_until_it_comes(table: Table) -> None:
    table.run(30.0)
    [lost] = table.events
    assert isinstance(lost, PortLost)
    assert lost.why == f"{table.path}: is not there: plug it in, and look in /dev/serial/by-id for the name it has"
    table.put_plug_in()
    came = table.now
    while len(table.events) < 2:
        assert table.now < came + 8.2, "the longest pause is 8 s"
        table.run(1 / 30)
    assert table.told() == [PortLost, PortBack]
    assert table.right()   # in the very step that found it


def test_pulled_and_put_back_under_the_same_name(table: Table) -> None:
    table.put_plug_in()
    table.run(2.0)
    assert table.right()
    assert table.plug is not None
    table.plug.pull()
    table.run(0.2)
    assert table.told() == [PortLost]
    table.run(20.0)
    table.put_plug_in()
    while len(table.events) < 2:
        assert table.now < 31.0
        table.run(1 / 30)
    assert table.told() == [PortLost, PortBack]
    assert table.right()
    assert table.strip.faults == []


def test_pulled_every_second_it_is_never_waited_for(table: Table) -> None:
    table.put_plug_in()
    assert table.plug is not None
    for _ in range(10):
        table.plug.pull()
        table.run(0.9)
        table.put_plug_in()
        table.run(0.7)
    table.run(9.0)
    assert table.right()
    assert table.told()[-1] is PortBack


def test_garbage_from_the_controller_changes_nothing(table: Table) -> None:
    table.put_plug_in()
    chance = random.Random(1)

    def babble() -> None:
        assert table.plug is not None
        table.plug.say(chance.randbytes(380))   # 11,400 bytes a second: all that the wire carries

    table.run(10.0, babble)
    assert table.events == []
    assert table.strip.faults == []
    assert table.strip.frames == pytest.approx(150, abs=2)   # every second step of 33.3 ms is past 43.98 ms
    assert table.right()


def test_a_controller_that_stops_reading(table: Table) -> None:
    table.put_plug_in()
    table.run(2.0)
    table.reads = False
    table.run(5.0, lambda: time.sleep(0.002))   # the kernel moves bytes to the reader's side in its own, real, time
    table.run(55.0)
    [lost] = table.events
    assert isinstance(lost, PortLost)
    assert "takes no more bytes: look whether what hangs on it has power" in lost.why
    table.reads = True
    went_on = table.now
    while len(table.events) < 2:
        assert table.now < went_on + 8.2, "the longest pause is 8 s"
        table.run(1 / 30)
    table.run(0.1)
    assert table.told() == [PortLost, PortBack]
    assert table.right()
    assert table.strip.faults == []


@pytest.mark.parametrize("trouble", ["missing", "pulled", "garbage", "stops reading"])
def test_no_step_takes_longer_than_the_game_may_wait(tmp_path: Path, trouble: str) -> None:
    """In real time, the best of three runs: a busy machine may hold one up, a wire that is waited for holds up all."""
    longest = [longest_step(tmp_path / str(run), trouble) for run in range(3)]
    assert min(longest) < WAIT_S


def longest_step(path: Path, trouble: str) -> float:
    table = Table(path)
    if trouble != "missing":
        table.put_plug_in()
        table.run(1.0)
    if table.plug is not None and trouble == "pulled":
        table.plug.pull()
    table.reads = trouble != "stops reading"
    table.run(20.0, lambda: table.plug.say(bytes(300)) if table.plug and trouble == "garbage" else None)
    began = time.monotonic()
    table.worker.close()
    closing_s = time.monotonic() - began
    if table.plug is not None:
        table.plug.close()
    return max(table.longest_s, closing_s)
