"""era-table record: write down all that a running table's readers say; what a user sends with a fault report."""

import argparse
from pathlib import Path
from typing import Any

from hardware.clock import RealClock

from ..errors import ServiceError
from .common import add_state, command

LOOK_S = 1.0
"""How often the service is asked how large the recording has become."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    parser = commands.add_parser(
        "record", help="record what a running table's readers say, for era-table replay and fault reports"
    )
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("file", nargs="?", type=Path, metavar="FILE", help="a new file; gzipped if it ends in .gz")
    what.add_argument("--stop", action="store_true", help="end a recording that still runs")
    parser.add_argument(
        "--seconds", type=float, metavar="S", help="end it by itself (else Ctrl-C does, or era-table record --stop)"
    )
    add_state(parser)
    parser.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Begin, wait, end; 1 if the recording ended by itself."""
    before = command(asked, {"command": "record"})
    if asked.stop:
        command(asked, {"command": "record", "stop": True})
        print(f"{before['file']} is complete." if before["file"] else "Nothing was being recorded.")
        return 0
    clock = RealClock()
    file = asked.file.absolute()
    command(asked, {"command": "record", "start": str(file)})
    print(f"Recording to {file}. Ctrl-C ends it.", flush=True)
    end = clock.now() + (float("inf") if asked.seconds is None else asked.seconds)
    try:
        while (left := end - clock.now()) > 0:
            clock.sleep(min(LOOK_S, left))
            if _file(asked) != str(file):
                print(f"The recording has ended: {file} is what there is.")
                return 1
    except KeyboardInterrupt:
        print()
    command(asked, {"command": "record", "stop": True})
    print(f"{file} is complete: {file.stat().st_size / 1e3:.0f} kB. Replay it with era-table replay {file}.")
    return 0


def _file(asked: argparse.Namespace) -> Any:
    try:
        return command(asked, {"command": "record"})["file"]
    except ServiceError:  # the service has ended, and the recording with it
        return None
