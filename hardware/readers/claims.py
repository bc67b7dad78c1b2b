"""A tag that a second reader names: has it been slid there, do two neighbours hear it, or are there two of it?"""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import Enum

from hardware.readers.silence import Silence

SLIDE_S = 1.0
"""A hand that slides a token is done by then; longer on both pads it is two tags with one UID."""
GONE_LOOKS = 2
"""Looks in a row that must miss a tag on its pad, each after another reader has named it, before that one has it."""
WINDOW = 8
"""Looks that say how strongly a reader hears a tag."""
STRONGER = 0.5
"""How much larger a neighbour's share of looks must be to have the tag: of two that are alike the earlier keeps it."""
STRONG = 0.5
"""The share of looks in which a tag must be named to be called clean."""

_WINDOW_BITS = (1 << WINDOW) - 1


@dataclass(slots=True, eq=False)
class Claim:
    """That a tag lies on this reader: since when (s), in which of the last looks it was named, and its silence.

    missed: of a rival: looks in a row that missed the tag at home, each of them after this reader has named it (anew:
    it has done so since the last of them). A burst of noise that hides it from all readers counts once at most.
    """

    reader: int
    since: float
    named: int = 1    # a bit a look, the latest lowest
    silence: Silence = field(default_factory=Silence)
    missed: int = 0
    anew: bool = True

    def look(self, named: bool) -> None:
        """Another look at the reader's pad."""
        self.named = (self.named << 1 | named) & _WINDOW_BITS
        self.anew = self.anew or named

    def home_looked(self, named: bool) -> None:
        """A look at the pad where the tag is said to lie named it, or something, or nobody."""
        if named:
            self.missed = 0
        elif self.anew:
            self.missed += 1
            self.anew = False

    @property
    def share(self) -> float:
        """In which share of the last looks it was named, 0 to 1."""
        return self.named.bit_count() / WINDOW


class Verdict(Enum):
    """What becomes of a tag that is claimed by a second reader."""

    STAYS = "stays"
    MOVES = "moves"
    COPIED = "copied"


class Neighbours:
    """Which readers stand so near to each other that both may hear one tag; pairs in any order."""

    def __init__(self, pairs: Collection[tuple[int, int]] = ()) -> None:
        self._pairs = frozenset(frozenset(pair) for pair in pairs)

    def judge(self, home: Claim, rival: Claim, home_lost: bool, at: float) -> Verdict:
        """What the rival's claim is worth at this moment (s) against that of the pad on which the tag is said to lie.

        home_lost: whether the reader of that pad is dead.
        """
        if not rival.named & 1:
            return Verdict.STAYS
        if home_lost:
            return Verdict.MOVES
        gone = rival.missed >= GONE_LOOKS
        if frozenset((home.reader, rival.reader)) in self._pairs:
            return Verdict.MOVES if gone and rival.share - home.share >= STRONGER else Verdict.STAYS
        if gone:
            return Verdict.MOVES
        both = at - rival.since >= SLIDE_S and min(home.share, rival.share) >= STRONG
        return Verdict.COPIED if both else Verdict.STAYS
