"""The bench's pole display by itself: what the CD5220's manual says of each command, and no mercy for others."""

import pytest

from hardware.bench.screens import Cd5220Screen


def fed(data: bytes) -> Cd5220Screen:
    screen = Cd5220Screen()
    screen.feed(data)
    return screen


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"ab", ("ab", "")),
        (b"ab\x1b\x6c\x03\x02x", ("ab", "  x")),
        (b"ab\x0cx", ("x", "")),
        (b"ab\x1b\x40x", ("x", "")),
        (b"\x1b\x51\x42" + b"12345678901234567890" + b"\x0d", ("", "12345678901234567890")),
        (b"\x1b\x51\x41" + b"12345678901234567890" + b"\x0d\x18\x1b\x6c\x01\x02x", ("12345678901234567890", "x")),
        (b"a\x1b\x11\x1b\x5f\x00\x1b\x2a\x04b", ("ab", "")),
    ],
)
def test_known_commands(data: bytes, lines: tuple[str, str]) -> None:
    screen = fed(data)
    assert tuple(line.rstrip() for line in screen.lines()) == lines
    assert {len(line) for line in screen.lines()} == {20}
    assert screen.faults == []


def test_settings_are_kept() -> None:
    screen = fed(b"\x1b\x2a\x03\x1b\x5f\x00")
    assert (screen.brightness, screen.cursor_shown, screen.initialised) == (3, False, 0)
    screen.feed(b"\x1b\x40")
    assert (screen.cursor_shown, screen.initialised) == (True, 1)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\x07", "byte 0x07 is no text"),
        (b"\x0d", "byte 0x0d is no text"),          # no string is being sent
        (b"\x9f", "byte 0x9f is no text"),
        (b"\x1b\x42", "unknown command ESC 0x42"),
        (b"\x1b\x12", "a mode that scrolls"),
        (b"\x1b\x2a\x05", "ESC 0x2a with 05"),
        (b"\x1b\x5f\x02", "ESC 0x5f with 02"),
        (b"\x1b\x51\x43", "ESC 0x51 with 43"),
        (b"\x1b\x6c\x15\x01", "cursor sent outside the screen by column 21, row 1"),
        (b"\x1b\x6c\x01\x03", "cursor sent outside the screen by column 1, row 3"),
        (b"\x1b\x51\x41\x1b\x6c\x01\x02", "command ESC 0x6c in string mode"),
        (b"123456789012345678901", "text past the last column: '1'"),
    ],
)
def test_everything_else_is_a_fault(data: bytes, fault: str) -> None:
    assert fed(data).faults == [fault]


def test_there_is_no_other_size() -> None:
    with pytest.raises(ValueError, match="a CD5220 has 20x2 cells, not 20x4"):
        Cd5220Screen(20, 4)
