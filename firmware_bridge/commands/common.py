"""What several commands share: where the table's state lives, and asking the service that runs it."""

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import Any

from ..control import ask
from ..errors import ServiceError
from ..places import Places


def add_state(command: argparse.ArgumentParser) -> None:
    """The folder that stands for one table."""
    command.add_argument(
        "--state", type=Path, metavar="DIR", help="the folder of this table's state (~/.local/state/era-table)"
    )


def add_config(command: argparse.ArgumentParser) -> None:
    """The table's file."""
    command.add_argument("--config", type=Path, default=Path("table.toml"), help="the table's file (table.toml)")


def this_command() -> str:
    """The command line, for whoever finds the table taken."""
    return shlex.join(["era-table", *sys.argv[1:]])


def places(asked: argparse.Namespace) -> Places:
    """The folders that the arguments and the environment name."""
    return Places.of(asked.state, os.environ)


def command(asked: argparse.Namespace, request: dict[str, Any]) -> dict[str, Any]:
    """Give the running service a command; its answer. Raises what `control.ask` raises, and ServiceError for a no."""
    answer = ask(places(asked).socket, request)
    if not answer["ok"]:
        raise ServiceError(answer["error"])
    return answer


def state_text(state: dict[str, Any]) -> str:
    """What a service says of its table, for people."""
    if state["phase"] == "over":
        head = f"The game is over after {state['rounds']} rounds."
    else:
        does = "to lay a token" if state["phase"] == "placing" else "to lift a token"
        head = f"Round {state['round']} of {state['rounds']}: {state['in_turn']} {does}."
    lines = [head]
    if state["note"]:
        lines.append(f"This game was {state['note']}.")
    for area, players in state["board"].items():
        lines.append(f"  {area:<12} {', '.join(players) or '-'}")
    if not state["known"]:
        lines.append("The pads are still being looked at.")
    lines += [f"{problem['text']}  [{problem['code']}]" for problem in state["problems"]]
    if state["known"] and not state["problems"]:
        lines.append("Nothing is wrong.")
    return "\n".join(lines)
