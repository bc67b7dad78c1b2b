"""First half of a round: tokens are put on areas (PLACE-1 to PLACE-4)."""

from dataclasses import replace

from engine.era.components import AREAS, SPACES_PER_AREA
from engine.era.events import Event, PlacingEnded, TokenPlaced
from engine.era.moves import Place
from engine.era.state import Phase, State
from engine.errors import IllegalMove

_PLACES = tuple(Place(area) for area in AREAS)


def legal_places(state: State, seat: int) -> tuple[Place, ...]:
    """The areas that `seat`, in turn, may lay a token on, in board order; never empty while placing lasts (PLACE-4)."""
    return tuple(
        move for move, lying in zip(_PLACES, state.board, strict=True) if _broken_clause(lying, seat) is None
    )


def refusal(state: State, seat: int, move: Place) -> IllegalMove | None:
    """Why `seat`, in turn, may not lay a token on that area; None where it may.

    Where an area is full and one of its tokens is the player's own, PLACE-2 is named: it holds for everybody.
    """
    if state.phase is not Phase.PLACING:
        return IllegalMove("PLACE-1", "all tokens of this round are down: now they are taken back")
    clause = _broken_clause(state.seats_on(move.area), seat)
    if clause is None:
        return None
    if clause == "PLACE-2":
        return IllegalMove(clause, f"{move.area} has two tokens: choose another area")
    return IllegalMove(clause, f"{state.players[seat]} lies on {move.area} already: choose another area")


def place(state: State, seat: int, move: Place) -> tuple[State, tuple[Event, ...]]:
    """Lay a token of `seat`, which must be legal; the last token of all ends the first half."""
    index = AREAS.index(move.area)
    board = state.board[:index] + ((*state.board[index], seat),) + state.board[index + 1 :]
    after = replace(state, board=board)
    placed = TokenPlaced(state.players[seat], move.area)
    if after.tokens_on_board < state.setup.tokens * len(state.players):
        return after, (placed,)
    return replace(after, phase=Phase.RESOLVING), (placed, PlacingEnded(state.round))


def _broken_clause(lying: tuple[int, ...], seat: int) -> str | None:
    """The clause that another token of `seat` would break on an area where `lying` lie."""
    if len(lying) >= SPACES_PER_AREA:
        return "PLACE-2"
    if seat in lying:
        return "PLACE-3"
    return None
