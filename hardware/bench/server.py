"""The simulated table as a process of its own, so that it outlives the programs that are put on it.

    python -m hardware.bench.server --folder DIR

listens on DIR/world.socket (see PROTOCOL.md) and offers the serial ports DIR/display and DIR/lights. One line on its
output says when it is ready. SIGTERM and SIGINT end it.
"""

import argparse
import errno
import os
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from hardware.bench.answers import Answers
from hardware.bench.clock import PacedClock
from hardware.bench.far_ends import FAR_END_S, FarEnds
from hardware.bench.gate import Abandoned, GatedClock
from hardware.bench.protocol import Lines, encode
from hardware.bench.screens import SCREENS
from hardware.bench.world import World, default_wiring
from hardware.errors import HardwareError, WiringError

SOCKET = "world.socket"
LEDS = 96
HEED_S = 0.1           # how late a signal is heeded at worst
_MS = 1e-3


class Server:
    """A world that answers on a socket in `folder`; `close` takes socket and ports away. Raises WiringError.

    clock: "paced" keeps to the wall's time, "virtual" stands still until the hands let time pass; startup: seconds that
    a tag lies in a field before it hears anything; display, size: which of `hardware.bench.screens` shows what comes to
    the port `display`, columns and rows.
    """

    def __init__(
        self, folder: Path, readers: int, clock: str, startup: float, leds: int, display: str, size: tuple[int, int]
    ) -> None:
        self.path = folder / SOCKET
        self._closed = threading.Event()
        with ExitStack() as opened:
            self._listener = opened.enter_context(_listen(self.path))
            opened.callback(self.path.unlink, missing_ok=True)
            self.far = FarEnds(leds, folder, SCREENS[display](*size))
            opened.callback(self.far.close)
            table_clock = GatedClock(self.far.step, FAR_END_S) if clock == "virtual" else PacedClock()
            world = World(
                readers, air=True, wiring=None, tag_startup=startup, clock=table_clock, collisions="frame",
                floating=0x00, reset_pins=None, overhead=20e-6, seed=0,
            )
            self._answers = Answers(world, default_wiring(readers), self.far)
            opened.callback(self._closed.set)
            self._opened = opened.pop_all()
        threading.Thread(target=self._accept, daemon=True).start()
        if isinstance(table_clock, PacedClock):
            threading.Thread(target=self._step_far_ends, args=(table_clock,), daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                stream, _ = self._listener.accept()
            except OSError:              # closed
                return
            threading.Thread(target=self._serve, args=(Lines(stream),), daemon=True).start()

    def _serve(self, lines: Lines) -> None:
        try:
            self._answers.serve(lines)
        except (Abandoned, OSError):
            pass                         # a client that went away in the middle: the table does not mind
        finally:
            self._answers.leave(lines)
            lines.close()

    def _step_far_ends(self, clock: PacedClock) -> None:
        while not self._closed.wait(FAR_END_S):
            self.far.step(clock.now())

    def close(self) -> None:
        """Take socket and ports away; who is connected finds the wires gone when this process has ended."""
        self._opened.close()


def _listen(path: Path) -> socket.socket:
    listener = socket.socket(socket.AF_UNIX)
    try:
        try:
            listener.bind(str(path))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            if _alive(path):
                raise WiringError(
                    f"{path}: a simulated table listens there already; stop it, or take another folder"
                ) from error
            path.unlink()                # left by one that was killed
            listener.bind(str(path))
        listener.listen()
    except OSError as error:             # also a path longer than the 107 bytes that a socket's name may have
        listener.close()
        raise WiringError(f"{path}: can't listen there ({error}); take another folder") from error
    except WiringError:
        listener.close()
        raise
    return listener


def _alive(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit status: 0, or 2 when the table could not be set up, with words on the error output."""
    parser = argparse.ArgumentParser(
        prog="python -m hardware.bench.server", description="A simulated table in a process of its own."
    )
    parser.add_argument("--folder", type=Path, required=True, help="where the socket and the serial ports shall lie")
    parser.add_argument("--readers", type=int, default=12, help="how many (default: %(default)s)")
    parser.add_argument("--clock", choices=("paced", "virtual"), default="paced", help="default: %(default)s")
    parser.add_argument(
        "--startup-ms", type=float, default=5, help="a tag's start in a field, in ms (default: %(default)s)"
    )
    parser.add_argument("--leds", type=int, default=LEDS, help="length of the strip (default: %(default)s)")
    parser.add_argument("--display", choices=SCREENS, default="vt100", help="its kind (default: %(default)s)")
    parser.add_argument(
        "--size", type=columns_and_rows, metavar="CxR", help="columns and rows (default: 20x4, but a cd5220 has 20x2)"
    )
    parser.add_argument("--with-parent", action="store_true", help="end when the standard input is closed")
    options = parser.parse_args(arguments)

    stop = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda number, frame: stop.set())
    try:
        options.folder.mkdir(parents=True, exist_ok=True)
        size = options.size or ((20, 2) if options.display == "cd5220" else (20, 4))
        server = Server(
            options.folder.absolute(), options.readers, options.clock, options.startup_ms * _MS, options.leds,
            options.display, size,
        )
    except (HardwareError, OSError, ValueError) as error:
        sys.stderr.write(f"simulated table: {error}\n")
        return 2
    try:
        sys.stdout.write(
            encode({"socket": str(server.path), "display": server.far.screen_wire.path,
                    "lights": server.far.strip_wire.path}).decode() + "\n"
        )
        sys.stdout.flush()
        if options.with_parent:
            threading.Thread(target=_wait_for_end_of_input, args=(stop,), daemon=True).start()
        while not stop.wait(HEED_S):     # now and then: a signal in the moment before a wait does not end that wait
            pass
    finally:
        server.close()
    return 0


def columns_and_rows(text: str) -> tuple[int, int]:
    columns, _, rows = text.partition("x")
    return int(columns), int(rows)


def _wait_for_end_of_input(stop: threading.Event) -> None:
    while os.read(sys.stdin.fileno(), 4096):     # unbuffered: a buffer's lock would be in the way of an orderly end
        pass
    stop.set()


if __name__ == "__main__":
    sys.exit(main())
