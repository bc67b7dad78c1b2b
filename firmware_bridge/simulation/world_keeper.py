"""The simulated world of a state directory: found as a killed service left it, or started; ended at an orderly end."""

import os
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from hardware.bench.process import END_S
from hardware.bench.server import SOCKET
from hardware.errors import WiringError

from ..lamps import TRACKS

_PEER = struct.Struct("3i")
"""struct ucred of SO_PEERCRED (unix(7)): process, user, group."""


@contextmanager
def kept_world(folder: Path) -> Iterator[Path]:
    """The socket of the world in the folder, which keeps to the wall's time; for one caller at a time.

    A world outlives the service that is killed, with every token where it lies; after an orderly end it is ended, too.
    Raises WiringError with the world's own words if none can be started.
    """
    path = folder / SOCKET
    with socket.socket(socket.AF_UNIX) as probe:
        found = _connected(probe, path)
    started = None if found else _start(folder)
    try:
        yield path
    finally:
        _end(path)
        if started is not None:
            started.wait()


def _connected(wire: socket.socket, path: Path) -> bool:
    try:
        wire.connect(str(path))
    except OSError:
        return False
    return True


def _start(folder: Path) -> "subprocess.Popen[bytes]":
    """Start a world that lives on if this process is killed, and wait until it is ready."""
    folder.mkdir(parents=True, exist_ok=True)
    leds = str(sum(TRACKS.values()))
    command = [sys.executable, "-m", "hardware.bench.server", "--folder", str(folder), "--leds", leds]
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
    return world


def _end(path: Path) -> None:
    """End the world, whoever started it, and wait until it is gone: the next start must not find it dying."""
    with socket.socket(socket.AF_UNIX) as wire:
        if not _connected(wire, path):
            return
        # Who listens there is asked of the kernel: a number in a file may be some other process's by now.
        number, _, _ = _PEER.unpack(wire.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))
    try:
        process = os.pidfd_open(number)
    except ProcessLookupError:
        return
    with os.fdopen(process):
        signal.pidfd_send_signal(process, signal.SIGTERM)
        if not select.select([process], [], [], END_S)[0]:
            signal.pidfd_send_signal(process, signal.SIGKILL)
