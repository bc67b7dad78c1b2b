"""The bench's terminal by itself: what the manuals say of each sequence, and no mercy for others."""

import pytest
from hypothesis import given, strategies as st

from hardware.bench.screens import Vt100Screen


def fed(data: bytes, columns: int = 6, rows: int = 2) -> Vt100Screen:
    screen = Vt100Screen(columns, rows)
    screen.feed(data)
    return screen


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"", ("      ", "      ")),
        (b"ab\r\ncd", ("ab    ", "cd    ")),
        (b"ab\rc", ("cb    ", "      ")),
        (b"ab\nc", ("ab    ", "  c   ")),                       # a line feed keeps the column
        (b"ab\r\ncd\r\nef", ("cd    ", "ef    ")),              # on the last row it scrolls
        (b"\x1b[2;3Hx", ("      ", "  x   ")),
        (b"ab\x1b[Hx", ("xb    ", "      ")),                   # no parameters: home
        (b"ab\x1b[0;0Hx", ("xb    ", "      ")),                # 0 means 1
        (b"ab\x1b[2;Hx", ("ab    ", "x     ")),
        (b"ab\x1b[2Hx", ("ab    ", "x     ")),
        (b"abcdef\x1b[1;3H\x1b[K", ("ab    ", "      ")),       # from the cursor on, the cursor's cell with the rest
        (b"abcdef\x1b[1;3H\x1b[0Kx", ("abx   ", "      ")),
        (b"ab\r\ncd\x1b[2Jx", ("      ", "  x   ")),            # clearing does not move the cursor
        (b"\xc5\xbe", ("ž     ", "      ")),
    ],
)
def test_known_sequences(data: bytes, lines: tuple[str, str]) -> None:
    screen = fed(data)
    assert screen.lines() == lines
    assert screen.faults == []


def test_cursor_is_hidden_and_shown() -> None:
    assert fed(b"").cursor_shown
    assert not fed(b"\x1b[?25l").cursor_shown
    assert fed(b"\x1b[?25l\x1b[?25h").cursor_shown


def test_inverse_cells_are_those_written_between_7m_and_0m() -> None:
    assert fed(b"a\x1b[7mbc\x1b[0md").inverse == {(0, 1), (0, 2)}
    assert fed(b"a\x1b[7mbc\x1b[m\x1b[1;2Hd").inverse == {(0, 2)}
    assert fed(b"\x1b[7mab\x1b[1;2H\x1b[K").inverse == {(0, 0)}
    assert fed(b"\x1b[7mab\x1b[2J").inverse == set()
    assert fed(b"x\r\n\x1b[7ma\r\n").inverse == {(0, 0)}


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"\x1b[5J", r"unknown sequence '\x1b[5J'"),
        (b"\x1b[31m", r"unknown sequence '\x1b[31m'"),
        (b"\x1b[?7l", r"unknown sequence '\x1b[?7l'"),
        (b"\x1b[1;2;3H", r"unknown sequence '\x1b[1;2;3H'"),
        (b"\x1b[?1;2H", r"unknown sequence '\x1b[?1;2H'"),
        (b"\x1b[1000;1H", r"unknown sequence '\x1b[1000;1H'"),
        (b"\x1bc", r"unknown sequence '\x1bc'"),
        (b"\x1b[1\x1b[2J", r"sequence '\x1b[1' broken off by '\x1b'"),
        (b"\x1b[1\r", r"sequence '\x1b[1' broken off by '\r'"),
        (b"\x07", r"control character '\x07'"),
        (b"\xff", "bytes that are no UTF-8"),
        (b"abcdefg", "text past the last column: 'g'"),
        (b"\x1b[3;1H", r"cursor sent outside the screen by '\x1b[3;1H'"),
        (b"\x1b[1;7H", r"cursor sent outside the screen by '\x1b[1;7H'"),
    ],
)
def test_everything_else_is_a_fault(data: bytes, fault: str) -> None:
    assert fed(data).faults == [fault]


def test_text_after_an_unknown_sequence_is_read() -> None:
    assert fed(b"a\x1b[99zb").lines()[0] == "ab    "


SPLINTERS = st.sampled_from(
    [b"\x1b", b"[", b"2", b"J", b"1;3", b"H", b"K", b"7m", b"?25l", b"\r", b"\n", b"a", b"\xc5", b"\xbe", b"\xff"]
)


@given(st.lists(SPLINTERS, max_size=30).map(b"".join) | st.binary(max_size=60))
def test_one_byte_at_a_time_is_the_same(data: bytes) -> None:
    at_once, in_bytes = fed(data), fed(b"")
    for byte in data:
        in_bytes.feed(bytes([byte]))
    assert in_bytes.lines() == at_once.lines()
    assert in_bytes.inverse == at_once.inverse
    assert in_bytes.faults == at_once.faults
