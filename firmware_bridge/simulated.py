"""A whole table on the bench, in one process: chips, tags, display and lights simulated, everything else as it runs."""

from collections import deque
from collections.abc import Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Self

from engine.era.components import AREAS, SPACES_PER_AREA
from engine.era.game import new_game
from engine.era.state import State
from hardware.bench import Bench
from hardware.bench.clock import TableClock
from hardware.bench.port import PtyPort
from hardware.bench.screens import Vt100Screen
from hardware.bench.strip import AdalightStrip
from hardware.bench.world import default_wiring
from hardware.displays.display import DisplayWorker
from hardware.displays.vt100 import Vt100
from hardware.lights.lights import LightsWorker
from hardware.readers.reading import PadEvent
from hardware.serial_port import PortEvent, SerialPort

from .lamps import Tracks
from .roster import Roster
from .service import SessionWorker, Stepper
from .session import Outcome, Session

PLACES = tuple(f"{area}:{space}" for area in AREAS for space in range(1, SPACES_PER_AREA + 1))
"""One reader a space, in board order."""

WORST_TAG_S = 0.005
"""Every simulated token is as slow to wake as ISO 14443-3 allows."""

FAR_END_S = 0.02
"""How often the simulated display and lights take in what they were sent."""

EXPOSURE_S = 1.1
"""How long a picture of the lights is exposed: a blinking one is on it, whatever moment is chosen."""

Rgb = tuple[int, int, int]


class FarEnds:
    """The display and the lights themselves: what stands on them, read back off the bytes of their wires."""

    def __init__(self) -> None:
        self.screen_wire, self.strip_wire = PtyPort(), PtyPort()
        self.screen, self.strip = Vt100Screen(), AdalightStrip(Tracks().count)
        self._seen: deque[tuple[float, tuple[Rgb, ...]]] = deque()

    def exposed(self) -> tuple[Rgb, ...]:
        """Each LED as it was when it was brightest during the exposure."""
        return tuple(max(led, key=sum) for led in zip(*(leds for _, leds in self._seen), strict=True))

    def step(self, now: float) -> float:
        """Take in what was sent."""
        self.screen.feed(self.screen_wire.read())
        self.strip.feed(self.strip_wire.read())
        self._seen.append((now, tuple(self.strip.leds)))
        while self._seen[0][0] < now - EXPOSURE_S:
            self._seen.popleft()
        return now + FAR_END_S

    def close(self) -> None:
        """Both wires gone."""
        self.screen_wire.close()
        self.strip_wire.close()


class SimulatedTable:
    """The table and the hands at it: `lay`, `lift`, `unplug` move the world, `run` lets time pass.

    players: seats clockwise; start: who begins. The first, third and fifth player have tokens with UIDs of 4 bytes, the
    others of 7. Use it as a context manager.
    """

    def __init__(self, players: Sequence[str], start: str, clock: TableClock | None = None) -> None:
        self._clock = clock
        self._first_state = new_game(players, start)
        self.tokens = {
            player: [_uid(seat, number) for number in range(self._first_state.setup.tokens)]
            for seat, player in enumerate(players)
        }
        self.outcomes: list[Outcome] = []
        self.port_events: list[PortEvent] = []
        self.pad_events: list[PadEvent] = []
        self._lying: dict[bytes, int] = {}

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            self.bench = opened.enter_context(Bench(len(PLACES), tag_startup=WORST_TAG_S, clock=self._clock))
            # Only now: on a desktop nothing can be imported that needs spidev until the bench stands in for it.
            from hardware.readers.mfrc522 import Mfrc522
            from hardware.readers.pads import PadWorker
            from hardware.readers.presence import Presence
            from hardware.readers.scanner import Scanner

            clock = self.bench.clock
            self._far = FarEnds()
            opened.callback(self._far.close)
            self._stepper = Stepper(clock)
            display = DisplayWorker(SerialPort(self._far.screen_wire.path, 9600, self.port_events.append), Vt100())
            strip_port = SerialPort(self._far.strip_wire.path, 115200, self.port_events.append)
            lights = LightsWorker(strip_port, Tracks().count, settle_s=0)
            tags = [(uid.hex(), player) for player, uids in self.tokens.items() for uid in uids]
            session = Session(Roster.of(tags, PLACES), self._first_state)
            self.worker = SessionWorker(session, display, lights, self._stepper.wake, heard=self.outcomes.append)
            readers = [Mfrc522(bus, device, clock=clock) for bus, device in default_wiring(len(PLACES))]
            pads = PadWorker(Scanner(readers, clock), Presence(readers=len(PLACES)), self._put, clock)
            for worker in (pads, display, lights):
                opened.callback(worker.close)
            for part in (pads, self.worker, display, lights, self._far):
                self._stepper.add(part)
            self._open = opened.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    @property
    def game(self) -> State:
        """The game as the table has it."""
        return self.worker.session.game

    @property
    def lines(self) -> tuple[str, ...]:
        """What stands on the display, read off the bytes of its wire."""
        return tuple(self._far.screen.lines())

    @property
    def leds(self) -> tuple[Rgb, ...]:
        """What the lights show at this moment, read off the bytes of their wire."""
        return tuple(self._far.strip.leds)

    @property
    def exposed(self) -> tuple[Rgb, ...]:
        """A picture of the lights, exposed for a second: the blinking ones are on it."""
        return self._far.exposed()

    @property
    def faults(self) -> list[str]:
        """Bytes that the display or the lights did not understand."""
        return [*self._far.screen.faults, *self._far.strip.faults]

    def _put(self, event: PadEvent) -> None:
        self.pad_events.append(event)
        self.worker.put(event)

    def run(self, seconds: float) -> None:
        """Let time pass on the bench's clock."""
        self._stepper.run(seconds)

    def lay(self, player: str, area: str) -> None:
        """The player lays a token from the hand on a free space of the area, or on top of the token on its first."""
        uid = next(uid for uid in self.tokens[player] if uid not in self._lying)
        self.lay_tag(uid, area)

    def lay_tag(self, uid: bytes, area: str) -> None:
        """Somebody lays any tag there."""
        spaces = [reader for reader, place in enumerate(PLACES) if place.startswith(f"{area}:")]
        free = [reader for reader in spaces if reader not in self._lying.values()]
        self._lying[uid] = (free or spaces)[0]
        self.bench.place(uid, self._lying[uid])

    def lift(self, player: str, area: str) -> bytes:
        """The player's token that was laid last on the area goes up; its UID."""
        mine = [uid for uid in self._lying if uid in self.tokens[player]]
        uid = [uid for uid in mine if PLACES[self._lying[uid]].startswith(f"{area}:")][-1]
        self.lift_tag(uid)
        return uid

    def lift_tag(self, uid: bytes) -> None:
        """Somebody takes a tag off."""
        del self._lying[uid]
        self.bench.lift(uid)

    def unplug(self, place: str) -> None:
        """The plug of the reader at the place comes off."""
        self.bench.unplug(PLACES.index(place))

    def plug(self, place: str) -> None:
        """The plug goes back in."""
        self.bench.plug(PLACES.index(place))


def _uid(seat: int, number: int) -> bytes:
    """A token's UID: of 4 bytes for every other seat, else of 7, as the chips of one maker (0x04) count them."""
    serial = 0x10 * (seat + 1) + number
    return bytes((0x5A, 0x31, 0xC4, serial)) if seat % 2 == 0 else bytes((0x04, 0x6B, 0x91, serial, 0x2E, 0x65, 0x80))
