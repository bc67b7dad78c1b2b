"""Whole games while everything goes wrong, each in processes of its own that are killed at random moments.

What the people and the world know outlives a kill in a small file (see `chaos_worker`): as in life the next service
finds the tokens where they lie.
"""

import json
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from engine.era.game import DEPTHS
from engine.era.setup import DEALINGS

MOST_KILLS = 4
"""A game is killed so often at most."""
LIFE_S = (0.8, 8.0)
"""The shortest and the longest life that ends with a kill (real time); it takes about 1 s until the table is up."""
SILENCE_S = 600.0
"""A process that says nothing for so long (real time) hangs, be it without using the processor."""
PLAYERS = (3, 4, 5)


@dataclass(slots=True)
class Tally:
    """What came of games. wrong_scores: games whose display or journal told another end than was played; slowest_ms:
    the longest processor time in which an event was answered; lost: what happened to the games that did not finish."""

    games: int = 0
    finished: int = 0
    wrong_scores: int = 0
    kills: int = 0
    faults: int = 0
    slowest_ms: float = 0.0
    lost: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        """Count those games too."""
        self.games += other.games
        self.finished += other.finished
        self.wrong_scores += other.wrong_scores
        self.kills += other.kills
        self.faults += other.faults
        self.slowest_ms = max(self.slowest_ms, other.slowest_ms)
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
    chance = random.Random(f"{seed} kills")
    kills = chance.randrange(1, MOST_KILLS + 1)
    folder = Path(tempfile.mkdtemp(prefix=f"chaos-{seed}-"))
    tally = Tally(games=1)
    last: dict[str, Any] = {}
    life = 0
    while not last:
        limit = chance.uniform(*LIFE_S) if life < kills else None
        words = [str(folder), str(seed), str(life), *kind.words()]
        last = _life([sys.executable, "-m", f"{__package__}.chaos_worker", *words], limit, tally)
        life += 1
    if last.get("finished") and not last["wrong"]:
        tally.finished = 1
        shutil.rmtree(folder)
    else:
        tally.finished = int(bool(last.get("finished")))
        tally.wrong_scores = int(bool(last.get("wrong")))
        tally.lost.append(f"seed {seed}, {' '.join(kind.words())}, life {life}, see {folder}: {last}")
    return tally


def _life(command: Sequence[str], limit: float | None, tally: Tally) -> dict[str, Any]:
    """One life: what its last line says of the game's end; empty if it was killed before."""
    told: dict[str, Any] = {}
    errors: list[str] = []
    heard = threading.Event()
    late = False
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None  # since they are pipes
        assert process.stderr is not None
        listeners = [
            threading.Thread(target=_listen, args=(process.stdout, told, heard)),
            threading.Thread(target=lambda pipe: errors.append(pipe.read()), args=(process.stderr,)),
        ]
        for listener in listeners:
            listener.start()
        while process.poll() is None and not late:
            heard.clear()
            try:
                process.wait(SILENCE_S if limit is None else limit)
            except subprocess.TimeoutExpired:
                late = limit is not None or not heard.is_set()
        process.kill()   # nothing happens if it has ended
        for listener in listeners:
            listener.join()
    tally.faults += told.get("faults", 0)
    tally.slowest_ms = max(tally.slowest_ms, told.get("slowest_ms", 0.0))
    if "finished" in told or "lost" in told:
        return told
    if late and limit is not None:
        tally.kills += 1
        return {}
    hangs = late or process.returncode == -signal.SIGPROF
    return {"lost": "it hangs" if hangs else errors[0].strip() or f"exit status {process.returncode}"}


def _listen(pipe: IO[str], told: dict[str, Any], heard: threading.Event) -> None:
    """Remember the newest line; one that a kill cut short is none."""
    for line in pipe:
        heard.set()
        if line.endswith("\n"):
            told.update(json.loads(line))
