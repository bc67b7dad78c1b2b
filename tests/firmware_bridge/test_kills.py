"""Fifty kills at any moment of a running game: no move that was told is lost or doubled, and the table plays on."""

import json
import random
import shutil
import time
from pathlib import Path

from engine.era.game import apply, legal_moves, new_game, replay
from engine.era.moves import Place, Resolve, parse
from engine.era.notation import read_state
from engine.era.state import State
from firmware_bridge.journal import Journal, Recorded
from firmware_bridge.lamps import Tracks
from firmware_bridge.simulation.people import People, tokens_of
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from .services import PLAYERS, Service, until

KILLS = 50
LIFE_S = 0.25
"""Longest life of a service after it told that the game goes on (real time): about a move on an idle machine."""
AHEAD = 2
"""So many moves the hands are ahead of the journal at most. They are moves of two players then, and a table that shows
both can be explained in one way only."""


class Players:
    """Four people who know the rules and make random legal moves; `made` holds them: player and text."""

    def __init__(self, hands: Hands, chance: random.Random) -> None:
        self._people = People(hands, tokens_of(PLAYERS, each=2))  # SETUP-1: two tokens each for four players
        self._chance = chance
        self.game: State = new_game(PLAYERS, PLAYERS[0])
        self.made: list[tuple[str, str]] = []

    def move(self) -> None:
        player = self.game.in_turn
        assert player is not None, "the game is over before the test is"
        move = self._chance.choice([move for move in legal_moves(self.game) if isinstance(move, Place | Resolve)])
        if isinstance(move, Place):
            self._people.lay(player, move.area)
        else:
            self._people.lift(player, move.area)
        self.game, _ = apply(self.game, move)
        self.made.append((player, str(move)))


def recorded(state: Path) -> Recorded | None:
    """The last game of a killed service's journal, read from a copy: the next service shall find it as it was left."""
    copy = state.parent / "copy"
    shutil.rmtree(copy, ignore_errors=True)
    copy.mkdir()
    for name in ("games.journal", "games.journal-wal"):
        if (state / name).exists():
            shutil.copy(state / name, copy / name)
    if not (copy / "games.journal").exists():
        return None
    with Journal.open(copy / "games.journal") as journal:
        return journal.last()


def moves_in(game: Recorded | None) -> list[tuple[str | None, str]]:
    entries = game.entries if game is not None else ()
    assert {entry.kind for entry in entries} <= {"move"}
    return [(entry.player, entry.text) for entry in entries]


def test_fifty_kills_lose_and_double_no_move_that_was_told(tmp_path: Path) -> None:
    chance = random.Random(3)
    state = tmp_path / "state"
    told_in_all = 0
    with (
        WorldProcess(tmp_path / "world", clock="virtual", leds=Tracks().count) as world,
        Hands(world.path) as hands,
    ):
        players = Players(hands, chance)
        before: list[tuple[str | None, str]] = []
        for number in range(KILLS):
            if len(players.made) < len(before) + AHEAD and chance.random() < 0.3:
                players.move()  # while nobody sees it
            with Service("--world", world.path, "--state", state) as service:
                hands.open_gate(10.0)
                live(service, players, len(before), number, chance)
                service.kill()
                told = service.moves()
            after = moves_in(recorded(state))
            assert after[: len(before)] == before, f"kill {number}: what was written is lost"
            assert after[len(before) :][: len(told)] == told, f"kill {number}: what was told is lost"
            assert after == players.made[: len(after)], f"kill {number}: the table made moves that nobody made"
            before = after
            told_in_all += len(told)
        assert told_in_all >= KILLS // 5  # every fifth service lived until it had told a move

        with Service("--world", world.path, "--state", state) as service:
            hands.open_gate(60.0)
            for more in range(4):
                service.until_told("move", len(players.made) - len(before))
                if more < 3:
                    players.move()
            assert [*before, *service.moves()] == players.made
            hands.open_gate(60.0)
            assert service.stop() == 0, service.log

    with Journal.open(state / "games.journal") as journal:
        assert len(journal.games()) == 1  # it was one game all the time
        game = journal.last()
    assert game is not None
    assert moves_in(game) == players.made
    kept = read_state(json.loads(game.entries[-1].snapshot)["game"])
    assert kept == replay(new_game(PLAYERS, PLAYERS[0]), (parse(text) for _, text in players.made)) == players.game


def live(service: Service, players: Players, written: int, number: int, chance: random.Random) -> None:
    """One life of a service, to be ended when this returns: play goes on, up to two moves.

    One in five is killed in the moment in which it has told a move, one in five while it starts.
    """
    if number % 5 == 0:
        if len(players.made) == written:
            players.move()
        service.until_told("move")
        return
    if number % 5 == 1:
        time.sleep(chance.uniform(0, LIFE_S))
        return
    until(lambda: bool(service.told), "begun or resumed")
    end = time.monotonic() + chance.uniform(0, LIFE_S)
    while (left := end - time.monotonic()) > 0:
        if len(players.made) < written + AHEAD and len(players.made) <= written + len(service.moves()):
            time.sleep(min(left, chance.uniform(0, 0.1)))
            players.move()
        time.sleep(0.005)
