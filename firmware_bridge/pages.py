"""Texts laid out on a display of characters: wrapped between words, turned page by page where they are long."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from .texts import PART, TIED

PAGE_S = 3.0
"""How long a page stands before the next one is shown: time to read two or three short lines."""

Forms = Sequence[str]
"""A text in its forms, the usual one first, a short one perhaps after it."""
Page = tuple[str, ...]
"""The lines of a display, each as long as the display is wide."""


@dataclass(frozen=True, slots=True)
class Size:
    """A display of characters."""

    columns: int = 20
    rows: int = 4


def wrap(text: str, columns: int) -> list[str]:
    """The text in lines; only a word that is wider than the display (a tag's number) is ever cut."""
    lines: list[str] = []
    for word in text.split(" "):
        if lines and len(lines[-1]) + 1 + len(word) <= columns:
            lines[-1] += " " + word
            continue
        while len(word) > columns:
            lines.append(word[:columns])
            word = word[columns:]
        if word:
            lines.append(word)
    return [line.replace(TIED, " ") for line in lines]


def fitting(forms: Forms, columns: int, lines: int) -> list[str]:
    """The first form that takes at most so many lines; the last one if none does."""
    for form in forms:
        wrapped = wrap(form.replace(PART, " "), columns)
        if len(wrapped) <= lines:
            break
    return wrapped


def two_ends(left: Forms, right: Forms, columns: int) -> str:
    """One line with a text at either end: the first forms that leave a blank between them, the right one's before the
    left one's; the last right one alone if none do."""
    for other, one in product(right, left):
        if len(one) + bool(other) + len(other) <= columns:
            return one + other.rjust(columns - len(one))
    return right[-1].rjust(columns)


def in_pages(fixed: Sequence[str], parts: Sequence[Forms], foot: Sequence[str], size: Size) -> tuple[Page, ...]:
    """Pages that begin with the `fixed` lines and end with the `foot`; between them the parts, each from a new line.

    One page if the parts fit in a form; else no page is turned within a part that fits on one.
    """
    room = size.rows - len(fixed) - len(foot)
    wrapped = [fitting(forms, size.columns, room) for forms in parts]
    if sum(map(len, wrapped)) > room:
        short = [wrap(forms[-1].replace(PART, " "), size.columns) for forms in parts]
        wrapped = short if sum(map(len, short)) <= room else wrapped
    return tuple(filled([*fixed, *body], foot, size) for body in _bodies(wrapped, room))


def _bodies(parts: Sequence[list[str]], room: int) -> Iterator[list[str]]:
    body: list[str] = []
    for part in parts:
        if body and len(body) + len(part) > room:
            yield body
            body = []
        body = body + part
        while len(body) > room:
            yield body[:room]
            body = body[room:]
    yield body


def filled(lines: Sequence[str], foot: Sequence[str], size: Size) -> Page:
    """A whole page: the lines from the top, the foot at the bottom."""
    gap = [""] * (size.rows - len(lines) - len(foot))
    return tuple(line.ljust(size.columns) for line in (*lines, *gap, *foot))


def with_news(page: Page, news: Forms, size: Size) -> Page:
    """The page with the news on the lines at its foot that are empty: in the first form that fits; as it was, if none
    does."""
    told = [line for line in page if line.strip()]
    room = size.rows - len(told)
    if list(page[: len(told)]) != told:  # something stands at the foot already
        return page
    for form in news:
        lines = wrap(form.replace(PART, " "), size.columns)
        if len(lines) <= room:
            return filled([line.rstrip() for line in told], lines, size)
    return page


def turned(pages: Sequence[Page], elapsed: float) -> Page:
    """The page that stands so long (s) after the first one came up; after the last one comes the first again."""
    return pages[int(max(elapsed, 0.0) / PAGE_S) % len(pages)]
