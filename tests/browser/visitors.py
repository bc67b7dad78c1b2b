"""Those who look at the pages: a browser window each, used as people do, and all that goes wrong in it kept."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, expect

from engine.era.moves import Move
from engine.era.state import State
from firmware_bridge.menus.choices import options

from .kept_game import begun_only, keep
from .sockets import links
from .tables import WebTable

PHONE: Final = (390, 844)
LAPTOP: Final = (1280, 720)
HALL: Final = (1920, 1080)
PATIENCE_MS: Final = 20_000
"""What anything may take on a busy machine."""
LOOK_MS: Final = 20
"""How often a page is looked at: not with each picture that it draws, which would have it draw without end."""

MOST_KEYS: Final = 60
"""How often a key is pressed to come anywhere."""
STEPS: Final = 2
"""Moves of the mouse in one drag: pages follow those."""

MIDDLE: Final = """selector => {
    const found = [...document.querySelectorAll(selector)].at(-1)?.getBoundingClientRect();
    return found && [found.x + found.width / 2, found.y + found.height / 2];
}"""
OFFERED: Final = """wanted => {
    const buttons = [...document.querySelectorAll("#choices .choice-list > li > button")];
    return JSON.stringify(buttons.map(button => button.dataset.move ?? "")) === JSON.stringify(wanted);
}"""
LOG: Final = "() => document.getElementById('log').innerText"
OTHER_LOG: Final = "before => document.getElementById('log').innerText !== before"

expect.set_options(timeout=PATIENCE_MS)


class Visitor:
    """One window; a context manager that closes it.

    faults: what a page wrote to its console as warning or error, its uncaught errors, requests to other machines; a
    page of ours does none of these. phone: whether it is touched.
    """

    def __init__(self, page: Page, address: str, phone: bool) -> None:
        self.page = page
        self.address = address
        self.phone = phone
        self.faults: list[str] = []
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("request", self._request)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.leave()

    def leave(self) -> None:
        """The window is closed; what went wrong in it stays known. Twice is fine."""
        self.page.context.close()

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        url = urlsplit(request.url)
        if url.scheme not in ("data", "blob") and url.netloc != urlsplit(self.address).netloc:
            self.faults.append(f"request: {request.url}")

    # --- what stands on the page ---

    def open(self, path: str) -> None:
        """Go to a page of the table, and wait until it shows the game."""
        self.page.goto(self.address + path)
        self.shows()

    def reload(self) -> None:
        """As with the browser's own button."""
        self.page.reload()
        self.shows()

    def shows(self) -> None:
        """Wait until the page shows the game."""
        expect(self.page.locator("#turn .does")).not_to_be_empty()

    @property
    def turn(self) -> Locator:
        """Whose turn it is, and what for."""
        return self.page.locator("#turn")

    @property
    def problem(self) -> Locator:
        """What is wrong, and what to do; the one that blocks most."""
        return self.page.locator("#problems .problem.first")

    @property
    def notice(self) -> Locator:
        """What the table answered to something that it refuses."""
        return self.page.locator("#notice")

    @property
    def undo(self) -> Locator:
        """The button that takes the last move back."""
        return self.page.locator("#undo")

    @property
    def secret(self) -> str:
        """Of the seat whose link was opened."""
        return urlsplit(self.page.url).path.rpartition("/")[2]

    def offers(self, game: State) -> None:
        """Wait until the page offers what the engine offers in that state, and nothing else."""
        wanted = ["" if option.inside else str(option.move) for option in options(game)]
        self.page.wait_for_function(OFFERED, arg=wanted, polling=LOOK_MS)

    def forgive(self, fault: str) -> None:
        """What begins so in the console was to be expected."""
        self.faults = [each for each in self.faults if not each.startswith(f"console: {fault}")]

    # --- what people do ---

    @contextmanager
    def something_happens(self) -> Iterator[None]:
        """Do it, and then wait until the page tells of it in its log."""
        before = self.page.evaluate(LOG)
        yield
        self.page.wait_for_function(OTHER_LOG, arg=before, polling=LOOK_MS)

    def choose(self, game: State, move: Move) -> None:
        """Press the button of a move that is offered in that state, and wait until it is made."""
        self.offers(game)
        with self.something_happens():
            self.press(game, move)

    def press(self, game: State, move: Move) -> None:
        """Press the button of a move, open the group that it is in before, and say yes where that is asked."""
        index, option = next(
            (index, option)
            for index, option in enumerate(options(game))
            if move in ([inner.move for inner in option.inside] or [option.move])
        )
        line = self.page.locator("#choices .choice-list > li").nth(index)
        group = line.locator('[aria-expanded="false"]')
        if option.inside and group.count():  # one that was opened for the move before stays open
            self._push(group)
        self._push(line.locator(f'[data-move="{move}"]'))
        yes = self.page.locator("#choices .question .yes")
        if yes.count():
            self._push(yes)

    def _push(self, button: Locator) -> None:
        if self.phone:
            button.tap()
        else:
            button.click()

    def lay(self, player: str, place: str) -> None:
        """Drag a token from the player's hand onto a space."""
        self._drag(f"{hand(player)} [data-token]", space(place))

    def lift(self, place: str, player: str) -> None:
        """Drag the token of a space back to its player."""
        self._drag(f"{space(place)}.has-token", hand(player))

    def _drag(self, one: str, other: str) -> None:
        """With the mouse, from the last element that fits one selector to that of the other."""
        mouse = self.page.mouse
        mouse.move(*self._middle(one))
        mouse.down()
        mouse.move(*self._middle(other), steps=STEPS)
        mouse.up()

    def _middle(self, selector: str) -> tuple[float, float]:
        """Looked up and measured in one go: the page may draw it anew at any moment."""
        x, y = self.page.wait_for_function(MIDDLE, arg=selector, polling=LOOK_MS).json_value()
        return x, y

    def of(self, player: str, area: str) -> str:
        """The space of the area on which the player's token lies, as the page shows it."""
        token = self.page.locator(f'#board .space.player-{player}[data-place^="{area}:"]')
        return token.get_attribute("data-place") or ""

    def tokens(self) -> list[str]:
        """All spaces on which the page shows a token."""
        spaces = self.page.locator("#board .space.has-token").all()
        return [space.get_attribute("data-place") or "" for space in spaces]

    def focus_on(self, wanted: str, key: str = "Tab") -> None:
        """Press the key until what has the focus fits the selector."""
        for _ in range(MOST_KEYS):
            if self.page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never comes to {wanted}")


