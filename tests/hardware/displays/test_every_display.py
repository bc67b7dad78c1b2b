"""Each driver held against the independent reader of its bytes, with any run of screens.

The screens of a run come from a seed: to let the property tester draw each of their cells takes ten times as long.
"""

import itertools
import random

import pytest
from hypothesis import given, settings, strategies as st

from hardware.bench.screens import SCREENS
from hardware.displays.display import Screen
from hardware.displays.kinds import KINDS

from .kinds import CZECH, HUNGARIAN, LETTERS, SIZES, Size, bare_lines, letters_to_define, pieces, sent

# Blanks often enough that gaps of all lengths occur, letters with marks often enough that codes change hands.
PLAIN = "   ab|:?"
CELLS = PLAIN + CZECH + HUNGARIAN + CZECH.upper() + HUNGARIAN.upper()


SEEDS = st.integers(0, 2**32 - 1)


class Scribe:
    """Writes screens by chance: some lines empty, some short, gaps of all lengths."""

    def __init__(self, size: Size, seed: int) -> None:
        self.random = random.Random(seed)
        self._size = size

    def few_letters(self) -> Screen:
        """A screen with at most eight letters that have to be defined."""
        marked = self.random.sample(CZECH + HUNGARIAN + CZECH.upper(), self.random.randint(0, 8))
        return self._written(PLAIN + 2 * "".join(marked))

    def any_letters(self) -> Screen:
        """A screen with any letters."""
        return self._written(CELLS)

    def _written(self, cells: str) -> Screen:
        rows = self.random.randint(0, self._size.rows)
        lengths = [self.random.choice((0, self._size.columns, self.random.randint(1, 16))) for _ in range(rows)]
        return self._size.screen(*("".join(self.random.choices(cells, k=length)) for length in lengths))


def test_each_kind_of_display_has_a_reader_of_its_bytes() -> None:
    assert KINDS.keys() == SCREENS.keys()
    assert {(size.kind, (size.columns, size.rows)) for size in SIZES} == {
        (name, size) for name, kind in KINDS.items() for size in kind.sizes
    }


@pytest.mark.parametrize("size", SIZES, ids=str)
@given(seed=SEEDS)
@settings(max_examples=30)
def test_every_run_of_screens_ends_in_the_last_however_often_all_is_forgotten(size: Size, seed: int) -> None:
    driver, far_end, scribe = size.driver(), size.far_end(), Scribe(size, seed)
    for _ in range(5):
        screen = scribe.few_letters()
        if scribe.random.random() < 0.3:
            driver.forget()
            # What may still complete a command that was cut off is text for a display that waits for none.
            far_end.feed(driver.draw(screen))
            assert all("text past the last column" in fault for fault in far_end.faults)
            far_end.faults.clear()
        far_end.feed(sent(driver, screen))
        assert far_end.lines(LETTERS) == (bare_lines(screen) if size.kind == "cd5220" else screen.lines)
        assert driver.draw(screen) == b""
        assert far_end.faults == []


@pytest.mark.parametrize("size", [size for size in SIZES if size.defines], ids=str)
@given(seed=SEEDS)
@settings(max_examples=30)
def test_of_too_many_letters_the_most_frequent_are_drawn_and_the_rest_is_bare(size: Size, seed: int) -> None:
    driver, far_end, scribe = size.driver(), size.far_end(), Scribe(size, seed)
    for _ in range(4):
        screen = scribe.any_letters()
        far_end.feed(sent(driver, screen))
        assert driver.draw(screen) == b""
        shown, text, plain = (
            "".join(lines) for lines in (far_end.lines(LETTERS), screen.lines, bare_lines(screen))
        )
        drawn = {letter for letter, seen in zip(text, shown, strict=True) if seen == letter}
        for letter, seen, without in zip(text, shown, plain, strict=True):
            assert seen == (letter if letter in drawn else without)
        to_define = letters_to_define(size, screen)
        left = to_define - drawn
        assert len(to_define & drawn) == min(8, len(to_define))
        counted = {letter: text.count(letter) for letter in to_define}
        assert all(counted[less] <= counted[more] for less, more in itertools.product(left, to_define & drawn))
    assert far_end.faults == []


