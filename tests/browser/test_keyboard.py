"""The virtual table by keyboard alone: a token is laid, a token is lifted, a choice is made."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from engine.era.moves import Resolve
from engine.era.state import Phase, State

from .kept_game import decisions
from .visitors import hall_at, hand, space


def to_lift(game: State) -> bool:
    """Whether all tokens lie, and the first player is to lift one."""
    return game.phase is Phase.RESOLVING


def test_a_token_is_laid_by_keyboard(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser) as hall:
        table = hall.visitor("/table")
        keys = table.page.keyboard
        table.focus_on(f"{hand('yellow')} [data-token]")
        keys.press("Enter")
        table.focus_on(space("build:1"), "ArrowLeft")  # the focus goes to the board by itself, to its first free space
        table.focus_on(space("produce:1"), "ArrowRight")
        with table.something_happens():
            keys.press("Enter")
        expect(table.turn).to_contain_text("GREEN")
        assert hall.table.moves() == ["place produce"]


def test_a_token_is_lifted_and_a_choice_made_by_keyboard(tmp_path: Path, browser: Browser) -> None:
    with hall_at(tmp_path, browser, to_lift) as hall:
        made = hall.table.moves()
        (_, lift, started), (_, choice, chosen) = [step for step in decisions() if step[0].phase is Phase.RESOLVING][:2]
        assert isinstance(lift, Resolve)
        table = hall.visitor("/table")
        keys = table.page.keyboard
        table.focus_on("#board .space")
        table.focus_on(space(table.of("yellow", lift.area)), "ArrowDown")
        keys.press("Enter")
        table.focus_on(f"{hand('yellow')} button")
        with table.something_happens():
            keys.press("Enter")
        table.offers(started)
        table.focus_on(f'[data-move="{choice}"]')
        with table.something_happens():
            keys.press("Enter")
        table.offers(chosen)
        assert hall.table.moves() == [*made, str(lift), str(choice)]
