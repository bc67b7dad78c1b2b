"""era-table run: the service of a table, on real wires or on simulated ones."""

import argparse
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

from msgspec.structs import replace

from engine.era.components import SETUPS
from hardware.bench.hands import Hands
from hardware.bench.remote import RemoteBench
from hardware.clock import Clock, RealClock
from hardware.errors import WireError

from ..config import TableConfig, load
from ..errors import TableBusy
from ..happenings import Outcome
from ..lamps import MINIMAL, TRACKS, Counts
from ..lock import TableLock
from ..log_lines import fields_of, set_up_log
from ..notify import Notifier, Watchdog, watchdog_s
from ..pictures.terminal import colours_of_output
from ..recorder import Resumed
from ..reloading import Reloader
from ..running import RunningTable, spare_collections
from ..simulation.demo import PLAYERS
from ..simulation.people import tokens_of
from ..simulation.prompt import Prompt
from ..simulation.simulated import ALL_TOKENS, simulated_config
from ..simulation.world_keeper import kept_world
from ..telling import as_values, as_words
from ..texts import languages
from .common import add_config, add_state, add_web, places, this_command, with_web

STOPS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""Signals that end the service in order: a stop, Ctrl-C, a terminal that was closed.

Where there is no terminal, SIGHUP asks a service to read its file again.
"""
POWER_OFF = 10
"""Exit status that asks the service manager to switch the computer off (systemd/era-table.service)."""
MAY_PASS = (TableBusy, WireError)
"""Why a table can't run now, and may later: somebody tries its wires by hand, a device is not there yet."""
AGAIN_S = 2.0
"""As long as the service manager waits before another start (RestartSec in systemd/era-table.service)."""
log = logging.getLogger("era_table")


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("run", help="run a table, on real wires or on simulated ones")
    wires = command.add_mutually_exclusive_group()
    add_config(wires)
    wires.add_argument("--simulate", action="store_true", help="on a simulated table, with a prompt to act on it")
    wires.add_argument(
        "--world", type=Path, metavar="SOCKET",
        help="on a simulated table that runs already (hardware.bench.server), with the tokens of four players",
    )  # fmt: skip
    add_state(command)
    command.add_argument("--lang", choices=languages(), help="the language of the display, whatever the file says")
    add_web(command)
    command.add_argument("--json", action="store_true", help="say what happens as JSON lines, not as a log")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Run until SIGTERM, Ctrl-C or the prompt's `quit`.

    Whoever starts it by hand is told at once why it can't run. A service manager only reads the exit status, and gives
    up after that of a bad config: so under one it waits for what may pass.
    """
    clock, notifier = RealClock(), Notifier.of(os.environ)
    set_up_log(logging.WARNING if asked.simulate else logging.INFO, os.environ, clock)
    written = None if asked.simulate or asked.world is not None else load(asked.config)
    while True:
        for number in STOPS:
            signal.signal(number, leave)
        try:
            return _run(asked, written, notifier)
        except MAY_PASS as error:
            if not notifier.heard:
                raise
            log.warning("%s", error)
            notifier.status(str(error))
        clock.sleep(AGAIN_S)


def _run(asked: argparse.Namespace, written: TableConfig | None, notifier: Notifier) -> int:
    """written: what the table's file says; None for a simulated table."""
    where = places(asked)
    with ExitStack() as opened:
        where.make()
        # Before the wires, and before the simulated world, which a second service would end with itself.
        opened.enter_context(TableLock(where.lock, this_command()))
        if written is None:
            socket = asked.world or opened.enter_context(kept_world(where.state / "world"))
            tokens = ALL_TOKENS if asked.simulate else tokens_of(PLAYERS, SETUPS[len(PLAYERS)].tokens)
            tracks = TRACKS if asked.simulate else MINIMAL
            config, clock, threaded = simulated_table(socket, tokens, tracks, opened)
        else:
            config, clock, threaded = written, RealClock(), True
        config = _as_asked(config, asked)
        say = _Json() if asked.json else _Log()
        table = opened.enter_context(
            RunningTable(config, asked.config, where, clock, threaded, say.hear, say.on_resume, log.warning)
        )
        table.parts.simulated = written is None
        for number in STOPS:
            signal.signal(number, lambda *_: table.stop())
        _under_a_manager(table, notifier, None if written is None else partial(_written, asked))
        if config.web is not None:
            # Not before it is needed: a table without a browser does without what serves pages.
            from ..web.opened import Simulated, open_web

            simulated = Simulated(socket, tokens, tracks) if written is None else None
            address = open_web(table, config.web, where, simulated, opened)
            say.on_web(address, at_prompt=asked.simulate)
        if asked.simulate:
            hands = opened.enter_context(Hands(socket))
            Prompt(hands, ALL_TOKENS, where.socket, table.stop, sys.stdin, sys.stdout, colours_of_output()).start()
        notifier.ready("The table runs.")
        opened.callback(notifier.stopping)  # the first of all to be called back
        spare_collections()
        table.run()
    return POWER_OFF if table.powered_off else 0


