"""Every choice of whole games, and every page that buttons open, in every language on every size of display."""

from collections.abc import Iterator

import pytest

from firmware_bridge.menus.choices import options
from firmware_bridge.menus.dialogue import Page, Scene
from firmware_bridge.menus.game_pages import Choosing, choosing_title
from firmware_bridge.pages import Size, wrap
from firmware_bridge.panel_screens import CURSOR, drawn
from firmware_bridge.panels import Choice, Menu
from firmware_bridge.pictures.gallery import situations
from firmware_bridge.pictures.gallery_pages import session_of
from firmware_bridge.screens import pages
from firmware_bridge.texts import Message, Texts, say, texts

from ..desk_table import states

SIZES = (Size(20, 4), Size(16, 2), Size(20, 2))
LANGUAGES = ("cs", "en", "hu")
EVERYWHERE = pytest.mark.parametrize(
    ("language", "size"),
    [(language, size) for language in LANGUAGES for size in SIZES],
    ids=lambda value: f"{value.columns}x{value.rows}" if isinstance(value, Size) else value,
)


def menus_of_games() -> tuple[Menu, ...]:
    """Each choice that comes up in three games by chance once, where it first stood, under its title."""
    found: dict[tuple[Message, Choice], Menu] = {}
    for players, seed, dealing in ((3, 5, "virtual"), (4, 4, "cards"), (5, 6, "virtual")):
        for game in states(players, seed, dealing):
            scene = Scene(session_of(game))
            shown = options(game)
            pages: list[Page] = [Choosing(0)] if shown else []
            pages += [Choosing(0, option.subject) for option in shown if option.inside]
            for page in pages:
                for cursor in range(len(page.items(scene))):  # the line for the menu, too
                    panel = page.panel(scene, cursor)
                    assert isinstance(panel, Menu)
                    found.setdefault((panel.title, panel.choices[cursor]), panel)
    return tuple(found.values())


MENUS = menus_of_games()


def check(menu: Menu, size: Size, words: Texts) -> None:
    """That nothing is cut, that the choice, its cost and its gain stand there, and how many choices there are."""
    shown = [[line.rstrip() for line in page] for page in drawn(menu, size, words)]
    chosen = menu.choices[menu.cursor]
    count = f"{menu.cursor + 1}/{len(menu.choices)}"
    said = [word for page in shown for line in page for word in line.split()]
    for what, number in (*chosen.cost, *chosen.gain):
        assert f"{number}{words.code(what)}" in said
    forms = [wrap(form, size.columns - len(CURSOR)) for form in words.forms(chosen.text)]
    titles = words.forms(menu.title)
    if size.rows > 2:
        (page,) = shown  # never a page to wait for
        assert [line[2:] for line in page if line.startswith(CURSOR)] in forms
        assert page[0].startswith(titles)
        assert page[0].endswith(count) or len(titles[-1]) + 1 + len(count) > size.columns
        return
    for page in shown:
        at_cursor = page[0].removeprefix(CURSOR).removesuffix(count).rstrip()
        assert page[0].startswith(CURSOR)
        assert at_cursor in [form[0] for form in forms]
        assert page[0].endswith(count) or len(CURSOR + at_cursor) + 1 + len(count) > size.columns
    under = " ".join(" ".join(page[1:]) for page in shown)
    assert any(" ".join(form[1:]) in under for form in forms)
    assert any(title in " ".join(said) for title in titles)


@EVERYWHERE
def test_every_choice_of_whole_games_can_be_read_with_cost_and_gain(language: str, size: Size) -> None:
    assert len({menu.title.key for menu in MENUS}) >= 5  # areas, bonus, final market, both decks
    assert len(MENUS) > 500
    for menu in MENUS:
        check(menu, size, texts(language))


@EVERYWHERE
def test_every_menu_that_buttons_open_can_be_read(language: str, size: Size) -> None:
    menus = [situation.panel for situation in situations() if isinstance(situation.panel, Menu)]
    assert len(menus) > 25
    for menu in menus:
        for cursor in range(len(menu.choices)):
            check(Menu(menu.title, menu.choices, cursor, menu.about), size, texts(language))


def titles() -> Iterator[Message]:
    for game in states(5, 6):
        if options(game):
            yield choosing_title(game)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_of_a_choice_says_whose_it_is_on_every_display(language: str) -> None:
    words = texts(language)
    for title in set(titles()):
        player = dict(title.values).get("player")
        menu = Menu(title, (Choice(say("answer.yes")),) * 24, 23)
        for size in SIZES:
            shown = drawn(menu, size, words)
            if isinstance(player, str):
                assert any(words.word(player).upper() in line for page in shown for line in page)


@EVERYWHERE
def test_a_clock_beside_the_longest_name_leaves_whose_turn_it_is(language: str, size: Size) -> None:
    words = texts(language)
    (situation,) = [each for each in situations() if each.name == "a turn with clocks"]  # of orange, the longest name
    (head, *_), *_ = pages(situation.view, 3595.0, size, language)
    assert words.word("orange").upper() in head
    assert "1/8" in head
    assert "60:00" in head or len("1/8 60:00") + 1 + len(words.word("orange")) > size.columns  # 3595 s and 5 before
