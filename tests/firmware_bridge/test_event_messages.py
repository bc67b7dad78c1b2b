"""What the engine tells of a whole game can be said, in every language, and fits the displays."""

from collections.abc import Iterator

import pytest

from engine.era.components import COLOURS
from engine.era.events import (
    CardDealt,
    CardsSetAside,
    CircleMarked,
    Event,
    Gained,
    GameOver,
    GameWon,
    Paid,
    PlacingEnded,
    RoundEnded,
    Scored,
    TokenPlaced,
    TokenTakenBack,
)
from engine.era.game import new_game
from engine.era.simulate import eager, steps
from engine.era.state import Phase
from firmware_bridge.event_messages import news, round_end
from firmware_bridge.pages import Size
from firmware_bridge.panels import Line, Panel, Steps
from firmware_bridge.screens import pages
from firmware_bridge.texts import PART, Message, texts
from firmware_bridge.view import view

from .hands import Hands

SILENT = {
    Paid, CircleMarked,  # what went right is not confirmed (principle 3); what a move cost stood in the menu
    TokenPlaced, TokenTakenBack,  # the view tells of them
    PlacingEnded, RoundEnded, CardsSetAside, GameOver, GameWon, Scored,  # other screens do
}  # fmt: skip
BASE = view(Hands().session)


@pytest.fixture(scope="module")
def game() -> list[tuple[str, Event, Phase]]:
    """All events of a whole game of four: who was in turn, what happened, and in which phase of the game."""
    told: list[tuple[str, Event, Phase]] = []
    state = new_game(COLOURS[:4], 0, depth="full", seed=5)
    by = COLOURS[0]
    for _, _, events, after in steps(state, eager, seed=11):
        told += [(by, event, state.phase) for event in events]
        by, state = after.in_turn or by, after
    return told


def test_every_event_is_news_or_work_or_silent_for_a_reason(game: list[tuple[str, Event, Phase]]) -> None:
    said = {type(event) for by, event, _ in game if news(event, by) or round_end(1, [event])}
    assert {type(event) for _, event, _ in game} - said == SILENT


def distinct(game: list[tuple[str, Event, Phase]]) -> Iterator[Panel]:
    lines: set[Message] = {message for by, event, _ in game if (message := news(event, by)) is not None}
    works: set[Steps] = {work for _, event, _ in game if (work := round_end(10, [event])) is not None}
    yield from map(Line, lines)
    yield from works


@pytest.mark.parametrize("language", ["cs", "en", "hu"])
def test_all_of_it_fits_every_display(game: list[tuple[str, Event, Phase]], language: str) -> None:
    words = texts(language)
    panels = list(distinct(game))
    assert len(panels) > 100
    for panel in panels:
        message = panel.text if isinstance(panel, Line) else panel.steps[0] if isinstance(panel, Steps) else None
        assert message is not None
        whole = [form.replace(PART, " ").split() for form in words.forms(message)]
        for size in (Size(20, 4), Size(16, 2), Size(20, 2)):
            shown = pages(BASE, 0.0, size, language, panel)
            assert {(len(page), *map(len, page)) for page in shown} == {(size.rows, *[size.columns] * size.rows)}
            told = [word for page in shown for line in page[1:] for word in line.split()]
            # News stands at the foot, below what is to be done; work has the display to itself but for its title.
            assert any(told[-len(form) :] == form for form in whole), (message, size)
            if isinstance(panel, Line):
                assert len(shown) == 1  # for two seconds: nobody would see a second page


def test_who_gains_on_another_s_turn_is_told_for_what() -> None:
    gained = Gained("yellow", (("coins", 2),), "telephone technical", "MAKE-3")
    by_green, by_herself = news(gained, by="green"), news(gained, by="yellow")
    assert by_green is not None
    assert by_herself is not None
    assert texts("en").text(by_green) == "yellow +2$: telephone by green"
    assert texts("en").text(by_herself) == "yellow +2$: telephone technical"


@pytest.mark.parametrize(
    ("space", "where"),
    [
        # ROUND-3: p0 to p2 is the bottom row right to left, p3 to p6 the top row left to right; counted from the left.
        (0, "bottom row, 3: car"), (1, "bottom row, 2: car"), (2, "bottom row, 1: car"),
        (3, "top row, 1: car"), (6, "top row, 4: car"),
    ],
)  # fmt: skip
def test_a_card_is_laid_where_the_path_has_its_space(space: int, where: str) -> None:
    work = round_end(1, [CardDealt("invention", "car-1", space, "ROUND-3")])
    assert work is not None
    assert texts("en").text(work.steps[0]) == where
