"""Several strings as one output, each over its own pty."""

from collections.abc import Iterator

import pytest

from hardware.bench.port import PtyPort
from hardware.bench.strip import AdalightStrip
from hardware.errors import WiringError
from hardware.lights.lights import LightsWorker
from hardware.lights.power import Power
from hardware.lights.strings import LightStrings
from hardware.lights.tracks import Layout, Track
from hardware.serial_port import PortEvent, SerialPort

WHITE, RED, DARK = (255, 255, 255), (255, 0, 0), (0, 0, 0)
LAYOUT = Layout([Track("rounds", 0, 2), Track("influence", 1, 3, string=1)])


class Two:
    """Two controllers, of 2 and of 4 LEDs, and the worker over both; the second may draw 64 mA."""

    def __init__(self) -> None:
        self.plugs = [PtyPort(), PtyPort()]
        self.strips = [AdalightStrip(2), AdalightStrip(4)]
        self.events: list[PortEvent] = []
        workers = [
            LightsWorker(SerialPort(plug.path, baud, self.events.append), count, settle_s=0.0)
            for plug, baud, count in zip(self.plugs, (115_200, 9600), LAYOUT.lengths, strict=True)
        ]
        self.worker = LightStrings(LAYOUT, workers, [Power(brightness=0.5), Power(limit_ma=64)])

    def step(self, now: float) -> float:
        due = self.worker.step(now)
        self.read()
        return due

    def read(self) -> None:
        for plug, strip in zip(self.plugs, self.strips, strict=True):
            strip.feed(plug.read())

    def leds(self) -> list[list[tuple[int, int, int]]]:
        return [strip.leds for strip in self.strips]


@pytest.fixture
def two() -> Iterator[Two]:
    two = Two()
    yield two
    two.worker.close()
    for plug in two.plugs:
        plug.close()


def test_each_string_shows_its_tracks_as_bright_as_it_may(two: Two) -> None:
    assert two.worker.counts == {"rounds": 2, "influence": 3}
    two.worker.show({"rounds": (RED, WHITE), "influence": (WHITE, WHITE, DARK)})
    two.step(0.0)
    # Half of 255 is 127. 4 LEDs leave 60 of 64 mA for two white ones, which ask for 120: half, too.
    assert two.leds() == [[(127, 0, 0), (127, 127, 127)], [DARK, (127, 127, 127), (127, 127, 127), DARK]]


def test_a_string_that_is_gone_does_not_hold_up_the_other(two: Two) -> None:
    two.step(0.0)
    two.plugs[1].pull()
    two.worker.show({"rounds": (RED, RED)})
    two.step(1.0)
    assert two.leds()[0] == [(127, 0, 0)] * 2
    assert [event.path for event in two.events] == [two.plugs[1].path]


def test_it_is_due_when_the_first_of_them_is_and_as_fast_as_the_slowest(two: Two) -> None:
    # 12 bytes x 10 bits / 115200 = 1.04 ms on one wire, 18 x 10 / 9600 = 18.75 ms on the other
    assert two.step(0.0) == pytest.approx(0.00104, abs=1e-5)
    # 30 a second: both wires could carry more
    assert two.worker.period == pytest.approx(1 / 30)


def test_close_puts_all_out(two: Two) -> None:
    two.worker.show({"rounds": (RED, RED), "influence": (RED, RED, RED)})
    two.step(0.0)
    two.worker.close()
    two.read()
    assert two.leds() == [[DARK] * 2, [DARK] * 4]


def test_a_limit_that_does_not_carry_a_string_is_refused() -> None:
    with pytest.raises(WiringError, match="limit_ma = 4 leaves nothing for light: 4 LEDs"):
        LightStrings(LAYOUT, [], [Power(), Power(limit_ma=4)])
