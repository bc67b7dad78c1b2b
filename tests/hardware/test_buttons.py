"""Buttons on the bench's pins: pressed is what has stayed down, and a bounce is none."""

from collections.abc import Iterator

import pytest

from hardware.bench import Bench
from hardware.button_events import Freed, Jammed, LongPressed, Pressed
from hardware.errors import WiringError
from hardware.gestures import Gestures

from .fingers import DOWN, PINS, UP, Finger


@pytest.fixture
def bench() -> Iterator[Bench]:
    with Bench(readers=1) as bench:
        yield bench


# --- what counts as down and up ---


def test_a_press_is_told_once_it_has_lasted_20_ms(bench: Bench) -> None:
    finger = Finger(bench, "back")
    finger.moves((0.105, "back", DOWN), (0.305, "back", UP), until=0.5)
    assert finger.events == [(Pressed, "back", 0.13)]   # seen at 0.11, 0.12 and 0.13 s


@pytest.mark.parametrize("ends", [0.115, 0.125])
def test_what_is_shorter_is_no_press(bench: Bench, ends: float) -> None:
    """A spark, or a lead beside a motor: seen at one look, or two."""
    finger = Finger(bench, "back")
    finger.moves((0.105, "back", DOWN), (ends, "back", UP), until=1.0)
    assert finger.events == []


def test_a_contact_that_bounces_from_look_to_look_is_one_press(bench: Bench) -> None:
    finger = Finger(bench, "back")
    closing = [(0.105 + 0.01 * number, "back", (DOWN, UP)[number % 2]) for number in range(5)]   # down at 0.15 s
    opening = [(0.405 + 0.01 * number, "back", (UP, DOWN)[number % 2]) for number in range(5)]
    finger.moves(*closing, *opening, until=1.0)
    assert finger.events == [(Pressed, "back", 0.17)]


@pytest.mark.parametrize("seed", range(20))
def test_bounces_of_15_ms_delay_a_press_and_make_no_second(bench: Bench, seed: int) -> None:
    """Touched at 0.105 s it stands from 0.12 s on: told 20 ms (a lucky first look) to 15 + 30 ms after the touch."""
    finger = Finger(bench, "back")
    finger.moves((0.105, "back", DOWN), (0.305, "back", UP), until=0.6, bounce=0.015, seed=seed)
    assert [event[:2] for event in finger.events] == [(Pressed, "back")]
    assert 0.125 <= finger.told[0].at <= 0.15


def test_the_bench_s_contacts_bounce_and_then_stand(bench: Bench) -> None:
    Finger(bench, "back")
    seen: list[int] = []
    bench.gpio.drive(PINS["back"], DOWN, bounce=0.01, seed=1)
    for _ in range(150):
        seen.append(bench.gpio.level(PINS["back"]))
        bench.clock.sleep(0.0001)
    assert seen[0] == DOWN
    assert seen[:100].count(UP) > 20   # about half the time
    assert set(seen[100:]) == {DOWN}


def test_two_presses_are_two(bench: Bench) -> None:
    finger = Finger(bench, "back")
    finger.moves((0.105, "back", DOWN), (0.205, "back", UP), (0.305, "back", DOWN), (0.405, "back", UP), until=0.6)
    assert finger.events == [(Pressed, "back", 0.13), (Pressed, "back", 0.33)]


# --- short and long ---


