"""Second half of a round: each token is used or declined, and taken back (RESOLVE-1 to RESOLVE-3)."""

from dataclasses import replace

from engine.era.components import AREAS
from engine.era.events import Event, TokenTakenBack
from engine.era.moves import Decline, Resolve
from engine.era.state import Phase, State
from engine.errors import IllegalMove

_USES = tuple((Resolve(area), Decline(area)) for area in AREAS)


def legal_uses(state: State, seat: int) -> tuple[Resolve | Decline, ...]:
    """What `seat`, in turn, may do: resolve or decline each area on which it has a token, in board order."""
    return tuple(move for moves, lying in zip(_USES, state.board, strict=True) if seat in lying for move in moves)


def refusal(state: State, seat: int, move: Resolve | Decline) -> IllegalMove | None:
    """Why `seat`, in turn, may not use a token on that area; None where it may."""
    if state.phase is not Phase.RESOLVING:
        return IllegalMove("RESOLVE-1", "tokens are taken back when all are down: lay a token first")
    if seat not in state.seats_on(move.area):
        return IllegalMove("RESOLVE-1", f"{state.players[seat]} has no token on {move.area}: choose where one lies")
    return None


def take_back(state: State, seat: int, move: Resolve | Decline) -> tuple[State, tuple[Event, ...]]:
    """Take the token of `seat` back from the area, where it must lie.

    In depth "referee" the players carry the area's action out with their own hands, so resolving and declining leave
    the same board.
    """
    index = AREAS.index(move.area)
    left = tuple(other for other in state.board[index] if other != seat)
    board = state.board[:index] + (left,) + state.board[index + 1 :]
    declined = isinstance(move, Decline)
    event = TokenTakenBack(
        state.players[seat], move.area, declined=declined, clause="RESOLVE-2" if declined else "RESOLVE-1"
    )
    return replace(state, board=board), (event,)
