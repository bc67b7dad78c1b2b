"""The CD5220 driver: bytes worked out by hand from its manual's table of commands."""

import pytest

from hardware.bench.screens import Cd5220Screen
from hardware.displays.display import Screen
from hardware.displays.pole import Cd5220


def screen(*lines: str) -> Screen:
    return Screen(lines, 20, 2)


def test_first_draw_initialises_and_writes() -> None:
    # CLR, ESC @, ESC DC1 (overwrite), ESC _ 0 (cursor off), CLR; ESC l 1 2: column 1, row 2.
    started = b"   " b"\x0c" b"\x1b\x40" b"\x1b\x11" b"\x1b\x5f\x00" b"\x0c"
    assert Cd5220().draw(screen("", "It is YELLOW's turn.")) == started + b"\x1b\x6c\x01\x02It is YELLOW's turn."


def test_only_what_changed_is_sent() -> None:
    driver = Cd5220()
    driver.draw(screen("Round 3/8      GREEN", "lay a token (1 of 2)"))
    # The 1 is the 14th cell of the second row.
    assert driver.draw(screen("Round 3/8      GREEN", "lay a token (2 of 2)")) == b"\x1b\x6c\x0e\x022"


def test_gap_of_four_is_written_through_and_of_five_jumped_over() -> None:
    # Moving the cursor takes four bytes.
    driver = Cd5220()
    driver.draw(screen("a1234a"))
    assert driver.draw(screen("b1234b")) == b"\x1bl\x01\x01b1234b"
    driver = Cd5220()
    driver.draw(screen("a12345a"))
    assert driver.draw(screen("b12345b")) == b"\x1bl\x01\x01b\x1bl\x07\x01b"


def test_brightness_is_sent_once_for_each_opening() -> None:
    driver, far_end = Cd5220(brightness=3), Cd5220Screen()
    first = driver.draw(screen("a"))
    far_end.feed(first)
    assert far_end.brightness == 3
    assert b"\x1b\x2a" not in driver.draw(screen("b"))
    driver.forget()
    assert driver.draw(screen("a")) == first


def test_the_cursor_is_hidden() -> None:
    far_end = Cd5220Screen()
    far_end.feed(Cd5220().draw(screen("a")))
    assert not far_end.cursor_shown


@pytest.mark.parametrize("brightness", [0, 5])
def test_another_brightness_is_refused(brightness: int) -> None:
    with pytest.raises(ValueError, match=f"brightness {brightness}: a CD5220 has the levels 1 to 4"):
        Cd5220(brightness)


def test_a_display_that_another_program_left_in_string_mode_is_taken_out_of_it() -> None:
    far_end = Cd5220Screen()
    far_end.feed(b"\x1b\x51\x41" + b"TOTAL          12.50" + b"\x0d")
    far_end.feed(Cd5220().draw(screen("a")))
    assert far_end.lines() == screen("a").lines
    assert far_end.initialised == 1


@pytest.mark.parametrize("cut_off", [b"\x1b", b"\x1bl", b"\x1bl\x01", b"\x1b_", b"\x1b*"])
def test_a_display_that_waits_for_the_rest_of_a_command_is_initialised_all_the_same(cut_off: bytes) -> None:
    far_end = Cd5220Screen()
    far_end.feed(cut_off)
    far_end.feed(Cd5220(brightness=2).draw(screen("a")))
    assert far_end.lines() == screen("a").lines
    assert far_end.initialised == 1
    assert far_end.brightness == 2
    assert not far_end.cursor_shown
