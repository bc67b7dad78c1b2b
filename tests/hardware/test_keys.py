"""Key events as the kernel writes them: through a pipe, which delivers the same bytes as /dev/input/event*."""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Self

import pytest

from hardware.button_events import ButtonEvent, Habit, Jammed, LongPressed, Pressed
from hardware.gestures import Gestures
from hardware.keys import EVENT, Keys
from hardware.serial_port import PortBack, PortEvent, PortLost

# linux/input-event-codes.h
EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC = 0, 1, 2, 3, 4
SYN_REPORT, SYN_DROPPED, MSC_SCAN = 0, 3, 4
KEY_ESC, KEY_ENTER, KEY_LEFT, KEY_RIGHT, KEY_A = 1, 28, 105, 106, 30
REL_X, REL_Y, REL_DIAL = 0, 1, 7
UP, DOWN, AUTOREPEAT = 0, 1, 2


def event(kind: int, code: int, value: int) -> bytes:
    """struct input_event, little-endian as a Pi has it; made by hand: two 64-bit, two 16-bit, one 32-bit number."""
    seconds, microseconds = 1_700_000_000, 123_456
    return b"".join([
        seconds.to_bytes(8, "little"),
        microseconds.to_bytes(8, "little"),
        kind.to_bytes(2, "little"),
        code.to_bytes(2, "little"),
        struct.pack("<i", value),
    ])


def report(kind: int, code: int, value: int) -> bytes:
    """One change and the SYN_REPORT that the kernel lets follow."""
    return event(kind, code, value) + event(EV_SYN, SYN_REPORT, 0)


