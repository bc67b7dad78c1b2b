"""Pages for everyone: by keyboard alone, in each browser's language, on small and large screens, for screen readers."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from engine.era.state import Phase, State
from firmware_bridge.control import ask

from .visitors import HALL, LAPTOP, PHONE, Hall, Visitor, hall_at

PAGES = ("table", "seat", "big", "operator")
SIZES = (PHONE, LAPTOP, HALL)
LANGUAGES = {
    "en": ("Era Table: the virtual table", "YELLOW"),
    "cs": ("Era Table: virtuální stůl", "ŽLUTÝ"),
    "hu": ("Era Table: a virtuális asztal", "SÁRGA"),
}
"""The title of the table's page, and yellow's name."""
UNSEEN = """() => {
    const parts = [...document.querySelectorAll("main > *")].filter(part => part.getClientRects().length);
    const boxes = parts.map(part => part.getBoundingClientRect());
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    const isCut = part => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
    return parts.flatMap((part, index) => [
        ...boxes.slice(0, index).flatMap((box, other) => meet(box, boxes[index]) ? [[part.id, parts[other].id]] : []),
        ...(part.id && isCut(part) ? [[part.id, "is cut"]] : []),
    ]);
}"""
"""Parts of a page that lie on each other, and those that are larger than their boxes."""


def in_action(game: State) -> bool:
    """Whether yellow carries out an action in the fourth round."""
    return game.round == 4 and game.action is not None


@pytest.fixture(scope="module")
def playing(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Hall]:
    """In mid-game; for tests that leave it as it is."""
    folder = tmp_path_factory.mktemp("playing")
    with hall_at(folder, browser, in_action) as hall:
        yield hall


@pytest.fixture(scope="module")
def over(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Hall]:
    """A game that has ended, with its scores."""
    folder = tmp_path_factory.mktemp("over")
    with hall_at(folder, browser, lambda game: game.phase is Phase.OVER) as hall:
        yield hall


@pytest.fixture(scope="module", params=[(state, page) for state in ("playing", "over") for page in PAGES])
def visitor(request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """A window on each page in each of the two states, one after another."""
    state, page = request.param
    hall: Hall = request.getfixturevalue(state)
    with hall.visitor(hall.seat("yellow") if page == "seat" else f"/{page}") as visitor:
        yield visitor


def test_no_page_scrolls_sideways_in_three_sizes_and_languages(visitor: Visitor) -> None:
    found = {}
    for language in LANGUAGES:
        speak(visitor, language)
        for size in SIZES:
            visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
            visitor.page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
            found[language, size] = wider(visitor.page)
    assert {where: more for where, more in found.items() if more > 0} == {}


def test_axe_finds_nothing_serious(visitor: Visitor, axe: str) -> None:
    speak(visitor, "en")
    size = PHONE if "/seat/" in visitor.page.url else LAPTOP
    visitor.page.set_viewport_size({"width": size[0], "height": size[1]})
    visitor.page.evaluate(axe)
    found = json.loads(visitor.page.evaluate("axe.run().then(JSON.stringify)"))
    assert found["passes"]
    serious = [
        (each["id"], each["impact"], [(node["target"], node["failureSummary"]) for node in each["nodes"]])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
    assert serious == []


def wider(page: Page) -> int:
    """By how many CSS pixels the page is wider than its window, so that it has to be scrolled sideways."""
    return int(page.evaluate("document.scrollingElement.scrollWidth - innerWidth"))


def test_each_browser_has_the_language_that_it_chooses(playing: Hall) -> None:
    with (
        playing.visitor("/table", language="en") as english,
        playing.visitor("/table", language="cs") as czech,
        playing.visitor("/table", language="hu") as hungarian,
    ):
        speaks(english, "en")
        speaks(czech, "cs")
        speaks(hungarian, "hu")
        speak(czech, "hu")
        speaks(czech, "hu")
        speaks(english, "en")
        czech.reload()
        speaks(czech, "hu")


def test_pages_may_load_nothing_from_elsewhere_and_it_would_be_noticed(playing: Hall) -> None:
    with playing.visitor("/big") as big:
        assert big.page.evaluate("fetch('http://192.0.2.1/').then(() => 'came', () => 'refused')") == "refused"
        script = "document.body.append(Object.assign(document.createElement('script'), {text: 'var ran = 1'}))"
        big.page.evaluate(script)
        assert big.page.evaluate("typeof ran") == "undefined"
        for directive in ("connect-src 'self'", "script-src 'self'"):
            assert any(directive in fault for fault in big.faults)
        big.faults.clear()


@pytest.mark.parametrize("depth", ["referee", "full"])
def test_the_big_screen_shows_all_of_five_players_in_each_size_in_words_of_each_language(
    tmp_path: Path, browser: Browser, depth: str
) -> None:
    players = ["yellow", "green", "brown", "orange", "purple"]
    with hall_at(tmp_path, browser) as hall:
        # Nobody's influence is counted in depth "referee", and in the first round it has no history: there is no chart.
        new = {"command": "new", "players": players, "start": "purple", "depth": depth, "dealing": "virtual"}
        ask(tmp_path / "control.socket", new)
        operator = hall.visitor("/operator")
        operator.page.get_by_role("button", name="Show the clocks").click()
        if depth == "full":
            operator.page.get_by_role("button", name="It is done").click()  # the cards lie
        big = hall.visitor("/big")
        expect(big.page.locator("#standings .clock").first).to_have_text("0:00")  # purple is in turn
        expect(big.page.locator("#hands")).to_be_hidden()
        codes = big.page.locator("#codes img")
        expect(codes).to_have_count(len(players))
        expect(big.page.locator("#chart-part")).to_be_hidden()
        found = {}
        for language in LANGUAGES:
            speak(big, language)
            for size in SIZES:
                big.page.set_viewport_size({"width": size[0], "height": size[1]})
                expect(codes.last).to_be_visible()
                found[language, size] = big.page.evaluate(UNSEEN)
        assert {where: parts for where, parts in found.items() if parts} == {}


def speak(visitor: Visitor, language: str) -> None:
    """Choose the language in the page's own list."""
    visitor.page.locator("#language").select_option(language)
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)


def speaks(visitor: Visitor, language: str) -> None:
    """Wait until the page is in that language."""
    title, yellow = LANGUAGES[language]
    expect(visitor.page).to_have_title(title)
    expect(visitor.page.locator("html")).to_have_attribute("lang", language)
    expect(visitor.turn).to_contain_text(yellow)
