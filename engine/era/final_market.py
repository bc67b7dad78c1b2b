"""The final market: each player in turn exchanges as on the market (END-3), and the game is over."""

from msgspec.structs import replace

from engine.era import scoring
from engine.era.events import Event, GameOver
from engine.era.state import FINAL_MARKET, OVER, Action, State


def begin(state: State) -> State:
    """The start player is the first to exchange; the others follow clockwise (END-3, ruling)."""
    return replace(state, phase=FINAL_MARKET, action=Action(state.start, "", "exchange"))


def done(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """The player exchanges no more: the next one does, or all is counted."""
    following = (seat + 1) % len(state.players)
    if following != state.start:
        return replace(state, action=Action(following, "", "exchange")), ()
    over = replace(state, phase=OVER, action=None)
    return over, (GameOver(state.round), *scoring.told(scoring.scores(over)))
