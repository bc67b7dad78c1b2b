"""era-table demo --web: a simulated table to play on in the browser, gone again when it ends."""

import logging
import os
import signal
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from hardware.bench.process import WorldProcess
from hardware.clock import RealClock

from ..config import Game, TableConfig
from ..lamps import TRACKS
from ..log_lines import set_up_log
from ..places import Places
from ..running import RunningTable, spare_collections
from ..simulation.simulated import ALL_TOKENS
from .common import with_web
from .run import STOPS, leave, simulated_table

PLAYERS = ["yellow", "green", "brown"]
"""Three at a table, and every rule refereed: what a visitor tries out first."""
log = logging.getLogger("era_table")


def run_web(asked: Mapping[str, Any], language: str) -> int:
    """Say where the table is, and let it run until Ctrl-C. asked: as `common.add_web`."""
    from ..web.opened import Simulated, open_web

    set_up_log(logging.WARNING, os.environ, RealClock())
    for number in STOPS:
        signal.signal(number, leave)
    print("A simulated table is set up ...", flush=True)
    with ExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="era-table-")))
        world = opened.enter_context(WorldProcess(folder / "world", leds=sum(TRACKS.values())))
        where = Places(folder / "state", folder / "state")
        where.make()
        config, clock, threaded = simulated_table(world.path, ALL_TOKENS, TRACKS, opened)
        table = opened.enter_context(
            RunningTable(
                _full_game(config, asked, language),
                Path("table.toml"),
                where,
                clock,
                threaded,
                hear=lambda outcome, in_turn: None,
                on_resume=lambda resumed: None,
                tell=log.info,
            )
        )
        web = table.parts.config.web
        assert web is not None  # it was asked for
        address = open_web(table, web, where, Simulated(world.path, ALL_TOKENS, TRACKS), opened)
        for number in STOPS:
            signal.signal(number, lambda *_: table.stop())
        print(f"Open {address} in a browser. Ctrl-C ends it.", flush=True)
        spare_collections()
        table.run()
    return 0


def _full_game(config: TableConfig, asked: Mapping[str, Any], language: str) -> TableConfig:
    game = Game(players=PLAYERS, depth="full", dealing="virtual", language=language)
    return with_web(replace(config, game=game), asked)