def space(place: str) -> str:
    """The selector of a space of the drawn board, by its place as `build:1`."""
    return f'#board .space[data-place="{place}"]'


def hand(player: str) -> str:
    """The selector of a player's tokens that lie nowhere."""
    return f'[data-hand="{player}"]'


class Hall:
    """All who look at one table, in one browser. A context manager: when it is left, nothing may have gone wrong in any
    of their windows.

    table: with the game that was `kept` there.
    """

    def __init__(self, browser: Browser, table: WebTable) -> None:
        self._browser = browser
        self.table = table
        self.visitors: list[Visitor] = []
        self._seats: dict[str, str] = {}

    @property
    def game(self) -> State:
        """The game that the table began with."""
        return self.table.kept.state

    def visitor(
        self, path: str, size: tuple[int, int] = LAPTOP, language: str = "en", headers: dict[str, str] | None = None
    ) -> Visitor:
        """Somebody opens a page, in a browser of their own; a phone is touched. headers: that their requests have
        besides."""
        phone = size == PHONE
        context = self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=language,
            has_touch=phone,
            is_mobile=phone,
            reduced_motion="reduce",
            extra_http_headers=headers,
        )
        visitor = Visitor(context.new_page(), self.table.address, phone)
        self.visitors.append(visitor)
        visitor.open(path)
        return visitor

    def phone(self, player: str, language: str = "en") -> Visitor:
        """The player has scanned the code of the seat."""
        return self.visitor(self.seat(player), PHONE, language)

    def seat(self, player: str) -> str:
        """The link of a player's seat, as its code says it."""
        self._seats = self._seats or links(self.table)
        return self._seats[player]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for visitor in self.visitors:
            visitor.leave()
        faults = [fault for visitor in self.visitors for fault in visitor.faults]
        assert error is not None or not faults, faults


@contextmanager
def hall_at(folder: Path, browser: Browser, enough: Callable[[State], bool] = begun_only) -> Iterator[Hall]:
    """A table whose game has been played until it was `enough`; folder: of its state."""
    with WebTable(folder, keep(folder, enough)) as table, Hall(browser, table) as hall:
        yield hall
