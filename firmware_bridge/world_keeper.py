"""The simulated world of a state directory: found as a killed service left it, or started; ended at an orderly end."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware.bench.server import SOCKET
from hardware.errors import WiringError

from .lamps import Tracks

PID = "world.pid"
"""File beside the socket with the process that is to be ended at an orderly end."""


@contextmanager
def kept_world(folder: Path) -> Iterator[Path]:
    """The socket of the world in the folder, which keeps to the wall's time.

    A world outlives the service that is killed, with every token where it lies; after an orderly end it is ended, too.
    Raises WiringError with the world's own words if none can be started.
    """
    path = folder / SOCKET
    if not _answers(path):
        _start(folder)
    try:
        yield path
    finally:
        os.kill(int((folder / PID).read_text()), signal.SIGTERM)


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.connect(str(path))
        except OSError:
            return False
        return True


def _start(folder: Path) -> None:
    """Start a world that belongs to nobody, and wait until it is ready."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "hardware.bench.server", "--folder", str(folder), "--leds", str(Tracks().count)]
    with (folder / "world.log").open("w+") as log:
        world = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,  # a Ctrl-C at the terminal is meant for the service
        )
        assert world.stdout is not None  # it was asked for
        with world.stdout:
            ready = world.stdout.readline()
        if not ready:
            world.wait()
            log.seek(0)
            raise WiringError(log.read().strip() or "the simulated table ended before it was ready")
    (folder / PID).write_text(str(world.pid))
