"""A game of eager players, kept in a journal as far as wanted, so that a service goes on with it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Move
from engine.era.shuffle import draw, seeded
from engine.era.simulate import eager
from engine.era.state import Phase, State
from firmware_bridge.journal import Journal
from firmware_bridge.measures.resume_speed import RecordedGame
from firmware_bridge.places import Places
from firmware_bridge.recorder import Recorder
from firmware_bridge.simulation.simulated import ALL_TOKENS

PLAYERS: Final = ("yellow", "green", "brown")
SEED: Final = 8
"""Of the cards and of the decisions: a game in which each kind of action is carried out."""

CHANCE: Final = (Phase.SETTING_UP, Phase.DEALING)
"""Phases in which the table itself deals (dealing "virtual")."""


def begun() -> State:
    """The game at its beginning, before its first cards are dealt."""
    return new_game(PLAYERS, PLAYERS[0], "full", seed=SEED, dealing="virtual")


def decisions() -> Iterator[tuple[State, Move, State]]:
    """What eager players decide, one after another, to the end of the game: the state before it, the move, and the
    state after it and all that is dealt then."""
    chance, before, move, state = seeded(SEED), begun(), None, begun()
    while menu := legal_moves(state):
        if state.phase in CHANCE:
            state, _ = apply(state, menu[0])
            continue
        if move is not None:
            yield before, move, state
        chance, number = draw(chance)
        before, move = state, eager(menu, number)
        state, _ = apply(state, move)
    if move is not None:
        yield before, move, state


@dataclass(frozen=True, slots=True)
class Kept:
    """state: of the game that was kept; lying: the tags that lie on the table then, in hex, by their reader."""

    state: State
    lying: dict[str, int]


def begun_only(game: State) -> bool:
    """Whether the first player is to lay the first token."""
    return game.phase is Phase.PLACING


def keep(folder: Path, enough: Callable[[State], bool]) -> Kept:
    """Write a journal into the folder of a table's state: the game until `enough` of it was played. The players' tokens
    are those of simulated tables."""
    places = Places(folder, folder)
    places.make()
    with Journal.open(places.journal) as journal:
        game = RecordedGame(Recorder(journal, places.roster), SEED, PLAYERS, ALL_TOKENS)
        game.begin()
        for before, move, _ in decisions():
            if enough(before):
                break
            game.make(move)
        return Kept(game.session.game, game.lying())
