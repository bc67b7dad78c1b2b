"""All readers of a table, looked at in turn: whose antenna is on, who is asked, who is to be believed."""

import logging
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Protocol

from hardware.clock import Clock
from hardware.errors import ChipStuck
from hardware.readers.health import Health
from hardware.readers.iso14443 import Named, Transceiver, name_tags
from hardware.readers.margin import Margins
from hardware.readers.reading import Reading, Seen
from hardware.readers.schedule import Pair, Rota, Schedule, all_pairs, cycle
from hardware.readers.trouble import Fault, Trouble

log = logging.getLogger(__name__)

GUARD = 5.1e-3       # s from field on to the first frame: a tag may need 5 ms to start (ISO/IEC 14443-3)
FIELD_OFF = 5.1e-3   # s that a tag may take to forget its state; passes by itself while other pads are looked at
LEAD = 0.5e-3        # s before the guard is over: then a frame is prepared, to go out at once
ANTENNAS = 2         # on together at most, or warming up; on a `solo` table nobody may be on beside another


class Chip(Transceiver, Protocol):
    """What the scanner needs of a reader; `mfrc522.Mfrc522` is one."""

    path: str
    answered: int
    gain_db: int

    @property
    def was_reset(self) -> bool:
        """Whether its reset line was pulsed since it was last set up."""
        ...

    def fault(self, careful: bool = False) -> Fault | None:
        """What is wrong with the chip while its field is off, None if nothing is; careful: look more than once."""
        ...

    def pulse(self) -> None:
        """Pulse its reset line, if it has one."""
        ...

    def initialise(self) -> None:
        """Reset it by command and set it up, field off."""
        ...

    def set_up(self) -> None:
        """Set it up after a reset."""
        ...

    def field_on(self) -> float:
        """Switch its antenna on; since when it is on (s)."""
        ...

    def field_off(self) -> None:
        """Switch its antenna off."""
        ...

    def hear_with(self, gain_db: int) -> None:
        """Let its receiver amplify so much from now on (dB)."""
        ...

    def close(self) -> None:
        """Switch its antenna off and let go of the wire; twice is fine."""
        ...