def test_ok_is_told_when_it_is_let_go(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    finger.moves((0.105, "ok", DOWN), (0.305, "ok", UP), until=0.5)
    assert finger.events == [(Pressed, "ok", 0.33)]


def test_ok_that_is_held_for_a_second_is_a_long_press_and_no_short_one(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    finger.moves((0.105, "ok", DOWN), (3.5, "ok", UP), until=4.0)
    assert finger.events == [(LongPressed, "ok", 1.13)]   # it counts as down from 0.13 s on


def test_ok_that_is_let_go_just_before_the_second_is_over_is_a_short_one(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    finger.moves((0.105, "ok", DOWN), (1.095, "ok", UP), until=2.0)
    assert finger.events == [(Pressed, "ok", 1.12)]


def test_left_and_right_repeat_after_half_a_second_four_times_a_second(bench: Bench) -> None:
    finger = Finger(bench, "right")
    finger.moves((0.105, "right", DOWN), (1.5, "right", UP), until=2.0)
    assert finger.events == [(Pressed, "right", at) for at in (0.13, 0.63, 0.88, 1.13, 1.38)]


def test_other_buttons_say_the_same_however_long_they_are_held(bench: Bench) -> None:
    finger = Finger(bench, "back")
    finger.moves((0.105, "back", DOWN), (5.0, "back", UP), until=6.0)
    assert finger.events == [(Pressed, "back", 0.13)]


@pytest.mark.parametrize("name", ["ok", "right"])
def test_a_busy_machine_makes_no_short_press_long(bench: Bench, name: str) -> None:
    """Down from 0.105 to 0.305 s; between 0.14 s and 1.50 s nobody looks, and then the button is up."""
    finger = Finger(bench, name)
    finger.moves((0.105, name, DOWN), until=0.135)
    finger.busy(until=1.5)
    finger.moves((0.305, name, UP), until=2.0)
    assert [event[:2] for event in finger.events] == [(Pressed, name)]


# --- several at once ---


def test_who_holds_ok_and_presses_another_has_changed_their_mind(bench: Bench) -> None:
    finger = Finger(bench, "left", "ok")
    finger.moves(
        (0.105, "ok", DOWN), (0.205, "left", DOWN), (0.305, "left", UP), (0.405, "ok", UP), until=0.6
    )
    assert finger.events == [(Pressed, "left", 0.23)]


def test_a_finger_that_is_slow_to_let_go_of_right_does_not_spoil_ok(bench: Bench) -> None:
    finger = Finger(bench, "right", "ok")
    finger.moves((0.105, "right", DOWN), (0.205, "ok", DOWN), (0.305, "ok", UP), (2.0, "right", UP), until=2.5)
    assert finger.events == [(Pressed, "right", 0.13), (Pressed, "ok", 0.33)]   # and right repeats no more


@pytest.mark.parametrize("later", [0.0, 0.01, 0.02])
def test_a_sleeve_over_all_buttons_confirms_nothing(bench: Bench, later: float) -> None:
    """What comes down within 30 ms of another is no second press that somebody meant."""
    finger = Finger(bench, "left", "right", "ok")
    down = [(0.105, "left", DOWN), (0.105 + later / 2, "right", DOWN), (0.105 + later, "ok", DOWN)]
    finger.moves(*down, *((2.0, name, UP) for name in ("left", "right", "ok")), until=2.5)
    assert finger.events == [(Pressed, "left", 0.13)]


# --- a button that jams ---


def test_a_button_that_jams_is_told_once_and_ignored_until_it_comes_up(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    finger.moves((0.105, "ok", DOWN), (60.005, "ok", UP), (61.005, "ok", DOWN), (61.205, "ok", UP), until=62.0)
    assert finger.events == [
        (LongPressed, "ok", 1.13), (Jammed, "ok", 20.13), (Freed, "ok", 60.03), (Pressed, "ok", 61.23)
    ]


def test_a_button_that_jams_repeats_no_more_and_is_in_no_other_s_way(bench: Bench) -> None:
    finger = Finger(bench, "right", "ok")
    finger.moves((0.105, "right", DOWN), (30.005, "ok", DOWN), (30.205, "ok", UP), until=31.0)
    repeated = 78   # after 0.5 s and every 0.25 s, up to 19.75 s
    names = [event[:2] for event in finger.events]
    assert names == [(Pressed, "right")] * (1 + repeated) + [(Jammed, "right"), (Pressed, "ok")]


def test_a_button_that_is_down_from_the_start_means_nothing_until_it_has_been_let_go(bench: Bench) -> None:
    bench.gpio.drive(PINS["ok"], DOWN)
    finger = Finger(bench, "ok")
    finger.moves((2.005, "ok", UP), (2.505, "ok", DOWN), (2.605, "ok", UP), until=3.0)
    assert finger.events == [(Pressed, "ok", 2.63)]


def test_a_button_that_stays_down_from_the_start_is_told(bench: Bench) -> None:
    bench.gpio.drive(PINS["ok"], DOWN)
    finger = Finger(bench, "ok")
    finger.moves(until=30.0)
    assert finger.events == [(Jammed, "ok", 20.0)]


# --- pins ---


def test_the_pin_is_pulled_up_so_that_an_open_button_is_up(bench: Bench) -> None:
    finger = Finger(bench, "ok")
    assert bench.gpio.function(PINS["ok"]) == "input"
    assert bench.gpio.level(PINS["ok"]) == UP
    finger.buttons.close()
    assert bench.gpio.level(PINS["ok"]) == DOWN   # nothing holds it any more
    finger.buttons.close()


def test_a_pin_of_a_bus_is_refused_and_those_claimed_before_are_given_back(bench: Bench) -> None:
    from hardware.buttons import Buttons

    with pytest.raises(WiringError, match=r"The button 'back', BCM10: a bus of the Pi has this pin"):
        Buttons({"ok": PINS["ok"], "back": 10}, Gestures({}, lambda event: None))
    assert bench.gpio.level(PINS["ok"]) == DOWN
