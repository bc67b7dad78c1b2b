"""From noisy looks at pads to what happened there: a token laid, a token lifted, a reader lost, a reader back."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from hardware.readers.reading import (
    PadClear,
    PadEvent,
    PadGarbled,
    RandomTag,
    RandomTagGone,
    ReaderBack,
    ReaderLost,
    Reading,
    Seen,
    TableKnown,
    TagCopied,
    TagSingle,
    TokenLaid,
    TokenLifted,
)
from hardware.readers.silence import Air, Silence

GARBLED_TOO_LONG = 1.0   # s without one clean look; bursts of noise are over by then


@dataclass(slots=True)
class _Lying:
    reader: int
    silence: Silence = field(default_factory=Silence)


class Presence:
    def __init__(self, readers: int = 0, neighbours: Collection[tuple[int, int]] = (), silence_s: float | None = None) -> None:
        self._silence_s = silence_s
        self._air = Air()
        self._lying: dict[str, _Lying] = {}
        self._lost: set[int] = set()
        self._garbled: dict[int, float] = {}   # since when a pad had no clean look (s)
        self._told_garbled: set[int] = set()
        self._unknown: dict[int, float | None] = dict.fromkeys(range(readers))  # silent since (s), if it is

    def feed(self, reading: Reading) -> list[PadEvent]:
        """What one look at one pad means, tokens lifted before tokens laid."""
        events = []
        r = reading.reader
        here = [(t, l) for t, l in self._lying.items() if l.reader == r]
        if reading.seen is Seen.GARBLED:
            rough = self._air.rough(r, reading.at)
            self._air.looked(r, reading.at, False, 0 if rough else 1)
            for t, l in here:
                l.silence.stammers(rough)
            return events
        missing = [(t, l) for t, l in here if t not in reading.tags]
        lonely = 0
        for t in reading.tags:
            l = self._lying.get(t)
            if l is not None and l.reader == r:
                lonely = max(lonely, l.silence.lonely)
                l.silence = Silence()
            elif l is None:
                self._lying[t] = _Lying(r)
                events.append(TokenLaid(t, r, reading.at))
        rough = missing and self._air.rough(r, reading.at)
        for t, l in missing:
            l.silence.goes_on(reading.at, rough)
            if l.silence.looks >= 3 and l.silence.span >= self._air.span(r):
                del self._lying[t]
                here = [x for x in here if x[0] != t]
                events.append(TokenLifted(t, r, reading.at))
        if here or reading.tags:
            self._air.looked(r, reading.at, not missing, lonely)
        else:
            self._air.empty(r)
        return events

    def doubts(self, reader):
        return any(l.reader == reader and 0 < l.silence.looks for l in self._lying.values())
