"""era-table state, take-back, accept, new: what the operator asks of a running table."""

import argparse
from typing import Any

from engine.era.components import COLOURS
from engine.era.game import DEPTHS
from engine.era.setup import DEALINGS

from .common import add_json, add_state, command, say_state


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    for name, words in (
        ("state", "what the running table says: whose turn it is, what lies where, what is wrong"),
        ("take-back", "take the last move back"),
        ("accept", "take the table as it lies for the state of the game"),
        ("new", "begin a new game on the running table"),
    ):
        parser = commands.add_parser(name, help=words)
        add_state(parser)
        add_json(parser)
        if name == "new":
            parser.add_argument("players", nargs="+", metavar="COLOUR", help=f"clockwise, of {', '.join(COLOURS)}")
            parser.add_argument("--start", metavar="COLOUR", help="who begins (the first named)")
            parser.add_argument("--depth", choices=DEPTHS, default=DEPTHS[0], help=f"({DEPTHS[0]})")
            parser.add_argument("--dealing", choices=DEALINGS, default=DEALINGS[0], help=f"({DEALINGS[0]})")
        parser.set_defaults(run=run, request=name)


def run(asked: argparse.Namespace) -> int:
    """Ask and say; for `state`, 1 if something is wrong on the table or with a reader."""
    request: dict[str, Any] = {"command": asked.request}
    if asked.request == "new":
        request |= {"players": asked.players, "start": asked.start or asked.players[0]}
        request |= {"depth": asked.depth, "dealing": asked.dealing}
    answer = command(asked, request)
    say_state(asked, answer)
    return 1 if asked.request == "state" and (answer["problems"] or answer["readers"]) else 0
