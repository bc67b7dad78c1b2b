"""era-table setup: a guided first set-up; finds readers, display, lights, buttons, names pads and tokens."""

import argparse
import select
import sys
from contextlib import ExitStack
from pathlib import Path

from hardware.clock import RealClock

from ..config import load
from ..enrolment import enrol_all
from ..errors import SetupError
from ..lock import TableLock
from ..setup.buttons import find_buttons, free_pins, input_devices
from ..setup.outputs import find_display, find_lights, serial_ports, yes
from ..setup.pads import ask_players, find_readers, name_pads
from ..setup.table_file import table_text, write_table
from ..table_pads import OwnPads
from ..texts import languages
from .common import add_state, places, this_command


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("setup", help="a guided first set-up: pads, display, lights, buttons, tokens")
    add_state(command)
    command.add_argument("--config", type=Path, help="the file to write (table.toml in the state's folder)")
    command.add_argument("--lang", choices=languages(), default="en", help="the language of the display (%(default)s)")
    command.set_defaults(run=run)


def run(asked: argparse.Namespace) -> int:
    """Ask, look, and write."""
    where = places(asked)
    where.make()
    path = asked.config or where.state / "table.toml"
    person, clock = Terminal(), RealClock()
    with TableLock(where.lock, this_command()):
        readers = name_pads(find_readers(clock, person), clock, person)
        players = ask_players(person)
        ports = serial_ports(Path("/"))
        display = find_display(ports, clock, person)
        lights = find_lights([port for port in ports if display is None or port != display.port], clock, person)
        pins = free_pins(players, readers, display, lights, path)
        buttons = find_buttons(pins, input_devices(Path("/")), clock, person)
    kept = write_table(path, table_text(players, asked.lang, readers, display, lights, buttons))
    person.say(f"{path} is written." + (f" The one before is {kept} now." if kept else ""))
    with ExitStack() as opened:
        pads = OwnPads(load(path), path, where, this_command(), opened, clock)
        if yes(person, "Lay the players' tokens now, so that each is known?"):
            enrolled = enrol_all(pads, pads.players, person.say)
            person.say(f"{enrolled} tokens enrolled; every player has all.")
    person.say("The table is set up. Look at it with era-table doctor, and start it: sudo systemctl start era-table.")
    return 0


class Terminal:
    """The person at the terminal (`first_setup.Person`)."""

    def say(self, words: str) -> None:
        """Print it."""
        print(words, flush=True)

    def ask(self, question: str) -> str:
        """Print it, and read a line."""
        print(question, end=" ", flush=True)
        return self._line().strip()

    def skips(self) -> bool:
        """Whether a line was entered since."""
        ready, _, _ = select.select([sys.stdin], [], [], 0)
        if not ready:
            return False
        self._line()
        return True

    def _line(self) -> str:
        line = sys.stdin.readline()
        if not line:
            raise SetupError("the set-up was broken off: begin it again with era-table setup")
        return line
