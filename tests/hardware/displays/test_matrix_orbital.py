"""The Matrix Orbital driver: bytes worked out by hand from the LK204-25 manual."""

import pytest

from hardware.bench.screens import MatrixOrbitalScreen
from hardware.displays.display import Screen
from hardware.displays.letters import PICTURES
from hardware.displays.matrix_orbital import MatrixOrbital

from .kinds import LETTERS

# What was cut off, clear, scroll off, wrap off, both cursors off.
FIRST = b"         " b"\xfe\x58" b"\xfe\x52" b"\xfe\x44" b"\xfe\x4b" b"\xfe\x54"


def test_first_draw_clears_and_writes() -> None:
    # FE 47, column 1, row 2.
    expected = FIRST + b"\xfe\x47\x01\x02It is YELLOW's turn."
    assert MatrixOrbital().draw(Screen(("", "It is YELLOW's turn."))) == expected


def test_only_what_changed_is_sent() -> None:
    driver = MatrixOrbital()
    driver.draw(Screen(("Round 3/8      GREEN", "lay a token (1 of 2)")))
    # The 1 is the 14th cell of the second row.
    assert driver.draw(Screen(("Round 3/8      GREEN", "lay a token (2 of 2)"))) == b"\xfe\x47\x0e\x022"


def test_wrapping_and_scrolling_are_off() -> None:
    far_end = MatrixOrbitalScreen()
    far_end.feed(b"\xfe\x51")
    far_end.feed(MatrixOrbital().draw(Screen(("a",))))
    assert (far_end.wraps, far_end.scrolls) == (False, False)


def test_settings_are_sent_once_for_each_opening() -> None:
    driver, far_end = MatrixOrbital(contrast=128, brightness=200), MatrixOrbitalScreen()
    first = driver.draw(Screen(("a",)))
    assert first.startswith(FIRST + b"\xfe\x50\x80" + b"\xfe\x99\xc8")
    far_end.feed(first)
    assert (far_end.contrast, far_end.brightness) == (128, 200)
    assert driver.draw(Screen(("b",))) == b"\xfe\x47\x01\x01b"
    driver.forget()
    assert driver.draw(Screen(("a",))) == first


def test_a_letter_that_it_lacks_is_defined_and_then_shown() -> None:
    driver = MatrixOrbital()
    driver.draw(Screen())
    # FE 4E 0 and eight rows; text byte 0 shows it.
    expected = b"\xfe\x4e\x00" + bytes(PICTURES["ř"]) + b"\xfe\x47\x01\x01\x00"
    assert driver.draw(Screen(("ř",))) == expected
    assert driver.draw(Screen(("řř",))) == b"\xfe\x47\x02\x01\x00"


def test_the_byte_that_begins_a_command_is_never_text() -> None:
    """No letter has the code FE: U+00FE, which Latin-1 has there, falls back like all that the ROM lacks."""
    driver = MatrixOrbital()
    driver.draw(Screen())
    assert driver.draw(Screen(("þ",))) == b"\xfe\x47\x01\x01_"


def test_of_two_letters_in_one_code_after_each_other_the_second_needs_no_writing() -> None:
    """Eight letters fill all codes; the ninth, in the place of the first, takes its code: the cell stays as it is."""
    driver, far_end = MatrixOrbital(), MatrixOrbitalScreen()
    far_end.feed(driver.draw(Screen(("áéíěčřšž",))))
    change = driver.draw(Screen(("ďéíěčřšž",)))
    assert change == b"\xfe\x4e" + bytes([0]) + bytes(PICTURES["ď"])
    far_end.feed(change)
    assert far_end.lines(LETTERS) == Screen(("ďéíěčřšž",)).lines


@pytest.mark.parametrize(("contrast", "brightness"), [(256, None), (None, -1)])
def test_settings_that_are_no_bytes_are_refused(contrast: int | None, brightness: int | None) -> None:
    with pytest.raises(ValueError, match="byte"):
        MatrixOrbital(contrast=contrast, brightness=brightness)
