"""Whole games through the wires alone: tags on antennas, button pins, and what stands on the display."""

import os
import statistics
from pathlib import Path

import pytest

from engine.era.game import replay
from engine.era.moves import Deal
from engine.era.scoring import scores
from engine.era.state import Phase
from firmware_bridge.history import game_of, replayed
from firmware_bridge.journal import Journal, Recorded
from firmware_bridge.places import Places
from firmware_bridge.simulation.bench_table import BenchTable
from firmware_bridge.wire_games.wire_player import WirePlayer, colours

GAMES = (
    (3, "full", "virtual"),
    (4, "full", "cards"),
    (5, "referee", "virtual"),
    (5, "full", "virtual"),
    (3, "full", "cards"),
    (4, "referee", "virtual"),
    (4, "full", "virtual"),
    (5, "full", "cards"),
    (3, "referee", "virtual"),
    (3, "full", "virtual"),
    (4, "full", "cards"),
    (5, "full", "virtual"),
)
"""Players, depth, who deals. The first three cover every number of players, both depths and both ways of dealing."""
PLAYED = len(GAMES) if os.environ.get("ERA_TABLE_SKIPS") == "fail" else 3
"""Where everything ought to be there, in CI, all are played."""


def recorded(folder: Path) -> Recorded:
    with Journal.read(Places(folder, folder).journal) as journal:
        game = journal.last()
    assert game is not None
    return game


@pytest.mark.parametrize("seed", range(PLAYED))
def test_a_whole_game_is_played_through_the_wires(seed: int, tmp_path: Path) -> None:
    count, depth, dealing = GAMES[seed]
    with BenchTable(tmp_path, colours(count), seed=seed) as table:
        table.run(1.0)
        people = WirePlayer(table, seed, seed)
        people.begin(colours(count), depth, dealing)
        people.play()
        own = people.game.state
        assert own.phase is Phase.OVER
        if depth == "full":
            assert people.game.check_scores(people.scores()) == []
    kept = recorded(tmp_path)
    state, past = replayed(kept)
    moves = [made.move for made in past]
    # The journal's moves played by the engine end where the people's own game did.
    assert replay(game_of(kept.header.snapshot), moves) == state
    assert (state.players, state.board, state.phase) == (own.players, own.board, own.phase)
    if depth == "full":
        assert scores(state) == scores(own)
        assert (state.owners, state.stock) == (own.owners, own.stock)
        chosen = [move for move in moves if dealing == "cards" or not isinstance(move, Deal)]
        assert len(people.presses) + 2 * count * own.setup.tokens * own.rounds == len(chosen)
        assert statistics.median(people.presses) <= 6
        assert max(people.presses) <= 18
    else:
        # Each token is laid and lifted once a round (PLACE-1, RESOLVE-1), and that is all.
        assert len(moves) == 2 * count * own.setup.tokens * own.rounds
