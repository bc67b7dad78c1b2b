"""What letters a display can show, by pure functions."""

import unicodedata

import pytest
from hypothesis import given, strategies as st

from hardware.displays.display import fills_one_cell
from hardware.displays.letters import PICTURES
from hardware.displays.text import DEFINABLE, ROM_A00, ROM_COMMON, assigned, bare, coded, wanted

from .kinds import CZECH, HUNGARIAN

NOTHING = ("",) * DEFINABLE


@pytest.mark.parametrize(
    ("letters", "expected"),
    [
        (CZECH, "acdeeinorstuuyz"),
        (HUNGARIAN, "aeiooouuu"),
        ("„“”«»", 5 * '"'),
        ("\N{SINGLE LOW-9 QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{RIGHT SINGLE QUOTATION MARK}", 3 * "'"),
        ("\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}", "---"),
        ("…→←·\N{MULTIPLICATION SIGN}", ".><.x"),
        ("łŁøđß", "lLods"),
        ("aZ0?!|{}", "aZ0?!|{}"),
        ("\\~`", "/-'"),   # ASCII that an HD44780 prints as a yen sign, an arrow and, some of them, as nothing
        ("\N{CYRILLIC SMALL LETTER ZHE}€", "__"),
    ],
)
def test_what_has_no_place_falls_back_to_what_is_near(letters: str, expected: str) -> None:
    assert "".join(map(bare, letters)) == expected


def test_no_character_at_all_falls_back_to_a_question_mark_or_out_of_ascii() -> None:
    for code in range(0x21, 0x3000):
        if fills_one_cell(chr(code)) and chr(code) != "?":
            character = bare(chr(code))
            assert character in ROM_COMMON, chr(code)
            # FULLWIDTH and other marks that Unicode takes apart into one: GREEK QUESTION MARK is a semicolon.
            assert character != "?" or unicodedata.normalize("NFD", chr(code))[0] == "?"


@pytest.mark.parametrize("rom", [ROM_COMMON, ROM_A00])
def test_a_rom_is_one_code_a_letter_and_has_what_everything_falls_back_to(rom: dict[str, int]) -> None:
    assert len(set(rom.values())) == len(rom)
    assert all(0x20 <= code <= 0xFD for code in rom.values())   # 00 to 07 are defined, FE begins commands
    assert set(ROM_COMMON) <= set(rom)


def test_the_most_frequent_letters_are_wanted_first() -> None:
    assert wanted(["řeřicha ěšč", "ě  ř"], ROM_A00, NOTHING) == ("ř", "ě", "č", "š")


def test_of_letters_equally_frequent_those_that_are_defined_go_first() -> None:
    nine = "áčďéěíňóř"
    assert set(wanted([nine], ROM_A00, NOTHING)) == set(nine) - {"ř"}   # which is the last in Unicode
    assert "ř" in wanted([nine], ROM_A00, ("ř", *NOTHING[1:]))


def test_letters_of_the_rom_and_those_without_a_picture_are_not_wanted() -> None:
    assert wanted(["aöü€Ж"], ROM_A00, NOTHING) == ()
    assert wanted(["öü"], ROM_COMMON, NOTHING) == ("ö", "ü")


def test_a_letter_stays_under_its_code_and_new_ones_take_free_codes() -> None:
    held = ("á", "", "č", "", "", "", "", "")
    assert assigned(held, ("ř", "č"), {}) == ("á", "ř", "č", "", "", "", "", "")


def test_the_letter_that_is_worth_least_goes_first() -> None:
    held = tuple("áčďéěíňó")
    worth = dict.fromkeys(held, 5) | {"ď": 1, "ň": 2}
    assert assigned(held, ("ř", "á"), worth) == tuple("áčřéěíňó")
    assert assigned(held, ("ř", "ď", "š"), worth) == tuple("ščďéěířó")   # ď is needed: the next are ň and á


def test_nine_letters_do_not_fit() -> None:
    with pytest.raises(ValueError, match="9 letters do not fit into 8 definable characters"):
        assigned(NOTHING, tuple("áčďéěíňóř"), {})


LETTERS = st.lists(st.sampled_from(sorted(PICTURES)), unique=True)


@given(LETTERS.filter(lambda held: len(held) <= 8), LETTERS.map(lambda letters: letters[:8]))
def test_all_that_is_wanted_is_held_once_and_nothing_moves(held: list[str], letters: list[str]) -> None:
    before = (*held, *[""] * (8 - len(held)))
    after = assigned(before, letters, {})
    assert len(after) == 8
    assert set(letters) <= set(after)
    assert all(after.count(letter) == 1 for letter in letters)
    changed = [code for code in range(8) if after[code] != before[code]]
    assert sorted(after[code] for code in changed) == sorted(set(letters) - set(held))   # no more than had to
    assert not {before[code] for code in changed} & set(letters)


def test_a_character_is_shown_by_the_rom_by_a_definition_or_bare() -> None:
    held = ("ř", "", "ě", "", "", "", "", "")
    # ü is F5 in ROM A00; ř is defined as 0, ě as 2; š stands bare.
    assert bytes(coded(letter, ROM_A00, held) for letter in "aüřěš…") == b"a\xf5\x00\x02s."
