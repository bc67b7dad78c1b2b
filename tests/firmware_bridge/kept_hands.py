"""Hands at a table whose games are kept in a journal, as a service does it."""

from engine.era.game import new_game
from firmware_bridge.happenings import Begin, Event
from firmware_bridge.recorder import Recorder
from firmware_bridge.reducer import step

from .hands import Hands


class KeptHands(Hands):
    """Hands whose table is recorded."""

    def __init__(self, recorder: Recorder) -> None:
        self._recorder: Recorder | None = None
        super().__init__()
        self._recorder = recorder
        self.told(Begin(new_game(self.players, self.start), self.now))

    def told(self, event: Event) -> None:
        self.session, outcomes = step(self.session, event)
        self.outcomes += outcomes
        if outcomes and self._recorder is not None:
            self._recorder.record(self.session, outcomes)
