"""One GPIO wired to the reset pins (NRSTPD, on modules RST) of one or more chips."""

from RPi import GPIO

from hardware.clock import Clock
from hardware.pins import claim_output

RESET_TIME = 1e-3    # s, low, and from high to a steady oscillator: under 0.3 ms was measured
SHARED_REST = 30.0   # s between two pulses that hit chips which work


class ResetLine:
    """A pin that resets all chips on it at once; each sees by `pulses` that its registers are gone.

    pin: BCM number. Raises WiringError if the pin can't be had.
    """

    def __init__(self, pin: int, clock: Clock) -> None:
        claim_output("The readers' reset pin", pin, GPIO.HIGH)
        self.pulses = 0
        self.chips = 0   # how many hang on it; each counts itself in
        self._pin: int | None = pin
        self._clock = clock
        self._rested_at = float("-inf")

    def pulse(self) -> None:
        """Reset the chips, unless that would disturb others too soon after the last time. Takes 2 ms."""
        now = self._clock.now()
        if self._pin is None or (self.chips > 1 and now < self._rested_at):
            return
        if self.chips > 1:
            self._rested_at = now + SHARED_REST
        self.pulses += 1
        for level in (GPIO.LOW, GPIO.HIGH):
            GPIO.output(self._pin, level)
            self._clock.sleep(RESET_TIME)

    def close(self) -> None:
        """Give the pin back; twice is fine."""
        if self._pin is not None:
            GPIO.cleanup(self._pin)
            self._pin = None
