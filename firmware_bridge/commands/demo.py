"""era-table demo: a simulated table plays two rounds by itself, with people's mistakes in them; or it is there to be
played on in the browser."""

import argparse
import json
import signal
from dataclasses import asdict

from engine.era.components import SETUPS

from ..pictures.terminal import Moment, colours_of_output, moment_text
from ..simulation.demo import PLAYERS, ROUNDS, Demo
from ..simulation.demo_table import DemoTable
from ..simulation.people import tokens_of
from ..texts import languages
from .common import add_web
from .web_demo import run_web


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("demo", help="the table plays two rounds by itself, no hardware needed")
    command.add_argument("--fast", action="store_true", help="do not wait for the wall clock")
    command.add_argument("--json", action="store_true", help="sum up in JSON, as the last line")
    command.add_argument("--rounds", type=int, choices=(1, ROUNDS), default=ROUNDS, help=f"of the story ({ROUNDS})")
    command.add_argument("--lang", choices=languages(), default="en", help="the language of the display (en)")
    add_web(command)
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Play and show; 1 if the table made something else of it than the people did."""
    if asked.web is not None:
        return run_web(asked.web, asked.lang)
    colours = colours_of_output()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)  # service and world are to end with the demo
    print("A simulated table is set up ...", flush=True)

    def show(moment: Moment) -> None:
        print(moment_text(moment, colours), flush=True)

    with DemoTable(tokens_of(PLAYERS, SETUPS[len(PLAYERS)].tokens), asked.fast, asked.lang) as table:
        demo = Demo(table, show, asked.rounds)
        demo.play()
    summary = demo.summary()
    if asked.json:
        print(json.dumps(asdict(summary)))
    else:
        seen = sum(summary.problems.values())
        played = f"{summary.rounds} round{'' if summary.rounds == 1 else 's'}"
        print(f"\n{played}, {summary.moves} moves; {seen} things went wrong and were mended.")
    return 0 if demo.agrees() else 1
