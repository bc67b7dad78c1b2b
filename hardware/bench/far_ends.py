"""The simulated display and lights: the far ends of their serial lines, and what has stood on them."""

import threading
from collections import deque
from pathlib import Path

from hardware.bench.port import PtyPort
from hardware.bench.screens import DisplayScreen, Vt100Screen
from hardware.bench.strip import AdalightStrip
from hardware.displays.letters import PICTURES

FAR_END_S = 0.02
"""How often they take in what they were sent, in the table's seconds."""

EXPOSURE_S = 1.1
"""How long a picture of the lights is exposed: a blinking one is on it, whatever moment is chosen."""

Rgb = tuple[int, int, int]

_LETTERS = {picture: letter for letter, picture in PICTURES.items()}


class FarEnds:
    """What stands on display and lights, read back off the bytes of their wires.

    leds: how many LEDs the strip has; folder: where the ports `display` and `lights` are to lie, else each somewhere of
    its own; screen: the display, a terminal of 20x4 unless another is given. All times are seconds on the table's
    clock. May be asked from several threads.
    """

    def __init__(self, leds: int, folder: Path | None = None, screen: DisplayScreen | None = None) -> None:
        self.screen_wire = PtyPort(None if folder is None else folder / "display")
        self.strip_wire = PtyPort(None if folder is None else folder / "lights")
        self.screen = Vt100Screen() if screen is None else screen
        self.strip = AdalightStrip(leds)
        self.lock = threading.Lock()
        self._shown: deque[tuple[float, tuple[Rgb, ...]]] = deque([(0.0, tuple(self.strip.leds))])   # since when

    def step(self, now: float) -> float:
        """Take in what was sent; when to do so next."""
        with self.lock:
            self.screen.feed(self.screen_wire.arrived(now))
            self.strip.feed(self.strip_wire.arrived(now))
            leds = tuple(self.strip.leds)
            if leds != self._shown[-1][1]:
                self._shown.append((now, leds))
            while len(self._shown) > 1 and self._shown[1][0] <= now - EXPOSURE_S:
                self._shown.popleft()
        return now + FAR_END_S

    def lines(self) -> tuple[str, ...]:
        """What stands on the display; defined characters are the letters that they were drawn as."""
        with self.lock:
            return self.screen.lines(_LETTERS)

    def leds(self) -> tuple[Rgb, ...]:
        """What the lights show at this moment."""
        with self.lock:
            return self._shown[-1][1]

    def exposed(self) -> tuple[Rgb, ...]:
        """Each LED as it was when it was brightest during the exposure that ended with the last step."""
        with self.lock:
            return tuple(max(led, key=sum) for led in zip(*(leds for _, leds in self._shown), strict=True))

    def port(self, name: str) -> PtyPort:
        """The wire of the "display" or the "lights"."""
        return {"display": self.screen_wire, "lights": self.strip_wire}[name]

    def close(self) -> None:
        """Both wires gone. Twice is fine."""
        with self.lock:
            self.screen_wire.close()
            self.strip_wire.close()
