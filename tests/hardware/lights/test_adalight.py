"""Frames as values and as Adalight's bytes; all frames read back by the bench's controller."""

import pytest
from hypothesis import given, strategies as st

from hardware.bench.strip import AdalightStrip
from hardware.lights.adalight import adalight
from hardware.lights.frame import Colour, Frame

PART = st.integers(0, 255)
COLOURS = st.lists(st.tuples(PART, PART, PART), min_size=5, max_size=5)


def test_frame_holds_red_green_blue_in_order() -> None:
    assert Frame.of([(1, 2, 3), (4, 5, 6)]).rgb == bytes((1, 2, 3, 4, 5, 6))
    assert len(Frame.of([(1, 2, 3), (4, 5, 6)])) == 2
    assert Frame.dark(2) == Frame(bytes(6))


@pytest.mark.parametrize("rgb", [b"", b"\x00\x00", b"\x00\x00\x00\x00"])
def test_frame_is_made_of_whole_leds(rgb: bytes) -> None:
    with pytest.raises(ValueError, match="three bytes for each LED"):
        Frame(rgb)


@pytest.mark.parametrize("colour", [(0, 256, 0), (-1, 0, 0)])
def test_colour_out_of_range_is_refused(colour: Colour) -> None:
    with pytest.raises(ValueError, match="range"):
        Frame.of([colour])


def test_two_leds_byte_for_byte() -> None:
    # A d a; 2 - 1 = 0x0001; 0x00 ^ 0x01 ^ 0x55 = 0x54; red, blue
    frame = Frame.of([(255, 0, 0), (0, 0, 255)])
    assert adalight(frame) == bytes.fromhex("41 64 61 00 01 54 ff 00 00 00 00 ff")


@pytest.mark.parametrize(
    ("count", "header"),
    [
        (1, "41 64 61 00 00 55"),
        (150, "41 64 61 00 95 c0"),       # 149 = 0x95; 0x95 ^ 0x55 = 0xc0
        (256, "41 64 61 00 ff aa"),       # 255 = 0xff; 0xff ^ 0x55 = 0xaa
        (257, "41 64 61 01 00 54"),       # 256 = 0x0100; 0x01 ^ 0x55 = 0x54
        (65536, "41 64 61 ff ff 55"),     # 0xff ^ 0xff ^ 0x55
    ],
)
def test_header(count: int, header: str) -> None:
    data = adalight(Frame.dark(count))
    assert data[:6] == bytes.fromhex(header)
    assert data[6:] == bytes(3 * count)


def test_more_leds_than_two_bytes_count_are_refused() -> None:
    with pytest.raises(ValueError, match="counts to 65536 LEDs, not to 65537"):
        adalight(Frame.dark(65537))


@given(st.lists(COLOURS, min_size=1, max_size=5))
def test_every_run_of_frames_ends_in_the_last(pictures: list[list[Colour]]) -> None:
    strip = AdalightStrip(5)
    for shown, picture in enumerate(pictures, start=1):
        strip.feed(adalight(Frame.of(picture)))
        assert strip.leds == picture
        assert strip.frames == shown
    assert strip.faults == []
