"""Between two rounds, and after the last one (ROUND-8, END-1)."""

from dataclasses import replace

from engine.era.events import Event, GameOver, RoundEnded, RoundMarkerMoved, StartPlayerMoved
from engine.era.state import Phase, State


def end_round(state: State) -> tuple[State, tuple[Event, ...]]:
    """Begin the next round, or end the game: after the last round neither marker nor pawn moves (ROUND-9)."""
    ended = RoundEnded(state.round)
    if state.round == state.rounds:
        return replace(state, phase=Phase.OVER), (ended, GameOver(state.round))
    # Seats are counted clockwise, and the left neighbour of somebody who faces the table is the next one clockwise.
    start = (state.start + 1) % len(state.players)
    after = replace(state, round=state.round + 1, start=start, phase=Phase.PLACING)
    return after, (ended, RoundMarkerMoved(after.round), StartPlayerMoved(after.start_player))
