"""First half of a round: tokens are put on areas (PLACE-1 to PLACE-4)."""

from typing import Final

from msgspec.structs import replace

from engine.era.components import AREA_NUMBERS, AREAS, SPACES_PER_AREA
from engine.era.events import Event, PlacingEnded, TokenPlaced
from engine.era.moves import Move, Place
from engine.era.state import RESOLVING, State
from engine.errors import IllegalMove

_PLACES: Final = tuple(
    tuple(Place(area) for number, area in enumerate(AREAS) if places >> number & 1) for places in range(1 << len(AREAS))
)
"""Each set of areas, as a number whose bits are the areas in board order, as moves ready made."""


def legal_places(state: State) -> tuple[Place, ...]:
    """The areas where the player in turn may lay a token, in board order; never empty while placing lasts (PLACE-4)."""
    seat, free, bit = state.turn, 0, 1
    for lying in state.board:
        if not lying or (len(lying) < SPACES_PER_AREA and seat not in lying):
            free += bit
        bit += bit
    return _PLACES[free]


def place(state: State, move: Move) -> tuple[State, tuple[Event, ...]]:
    """Lay a token of the player in turn; the last token of all ends the first half. Raises IllegalMove.

    Where an area is full and one of its tokens is the player's own, PLACE-2 is named: it holds for everybody.
    """
    seat = state.turn
    name = state.players[seat]
    if type(move) is not Place:
        raise IllegalMove(*_not_yet(name, move))
    index = AREA_NUMBERS.get(move.area)
    if index is None:
        raise IllegalMove("PLACE-1", f"there is no area {move.area!r}: it is one of {', '.join(AREAS)}")
    board = state.board
    lying = board[index]
    if len(lying) >= SPACES_PER_AREA:
        raise IllegalMove("PLACE-2", f"{move.area} has two tokens: choose another area")
    if seat in lying:
        raise IllegalMove("PLACE-3", f"{name} lies on {move.area} already: choose another area")
    board = board[:index] + ((*lying, seat),) + board[index + 1 :]
    placed = TokenPlaced(name, move.area)
    everybody = len(state.players)
    # A pass ends before the start player: only then can this have been the last token of all (PLACE-1).
    if (seat + 1) % everybody != state.start or state.tokens_on_board + 1 < state.setup.tokens * everybody:
        return replace(state, board=board), (placed,)
    return replace(state, board=board, phase=RESOLVING), (placed, PlacingEnded(state.round))


def _not_yet(name: str, move: Move) -> tuple[str, str]:
    return "RESOLVE-1", f"{str(move)!r} waits until all tokens are down: {name} is to lay a token first"
