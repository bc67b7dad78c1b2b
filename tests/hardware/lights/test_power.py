"""Brightness and current limit: what a string draws by the datasheet's figures, and how it is kept under the limit."""

import pytest
from hypothesis import given, strategies as st

from hardware.errors import WiringError
from hardware.lights.frame import Frame
from hardware.lights.power import Power, current_ma, dimmed

WHITE = (255, 255, 255)
PART = st.integers(0, 255)
FRAMES = st.lists(st.tuples(PART, PART, PART), min_size=1, max_size=60).map(Frame.of)


@pytest.mark.parametrize(
    ("frame", "ma"),
    [
        (Frame.dark(150), 150.0),                            # 1 mA each
        (Frame.of([WHITE]), 61.0),                           # three colours of 20 mA, and 1
        (Frame.of([(255, 0, 0), (0, 0, 0)]), 22.0),          # one colour of 20 mA, and twice 1
        (Frame.of([WHITE] * 150), 9150.0),                   # 150 x 61
        (Frame.of([(51, 0, 0)]), 5.0),                       # a fifth of 255: 4 mA, and 1
    ],
)
def test_what_a_frame_draws(frame: Frame, ma: float) -> None:
    assert current_ma(frame) == pytest.approx(ma)


def test_a_frame_within_its_limits_is_untouched() -> None:
    frame = Frame.of([WHITE, (1, 2, 3)])
    assert dimmed(frame, Power()) == frame
    # 255 + 255 + 255 + 1 + 2 + 3 = 771 parts of 20 / 255 mA: 60.47 mA, and 2 for the two LEDs
    assert dimmed(frame, Power(limit_ma=63)) == frame
    assert dimmed(frame, Power(limit_ma=62)) != frame


def test_brightness_scales_every_part() -> None:
    # 0.5 x 255 = 127.5, 0.5 x 100 = 50, 0.5 x 3 = 1.5, rounded down
    assert dimmed(Frame.of([(255, 100, 3)]), Power(brightness=0.5)) == Frame.of([(127, 50, 1)])
    assert dimmed(Frame.of([WHITE]), Power(brightness=0.0)) == Frame.dark(1)


def test_the_limit_takes_the_whole_string_down_together() -> None:
    # 10 white LEDs draw 610 mA. Of 310 mA, 10 are for the idle chips: half of the light's 600 mA is left.
    # 300 mA are 300 x 255 / 20 = 3825 parts of the 7650 asked for: 255 becomes 127.
    assert dimmed(Frame.of([WHITE] * 10), Power(limit_ma=310)) == Frame.of([(127, 127, 127)] * 10)


def test_a_dimmed_frame_that_the_limit_bears_is_not_dimmed_twice() -> None:
    frame = Frame.of([WHITE] * 10)
    assert dimmed(frame, Power(brightness=0.5, limit_ma=311)) == dimmed(frame, Power(brightness=0.5))


@given(FRAMES, st.floats(0, 1), st.integers(0, 4000))
def test_never_more_than_the_limit_and_no_hue_changed(frame: Frame, brightness: float, spare_ma: int) -> None:
    limit_ma = len(frame) + spare_ma   # 1 mA for each LED, and so much for light
    shown = dimmed(frame, Power(brightness, limit_ma))
    assert current_ma(shown) <= limit_ma
    # All parts are dimmed by one factor and rounded down: each lies less than 1 below what the factor makes of it, and
    # less than 1 more because the room for light is rounded down to whole parts, and no part is more than all.
    asked_ma = (current_ma(frame) - len(frame)) * brightness
    factor = brightness * min(1.0, spare_ma / asked_ma if asked_ma else 1.0)
    for before, after in zip(frame.rgb, shown.rgb, strict=True):
        assert before * factor - 2 < after <= before * factor + 1e-6


@given(FRAMES, st.integers(0, 4000))
def test_a_frame_that_draws_less_than_the_limit_stays_as_it_is(frame: Frame, spare_ma: int) -> None:
    limit_ma = int(current_ma(frame)) + 1 + spare_ma
    assert dimmed(frame, Power(limit_ma=limit_ma)) == frame


def test_a_limit_below_what_dark_leds_draw_is_refused_with_the_figures() -> None:
    # 27 LEDs: 27 mA dark, 27 x 61 = 1647 mA white
    with pytest.raises(WiringError, match=r"limit_ma = 27 leaves nothing .* draw 27 mA when dark and up to 1647 mA"):
        Power(limit_ma=27).check(27)
    Power(limit_ma=28).check(27)
    Power().check(10_000)


@pytest.mark.parametrize("brightness", [-0.1, 1.1, float("nan")])
def test_a_brightness_that_is_none_is_refused(brightness: float) -> None:
    with pytest.raises(WiringError, match="is not between 0, dark, and 1"):
        Power(brightness)
