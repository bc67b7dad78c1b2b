"""The golden playthroughs still come out as they stand in tests/playthroughs/; they guard against change."""

from collections import Counter

import pytest

from engine.era.game import legal_moves, replay
from engine.era.game_text import read_game
from engine.era.state import Phase

from .playthroughs import FOLDER, RUNS, game_of, written

MOST_BYTES = 1_500_000


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", RUNS)
def test_the_moves_of_a_playthrough_lead_to_its_menus_and_states(name: str) -> None:
    """Line by line, so that a failure shows the first move that leads elsewhere."""
    assert written(read_game(text_of(name))).splitlines() == text_of(name).splitlines()


@pytest.mark.parametrize("name", RUNS)
def test_the_same_players_choose_the_same_moves(name: str) -> None:
    """`python -m tests.engine.playthroughs` would write the same file."""
    assert written(game_of(RUNS[name])) == text_of(name)


def test_there_are_three_whole_games_for_each_number_of_players() -> None:
    games = [read_game(text_of(name)) for name in RUNS]
    assert Counter(len(game.begun.players) for game in games) == {3: 3, 4: 3, 5: 3}
    assert all(replay(game.begun, game.moves).phase is Phase.OVER for game in games)
    assert all(game.moves[0] in legal_moves(game.begun) for game in games)


def test_no_file_is_left_over_and_all_are_small() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(RUNS)
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < MOST_BYTES
