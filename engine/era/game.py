"""The face of the game: begin it, ask what is legal, play a move. Everything else asks here."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

from engine.era import placement, resolve, rounds
from engine.era.components import AREAS, SETUPS
from engine.era.events import Event
from engine.era.moves import Move, Place
from engine.era.state import Phase, State
from engine.errors import IllegalMove, SetupError

RULES_VERSION: Final = 1
"""Raised whenever the same moves would lead elsewhere: a recorded game names the rules that it was begun under."""

DEPTHS = ("referee",)
"""How much of the game can be refereed; "referee" is placement, turns and rounds, and the areas' effects are left to
the players."""


def new_game(players: Sequence[str], start: int | str, depth: str = "referee") -> State:
    """Set up a game (SETUP-1, SETUP-6).

    players: 3 to 5 different names in order of seats, clockwise. start: who is the first start player, by name or by
    seat counted from 0. Raises SetupError.
    """
    names = tuple(players)
    if len(names) not in SETUPS:
        raise SetupError(f"{len(names)} players: the game is for {min(SETUPS)} to {max(SETUPS)} (SETUP-1)")
    if not all(name.strip() for name in names):
        raise SetupError(f"a player without a name: {', '.join(map(repr, names))}")
    if len(set(names)) < len(names):
        raise SetupError(f"two players of one name: {', '.join(names)}")
    if depth not in DEPTHS:
        raise SetupError(f"depth {depth!r} is not one of {', '.join(DEPTHS)}")
    return State(
        players=names,
        depth=depth,
        round=1,
        start=_seat(names, start),
        phase=Phase.PLACING,
        board=((),) * len(AREAS),
    )


def legal_moves(state: State) -> tuple[Move, ...]:
    """All moves of the player in turn, areas in board order; empty once the game is over, and never before."""
    seat = state.seat_in_turn
    if seat is None:
        return ()
    if state.phase is Phase.PLACING:
        return placement.legal_places(state, seat)
    return resolve.legal_uses(state, seat)


def apply(state: State, move: Move, by: str | None = None) -> tuple[State, tuple[Event, ...]]:
    """Play a move of the player in turn: the new state, and what happened in the order in which it did.

    by: who makes the move, where that is known; anybody but the player in turn is refused. Raises IllegalMove; the
    state that was passed in never changes.
    """
    seat = state.seat_in_turn
    if seat is None:
        raise IllegalMove("END-1", f"the game is over after round {state.round}")
    refused = _refusal(state, seat, move, by)
    if refused is not None:
        raise refused
    if isinstance(move, Place):
        return placement.place(state, seat, move)
    after, taken = resolve.take_back(state, seat, move)
    if after.tokens_on_board:
        return after, taken
    after, ended = rounds.end_round(after)
    return after, taken + ended


def replay(start: State, moves: Iterable[Move]) -> State:
    """The state after all `moves` from `start`; raises IllegalMove at the first that is not legal."""
    return reduce(lambda state, move: apply(state, move)[0], moves, start)


def _seat(names: tuple[str, ...], start: int | str) -> int:
    if isinstance(start, str):
        if start not in names:
            raise SetupError(f"start player {start!r} is not one of {', '.join(names)} (SETUP-6)")
        return names.index(start)
    if not 0 <= start < len(names):
        raise SetupError(f"start player's seat {start}: seats are 0 to {len(names) - 1} (SETUP-6)")
    return start


def _refusal(state: State, seat: int, move: Move, by: str | None) -> IllegalMove | None:
    """Why the rules refuse the move in a game that goes on; None where it is legal."""
    in_turn = state.players[seat]
    if by is not None and by != in_turn:
        clause = "PLACE-1" if state.phase is Phase.PLACING else "RESOLVE-3"
        return IllegalMove(clause, f"it is {in_turn}'s turn: {by} waits")
    if move.area not in AREAS:
        clause = "PLACE-1" if isinstance(move, Place) else "RESOLVE-1"
        return IllegalMove(clause, f"there is no area {move.area!r}: it is one of {', '.join(AREAS)}")
    if isinstance(move, Place):
        return placement.refusal(state, seat, move)
    return resolve.refusal(state, seat, move)
