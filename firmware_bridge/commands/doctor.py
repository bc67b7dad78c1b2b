"""era-table doctor: every part of the table with a verdict, and what to do where it is not well."""

import argparse
import json
import sys
from contextlib import ExitStack

from hardware.clock import RealClock

from ..doctor.finding import as_values, as_words, is_bad
from ..doctor.machine import this_machine
from ..doctor.whole_table import examine
from ..lock import TableLock
from .common import add_config, add_json, add_state, command, places, this_command


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    doctor = commands.add_parser("doctor", help="look at every part of the table and say what is wrong and what to do")
    add_config(doctor)
    add_state(doctor)
    add_json(doctor)
    doctor.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Look and say; 1 if something has to be mended."""
    where = places(asked)
    if not asked.json:
        print("Looking at everything: some seconds for each token that lies there.", file=sys.stderr)
    with ExitStack() as opened:

        def lock() -> None:
            where.make()
            opened.enter_context(TableLock(where.lock, this_command()))

        findings = examine(
            this_machine(), asked.config, where, lambda request: command(asked, request), lock, RealClock()
        )
    print(json.dumps(as_values(findings)) if asked.json else as_words(findings))
    return 1 if is_bad(findings) else 0
