"""The VT100 driver: bytes worked out by hand, and every run of screens read back by the bench's terminal."""

from hypothesis import given, strategies as st

from hardware.bench.screens import Vt100Screen
from hardware.displays.display import Screen
from hardware.displays.vt100 import Vt100

# Plain letters, letters of two bytes in UTF-8, and blanks often enough that gaps of all lengths occur.
CELLS = "  ab~žŁő"
SCREENS = st.lists(st.text(CELLS, max_size=20), max_size=4).map(lambda lines: Screen(tuple(lines)))
PLAIN_SCREENS = st.lists(st.text("  ab", max_size=20), max_size=4).map(lambda lines: Screen(tuple(lines)))


def test_first_draw_clears_hides_the_cursor_and_writes() -> None:
    data = Vt100().draw(Screen(("", "It is YELLOW's turn.")))
    assert data == b"\x1b[0m\x1b[2J\x1b[?25l" b"\x1b[2;1HIt is YELLOW's turn."


def test_first_draw_of_a_blank_screen_only_clears() -> None:
    assert Vt100().draw(Screen()) == b"\x1b[0m\x1b[2J\x1b[?25l"


def test_same_screen_again_is_no_byte() -> None:
    driver = Vt100()
    driver.draw(Screen(("BUILD",)))
    assert driver.draw(Screen(("BUILD",))) == b""


def test_only_what_changed_is_sent() -> None:
    driver = Vt100()
    driver.draw(Screen(("Round 3/8      GREEN", "lay a token (1 of 2)")))
    # The 1 is the 14th cell of its line.
    assert driver.draw(Screen(("Round 3/8      GREEN", "lay a token (2 of 2)"))) == b"\x1b[2;14H2"


def test_what_vanishes_is_blanked() -> None:
    driver = Vt100()
    driver.draw(Screen(("", "", "", "PLACE-2")))
    assert driver.draw(Screen(("", "", "", "PLACE"))) == b"\x1b[4;6H  "


def test_a_row_is_erased_to_its_end_where_that_takes_less() -> None:
    # ESC [ K takes three bytes: four blanks are more, three are not.
    driver = Vt100()
    driver.draw(Screen(("", "", "yellow: build", "abcd")))
    assert driver.draw(Screen(("", "", "", "a"))) == b"\x1b[3;1H\x1b[K" b"\x1b[4;2H   "
    driver = Vt100()
    driver.draw(Screen(("green: develop",)))
    assert driver.draw(Screen(("green: buy",))) == b"\x1b[1;8Hbuy\x1b[K"


def test_gap_of_six_is_written_through_and_of_seven_jumped_over() -> None:
    # Moving the cursor takes at least the six bytes of ESC [ 1 ; 8 H.
    driver = Vt100()
    driver.draw(Screen(("a123456a",)))
    assert driver.draw(Screen(("b123456b",))) == b"\x1b[1;1Hb123456b"
    driver = Vt100()
    driver.draw(Screen(("a1234567a",)))
    assert driver.draw(Screen(("b1234567b",))) == b"\x1b[1;1Hb\x1b[1;9Hb"


def test_gap_is_measured_in_bytes() -> None:
    # Four letters of two bytes each in UTF-8: eight bytes, more than a move.
    driver = Vt100()
    driver.draw(Screen(("ažžžža",)))
    assert driver.draw(Screen(("bžžžžb",))) == b"\x1b[1;1Hb\x1b[1;6Hb"


def test_letters_go_out_as_utf8() -> None:
    # U+017E is C5 BE in UTF-8: 0x17E = 101 111110 in bits, 110 00101 and 10 111110 with the marks of two bytes.
    assert Vt100().draw(Screen(("ž",))).endswith(b"\x1b[1;1H\xc5\xbe")


def test_forgotten_screen_is_drawn_whole() -> None:
    driver = Vt100()
    first = driver.draw(Screen(("BUY",)))
    driver.forget()
    assert driver.draw(Screen(("BUY",))) == first


def test_leaving_clears_and_gives_the_cursor_back() -> None:
    driver = Vt100()
    first = driver.draw(Screen(("BUY",)))
    assert driver.leave() == b"\x1b[0m\x1b[2J\x1b[1;1H\x1b[?25h"
    assert driver.draw(Screen(("BUY",))) == first


@given(st.lists(SCREENS, min_size=1, max_size=6))
def test_every_run_of_screens_ends_in_the_last(screens: list[Screen]) -> None:
    driver, terminal = Vt100(), Vt100Screen()
    for screen in screens:
        terminal.feed(driver.draw(screen))
        assert terminal.lines() == screen.lines
    assert terminal.faults == []
    assert not terminal.cursor_shown


@given(SCREENS, SCREENS)
def test_terminal_that_showed_something_else_shows_the_screen(junk: Screen, screen: Screen) -> None:
    terminal = Vt100Screen()
    terminal.feed(b"\x1b[7m" + "\r\n".join(junk.lines[:3]).encode())
    terminal.feed(Vt100().draw(screen))
    assert terminal.lines() == screen.lines
    assert terminal.inverse == set()


@given(PLAIN_SCREENS, PLAIN_SCREENS)
def test_any_change_is_quick(old: Screen, new: Screen) -> None:
    driver = Vt100()
    driver.draw(old)
    # A row in one piece takes 6 bytes for the cursor and 20 for its letters; pieces may only make it shorter.
    assert len(driver.draw(new)) <= 4 * (6 + 20)
