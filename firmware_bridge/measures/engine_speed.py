"""How fast the rules engine is: whole games by chance, single moves, and a state written and read.

All of it is processor time of one thread, the best of several runs, since other work on the machine only ever adds.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.era.components import COLOURS
from engine.era.full_state import decode, encode
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Move
from engine.era.notation import read_state, write_state
from engine.era.simulate import eager, steps, uniform
from engine.era.state import State

PLAYERS: Final = 4
GAMES: Final = 40
"""Games in one run."""
RUNS: Final = 12


@dataclass(frozen=True, slots=True)
class Speed:
    """What was measured on games of `players` players, depth "full".

    decisions_per_s: uniform play with full menus; games_per_s: whole games, eager. The others are microseconds, the
    mean over every move of uniform games. menu_us: one menu. apply_us: one move with its legality check. other_us: what
    is left of a move of whole games: the choice and the loop around it. state_json_us: one state written to JSON and
    read back. state_checked_us: likewise, and looked at whether a game can come to it, as is done with a text from
    outside. first_round_us, last_round_us: menu and move in the first and the last round, where a cost that grows with
    the length of the game would show.
    """

    players: int
    decisions_per_s: float
    games_per_s: float
    menu_us: float
    apply_us: float
    other_us: float
    state_json_us: float
    state_checked_us: float
    first_round_us: float
    last_round_us: float


def measure_engine(runs: int = RUNS) -> Speed:
    """Measure, the best of so many runs; one takes a second or two."""
    played = [game_of(seed) for seed in range(GAMES)]
    moments = [moment for game in played for moment in game]
    decisions = sum(state.seat_in_turn is not None for state, _ in moments)
    whole = best(lambda: play(uniform), runs)
    first = [moment for moment in moments if moment[0].round == 1]
    last = [moment for moment in moments if moment[0].round == moment[0].rounds]
    menus, moves = per_moment(menus_of, moments, runs), per_moment(moves_of, moments, runs)
    return Speed(
        players=PLAYERS,
        decisions_per_s=decisions / whole,
        games_per_s=GAMES / best(lambda: play(eager), runs),
        menu_us=menus,
        apply_us=moves,
        other_us=whole * 1e6 / len(moments) - menus - moves,
        state_json_us=per_moment(through_json, moments, runs),
        state_checked_us=per_moment(through_notation, moments, runs),
        first_round_us=per_moment(menus_of, first, runs) + per_moment(moves_of, first, runs),
        last_round_us=per_moment(menus_of, last, runs) + per_moment(moves_of, last, runs),
    )


Moment = tuple[State, Move]
"""A state, and the move made in it."""


def game_of(seed: int) -> list[Moment]:
    """A game by chance, move by move."""
    state, moments = begun(seed), []
    for _, move, _, after in steps(state, uniform, seed):
        moments.append((state, move))
        state = after
    return moments


def begun(seed: int) -> State:
    """The game before its first card."""
    return new_game(COLOURS[:PLAYERS], seed % PLAYERS, "full", seed=seed)


def play(policy: Callable[[Sequence[Move], int], Move]) -> None:
    """All games of a run."""
    for seed in range(GAMES):
        for _ in steps(begun(seed), policy, seed):
            pass


def menus_of(moments: Sequence[Moment]) -> None:
    """Every menu."""
    for state, _ in moments:
        legal_moves(state)


def moves_of(moments: Sequence[Moment]) -> None:
    """Every move."""
    for state, move in moments:
        apply(state, move)


def through_json(moments: Sequence[Moment]) -> None:
    """Every state written and read."""
    for state, _ in moments:
        decode(encode(state))


def through_notation(moments: Sequence[Moment]) -> None:
    """Every state written, read and looked at."""
    for state, _ in moments:
        read_state(write_state(state))


def per_moment(work: Callable[[Sequence[Moment]], None], moments: Sequence[Moment], runs: int) -> float:
    """Microseconds that the work takes for one of the moments."""
    return best(lambda: work(moments), runs) * 1e6 / len(moments)


def best(work: Callable[[], None], runs: int) -> float:
    """Seconds of processor time of the fastest run."""
    taken = []
    for _ in range(runs):
        start = time.thread_time()
        work()
        taken.append(time.thread_time() - start)
    return min(taken)
