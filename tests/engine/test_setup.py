"""SETUP-1, SETUP-6: how a game begins, and with whom it can't."""

import pytest

from engine.era.components import AREAS, COLOURS, SETUPS, SPACES_PER_AREA, Setup
from engine.era.game import new_game
from engine.era.state import Phase
from engine.errors import GameError, SetupError
from tests.engine.games import FOUR, TABLES, THREE


@pytest.mark.parametrize(
    ("players", "tokens", "bonus_tokens", "rounds"), [(3, 3, 3, 9), (4, 2, 5, 8), (5, 2, 1, 10)]
)
def test_x10_setup_1_numbers_by_players(players: int, tokens: int, bonus_tokens: int, rounds: int) -> None:
    assert SETUPS[players] == Setup(tokens=tokens, bonus_tokens=bonus_tokens, rounds=rounds)
    state = new_game(COLOURS[:players], 0)
    assert state.rounds == rounds
    assert [state.tokens_in_hand(name) for name in state.players] == [tokens] * players


def test_the_board_of_the_rulebook() -> None:
    assert AREAS == ("build", "produce", "buy", "manufacture", "market", "develop")
    assert SPACES_PER_AREA == 2
    assert COLOURS[:4] == ("yellow", "green", "brown", "orange")
    assert len(set(COLOURS)) == 5


@pytest.mark.parametrize("players", TABLES)
def test_setup_1_first_round_board_empty_placing(players: tuple[str, ...]) -> None:
    state = new_game(players, 0)
    assert (state.round, state.phase, state.depth) == (1, Phase.PLACING, "referee")
    assert state.players == players
    assert all(state.seats_on(area) == () for area in AREAS)


@pytest.mark.parametrize("count", [0, 1, 2, 6])
def test_setup_1_other_numbers_of_players_refused(count: int) -> None:
    with pytest.raises(SetupError, match=rf"{count} players.*3 to 5.*SETUP-1"):
        new_game([f"player {number}" for number in range(count)], 0)


@pytest.mark.parametrize("players", TABLES)
def test_setup_6_any_player_may_start(players: tuple[str, ...]) -> None:
    for seat, name in enumerate(players):
        by_seat, by_name = new_game(players, seat), new_game(players, name)
        assert by_seat == by_name
        assert by_seat.in_turn == by_seat.start_player == name


@pytest.mark.parametrize("start", ["pink", "", -1, 4])
def test_setup_6_start_player_must_play(start: int | str) -> None:
    with pytest.raises(SetupError, match="SETUP-6"):
        new_game(FOUR, start)


def test_two_players_of_one_name_refused() -> None:
    with pytest.raises(SetupError, match="yellow, green, yellow"):
        new_game(["yellow", "green", "yellow"], 0)


def test_player_without_a_name_refused() -> None:
    with pytest.raises(SetupError, match="without a name"):
        new_game(["yellow", " ", "brown"], 0)


def test_unknown_depth_refused_naming_the_known() -> None:
    with pytest.raises(SetupError, match="'deep' is not one of referee"):
        new_game(THREE, 0, depth="deep")


def test_errors_are_the_rooms_and_a_builtin_too() -> None:
    assert issubclass(SetupError, GameError)
    assert issubclass(SetupError, ValueError)
