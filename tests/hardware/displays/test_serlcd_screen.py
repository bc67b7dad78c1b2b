"""The bench's SerLCD by itself: what SparkFun's table says of each command, and no mercy for others."""

import pytest

from hardware.bench.screens import SerLcdScreen

R = bytes([0b10101, 0b01010, 0, 31, 1, 2, 4, 8])   # some picture


def fed(data: bytes, columns: int = 6, rows: int = 2) -> SerLcdScreen:
    screen = SerLcdScreen(columns, rows)
    screen.feed(data)
    return screen


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", ("      ", "      ")),
        (b"ab", ("ab    ", "      ")),
        (b"ab\xfe\xc2x", ("ab    ", "  x   ")),           # 40 + 2: second row, third cell
        (b"ab\xfe\x80x", ("xb    ", "      ")),
        (b"ab\x7c\x2dx", ("x     ", "      ")),           # clear and home
        (b"a\x7c\x7cb", ("a|b   ", "      ")),
        (b"\xe1\xef\xf5\xdf\x7e\x5c", ("äöü°→¥", "      ")),
        (b"ab\x7c\x1b" + R + b"x", ("x     ", "      ")),  # to record a character empties the display
        (b"\x7c\x1d" + R + b"\x7c\x25", ("\ue002     ", "      ")),
        (b"\x7c\x22" + R + b"\x7c\x2a", ("\ue007     ", "      ")),
        (b"a\x7c\x18\x7cb", ("ab    ", "      ")),        # the contrast may be any byte
        (b"a\x7c\x2b\x7c\xfe\x00b", ("ab    ", "      ")),
    ],
)
def test_known_commands(data: bytes, lines: tuple[str, str]) -> None:
    screen = fed(data)
    assert screen.lines() == lines
    assert screen.faults == []


def test_the_third_row_goes_on_where_the_first_ends() -> None:
    screen = fed(b"\xfe\x94c\xfe\xd4d", 20, 4)   # 14 and 54
    assert [line[0] for line in screen.lines()] == [" ", " ", "c", "d"]
    assert screen.faults == []


def test_a_defined_character_shows_as_the_letter_whose_picture_it_is() -> None:
    screen = fed(b"\x7c\x1b" + R + b"\x7c\x23")
    assert screen.lines({tuple(R): "ř"})[0] == "ř     "
    screen.feed(b"\x7c\x1b" + bytes(8) + b"\xfe\x80\x7c\x23")
    assert screen.lines({tuple(R): "ř"})[0] == "\ue000     "


def test_settings_are_kept_and_counted() -> None:
    screen = fed(b"\x7c\x2f\x7c\x18\x0a\x7c\x2b\x01\x02\x03")
    assert (screen.messages, screen.contrast, screen.backlight) == (False, 10, (1, 2, 3))
    assert screen.settings_written == 3
    assert screen.characters_recorded == 0


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\x07", "not understood: 07"),
        (b"\x08", "not understood: 08"),
        (b"\xb1", "not understood: b1"),                    # a kana
        (b"\xfe\x01", "not understood: fe 01"),             # for the bare LCD
        (b"\x7c\x0b", "not understood: 7c 0b"),             # another baud rate
        (b"abcdefg", "text past the last column: 'g'"),
        (b"\xfe\x86", "cursor sent outside the screen by address 0x06"),
        (b"\x7c\x24", "character 1 shown before it was defined"),
        (b"\x7c\x1b" + bytes([0x20, *bytes(7)]), "character 0 has pixels beside its five columns"),
    ],
)
def test_everything_else_is_a_fault(data: bytes, fault: str) -> None:
    assert fed(data).faults == [fault]


def test_what_comes_while_it_is_busy_is_lost() -> None:
    screen = SerLcdScreen(6, 2, powered=10.0)
    screen.feed(b"a", at=10.4)    # it shows its name for half a second
    screen.feed(b"b", at=10.6)
    assert screen.lines()[0] == "b     "
    assert screen.faults == ["byte 0x61 lost: it came 100 ms too early"]
    screen.feed(b"\x7c\x1b" + R, at=11.0)
    screen.feed(b"c", at=11.05)   # it needs 90 ms to record the character
    screen.feed(b"d", at=11.1)
    assert screen.lines()[0] == "d     "
    screen.feed(b"\x7c\x18\x05", at=12.0)
    screen.feed(b"e", at=12.4)    # and half a second to tell of the contrast
    assert screen.lines()[0] == "d     "
    assert len(screen.faults) == 3
