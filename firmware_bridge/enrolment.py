"""Enrolling tokens: each is laid on any pad in turn, named, and written to the roster before the next is asked for."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from engine.era.components import SETUPS

POLL_S = 0.2
"""How often the pads are asked what lies there."""


class Pads(Protocol):
    """What an enrolment needs of the table: of a running service's or of its own."""

    def lying(self) -> Sequence[tuple[str, str | None]]:
        """The tags that lie on the pads: UID in hex, and whose token it is, None for nobody's."""
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
        known = {tag for tag, owner in pads.lying() if owner is not None}
        say(f"{player.upper()}: lay token {number} of {tokens} on any pad.")
        tag = _one_unknown(pads, known, say)
        pads.enrol(tag, player)
        enrolled += 1
        say(f"{player.upper()} has token {number} of {tokens}: {tag}. It may be taken off.")
    return enrolled


def _one_unknown(pads: Pads, known: set[str], say: Callable[[str], None]) -> str:
    """Wait for the one tag that is nobody's; says once, if so, why what lies there does not do.

    known: somebody's tags that nobody needs to be told of, since they lay there before.
    """
    told = 0
    before: list[str] = []
    while True:
        lying = pads.lying()
        unknown = [tag for tag, player in lying if player is None]
        if len(unknown) == 1 and unknown == before:  # at two looks: of two that are laid at once one is seen first
            return unknown[0]
        if len(unknown) > 1 and len(unknown) != told:
            say(f"{len(unknown)} unknown tags lie on the pads: leave one of them.")
            told = len(unknown)
        before = unknown
        for tag, player in lying:
            if player is not None and tag not in known:
                say(f"Tag {tag} is a token of {player.upper()} already: take another.")
        known = known | {tag for tag, player in lying if player is not None}
        pads.wait(POLL_S)


def _missing(pads: Pads, players: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """(player, number from 1, of how many) for each token that is not enrolled yet."""
    tokens = SETUPS[len(players)].tokens
    counts = pads.counts()
    for player in players:
        for number in range(counts.get(player, 0) + 1, tokens + 1):
            yield player, number, tokens
