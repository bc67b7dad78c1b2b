"""The face of the game: begin it, ask what is legal, play a move. Everything else asks here."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

from msgspec.structs import replace

from engine.era import (
    bonus,
    corrections,
    dealing as deals,
    final_market,
    placement,
    produce,
    resolve,
    setup,
    turn,
)
from engine.era.components import Edition
from engine.era.edition import house
from engine.era.events import Event
from engine.era.moves import Correct, Decline, Done, Move
from engine.era.state import OVER, PLACING, RESOLVING, Action, State
from engine.errors import IllegalMove, SetupError

RULES_VERSION: Final = 1
"""Raised whenever the same moves would lead elsewhere: a recorded game names the rules that it was begun under."""

DEPTHS: Final = setup.DEPTHS

_KINDS: Final = {**bonus.KINDS, "bonus": bonus.CHOICE}


def new_game(
    players: Sequence[str],
    start: int | str,
    depth: str = "referee",
    edition: Edition | None = None,
    seed: int = 0,
    dealing: str = "virtual",
) -> State:
    """Set up a game (SETUP-1 to SETUP-6).

    players: 3 to 5 different names in order of seats, clockwise. start: who is the first start player, by name or by
    seat counted from 0. What follows matters in depth "full" only. edition: the printed numbers, those of `house` if
    none is given. dealing: "virtual" shuffles by the seed, of which 64 bits count; in "cards" the table tells which
    cards come. Raises SetupError.
    """
    if depth == "referee":
        return setup.begin_referee(players, start)
    if depth != "full":
        raise SetupError(f"depth {depth!r} is not one of {', '.join(DEPTHS)}")
    return setup.begin_full(players, start, edition or house(), seed, dealing)


def legal_moves(state: State) -> tuple[Move, ...]:
    """All moves of the player in turn, or of chance while cards are dealt, in a fixed order; empty once the game is
    over, and never before. An operator's corrections are not among them."""
    action = state.action
    if action is not None:
        return tuple(_KINDS[action.kind].legal(state, action))
    phase = state.phase
    if phase is PLACING:
        return placement.legal_places(state)
    if phase is RESOLVING:
        return resolve.legal_uses(state)
    return () if phase is OVER else deals.legal_deals(state)


def apply(state: State, move: Move, by: str | None = None) -> tuple[State, tuple[Event, ...]]:
    """Play a move of the player in turn, or of chance, or an operator's: the new state, and what happened in the order
    in which it did.

    by: who makes the move, where that is known; anybody but the player in turn is refused, but an operator never.
    Raises IllegalMove; the state that was passed in never changes.
    """
    if type(move) is Correct:
        return corrections.correct(state, move)
    if by is not None:
        _check_turn(state, by)
    action = state.action
    if action is not None:
        if type(move) is Done and not action.pending:
            return turn.done(state, action) if action.area else final_market.done(state, action.seat)
        return _KINDS[action.kind].step(state, action, move)
    phase = state.phase
    if phase is PLACING:
        return placement.place(state, move)
    if phase is RESOLVING:
        return _resolve(state, move)
    if phase is OVER:
        raise IllegalMove("END-1", f"the game is over after round {state.round}")
    return deals.deal(state, move)


def replay(start: State, moves: Iterable[Move]) -> State:
    """The state after all `moves` from `start`; raises IllegalMove at the first that is not legal."""
    return reduce(lambda state, move: apply(state, move)[0], moves, start)


def _resolve(state: State, move: Move) -> turn.Result:
    seat = state.turn
    chosen = resolve.checked(state, seat, move)
    area, declined = chosen.area, type(chosen) is Decline
    if declined or state.depth == "referee":  # there the players carry the action out with their own hands
        return turn.end(state, seat, area, [], declined)
    action = Action(seat, area, bonus.KIND_OF_AREA[area], usable=state.holdings[seat].bonus)
    if area == "produce":
        return produce.all_factories(state, action)
    return replace(state, action=action), ()


def _check_turn(state: State, by: str) -> None:
    in_turn = state.in_turn
    if in_turn is not None and by != in_turn:
        clause = "PLACE-1" if state.phase is PLACING else "RESOLVE-3"
        raise IllegalMove(clause, f"it is {in_turn}'s turn: {by} waits")
