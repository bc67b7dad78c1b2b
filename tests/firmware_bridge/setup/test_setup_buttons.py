"""The buttons at a first set-up: pressed when they are asked for, on pins of the bench and on keys of the kernel."""

import re
import struct
from collections.abc import Mapping
from pathlib import Path

import pytest

from firmware_bridge.config import Buttons, Display, Reader
from firmware_bridge.errors import WiringRefused
from firmware_bridge.light_config import Adalight
from firmware_bridge.setup.buttons import find_buttons, free_pins, input_devices
from firmware_bridge.simulation.people import PLACES
from hardware.bench import Bench
from hardware.bench.port import PtyPort

DOWN, UP = 0, 1
KEYS = {"left": 105, "right": 106, "ok": 28}   # linux/input-event-codes.h
ON_THE_BENCH = (2, 3, 22, 23, 24)
PLAYERS = ["yellow", "green", "brown"]
TWELVE = [Reader(bus=number // 6, device=number % 6, reads=place) for number, place in enumerate(PLACES)]


def key(code: int, value: int) -> bytes:
    """EV_KEY in a struct input_event of 24 bytes."""
    return struct.pack("<qqHHi", 0, 0, 1, code, value)


class Fingers:
    """A person who presses the button that is asked for, for three looks, and answers with Enter where there is none.

    pins: which pin is which button's; keys: the device on which a button's key is. wrong: a button that is pressed in
    another one's place first.
    """

    def __init__(
        self,
        bench: Bench,
        pins: Mapping[str, int],
        keys: Mapping[str, PtyPort] | None = None,
        wrong: Mapping[str, str] | None = None,
    ) -> None:
        self._bench = bench
        self._pins = pins
        self._keys = keys or {}
        self._wrong = dict(wrong or {})
        self._asked_for = ""
        self._button = ""
        self._polls = 0
        self.said: list[str] = []

    def say(self, words: str) -> None:
        self.said.append(words)
        wanted = re.match(r"Press the button for (?:the next )?(\w+)", words)
        if wanted:
            self._let_go()
            self._asked_for = wanted[1]
            self._button = self._wrong.pop(self._asked_for, self._asked_for)
            self._polls = 0
        elif "press the one for" in words:
            self._let_go()
            self._button, self._polls = self._asked_for, 0

    def ask(self, question: str) -> str:
        raise AssertionError(question)

    def skips(self) -> bool:
        if self._button not in self._pins and self._button not in self._keys:
            return True
        self._polls += 1
        assert self._polls < 20, f"{self._button} is not heard"
        if self._polls == 2:
            if self._button in self._pins:
                self._bench.gpio.drive(self._pins[self._button], DOWN)
            else:
                self._keys[self._button].say(key(KEYS[self._button], 1))
        elif self._polls == 5:
            self._let_go()
        return False

    def _let_go(self) -> None:
        if self._button in self._pins:
            self._bench.gpio.drive(self._pins[self._button], UP)
        elif self._button in self._keys:
            self._keys[self._button].say(key(KEYS[self._button], 0))


def test_each_button_is_found_on_the_pin_that_it_pulls_down_and_the_others_are_left_out() -> None:
    with Bench(1) as bench:
        person = Fingers(bench, {"left": 23, "right": 2, "ok": 24})
        assert find_buttons(ON_THE_BENCH, [], bench.clock, person) == Buttons(left=23, right=2, ok=24)
        assert "That is GPIO 23." in person.said
        assert all(bench.gpio.function(pin) == "input" for pin in ON_THE_BENCH)


def test_a_table_without_buttons() -> None:
    with Bench(1) as bench:
        assert find_buttons(ON_THE_BENCH, [], bench.clock, Fingers(bench, {})) == Buttons()


def test_a_button_that_is_another_one_already_is_told_and_the_right_one_is_waited_for() -> None:
    with Bench(1) as bench:
        person = Fingers(bench, {"left": 2, "right": 3}, wrong={"right": "left"})
        assert find_buttons(ON_THE_BENCH, [], bench.clock, person) == Buttons(left=2, right=3)
        assert "That is left, as told before: press the one for right, or Enter." in person.said


def test_a_pin_that_is_down_from_the_start_or_somebody_else_s_is_no_button() -> None:
    with Bench(1) as bench:
        bench.gpio.drive(22, DOWN)
        # GPIO 9 is SPI0's MISO: a bus has it.
        found = find_buttons((9, *ON_THE_BENCH), [], bench.clock, Fingers(bench, {"ok": 23}))
        assert found == Buttons(ok=23)


def test_keys_of_the_kernel_say_by_themselves_which_they_are() -> None:
    with Bench(1) as bench, PtyPort() as one, PtyPort() as other:
        person = Fingers(bench, {"ok": 24}, {"left": one, "right": one}, wrong={"left": "right"})
        found = find_buttons(ON_THE_BENCH, [one.path, other.path], bench.clock, person)
        assert found == Buttons(ok=24, device=[one.path])
        assert f"That key of {one.path} says right: press the one for left, or Enter." in person.said


def test_pins_that_the_table_needs_are_not_asked() -> None:
    """Twelve readers leave 8 of the Pi's 28 pins (docs/wiring.md): two of them are the serial port's."""
    free = free_pins(PLAYERS, TWELVE, None, None, Path("table.toml"))
    assert free == (2, 3, 22, 23, 24, 25)
    display = Display(driver="vt100", port="/dev/serial0")
    assert free_pins(PLAYERS, TWELVE, display, Adalight(port="/dev/ttyUSB0"), Path("table.toml")) == free
    with pytest.raises(WiringRefused):
        free_pins(PLAYERS, [Reader(bus=2, device=0, reads="build")], None, None, Path("table.toml"))


def test_devices_are_tried_by_names_that_stay(tmp_path: Path) -> None:
    assert input_devices(tmp_path) == []
    (tmp_path / "dev/input/by-path").mkdir(parents=True)
    for name in ("by-path/platform-rotary@2-event", "by-path/platform-button@16-event", "event0"):
        (tmp_path / "dev/input" / name).touch()
    assert input_devices(tmp_path) == [
        "/dev/input/by-path/platform-button@16-event", "/dev/input/by-path/platform-rotary@2-event",
    ]  # fmt: skip
