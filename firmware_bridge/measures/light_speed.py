"""What an event costs until display and lights have been handed their last byte: processor time of our own code."""

import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from engine.era.components import COLOURS
from engine.era.game import legal_moves, new_game
from engine.era.moves import Place
from engine.era.simulate import eager, steps
from engine.era.state import Phase, State
from hardware.bench.measure_lights import FrameFigures, measure_frames
from hardware.bench.port import PtyPort
from hardware.displays.display import DisplayWorker
from hardware.displays.kinds import KINDS, Settings
from hardware.readers.reading import PadEvent, TableKnown, TokenLaid
from hardware.serial_port import PortEvent, SerialPort

from ..config import Game, Reader, TableConfig
from ..light_config import Adalight, LightTrack
from ..no_output import NoOutput
from ..reducer import SETTLING_S
from ..service import SessionWorker
from ..session import Session
from ..simulation.people import PLACES, tokens_of
from ..wires import opened_lights

BAUD: Final = 115200
MINUTES: Final = 10.0
SEED: Final = 1
PLAYERS: Final = COLOURS[:4]
TRACKS: Final = (("spaces", 12), ("players", 5), ("start", 5), ("rounds", 10), ("patents", 30), ("influence", 88))
"""150 LEDs."""


@dataclass(frozen=True, slots=True)
class LightSpeed:
    """cpu_ms_per_event: processor time (ms, mean) from an event of the session to the last byte handed to the lights'
    port; with_display_ms: and to that of a display of 20x4; events: how many were measured. frames: what the wire does.

    Judging the event, the view, screen and picture, layout, power and the writes to two ptys are in it; the journal's
    commit, which waits for a disk, is not.
    """

    cpu_ms_per_event: float
    with_display_ms: float
    events: int
    frames: FrameFigures

    def values(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "cpu_ms_per_event": round(self.cpu_ms_per_event, 3),
            "cpu_ms_per_event_with_display": round(self.with_display_ms, 3),
            "events": self.events,
            "fps_150_leds": round(self.frames.fps, 2),
            "frames_lost": self.frames.lost,
            "frames_sent": self.frames.sent,
            "wire_ms": round(self.frames.wire_ms, 2),
        }

    def words(self) -> str:
        """For people."""
        frames = self.frames
        return "\n".join([
            f"{frames.leds} LEDs on Adalight at {frames.baud} baud.",
            "",
            f"an event, until the lights have it  {self.cpu_ms_per_event:>8.3f} ms of processor time",
            f"and until a display has it, too     {self.with_display_ms:>8.3f} ms",
            f"on the wire, to the last byte       {frames.wire_ms:>8.2f} ms",
            f"frames at full rate                 {frames.fps:>8.2f} a second",
            f"lost, of {frames.sent} at full rate {frames.lost:>{20 - len(str(frames.sent))}}",
            "",
            f"Events: {self.events}, tokens laid in a whole game and what follows from them. The wire's times are "
            "modelled, exact.",
        ])


def measure_lights(minutes: float = MINUTES) -> LightSpeed:
    """Measure; ten minutes of frames take some seconds."""
    bare, full = event_costs(display=False), event_costs(display=True)
    frames = measure_frames(sum(count for _, count in TRACKS), BAUD, 60 * minutes)
    return LightSpeed(statistics.fmean(bare) * 1000, statistics.fmean(full) * 1000, len(bare), frames)


def event_costs(display: bool) -> list[float]:
    """Seconds of processor time of each event that changed the lights, over the placing of a whole full game."""
    return [cost for game in placings() for cost in _costs_of_a_round(game, display)]


def placings() -> Iterator[State]:
    """A full game as it stands when each of its rounds begins: pawns have moved on, cards are bought."""
    seen = 0
    for _, _, _, state in steps(new_game(PLAYERS, PLAYERS[0], "full", seed=SEED), eager, SEED):
        if state.phase is Phase.PLACING and state.round > seen:
            seen = state.round
            yield state


def _costs_of_a_round(game: State, display: bool) -> Iterator[float]:
    """Every token of the round is laid; an event is the laying, or the moment at which it has become a move."""
    tokens = tokens_of(PLAYERS, game.setup.tokens)
    hands = {player: [uid.hex() for uid in uids] for player, uids in tokens.items()}
    with ExitStack() as opened:
        lamps_port, screen_port = opened.enter_context(PtyPort()), opened.enter_context(PtyPort())
        config = _config(lamps_port.path, tokens)
        events: list[PortEvent] = []
        lights = opened_lights(config, Path("table.toml"), events.append, opened)
        screen = _display(screen_port.path, opened) if display else NoOutput()
        worker = SessionWorker(Session(config.roster(), game), screen, lights, lambda woken: None)
        sent: list[bool] = []
        now = 1.0

        def took(happened: PadEvent | None) -> float:
            """The processor time of one step of them all; what came over the wires is taken off them afterwards."""
            began = time.process_time()
            if happened is not None:
                worker.put(happened)
            worker.step(now)
            lights.step(now)
            screen.step(now)
            cost = time.process_time() - began
            screen_port.read()
            sent.append(bool(lamps_port.read()))
            return cost

        took(TableKnown(now))
        while worker.session.game.phase is Phase.PLACING and (game := worker.session.game).in_turn is not None:
            area = next(move.area for move in legal_moves(game) if isinstance(move, Place))
            space = 1 + len(game.players_on(area))
            tag = hands[game.in_turn].pop()
            now += 1.0
            costs = [took(TokenLaid(tag, PLACES.index(f"{area}:{space}"), now))]
            now += SETTLING_S + 0.1
            costs.append(took(None))
            yield from (cost for cost, told in zip(costs, sent[-2:], strict=True) if told)


def _config(port: str, tokens: Mapping[str, Sequence[bytes]]) -> TableConfig:
    tracks, first = [], 0
    for name, count in TRACKS:
        tracks.append(LightTrack(name=name, first=first, count=count))
        first += count
    return TableConfig(
        game=Game(players=list(PLAYERS)),
        reader=[Reader(bus=0, device=device, reads=place) for device, place in enumerate(PLACES)],
        lights=Adalight(port=port, baud=BAUD, settle_s=0.0, brightness=0.8, limit_ma=2000, tracks=tracks),
        tags={player: [uid.hex() for uid in uids] for player, uids in tokens.items()},
    )


def _display(port: str, opened: ExitStack) -> DisplayWorker:
    kind = KINDS["serlcd"]
    worker = DisplayWorker(SerialPort(port, kind.baud, lambda event: None), kind.make(20, 4, Settings()))
    opened.callback(worker.close)
    return worker
