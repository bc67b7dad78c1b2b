"""Whole games while everything goes wrong, each in processes of its own that are killed at random moments.

What the people and the world know outlives a kill in a small file (see `chaos_worker`): as in life the next service
finds the tokens where they lie. Where a death falls is told by what the table does, so that a seed gives the same game.
"""

import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.era.game import DEPTHS
from engine.era.setup import DEALINGS

from .death import Death

MOST_KILLS = 4
"""A game is killed so often at most."""
STEPS = {"referee": 32_000, "full": 130_000}
"""About so many steps of its workers a short game lasts, by depth: in them the kills fall."""
AT_START = 0.2
"""The share of lives that end before the table is up, or in its first moments."""
LONGEST_S = 3600.0
"""A life that lasts longer (real time) hangs, be it without using the processor."""
PLAYERS = (3, 4, 5)


@dataclass(slots=True)
class Tally:
    """What came of games. wrong_scores: games whose display or journal told another end than was played; slowest_ms:
    the longest processor time in which an event was answered; seconds: how much of the tables' time was played; lost:
    what happened to the games that did not finish."""

    games: int = 0
    finished: int = 0
    wrong_scores: int = 0
    kills: int = 0
    faults: int = 0
    slowest_ms: float = 0.0
    seconds: float = 0.0
    lost: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count those games too."""
        self.games += other.games
        self.finished += other.finished
        self.wrong_scores += other.wrong_scores
        self.kills += other.kills
        self.faults += other.faults
        self.slowest_ms = max(self.slowest_ms, other.slowest_ms)
        self.seconds += other.seconds
        self.lost += other.lost

    def words(self) -> str:
        """For people."""
        return (
            f"{self.finished} of {self.games} games came to their end, {self.wrong_scores} with wrong scores. "
            f"The service was killed {self.kills} times, and {self.faults} other things went wrong. "
            f"The slowest answer to an event took {self.slowest_ms:.1f} ms of processor time."
        )

    def values(self) -> dict[str, Any]:
        """As values of JSON."""
        return {
            "games": self.games,
            "finished": self.finished,
            "wrong_scores": self.wrong_scores,
            "kills": self.kills,
            "faults": self.faults,
            "slowest_ms": round(self.slowest_ms, 1),
        }


@dataclass(frozen=True, slots=True)
class Kind:
    """Which game: for how many players, to which depth, who deals."""

    players: int
    depth: str
    dealing: str

    def words(self) -> list[str]:
        """As arguments of a process."""
        return [str(self.players), self.depth, self.dealing]


KINDS = tuple(
    Kind(players, depth, dealing)
    for depth, dealing in (*(("full", dealing) for dealing in DEALINGS), (DEPTHS[0], DEALINGS[0]))
    for players in PLAYERS
)
"""Every number of players, both depths, both ways of dealing."""


def play_games(games: int, seed: int, jobs: int) -> Tally:
    """Play so many games, so many side by side; the kinds take turns. The folders of games that went wrong stay."""
    tally = Tally()
    with ThreadPoolExecutor(jobs) as pool:
        for one in pool.map(lambda number: play(KINDS[number % len(KINDS)], seed + number), range(games)):
            tally.add(one)
    return tally


def play(kind: Kind, seed: int) -> Tally:
    """One game, from life to life."""
    deaths = drawn(kind, seed)
    folder = Path(tempfile.mkdtemp(prefix=f"chaos-{seed}-"))
    tally = Tally(games=1)
    last: dict[str, Any] = {}
    life = 0
    while not last:
        death = deaths[life] if life < len(deaths) else None
        words = [str(folder), str(seed), str(life), *kind.words(), *(death.words() if death is not None else ())]
        last = _life([sys.executable, "-m", f"{__package__}.chaos_worker", *words], death, tally)
        life += 1
    if last.get("finished") and not last["wrong"]:
        tally.finished = 1
        shutil.rmtree(folder)
    else:
        tally.finished = int(bool(last.get("finished")))
        tally.wrong_scores = int(bool(last.get("wrong")))
        tally.lost.append(f"seed {seed}, {' '.join(kind.words())}, life {life}, see {folder}: {last}")
    return tally


def drawn(kind: Kind, seed: int) -> list[Death]:
    """When the table dies in that game, one death a life; after those it lives on to the game's end."""
    chance = random.Random(f"{seed} kills")
    kills = chance.randrange(1, MOST_KILLS + 1)
    moments = sorted(chance.randrange(STEPS[kind.depth]) for _ in range(kills))
    lives = [after - before for before, after in zip([0, *moments], moments, strict=False)]
    return [Death.drawn(chance, 0 if chance.random() < AT_START else steps) for steps in lives]


def _life(command: Sequence[str], death: Death | None, tally: Tally) -> dict[str, Any]:
    """One life: what its last line says of the game's end; empty if it was killed before."""
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, check=False)
    except subprocess.TimeoutExpired:
        return {"lost": "it hangs"}
    lines = [line for line in ran.stdout.splitlines(keepends=True) if line.endswith("\n")]   # a kill cuts one short
    told: dict[str, Any] = json.loads(lines[-1]) if lines else {}
    tally.faults += told.get("faults", 0)
    tally.seconds += told.get("seconds", 0.0)
    tally.slowest_ms = max(tally.slowest_ms, told.get("slowest_ms", 0.0))
    if "finished" in told or "lost" in told:
        return told
    if death is not None and ran.returncode == -signal.SIGKILL:
        tally.kills += 1
        return {}
    if ran.returncode == -signal.SIGPROF:
        return {"lost": "it hangs"}
    return {"lost": ran.stderr.strip() or f"exit status {ran.returncode}"}
