"""Pictures of the pages for `docs/pictures`, taken anew by `python -m tests.browser.pictures`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import Browser, Page, expect

from engine.era.state import State

from .chromium import chromium
from .small_png import small_png
from .visitors import HALL, LAPTOP, PHONE, hall_at

PICTURES: Final = Path(__file__).parents[2] / "docs" / "pictures"


def at_the_market(game: State) -> bool:
    """Whether a player has much to choose from, late in the game."""
    return game.round == 8 and game.in_turn == "green" and game.action is not None and game.action.area == "market"


def never(game: State) -> bool:
    """So that a game is played to its end."""
    return False


def take(folder: Path, browser: Browser, to: Path) -> None:
    """Take all pictures: at one table in mid-game, and at one whose game is over."""
    with hall_at(folder / "market", browser, at_the_market) as hall, empty_page(browser) as empty:
        for name, path, size, last in (
            ("web-big", "/big", HALL, "#codes img"),
            ("web-table", "/table", LAPTOP, "#screen .line"),
            ("web-table-1920x1080", "/table", HALL, "#screen .line"),
            ("web-table-phone", "/table", PHONE, "#board .has-token"),
            ("web-seat", hall.seat("green"), PHONE, "#choices button"),
            ("web-operator", "/operator", LAPTOP, "#readers table"),
        ):
            with hall.visitor(path, size) as visitor:
                part = visitor.page.locator(last).first  # it comes last of all
                expect(part).to_be_visible()
                # What hardware does is told anew each second: an element may just have been replaced.
                into_view = "selector => document.querySelector(selector).scrollIntoView({block: 'nearest'})"
                visitor.page.evaluate(into_view, last)
                keep_picture(visitor.page, to / f"{name}.png", empty)
    with hall_at(folder / "over", browser, never) as hall, empty_page(browser) as empty:
        big = hall.visitor("/big", HALL).page
        big.get_by_role("button", name="Show all").click()
        expect(big.locator(".winner")).to_be_visible()
        keep_picture(big, to / "web-scoring.png", empty)


@contextmanager
def empty_page(browser: Browser) -> Iterator[Page]:
    """Where `small_png` works."""
    with browser.new_context() as context:
        yield context.new_page()


def keep_picture(page: Page, file: Path, empty: Page) -> None:
    """What the page shows, as a file, once all its pictures are there and nothing fades in any more."""
    page.wait_for_function("[...document.images].every(each => each.complete) && !document.getAnimations().length")
    file.write_bytes(small_png(page.screenshot(), empty))


def main() -> int:
    """Take them with the system's browser."""
    with TemporaryDirectory(prefix="era-table-") as folder, chromium() as browser:
        take(Path(folder), browser, PICTURES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
