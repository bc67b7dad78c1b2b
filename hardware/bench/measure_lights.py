"""What the lights' wire carries: frames a second at full rate, and whether one is lost on the way."""

from dataclasses import dataclass

from hardware.bench.port import PtyPort
from hardware.bench.strip import AdalightStrip
from hardware.lights.adalight import adalight
from hardware.lights.frame import Frame
from hardware.lights.lights import LightsWorker
from hardware.serial_port import PortEvent, SerialPort

SLACK_S = 1e-6   # the wire's time in floats


@dataclass(frozen=True, slots=True)
class FrameFigures:
    """One string at full rate, all in the wire's modelled time.

    sent, shown: frames; lost: those of which the LEDs did not show all, all at once, by the time at which the wire has
    carried them; fps: frames a second; wire_ms: from the moment at which a frame is handed over to its last byte.
    """

    leds: int
    baud: int
    sent: int
    shown: int
    lost: int
    fps: float
    wire_ms: float


def measure_frames(leds: int, baud: int, seconds: float) -> FrameFigures:
    """A new picture as soon as the worker takes one, for so long on the wire's clock."""
    events: list[PortEvent] = []
    strip = AdalightStrip(leds)
    sent = right = 0
    now = 0.0
    with PtyPort() as plug:
        worker = LightsWorker(SerialPort(plug.path, baud, events.append), leds, settle_s=0.0)
        wire_s = len(adalight(Frame.dark(leds))) * 10 / baud
        while now < seconds:
            plug.arrived(now)
            colour = (1 + sent % 255, sent // 255 % 256, 9)
            worker.show(Frame.of([colour] * leds))
            due = worker.step(now)
            plug.arrived(now)
            if plug.waiting:   # else the worker found that it is too early
                sent += 1
                now += wire_s + SLACK_S
                strip.feed(plug.arrived(now))
                right += strip.frames == sent and strip.leds == [colour] * leds and not plug.waiting
            now = max(now, due)
        shown = strip.frames
        worker.close()
    lost = sent - right + len(strip.faults) + len(events)
    return FrameFigures(leds, baud, sent, shown, lost, sent / now, wire_s * 1000)
