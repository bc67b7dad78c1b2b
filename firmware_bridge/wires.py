"""The readers, ports and lights of a config, opened on whatever wires this machine has."""

import os
import stat
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.button_events import ButtonEvent, Habit
from hardware.clock import Clock
from hardware.gestures import Gestures
from hardware.keys import Keys
from hardware.lights.lights import LightsWorker
from hardware.lights.strings import LightString, LightStrings
from hardware.readers.reading import PadEvent
from hardware.serial_port import PortEvent, SerialPort

from .config import TableConfig
from .errors import ConfigError
from .light_config import Adalight, Hc595, layout_of

if TYPE_CHECKING:
    from hardware.buttons import Buttons
    from hardware.readers.pads import PadWorker
    from hardware.readers.presence import Presence
    from hardware.readers.scanner import Scanner


def opened_scanner(config: TableConfig, clock: Clock, opened: ExitStack) -> "Scanner":
    """All readers; `opened` closes them. Raises HardwareError for wires that are not there or forbidden.

    A reader that does not answer, or is no chip that we know, is no error: the scanner tells of it, and tries on.
    """
    # Not before it is needed: nothing that imports spidev can be imported where there is none.
    from hardware.readers.mfrc522 import Mfrc522
    from hardware.readers.reset_line import ResetLine
    from hardware.readers.scanner import Scanner

    lines: dict[int, ResetLine] = {}  # by pin, which several readers may share
    readers = []
    for reader in config.reader:
        pin = reader.reset_pin
        if pin is not None and pin not in lines:
            lines[pin] = ResetLine(pin, clock)
            opened.callback(lines[pin].close)
        chip = Mfrc522(
            reader.bus,
            reader.device,
            clock=clock,
            speed_hz=reader.speed_hz,
            gain_db=reader.gain_db,
            reset=None if pin is None else lines[pin],
        )
        opened.callback(chip.close)
        readers.append(chip)
    return Scanner(readers, clock, config.pads.schedule, config.neighbours())


def opened_pads(
    config: TableConfig,
    clock: Clock,
    put: Callable[[PadEvent], None],
    opened: ExitStack,
    presence: "Presence | None" = None,
) -> "PadWorker":
    """The worker that looks at all pads in turn; `opened` closes it. Raises as `opened_scanner`.

    presence: one that somebody listens to; else it is the worker's own.
    """
    from hardware.readers.pads import PadWorker
    from hardware.readers.presence import Presence

    scanner = opened_scanner(config, clock, opened)
    presence = presence or Presence(len(scanner), config.neighbours())
    return PadWorker(scanner, presence, put, clock, config.pads.rounds_per_s)


HABITS = {"left": Habit.REPEATING, "right": Habit.REPEATING, "ok": Habit.HOLDABLE}
"""Numbers are run through by holding left or right; a long press of ok is back."""


def opened_buttons(
    config: TableConfig,
    path: Path,
    put: Callable[[ButtonEvent], None],
    tell: Callable[[PortEvent], None],
    opened: ExitStack,
) -> "list[Buttons | Keys]":
    """The workers that look at the buttons of the file `path`; `opened` closes them.

    tell: is told of input devices that come and go. Raises HardwareError for pins that can't be had, and ConfigError
    for a device that is a file or folder.
    """
    gestures = Gestures(HABITS, put)
    workers: list[Buttons | Keys] = []
    if config.buttons.pins:
        workers.append(_on_pins(config.buttons.pins, gestures))
        opened.callback(workers[-1].close)
    for name in config.buttons.devices:
        _check_device(name, f"{path}: [buttons] device: {name}", "input device: take a name of /dev/input/by-path")
        workers.append(Keys(name, gestures, tell))
        opened.callback(workers[-1].close)
    return workers


def _on_pins(pins: Mapping[str, int], gestures: Gestures) -> "Buttons":
    # Not before it is needed: nothing that imports RPi.GPIO can be imported where there is none.
    from hardware.buttons import Buttons

    return Buttons(pins, gestures)


def serial_port(section: str, name: str, baud: int, path: Path, tell: Callable[[PortEvent], None]) -> SerialPort:
    """A port for the [section] of the file `path`; whoever uses it opens it, again and again while it is not there.

    Raises ConfigError for a name that belongs to something else, which no waiting will make a serial port.
    """
    _check_device(name, f"{path}: [{section}] port: {name}", "serial port: take a name of /dev/serial/by-id")
    return SerialPort(name, baud, tell)


def _check_device(name: str, found: str, wanted: str) -> None:
    try:
        there = os.stat(name).st_mode
    except (OSError, ValueError):
        return  # not plugged in, or not yet
    if not stat.S_ISCHR(there):
        raise ConfigError(f"{found} is a file or folder and no {wanted}")


def opened_lights(
    config: TableConfig, path: Path, tell: Callable[[PortEvent], None], opened: ExitStack
) -> LightStrings:
    """All strings of LEDs of a table that has some; `opened` puts them out. Raises ConfigError and HardwareError."""
    layout = layout_of(config.light_strings)
    workers: list[LightString] = []
    for string, count in zip(config.light_strings, layout.lengths, strict=True):
        worker = _chain(string, count) if isinstance(string, Hc595) else _controller(string, count, path, tell)
        opened.callback(worker.close)
        workers.append(worker)
    return LightStrings(layout, workers, [string.power for string in config.light_strings])


def _controller(string: Adalight, count: int, path: Path, tell: Callable[[PortEvent], None]) -> LightString:
    return LightsWorker(serial_port("lights", string.port, string.baud, path, tell), count, string.settle_s)


def _chain(string: Hc595, count: int) -> LightString:
    # Not before it is needed: nothing that imports RPi.GPIO can be imported where there is none.
    from hardware.lights.hc595 import Hc595 as Chain, Hc595Pins

    return Chain(Hc595Pins(string.data, string.clock, string.latch, string.enable), count)
