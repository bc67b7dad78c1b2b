"""A whole table on the bench, in one process: chips, tags, display and lights simulated, everything else as it runs.

One thread steps everybody on the virtual clock, so a duration is exact and the same in every run. There is no journal:
for tables whose state outlives them see `BenchTable`.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.era.game import new_game
from engine.era.state import State
from firmware_bridge.config import DisplayKind
from firmware_bridge.happenings import Outcome
from firmware_bridge.lamps import Tracks
from firmware_bridge.service import SessionWorker, Stepper
from firmware_bridge.session import Session
from firmware_bridge.simulation.people import PLACES, People, tokens_of
from firmware_bridge.simulation.simulated import WORST_TAG_S, simulated_config
from firmware_bridge.wires import opened_lights, opened_pads
from hardware.bench import Bench
from hardware.bench.far_ends import FarEnds, Rgb
from hardware.bench.port import PtyPort
from hardware.bench.screens import SCREENS
from hardware.displays.display import DisplayWorker
from hardware.displays.kinds import KINDS, Settings
from hardware.readers.reading import PadEvent
from hardware.serial_port import PortEvent, SerialPort


class SimulatedTable(People):
    """The table and the people at it; `run` lets time pass. A context manager.

    players: seats clockwise; start: who begins. The first, third and fifth colour have tokens with UIDs of 4 bytes,
    the others of 7. display: what kind it has, in its usual size; language: of its texts.
    """

    def __init__(
        self, players: Sequence[str], start: str, display: DisplayKind = "vt100", language: str = "en"
    ) -> None:
        self._display_kind = display
        self._language = language
        self._first = new_game(players, start)
        self.bench = Bench(len(PLACES), tag_startup=WORST_TAG_S)
        self.tokens = tokens_of(players, self._first.setup.tokens)
        super().__init__(self.bench, self.tokens)
        self.outcomes: list[Outcome] = []
        self.port_events: list[PortEvent] = []
        self.pad_events: list[PadEvent] = []

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            opened.enter_context(self.bench)
            clock = self.bench.clock
            kind = KINDS[self._display_kind]
            self._far = FarEnds(Tracks().count, screen=SCREENS[self._display_kind](*kind.sizes[0]))
            opened.callback(self._far.close)
            stepper = self._stepper = Stepper(clock)
            config = simulated_config(
                self._first.players,
                self.tokens,
                self._far.screen_wire.path,
                self._far.strip_wire.path,
                self._display_kind,
            )
            screen_port = SerialPort(self._far.screen_wire.path, kind.baud, self.port_events.append)
            display = DisplayWorker(screen_port, kind.make(*kind.sizes[0], Settings()))
            lights = opened_lights(config, Path("table.toml"), self.port_events.append, opened)
            session = Session(config.roster(), self._first)
            self.worker = SessionWorker(
                session, display, lights, stepper.wake, heard=self.outcomes.append, language=self._language
            )
            pads = opened_pads(config, clock, self._put, opened)
            for worker in (pads, display):
                opened.callback(worker.close)
            for part in (pads, self.worker, display, lights, self._far):
                stepper.add(part)
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
        return self._far.lines()

    @property
    def leds(self) -> tuple[Rgb, ...]:
        """What the lights show at this moment, read off the bytes of their wire."""
        return self._far.leds()

    @property
    def exposed(self) -> tuple[Rgb, ...]:
        """A picture of the lights, exposed for a second: the blinking ones are on it."""
        return self._far.exposed()

    @property
    def faults(self) -> list[str]:
        """Bytes that the display or the lights did not understand."""
        return [*self._far.screen.faults, *self._far.strip.faults]

    def port(self, name: str) -> PtyPort:
        """The wire of the "display" or the "lights", whose plug can be pulled."""
        return self._far.port(name)

    def run(self, seconds: float) -> None:
        """Let time pass on the bench's clock."""
        self._stepper.run(seconds)

    def _put(self, event: PadEvent) -> None:
        self.pad_events.append(event)
        self.worker.put(event)
