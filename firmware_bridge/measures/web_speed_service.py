"""The service that `web_speed` watches: a table on a simulated world, whose pads are looked at as often as can be.

    python -m firmware_bridge.measures.web_speed_service WORLD STATE

says where its pages are, a line of JSON; then a line for each thing that happens, with the moment at which the table
took it for true; and for each empty line that it is given, how often pads were looked at so far.
"""

import json
import signal
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

from msgspec.structs import replace

from engine.era.components import SETUPS
from hardware.bench.remote import RemoteBench
from hardware.clock import Clock

from ..config import Pads, Web
from ..happenings import Outcome
from ..lamps import MINIMAL
from ..places import Places
from ..running import RunningTable, spare_collections
from ..simulation.demo import PLAYERS
from ..simulation.people import tokens_of
from ..simulation.simulated import simulated_config
from ..telling import as_values
from ..web.opened import Simulated, open_web


def serve(world: Path, state: Path, questions: TextIO, out: TextIO) -> None:
    """Run until SIGTERM."""
    tokens = tokens_of(PLAYERS, SETUPS[len(PLAYERS)].tokens)
    web = Web(port=0)
    with ExitStack() as opened:
        bench = opened.enter_context(RemoteBench(world))
        config = simulated_config(PLAYERS, tokens, bench.display, bench.lights)
        places = Places(state, state)
        places.make()
        table = opened.enter_context(
            RunningTable(
                replace(config, pads=Pads(rounds_per_s=0), web=web),
                Path("table.toml"),
                places,
                bench.clock,
                bench.paced,
                hear=lambda outcome, in_turn: _say(out, as_values(outcome, in_turn) | _moment(outcome, bench.clock)),
                on_resume=lambda resumed: None,
                tell=lambda words: None,
            )
        )
        signal.signal(signal.SIGTERM, lambda *_: table.stop())
        address = open_web(table, web, places, Simulated(world, tokens, MINIMAL), opened)
        threading.Thread(target=_answer, args=(questions, out, table), daemon=True).start()
        spare_collections()
        _say(out, {"event": "ready", "address": address})
        table.run()


def _answer(questions: TextIO, out: TextIO, table: RunningTable) -> None:
    for _ in questions:
        looks = table.parts.presence.recent.looks
        _say(out, {"event": "looks", "looks": looks, "moment": time.monotonic()})


def _moment(outcome: Outcome, clock: Clock) -> dict[str, float]:
    """When it happened, on the monotonic clock, which all processes of a machine share (s)."""
    return {"moment": time.monotonic() - (clock.now() - outcome.at)}


def _say(out: TextIO, values: dict[str, object]) -> None:
    out.write(json.dumps(values) + "\n")
    out.flush()


if __name__ == "__main__":
    serve(Path(sys.argv[1]), Path(sys.argv[2]), sys.stdin, sys.stdout)
