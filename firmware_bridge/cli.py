"""era-table: the command line.

Exit status 0: done; 1: done, and what was looked at is not well; 2: could not be done.
"""

import argparse
import sys
from collections.abc import Sequence

from .commands import bench, demo, edition, operator, pads, run, simulate, tags
from .errors import OURS


def parser() -> argparse.ArgumentParser:
    """All commands and their arguments."""
    whole = argparse.ArgumentParser(prog="era-table", description="A table that referees a board game.")
    commands = whole.add_subparsers(metavar="COMMAND", required=True)
    for command in (demo, run, operator, tags, pads, edition, simulate, bench):
        command.add(commands)
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name (those of the process if None)."""
    asked = parser().parse_args(arguments)
    try:
        status: int = asked.run(asked)
    except OURS as error:
        print(f"era-table: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone: nobody is left to be told
        return 1
    return status
