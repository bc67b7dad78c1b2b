"""era-table demo: the table plays two rounds by itself on the bench, with people's mistakes in them."""

import argparse
import json
from dataclasses import asdict

from hardware.bench.clock import PacedClock

from ..demo import PLAYERS, Moment, play
from ..simulated import SimulatedTable
from ..terminal import moment_text, wants_colour


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("demo", help="the table plays two rounds by itself, no hardware needed")
    command.add_argument("--fast", action="store_true", help="do not wait for the wall clock")
    command.add_argument("--json", action="store_true", help="sum up in JSON, as the last line")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Play and show; 1 if the table ends with something wrong on it."""
    colour = wants_colour()

    def show(moment: Moment) -> None:
        print(moment_text(moment, colour), flush=True)

    with SimulatedTable(PLAYERS, start=PLAYERS[0], clock=None if asked.fast else PacedClock()) as table:
        summary = play(table, show)
        left = table.worker.session.problems
    if asked.json:
        print(json.dumps(asdict(summary)))
    else:
        mended = sum(summary.problems.values())
        print(f"{summary.rounds} rounds, {summary.moves} moves, {mended} mistakes seen and mended.")
    return 1 if left else 0
