"""Stand-in for the RPi.GPIO package (0.7.1): its face and its errors, with a simulated table's pins behind it."""

import warnings
from collections.abc import Callable, Sequence
from typing import Any

from hardware.bench import backing

__all__ = [
    "BCM", "BOARD", "BOTH", "FALLING", "HARD_PWM", "HIGH", "I2C", "IN", "LOW", "OUT", "PUD_DOWN", "PUD_OFF", "PUD_UP",
    "PWM", "RISING", "RPI_INFO", "RPI_REVISION", "SERIAL", "SPI", "UNKNOWN", "VERSION", "add_event_callback",
    "add_event_detect", "cleanup", "event_detected", "getmode", "gpio_function", "input", "output",
    "remove_event_detect", "setmode", "setup", "setwarnings", "wait_for_edge",
]

VERSION = "0.7.1"
BOARD, BCM = 10, 11
OUT, IN = 0, 1
LOW, HIGH = 0, 1
PUD_OFF, PUD_DOWN, PUD_UP = 20, 21, 22
RISING, FALLING, BOTH = 31, 32, 33
UNKNOWN, SERIAL, SPI, I2C, HARD_PWM = -1, 40, 41, 42, 43
RPI_REVISION = 3
RPI_INFO = {
    "P1_REVISION": 3, "REVISION": "c03114", "TYPE": "Pi 4 Model B", "MANUFACTURER": "Sony UK", "PROCESSOR": "BCM2711",
    "RAM": "4G",
}

# BCM number by place on the 40-pin header; power, ground and the ID EEPROM's pins can't be used.
_BOARD_PINS = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}
_PULLS = {PUD_OFF: None, PUD_DOWN: LOW, PUD_UP: HIGH}
_FUNCTIONS = {"output": OUT, "input": IN, "spi": SPI, "i2c": I2C, "uart": SERIAL}
_BCM_PINS = 54

Callback = Callable[[int], Any]


class _Edges:
    """Edge detection on one pin: which edges, whom to call, and whether one was seen since it was asked."""

    def __init__(self, channel: int, edge: int) -> None:
        self.channel = channel
        self.edge = edge
        self.callbacks: list[Callback] = []
        self.seen = False


class _Program:
    """What the package remembers for the one program that uses it. Pins by BCM number."""

    def __init__(self) -> None:
        self.mode: int | None = None
        self.directions: dict[int, int] = {}
        self.edges: dict[int, _Edges] = {}
        self.warns = True


_program = _Program()


def forget() -> None:
    """Be as at a program's start (the stand-in's own; the real package has no such call)."""
    global _program
    _program = _Program()


def edge_seen(pin: int, level: int) -> None:
    """An input has changed (the stand-in's own): tell whoever waits for that edge."""
    edges = _program.edges.get(pin)
    if edges is None or edges.edge not in (BOTH, RISING if level else FALLING):
        return
    edges.seen = True
    for callback in list(edges.callbacks):
        callback(edges.channel)


def _table() -> backing.Backing:
    table = backing.current()
    if table is None:
        raise RuntimeError("This module can only be run on a Raspberry Pi!")
    return table


def _pin(channel: int) -> int:
    if _program.mode is None:
        raise RuntimeError(
            "Please set pin numbering mode using GPIO.setmode(GPIO.BOARD) or GPIO.setmode(GPIO.BCM)"
        )
    pin = channel if _program.mode == BCM else _BOARD_PINS.get(channel, -1)
    if not 0 <= pin < _BCM_PINS:
        raise ValueError("The channel sent is invalid on a Raspberry Pi")
    return pin


def _pins(channel: int | Sequence[int]) -> list[int]:
    if isinstance(channel, int):
        return [_pin(channel)]
    if isinstance(channel, list | tuple) and all(isinstance(one, int) for one in channel):
        return [_pin(one) for one in channel]
    raise ValueError("Channel must be an integer or list/tuple of integers")


def _warn(text: str) -> None:
    if _program.warns:
        warnings.warn(text, RuntimeWarning, stacklevel=3)


def setmode(mode: int) -> None:
    """Number pins by place on the header (BOARD) or as the chip does (BCM); ValueError for a change of mind."""
    _table()
    if mode not in (BOARD, BCM):
        raise ValueError("An invalid mode was passed to setmode()")
    if _program.mode not in (None, mode):
        raise ValueError("A different mode has already been set!")
    _program.mode = mode


def getmode() -> int | None:
    """BOARD, BCM, or None while neither is set."""
    return _program.mode


def setwarnings(flag: bool) -> None:
    """Whether to warn of pins that somebody else uses, and of a clean-up of nothing."""
    _program.warns = bool(flag)


def setup(
    channel: int | Sequence[int], direction: int, pull_up_down: int = PUD_OFF, initial: int = -1,
) -> None:
    """Make pins inputs or outputs. RuntimeError before `setmode`, ValueError for a pin or direction that is none."""
    table = _table()
    pins = _pins(channel)
    if direction not in (IN, OUT):
        raise ValueError("An invalid direction was passed to setup()")
    if direction == OUT and pull_up_down != PUD_OFF:
        raise ValueError("pull_up_down parameter is not valid for outputs")
    if direction == IN and initial != -1:
        raise ValueError("initial parameter is not valid for inputs")
    if pull_up_down not in _PULLS:
        raise ValueError("Invalid value for pull_up_down - should be either PUD_OFF, PUD_UP or PUD_DOWN")
    for pin in pins:
        function = table.pin_function(pin)
        if function not in ("input", "output") or (function == "output" and pin not in _program.directions):
            _warn(
                "This channel is already in use, continuing anyway.  Use GPIO.setwarnings(False) to disable warnings."
            )
        if direction == IN:
            table.make_input(pin, _PULLS[pull_up_down])
        else:
            unchanged = table.level(pin) if function == "output" else LOW
            table.drive_output(pin, unchanged if initial == -1 else int(bool(initial)))
        _program.directions[pin] = direction


