"""Screens as values."""

import pytest

from hardware.displays.display import Screen


def test_screens_that_look_alike_are_equal() -> None:
    assert Screen(("BUILD",)) == Screen(("BUILD               ", "", " ", ""))
    assert Screen(("BUILD",)) != Screen(("", "BUILD"))


def test_screen_has_all_its_cells() -> None:
    assert Screen(("ab",), columns=3, rows=2).lines == ("ab ", "   ")


def test_letters_with_marks_are_one_cell() -> None:
    assert Screen(("žlutý", "Łódź", "őű"), columns=5, rows=3).lines == ("žlutý", "Łódź ", "őű   ")


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (("1", "2", "3", "4", "5"), "5 lines do not fit a display of 4 rows"),
        (("123456789012345678901",), "does not fit a display of 20 columns"),
        (("two\nlines",), r"'\\n' does not fill one cell"),
        (("\x1b[2J",), r"'\\x1b' does not fill one cell"),
        (("z\N{COMBINING CARON}",), "does not fill one cell"),
        (("\N{HIRAGANA LETTER A}",), "does not fill one cell"),
    ],
)
def test_what_does_not_fit_is_refused(lines: tuple[str, ...], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Screen(lines)
