"""A chain of 74HC595 shift registers on three pins of the Pi: one bit for each LED, on or off."""

from dataclasses import dataclass

from ..errors import WiringError
from ..pins import GPIO, claim_output
from .frame import Frame

OUTPUTS = 8          # of one chip, QA to QH
ON_FROM = 44         # of 255, in the brightest part of a colour: above what is meant to be seen dimly
REPEAT_S = 1.0       # a spark of static may turn bits over: nothing tells, so the chain is written anew


@dataclass(frozen=True, slots=True)
class Hc595Pins:
    """BCM numbers. data: SER of the first chip; clock: SRCLK of all; latch: RCLK of all; enable: OE of all, or None.

    OE has a pull-up to 3.3 V where it is wired to a pin, else it goes to ground, and the LEDs show what the chips woke
    with until the first frame.
    """

    data: int
    clock: int
    latch: int
    enable: int | None = None


class Hc595:
    """`count` LEDs on a chain: LED 0 on QA of the chip next to the Pi, LED 7 on its QH, LED 8 on QA of the next.

    An LED is on where its colour is bright enough (ON_FROM), so a light that breathes becomes one that goes on and off
    in the same rhythm. Dimming in software would want the chain written anew every 0.1 ms or so, which a Pi under Linux
    that has tags to read does not keep: it would flicker.

    Sets data before each rising clock and raises the latch once all bits are in, so nothing shows in between. No delay
    is needed: the chip asks for 25 ns at most, two calls of RPi.GPIO are some 1000 apart.

    Raises WiringError for pins that can't be had and for no LED.
    """

    def __init__(self, pins: Hc595Pins, count: int) -> None:
        if count < 1:
            raise WiringError(f"a chain of 74HC595 has 1 LED or more, not {count}")
        named = {"data": pins.data, "clock": pins.clock, "latch": pins.latch}
        if pins.enable is not None:
            named["enable"] = pins.enable
        if len(set(named.values())) < len(named):
            said = ", ".join(f"{name} BCM{pin}" for name, pin in named.items())
            raise WiringError(f"74HC595: {said}: each wants a pin of its own")
        self.count = count
        self.period = 0.0
        """Seconds from one frame to the next at the earliest: each step can send one."""
        self._pins = pins
        self._claimed: list[int] = []
        try:
            for name, pin in named.items():
                claim_output(f"74HC595, {name} pin", pin, GPIO.HIGH if name == "enable" else GPIO.LOW)
                self._claimed.append(pin)
        except WiringError:
            self._let_go()
            raise
        self._wanted = self._dark = (0,) * (-(-count // OUTPUTS) * OUTPUTS)
        self._sent: tuple[int, ...] | None = None
        self._sent_at = 0.0

    def show(self, frame: Frame) -> None:
        """Remember what to show; the next `step` sends it.

        Raises ValueError if the frame has another number of LEDs.
        """
        if len(frame) != self.count:
            raise ValueError(f"a frame of {len(frame)} LEDs does not fit a chain of {self.count}")
        rgb = frame.rgb
        lit = (int(max(rgb[part : part + 3]) >= ON_FROM) for part in range(0, len(rgb), 3))
        self._wanted = (*lit, *self._dark[self.count :])

    def step(self, now: float) -> float:
        """Send what has changed, or all once a second; when a step is due next (s). Never waits, never raises."""
        if self._wanted != self._sent or now >= self._sent_at + REPEAT_S:
            self._shift(self._wanted)
            if self._sent is None and self._pins.enable is not None:
                GPIO.output(self._pins.enable, GPIO.LOW)
            self._sent, self._sent_at = self._wanted, now
        return self._sent_at + REPEAT_S

    def close(self) -> None:
        """Put the LEDs out and let go of the pins. Twice is fine."""
        if not self._claimed:
            return
        self._shift(self._dark)
        if self._pins.enable is not None:
            GPIO.output(self._pins.enable, GPIO.HIGH)
        self._let_go()

    def _shift(self, bits: tuple[int, ...]) -> None:
        """The first bit in is pushed through to the last chip's QH, so the last LED's goes first."""
        data, clock, latch = self._pins.data, self._pins.clock, self._pins.latch
        for bit in reversed(bits):
            GPIO.output(data, bit)
            GPIO.output(clock, GPIO.HIGH)
            GPIO.output(clock, GPIO.LOW)
        GPIO.output(latch, GPIO.HIGH)
        GPIO.output(latch, GPIO.LOW)

    def _let_go(self) -> None:
        for pin in self._claimed:
            GPIO.cleanup(pin)
        self._claimed.clear()
