"""Push buttons between a pin and ground, polled: no edge detection, which bounce sets off and rpi-lgpio does otherwise.

A contact that closes or opens bounces for some milliseconds; what a button does counts once its level has been the same
for 20 ms. Polled every 10 ms, that is at three looks in a row, and a press is told 20 to 30 ms after the last bounce:
well under the 100 ms from which people feel a delay.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .button_events import ButtonEvent, LongPressed, Pressed
from .pins import GPIO, claim_input

POLL_S = 0.01
DEBOUNCE_S = 0.02   # a level must stand for so long
LONG_S = 1.0        # held down for so long, a press is a long one
SLACK_S = 1e-6      # a poll that comes a rounding error early is on time


@dataclass(slots=True)
class _Contact:
    """down: as it counts; level_down: as it was at the last look; since: when the level became so (s)."""

    pin: int
    down: bool
    level_down: bool
    since: float = float("-inf")
    long_at: float | None = None


class Buttons:
    """Buttons by name on pins by BCM number, pulled up inside the Pi; `put` is given each event.

    A button that is down from the start (it jams, something lies on it) is silent until it has been let go. Raises
    WiringError for a pin that can't be had.
    """

    def __init__(self, pins: Mapping[str, int], put: Callable[[ButtonEvent], None]) -> None:
        self._put = put
        self._contacts: dict[str, _Contact] = {}
        try:
            for name, pin in pins.items():
                claim_input(f"The button {name!r}", pin)
                down = GPIO.input(pin) == GPIO.LOW
                self._contacts[name] = _Contact(pin, down, down)
        except Exception:
            self.close()
            raise

    def step(self, now: float) -> float:
        """Look at all buttons; when to look next (s)."""
        for name, contact in self._contacts.items():
            self._look(name, contact, now)
        return now + POLL_S

    def close(self) -> None:
        """Give the pins back; twice is fine."""
        for contact in self._contacts.values():
            GPIO.cleanup(contact.pin)
        self._contacts = {}

    def _look(self, name: str, contact: _Contact, now: float) -> None:
        level_down = GPIO.input(contact.pin) == GPIO.LOW
        if level_down != contact.level_down:
            contact.level_down, contact.since = level_down, now
        if level_down != contact.down and now - contact.since >= DEBOUNCE_S - SLACK_S:
            contact.down = level_down
            contact.long_at = contact.since + LONG_S if level_down else None
            if level_down:
                self._put(Pressed(name, now))
        if level_down and contact.down and contact.long_at is not None and now >= contact.long_at - SLACK_S:
            contact.long_at = None
            self._put(LongPressed(name, now))
