"""A picture of the lights is exposed for 1.1 s."""

import os
from collections.abc import Iterator

import pytest

from hardware.bench.far_ends import EXPOSURE_S, FarEnds

DARK, RED, DIM = (0, 0, 0), (255, 0, 0), (9, 9, 9)


@pytest.fixture
def far() -> Iterator[FarEnds]:
    far = FarEnds(leds=1)
    yield far
    far.close()


def show(far: FarEnds, colour: tuple[int, int, int], now: float) -> None:
    """A frame of one LED: its count less one is 0, so the check byte is 0x55."""
    port = os.open(far.strip_wire.path, os.O_WRONLY | os.O_NOCTTY)
    os.write(port, b"Ada\x00\x00\x55" + bytes(colour))
    os.close(port)
    far.step(now)


def test_a_flash_stays_on_the_picture_for_the_exposure_and_then_fades(far: FarEnds) -> None:
    show(far, RED, 1.0)
    show(far, DARK, 1.25)
    assert (far.leds(), far.exposed()) == ((DARK,), (RED,))
    far.step(1.25 + EXPOSURE_S - 0.01)
    assert far.exposed() == (RED,)
    far.step(1.25 + EXPOSURE_S)
    assert far.exposed() == (DARK,)


def test_what_has_stood_for_long_is_on_the_picture_even_if_nothing_was_looked_at(far: FarEnds) -> None:
    show(far, DIM, 1.0)
    show(far, DARK, 100.0)
    assert far.exposed() == (DIM,)      # it shone until 100 s
    far.step(200.0)
    assert far.exposed() == (DARK,)


def test_it_asks_to_be_stepped_every_20_ms(far: FarEnds) -> None:
    assert far.step(3.0) == pytest.approx(3.02)


def test_ports_of_two_far_ends_do_not_meet() -> None:
    one, other = FarEnds(leds=1), FarEnds(leds=1)
    try:
        assert one.screen_wire.path != other.screen_wire.path
    finally:
        one.close()
        other.close()
