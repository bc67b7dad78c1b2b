"""The pictures of letters, held against how letters are built: a base and a mark."""

import unicodedata
from itertools import combinations

import pytest

from hardware.displays.letters import COLUMNS, PICTURES, ROWS

from .kinds import CZECH, HUNGARIAN

BESIDE = "ďť"   # whose caron stands beside them, as an apostrophe


def parts(letter: str) -> tuple[str, str]:
    """The base and its mark."""
    apart = unicodedata.normalize("NFD", letter)
    assert len(apart) == 2
    return apart[0], apart[1]


def test_every_letter_with_a_mark_of_czech_and_hungarian_has_a_picture() -> None:
    small = set(CZECH + HUNGARIAN)
    assert small | {letter.upper() for letter in small} <= set(PICTURES)


def test_pictures_are_eight_rows_of_five_pixels() -> None:
    for picture in PICTURES.values():
        assert len(picture) == ROWS
        assert all(0 <= row < 2**COLUMNS for row in picture)


def test_no_two_letters_look_alike() -> None:
    for (one, picture), (other, another) in combinations(PICTURES.items(), 2):
        differing = sum((left ^ right).bit_count() for left, right in zip(picture, another, strict=True))
        assert differing >= 2, f"{one} and {other}"


def test_small_letters_stand_on_the_line_of_those_of_the_rom() -> None:
    """An HD44780 draws its own in rows 1 to 7, and leaves the last to the cursor."""
    for letter, picture in PICTURES.items():
        if letter.islower():
            assert picture[7] == 0
            assert picture[6] != 0


def test_capitals_have_no_empty_row_under_their_mark() -> None:
    for letter, picture in PICTURES.items():
        if letter.isupper():
            assert all(picture[2:])


@pytest.mark.parametrize(("mark", "rows"), [
    ("\N{COMBINING ACUTE ACCENT}", ("....#", "...#.")),
    ("\N{COMBINING CARON}", (".#.#.", "..#..")),
    ("\N{COMBINING DIAERESIS}", (".#.#.", ".....")),
    ("\N{COMBINING DOUBLE ACUTE ACCENT}", ("..#.#", ".#.#.")),
    ("\N{COMBINING RING ABOVE}", ("..#..", ".#.#.")),
])
def test_a_mark_looks_the_same_on_every_letter(mark: str, rows: tuple[str, str]) -> None:
    drawn = tuple(int(row.replace("#", "1").replace(".", "0"), 2) for row in rows)
    letters = [letter for letter in PICTURES if parts(letter)[1] == mark and letter not in BESIDE]
    assert letters
    for letter in letters:
        assert PICTURES[letter][:2] == drawn, letter


def test_a_letter_looks_the_same_under_every_mark() -> None:
    bodies: dict[str, set[tuple[int, ...]]] = {}
    for letter, picture in PICTURES.items():
        bodies.setdefault(parts(letter)[0], set()).add(picture[3:])   # row 3 may close a ring
    assert {base for base, drawn in bodies.items() if len(drawn) > 1} == set()
