"""What a change costs on a display of each kind: bytes, time on the wire, processor time of our own code."""

import statistics
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Final

from engine.era.components import COLOURS
from engine.era.game import apply, legal_moves, new_game
from engine.era.moves import Place, Resolve
from hardware.bench.port import PtyPort
from hardware.displays.display import DisplayDriver, DisplayWorker, Screen
from hardware.displays.kinds import KINDS, Kind, Settings
from hardware.displays.letters import PICTURES
from hardware.displays.text import DEFINABLE
from hardware.readers.reading import TableKnown, TokenLaid, TokenLifted
from hardware.serial_port import BITS_A_BYTE, SerialPort

from ..config import Game, Reader, TableConfig
from ..no_output import NoOutput
from ..reducer import SETTLING_S
from ..service import SessionWorker
from ..session import Session
from ..simulation.people import PLACES, tokens_of

PLAYERS: Final = COLOURS[:4]
ROUNDS: Final = 1
LOOK_S: Final = 6.0
"""How long people look after each thing that they do: news grow old, pages turn."""
GLANCE_S: Final = 0.1
"""How often what stands on the display is looked at."""


@dataclass(frozen=True, slots=True)
class DisplaySpeed:
    """A kind of display, in its usual size and at its own baud rate, over a round of a game.

    changes: how many there were; bytes_per_change: the mean; bytes_first: the mean of the same screens drawn from
    nothing; bytes_full: a full redraw, every cell written and as many letters defined as there can be;
    cpu_ms_per_event: processor time from a token laid or lifted to the last byte handed to the port, the mean.
    """

    size: tuple[int, int]
    baud: int
    changes: int
    bytes_per_change: float
    bytes_first: float
    bytes_full: int
    cpu_ms_per_event: float

    def wire_ms(self, count: float) -> float:
        """How long so many bytes are on the wire."""
        return 1000 * count * BITS_A_BYTE / self.baud

    def values(self) -> dict[str, Any]:
        """For `--json`."""
        return {
            "bytes_per_change": round(self.bytes_per_change, 1),
            "bytes_full": self.bytes_full,
            "cpu_ms_per_event": round(self.cpu_ms_per_event, 3),
            "bytes_first": round(self.bytes_first, 1),
            "changes": self.changes,
            "baud": self.baud,
            "wire_ms_per_change": round(self.wire_ms(self.bytes_per_change), 1),
            "wire_ms_full": round(self.wire_ms(self.bytes_full), 1),
        }


def measure_displays(language: str = "en") -> dict[str, DisplaySpeed]:
    """Each kind of display by its name; all of it takes a few seconds."""
    return {name: _measured(kind, language) for name, kind in KINDS.items()}


def words(speeds: Mapping[str, DisplaySpeed]) -> str:
    """The figures for people."""
    lines = [
        f"{'':16}{'size':>6}{'baud':>7}{'a change':>22}{'from nothing':>14}{'full redraw':>22}{'an event':>16}",
        f"{'':16}{'':>13}{'bytes':>12}{'ms':>10}{'bytes':>14}{'bytes':>12}{'ms':>10}{'ms processor':>16}",
    ]
    for name, speed in speeds.items():
        columns, rows = speed.size
        lines.append(
            f"{name:16}{f'{columns}x{rows}':>6}{speed.baud:>7}{speed.bytes_per_change:>12.1f}"
            f"{speed.wire_ms(speed.bytes_per_change):>10.1f}{speed.bytes_first:>14.1f}{speed.bytes_full:>12}"
            f"{speed.wire_ms(speed.bytes_full):>10.1f}{speed.cpu_ms_per_event:>16.3f}"
        )
    lines += [
        "",
        "The changes of a round, mean; milliseconds on the wire at the baud rate. From nothing: the same screens,",
        "each drawn on an empty display. Full redraw: every cell, and as many letters as can be defined.",
    ]
    return "\n".join(lines)


def _measured(kind: Kind, language: str) -> DisplaySpeed:
    columns, rows = kind.sizes[0]
    screens = _screens(columns, rows, language)
    driver = kind.make(columns, rows, Settings())
    sent = [_bytes(driver, screen) for screen in screens]
    first = [_bytes(kind.make(columns, rows, Settings()), screen) for screen in screens]
    return DisplaySpeed(
        size=(columns, rows),
        baud=kind.baud,
        changes=len(sent) - 1,
        bytes_per_change=statistics.fmean(sent[1:]),
        bytes_first=statistics.fmean(first),
        bytes_full=_bytes(kind.make(columns, rows, Settings()), _full(columns, rows)),
        cpu_ms_per_event=1000 * statistics.fmean(_costs(kind, language)),
    )