@pytest.mark.parametrize("size", SIZES, ids=str)
@given(seed=SEEDS)
@settings(max_examples=30)
def test_how_the_bytes_are_cut_up_is_all_one(size: Size, seed: int) -> None:
    driver, at_once, in_bytes = size.driver(), size.far_end(), size.far_end()
    scribe = Scribe(size, seed)
    for _ in range(3):
        stream = sent(driver, scribe.any_letters())
        at_once.feed(stream)
        for byte in stream:
            in_bytes.feed(bytes([byte]))
        assert in_bytes.lines(LETTERS) == at_once.lines(LETTERS)
    assert in_bytes.faults == at_once.faults == []


@pytest.mark.parametrize("size", [size for size in SIZES if size.kind != "serlcd"], ids=str)
@given(seed=SEEDS)
@settings(max_examples=30)
def test_cells_that_stay_as_they_are_never_flicker(size: Size, seed: int) -> None:
    """And one that changes shows nothing else meanwhile. But for a SerLCD, which defining a letter empties."""
    driver, far_end, scribe = size.driver(), size.far_end(), Scribe(size, seed)
    far_end.feed(sent(driver, scribe.any_letters()))
    before = "".join(far_end.lines(LETTERS))
    stages = []
    for byte in sent(driver, scribe.any_letters()):
        far_end.feed(bytes([byte]))
        stages.append("".join(far_end.lines(LETTERS)))
    after = "".join(far_end.lines(LETTERS))
    for stage in stages:
        for old, new, shown in zip(before, after, stage, strict=True):
            assert shown in (old, new, " ")
            assert shown == new or old != new


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_display_that_kept_its_power_while_the_plug_was_out_is_right_again(size: Size) -> None:
    """The plug is pulled at every byte, so in the middle of every command; what follows must not pass for its rest."""
    stream = sent(size.driver(), size.screen("úúú ěščřžýá", "polož žeton"))
    seconds = size.screen("", "   šíř   "), size.screen("", "   ship   ")
    for cut, second in itertools.product(range(len(stream) + 1), seconds):
        driver, far_end = size.driver(), size.far_end()
        far_end.feed(stream[:cut])
        far_end.feed(sent(driver, second))
        assert far_end.lines(LETTERS) == (bare_lines(second) if size.kind == "cd5220" else second.lines)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_display_that_was_switched_off_meanwhile_is_right_again(size: Size) -> None:
    driver = size.driver()
    sent(driver, size.screen("Kolo 3/8  ZELENÁ", "polož žeton"))
    driver.forget()
    second = size.screen("őszi szél", "fúj a fák közt")
    fresh = size.far_end()
    fresh.feed(sent(driver, second))
    assert fresh.lines(LETTERS) == (bare_lines(second) if size.kind == "cd5220" else second.lines)
    assert fresh.faults == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_leaving_empties_the_display(size: Size) -> None:
    driver, far_end = size.driver(), size.far_end()
    far_end.feed(sent(driver, size.screen("It is YELLOW's", "turn.")))
    far_end.feed(driver.leave())
    assert far_end.lines() == size.screen().lines
    far_end.feed(sent(driver, size.screen("again")))
    assert far_end.lines() == size.screen("again").lines
    assert far_end.faults == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_letter_of_czech_and_hungarian_is_itself_or_bare(size: Size) -> None:
    driver, far_end = size.driver(), size.far_end()
    for letter in CZECH + HUNGARIAN + CZECH.upper() + HUNGARIAN.upper():
        screen = size.screen(letter)
        far_end.feed(sent(driver, screen))
        assert far_end.lines(LETTERS) == (bare_lines(screen) if size.kind == "cd5220" else screen.lines)
    assert far_end.faults == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_one_cell_of_a_full_screen_costs_a_few_bytes(size: Size) -> None:
    driver = size.driver()
    full = "x" * size.columns
    whole = len(sent(driver, size.screen(*[full] * size.rows)))
    [change] = pieces(driver, size.screen(*[full] * (size.rows - 1), full[:-1] + "y"))
    # A cursor command, at most the eight bytes of ESC [ 4 ; 2 0 H, and the letter.
    assert len(change) <= 9
    assert len(change) < whole / 5
