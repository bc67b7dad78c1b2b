"""era-table pads: look at every pad once, on real wires, and say what lies there; how a builder checks the wiring."""

import argparse
import json
from contextlib import ExitStack
from pathlib import Path

from hardware.clock import RealClock
from hardware.readers.reading import Reading

from ..config import TableConfig, load


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("pads", help="look at every pad once, on real wires, and say what lies there")
    command.add_argument("--config", type=Path, default=Path("table.toml"), help="the table's file (table.toml)")
    command.add_argument("--json", action="store_true", help="one JSON line instead of words")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Look and say; 1 if a reader does not answer or a tag could not be named."""
    config = load(asked.config)
    roster = config.roster()
    rows = []
    for place, reading in zip(roster.places, scan(config), strict=True):
        rows.append({
            "reads": str(place),
            "seen": reading.seen.value,
            "tags": list(reading.tags),
            "players": [roster.tags.get(tag) for tag in reading.tags],
            "why": reading.why,
        })
    if asked.json:
        print(json.dumps(rows))
    else:
        for row in rows:
            named = [f"{tag} ({player or 'unknown'})" for tag, player in zip(row["tags"], row["players"], strict=True)]
            print(f"{row['reads']:<14} {row['seen']:<8} {', '.join(named) or row['why']}".rstrip())
    return 1 if any(row["seen"] in ("dead", "garbled") for row in rows) else 0


def scan(config: TableConfig) -> tuple[Reading, ...]:
    """One look at each of the config's pads, on whatever wires this machine has."""
    # Not before it is needed: nothing that imports spidev can be imported where there is none.
    from hardware.readers.mfrc522 import Mfrc522
    from hardware.readers.scanner import Scanner

    clock = RealClock()
    with ExitStack() as opened:
        readers = []
        for reader in config.reader:
            chip = Mfrc522(reader.bus, reader.device, speed_hz=reader.speed_hz, reset_pin=reader.reset_pin, clock=clock)
            opened.callback(chip.close)
            readers.append(chip)
        return Scanner(readers, clock).scan()
