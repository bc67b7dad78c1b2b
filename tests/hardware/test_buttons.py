"""Buttons on the bench's pins: pressed is what has stayed down, and a bounce is none."""

from collections.abc import Iterator

import pytest

from hardware.bench import Bench
from hardware.button_events import ButtonEvent, LongPressed, Pressed
from hardware.errors import WiringError

OK, BACK = 5, 6
UP, DOWN = 1, 0   # a button shorts its pin to ground


class Finger:
    """Moves levels on the pins at given times (s) while the buttons are stepped, every 10 ms from 0 on.

    Moves come between two looks (at 0.105 s, say), so that which look sees them first is not a matter of rounding.
    """

    def __init__(self, bench: Bench, *names: str) -> None:
        from hardware.buttons import Buttons

        self.bench = bench
        self.told: list[ButtonEvent] = []
        self.buttons = Buttons({name: {"ok": OK, "back": BACK}[name] for name in names}, self.told.append)
        self._due = 0.0

    @property
    def events(self) -> list[tuple[type[ButtonEvent], str, float]]:
        """What was told, to the millisecond."""
        return [(type(event), event.name, round(event.at, 3)) for event in self.told]

    def moves(self, *levels: tuple[float, int], until: float, pin: int = OK) -> None:
        """Each (s, level) in order; the buttons are stepped whenever they are due, up to `until`."""
        left = list(levels)
        while self._due <= until:
            while left and left[0][0] <= self._due:
                self.bench.gpio.drive(pin, left.pop(0)[1])
            self._due = self.buttons.step(self._due)


@pytest.fixture
def bench() -> Iterator[Bench]:
    with Bench(readers=1) as bench:
        yield bench


def test_a_press_is_told_once_it_has_lasted_20_ms(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    finger.moves((0.105, DOWN), (0.305, UP), until=0.5)
    assert finger.events == [(Pressed, "ok", 0.13)]   # seen at 0.11, 0.12 and 0.13 s


@pytest.mark.parametrize("ends", [0.115, 0.125])
def test_what_is_shorter_is_no_press(bench: Bench, ends: float) -> None:
    """A spark, or a lead beside a motor: seen at one look, or two."""
    finger = Finger(bench, "ok")
    finger.moves((0.105, DOWN), (ends, UP), until=1.0)
    assert finger.events == []


def test_a_contact_that_bounces_when_it_closes_and_when_it_opens_is_one_press(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    closing = [(0.105 + 0.01 * number, (DOWN, UP)[number % 2]) for number in range(5)]   # seen down for good at 0.15 s
    opening = [(0.405 + 0.01 * number, (UP, DOWN)[number % 2]) for number in range(5)]
    finger.moves(*closing, *opening, until=1.0)
    assert finger.events == [(Pressed, "ok", 0.17)]


def test_two_presses_are_two(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    finger.moves((0.105, DOWN), (0.205, UP), (0.305, DOWN), (0.405, UP), until=0.6)
    assert finger.events == [(Pressed, "ok", 0.13), (Pressed, "ok", 0.33)]


def test_a_press_that_lasts_a_second_is_told_as_a_long_one_too_and_once(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    finger.moves((0.105, DOWN), (3.5, UP), until=4.0)
    assert finger.events == [(Pressed, "ok", 0.13), (LongPressed, "ok", 1.11)]


def test_a_press_that_ends_before_the_second_is_over_is_none(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    finger.moves((0.105, DOWN), (1.105, UP), until=2.0)   # at 1.11 s it is up, though it still counts as down
    assert finger.events == [(Pressed, "ok", 0.13)]


def test_buttons_do_not_disturb_each_other(bench: Bench) -> None:
    finger = Finger(bench, "ok", "back")
    finger.moves((0.105, DOWN), until=0.2)
    finger.moves((0.305, DOWN), until=0.4, pin=BACK)
    assert finger.events == [(Pressed, "ok", 0.13), (Pressed, "back", 0.33)]


def test_a_button_that_jams_from_the_start_is_silent_until_it_has_been_let_go(bench: Bench) -> None:
    bench.gpio.drive(OK, DOWN)
    finger = Finger(bench, "ok")
    finger.moves((2.005, UP), (2.505, DOWN), until=3.0)
    assert finger.events == [(Pressed, "ok", 2.53)]


def test_the_pin_is_pulled_up_so_that_an_open_button_is_up(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    assert bench.gpio.function(OK) == "input"
    assert bench.gpio.level(OK) == UP
    finger.buttons.close()
    assert bench.gpio.level(OK) == DOWN   # nothing holds it any more
    finger.buttons.close()


def test_a_pin_of_a_bus_is_refused_and_those_claimed_before_are_given_back(bench: Bench) -> None:
    from hardware.buttons import Buttons

    with pytest.raises(WiringError, match=r"The button 'back', BCM10: a bus of the Pi has this pin"):
        Buttons({"ok": OK, "back": 10}, lambda event: None)
    assert bench.gpio.level(OK) == DOWN
