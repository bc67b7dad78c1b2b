"""era-table pads: look at every pad once, on real wires, and say what lies there; how a builder checks the wiring."""

import argparse
import json
from contextlib import ExitStack
from typing import Any

from hardware.clock import RealClock

from ..config import load
from ..lock import TableLock
from ..roster_file import whole_roster
from ..wires import opened_scanner
from .common import add_config, add_json, add_state, places, this_command


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("pads", help="look at every pad once, on real wires, and say what lies there")
    add_config(command)
    add_state(command)
    add_json(command)
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Look and say; 1 if a reader does not answer or a tag could not be named."""
    config = load(asked.config)
    where = places(asked)
    roster = whole_roster(config, asked.config, where.roster)
    rows: list[dict[str, Any]] = []
    with ExitStack() as opened:
        where.make()
        opened.enter_context(TableLock(where.lock, this_command()))
        readings = opened_scanner(config, RealClock(), opened).scan()
    for place, reading in zip(roster.places, readings, strict=True):
        rows.append({
            "reads": str(place),
            "seen": reading.seen.value,
            "tags": list(reading.tags),
            "players": [roster.tags.get(tag) for tag in reading.tags],
            "why": reading.why,
            "trouble": reading.trouble,
        })
    if asked.json:
        print(json.dumps(rows))
    else:
        for row in rows:
            named = [f"{tag} ({player or 'unknown'})" for tag, player in zip(row["tags"], row["players"], strict=True)]
            print(f"{row['reads']:<14} {row['seen']:<8} {', '.join(named) or row['why']}".rstrip())
    return 1 if any(row["seen"] in ("dead", "garbled") for row in rows) else 0