def _under_a_manager(table: RunningTable, notifier: Notifier, read: Callable[[], TableConfig] | None) -> None:
    """What a service manager does to a table: it watches over it, and has the table's file read again (`read`)."""
    every_s = watchdog_s(os.environ)
    if every_s is not None:
        table.add(Watchdog(notifier, table.rounds, every_s))
    if read is None or sys.stdin.isatty():
        return
    reloader = Reloader(
        lambda: table.reload(read()),
        log.warning,
        lambda: notifier.reloading(RealClock()),
        lambda: notifier.ready("The table runs."),
    )
    table.add(reloader)
    signal.signal(signal.SIGHUP, lambda *_: reloader.ask())


def _written(asked: argparse.Namespace) -> TableConfig:
    """What the table's file says, but for what the command line says."""
    return _as_asked(load(asked.config), asked)


def _as_asked(config: TableConfig, asked: argparse.Namespace) -> TableConfig:
    """The config with what the command line says."""
    config = with_web(config, asked.web)
    return replace(config, game=replace(config.game, language=asked.lang)) if asked.lang else config


def leave(number: int, frame: FrameType | None) -> None:
    """Whoever is stopped while still starting lets go of all that was opened so far."""
    raise SystemExit(0)


def simulated_table(
    socket: Path, tokens: Mapping[str, Sequence[bytes]], tracks: Counts, opened: ExitStack
) -> tuple[TableConfig, Clock, bool]:
    """The config and clock of a simulated table, and whether threads may work on it; the stand-ins stand before it."""
    bench = opened.enter_context(RemoteBench(socket))
    config = simulated_config(PLAYERS, tokens, bench.display, bench.lights, tracks=tracks)
    return config, bench.clock, bench.paced


class _Log:
    """Says what happens in words, to the log."""

    def hear(self, outcome: Outcome, in_turn: str | None) -> None:
        log.info("%s", as_words(outcome, in_turn), extra=fields_of(as_values(outcome, in_turn)))

    def on_resume(self, resumed: Resumed) -> None:
        game = resumed.session.game
        note = f" It was {resumed.note}." if resumed.note else ""
        log.info("The game goes on: round %d of %d.%s", game.round, game.rounds, note)

    def on_web(self, address: str, at_prompt: bool) -> None:
        """Where the pages are; at a prompt there is no log to be read."""
        if at_prompt:
            print(f"The table in the browser: {address}", flush=True)
        else:
            log.info("The table in the browser: %s", address)


class _Json:
    """Says what happens as values, a JSON line each, on the standard output, while somebody listens there."""

    def _say(self, values: dict[str, Any]) -> None:
        try:
            print(json.dumps(values), flush=True)
        except OSError as error:  # the table goes on for those who sit at it
            if isinstance(error, BrokenPipeError):
                log.warning("Whoever listened to the JSON lines has gone; the table goes on.")
            else:  # a file on a disk that is full
                log.warning("No more JSON lines are written (%s); the table goes on.", error.strerror)
            with open(os.devnull, "w") as nowhere:
                os.dup2(nowhere.fileno(), sys.stdout.fileno())

    def hear(self, outcome: Outcome, in_turn: str | None) -> None:
        self._say(as_values(outcome, in_turn))

    def on_resume(self, resumed: Resumed) -> None:
        game = resumed.session.game
        values = {"round": game.round, "in_turn": game.in_turn, "begun": resumed.begun, "note": resumed.note}
        self._say({"event": "resumed", **values})

    def on_web(self, address: str, at_prompt: bool) -> None:
        self._say({"event": "web", "address": address})