def output(channel: int | Sequence[int], value: int | bool | Sequence[int | bool]) -> None:
    """Drive outputs: one value for all, or one for each. RuntimeError for a pin that is no output."""
    table = _table()
    pins = _pins(channel)
    values = [value] * len(pins) if isinstance(value, int) else list(value)
    if len(values) != len(pins):
        raise RuntimeError("Number of channels != number of values")
    for pin, level in zip(pins, values, strict=True):
        if _program.directions.get(pin) != OUT:
            raise RuntimeError("The GPIO channel has not been set up as an OUTPUT")
        table.drive_output(pin, int(bool(level)))


def input(channel: int) -> int:
    """The level on a pin. RuntimeError for one that was not set up."""
    pin = _pin(channel)
    if pin not in _program.directions:
        raise RuntimeError("You must setup() the GPIO channel first")
    return _table().level(pin)


def gpio_function(channel: int) -> int:
    """IN, OUT, or the bus that owns the pin: SPI, I2C, SERIAL."""
    return _FUNCTIONS[_table().pin_function(_pin(channel))]


def cleanup(channel: int | Sequence[int] | None = None) -> None:
    """Make pins inputs again: those given, or all that the program set up; the latter forgets the numbering too."""
    pins = list(_program.directions) if channel is None else _pins(channel)
    found = False
    for pin in pins:
        _program.edges.pop(pin, None)
        if _program.directions.pop(pin, None) is not None:
            _table().make_input(pin, None)
            found = True
    if channel is None and found:
        _program.mode = None
    if not found:
        _warn(
            "No channels have been set up yet - nothing to clean up!  "
            "Try cleaning up at the end of your program instead!"
        )


def add_event_detect(
    channel: int, edge: int, callback: Callback | None = None, bouncetime: int = -666,
) -> None:
    """Watch an input for edges; `bouncetime` (ms) is accepted: a contact that bounces is one edge here."""
    pin = _input_pin(channel)
    _check_edge(edge)
    if pin in _program.edges:
        raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
    _program.edges[pin] = _Edges(channel, edge)
    if callback is not None:
        add_event_callback(channel, callback)


def add_event_callback(channel: int, callback: Callback) -> None:
    """Call this too, with the channel, when a watched edge comes."""
    edges = _program.edges.get(_input_pin(channel))
    if edges is None:
        raise RuntimeError("Add event detection using add_event_detect first before adding a callback")
    if not callable(callback):
        raise TypeError("Parameter must be callable")
    edges.callbacks.append(callback)


def remove_event_detect(channel: int) -> None:
    """Watch no longer."""
    _program.edges.pop(_pin(channel), None)


def event_detected(channel: int) -> bool:
    """Whether a watched edge came since this was last asked."""
    edges = _program.edges.get(_pin(channel))
    if edges is None or not edges.seen:
        return False
    edges.seen = False
    return True


def wait_for_edge(channel: int, edge: int, bouncetime: int = -666, timeout: int = -1) -> int | None:
    """Let the table's time pass until the edge or the time-out (ms); the channel, or None when none came.

    RuntimeError without a time-out: on a virtual clock nobody could move the pin meanwhile, and it would never end.
    """
    pin = _input_pin(channel)
    _check_edge(edge)
    if timeout <= 0:
        raise RuntimeError("wait_for_edge() needs a timeout (ms) on the simulated table: it might never end")
    if pin in _program.edges:
        raise RuntimeError("Conflicting edge detection already enabled for this GPIO channel")
    watched = _program.edges[pin] = _Edges(channel, edge)
    for _ in range(timeout):
        _table().sleep(0.001)
        if watched.seen:
            break
    del _program.edges[pin]
    return channel if watched.seen else None


def _input_pin(channel: int) -> int:
    pin = _pin(channel)
    if _program.directions.get(pin) != IN:
        raise RuntimeError("You must setup() the GPIO channel as an input first")
    return pin


def _check_edge(edge: int) -> None:
    if edge not in (RISING, FALLING, BOTH):
        raise ValueError("The edge must be set to RISING, FALLING or BOTH")


class PWM:
    """Software PWM on an output: accepted; the simulated pin shows only that it is driven."""

    def __init__(self, channel: int, frequency: float) -> None:
        self._pin = _pin(channel)
        if _program.directions.get(self._pin) != OUT:
            raise RuntimeError("You must setup() the GPIO channel as an output first")
        self.ChangeFrequency(frequency)

    def start(self, dutycycle: float) -> None:
        """Begin, with a duty cycle in per cent."""
        self.ChangeDutyCycle(dutycycle)
        _table().drive_output(self._pin, HIGH if dutycycle else LOW)

    def stop(self) -> None:
        """End; the pin is low."""
        _table().drive_output(self._pin, LOW)

    def ChangeDutyCycle(self, dutycycle: float) -> None:  # noqa: N802  the package's name
        """ValueError outside 0 to 100 per cent."""
        if not 0 <= dutycycle <= 100:
            raise ValueError("dutycycle must have a value from 0.0 to 100.0")

    def ChangeFrequency(self, frequency: float) -> None:  # noqa: N802  the package's name
        """ValueError for 0 Hz or less."""
        if frequency <= 0:
            raise ValueError("frequency must be greater than 0.0")
