"""Laying texts out: between words, on as few pages as there must be, and everything in its order."""

from itertools import chain, pairwise

import pytest
from hypothesis import given, strategies as st

from firmware_bridge.pages import PAGE_S, Size, fitting, in_pages, turned, two_ends, wrap
from firmware_bridge.texts import PART, TIED

SMALL = Size(16, 2)
WORDS = st.lists(st.text("abž", min_size=1, max_size=16), max_size=12)


@given(WORDS)
def test_wrapping_keeps_every_word_whole_and_fills_each_line_as_far_as_it_goes(words: list[str]) -> None:
    lines = wrap(" ".join(words), 16)
    assert " ".join(lines).split(" ") == (words or [""])
    assert all(len(line) <= 16 for line in lines)
    for line, following in pairwise(lines):
        assert len(line) + 1 + len(following.split(" ")[0]) > 16


def test_only_what_is_wider_than_the_display_is_cut() -> None:
    assert wrap("tag 04a1b2c3d4e5f60718", 16) == ["tag", "04a1b2c3d4e5f607", "18"]


def test_what_is_tied_stays_in_one_line() -> None:
    assert wrap(f"one two{TIED}three", 9) == ["one", "two three"]


def test_the_first_form_that_fits_is_taken_else_the_shortest() -> None:
    forms = ("lay a token", "lay one", "lay")
    assert fitting(forms, 11, 1) == ["lay a token"]
    assert fitting(forms, 10, 1) == ["lay one"]
    assert fitting(forms, 10, 2) == ["lay a", "token"]
    assert fitting(("lay a token", "lay one"), 3, 1) == ["lay", "one"]


@pytest.mark.parametrize(
    ("columns", "line"), [(20, "Round 10/10   YELLOW"), (18, "Round 10/10 YELLOW"), (17, "10/10      YELLOW")]
)
def test_of_two_ends_the_left_one_gives_way(columns: int, line: str) -> None:
    assert two_ends(("Round 10/10", "10/10"), ("YELLOW",), columns) == line


def test_of_two_ends_one_may_have_the_line_alone() -> None:
    assert two_ends(("How many players?", "Players?"), ("2/3", ""), 20) == "Players?         2/3"
    assert two_ends(("How many players?",), ("2/3", ""), 20) == "How many players?   "
    assert two_ends(("How many players?", "Players?"), ("2/3", ""), 16) == "Players?     2/3"
    assert two_ends(("far too long for this",), ("GREEN",), 16) == "           GREEN"


def test_one_page_where_there_is_room() -> None:
    pages = in_pages(["head"], [("one",), ("two",)], ["foot"], Size(6, 5))
    assert pages == (("head  ", "one   ", "two   ", "      ", "foot  "),)


def test_short_forms_are_taken_rather_than_a_second_page() -> None:
    pages = in_pages([], [("a long text", "short"), ("b",)], [], Size(6, 2))
    assert pages == (("short ", "b     "),)


def test_a_page_is_turned_between_parts_and_head_and_foot_stay() -> None:
    pages = in_pages(["head"], [("a",), ("b b b",)], ["foot"], Size(4, 4))
    assert pages == (("head", "a   ", "    ", "foot"), ("head", "b b ", "b   ", "foot"))


def test_a_part_that_no_page_holds_is_gone_through_line_by_line() -> None:
    pages = in_pages(["head"], [("aaa bbb ccc",)], [], Size(4, 2))
    assert pages == (("head", "aaa "), ("head", "bbb "), ("head", "ccc "))


def test_parts_are_told_from_each_other_by_a_blank_where_they_flow() -> None:
    assert in_pages([], [(f"wrong:{PART}mend",)], [], Size(11, 1)) == (("wrong: mend",),)


@given(st.lists(WORDS, max_size=5), st.sampled_from([Size(20, 4), SMALL, Size(20, 2)]))
def test_whatever_the_texts_all_of_them_is_shown_in_order_and_to_size(parts: list[list[str]], size: Size) -> None:
    pages = in_pages(["head"], [(" ".join(words),) for words in parts], [], size)
    assert {(len(page), *map(len, page)) for page in pages} == {(size.rows, *[size.columns] * size.rows)}
    assert [word for page in pages for line in page[1:] for word in line.split()] == list(chain(*parts))


def test_pages_turn_every_three_seconds_and_begin_anew() -> None:
    pages = (("one",), ("two",), ("three",))
    assert PAGE_S == 3.0
    seen = [turned(pages, elapsed)[0] for elapsed in (0.0, 2.99, 3.0, 6.0, 8.99, 9.0, 3600.0)]
    assert seen == ["one", "one", "two", "three", "three", "one", "one"]  # 3600 s are 400 rounds of 9 s
    assert turned(pages, -1.0) == ("one",)