class Scanner:
    """Looks at the pads of the given readers, numbered by their place in that sequence; `close` closes them all.

    schedule: see `schedule.Schedule`. neighbours: pairs of readers that hear each other's tags: never on together.

    Each look ends with a check of the chip, its field off again: so only a chip that did what it was told can say that
    nobody is there. A chip at fault is reset and set up at once, and that look is garbled; if that does not help, or
    not for long, it is lost: left alone for a while, tried again for ever, and believed when it has worked for some
    looks.
    """

    def __init__(
        self, readers: Sequence[Chip], clock: Clock, schedule: Schedule = "solo", neighbours: Iterable[Pair] = ()
    ) -> None:
        self._readers = tuple(readers)
        self._clock = clock
        everybody = range(len(self._readers))
        close = list(neighbours) if schedule == "overlap" else all_pairs(len(everybody))
        self._beside: list[set[int]] = [set() for _ in everybody]
        for one, other in close:
            self._beside[one].add(other)
            self._beside[other].add(one)
        self._rota = Rota(cycle(len(everybody), close))
        self._turns: deque[int] = deque()   # the next to be looked at
        self._on: dict[int, float] = {}     # whose antenna is on, and since when
        self._off_since = [float("-inf")] * len(everybody)
        self._health = [Health() for _ in everybody]
        self._named: list[tuple[str, ...]] = [()] * len(everybody)    # at the last clean look
        self._garbled = [False] * len(everybody)                      # was the last look
        self.margins = Margins(self, {})
        """What `measure` has asked for; its owner steps it, between two looks."""

    def __len__(self) -> int:
        return len(self._readers)

    def fault(self, reader: int) -> Fault | None:
        """Why a reader is lost, None if it is not."""
        return self._health[reader].fault

    def version(self, reader: int) -> int:
        """VersionReg of a reader's chip as it read last: `registers.MAKES` names them."""
        return self._readers[reader].answered

    def gain(self, reader: int) -> int:
        """How much a reader's receiver amplifies, dB."""
        return self._readers[reader].gain_db

    def again(self, reader: int) -> None:
        """Look at this pad again soon: what it said is doubted."""
        self._rota.again(reader)

    def retry(self, reader: int) -> None:
        """Try a lost reader again at its next turn, however long it was to be left alone; from any thread."""
        self._health[reader].retry_at = float("-inf")

    def ready_at(self) -> float:
        """When `next_look` can be had without a wait (s); infinity if there is no reader."""
        self._draw()
        if not self._turns:
            return min((health.retry_at for health in self._health), default=float("inf"))
        reader = self._turns[0]
        on_since = self._on.get(reader)
        if on_since is not None:
            return on_since + GUARD - LEAD
        since = self._off_since[reader]
        return since if self._health[reader].to_cure else since + FIELD_OFF   # a cure needs no antenna, nor a rest

    def next_look(self) -> Reading | None:
        """One look at the pad whose turn it is, None if all readers are lost and left alone; warms up the next."""
        self._draw()
        if not self._turns:
            return None
        reading = self._look(self._turns.popleft())
        self._draw()
        return reading

    def look(self, reader: int) -> Reading:
        """One look at this pad, whoever's turn it is."""
        self._alone(reader)
        return self._look(reader)

    def scan(self) -> tuple[Reading, ...]:
        """One look at each pad, and at doubtful ones again; the last of each, by reader."""
        readings: dict[int, Reading] = {}
        while any(reader not in readings and not self._waits(reader) for reader in range(len(self))):
            reading = self.next_look()
            if reading is not None:
                readings[reading.reader] = reading
        return tuple([readings.get(reader) or self._lost(reader) for reader in range(len(self))])

    def measure(self, lying: Mapping[int, tuple[str, ...]]) -> None:
        """Ask how well the tags are heard that lie on these pads; any thread may."""
        self.margins = Margins(self, lying)

    def heard_with(self, reader: int, gain_db: int) -> tuple[str, ...]:
        """The tags that one look at this pad names at another gain (dB); no look that says what lies there.

        None where the reader is lost, or at fault, which its next look will meet.
        """
        health = self._health[reader]
        if health.lost or health.to_cure:
            return ()
        self._alone(reader)
        chip = self._readers[reader]
        own = chip.gain_db
        heard: tuple[str, ...] = ()
        with suppress(OSError):
            chip.hear_with(gain_db)
            named, fault = self._ask(reader)
            if fault is None and not named.garbled:
                heard = named.tags
        with suppress(OSError):
            chip.hear_with(own)
        return heard

    # --- whose turn it is ---

    def _waits(self, reader: int) -> bool:
        return self._health[reader].waits(self._clock.now())

    def _draw(self) -> None:
        """Say who comes next, and switch on the antennas of those for whom the time has come."""
        while len(self._turns) < ANTENNAS:
            reader = self._rota.next(self._has_no_turn, self._may_warm)
            if reader is None:
                break
            self._turns.append(reader)
        for reader in self._turns:
            if reader not in self._on and self._may_warm(reader) and not self._health[reader].to_cure:
                with suppress(OSError):   # which its look will meet again, and tell
                    self._warm(reader)

    def _has_no_turn(self, reader: int) -> bool:
        return reader in self._turns or self._waits(reader)

    def _may_warm(self, reader: int) -> bool:
        """Whether its tags have forgotten the last field, and none of its neighbours is on."""
        return self._clock.now() >= self._off_since[reader] + FIELD_OFF and not self._neighbours_on(reader)

    def _neighbours_on(self, reader: int) -> list[int]:
        beside = self._beside[reader]
        return [other for other in self._on if other in beside]

    def _warm(self, reader: int) -> None:
        chip = self._readers[reader]
        if chip.was_reset:
            chip.set_up()
        self._on[reader] = chip.field_on()

    def _alone(self, reader: int) -> None:
        """Make room for an antenna that is not on."""
        if reader not in self._on:
            for other in list(self._on):
                self._cool(other)

    def _cool(self, reader: int) -> None:
        """Switch an antenna off; if that fails, its next look will tell."""
        self._on.pop(reader, None)
        with suppress(OSError):
            self._readers[reader].field_off()
        self._off_since[reader] = self._clock.now()

    # --- one look ---

    def _look(self, reader: int) -> Reading:
        health = self._health[reader]
        if health.to_cure:
            return self._try_lost(reader)
        named, fault = self._ask(reader)
        if fault is not None:
            return self._at_fault(reader, fault)
        health.worked(self._clock.now())
        if health.lost:   # still to be proved
            return self._lost(reader)
        if named.garbled:
            if not self._garbled[reader]:
                self._rota.again(reader)
            self._garbled[reader] = True
            return Reading(reader, Seen.GARBLED, self._clock.now(), why=named.garbled)
        self._garbled[reader] = False
        self._named[reader] = named.tags
        return Reading(reader, Seen.TAGS if named.tags else Seen.NOBODY, self._clock.now(), named.tags)

    def _ask(self, reader: int) -> tuple[Named, Fault | None]:
        """The tags on a pad, and what is wrong with its chip; a fault makes the tags worthless."""
        chip = self._readers[reader]
        named = Named(())
        stuck: Fault | None = None
        try:
            if chip.was_reset:
                self._on.pop(reader, None)
            if reader not in self._on:
                for neighbour in self._neighbours_on(reader):
                    self._cool(neighbour)
                self._clock.sleep(self._off_since[reader] + FIELD_OFF - self._clock.now())
                self._warm(reader)
            try:
                named = name_tags(chip, self._named[reader], self._on[reader] + GUARD)
            except ChipStuck as error:
                stuck = Fault(Trouble.FROZEN, str(error))
            finally:
                self._cool(reader)
            return named, chip.fault(careful=stuck is not None) or stuck
        except OSError as error:
            return named, self._wire_lost(reader, error)

    def _wire_lost(self, reader: int, error: OSError) -> Fault:
        why = f"Reader {self._readers[reader].path}: the wire is lost ({error.strerror or error})."
        return Fault(Trouble.ABSENT, why)

    # --- readers that fail ---

    def _at_fault(self, reader: int, fault: Fault) -> Reading:
        """A look met a fault: mend it if a reset can."""
        health = self._health[reader]
        left = self._cure(reader, careful=True)
        if health.failed(left or fault, left is None, self._clock.now()):
            log.warning("%s It was set up again, and goes on.", fault.why)
        if health.lost:
            return self._lost(reader)
        self._garbled[reader] = True
        self._rota.again(reader)
        return Reading(reader, Seen.GARBLED, self._clock.now(), why=fault.why)

    def _try_lost(self, reader: int) -> Reading:
        """Try to bring a lost reader back; no antenna is needed for that."""
        health = self._health[reader]
        with suppress(OSError):   # which `_cure` meets again
            self._readers[reader].pulse()
        fault = self._cure(reader, health.fault is not None and health.fault.trouble is Trouble.GARBLING)
        if fault is None:
            health.cured()
        else:
            health.failed(fault, cured=False, now=self._clock.now())
        return self._lost(reader)

    def _cure(self, reader: int, careful: bool) -> Fault | None:
        """Reset a chip and set it up, if one answers; what is wrong then. careful: see `Chip.fault`."""
        chip = self._readers[reader]
        try:
            fault = chip.fault(careful)
            if fault is not None and fault.trouble is Trouble.ABSENT:
                return fault
            chip.initialise()
            return chip.fault(careful)
        except OSError as error:
            return self._wire_lost(reader, error)

    def _lost(self, reader: int) -> Reading:
        fault = self._health[reader].fault
        why, trouble = (fault.why, fault.trouble) if fault else ("", None)
        return Reading(reader, Seen.DEAD, self._clock.now(), why=why, trouble=trouble)

    def close(self) -> None:
        """All antennas off, all readers closed; twice is fine."""
        for chip in self._readers:
            with suppress(OSError):
                chip.close()
