"""era-table display: `test` shows every screen in turn, on the table's display or in the terminal."""

import argparse
from collections.abc import Iterator

from hardware.clock import Clock, RealClock
from hardware.displays.display import DisplayWorker, Screen
from hardware.errors import WireError
from hardware.serial_port import PortEvent, PortLost, SerialPort

from ..config import Display, load
from ..lock import TableLock
from ..pages import PAGE_S, Page, Size
from ..pictures.gallery import situations
from ..pictures.terminal import framed
from ..screens import pages
from ..service import Stepper
from ..texts import languages
from .common import add_config, add_state, places, this_command

SIZES = ("20x4", "16x2", "20x2")
MOST_BYTES = 3
"""Bytes a cell that no driver exceeds for a whole screen: two of a letter in UTF-8, and moves of the cursor."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the arguments."""
    command = commands.add_parser("display", help="try the display")
    kinds = command.add_subparsers(metavar="WHAT", required=True)
    test = kinds.add_parser("test", help="show every screen in turn, on the display or in the terminal")
    where = test.add_mutually_exclusive_group()
    add_config(where)
    where.add_argument("--simulate", action="store_true", help="in the terminal, without a table's file")
    test.add_argument("--lang", choices=languages(), help="the language (that of the table's file, else en)")
    test.add_argument("--size", choices=SIZES, default=SIZES[0], help="of the display in the terminal (20x4)")
    test.add_argument("--fast", action="store_true", help="as fast as the wire carries it")
    add_state(test)
    test.set_defaults(run=run_test)


def run_test(asked: argparse.Namespace) -> int:
    """Show all; raises what a port or a running service has against it."""
    config = None if asked.simulate else load(asked.config)
    language = asked.lang or (config.game.language if config else "en")
    if config is None or config.display is None:
        columns, rows = map(int, asked.size.split("x"))
        for name, shown in _screens(Size(columns, rows), language):
            print("\n".join([name, *framed(shown), ""]), flush=True)
        return 0
    where = places(asked)
    where.make()
    with TableLock(where.lock, this_command()):  # two programs on one port would each spoil the other's screens
        _on_display(config.display, language, RealClock(), asked.fast)
    return 0


def _screens(size: Size, language: str) -> Iterator[tuple[str, Page]]:
    """Each page of each screen, with its name."""
    for situation in situations():
        shown = pages(situation.view, 0.0, size, language, situation.panel)
        for number, page in enumerate(shown, start=1):
            yield situation.name + (f" ({number} of {len(shown)})" if len(shown) > 1 else ""), page


def _on_display(display: Display, language: str, clock: Clock, fast: bool) -> None:
    """Each page for as long as it would stand at a table; fast: for as long as the wire takes at most."""
    port = SerialPort(display.port, display.speed, _end_if_lost)
    worker = DisplayWorker(port, display.made())
    size = Size(worker.columns, worker.rows)
    stepper = Stepper(clock)
    stepper.add(worker)
    try:
        for name, page in _screens(size, language):
            print(name, flush=True)
            worker.show(Screen(page, size.columns, size.rows))
            stepper.wake(worker)
            stepper.run(port.wire_time(MOST_BYTES * size.columns * size.rows) if fast else PAGE_S)
    finally:
        worker.close()


def _end_if_lost(event: PortEvent) -> None:
    """Nobody wants to watch names go by while the display stays dark."""
    if isinstance(event, PortLost):
        raise WireError(event.why)
