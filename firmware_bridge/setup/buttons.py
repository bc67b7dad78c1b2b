"""Buttons found at a first set-up: each is pressed when it is asked for, on whatever pin or key it may be."""

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from hardware.button_events import ButtonEvent, Pressed
from hardware.clock import Clock
from hardware.errors import WiringError
from hardware.gestures import Gestures
from hardware.keys import Keys

from ..config import Buttons, Display, Game, Reader, TableConfig
from ..light_config import Adalight
from ..wiring.pins import UART_PINS, wiring
from .pads import POLL_S, Person

ASKED_FOR = {
    "left": "left, back along a menu",
    "right": "right, along a menu",
    "ok": "ok",
    "back": "back, which a long press of ok does too",
    "language": "the next language",
}
"""The buttons that a table may have (`config.Buttons`), in words."""


def input_devices(root: Path) -> list[str]:
    """What the kernel makes of buttons and knobs, by names that stay. root: what stands for /."""
    return [f"/{device.relative_to(root)}" for device in sorted((root / "dev/input/by-path").glob("*-event*"))]


def free_pins(
    players: Sequence[str], readers: Sequence[Reader], display: Display | None, lights: Adalight | None, path: Path
) -> tuple[int, ...]:
    """The BCM numbers on which buttons can be: those that nothing else of the table in the file `path` needs.

    Raises WiringRefused where the readers alone can't be wired so.
    """
    game = Game(players=list(players))
    config = TableConfig(game=game, reader=list(readers), display=display, lights=[] if lights is None else lights)
    # The header's serial port may be somebody else's, such as the login console's.
    return tuple(gpio for gpio in wiring(config, path).free if gpio not in UART_PINS)


def find_buttons(pins: Sequence[int], devices: Sequence[str], clock: Clock, person: Person) -> Buttons:
    """Have each button pressed; which pin went to ground, or which device said that very key."""
    found: dict[str, int] = {}
    speaking: list[str] = []
    with ExitStack() as opened:
        panel = _Panel(pins, devices, clock, opened)
        for name, words in ASKED_FOR.items():
            person.say(f"Press the button for {words}, and let it go. (Enter: there is none.)")
            pressed = _pressed(panel, name, found, clock, person)
            if isinstance(pressed, int):
                found[name] = pressed
            elif pressed is not None and pressed not in speaking:
                speaking.append(pressed)
            if pressed is not None:
                person.say(f"That is {f'GPIO {pressed}' if isinstance(pressed, int) else pressed}.")
    return Buttons(**found, device=speaking)


def _pressed(panel: "_Panel", name: str, found: dict[str, int], clock: Clock, person: Person) -> int | str | None:
    """The pin or the device of the button that is pressed now, None if the person skips it."""
    panel.forget()
    while not person.skips():
        clock.sleep(POLL_S)
        pin, key = panel.look()
        if pin is not None:
            other = next((other for other, known in found.items() if known == pin), None)
            if other is None:
                return pin
            person.say(f"That is {other}, as told before: press the one for {name}, or Enter.")
        if key is not None:
            device, says = key
            if says == name:
                return device
            person.say(f"That key of {device} says {says}: press the one for {name}, or Enter.")
    return None


class _Panel:
    """All that may be a button: pins, pulled up, and input devices. `opened` gives them back.

    A pin that somebody else has is left out: no button is there.
    """

    def __init__(self, pins: Sequence[int], devices: Sequence[str], clock: Clock, opened: ExitStack) -> None:
        # Not before it is needed: nothing that imports RPi.GPIO can be imported where there is none.
        from hardware.pins import GPIO, claim_input

        self._gpio = GPIO
        self._clock = clock
        self._pins: list[int] = []
        for pin in pins:
            try:
                claim_input("A button", pin)
            except WiringError:
                continue
            opened.callback(GPIO.cleanup, pin)
            self._pins.append(pin)
        self._said: list[tuple[str, str]] = []
        self._keys = [
            Keys(device, Gestures({}, partial(self._hear, device)), lambda _: None) for device in devices
        ]
        for keys in self._keys:
            opened.callback(keys.close)
        self._last: set[int] = set()
        self._told = self._down()

    def _hear(self, device: str, event: ButtonEvent) -> None:
        if isinstance(event, Pressed):
            self._said.append((device, event.name))

    def _down(self) -> set[int]:
        return {pin for pin in self._pins if self._gpio.input(pin) == self._gpio.LOW}

    def forget(self) -> None:
        """What keys have said so far is no answer."""
        self._step_keys()
        self._said.clear()

    def look(self) -> tuple[int | None, tuple[str, str] | None]:
        """A pin that has gone down and is so at two looks, and a (device, button) that was heard; once for a press."""
        last, self._last = self._last, self._down()
        self._told &= self._last
        new = sorted((self._last & last) - self._told)
        self._told |= set(new)
        self._step_keys()
        key = self._said.pop(0) if self._said else None
        return (new[0] if len(new) == 1 else None), key

    def _step_keys(self) -> None:
        for keys in self._keys:
            keys.step(self._clock.now())
