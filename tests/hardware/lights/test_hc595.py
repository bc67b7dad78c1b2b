"""The 74HC595 driver on the bench's pins, with the bench's chain of chips at their other end."""

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings, strategies as st

from hardware.bench import Bench, gpio
from hardware.bench.hc595 import WOKEN, Hc595Chain
from hardware.errors import WiringError
from hardware.lights.frame import Colour, Frame

if TYPE_CHECKING:
    from hardware.lights.hc595 import Hc595

DATA, CLOCK, LATCH, ENABLE = 5, 6, 13, 19
BARE = (DATA, CLOCK, LATCH, None)
ON, OFF = (255, 255, 255), (0, 0, 0)

Pins = tuple[int, int, int, int | None]


@pytest.fixture
def bench() -> Iterator[Bench]:
    with Bench(readers=1) as bench:
        yield bench


def driver(count: int, pins: Pins = BARE) -> "Hc595":
    """The driver, which can be imported only while a bench is there."""
    from hardware.lights.hc595 import Hc595, Hc595Pins

    return Hc595(Hc595Pins(*pins), count)


def chain_of(bench: Bench, chips: int, enable: int | None = None) -> Hc595Chain:
    return Hc595Chain(bench.gpio, chips, data=DATA, clock=CLOCK, latch=LATCH, enable=enable)


def lit(*on: int, of: int) -> tuple[bool, ...]:
    return tuple(output in on for output in range(of))


def frame_of(*on: int, count: int) -> Frame:
    return Frame.of(ON if led in on else OFF for led in range(count))


@pytest.mark.parametrize("led", [0, 7, 8, 15, 16, 19])
def test_each_led_hangs_on_its_output(bench: Bench, led: int) -> None:
    chain = chain_of(bench, chips=3)
    lights = driver(20)
    lights.show(frame_of(led, count=20))
    lights.step(0.0)
    assert chain.lit == lit(led, of=24)   # 8 is QA of the second chip, 16 of the third; 20 to 23 bear no LED
    assert chain.faults == []


def test_nothing_shows_before_the_latch(bench: Bench) -> None:
    """Bits run through all outputs while they are shifted; people would see a flicker."""
    chain = chain_of(bench, chips=1)
    seen: list[tuple[bool, ...]] = []
    bench.gpio.wire(CLOCK, lambda level: seen.append(chain.lit))
    lights = driver(8)
    lights.step(0.0)
    seen.clear()
    lights.show(frame_of(0, 2, 4, count=8))
    lights.step(0.1)
    assert set(seen) == {lit(of=8)}
    assert chain.lit == lit(0, 2, 4, of=8)


def test_dark_from_the_first_moment_where_output_enable_is_wired(bench: Bench) -> None:
    bare, chain = chain_of(bench, chips=1), chain_of(bench, chips=1, enable=ENABLE)
    seen: list[tuple[bool, ...]] = []
    for pin in (DATA, CLOCK, LATCH, ENABLE):
        bench.gpio.wire(pin, lambda level: seen.append(chain.lit))
    assert bare.lit == tuple(map(bool, WOKEN))   # what the chips wake with is random
    lights = driver(8, (DATA, CLOCK, LATCH, ENABLE))
    lights.show(frame_of(3, count=8))
    lights.step(0.0)
    assert set(seen) == {lit(of=8), lit(3, of=8)}
    assert chain.lit == lit(3, of=8)


@pytest.mark.parametrize(
    ("colour", "on"),
    [((44, 0, 0), True), ((0, 0, 43), False), ((48, 10, 0), True), ((38, 38, 38), False), ((0, 255, 0), True)],
)
def test_an_led_is_on_where_its_brightest_part_is_more_than_dim(bench: Bench, colour: Colour, on: bool) -> None:
    chain = chain_of(bench, chips=1)
    lights = driver(1)
    lights.show(Frame.of([colour]))
    lights.step(0.0)
    assert chain.lit[0] is on


def test_a_change_is_sent_at_once_and_what_stands_still_once_a_second(bench: Bench) -> None:
    chain = chain_of(bench, chips=1)
    lights = driver(8)
    assert lights.step(10.0) == pytest.approx(11.0)
    assert lights.step(10.2) == pytest.approx(11.0)
    assert chain.latched == 1
    lights.show(frame_of(1, count=8))
    assert lights.step(10.5) == pytest.approx(11.5)
    lights.show(Frame.of([(0, 0, 0), (200, 0, 0)] + [(9, 9, 9)] * 6))   # another picture, the same bits
    lights.step(10.6)
    assert chain.latched == 2
    lights.step(11.5)
    assert chain.latched == 3


@pytest.mark.parametrize("enable", [None, ENABLE])
def test_close_puts_the_leds_out_and_gives_the_pins_back(bench: Bench, enable: int | None) -> None:
    chain = chain_of(bench, chips=2, enable=enable)
    lights = driver(16, (DATA, CLOCK, LATCH, enable))
    lights.show(frame_of(*range(16), count=16))
    lights.step(0.0)
    assert all(chain.lit)
    lights.close()
    lights.close()
    assert not any(chain.lit)
    assert [bench.gpio.function(pin) for pin in (DATA, CLOCK, LATCH, ENABLE)] == ["input"] * 4
    assert chain.faults == []


@settings(max_examples=25, deadline=None)
@given(count=st.integers(1, 30), seed=st.integers(0, 999))
def test_whatever_was_shown_before_the_last_frame_stands(count: int, seed: int) -> None:
    chance = random.Random(seed)
    with Bench(readers=1) as bench:
        chain = chain_of(bench, chips=-(-count // 8))
        lights = driver(count)
        for number in range(4):
            on = [led for led in range(count) if chance.random() < 0.5]
            lights.show(frame_of(*on, count=count))
            lights.step(float(number))
            assert chain.lit == lit(*on, of=len(chain.lit))
        assert chain.faults == []


@pytest.mark.parametrize(
    ("pins", "said"),
    [
        ((5, 5, 13, None), "data BCM5, clock BCM5, latch BCM13: each wants a pin of its own"),
        ((5, 6, 13, 6), "clock BCM6, latch BCM13, enable BCM6: each wants a pin of its own"),
        ((5, 6, 60, None), "74HC595, latch pin, BCM60: The channel sent is invalid"),
        ((10, 6, 13, None), "74HC595, data pin, BCM10: a bus of the Pi has this pin"),
    ],
)
def test_pins_that_cannot_be_had_are_named(bench: Bench, pins: Pins, said: str) -> None:
    with pytest.raises(WiringError, match=said):
        driver(8, pins)
    assert [bench.gpio.function(pin) for pin in (5, 6, 13)] == ["input"] * 3   # nothing is kept of what was claimed


def test_another_numbering_of_pins_is_refused(bench: Bench) -> None:
    gpio.setmode(gpio.BOARD)
    with pytest.raises(WiringError, match="numbers pins by their place on the header"):
        driver(8)


def test_a_frame_of_another_length_and_no_led_are_refused(bench: Bench) -> None:
    with pytest.raises(ValueError, match="a frame of 3 LEDs does not fit a chain of 8"):
        driver(8).show(Frame.dark(3))
    with pytest.raises(WiringError, match="1 LED or more, not 0"):
        driver(0, (16, 20, 21, None))
