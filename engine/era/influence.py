"""Symbols of the influence track (SYM-1 to SYM-3)."""

from engine.era.components import GOODS
from engine.era.events import Event, Gained
from engine.era.tables import Tables


def collect_symbol(tables: Tables, goods: list[int], space: int, player: str, events: list[Event]) -> None:
    """Give the active player, whose pawn has just ended a step on `space`, what that space shows.

    To be called after each step that gained influence and after no other. SYM-3: past the track's end the count goes on
    without symbols, which is all that a space unknown to the edition means.
    """
    kind = tables.symbols.get(space)
    if kind is not None:
        goods[kind] += 1
        events.append(Gained(player, ((GOODS[kind], 1),), f"space {space}", "SYM-1"))
