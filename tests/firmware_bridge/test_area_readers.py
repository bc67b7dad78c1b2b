"""The running table on readers that read a whole area, and on a mixture: each reads both tokens of its area."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from engine.era.components import AREAS
from engine.era.game import legal_moves, new_game
from engine.era.moves import Place, Resolve
from engine.era.state import Phase
from firmware_bridge.config import Game, Reader, TableConfig
from firmware_bridge.happenings import MoveMade, Outcome, ProblemFound, ProblemMended
from firmware_bridge.places import Places
from firmware_bridge.recorder import Resumed
from firmware_bridge.running import RunningTable
from firmware_bridge.simulation.people import tokens_of
from hardware.bench import Bench

from .services import PLAYERS


class Late(Exception):
    """The table let more time pass than the test grants."""


class Hour:
    """The bench's clock, for an hour."""

    def __init__(self, bench: Bench) -> None:
        self._clock = bench.clock

    def now(self) -> float:
        if self._clock.now() > 3600.0:
            raise Late
        return self._clock.now()

    def sleep(self, seconds: float) -> None:
        self._clock.sleep(seconds)


class Table:
    """A running table on the bench, in one thread, with people who know the rules.

    They make the first legal move whenever the table has made the one before, and stop once round `rounds` is over.
    """

    def __init__(self, bench: Bench, reads: Sequence[str], folder: Path, rounds: int) -> None:
        self._bench = bench
        self._reads = tuple(reads)
        self._rounds = rounds
        self._hand = tokens_of(PLAYERS, each=2)
        self._lying: dict[tuple[str, str], bytes] = {}
        self.game = new_game(PLAYERS, PLAYERS[0])
        self.outcomes: list[Outcome] = []
        config = TableConfig(
            game=Game(players=list(PLAYERS)),
            reader=[Reader(bus=number // 6, device=number % 6, reads=place) for number, place in enumerate(reads)],
            tags={player: [uid.hex() for uid in uids] for player, uids in self._hand.items()},
        )
        self.table = RunningTable(
            config, Path("table.toml"), Places(folder, folder), Hour(bench), False, self._heard, self._resumed, print
        )

    def _heard(self, outcome: Outcome, in_turn: str | None) -> None:
        self.outcomes.append(outcome)
        if isinstance(outcome, MoveMade):
            self.game = outcome.game
            if self.game.round > self._rounds:
                self.table.stop()
            else:
                self.move()

    def _resumed(self, resumed: Resumed) -> None:
        raise AssertionError("there is no game that could go on")

    def run(self) -> None:
        self.move()
        self.table.run()

    def move(self) -> None:
        player = self.game.in_turn
        assert player is not None
        move = next(move for move in legal_moves(self.game) if isinstance(move, Place | Resolve))
        if isinstance(move, Place):
            self.lay(player, move.area)
        else:
            self.lift(player, move.area)

    def lay(self, player: str, area: str) -> None:
        uid = self._lying[player, area] = self._hand[player].pop()
        readers = [reader for reader, place in enumerate(self._reads) if place.split(":")[0] == area]
        self._bench.place(uid, readers[len(self.game.players_on(area)) % len(readers)])

    def lift(self, player: str, area: str) -> None:
        uid = self._lying.pop((player, area))
        self._bench.lift(uid)
        self._hand[player].append(uid)


class ThirdOnBuild(Table):
    """Brown lays a third token on BUILD first."""

    def move(self) -> None:
        if self.game.in_turn == "brown" and not self.problems:
            self.lay("brown", "build")
        else:
            super().move()

    @property
    def problems(self) -> list[tuple[str, str]]:
        return [
            (outcome.problem.code, str(outcome.problem.place))
            for outcome in self.outcomes
            if isinstance(outcome, ProblemFound)
        ]

    def _heard(self, outcome: Outcome, in_turn: str | None) -> None:
        super()._heard(outcome, in_turn)
        if isinstance(outcome, ProblemFound):
            self.lift("brown", "build")
        elif isinstance(outcome, ProblemMended):
            self.move()


MIXED = ["build", "produce:1", "produce:2", "buy:2", "buy:1", "manufacture", "market:1", "market:2", "develop"]


@pytest.mark.parametrize("reads", [AREAS, MIXED], ids=["a reader an area", "mixed"])
def test_two_rounds_on_readers_of_whole_areas(tmp_path: Path, reads: Sequence[str]) -> None:
    with Bench(len(reads), tag_startup=0.005) as bench:
        table = Table(bench, reads, tmp_path, rounds=2)
        with table.table:
            table.run()
    assert len([outcome for outcome in table.outcomes if isinstance(outcome, MoveMade)]) == 32  # 4 x 2 x (down, up) x 2
    assert not [outcome for outcome in table.outcomes if isinstance(outcome, ProblemFound | ProblemMended)]
    assert (table.game.round, table.game.phase) == (3, Phase.PLACING)


def test_place_2_a_third_token_on_the_reader_of_a_whole_area(tmp_path: Path) -> None:
    with Bench(len(MIXED), tag_startup=0.005) as bench:
        table = ThirdOnBuild(bench, MIXED, tmp_path, rounds=1)
        with table.table:
            table.run()
    assert table.problems == [("PLACE-2", "build")]
    assert len([outcome for outcome in table.outcomes if isinstance(outcome, MoveMade)]) == 16  # 4 x 2 x (down, up)
