"""The Pi's 40-pin header as the world has it: which pin is what, who drives it, and what happened to it."""

from bisect import bisect
from collections import deque
from collections.abc import Callable
from random import Random
from typing import NamedTuple

# What the Pi's own functions hold from the start, by BCM number: with SPI on the kernel owns GPIO7 to GPIO11.
BUSES = {0: "i2c", 1: "i2c", 7: "spi", 8: "spi", 9: "spi", 10: "spi", 11: "spi", 14: "uart", 15: "uart"}
_REMEMBERED = 65_536   # events: a shift register clocked for hours must not fill the memory
_BOUNCE_S = 0.0005        # how long a bouncing contact stays as it is, on average
PINS = 54        # GPIOs that the Pi's chip has; 0 to 27 are on the header


class PinEvent(NamedTuple):
    """Something the program did to a pin: at (s on the table's clock), pin (BCM), "input" or "output", its level."""

    at: float
    pin: int
    function: str
    level: int


class Header:
    """The pins. The world drives inputs (`drive`) and sees what the program does (`function`, `level`, `events`)."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._function = {pin: BUSES.get(pin, "input") for pin in range(PINS)}
        self._driven: dict[int, int] = {}        # by the world
        self._bounces: dict[int, list[float]] = {}   # when what the world drives changes over (s), the last for good
        self._pulled: dict[int, int] = {}        # by the program's pulls
        self._output: dict[int, int] = {}        # by the program
        self._seen: Callable[[int, int], None] | None = None
        self._wired: dict[int, list[Callable[[int], None]]] = {}
        self.events: deque[PinEvent] = deque(maxlen=_REMEMBERED)

    # --- the world's side ---

    def drive(self, pin: int, level: int, bounce: float = 0.0, seed: int = 0) -> None:
        """Put a level on a pin from outside: a button, a sensor.

        bounce: for so many seconds the contact comes and goes, in a way that `seed` decides, before it stands. Bounces
        are there for who looks at the pin; edge detection is told of the first change only.
        """
        before = self.level(pin)
        self._driven[pin] = 1 if level else 0
        self._bounces[pin] = _bounces(self._now(), bounce, Random(seed))
        if self._seen is not None and self.level(pin) != before:
            self._seen(pin, self.level(pin))

    def release(self, pin: int) -> None:
        """Take away what drove the pin from outside."""
        self._driven.pop(pin, None)
        self._bounces.pop(pin, None)

    def function(self, pin: int) -> str:
        """What the pin is now: "input", "output", or the bus that owns it ("uart", "spi", "i2c")."""
        return self._function[pin]

    def level(self, pin: int) -> int:
        """The level on the pin: the program's if it is an output, else the world's, else the pull's, else 0."""
        if self._function[pin] == "output":
            return self._output[pin]
        if pin not in self._driven:
            return self._pulled.get(pin, 0)
        bounces = self._bounces[pin]
        return self._driven[pin] ^ (len(bounces) - bisect(bounces, self._now())) % 2

    def wire(self, pin: int, changed: Callable[[int], None]) -> None:
        """Connect something to a pin: it is told each level that the program drives."""
        self._wired.setdefault(pin, []).append(changed)

    # --- the program's side ---

    def make_input(self, pin: int, pull: int | None) -> None:
        """The program lets go of a pin."""
        self._function[pin] = "input"
        self._output.pop(pin, None)
        self._pulled.pop(pin, None)
        if pull is not None:
            self._pulled[pin] = pull
        self.events.append(PinEvent(self._now(), pin, "input", self.level(pin)))

    def drive_output(self, pin: int, level: int) -> None:
        """The program drives a pin."""
        self._function[pin] = "output"
        self._output[pin] = level
        self.events.append(PinEvent(self._now(), pin, "output", level))
        for changed in self._wired.get(pin, ()):
            changed(level)

    def watch(self, seen: Callable[[int, int], None] | None) -> None:
        """Tell the program of changes on inputs."""
        self._seen = seen


def _bounces(start: float, seconds: float, chance: Random) -> list[float]:
    """An even number of moments: a contact that bounces begins and ends with its new level."""
    moments: list[float] = []
    at = start + chance.expovariate(1 / _BOUNCE_S)
    while at < start + seconds:
        moments.append(at)
        at += chance.expovariate(1 / _BOUNCE_S)
    return moments[len(moments) % 2 :]
