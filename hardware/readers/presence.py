"""From noisy looks at pads to what happened there: a token laid, a token lifted, a reader lost, a reader back."""

from collections.abc import Collection
from copy import deepcopy

from hardware.readers.claims import Claim, Neighbours, Verdict
from hardware.readers.memory import Memory
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
from hardware.readers.silence import GARBLED_S, LONGEST_S, Air
from hardware.readers.strangers import Strangers, is_random

GARBLED_TOO_LONG = 1.0   # s without one clean look; bursts of noise are over by then
START_S = 0.3            # s of silence at the least before a pad is called empty that nothing is known of


class Presence:
    """Remembers which tag lies on which reader.

    Only clean looks without a tag lift it, over a time that depends on what the air has been like (`silence.Air`). A
    garbled look says that something is still there: it takes back some of the silence. A dead reader says nothing. A
    tag lies in one place: `claims` tells what becomes of one that two readers name. A tag that was never named before
    is believed at the second look (`strangers`).

    readers: how many there are, for `TableKnown`, which is told once each of them has named tags, has died, has been
    silent for long or garbled for long; with 0 it is never told. neighbours: pairs of readers that may hear each
    other's tags. silence_s: lifts a tag whatever the air is like, for measurements.
    """

    def __init__(
        self, readers: int = 0, neighbours: Collection[tuple[int, int]] = (), *, silence_s: float | None = None
    ) -> None:
        self._air = Air(silence_s)
        self._neighbours = Neighbours(neighbours)
        self._strangers = Strangers()
        self._doubted: set[int] = set()                   # readers whose last look named somebody not believed yet
        self._homes: dict[str, Claim] = {}                # where each tag is said to lie
        self._rivals: dict[str, dict[int, Claim]] = {}    # other readers that name it
        self._copied: dict[str, tuple[int, ...]] = {}     # as told
        self._lost: set[int] = set()
        self._garbled: dict[int, float] = {}              # since when a pad had no clean look (s)
        self._told_garbled: set[int] = set()
        self._unknown: dict[int, float | None] = dict.fromkeys(range(readers))  # silent since (s), if it is

    def feed(self, reading: Reading) -> list[PadEvent]:
        """What one look at one pad means, tokens lifted before tokens laid."""
        events = self._changes(reading)
        if reading.reader in self._unknown and self._is_settled(reading):
            del self._unknown[reading.reader]
            if not self._unknown:
                events.append(TableKnown(reading.at))
        return events

    def doubts(self, reader: int) -> bool:
        """Whether another look at this pad, at once, would help: a tag was not named that lay there, or a stranger was
        named for the first time."""
        return reader in self._doubted or any(
            home.silence.looks > 0 for home in self._homes.values() if home.reader == reader
        )

    def memory(self) -> Memory:
        """All that it remembers now."""
        held = Memory(
            homes=self._homes,
            rivals=self._rivals,
            copied=self._copied,
            known=tuple(sorted(self._strangers.known)),
            once=self._strangers.once,
            doubted=tuple(sorted(self._doubted)),
            lost=tuple(sorted(self._lost)),
            garbled=self._garbled,
            told_garbled=tuple(sorted(self._told_garbled)),
            unknown=self._unknown,
            air=self._air.memory(),
        )
        return deepcopy(held)

    def recall(self, memory: Memory) -> None:
        """Go on from what another one remembered: what comes is told as that one would have told it."""
        held = deepcopy(memory)
        self._homes, self._rivals, self._copied = held.homes, held.rivals, held.copied
        self._strangers.known, self._strangers.once = set(held.known), held.once
        self._doubted = set(held.doubted)
        self._lost = set(held.lost)
        self._garbled, self._told_garbled = held.garbled, set(held.told_garbled)
        self._unknown = held.unknown
        claims = [*held.homes.values(), *(rival for rivals in held.rivals.values() for rival in rivals.values())]
        self._air.recall(held.air, [(claim.reader, claim.silence) for claim in claims])

    def _is_settled(self, reading: Reading) -> bool:
        """Whether the first looks at a pad are enough to say what lies there."""
        if reading.seen is Seen.NOBODY:
            since = self._unknown[reading.reader]
            if since is None:
                since = self._unknown[reading.reader] = reading.at
            return reading.at - since >= max(START_S, self._air.span(reading.reader))
        self._unknown[reading.reader] = None
        if reading.seen is Seen.TAGS:
            return reading.reader not in self._doubted
        return reading.seen is Seen.DEAD or reading.reader in self._told_garbled

    def _changes(self, reading: Reading) -> list[PadEvent]:
        reader = reading.reader
        self._doubted.discard(reader)
        if reading.seen is Seen.DEAD:
            return self._dies(reading)
        self._air.look(reader, reading.at)
        events: list[PadEvent] = []
        if reader in self._lost:
            self._lost.discard(reader)
            events.append(ReaderBack(reader, reading.at))
        if reading.seen is Seen.GARBLED:
            return events + self._stammers(reading)
        self._garbled.pop(reader, None)
        if reader in self._told_garbled:
            self._told_garbled.discard(reader)
            events.append(PadClear(reader, reading.at))
        return events + self._clean(reader, reading.tags, reading.at)

    def _dies(self, reading: Reading) -> list[PadEvent]:
        reader = reading.reader
        self._garbled.pop(reader, None)
        self._told_garbled.discard(reader)
        for claim in self._claims_on(reader):
            self._air.broken(claim.silence, LONGEST_S)
        if reader in self._lost:
            return []
        self._lost.add(reader)
        lost = ReaderLost(reader, reading.why, reading.at, reading.trouble)
        return [lost, *self._without_rivals_on(reader, reading.at)]

    def _stammers(self, reading: Reading) -> list[PadEvent]:
        reader = reading.reader
        lies = False
        for claim in self._claims_on(reader):
            self._air.broken(claim.silence, GARBLED_S)
            lies = True
        if self._rivals:
            self._tell_rivals(reader, None)
        since = self._garbled.setdefault(reader, reading.at)
        if reader in self._told_garbled:
            return []
        if lies:
            self._air.garbled(reader)
            self._air.looked(reader, reading.at, False)
        if reading.at - since < GARBLED_TOO_LONG:
            return []
        self._told_garbled.add(reader)
        return [PadGarbled(reader, reading.why, reading.at)]

    def _claims_on(self, reader: int) -> list[Claim]:
        claims = [home for home in self._homes.values() if home.reader == reader]
        if self._rivals:
            claims += [rivals[reader] for rivals in self._rivals.values() if reader in rivals]
        return claims

    # --- a look without fault ---

    def _clean(self, reader: int, tags: tuple[str, ...], at: float) -> list[PadEvent]:
        names, doubt = self._strangers.believed(reader, tags, at)
        if doubt:
            self._doubted.add(reader)
        events: list[PadEvent] = []
        lies, well = False, True
        for tag, home in list(self._homes.items()):
            if home.reader != reader:
                continue
            if self._heard(home, tag in names, doubt, at):
                lies = True
                well = well and tag in names
            else:
                events += self._lift(tag, at)
        if lies:
            self._air.looked(reader, at, well)
        else:
            self._air.leave(reader)
        if self._rivals:
            self._tell_rivals(reader, None if doubt else names)
            events += self._hear_rivals(reader, names, doubt, at)
        for tag in names:
            there = self._homes.get(tag)
            if there is None:
                events.append(self._lay(tag, reader, at))
            elif there.reader != reader:
                self._rivals.setdefault(tag, {}).setdefault(reader, Claim(reader, at))
        if self._rivals:
            events += self._contests(reader, at)
        return events

    def _heard(self, claim: Claim, named: bool, doubt: bool, at: float) -> bool:
        """What a clean look makes of a claim on that reader: whether it still holds.

        doubt: the look named somebody who is not believed; that may be this very tag, misheard.
        """
        air = self._air
        if named:
            claim.look(True)
            claim.silence = air.named(claim.silence, claim.reader)
            return True
        if doubt:
            air.broken(claim.silence, GARBLED_S)
            return True
        claim.look(False)
        air.silent(claim.silence, claim.reader, at)
        return not air.lifts(claim.silence, claim.reader)

    def _lay(self, tag: str, reader: int, at: float) -> PadEvent:
        self._homes[tag] = Claim(reader, at)
        return RandomTag(reader, at) if is_random(tag) else TokenLaid(tag, reader, at)

    def _lift(self, tag: str, at: float) -> list[PadEvent]:
        """It no longer lies at home; if another reader names it, it lies there now."""
        home = self._homes.pop(tag)
        self._air.forget(home.silence)
        events: list[PadEvent] = [
            RandomTagGone(home.reader, at) if is_random(tag) else TokenLifted(tag, home.reader, at)
        ]
        rivals = [rival for rival in self._rivals.get(tag, {}).values() if rival.named & 1]
        if rivals:
            heir = max(rivals, key=lambda rival: rival.share)
            del self._rivals[tag][heir.reader]
            self._homes[tag] = heir
            events.append(TokenLaid(tag, heir.reader, at))
        else:
            self._rivals.pop(tag, None)
        return events + self._count_copies(tag, at)

    # --- tags that several readers name ---

    def _tell_rivals(self, home: int, names: Collection[str] | None) -> None:
        """A look at this pad said something of the tags there that others name too; names: None if it was garbled."""
        for tag, rivals in self._rivals.items():
            if self._homes[tag].reader == home:
                for rival in rivals.values():
                    rival.home_looked(names is None or tag in names)

    def _hear_rivals(self, reader: int, names: tuple[str, ...], doubt: bool, at: float) -> list[PadEvent]:
        events: list[PadEvent] = []
        for tag, rivals in list(self._rivals.items()):
            rival = rivals.get(reader)
            if rival is not None and not self._heard(rival, tag in names, doubt, at):
                del rivals[reader]
                events += self._count_copies(tag, at)
        return events

    def _contests(self, reader: int, at: float) -> list[PadEvent]:
        """Judge each tag of which this look has said something."""
        events: list[PadEvent] = []
        for tag, rivals in list(self._rivals.items()):
            home = self._homes[tag]
            for rival in list(rivals.values()):
                if reader not in (home.reader, rival.reader):
                    continue
                verdict = self._neighbours.judge(home, rival, home.reader in self._lost, at)
                if verdict is Verdict.COPIED and rival.reader not in self._copied.get(tag, ()):
                    self._copied[tag] = (*self._copied.get(tag, (home.reader,)), rival.reader)
                    events.append(TagCopied(tag, self._copied[tag], at))
                elif verdict is Verdict.MOVES and tag not in self._copied:
                    events += self._lift(tag, at)
                    break
        return events

    def _without_rivals_on(self, reader: int, at: float) -> list[PadEvent]:
        """A dead reader's claim on a tag that lies elsewhere counts no more."""
        events: list[PadEvent] = []
        for tag, rivals in list(self._rivals.items()):
            if rivals.pop(reader, None) is not None:
                events += self._count_copies(tag, at)
        return events

    def _count_copies(self, tag: str, at: float) -> list[PadEvent]:
        """After the claims on a tag have changed: what was told of its copies may hold no more."""
        rivals = self._rivals.get(tag, {})
        if not rivals:
            self._rivals.pop(tag, None)
        told = self._copied.get(tag)
        if told is None:
            return []
        home = self._homes.get(tag)
        readers = () if home is None else (home.reader, *(reader for reader in told if reader in rivals))
        if readers == told:
            return []
        if len(readers) > 1:
            self._copied[tag] = readers
            return [TagCopied(tag, readers, at)]
        del self._copied[tag]
        return [TagSingle(tag, at)]
