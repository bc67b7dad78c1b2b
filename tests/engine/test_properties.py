"""What holds in every game, whoever plays whatever: found by games at random of 3, 4 and 5 players."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings, strategies as st

from engine.era.components import AREAS
from engine.era.game import apply, legal_moves, new_game, replay
from engine.era.moves import Decline, Place, Resolve, TokenMove, parse
from engine.era.state import Phase, State
from engine.errors import IllegalMove
from tests.engine.games import TABLES, random_game

# In the order that legal_moves promises: areas in board order.
ALL_MOVES: list[TokenMove] = [kind(area) for area in AREAS for kind in (Place, Resolve, Decline)]
TOKENS = {3: 3, 4: 2, 5: 2}  # SETUP-1
ROUNDS = {3: 9, 4: 8, 5: 10}  # SETUP-1, END-1

seeds = st.integers(0, 2**32 - 1)
beginnings = st.sampled_from([new_game(players, start) for players in TABLES for start in range(len(players))])
games = settings(max_examples=15, deadline=None)


def states_of(start: State, seed: int) -> Iterator[State]:
    """Every state of a game at random, the first and the last included."""
    yield start
    for _, _, after in random_game(start, seed):
        yield after


@games
@given(beginnings, seeds)
def test_place_2_and_place_3_hold_in_every_state(start: State, seed: int) -> None:
    for state in states_of(start, seed):
        for area in state.board:
            assert len(area) <= 2
            assert len(set(area)) == len(area)


@games
@given(beginnings, seeds)
def test_tokens_neither_appear_nor_vanish(start: State, seed: int) -> None:
    tokens = TOKENS[len(start.players)]
    for state in states_of(start, seed):
        for seat, name in enumerate(state.players):
            lying = sum(area.count(seat) for area in state.board)
            assert 0 <= lying <= tokens
            assert state.tokens_in_hand(name) == tokens - lying


@games
@given(beginnings, seeds)
def test_end_1_a_game_has_its_number_of_moves_and_rounds(start: State, seed: int) -> None:
    states = list(states_of(start, seed))
    players = len(start.players)
    # Every token is laid once and taken back once in every round.
    assert len(states) - 1 == players * TOKENS[players] * 2 * ROUNDS[players]
    assert {state.round for state in states} == set(range(1, ROUNDS[players] + 1))
    assert [state.phase is Phase.OVER for state in states] == [False] * (len(states) - 1) + [True]


@games
@given(beginnings, seeds)
def test_turns_go_clockwise_within_each_half_of_a_round(start: State, seed: int) -> None:
    before = start
    for after in states_of(start, seed):
        if (before.round, before.phase) == (after.round, after.phase) and before is not after:
            assert before.seat_in_turn is not None
            assert after.seat_in_turn == (before.seat_in_turn + 1) % len(start.players)
        elif after.phase is not Phase.OVER:
            assert after.seat_in_turn == after.start
        before = after


def clause_against(state: State, move: TokenMove) -> str | None:
    """The clause that forbids the move of the player in turn, written from the rules page; None if none does."""
    if state.phase is Phase.OVER:
        return "END-1"
    lying = state.players_on(move.area)
    if not isinstance(move, Place):
        return None if state.phase is Phase.RESOLVING and state.in_turn in lying else "RESOLVE-1"
    if state.phase is Phase.RESOLVING:
        return "PLACE-1"
    if len(lying) == 2:
        return "PLACE-2"
    return "PLACE-3" if state.in_turn in lying else None


@games
@given(beginnings, seeds)
def test_apply_refuses_just_what_legal_moves_leaves_out_by_the_right_clause(start: State, seed: int) -> None:
    for state in states_of(start, seed):
        legal = legal_moves(state)
        assert legal == tuple(move for move in ALL_MOVES if clause_against(state, move) is None)
        for move in ALL_MOVES:
            if move in legal:
                apply(state, move)
            else:
                with pytest.raises(IllegalMove) as refused:
                    apply(state, move)
                assert refused.value.clause == clause_against(state, move)


@games
@given(beginnings, seeds)
def test_nobody_but_the_player_in_turn_may_move(start: State, seed: int) -> None:
    for state, move, after in random_game(start, seed):
        for name in state.players:
            if name == state.in_turn:
                assert apply(state, move, by=name)[0] == after
            else:
                with pytest.raises(IllegalMove) as refused:
                    apply(state, move, by=name)
                assert refused.value.clause == ("PLACE-1" if state.phase is Phase.PLACING else "RESOLVE-3")


@games
@given(beginnings, seeds)
def test_replay_of_the_notation_gives_the_same_states(start: State, seed: int) -> None:
    played = list(random_game(start, seed))
    record = [str(move) for _, move, _ in played]
    assert replay(start, map(parse, record)) == played[-1][2]
    middle = len(played) // 2
    assert replay(start, map(parse, record[:middle])) == played[middle][0]


@games
@given(beginnings, seeds)
def test_same_moves_give_equal_states_equal_hashes_equal_events(start: State, seed: int) -> None:
    again = new_game(start.players, start.start)
    for state, move, after in random_game(start, seed):
        assert hash(again) == hash(state)
        again, events = apply(again, move)
        assert again == after
        assert again is not after
        assert events == apply(state, move)[1]


@games
@given(beginnings, seeds)
def test_no_two_states_of_a_game_are_equal(start: State, seed: int) -> None:
    states = list(states_of(start, seed))
    assert len(set(states)) == len(states)
