"""era-table: the command line.

Exit status 0: done; 1: done, and what was looked at is not well; 2: could not be done.
"""

import argparse
import sys
from collections.abc import Sequence

from .commands import (
    bench,
    demo,
    display,
    doctor,
    edition,
    games,
    language,
    lights,
    operator,
    pads,
    picture,
    recent,
    record,
    replay,
    run,
    setup,
    simulate,
    tags,
    wiring,
)
from .errors import OURS
from .journal import PROGRAM_VERSION


def parser() -> argparse.ArgumentParser:
    """All commands and their arguments."""
    whole = argparse.ArgumentParser(
        prog="era-table",
        description="A table that referees a board game.",
        epilog="In a checkout, ./table COMMAND is era-table COMMAND, and ./table test runs all tests.",
    )
    whole.add_argument("--version", action="version", version=f"era-table {PROGRAM_VERSION}")
    commands = whole.add_subparsers(metavar="COMMAND", required=True)
    play = (demo, run, operator, games, tags)
    set_up = (setup, doctor, pads, wiring, lights, display, language, edition, picture)
    listed = (*play, *set_up, recent, record, replay, simulate, bench)
    for command in listed:
        command.add(commands)
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
    """Run the command that the arguments name (those of the process if None)."""
    asked = parser().parse_args(arguments)
    try:
        status: int = asked.run(asked)
    except OURS as error:
        print(f"era-table: {error}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone: nobody is left to be told
        return 1
    return status
