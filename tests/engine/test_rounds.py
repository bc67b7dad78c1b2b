"""ROUND-8 and END-1: what moves between two rounds, and when the game is over."""

import pytest

from engine.era.events import GameOver, RoundEnded, RoundMarkerMoved, StartPlayerMoved, TokenTakenBack
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Decline, Place, Resolve
from engine.era.state import Phase, State
from engine.errors import IllegalMove
from tests.engine.games import FIVE, FOUR, TABLES, THREE, placed_four, play, random_game

# X10: rounds, tokens of each player by number of players.
X10 = [(THREE, 9, 3), (FOUR, 8, 2), (FIVE, 10, 2)]


def finished(players: tuple[str, ...], start: int) -> State:
    """A game played to its end."""
    *_, (_, _, last) = random_game(new_game(players, start), seed=1)
    return last


def last_of_the_round() -> State:
    """Four players, round 1: one token is left, orange's on develop, and yellow was the start player."""
    return play(
        placed_four(),
        "resolve build", "resolve build", "resolve market", "resolve market",
        "resolve buy", "resolve buy", "resolve develop",
    )


def test_round_8_marker_one_on_and_pawn_to_the_left_neighbour() -> None:
    state, events = apply(last_of_the_round(), Resolve("develop"))
    assert events == (
        TokenTakenBack("orange", "develop", declined=False, clause="RESOLVE-1"),
        RoundEnded(1, "RESOLVE-1"),
        RoundMarkerMoved(2, "ROUND-8"),
        StartPlayerMoved("green", "ROUND-8"),
    )
    assert (state.round, state.start_player, state.in_turn) == (2, "green", "green")
    assert (state.phase, state.tokens_on_board) == (Phase.PLACING, 0)


def test_round_8_a_round_that_ends_with_declining_ends_alike() -> None:
    declined, _ = apply(last_of_the_round(), Decline("develop"))
    resolved, _ = apply(last_of_the_round(), Resolve("develop"))
    assert declined == resolved


@pytest.mark.parametrize("players", TABLES)
def test_round_8_pawn_goes_around_the_table(players: tuple[str, ...]) -> None:
    # From the last seat: after it comes the first.
    first = len(players) - 1
    starts = {}
    for state, _, _ in random_game(new_game(players, first), seed=2):
        starts[state.round] = state.start_player
    clockwise = [players[first], *players[:first]] * 4
    assert list(starts.values()) == clockwise[: len(starts)]


@pytest.mark.parametrize(("players", "rounds", "tokens"), X10)
def test_x10_end_1_rounds_and_tokens_of_a_whole_game(players: tuple[str, ...], rounds: int, tokens: int) -> None:
    placed: dict[tuple[int, str], int] = {}
    for state, move, _ in random_game(new_game(players, 0), seed=3):
        if isinstance(move, Place):
            assert state.in_turn is not None
            key = (state.round, state.in_turn)
            placed[key] = placed.get(key, 0) + 1
    assert placed == {(number, name): tokens for number in range(1, rounds + 1) for name in players}


@pytest.mark.parametrize(("players", "rounds", "tokens"), X10)
def test_end_1_last_token_back_ends_the_game(players: tuple[str, ...], rounds: int, tokens: int) -> None:
    *_, (before, move, after) = random_game(new_game(players, 0), seed=4)
    _, events = apply(before, move)
    assert events[1:] == (RoundEnded(rounds), GameOver(rounds, "END-1"))
    assert after.phase is Phase.OVER
    assert after.in_turn is None
    assert after.seat_in_turn is None
    assert legal_moves(after) == ()
    assert [after.tokens_in_hand(name) for name in players] == [tokens] * len(players)


@pytest.mark.parametrize(("players", "rounds", "tokens"), X10)
def test_round_9_after_the_last_round_marker_and_pawn_stay(
    players: tuple[str, ...], rounds: int, tokens: int
) -> None:
    # The pawn moves after each round but the last: rounds - 1 seats on from the first seat.
    after = finished(players, start=0)
    assert after.round == rounds
    assert after.start_player == players[(rounds - 1) % len(players)]


@pytest.mark.parametrize("move", [Place("build"), Resolve("build"), Decline("build")])
@pytest.mark.parametrize("by", [None, "yellow", "pink"])
def test_end_1_no_move_after_the_end(move: Place | Resolve | Decline, by: str | None) -> None:
    with pytest.raises(IllegalMove, match="over") as refused:
        apply(finished(FOUR, start=0), move, by)
    assert refused.value.clause == "END-1"
