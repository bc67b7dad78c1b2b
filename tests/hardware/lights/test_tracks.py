"""Tracks on strings: which LED is which place, and frames from pictures; the ways of the wire are drawn by hand."""

import pytest
from hypothesis import given, strategies as st

from hardware.errors import WiringError
from hardware.lights.frame import Colour, Frame
from hardware.lights.tracks import Layout, Track

RED, BLUE, DARK = (255, 0, 0), (0, 0, 255), (0, 0, 0)


def colours(frame: Frame) -> list[Colour]:
    return [(frame.rgb[at], frame.rgb[at + 1], frame.rgb[at + 2]) for at in range(0, len(frame.rgb), 3)]


def numbered(count: int) -> list[Colour]:
    """A colour for each place that tells which one it is."""
    return [(place + 1, 0, 0) for place in range(count)]


@pytest.mark.parametrize(
    ("track", "leds"),
    [
        (Track("t", first=3, count=4), [3, 4, 5, 6]),
        (Track("t", first=3, count=4, reverse=True), [6, 5, 4, 3]),
        # The wire:   0> 1> 2> 3v     The track goes through each row from the left.
        #             7< 6< 5< 4v
        #             8> 9> 10
        (Track("t", first=0, count=11, serpentine=4), [0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10]),
        # The wire:   0> 1> 2v        The last row has two LEDs.
        #             4< 3<
        (Track("t", first=0, count=5, serpentine=3), [0, 1, 2, 4, 3]),
        # The wire comes in below, at the right:   9< 8< 7
        #                                          4> 5> 6^
        #                                          3< 2< 1   <- LED 1; the track begins above, at the left.
        (Track("t", first=1, count=9, serpentine=3, reverse=True), [9, 8, 7, 4, 5, 6, 3, 2, 1]),
    ],
)
def test_the_way_of_a_track_along_its_leds(track: Track, leds: list[int]) -> None:
    assert list(track.leds()) == leds


@given(st.integers(0, 9), st.integers(1, 40), st.booleans(), st.sampled_from([0, 2, 3, 7, 50]))
def test_each_led_of_a_run_is_one_place_of_the_track(first: int, count: int, reverse: bool, serpentine: int) -> None:
    leds = list(Track("t", first, count, reverse, serpentine).leds())
    assert sorted(leds) == list(range(first, first + count))


def test_a_picture_becomes_one_frame_for_each_string() -> None:
    layout = Layout([
        Track("rounds", first=1, count=2),
        Track("influence", first=0, count=3, reverse=True, string=1),
        Track("start", first=4, count=1, string=1),
    ])
    assert layout.counts == {"rounds": 2, "influence": 3, "start": 1}
    assert layout.lengths == (3, 5)
    one, other = layout.frames({"rounds": [RED, BLUE], "influence": numbered(3), "start": [RED]})
    assert colours(one) == [DARK, RED, BLUE]
    assert colours(other) == [(3, 0, 0), (2, 0, 0), (1, 0, 0), DARK, RED]


def test_pieces_of_one_name_go_on_where_the_last_ended_even_on_another_string() -> None:
    layout = Layout([
        Track("influence", first=0, count=2),
        Track("influence", first=0, count=2, reverse=True, string=1),
        Track("influence", first=5, count=1),
    ])
    assert layout.counts == {"influence": 5}
    one, other = layout.frames({"influence": numbered(5)})
    assert colours(one) == [(1, 0, 0), (2, 0, 0), DARK, DARK, DARK, (5, 0, 0)]
    assert colours(other) == [(4, 0, 0), (3, 0, 0)]


def test_what_the_picture_lacks_is_dark_and_what_has_no_leds_is_left_out() -> None:
    layout = Layout([Track("rounds", first=0, count=1), Track("start", first=1, count=1)])
    (frame,) = layout.frames({"start": [RED], "patents": [BLUE] * 30})
    assert colours(frame) == [DARK, RED]


def test_each_place_knows_its_string_and_led() -> None:
    layout = Layout([Track("influence", first=1, count=2, reverse=True), Track("influence", 3, 1, string=1)])
    assert [layout.led("influence", place) for place in range(3)] == [(0, 2), (0, 1), (1, 3)]


def test_another_number_of_colours_is_a_mistake_of_whoever_drew() -> None:
    with pytest.raises(ValueError, match="track 'rounds' has 2 LEDs, not 3"):
        Layout([Track("rounds", first=0, count=2)]).frames({"rounds": [RED] * 3})


@pytest.mark.parametrize(
    ("first", "count", "serpentine", "said"),
    [
        (-1, 4, 0, "track 'rounds': no string has 4 LEDs from LED -1 on"),
        (0, 0, 0, "track 'rounds': no string has 0 LEDs"),
        (0, 4, 1, "track 'rounds': a strip can't be folded into rows of 1"),
        (0, 4, -2, "track 'rounds': a strip can't be folded into rows of -2"),
    ],
)
def test_a_run_that_cannot_be_is_refused(first: int, count: int, serpentine: int, said: str) -> None:
    with pytest.raises(WiringError, match=said):
        Track("rounds", first, count, serpentine=serpentine)


def test_two_tracks_on_one_led_are_refused_by_name() -> None:
    with pytest.raises(WiringError, match="tracks 'spaces' and 'rounds' both have LED 11 of string 0: change `first`"):
        Layout([Track("spaces", first=0, count=12), Track("rounds", first=11, count=10)])


def test_the_same_leds_of_two_strings_are_no_overlap() -> None:
    assert Layout([Track("a", 0, 5), Track("b", 0, 5, string=1)]).lengths == (5, 5)


def test_a_string_left_out_and_no_track_at_all_are_refused() -> None:
    with pytest.raises(WiringError, match=r"strings \[0, 2\] have tracks: count the strings from 0"):
        Layout([Track("a", 0, 5), Track("b", 0, 5, string=2)])
    with pytest.raises(WiringError, match="there is no track"):
        Layout([])