class Kernel:
    """The other end of an input device, and the worker that reads it, stepped every 10 ms from 0 on."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.told: list[ButtonEvent] = []
        self.ports: list[PortEvent] = []
        habits = {"left": Habit.REPEATING, "right": Habit.REPEATING, "ok": Habit.HOLDABLE}
        self.keys = Keys(str(path), Gestures(habits, self.told.append), self.ports.append)
        self._writer: int | None = None
        self._due = 0.0

    def plug(self) -> None:
        os.mkfifo(self.path)
        self._writer = os.open(self.path, os.O_RDWR)   # a pipe is not there for its reader before somebody may write

    def unplug(self) -> None:
        if self._writer is not None:
            os.close(self._writer)
            self._writer = None
            self.path.unlink()

    def write(self, data: bytes) -> None:
        assert self._writer is not None
        os.write(self._writer, data)

    def run(self, until: float) -> None:
        while self._due <= until + 1e-6:   # sums of 0.01 are no round numbers
            self._due = self.keys.step(self._due)

    @property
    def events(self) -> list[tuple[type[ButtonEvent], str]]:
        return [(type(told), told.name) for told in self.told]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.keys.close()
        self.unplug()


@pytest.fixture
def kernel(tmp_path: Path) -> Iterator[Kernel]:
    with Kernel(tmp_path / "event0") as kernel:
        kernel.plug()
        kernel.run(until=0.1)
        yield kernel


def test_an_event_has_24_bytes_on_64_bit_systems() -> None:
    assert EVENT.size == len(event(EV_KEY, KEY_LEFT, DOWN)) == 24


@pytest.mark.parametrize(("code", "name"), [(KEY_LEFT, "left"), (KEY_RIGHT, "right"), (KEY_ESC, "back")])
def test_keys_are_buttons(kernel: Kernel, code: int, name: str) -> None:
    kernel.write(event(EV_MSC, MSC_SCAN, 1) + report(EV_KEY, code, DOWN))
    kernel.run(until=0.2)
    kernel.write(report(EV_KEY, code, UP))
    kernel.run(until=0.4)
    assert kernel.events == [(Pressed, name)]
    assert kernel.told[0].at == pytest.approx(0.11)   # the first step after it


def test_enter_is_ok_short_when_it_is_let_go_and_long_after_a_second(kernel: Kernel) -> None:
    kernel.write(report(EV_KEY, KEY_ENTER, DOWN))
    kernel.run(until=0.4)
    assert kernel.events == []
    kernel.write(report(EV_KEY, KEY_ENTER, UP) + report(EV_KEY, KEY_ENTER, DOWN))
    kernel.run(until=3.0)
    kernel.write(report(EV_KEY, KEY_ENTER, UP))
    kernel.run(until=4.0)
    assert kernel.events == [(Pressed, "ok"), (LongPressed, "ok")]


def test_a_key_repeats_as_a_button_does_and_not_as_the_kernel_would(kernel: Kernel) -> None:
    kernel.write(report(EV_KEY, KEY_RIGHT, DOWN))
    for number in range(30):   # the kernel's own: after 250 ms, then every 33 ms
        kernel.run(until=0.35 + 0.033 * number)
        kernel.write(report(EV_KEY, KEY_RIGHT, AUTOREPEAT))
    kernel.write(report(EV_KEY, KEY_RIGHT, UP))
    kernel.run(until=2.0)
    # Down at 0.11 s, so it repeats at 0.61, 0.86, 1.11 s; let go at 0.35 + 29 * 0.033 = 1.31 s.
    assert kernel.events == [(Pressed, "right")] * 4


@pytest.mark.parametrize("axis", [REL_X, REL_DIAL])
def test_a_step_of_a_knob_is_left_or_right(kernel: Kernel, axis: int) -> None:
    kernel.write(report(EV_REL, axis, 1) + report(EV_REL, axis, 1) + report(EV_REL, axis, -1))
    kernel.run(until=0.2)
    kernel.write(report(EV_REL, axis, 2))   # two steps between two reports of the kernel
    kernel.run(until=0.3)
    assert [told.name for told in kernel.told] == ["right", "right", "left", "right", "right"]


def test_a_knob_that_jerks_while_it_is_pressed_confirms_nothing(kernel: Kernel) -> None:
    kernel.write(report(EV_KEY, KEY_ENTER, DOWN) + report(EV_REL, REL_X, 1) + report(EV_KEY, KEY_ENTER, UP))
    kernel.run(until=1.0)
    assert kernel.events == [(Pressed, "right")]


def test_what_is_no_button_of_the_table_is_nothing(kernel: Kernel) -> None:
    kernel.write(report(EV_KEY, KEY_A, DOWN) + report(EV_REL, REL_Y, 1) + report(EV_ABS, 0, 17))
    kernel.run(until=1.0)
    assert kernel.events == []


def test_bytes_may_come_in_pieces(kernel: Kernel) -> None:
    for number, byte in enumerate(report(EV_KEY, KEY_LEFT, DOWN) + report(EV_KEY, KEY_LEFT, UP)):
        kernel.write(bytes([byte]))
        kernel.run(until=0.2 + 0.001 * number)
    kernel.run(until=1.0)
    assert kernel.events == [(Pressed, "left")]


def test_more_events_than_are_taken_at_a_time_are_all_taken(kernel: Kernel) -> None:
    kernel.write(report(EV_REL, REL_X, 1) * 200)
    kernel.run(until=0.3)
    assert kernel.events == [(Pressed, "right")] * 200


def test_a_key_that_jams_is_told_once(kernel: Kernel) -> None:
    kernel.write(report(EV_KEY, KEY_ESC, DOWN))
    kernel.run(until=60.0)
    assert kernel.events == [(Pressed, "back"), (Jammed, "back")]


def test_after_events_were_dropped_a_key_is_not_taken_to_be_down(kernel: Kernel) -> None:
    kernel.write(report(EV_KEY, KEY_ENTER, DOWN))
    kernel.run(until=0.2)
    kernel.write(event(EV_SYN, SYN_DROPPED, 0) + event(EV_SYN, SYN_REPORT, 0))
    kernel.run(until=3.0)
    assert kernel.events == []
    kernel.write(report(EV_KEY, KEY_ENTER, DOWN) + report(EV_KEY, KEY_ENTER, UP))
    kernel.run(until=4.0)
    assert kernel.events == [(Pressed, "ok")]


def test_a_device_that_goes_away_is_told_once_tried_again_and_told_when_it_is_back(kernel: Kernel) -> None:
    kernel.write(report(EV_KEY, KEY_ENTER, DOWN))
    kernel.run(until=0.5)
    kernel.unplug()
    kernel.run(until=10.0)
    (lost,) = kernel.ports
    assert isinstance(lost, PortLost)
    assert lost.why == f"{kernel.path}: has gone: look whether its plug is in and its driver is loaded"
    assert kernel.events == []   # ok was not let go, and is not taken to be held for ever
    kernel.plug()
    # Lost at 0.51 s and tried after 0.5, 1, 2, 4 and 8 s more: at 1.01, 2.01, 4.01, 8.01 and 16.01 s.
    kernel.run(until=15.9)
    assert kernel.ports == [lost]
    kernel.run(until=16.1)
    assert isinstance(kernel.ports[-1], PortBack)
    assert [round(told.at, 3) for told in kernel.ports] == [0.51, 16.01]
    kernel.write(report(EV_KEY, KEY_LEFT, DOWN))
    kernel.run(until=16.3)
    assert kernel.events == [(Pressed, "left")]


def test_half_an_event_does_not_outlive_the_device(kernel: Kernel) -> None:
    kernel.write(event(EV_KEY, KEY_LEFT, DOWN)[:10])
    kernel.run(until=0.2)
    kernel.unplug()
    kernel.run(until=0.3)
    kernel.plug()
    kernel.write(report(EV_KEY, KEY_RIGHT, DOWN))
    kernel.run(until=1.0)
    assert kernel.events == [(Pressed, "right")]


def test_a_device_that_is_not_there_at_the_start_is_told_in_words(tmp_path: Path) -> None:
    with Kernel(tmp_path / "event0") as kernel:
        kernel.run(until=0.1)
        (lost,) = kernel.ports
        assert isinstance(lost, PortLost)
        assert "event0: is not there: look in /dev/input/by-path" in lost.why
        kernel.plug()
        kernel.run(until=1.0)
        assert isinstance(kernel.ports[-1], PortBack)
        assert [round(told.at, 3) for told in kernel.ports] == [0.0, 0.5]


def test_a_name_that_is_no_device_is_told_in_words(tmp_path: Path) -> None:
    with Kernel(tmp_path) as kernel:   # a folder
        kernel.run(until=5.0)
        (lost,) = kernel.ports
        assert isinstance(lost, PortLost)
        assert "can't be read (Is a directory): name an input device of /dev/input/by-path" in lost.why
