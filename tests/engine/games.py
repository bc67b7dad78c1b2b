"""Helpers of the engine's tests: games of each size, positions reached by moves in notation, games at random."""

import random
from collections.abc import Iterator

from engine.era.events import Event
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Move, TokenMove, parse
from engine.era.state import State

THREE = ("yellow", "green", "brown")
FOUR = ("yellow", "green", "brown", "orange")
FIVE = ("yellow", "green", "brown", "orange", "purple")
TABLES = (THREE, FOUR, FIVE)

# Moves of the longest game: five players, two tokens each, laid and taken back, ten rounds (SETUP-1).
LONGEST = 5 * 2 * 2 * 10


def play(state: State, *texts: str) -> State:
    """The state after moves given in notation."""
    for text in texts:
        state, _ = apply(state, parse(text))
    return state


def play_events(state: State, text: str) -> tuple[Event, ...]:
    """What one move given in notation brings about."""
    return apply(state, parse(text))[1]


def token_moves(state: State) -> tuple[TokenMove, ...]:
    """The legal moves of a game of depth "referee", of which all are moves of tokens."""
    return tuple(move for move in legal_moves(state) if isinstance(move, TokenMove))


def placed_three() -> State:
    """Three players, all nine tokens down, yellow to resolve: yellow on build, produce, buy; green on build, market,
    develop; brown on produce, buy, manufacture."""
    return play(
        new_game(THREE, "yellow"),
        "place build", "place market", "place produce",
        "place produce", "place build", "place buy",
        "place buy", "place develop", "place manufacture",
    )


def placed_four() -> State:
    """Four players, all eight tokens down, yellow to resolve: yellow and green on build and buy, brown and orange on
    market and develop."""
    return play(
        new_game(FOUR, "yellow"),
        "place build", "place build", "place market", "place market",
        "place buy", "place buy", "place develop", "place develop",
    )


def random_game(state: State, seed: int) -> Iterator[tuple[State, Move, State]]:
    """Play to the end with moves drawn evenly: each state, the move made in it, and the state that came of it."""
    source = random.Random(seed)
    for _ in range(LONGEST):
        move = source.choice(legal_moves(state))
        after, _ = apply(state, move)
        yield state, move, after
        if not legal_moves(after):
            return
        state = after
    raise AssertionError(f"the game does not end: {state}")
