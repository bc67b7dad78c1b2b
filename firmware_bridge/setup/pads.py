"""A table set up for the first time: which readers there are, and which is which pad, by a token laid on each in turn.

Each step looks, asks a person, and answers a value; nothing is written before all is known.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import TYPE_CHECKING, Protocol

from engine.era.components import COLOURS, SETUPS
from hardware.clock import Clock
from hardware.errors import WireError

from ..config import Reader
from ..errors import SetupError
from ..roster import Place
from ..simulation.people import PLACES

if TYPE_CHECKING:
    from hardware.readers.scanner import Scanner

BUSES, DEVICES = range(2), range(6)
"""Where readers can hang: two buses, six chip selects each with the overlay (docs/wiring.md)."""
POLL_S = 0.05
"""Between two looks at all pads."""


class Person(Protocol):
    """Whoever sets the table up."""

    def say(self, words: str) -> None:
        """Tell, and go on."""
        ...

    def ask(self, question: str) -> str:
        """Ask, and wait for the answer; blanks around it are gone. SetupError if nobody is there any more."""
        ...

    def skips(self) -> bool:
        """Whether the person, asked to do something with the hands, has answered with Enter instead."""
        ...


def find_readers(clock: Clock, person: Person) -> list[tuple[int, int]]:
    """(bus, device) of each reader that answers. SetupError if none does, with the reasons that there were."""
    from hardware.readers.mfrc522 import Mfrc522  # where spidev is not there it can't be imported

    found = []
    why = "no SPI device is there: turn SPI on (raspi-config), and see docs/wiring.md"
    for bus in BUSES:
        for device in DEVICES:
            try:
                with Mfrc522(bus, device, clock=clock) as chip:
                    fault = chip.fault()
            except WireError as error:
                if not isinstance(error.__cause__, FileNotFoundError):
                    why = str(error)
                continue
            if fault is None:
                found.append((bus, device))
            else:
                why = fault.why
    if not found:
        raise SetupError(f"no reader answers: {why}")
    person.say(f"{len(found)} readers answer: {', '.join(f'spidev{bus}.{device}' for bus, device in found)}.")
    return found


def name_pads(found: Sequence[tuple[int, int]], clock: Clock, person: Person) -> list[Reader]:
    """Have a token laid on each space in turn; what each reader reads, in board order. SetupError if none is named."""
    from hardware.readers.mfrc522 import Mfrc522
    from hardware.readers.scanner import Scanner

    named: dict[int, Place] = {}
    person.say("Take one token. It goes from space to space; leave the others off the table.")
    with ExitStack() as opened:
        scanner = Scanner([Mfrc522(*wired, clock=clock) for wired in found], clock)
        opened.callback(scanner.close)
        for text in PLACES:
            place = Place.parse(text)
            if Place(place.area) in named.values():
                continue
            reader = _laid(lambda: _lying(scanner), place, named, clock, person)
            if reader is None:
                continue
            # One reader under both spaces of an area: it reads the area.
            named[reader] = Place(place.area) if reader in named else place
            bus, device = found[reader]
            person.say(f"Reader spidev{bus}.{device} reads {_said(named[reader])}.")
    if not named:
        raise SetupError("no pad has been named: lay a token on a space and leave it until it is told")
    order = sorted(named, key=lambda reader: PLACES.index(f"{named[reader].area}:{named[reader].space or 1}"))
    return [Reader(bus=found[reader][0], device=found[reader][1], reads=str(named[reader])) for reader in order]


def _lying(scanner: "Scanner") -> set[tuple[int, str]]:
    """(reader, tag) of all that one scan names."""
    return {(reading.reader, tag) for reading in scanner.scan() for tag in reading.tags}


def _laid(
    look: Callable[[], set[tuple[int, str]]], place: Place, named: dict[int, Place], clock: Clock, person: Person
) -> int | None:
    """The reader on which something is laid now, None if the person skips the place."""
    before = now = look()
    person.say(f"Lift the token, and lay it on {_said(place)}. (Enter: there is no reader.)")
    told: int | None = None
    while True:
        last, now = now, look()
        new = {reader for reader, _ in (now & last) - before}  # at two looks
        if len(new) == 1:
            (reader,) = new
            other = named.get(reader)
            if other is None or other.area == place.area:
                return reader
            if told != reader:
                told = reader
                person.say(f"That is {_said(other)}, as told before: lay it on {_said(place)}, or press Enter.")
        before &= now
        if person.skips():
            return None
        clock.sleep(POLL_S)


def _said(place: Place) -> str:
    return str(place).replace(":", " ").upper()


def ask_players(person: Person) -> list[str]:
    """The colours in order of seats."""
    while True:
        said = person.ask(f"Who sits at the table, clockwise? ({', '.join(COLOURS[:4])})")
        players = said.replace(",", " ").lower().split() or list(COLOURS[:4])
        if set(players) <= set(COLOURS) and len(set(players)) == len(players) and len(players) in SETUPS:
            return players
        person.say(f"Name {min(SETUPS)} to {max(SETUPS)} different ones of {', '.join(COLOURS)}.")