def _bytes(driver: DisplayDriver, screen: Screen) -> int:
    """How many the driver sends until the screen stands."""
    count = 0
    while data := driver.draw(screen):
        count += len(data)
    return count


def _full(columns: int, rows: int) -> Screen:
    """A screen without a blank, eight letters on it that no ROM has."""
    marked = "".join(sorted(PICTURES)[-DEFINABLE:])
    return Screen((marked.ljust(columns, "x"), *["x" * columns] * (rows - 1)), columns, rows)


def _deeds() -> Iterator[tuple[type[TokenLaid | TokenLifted], str, int]]:
    """What hands do until the rounds are over: a token laid or lifted, its tag, the reader."""
    game, number = new_game(PLAYERS, PLAYERS[0]), 0
    in_hand = {player: [uid.hex() for uid in uids] for player, uids in _tokens().items()}
    lies: dict[tuple[str, str], tuple[str, int]] = {}
    while game.round <= ROUNDS and (player := game.in_turn) is not None:
        moves = [move for move in legal_moves(game) if isinstance(move, Place | Resolve)]
        number += 1
        move = moves[5 * number % len(moves)]   # to and fro over the board
        if isinstance(move, Place):
            reader = PLACES.index(f"{move.area}:{1 + len(game.players_on(move.area))}")
            lies[player, move.area] = in_hand[player].pop(), reader
            yield TokenLaid, *lies[player, move.area]
        else:
            tag, reader = lies.pop((player, move.area))
            in_hand[player].append(tag)
            yield TokenLifted, tag, reader
        game, _ = apply(game, move)


def _tokens() -> dict[str, list[bytes]]:
    return {player: list(uids) for player, uids in tokens_of(PLAYERS, 2).items()}


def _session() -> Session:
    config = TableConfig(
        game=Game(players=list(PLAYERS)),
        reader=[Reader(bus=0, device=device, reads=place) for device, place in enumerate(PLACES)],
        tags={player: [uid.hex() for uid in uids] for player, uids in _tokens().items()},
    )
    return Session(config.roster(), new_game(PLAYERS, PLAYERS[0]))


class _Film(NoOutput):
    """A display that keeps all its screens."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns = columns
        self.rows = rows
        self.screens: list[Screen] = []

    def show(self, shown: object, /) -> None:
        if isinstance(shown, Screen):
            self.screens.append(shown)


def _screens(columns: int, rows: int, language: str) -> list[Screen]:
    """Every screen that the rounds show, in order."""
    film = _Film(columns, rows)
    worker = SessionWorker(_session(), film, NoOutput(), lambda woken: None, language=language)
    now = 0.0
    worker.put(TableKnown(now))
    for happened, tag, reader in _deeds():
        for _ in range(round(LOOK_S / GLANCE_S)):
            now += GLANCE_S
            worker.step(now)
        worker.put(happened(tag, reader, now))
    return film.screens


def _costs(kind: Kind, language: str) -> list[float]:
    """Seconds of processor time of each token laid or lifted that changed the display."""
    costs = []
    with ExitStack() as opened:
        plug = opened.enter_context(PtyPort())
        port = SerialPort(plug.path, kind.baud, lambda event: None)
        display = DisplayWorker(port, kind.make(*kind.sizes[0], Settings()))
        opened.callback(display.close)
        worker = SessionWorker(_session(), display, NoOutput(), lambda woken: None, language=language)
        now = 0.0
        worker.put(TableKnown(now))
        for happened, tag, reader in _deeds():
            now += LOOK_S
            _stepped(worker, display, plug, now)
            worker.put(happened(tag, reader, now))
            spent, drawn = _stepped(worker, display, plug, now)
            more, moved = _stepped(worker, display, plug, now + SETTLING_S)
            if drawn or moved:
                costs.append(spent + more)
    return costs


def _stepped(worker: SessionWorker, display: DisplayWorker, plug: PtyPort, now: float) -> tuple[float, bool]:
    """The processor time until the display has been handed its last byte, and whether there was any."""
    began = time.thread_time()
    worker.step(now)
    due = display.step(now)
    spent, drawn = time.thread_time() - began, False
    while plug.read():   # what the wire brings is taken off it at nobody's expense
        drawn = True
        began = time.thread_time()
        due = display.step(due)
        spent += time.thread_time() - began
    return spent, drawn
