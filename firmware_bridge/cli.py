"""era-table: the command line.

Exit status 0: done; 1: done, and what was looked at is not well; 2: could not be done.
"""

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module

from .errors import OURS
from .journal import PROGRAM_VERSION

PLAY = ("demo", "run", "operator", "games", "tags")
SET_UP = ("setup", "doctor", "pads", "wiring", "lights", "display", "language", "edition", "picture")
MODULES = (*PLAY, *SET_UP, "recent", "record", "replay", "simulate", "bench")
"""What is in commands/, in the order in which the help lists it; but for `operator`, each is named as its command."""


def parser(only: str | None = None) -> argparse.ArgumentParser:
    """All commands and their arguments; of the command `only` alone, if that is one.

    A service that starts need not import what the others measure and draw: on a Pi that is seconds.
    """
    whole = argparse.ArgumentParser(
        prog="era-table",
        description="A table that referees a board game.",
        epilog="In a checkout, ./table COMMAND is era-table COMMAND, and ./table test runs all tests.",
    )
    whole.add_argument("--version", action="version", version=f"era-table {PROGRAM_VERSION}")
    commands = whole.add_subparsers(metavar="COMMAND", required=True)
    for name in [only] if only in MODULES and only != "operator" else MODULES:
        import_module(f".commands.{name}", __package__).add(commands)
    _describe(whole)
    return whole


def _describe(parser: argparse.ArgumentParser) -> None:
    """A command's own help begins with the words that the list of commands has for it."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for listed in action._choices_actions:
                command = action.choices[listed.dest]
                command.description = listed.help
                _describe(command)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name (those of the process if None); without any, say what there is."""
    words = sys.argv[1:] if arguments is None else arguments
    if not words:
        parser().print_help()
        return 2
    asked = parser(words[0] if words else None).parse_args(words)
    try:
        status: int = asked.run(asked)
    except OURS as error:
        print(f"era-table: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone: nobody is left to be told
        return 1
    return status
