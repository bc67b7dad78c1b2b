"""The golden bytes in golden/ guard against change; that they are right the independent readers say."""

import pytest

from .golden import FOLDER, HIGH, LOW, read, written
from .kinds import LETTERS, SIZES, Size, bare_lines, letters_to_define


def text_of(size: Size) -> str:
    return (FOLDER / f"{size}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_driver_still_sends_the_same(size: Size) -> None:
    """`python -m tests.hardware.displays.golden` would write the same file."""
    assert written(size).splitlines() == text_of(size).splitlines()


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_reader_of_the_bytes_sees_the_screens(size: Size) -> None:
    far_end = size.far_end()
    screens = [*read(text_of(size), size)]
    assert len(screens) == len(HIGH if size.rows == 4 else LOW)
    for screen, data in screens:
        far_end.feed(data)
        for line, plain, shown in zip(screen.lines, bare_lines(screen), far_end.lines(LETTERS), strict=True):
            for letter, without, seen in zip(line, plain, shown, strict=True):
                if size.kind == "vt100" or letter.isascii() or (letter in "äöü" and size.kind == "serlcd"):
                    assert seen == letter
                elif letter.isalpha():
                    few = size.defines and len(letters_to_define(size, screen)) <= 8
                    assert seen == letter if few else seen in (letter, without)
                else:
                    assert seen == letter or seen in "\">."   # the quotes, the arrow and the dots of the story
    assert far_end.faults == []


def test_no_file_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{size}.txt" for size in SIZES}
