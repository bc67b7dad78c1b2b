"""era-table lights test: walk every LED on real wires and say its name; how a builder checks what hangs where."""

import argparse
from contextlib import ExitStack

from hardware.clock import Clock, RealClock
from hardware.errors import WireError
from hardware.lights.frame import DARK, Colour
from hardware.lights.strings import LightStrings
from hardware.lights.tracks import Picture
from hardware.serial_port import PortEvent, PortLost

from ..config import load
from ..errors import ConfigError
from ..lamps import WHITE, led_name
from ..light_config import Adalight, layout_of
from ..lock import TableLock
from ..service import Stepper
from ..wires import opened_lights
from .common import add_config, add_state, places, this_command

LED_S = 0.5
FAST_S = 0.05
PURE: dict[str, Colour] = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}
"""Shown on all LEDs first: a controller that is set to another order of colours is found so."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    lights = commands.add_parser("lights", help="check the LEDs of a table")
    kinds = lights.add_subparsers(metavar="WHAT", required=True)
    test = kinds.add_parser("test", help="light every LED by itself, on real wires, and say its name")
    add_config(test)
    add_state(test)
    test.add_argument("--fast", action="store_true", help=f"{FAST_S:g} s for each instead of {LED_S:g} s")
    test.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """All LEDs red, green, blue, then each track from its first place to its last, one LED at a time."""
    config = load(asked.config)
    if not config.light_strings:
        raise ConfigError(f"{asked.config}: there is no [lights]; README tells what it says")
    layout = layout_of(config.light_strings)
    where = places(asked)
    with ExitStack() as opened:
        where.make()
        opened.enter_context(TableLock(where.lock, this_command()))
        lights = opened_lights(config, asked.config, _end_if_lost, opened)
        walk = Walk(lights, RealClock(), FAST_S if asked.fast else LED_S)
        walk.wait(max(string.settle_s if isinstance(string, Adalight) else 0.0 for string in config.light_strings))
        for name, colour in PURE.items():
            print(f"all {name}", flush=True)
            walk.show({track: (colour,) * count for track, count in layout.counts.items()})
        for track, count in layout.counts.items():
            for place in range(count):
                string, led = layout.led(track, place)
                print(f"{led_name(track, place):<36} LED {led} of string {string}", flush=True)
                walk.show({track: tuple(WHITE if other == place else DARK for other in range(count))})
    return 0


def _end_if_lost(event: PortEvent) -> None:
    """Nobody wants to watch names go by while the LEDs stay dark."""
    if isinstance(event, PortLost):
        raise WireError(event.why)


class Walk:
    """Shows one thing after the other for `seconds`, or as long as the slowest string needs for a frame."""

    def __init__(self, lights: LightStrings, clock: Clock, seconds: float) -> None:
        self._lights = lights
        self._seconds = max(seconds, lights.period)
        self._stepper = Stepper(clock)
        self._stepper.add(lights)

    def wait(self, seconds: float) -> None:
        """All dark until the controllers have started."""
        self._stepper.run(seconds)

    def show(self, picture: Picture) -> None:
        """The next thing; tracks that it lacks are dark."""
        self._lights.show(picture)
        self._stepper.wake(self._lights)
        self._stepper.run(self._seconds)
