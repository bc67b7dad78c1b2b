"""The bench's serial wire keeps to the baud rate, so a sender that does not is found out; ours loses nothing on it."""

from collections.abc import Iterator
from itertools import pairwise

import pytest
import serial

from hardware.bench.far_ends import FarEnds
from hardware.bench.port import PtyPort
from hardware.bench.strip import AdalightStrip, BusyStrip
from hardware.lights.adalight import adalight
from hardware.lights.frame import Frame
from hardware.lights.lights import LightsWorker
from hardware.serial_port import PortEvent, SerialPort

BAUD = 115_200
BYTE_S = 10 / BAUD   # a start bit, eight data bits, a stop bit: 86.8 us


@pytest.fixture
def plug() -> Iterator[PtyPort]:
    with PtyPort() as plug:
        yield plug


@pytest.fixture
def line(plug: PtyPort) -> Iterator[serial.Serial]:
    with serial.Serial(plug.path, BAUD, timeout=0, write_timeout=0, exclusive=True) as line:
        yield line


def picture(number: int, count: int) -> Frame:
    """A picture that differs from the one before."""
    return Frame.of([(number % 251, number // 251 % 251, 7)] * count)


# --- the wire ---


@pytest.mark.parametrize("baud", [9600, 115_200, 250_000])   # 250,000 is none of the rates that termios has a name for
def test_the_far_end_knows_the_baud_rate_that_was_set(plug: PtyPort, baud: int) -> None:
    with serial.Serial(plug.path, baud):
        assert plug.baud == baud
    plug.pull()
    assert plug.baud == 0


def test_bytes_come_one_after_another_ten_bits_each(plug: PtyPort, line: serial.Serial) -> None:
    data = bytes(range(1, 101))
    assert plug.arrived(5.0) == b""
    line.write(data)
    assert plug.arrived(5.0) == b""
    assert plug.waiting == 100
    assert plug.arrived(5.0 + 0.99 * BYTE_S) == b""
    assert plug.arrived(5.0 + BYTE_S) == data[:1]
    assert plug.arrived(5.0 + 50.5 * BYTE_S) == data[1:50]
    assert plug.arrived(5.0 + 51 * BYTE_S) == data[50:51]   # half a byte was on its way already
    assert plug.arrived(6.0) == data[51:]
    assert plug.waiting == 0


def test_an_idle_wire_saves_nothing_up(plug: PtyPort, line: serial.Serial) -> None:
    plug.arrived(100.0)
    line.write(bytes(20))
    assert len(plug.arrived(100.0 + 10 * BYTE_S)) == 10


def test_what_is_on_the_wire_is_lost_with_the_plug(plug: PtyPort, line: serial.Serial) -> None:
    plug.arrived(1.0)
    line.write(b"half of it")
    plug.arrived(1.0 + 5 * BYTE_S)
    plug.pull()
    plug.plug()
    assert plug.arrived(9.0) == b""


def test_a_sender_without_regard_for_the_wire_falls_behind(plug: PtyPort, line: serial.Serial) -> None:
    """150 LEDs 30 times a second are 30 x 456 = 13,680 bytes a second where the wire carries 11,520."""
    plug.arrived(0.0)
    came = 0
    for number in range(90):
        line.write(adalight(picture(number, 150)))
        came += len(plug.arrived((number + 1) / 30))
    assert came == pytest.approx(3.0 * 11_520, abs=2)
    assert plug.waiting == pytest.approx(3.0 * (13_680 - 11_520), abs=2)   # more than half a second behind


def test_the_simulated_lights_show_a_frame_when_the_wire_has_carried_it() -> None:
    far = FarEnds(leds=150)
    try:
        with serial.Serial(far.strip_wire.path, BAUD) as line:
            far.step(1.0)
            line.write(adalight(picture(1, 150)))
            far.step(1.0)
            far.step(1.0395)   # 456 bytes take 39.58 ms
            assert far.leds() == ((0, 0, 0),) * 150
            far.step(1.0397)
            assert far.leds() == ((1, 0, 7),) * 150
    finally:
        far.close()


# --- our sender on it ---


def test_ten_minutes_at_full_rate_lose_no_frame() -> None:
    """A new picture for each frame for 600 s; no frame may be lost, late, cut or out of order."""
    events: list[PortEvent] = []
    with PtyPort() as plug:
        strip = AdalightStrip(150)
        worker = LightsWorker(SerialPort(plug.path, BAUD, events.append), 150, settle_s=0.0)
        sent_at: list[float] = []
        now = 0.0
        while now < 600.0:
            assert plug.arrived(now) == b""
            frame = picture(len(sent_at), 150)
            worker.show(frame)
            due = worker.step(now)
            plug.arrived(now)
            if plug.waiting:   # it went out; else it was too early, and the same picture is asked for again
                sent_at.append(now)
                # The last byte is on its way for 456 bytes x 10 bits / 115200 = 39.583 ms.
                strip.feed(plug.arrived(now + 0.039582))
                assert strip.frames == len(sent_at) - 1
                now += 0.039584
                strip.feed(plug.arrived(now))
                assert strip.frames == len(sent_at)
                assert strip.leds == [tuple(frame.rgb[:3])] * 150
            now = max(now, due)
        worker.close()
    assert strip.faults == []
    assert events == []
    # 0.9 x 11520 / 456 = 22.74 frames a second, 43.98 ms from one to the next, in 600 s 13,642
    assert len(sent_at) == pytest.approx(13_642, abs=2)
    assert max(later - earlier for earlier, later in pairwise(sent_at)) < 0.0440


@pytest.mark.parametrize("count", [27, 60, 150])
def test_a_controller_that_is_deaf_while_it_feeds_its_leds_hears_every_frame(count: int) -> None:
    strip, sent = deaf(count, share=0.9)
    assert (strip.frames, strip.faults) == (sent, [])


def test_without_the_tenth_of_pause_such_a_controller_loses_frames() -> None:
    """Why a tenth of the wire stays unused: 150 LEDs take 150 x 30 us = 4.5 ms, some 52 bytes."""
    strip, sent = deaf(150, share=1.0)
    assert strip.faults
    assert strip.frames < sent


def deaf(count: int, share: float) -> tuple[BusyStrip, int]:
    """Two seconds of frames, one every 1/30 s or as `share` of the wire allows; the strip, and how many were sent."""
    with PtyPort() as plug:
        port = SerialPort(plug.path, BAUD, lambda event: None)
        strip, sent = BusyStrip(count), 0
        data = adalight(Frame.dark(count))
        period = max(1 / 30, port.wire_time(len(data)) / share)
        if share == 0.9:   # as ours keeps it
            assert LightsWorker(port, count).period == pytest.approx(period)
        for byte in range(int(2.0 / BYTE_S)):
            now = byte * BYTE_S
            if now >= sent * period and now < 1.9 and port.ready(now):
                port.send(data, now)
                sent += 1
            strip.take(plug.arrived(now), now)
        port.close()
    return strip, sent
