"""The moves of a recorded game played again: what may be taken back, and what its journal is worth."""

import json
from dataclasses import replace
from typing import Any

from engine.era.edition import house
from engine.era.game import RULES_VERSION, apply
from engine.era.move_text import read_move
from engine.era.notation import read_state
from engine.era.state import State
from engine.era.tables import tables_of
from engine.errors import UnreadableState

from .journal import Journal, Recorded
from .session import Made

GAME_KINDS = ("move", "take-back", "accept")
"""Kinds of entries that change the game; the others are of seats and tags."""


def replayed(recorded: Recorded) -> tuple[State, tuple[Made, ...]]:
    """The state that the entries lead to from the header's, and the moves that led there and may be taken back.

    Raises as `in_parts`.
    """
    game, parts = in_parts(recorded)
    return game, parts[-1]


def in_parts(recorded: Recorded) -> tuple[State, tuple[tuple[Made, ...], ...]]:
    """The state that the entries lead to from the header's, and the moves that were not taken back, in parts: where the
    table was taken as it lay a new one begins, and what was made before stands.

    Raises what the engine raises where an entry is no legal move, UnreadableState where a snapshot is none, and
    ValueError for a take-back of nothing: the journal was written under other rules, or is no journal of ours.
    """
    game = game_of(recorded.header.snapshot)
    edition = tables_of(game.edition).edition if game.edition else house()
    past: list[Made] = []
    parts = [past]
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
                parts.append(past)
    return game, tuple(map(tuple, parts))


def whole(journal: Journal, recorded: Recorded) -> Recorded:
    """The game from its first beginning: a game that goes on after others were played is recorded as one of its own.

    What was played under other rules stays out. Raises UnreadableState where a header's snapshot is none.
    """
    header, entries = recorded.header, recorded.entries
    while (number := goes_on_from(header.snapshot)) is not None:
        before = journal.game(number)
        if before is None or before.header.rules != RULES_VERSION:
            break
        header, entries = before.header, (*before.entries, *entries)
    return replace(recorded, header=header, entries=entries)


def goes_on_from(snapshot: str) -> int | None:
    """Which game the one that begins with the snapshot goes on with, None for a new one; raises UnreadableState."""
    number = held_by(snapshot).get("of")
    return None if number is None else int(number)


def game_of(snapshot: str) -> State:
    """The game that a snapshot holds; raises UnreadableState."""
    try:
        return read_state(held_by(snapshot)["game"])
    except (KeyError, TypeError) as error:
        raise UnreadableState("no snapshot of a session: it holds no game") from error


def given_up(snapshot: str) -> bool:
    """Whether people had ended the game of the snapshot before it was over; raises UnreadableState."""
    return bool(held_by(snapshot).get("idle"))


def held_by(snapshot: str) -> dict[str, Any]:
    """What a snapshot holds by name; raises UnreadableState for a text that is none."""
    try:
        held = json.loads(snapshot)
    except ValueError as error:
        raise UnreadableState(f"no snapshot of a session: {error}") from error
    if not isinstance(held, dict):
        raise UnreadableState("no snapshot of a session: it is no JSON object")
    return held


def newest_snapshot(recorded: Recorded) -> str:
    """What a resume goes on from: the entries of one event are kept together, and the last of them has it."""
    return recorded.entries[-1].snapshot if recorded.entries else recorded.header.snapshot
