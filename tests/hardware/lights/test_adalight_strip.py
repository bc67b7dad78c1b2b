"""The bench's LED controller by itself, fed with bytes written out by hand."""

import pytest
from hypothesis import given, strategies as st

from hardware.bench.strip import AdalightStrip

TWO = bytes.fromhex("41 64 61 00 01 54 01 02 03 04 05 06")   # 2 - 1 = 1; 0 ^ 1 ^ 0x55 = 0x54
SHOWN = [(1, 2, 3), (4, 5, 6)]


def fed(data: bytes, count: int = 2) -> AdalightStrip:
    strip = AdalightStrip(count)
    strip.feed(data)
    return strip


def test_dark_before_the_first_frame() -> None:
    assert fed(b"").leds == [(0, 0, 0), (0, 0, 0)]


def test_frame_shows_with_its_last_byte() -> None:
    strip = fed(TWO[:-1])
    assert (strip.frames, strip.leds) == (0, [(0, 0, 0), (0, 0, 0)])
    strip.feed(TWO[-1:])
    assert (strip.frames, strip.leds, strip.faults) == (1, SHOWN, [])


@pytest.mark.parametrize(
    ("garbage", "fault"),
    [
        (b"\x00\x01", "byte 0x00 where a frame should begin"),
        (b"Ad", "byte 0x41 where a frame should begin"),         # then comes an A and no a
        (b"AdAd", "byte 0x41 where a frame should begin"),
        (b"A", "byte 0x41 where a frame should begin"),
        (b"Ada\x00\x01\x55", "check byte 0x55 where 0x54 belongs"),
        (b"Ada", "check byte 0x61 where 0x70 belongs"),          # A d is taken for the count: 0x41 ^ 0x64 ^ 0x55 = 0x70
    ],
)
def test_finds_the_next_frame_after_garbage(garbage: bytes, fault: str) -> None:
    strip = fed(garbage + TWO + TWO)
    assert (strip.frames, strip.leds, strip.faults) == (2, SHOWN, [fault])


def test_each_stretch_of_garbage_is_a_fault() -> None:
    assert len(fed(b"xyz" + TWO + b"zzz" + TWO).faults) == 2


def test_frame_for_more_leds_fills_the_string_and_is_a_fault() -> None:
    strip = fed(TWO, count=1)
    assert (strip.leds, strip.faults) == ([(1, 2, 3)], ["a frame of 2 LEDs for 1"])


def test_frame_for_fewer_leds_leaves_the_rest_and_is_a_fault() -> None:
    strip = fed(TWO, count=3)
    assert (strip.leds, strip.faults) == ([*SHOWN, (0, 0, 0)], ["a frame of 2 LEDs for 3"])


@given(st.lists(st.sampled_from([TWO, TWO[:7], b"A", b"d", b"a", b"\x00\x01\x54", b"\x55"]), max_size=12).map(b"".join))
def test_one_byte_at_a_time_is_the_same(data: bytes) -> None:
    at_once, in_bytes = fed(data), fed(b"")
    for byte in data:
        in_bytes.feed(bytes([byte]))
    assert (in_bytes.leds, in_bytes.frames, in_bytes.faults) == (at_once.leds, at_once.frames, at_once.faults)
