"""The bench's Matrix Orbital display by itself: what the manual says of each command, and no mercy for others."""

import pytest

from hardware.bench.screens import MatrixOrbitalScreen

R = bytes([0b10101, 0b01010, 0, 31, 1, 2, 4, 8])   # some picture


def fed(data: bytes) -> MatrixOrbitalScreen:
    screen = MatrixOrbitalScreen(6, 2)
    screen.feed(data)
    return screen


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"ab", ("ab    ", "      ")),
        (b"ab\xfe\x47\x03\x02x", ("ab    ", "  x   ")),   # column 3, row 2
        (b"ab\xfe\x48x", ("xb    ", "      ")),
        (b"ab\xfe\x58x", ("x     ", "      ")),
        (b"\xfe\x4e\x03" + R + b"a\x03", ("a\ue003    ", "      ")),
        (b"a\xfe\x99\xfeb\xfe\x50\x58c", ("abc   ", "      ")),   # brightness and contrast may be any byte
        (b"a\xfe\x52\xfe\x44\xfe\x4b\xfe\x54b", ("ab    ", "      ")),
    ],
)
def test_known_commands(data: bytes, lines: tuple[str, str]) -> None:
    screen = fed(data)
    assert screen.lines() == lines
    assert screen.faults == []


def test_settings_are_kept() -> None:
    screen = fed(b"\xfe\x99\xc8\xfe\x50\x80\xfe\x51\xfe\x44")
    assert (screen.brightness, screen.contrast, screen.scrolls, screen.wraps) == (200, 128, True, False)


def test_a_character_defined_anew_changes_wherever_it_stands() -> None:
    screen = fed(b"\xfe\x4e\x00" + R + b"\x00\x00")
    assert screen.lines({tuple(R): "ř"})[0] == "řř    "
    screen.feed(b"\xfe\x4e\x00" + bytes(8))
    assert screen.lines({tuple(R): "ř"})[0] == "\ue000\ue000    "


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\x08", "byte 0x08 is no text"),
        (b"\x5c", "byte 0x5c is no text"),
        (b"\xe1", "byte 0xe1 is no text"),
        (b"\xfe\x20", "unknown command 0x20"),
        (b"abcdefg", "text past the last column: 'g'"),
        (b"\xfe\x47\x07\x01", "cursor sent outside the screen by column 7, row 1"),
        (b"\xfe\x47\x00\x01", "cursor sent outside the screen by column 0, row 1"),
        (b"\x01", "character 1 shown before it was defined"),
        (b"\xfe\x4e\x08" + R, "character 8: there are 8, of five columns each"),
    ],
)
def test_everything_else_is_a_fault(data: bytes, fault: str) -> None:
    assert fed(data).faults == [fault]
