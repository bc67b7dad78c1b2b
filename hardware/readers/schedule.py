"""In which order the pads are looked at: all in turn, no two neighbours in a row, doubtful ones again in between."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

Schedule = Literal["solo", "overlap"]
"""`solo`: one antenna on at a time; `overlap`: two, so that the next warms up while the present one is polled."""

Pair = tuple[int, int]
REGULAR = 3   # regular looks between two extra ones: doubts slow the others by a third at most


def all_pairs(readers: int) -> list[tuple[int, int]]:
    """Everybody beside everybody: what makes any schedule `solo`."""
    return [(one, other) for one in range(readers) for other in range(one)]


def cycle(readers: int, neighbours: Iterable[Pair]) -> tuple[int, ...]:
    """All readers in an order, read as a ring, in which two in a row are no neighbours if that can be had simply.

    Palmer's way to a Hamiltonian cycle: while two in a row are neighbours, turn round the stretch between them and
    another pair if that mends the one and breaks nothing. It always ends well where any two neighbours have, taken
    together, as many other readers that are not their neighbours as there are readers (Ore's condition): each of twelve
    may have five neighbours. Pairs that are left over can't be on together, and cost a wait.
    """
    close = {frozenset(pair) for pair in neighbours}
    ring: list[int] | None = list(range(readers))
    while ring is not None:
        best, ring = ring, _mended(ring, close)
    return tuple(best)


def _mended(ring: list[int], close: set[frozenset[int]]) -> list[int] | None:
    """The ring with fewer neighbours in a row, or None if no turn of a stretch makes it so."""

    def apart(one: int, other: int) -> bool:
        return frozenset((one, other)) not in close

    for at in range(len(ring)):
        first, *rest = turned = ring[at:] + ring[:at]
        if not rest or apart(rest[-1], first):
            continue
        for end in range(2, len(ring) - 1):
            if apart(turned[-1], turned[end - 1]) and apart(first, turned[end]):
                return turned[end - 1::-1] + turned[end:]
    return None


class Rota:
    """Whose turn it is: `next` goes round the ring for ever, with extra turns for those that were asked for again."""

    def __init__(self, ring: Sequence[int]) -> None:
        self._ring = tuple(ring)
        self._at = 0
        self._again: dict[int, None] = {}   # in the order in which they were asked for
        self._regular = REGULAR

    def again(self, reader: int) -> None:
        """Let it have an extra turn soon."""
        self._again[reader] = None

    def next(self, skip: Callable[[int], bool], ready: Callable[[int], bool]) -> int | None:
        """Whose turn it is now; None if there is nobody.

        skip: who has no turn at all; ready: whether an extra turn could begin at once.
        """
        if self._regular >= REGULAR:
            for reader in self._again:
                if not skip(reader) and ready(reader):
                    del self._again[reader]
                    self._regular = 0
                    return reader
        for _ in self._ring:
            reader = self._ring[self._at]
            self._at = (self._at + 1) % len(self._ring)
            if not skip(reader):
                self._again.pop(reader, None)
                self._regular += 1
                return reader
        return None
