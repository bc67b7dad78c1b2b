"""One life of a table in chaos, in a process of its own that may be killed at any moment: what people know outlives it.

Started by `chaos`: python -m firmware_bridge.wire_games.chaos_worker FOLDER SEED LIFE PLAYERS DEPTH DEALING [DEATH].
Each line that it prints is a JSON object of how far it is; the last one says how the game ended.
"""

import json
import os
import random
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.era.scoring import scores
from engine.era.state import Phase, State

from ..errors import TableError
from ..history import replayed
from ..journal import Journal
from ..places import Places
from ..running import spare_collections
from ..service import Worker
from ..simulation.bench_table import BenchTable
from ..simulation.people import PLACES
from .death import Death, Doom
from .mending import Mender
from .mishaps import Mishaps
from .own_game import OwnGame
from .wire_player import colours

HANG_S = 120.0
"""So much processor time without a step forward is a hang: the process ends itself, by SIGPROF."""
OFTEN = 0.08
"""The chance that something goes wrong before a step of the game."""
BOUNCE_S = 0.015
"""How long the buttons' contacts bounce."""
WATCHED = ("SessionWorker", "Buttons")
"""The workers in whose steps events are answered."""


@dataclass(slots=True)
class Memory:
    """What the world and the people in it know, in a small file that is written before each change."""

    path: Path
    lying: dict[str, int] = field(default_factory=dict)
    own: list[list[str]] = field(default_factory=list)

    @classmethod
    def at(cls, path: Path) -> "Memory":
        """What the file holds; an empty one where there is none."""
        if not path.exists():
            return cls(path)
        held = json.loads(path.read_text())
        return cls(path, held["lying"], held["own"])

    def moved(self, uid: bytes, reader: int | None) -> None:
        """A tag is about to lie on that reader's pad, or on none."""
        self.lying.pop(uid.hex(), None)
        if reader is not None:
            self.lying[uid.hex()] = reader
        self._write()

    def keep(self, own: OwnGame) -> None:
        """People are about to do something that makes this of their game."""
        self.own = own.values()
        self._write()

    def pads(self) -> list[list[bytes]]:
        """The tags that lie on each pad."""
        return [
            [bytes.fromhex(uid) for uid, there in self.lying.items() if there == reader]
            for reader in range(len(PLACES))
        ]

    def _write(self) -> None:
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps({"lying": self.lying, "own": self.own}))
        os.replace(new, self.path)   # a kill leaves the old one or this one; no power is cut here


class Slowest:
    """The longest processor time of a step in which an event was answered, ms; not of those that `doom` slows down."""

    def __init__(self, doom: Doom) -> None:
        self.ms = 0.0
        self._doom = doom

    @contextmanager
    def around(self, worker: Worker) -> Iterator[None]:
        """Measure a step of a worker."""
        self._doom.step()
        if type(worker).__name__ not in WATCHED or self._doom.near:
            yield
            return
        since = time.thread_time()   # the process's own clock goes by 4 ms while a timer of it runs
        yield
        self.ms = max(self.ms, 1e3 * (time.thread_time() - since))


def live(folder: Path, seed: int, life: int, players: int, depth: str, dealing: str, doom: Doom) -> dict[str, Any]:
    """Play the game of the folder on, to its end; what `chaos` wants to know of it."""
    memory = Memory.at(folder / "memory.json")
    state = folder / "state"
    slowest = Slowest(doom)
    cards = f"{seed} {life} cards"
    with BenchTable(
        state, colours(players), memory.pads(), note=memory.moved, bounce=BOUNCE_S, seed=cards
    ) as table:
        table.table.measure(slowest.around)
        own = OwnGame.of(memory.own) if memory.own else None
        player = Mender(table, f"{seed} {life} choices", seed, own, memory.keep)
        mishaps = Mishaps(player, random.Random(f"{seed} {life} mishaps"), OFTEN)
        table.run(1.0)
        spare_collections()
        slowest.ms = 0.0   # it is up by now: until then nobody waits for an answer, and what is read once is read
        if own is None:
            player.begin(colours(players), depth, dealing)
        going = True
        while going:
            mishaps.perhaps()
            going = player.step()
            told = {"faults": mishaps.count, "slowest_ms": slowest.ms, "seconds": table.bench.clock.now()}
            _say(told)
        pages = player.game.check_scores(player.scores()) if depth == "full" else []
    return told | {"finished": True, "wrong": pages + _differences(journal_of(state), player.game)}


def journal_of(state: Path) -> Path:
    """The journal of a table whose state lives there."""
    return Places(state, state).journal


def _differences(journal: Path, own: OwnGame) -> list[str]:
    """What the journal's last game that is over has otherwise than people know; played again by the engine."""
    with Journal.read(journal) as opened:
        number = opened.newest_number()
        while number:
            recorded = opened.game(number)
            if recorded is not None:
                state, _ = replayed(recorded)
                if state.phase is Phase.OVER:
                    same = any(_told(state) == _told(trail[-1]) for trail in own.trails)
                    return [] if same else [f"game {number} of the journal: {_told(state)}, played: {_told(own.state)}"]
            number -= 1
    return ["the journal has no game that is over"]


def _told(state: State) -> tuple[Any, ...]:
    """What counts at a game's end."""
    counted = scores(state) if state.depth == "full" else ()
    return state.players, state.depth, state.round, state.phase, state.board, counted, state.owners, state.stock


def _say(told: dict[str, Any]) -> None:
    signal.setitimer(signal.ITIMER_PROF, HANG_S)
    sys.stdout.write(json.dumps(told) + "\n")
    sys.stdout.flush()


def main(words: list[str]) -> int:
    """Live; exit status 1 where people gave the game up, with their reason on the last line."""
    folder, seed, life, players, depth, dealing, *death = words
    doom = Doom(Death.of(death))
    signal.setitimer(signal.ITIMER_PROF, HANG_S)
    try:
        _say(live(Path(folder), int(seed), int(life), int(players), depth, dealing, doom))
    except TableError as error:
        _say({"lost": str(error)})
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
