"""The SerLCD driver: bytes worked out by hand from SparkFun's table of commands, and the times that it grants."""

import pytest

from hardware.bench.screens import SerLcdScreen
from hardware.displays.display import Screen
from hardware.displays.letters import PICTURES
from hardware.displays.serlcd import SerLcd

from .kinds import LETTERS, pieces, sent

CUT_OFF, CLEAR = b"::::::::", b"|-"   # what ends a command that was cut off, and what clears


def test_first_pieces_clear_and_write() -> None:
    # The second row begins at address 40: FE (80 | 40).
    assert [*pieces(SerLcd(), Screen(("", "It is YELLOW's turn.")))] == [
        CUT_OFF, CLEAR, b"\xfe\xc0It is YELLOW's turn."
    ]


def test_rows_begin_at_the_addresses_of_the_hd44780() -> None:
    driver = SerLcd()
    sent(driver, Screen())
    # 00, 40, 14, 54, each with the bit 80.
    assert sent(driver, Screen(("a", "b", "c", "d"))) == b"\xfe\x80a\xfe\xc0b\xfe\x94c\xfe\xd4d"


def test_only_what_changed_is_sent() -> None:
    driver = SerLcd()
    sent(driver, Screen(("Round 3/8      GREEN", "lay a token (1 of 2)")))
    # The 1 is the 14th cell of its row: 40 + 0D = 4D.
    assert driver.draw(Screen(("Round 3/8      GREEN", "lay a token (2 of 2)"))) == b"\xfe\xcd2"


def test_gap_of_two_is_written_through_and_of_three_jumped_over() -> None:
    # Moving the cursor takes two bytes.
    driver = SerLcd()
    sent(driver, Screen(("a12a",)))
    assert driver.draw(Screen(("b12b",))) == b"\xfe\x80b12b"
    driver = SerLcd()
    sent(driver, Screen(("a123a",)))
    assert driver.draw(Screen(("b123b",))) == b"\xfe\x80b\xfe\x84b"


def test_the_byte_that_begins_a_setting_is_doubled_as_text() -> None:
    driver = SerLcd()
    sent(driver, Screen())
    assert driver.draw(Screen(("a|b",))) == b"\xfe\x80a||b"


def test_letters_of_its_rom_have_their_codes() -> None:
    driver = SerLcd()
    sent(driver, Screen())
    # Hitachi HD44780 datasheet, table 4: E1, EF, F5, DF, and the arrows 7E and 7F.
    assert driver.draw(Screen(("äöü°→←",))) == b"\xfe\x80\xe1\xef\xf5\xdf\x7e\x7f"


def test_a_letter_that_it_lacks_is_defined_and_then_shown() -> None:
    driver = SerLcd()
    sent(driver, Screen())
    # 7C 1B defines character 0, 7C 23 shows it.
    assert [*pieces(driver, Screen(("ř",)))] == [b"\x7c\x1b" + bytes(PICTURES["ř"]), b"\xfe\x80\x7c\x23"]


def test_a_letter_that_is_defined_already_costs_two_bytes() -> None:
    driver = SerLcd()
    sent(driver, Screen(("ř",)))
    assert driver.draw(Screen(("řř",))) == b"\xfe\x81\x7c\x23"


def test_the_screen_is_written_anew_after_a_definition_which_empties_it() -> None:
    driver, far_end = SerLcd(), SerLcdScreen()
    far_end.feed(sent(driver, Screen(("Kolo 3/8",))))
    define, write = pieces(driver, Screen(("Kolo 3/8", "ř")))
    far_end.feed(define)
    assert far_end.lines() == Screen().lines
    far_end.feed(write)
    assert far_end.lines(LETTERS) == Screen(("Kolo 3/8", "ř")).lines


def test_definitions_are_granted_their_time_and_text_needs_none() -> None:
    # Eight cells of EEPROM at 3.3 ms and the start of the LCD, 50 ms and some: 90 ms with what the bench asks for.
    driver = SerLcd()
    cut_off, clear, define, write = (driver.pause_s for _ in pieces(driver, Screen(("ř",))))
    assert min(cut_off, define) >= 0.09   # what was cut off may have been a definition, too
    assert clear == write == 0.0


def test_settings_are_sent_once_however_often_the_plug_comes_off() -> None:
    driver, far_end = SerLcd(contrast=10, backlight=(255, 160, 0)), SerLcdScreen()
    far_end.feed(driver.draw(Screen(("a",))))
    settings = driver.draw(Screen(("a",)))
    # Messages off before the contrast: 7C 2F, 7C 18 0A, 7C 2B FF A0 00.
    assert settings == CLEAR + b"\x7c\x2f" + b"\x7c\x18\x0a" + b"\x7c\x2b\xff\xa0\x00"
    assert driver.pause_s > 0.5   # firmware without "messages off" shows the contrast for half a second
    far_end.feed(settings)
    for text in "abc":
        driver.forget()
        far_end.feed(sent(driver, Screen((text,))))
    assert (far_end.contrast, far_end.backlight, far_end.messages) == (10, (255, 160, 0), False)
    assert far_end.settings_written == 3


def test_without_settings_none_is_written() -> None:
    far_end = SerLcdScreen()
    far_end.feed(sent(SerLcd(), Screen(("a",))))
    assert far_end.settings_written == 0


def test_letters_that_many_screens_need_stay_defined() -> None:
    """So that its EEPROM lives and the screen seldom flickers: here only one code changes hands."""
    driver, far_end = SerLcd(), SerLcdScreen()
    common = "áéíěčřš"   # seven
    for _ in range(3):
        far_end.feed(sent(driver, Screen((common,))))
    recorded = far_end.characters_recorded
    for rare in "ďťňůó":
        far_end.feed(sent(driver, Screen((rare,))))
        far_end.feed(sent(driver, Screen((common,))))
    assert recorded == len(common)
    assert far_end.characters_recorded == recorded + 5


@pytest.mark.parametrize(("contrast", "backlight"), [(256, None), (-1, None), (None, (0, 0, 256))])
def test_settings_that_are_no_bytes_are_refused(contrast: int | None, backlight: tuple[int, int, int] | None) -> None:
    with pytest.raises(ValueError, match="byte"):
        SerLcd(contrast=contrast, backlight=backlight)


def test_more_rows_than_addresses_are_refused() -> None:
    with pytest.raises(ValueError, match="5 rows: a SerLCD has at most 4"):
        SerLcd(20, 5)
