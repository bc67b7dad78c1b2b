"""The lights' worker over a real pty with real pyserial, on the test's own clock."""

from collections.abc import Iterator

import pytest

from hardware.bench.port import PtyPort
from hardware.bench.strip import AdalightStrip
from hardware.lights.frame import Colour, Frame
from hardware.lights.lights import SETTLE_S, LightsWorker
from hardware.serial_port import PortBack, PortEvent, PortLost, SerialPort
from tests.hardware.wire_time import run

RED, BLUE, DARK = (255, 0, 0), (0, 0, 255), (0, 0, 0)


class Controller:
    """A pty with a string of LEDs on it, and the worker that feeds it."""

    def __init__(self, count: int, settle_s: float = SETTLE_S) -> None:
        self.plug = PtyPort()
        self.strip = AdalightStrip(count)
        self.events: list[PortEvent] = []
        self.worker = LightsWorker(SerialPort(self.plug.path, 115_200, self.events.append), count, settle_s)
        self.shown_at: list[float] = []

    def step(self, now: float) -> float:
        due = self.worker.step(now)
        before = self.strip.frames
        self.strip.feed(self.plug.read())
        self.shown_at += [now] * (self.strip.frames - before)
        assert self.strip.faults == []
        return due

    def show(self, *colours: Colour) -> None:
        self.worker.show(Frame.of(colours))

    def close(self) -> None:
        self.worker.close()
        self.strip.feed(self.plug.read())
        self.plug.close()


@pytest.fixture
def lights() -> Iterator[Controller]:
    lights = Controller(count=2, settle_s=0.0)
    yield lights
    lights.close()


@pytest.fixture
def arduino() -> Iterator[Controller]:
    arduino = Controller(count=2)
    yield arduino
    arduino.close()


def test_frame_shows_at_once(lights: Controller) -> None:
    lights.show(RED, BLUE)
    lights.step(0.0)
    assert lights.strip.leds == [RED, BLUE]


def test_dark_until_a_frame_is_shown(lights: Controller) -> None:
    lights.step(0.0)
    assert lights.strip.frames == 1
    assert lights.strip.leds == [DARK, DARK]


def test_still_frame_is_repeated_every_second(lights: Controller) -> None:
    lights.show(RED, BLUE)
    run(lights.step, 0.0, 5.5)
    assert lights.shown_at == pytest.approx([0.0, 1.0, 2.0, 3.0, 4.0, 5.0])


def test_changed_frame_waits_only_for_the_frame_rate(lights: Controller) -> None:
    lights.step(0.0)
    lights.show(RED, RED)
    assert lights.step(0.01) == pytest.approx(1 / 30)
    lights.step(0.5)
    lights.show(BLUE, BLUE)
    lights.step(0.6)
    assert lights.shown_at == [0.0, 0.5, 0.6]


@pytest.mark.parametrize(
    ("count", "period"),
    [
        (60, 1 / 30),       # (6 + 180) x 10 / 115200 = 16.15 ms: the wire could, eyes need not
        (110, 1 / 30),      # (6 + 330) x 10 / 115200 = 29.17 ms, / 0.9 = 32.4 ms: just below 1/30 s
        (150, 0.04398),     # (6 + 450) x 10 / 115200 = 39.58 ms, / 0.9 = 43.98 ms: 22.7 frames a second
        (300, 0.08738),     # (6 + 900) x 10 / 115200 = 78.65 ms, / 0.9 = 87.38 ms
    ],
)
def test_frame_rate(count: int, period: float) -> None:
    lights = Controller(count, settle_s=0.0)
    assert lights.worker.period == pytest.approx(period, abs=5e-6)
    for number in range(200):   # a new picture every 5 ms
        lights.show(*[(number, 0, 0)] * count)
        lights.step(number / 200)
    lights.close()
    gaps = [later - earlier for earlier, later in zip(lights.shown_at, lights.shown_at[1:], strict=False)]
    assert all(period - 1e-5 <= gap <= period + 0.005 + 1e-9 for gap in gaps)
    assert len(gaps) > 5


def test_nothing_is_said_to_a_controller_that_starts(arduino: Controller) -> None:
    arduino.show(RED, RED)
    run(arduino.step, 10.0, 12.5)
    assert arduino.shown_at == [12.0]


def test_greeting_ends_the_waiting(arduino: Controller) -> None:
    arduino.show(RED, RED)
    run(arduino.step, 10.0, 10.5)
    arduino.plug.say(b"Ad")
    run(arduino.step, 10.5, 10.7)
    arduino.plug.say(b"a\n")
    run(arduino.step, 10.7, 11.0)
    [shown] = arduino.shown_at
    assert 10.7 <= shown <= 10.75   # the ear is lent every 50 ms


def test_other_words_do_not_end_the_waiting(arduino: Controller) -> None:
    run(arduino.step, 10.0, 10.5)
    arduino.plug.say(b"boot: Ada ready\n")
    run(arduino.step, 10.5, 11.5)
    assert arduino.shown_at == []


def test_pulled_and_returned_controller_gets_the_newest_frame(lights: Controller) -> None:
    lights.show(RED, RED)
    run(lights.step, 0.0, 2.5)
    lights.plug.pull()
    run(lights.step, 2.5, 5.0)
    lights.show(BLUE, RED)
    lights.plug.plug()
    run(lights.step, 5.0, 14.0)
    lost, back = lights.events
    assert isinstance(lost, PortLost)
    assert isinstance(back, PortBack)
    assert lost.at <= 3.5   # the next repeat finds it at the latest
    assert back.at in lights.shown_at
    assert lights.strip.leds == [BLUE, RED]


def test_returned_controller_gets_an_unchanged_frame_at_once(lights: Controller) -> None:
    lights.show(RED, RED)
    run(lights.step, 0.0, 2.1)
    lights.plug.pull()
    lights.step(2.2)
    lights.plug.plug()
    run(lights.step, 2.7, 2.9)   # half a second after the loss, and before the frame is due for its repeat at 3.0
    assert [type(event) for event in lights.events] == [PortLost, PortBack]
    assert lights.shown_at == pytest.approx([0.0, 1.0, 2.0, 2.7])


def test_returned_arduino_gets_time_to_start_again(arduino: Controller) -> None:
    arduino.show(RED, RED)
    run(arduino.step, 0.0, 3.5)
    arduino.plug.pull()
    run(arduino.step, 3.5, 5.0)
    arduino.shown_at.clear()
    arduino.plug.plug()
    run(arduino.step, 5.0, 16.0)
    _, back = arduino.events
    assert arduino.shown_at[0] == pytest.approx(back.at + 2.0)


def test_dark_at_the_end(lights: Controller) -> None:
    lights.show(RED, BLUE)
    lights.step(0.0)
    lights.close()
    assert lights.strip.leds == [DARK, DARK]
    assert lights.strip.faults == []


@pytest.mark.parametrize("count", [0, 65_537])
def test_impossible_number_of_leds_is_refused_at_the_start(count: int) -> None:
    events: list[PortEvent] = []
    port = SerialPort("/dev/serial/by-id/lights", 115_200, events.append)
    with pytest.raises(ValueError, match="LED"):
        LightsWorker(port, count)


def test_frame_of_another_length_is_refused(lights: Controller) -> None:
    with pytest.raises(ValueError, match="a frame of 3 LEDs does not fit a string of 2"):
        lights.show(RED, RED, RED)
