"""Enrolling tokens: each is laid on any pad in turn, named, and written to the roster before the next is asked for."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from engine.era.components import SETUPS

POLL_S = 0.2
"""How often the pads are asked what lies there."""


class Pads(Protocol):
    """What an enrolment needs of the table: of a running service's or of its own."""

    def unknown(self) -> Sequence[str]:
        """UIDs in hex of the tags that lie on the pads and are nobody's."""
        ...

    def counts(self) -> dict[str, int]:
        """How many tokens each player has already."""
        ...

    def enrol(self, tag: str, player: str) -> None:
        """The tag is a token of the player; on the disk on return."""
        ...

    def wait(self, seconds: float) -> None:
        """Let so much time pass."""
        ...


def enrol_all(pads: Pads, players: Sequence[str], say: Callable[[str], None]) -> int:
    """Ask for every token that the players still lack (SETUP-1), until none is missing; how many were enrolled."""
    enrolled = 0
    for player, number, tokens in _missing(pads, players):
        say(f"{player.upper()}: lay token {number} of {tokens} on any pad.")
        told = False
        while len(unknown := pads.unknown()) != 1:
            if len(unknown) > 1 and not told:
                say(f"{len(unknown)} unknown tags lie on the pads: leave one of them.")
                told = True
            pads.wait(POLL_S)
        pads.enrol(unknown[0], player)
        enrolled += 1
        say(f"{player.upper()} has token {number} of {tokens}: {unknown[0]}. It may be taken off.")
    return enrolled


def _missing(pads: Pads, players: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """(player, number from 1, of how many) for each token that is not enrolled yet."""
    tokens = SETUPS[len(players)].tokens
    counts = pads.counts()
    for player in players:
        for number in range(counts.get(player, 0) + 1, tokens + 1):
            yield player, number, tokens
