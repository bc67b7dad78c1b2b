"""When a process has to die in chaos: told by the table's own doings, so that the same seed gives the same death."""

import os
import random
import signal
import sys
from dataclasses import dataclass
from types import FrameType
from typing import Self

STATEMENT = "execute"
"""The call by which the journal gives SQLite a statement."""
OF_C = ("c_call", "c_return")
"""What a profile function is told of calls that are not Python's own."""
MOST_STATEMENTS = 24
"""About what a start gives the journal, or four moves: before and after each statement is a moment of its own."""
MOST_CALLS = 1 << 15
"""About what a start needs until the wires are open; a step of a worker has some tens to some thousands."""


@dataclass(frozen=True, slots=True)
class Death:
    """A kill -9, with no time for last words.

    steps: after so many steps of the table's workers, 0 for one that falls into the start; calls: so many calls and
    returns later; in_journal: only those count that give the journal a statement, so that it falls before or into a
    transaction, or right after it, when what was done is on the disk and nobody was told.
    """

    steps: int
    calls: int
    in_journal: bool

    @classmethod
    def drawn(cls, chance: random.Random, steps: int) -> Self:
        """One that falls anywhere after so many steps."""
        if chance.random() < 0.5:
            return cls(steps, chance.randrange(1, MOST_STATEMENTS + 1), True)
        return cls(steps, round(MOST_CALLS ** chance.random()), False)

    def words(self) -> list[str]:
        """As arguments of a process."""
        return [str(self.steps), str(self.calls), str(int(self.in_journal))]

    @classmethod
    def of(cls, words: list[str]) -> "Death | None":
        """What `words` gave; None for no words: nobody dies."""
        if not words:
            return None
        steps, calls, in_journal = map(int, words)
        return cls(steps, calls, bool(in_journal))


class Doom:
    """Waits for the moment of a death, and kills this process then; None: never. near: whether every call is looked at
    by now, which takes time."""

    def __init__(self, death: Death | None) -> None:
        self._death = death
        self._left = death.steps if death is not None else -1
        self._calls = death.calls if death is not None else 0
        self.near = False
        self._look()

    def step(self) -> None:
        """A worker is about to be stepped."""
        self._left -= 1
        self._look()

    def _look(self) -> None:
        if self._left == 0 and not self.near:
            self.near = True
            sys.setprofile(self._called)

    def _called(self, frame: FrameType, event: str, argument: object) -> None:
        assert self._death is not None  # nothing is looked at else
        if self._death.in_journal and not (event in OF_C and getattr(argument, "__name__", "") == STATEMENT):
            return
        self._calls -= 1
        if self._calls <= 0:
            os.kill(os.getpid(), signal.SIGKILL)
