"""The moves of a recorded game played again: what may be taken back, and what its journal is worth."""

import json
from collections.abc import Sequence

from engine.era.edition import house
from engine.era.game import apply
from engine.era.move_text import read_move
from engine.era.notation import read_state
from engine.era.state import State
from engine.era.tables import tables_of

from .journal import Entry, Recorded
from .session import Made

GAME_KINDS = ("move", "take-back", "accept")
"""Kinds of entries that change the game; the others are of tags."""


def replayed(recorded: Recorded) -> tuple[State, tuple[Made, ...]]:
    """The state that the entries lead to from the header's, and the moves that led there and were not taken back.

    Raises what the engine raises where an entry is no legal move, UnreadableState where a snapshot is none, and
    ValueError for a take-back of nothing: the journal was written under other rules, or is no journal of ours.
    """
    game = game_of(recorded.header.snapshot)
    edition = tables_of(game.edition).edition if game.edition else house()
    past: list[Made] = []
    for entry in recorded.entries:
        match entry.kind:
            case "move":
                move = read_move(entry.text, edition)
                past.append(Made(game, move))
                game, _ = apply(game, move)
            case "take-back":
                if not past:
                    raise ValueError(f"{entry.text!r} is taken back, and was never made")
                game = past.pop().before
            case "accept":
                game, past = game_of(entry.snapshot), []
    return game, tuple(past)


def game_of(snapshot: str) -> State:
    """The game that a snapshot holds; raises UnreadableState."""
    return read_state(json.loads(snapshot)["game"])


def newest_snapshot(recorded: Recorded) -> str:
    """What a resume goes on from: the entries of one event are kept together, and the last of them has it."""
    entries: Sequence[Entry] = recorded.entries
    return entries[-1].snapshot if entries else recorded.header.snapshot
