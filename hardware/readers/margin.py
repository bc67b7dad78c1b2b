"""How well tags are heard: the least gain at which they are still named, found between the looks that count."""

from collections.abc import Iterator, Mapping
from typing import Protocol

from hardware.readers.registers import GAINS

LOOKS = 20
MISSED = 2   # of those at the most: a tag that is named in nine of ten counts as heard


class Ears(Protocol):
    """Readers whose gain can be changed for a look; `scanner.Scanner` is one."""

    def gain(self, reader: int) -> int:
        """The gain of a reader's receiver, dB."""
        ...

    def heard_with(self, reader: int, gain_db: int) -> tuple[str, ...]:
        """The tags that a look at this pad names at another gain (dB)."""
        ...


class Margins:
    """Measures at these pads, one after the other, a look at each `step`.

    lying: by reader, the tags that lie there. least: by reader, the least gain (dB), not above its own, at which they
    were all named, as far as it is known; its own also where they are not heard reliably at that one. done: whether all
    is known. For one thread; another one may read `least` once it is `done`.
    """

    def __init__(self, ears: Ears, lying: Mapping[int, tuple[str, ...]]) -> None:
        self._ears = ears
        self.lying = dict(lying)
        self.least: dict[int, int] = {}
        self.done = not self.lying
        self._looks = self._look()

    def step(self) -> None:
        """One look more, if there is something left to know."""
        self.done = self.done or next(self._looks, None) is None

    def _look(self) -> Iterator[int]:
        """The reader of each look, which has happened."""
        for reader, tags in self.lying.items():
            own = self.least[reader] = self._ears.gain(reader)
            for gain in sorted((gain for gain in GAINS if gain <= own), reverse=True):
                missed = 0
                for _ in range(LOOKS):
                    missed += self._ears.heard_with(reader, gain) != tags
                    yield reader
                    if missed > MISSED:
                        break
                if missed > MISSED:
                    break
                self.least[reader] = gain
