"""A table on the bench without display and lights, whose pads and session can be recorded."""

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Self

from engine.era.game import new_game
from firmware_bridge.happenings import Command, Outcome
from firmware_bridge.no_output import NoOutput
from firmware_bridge.recording.tap import OverheardPresence, Tap
from firmware_bridge.service import SessionWorker, Stepper
from firmware_bridge.session import Session
from firmware_bridge.simulation.people import PLACES, People, tokens_of
from firmware_bridge.simulation.simulated import WORST_TAG_S, simulated_config
from firmware_bridge.wires import opened_pads
from hardware.bench import Bench
from hardware.readers.reading import PadEvent

PLAYERS = ("yellow", "green", "brown", "orange")
BEGAN = 1.8e9   # Unix time of every recording


class OverheardTable(People):
    """Four players, yellow begins; pad_events, outcomes: all so far. A context manager."""

    def __init__(self) -> None:
        self.bench = Bench(len(PLACES), tag_startup=WORST_TAG_S)
        self.tokens = tokens_of(PLAYERS, 2)
        super().__init__(self.bench, self.tokens)
        self.pad_events: list[PadEvent] = []
        self.outcomes: list[Outcome] = []
        self.told: list[str] = []

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            opened.enter_context(self.bench)
            clock = self.bench.clock
            config = simulated_config(PLAYERS, self.tokens, "no display", "no lights")
            self.presence = OverheardPresence(len(PLACES), config.neighbours())
            self.tap = Tap(self.presence, config, self.told.append, lambda: BEGAN)
            opened.callback(self.tap.close)
            nothing = NoOutput()
            self._worker = SessionWorker(
                Session(config.roster(), new_game(PLAYERS, PLAYERS[0])),
                nothing,
                nothing,
                lambda worker: None,
                heard=self.outcomes.append,
                took=self.tap.took,
            )
            pads = opened_pads(config, clock, self._put, opened, self.presence)
            opened.callback(pads.close)
            self._stepper = Stepper(clock)
            for worker in (pads, self._worker, self.tap):
                self._stepper.add(worker)
            self._open = opened.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    @property
    def session(self) -> Session:
        """What the table makes of it all."""
        return self._worker.session

    @property
    def now(self) -> float:
        """The table's clock (s)."""
        return self.bench.clock.now()

    def run(self, seconds: float) -> None:
        """Let time pass."""
        self._stepper.run(seconds)

    def do(self, command: Command) -> None:
        """The operator has a word."""
        self._worker.take(command)

    def record(self, path: Path) -> None:
        """Record from now on."""
        self.tap.start(path)
        self.run(0.05)

    def _put(self, event: PadEvent) -> None:
        self.pad_events.append(event)
        self._worker.put(event)
