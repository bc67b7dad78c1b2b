"""All readers of a table, looked at one after the other with one antenna on at a time: neighbours on together read each
other's tags."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from hardware.clock import Clock
from hardware.readers.iso14443 import Transceiver, name_tags
from hardware.readers.reading import Reading, Seen

log = logging.getLogger(__name__)

GUARD = 5.1e-3       # s from field on to the first frame: a tag may need 5 ms to start (ISO/IEC 14443-3)
FIELD_OFF = 5.1e-3   # s that a tag may take to forget its state; passes by itself while other pads are looked at


class Chip(Transceiver, Protocol):
    """What the scanner needs of a reader; `mfrc522.Mfrc522` is one."""

    path: str

    def fault(self) -> str:
        """What is wrong with the chip, in words, or ""."""
        ...

    def initialise(self) -> None:
        """Reset it and set it up, field off."""
        ...

    def field_on(self) -> float:
        """Switch its antenna on; since when it is on (s)."""
        ...

    def field_off(self) -> None:
        """Switch its antenna off."""
        ...

    def close(self) -> None:
        """Switch its antenna off and let go of the wire; twice is fine."""
        ...


class Scanner:
    """Looks at the pads of the given readers, numbered by their place in that sequence; `close` closes them all."""

    def __init__(self, readers: Sequence[Chip], clock: Clock) -> None:
        self._readers = tuple(readers)
        self._clock = clock
        self._named: list[tuple[str, ...]] = [()] * len(self._readers)    # at the last look
        self._lost = [False] * len(self._readers)
        self._off_since = [float("-inf")] * len(self._readers)

    def __len__(self) -> int:
        return len(self._readers)

    def scan(self) -> tuple[Reading, ...]:
        """One look at each pad, in order."""
        return tuple([self.look(reader) for reader in range(len(self._readers))])

    def look(self, reader: int) -> Reading:
        """One look at one pad; trouble of any kind is told by the reading, never raised.

        A reader that lost its set-up or was dead is set up again first, and read in the same look.
        """
        chip = self._readers[reader]
        try:
            why = chip.fault()
            if why or self._lost[reader]:
                if not self._lost[reader]:
                    log.warning("%s Setting it up again.", why)
                chip.initialise()
                why = chip.fault()
                if why:
                    return self._dead(reader, why)
            self._clock.sleep(self._off_since[reader] + FIELD_OFF - self._clock.now())
            try:
                named = name_tags(chip, self._named[reader], chip.field_on() + GUARD)
            finally:
                chip.field_off()
                self._off_since[reader] = self._clock.now()
            if named.garbled:
                why = chip.fault()   # is it the tag that stammers, or the chip that is going?
                if why:
                    return self._dead(reader, why)
        except OSError as error:
            return self._dead(reader, f"Reader {chip.path}: the wire is lost ({error.strerror or error}).")
        self._lost[reader] = False
        self._named[reader] = named.tags
        if named.garbled:
            return Reading(reader, Seen.GARBLED, self._clock.now(), why=named.garbled)
        return Reading(reader, Seen.TAGS if named.tags else Seen.NOBODY, self._clock.now(), named.tags)

    def _dead(self, reader: int, why: str) -> Reading:
        self._lost[reader] = True
        return Reading(reader, Seen.DEAD, self._clock.now(), why=why)

    def close(self) -> None:
        """All antennas off, all readers closed; twice is fine."""
        for chip in self._readers:
            with suppress(OSError):
                chip.close()
