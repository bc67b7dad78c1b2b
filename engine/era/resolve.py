"""Second half of a round: each token is used or declined, and taken back (RESOLVE-1 to RESOLVE-3)."""

from typing import Final

from msgspec.structs import replace

from engine.era.components import AREA_NUMBERS, AREAS
from engine.era.events import TokenTakenBack
from engine.era.moves import Decline, Move, Place, Resolve
from engine.era.state import State
from engine.errors import IllegalMove

_USES: Final = tuple(
    tuple(
        move
        for number, area in enumerate(AREAS)
        if tokens >> number & 1
        for move in (Resolve(area), Decline(area))
    )
    for tokens in range(1 << len(AREAS))
)
"""The uses of tokens on each set of areas, a number whose bits are the areas in board order, ready made."""


def legal_uses(state: State) -> tuple[Resolve | Decline, ...]:
    """What the player in turn may do: resolve or decline each area on which it has a token, in board order."""
    seat, tokens, bit = state.turn, 0, 1
    for lying in state.board:
        if seat in lying:
            tokens += bit
        bit += bit
    return _USES[tokens]


def checked(state: State, seat: int, move: Move) -> Resolve | Decline:
    """The move, if `seat`, in turn, may use or decline a token on that area; raises IllegalMove."""
    name = state.players[seat]
    if type(move) is Place:
        raise IllegalMove("PLACE-1", "all tokens of this round are down: now they are taken back")
    if type(move) is not Resolve and type(move) is not Decline:
        raise IllegalMove("RESOLVE-1", f"{str(move)!r} has to wait: {name} is to choose a token first")
    index = AREA_NUMBERS.get(move.area)
    if index is None:
        raise IllegalMove("RESOLVE-1", f"there is no area {move.area!r}: it is one of {', '.join(AREAS)}")
    if seat not in state.board[index]:
        raise IllegalMove("RESOLVE-1", f"{name} has no token on {move.area}: choose where one lies")
    return move


def take_back(state: State, seat: int, area: str, declined: bool) -> tuple[State, TokenTakenBack]:
    """Take the token of `seat` back from the area, where it must lie: its action was carried out or declined."""
    index = AREA_NUMBERS[area]
    board = state.board
    left = tuple([other for other in board[index] if other != seat])
    clause = "RESOLVE-2" if declined else "RESOLVE-1"
    event = TokenTakenBack(state.players[seat], area, declined=declined, clause=clause)
    return replace(state, board=board[:index] + (left,) + board[index + 1 :], action=None), event
