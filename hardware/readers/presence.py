"""From noisy looks at pads to what happened there: a token laid, a token lifted, a reader lost, a reader back."""

from dataclasses import dataclass

from hardware.readers.reading import (
    PadClear,
    PadEvent,
    PadGarbled,
    ReaderBack,
    ReaderLost,
    Reading,
    Seen,
    TableKnown,
    TokenLaid,
    TokenLifted,
)

GARBLED_TOO_LONG = 1.0   # s without one clean look; bursts of noise are over by then
DEFAULT_SILENCE = 0.2   # s; noise comes in bursts, so silence must span a time, not a number of looks


@dataclass(slots=True)
class _Lying:
    reader: int
    silent_since: float | None = None   # s, of the first look in a row that did not see the tag


class Presence:
    """Remembers which tag lies on which reader.

    Only clean looks without a tag, over at least `silence_s` seconds, lift it; a garbled look or a dead reader may hide
    it, so the silence begins anew. A tag lies in one place: seen elsewhere, it has left the old place if that did not
    see it at its last look. So one that lies between two pads, in the fields of both, stays with the first.

    readers: how many there are, for `TableKnown`, which is told once each of them has named tags, has died, has been
    silent for `silence_s` or garbled for long; with 0 it is never told.
    """

    def __init__(self, silence_s: float = DEFAULT_SILENCE, readers: int = 0) -> None:
        self._silence = silence_s
        self._lying: dict[str, _Lying] = {}
        self._lost: set[int] = set()
        self._garbled: dict[int, float] = {}   # since when a pad had no clean look (s)
        self._told_garbled: set[int] = set()
        self._unknown: dict[int, float | None] = dict.fromkeys(range(readers))  # silent since (s), if it is

    def feed(self, reading: Reading) -> list[PadEvent]:
        """What one look at one pad means, tokens lifted before tokens laid."""
        events = self._changes(reading)
        if reading.reader in self._unknown and self._believed(reading):
            del self._unknown[reading.reader]
            if not self._unknown:
                events.append(TableKnown(reading.at))
        return events

    def _believed(self, reading: Reading) -> bool:
        """Whether the first looks at a pad are enough to say what lies there."""
        if reading.seen is Seen.NOBODY:
            since = self._unknown[reading.reader]
            if since is None:
                since = self._unknown[reading.reader] = reading.at
            return reading.at - since >= self._silence
        self._unknown[reading.reader] = None
        return reading.seen is not Seen.GARBLED or reading.reader in self._told_garbled

    def _changes(self, reading: Reading) -> list[PadEvent]:
        if reading.seen is Seen.DEAD:
            self._break_silence(reading.reader)
            if reading.reader in self._lost:
                return []
            self._lost.add(reading.reader)
            return [ReaderLost(reading.reader, reading.why, reading.at)]
        events: list[PadEvent] = []
        if reading.reader in self._lost:
            self._lost.discard(reading.reader)
            events.append(ReaderBack(reading.reader, reading.at))
        if reading.seen is Seen.GARBLED:
            self._break_silence(reading.reader)
            return events + self._stammers(reading)
        self._garbled.pop(reading.reader, None)
        if reading.reader in self._told_garbled:
            self._told_garbled.discard(reading.reader)
            events.append(PadClear(reading.reader, reading.at))
        events += self._lifted(reading)
        events += self._laid(reading)
        return events

    def _stammers(self, reading: Reading) -> list[PadEvent]:
        since = self._garbled.setdefault(reading.reader, reading.at)
        if reading.reader in self._told_garbled or reading.at - since < GARBLED_TOO_LONG:
            return []
        self._told_garbled.add(reading.reader)
        return [PadGarbled(reading.reader, reading.why, reading.at)]

    def _break_silence(self, reader: int) -> None:
        for lying in self._lying.values():
            if lying.reader == reader:
                lying.silent_since = None

    def _lifted(self, reading: Reading) -> list[PadEvent]:
        events: list[PadEvent] = []
        for tag, lying in list(self._lying.items()):
            if lying.reader != reading.reader or tag in reading.tags:
                continue
            if lying.silent_since is None:
                lying.silent_since = reading.at
            if reading.at - lying.silent_since >= self._silence:
                del self._lying[tag]
                events.append(TokenLifted(tag, reading.reader, reading.at))
        return events

    def _laid(self, reading: Reading) -> list[PadEvent]:
        events: list[PadEvent] = []
        for tag in reading.tags:
            lying = self._lying.get(tag)
            if lying is not None and lying.reader == reading.reader:
                lying.silent_since = None
                continue
            if lying is not None:
                if lying.silent_since is None and lying.reader not in self._lost:
                    continue
                events.append(TokenLifted(tag, lying.reader, reading.at))
            self._lying[tag] = _Lying(reading.reader)
            events.append(TokenLaid(tag, reading.reader, reading.at))
        return events
