"""How long a pad must be silent before its token counts as lifted: by how rough the air has been there lately."""

from dataclasses import dataclass

SHORTEST_S = 0.2
"""Silence that lifts a token in calm air: longer than a burst of noise (50 to 150 ms), which nothing has announced."""
LONGEST_S = 1.5
"""Silence that lifts a token whatever the air is like: a lift must not wait for ever."""
ROUGH_S = 1.2
"""Silence more for each failing look in one, so 0.12 s at 10 %."""
LOOKS = 3
"""Silent looks that a lift takes at least, however far apart they are."""
GARBLED_S = 0.1
"""Silence that a garbled look takes back beside the time until the next: it says that something is still there."""
ROUGH_WORTH = 0.25
"""What a second of silence is worth while most other tags fail, too: they were hardly all lifted at once."""
FRESH_S = 0.15
"""How old the last look at another pad may be to say what the air is like now; a scan takes less."""
MEMORY = 128
"""Looks after which a pad's past counts 1/e; those of the whole table are remembered eight times as long."""


@dataclass(slots=True)
class Silence:
    """How long a tag has not been named: `span` (s) of clean silence over `looks`, `lonely` of them in calm air."""

    span: float = 0.0
    looks: int = 0
    lonely: int = 0
    last: float | None = None   # when the look before was silent, too

    def goes_on(self, at: float, rough: bool) -> None:
        """One more clean look did not name the tag; rough: most other tags fail as well."""
        if self.last is not None:
            self.span += (at - self.last) * (ROUGH_WORTH if rough else 1.0)
        self.last = at
        self.looks += 1
        self.lonely += not rough

    def stammers(self, rough: bool) -> None:
        """A garbled look: no time passes until the next clean one, and some of the silence is taken back."""
        self.span = max(0.0, self.span - GARBLED_S)
        self.last = None
        self.looks = 0


class Air:
    """What the air over each pad has lately been like: how many looks failed that should have named a tag.

    Only failures while other tags were read well are counted: those that come with everybody else's are told by
    `rough` at the moment.
    """

    def __init__(self) -> None:
        self._share: dict[int, float] = {}
        self._everywhere = 0.0
        self._latest: dict[int, tuple[float, bool]] = {}   # pads with a tag or noise: when, and whether it was read

    def looked(self, reader: int, at: float, read: bool, lonely_failures: int = 0) -> None:
        """A look that named all it should, after so many in calm air that did not, though the tags lay there."""
        self._latest[reader] = (at, read)
        for _ in range(lonely_failures):
            self._count(reader, 1.0)
        if read:
            self._count(reader, 0.0)

    def empty(self, reader: int) -> None:
        """Nothing lies there, so its silence says nothing."""
        self._latest.pop(reader, None)

    def _count(self, reader: int, failed: float) -> None:
        share = self._share.get(reader, 0.0)
        self._share[reader] = share + (failed - share) / MEMORY
        self._everywhere += (failed - self._everywhere) / (8 * MEMORY)

    def rough(self, reader: int, at: float) -> bool:
        """Whether most of the other pads' tags were not read at their last look."""
        balance = 0
        for other, (when, read) in self._latest.items():
            if other != reader and at - when <= FRESH_S:
                balance += 1 if read else -1
        return balance < 0

    def span(self, reader: int) -> float:
        """Seconds of silence that lift a token from this pad."""
        share = max(self._share.get(reader, 0.0), self._everywhere)
        return min(LONGEST_S, SHORTEST_S + ROUGH_S * share)
