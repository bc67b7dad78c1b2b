"""Push buttons between a pin and ground, polled: no edge detection, which bounce sets off and rpi-lgpio does otherwise.

A contact that closes or opens bounces for some milliseconds; what a button does counts once its level has been the same
for 20 ms, at three looks in a row, 10 ms apart. The first look after the last bounce comes within 10 ms: so a contact
that bounces for b ms counts 20 to b + 30 ms after it was touched. With b = 10 that is 40 ms at most, well under the
100 ms from which people feel a delay. What closes for less than 20 ms never counts.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from .gestures import SLACK_S, Gestures
from .pins import GPIO, claim_input

POLL_S = 0.01
DEBOUNCE_S = 0.02   # a level must stand for so long


@dataclass(slots=True)
class _Contact:
    """down: as it counts, None before the first look; level_down: at the last look; since: when it became so (s)."""

    pin: int
    down: bool | None = None
    level_down: bool = False
    since: float = 0.0


class Buttons:
    """Buttons by name on pins by BCM number, pulled up inside the Pi; `gestures` makes events of what they do.

    A button that is down from the start (it jams, something lies on it) means nothing until it has been let go. Raises
    WiringError for a pin that can't be had.
    """

    def __init__(self, pins: Mapping[str, int], gestures: Gestures) -> None:
        self._gestures = gestures
        self._contacts: dict[str, _Contact] = {}
        try:
            for name, pin in pins.items():
                claim_input(f"The button {name!r}", pin)
                self._contacts[name] = _Contact(pin)
        except Exception:
            self.close()
            raise

    def step(self, now: float) -> float:
        """Look at all buttons; when to look next (s)."""
        for name, contact in self._contacts.items():
            self._look(name, contact, now)
        self._gestures.step(now)
        return now + POLL_S

    def close(self) -> None:
        """Give the pins back; twice is fine."""
        for contact in self._contacts.values():
            GPIO.cleanup(contact.pin)
        self._contacts = {}

    def _look(self, name: str, contact: _Contact, now: float) -> None:
        level_down = GPIO.input(contact.pin) == GPIO.LOW
        if contact.down is None:
            contact.down = contact.level_down = level_down
            if level_down:
                self._gestures.found_down(name, now)
        if level_down != contact.level_down:
            contact.level_down, contact.since = level_down, now
        if level_down != contact.down and now - contact.since >= DEBOUNCE_S - SLACK_S:
            contact.down = level_down
            tell = self._gestures.down if level_down else self._gestures.up
            tell(name, now)
