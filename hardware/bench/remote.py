"""Puts programs on a simulated table that is another process: the stand-ins' backing, over its socket."""

import contextlib
import errno
import os
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hardware.bench import protocol as p
from hardware.bench.clock import PacedClock, whole_ns
from hardware.bench.request import Level, Request
from hardware.bench.standins import Installed
from hardware.errors import WiringError


class Connections:
    """Asks the table at `path`, from any thread: each has a connection of its own, so that one may wait there.

    Raises WiringError when no table answers there, or one that speaks another protocol.
    """

    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self._here = threading.local()
        self._all: list[p.Lines] = []
        self._lock = threading.Lock()
        self.now_ns: int | None = None   # a virtual table's time, as long as nothing was asked of it since
        try:
            self._here.lines = self.connect()
            self.hello = self.ask(p.Hello())
        except OSError as error:
            raise WiringError(
                f"no simulated table answers at {path} ({error.strerror or error}): start one with "
                "`python -m hardware.bench.server --folder DIR` and name its socket"
            ) from error
        if self.hello["protocol"] != p.VERSION:
            self.close()
            raise WiringError(
                f"the simulated table at {path} speaks protocol {self.hello['protocol']}, this program {p.VERSION}: "
                "start it anew with this version"
            )

    def ask(self, request: Request) -> dict[str, Any]:
        """The reply to one request; OSError as the table raised it, or ENODEV when the table is gone."""
        reply = p.decode_reply(self._exchange(p.encode(request)))
        if not reply["ok"]:
            raise OSError(reply["errno"], reply["error"])
        return reply

    def _exchange(self, line: bytes) -> bytes:
        self.now_ns = None
        reply: bytes | None = None
        try:
            lines: p.Lines = getattr(self._here, "lines", None) or self.connect()
            self._here.lines = lines
            try:
                lines.write(line)
                reply = lines.read()
            finally:
                if reply is None:        # the table is gone, or we are interrupted: the next reply would be this one's
                    self._drop(lines)
        except OSError:
            raise _gone() from None
        if reply is None:
            raise _gone()
        return reply

    def connect(self) -> p.Lines:
        """A further connection; OSError when nobody answers."""
        stream = socket.socket(socket.AF_UNIX)
        try:
            stream.connect(self.path)
        except OSError:
            stream.close()
            raise
        lines = p.Lines(stream)
        with self._lock:
            self._all.append(lines)
        return lines

    def _drop(self, lines: p.Lines) -> None:
        self._here.lines = None
        self.close_one(lines)

    def close_one(self, lines: p.Lines) -> None:
        """Close a connection that `connect` made."""
        with self._lock:
            if lines in self._all:       # else `close` was first
                self._all.remove(lines)
        lines.close()

    def close(self) -> None:
        """Close all connections; who waits on one gets OSError. Twice is fine."""
        with self._lock:
            while self._all:
                self._all.pop().close()
        self._here = threading.local()


class _PacedHere(PacedClock):
    """A paced table's time as this process knows it: the wall's, or what the last transfer told if that was ahead."""

    def __init__(self, began_ns: int) -> None:
        super().__init__()
        self._start = began_ns           # the monotonic clock is the same in all processes of a machine

    def reached(self, ns: int) -> None:
        """The table's time is at least this."""
        self._ns = max(self._ns, ns)


class _VirtualThere:
    """A virtual table's time; OSError when the table is gone.

    It passes by what this program does, and only then; so it is asked for when the last reply did not tell it.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def now(self) -> float:
        ns = self._connections.now_ns
        if ns is None:
            ns = round(self._connections.ask(p.Now())["now"] * 1e9)
            self.reached(ns)
        return ns / 1e9

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            before = self._connections.now_ns
            self._connections.ask(p.Sleep(seconds))
            if before is not None:
                self.reached(before + whole_ns(seconds))

    def reached(self, ns: int) -> None:
        """The table's time is this."""
        self._connections.now_ns = ns


class RemoteWire:
    """One SPI device of a table in another process (see `backing.Wire`)."""

    __slots__ = ("_ask", "_bus", "_device", "_reached")

    def __init__(self, bus: int, device: int, connections: Connections, reached: Callable[[int], None]) -> None:
        self._bus = bus
        self._device = device
        self._ask = connections.ask
        self._reached = reached

    def transfer(self, tx: bytes, hz: int) -> list[int]:
        """Shift `tx` out at `hz`; OSError when the table is gone."""
        reply = self._ask(p.Transfer(self._bus, self._device, hz, tx.hex()))
        self._reached(reply["now_ns"])
        return list(bytes.fromhex(reply["rx"]))


class RemoteTable:
    """The wires of a table in another process (a `backing.Backing`), and its clock; from any thread.

    path: the table's socket. Raises WiringError when no table answers there. Once the table has gone, wires and pins
    fail with OSError, as if the bus had been pulled out. `clock` goes by the wall for a paced table; a virtual one's
    stands still but for transfers and sleeps, and `sleep` waits until the hands let time pass.
    """

    def __init__(self, path: Path | str) -> None:
        self._connections = Connections(path)
        self._ask = self._connections.ask
        self._watching: tuple[p.Lines, threading.Thread] | None = None
        self.clock: _PacedHere | _VirtualThere
        if self._connections.hello["clock"] == "paced":
            self.clock = _PacedHere(self._connections.hello["began_ns"])
        else:
            self.clock = _VirtualThere(self._connections)

    @property
    def paced(self) -> bool:
        """Whether the table keeps to the wall's time, so that several threads may work on it; else it must be one."""
        return bool(self._connections.hello["clock"] == "paced")

    @property
    def display(self) -> str:
        """Path of the display's serial port."""
        return str(self._connections.hello["display"])

    @property
    def lights(self) -> str:
        """Path of the lights' serial port."""
        return str(self._connections.hello["lights"])

    def open(self, bus: int, device: int) -> RemoteWire:
        """The wire to a reader; FileNotFoundError where none is wired, PermissionError where it is denied."""
        self._ask(p.Open(bus, device))
        return RemoteWire(bus, device, self._connections, self.clock.reached)

    def pin_function(self, pin: int) -> str:
        """What a pin is now."""
        return str(self._ask(p.PinFunction(pin))["function"])

    def make_input(self, pin: int, pull: int | None) -> None:
        """The program lets go of a pin."""
        self._ask(p.MakeInput(pin, _level(pull) if pull is not None else None))

    def drive_output(self, pin: int, level: int) -> None:
        """The program drives a pin."""
        self._ask(p.DriveOutput(pin, _level(level)))

    def level(self, pin: int) -> int:
        """The level on a pin."""
        return int(self._ask(p.PinLevel(pin))["level"])

    def watch(self, seen: Callable[[int, int], None] | None) -> None:
        """Tell of changes on inputs, from a thread of its own, as RPi.GPIO does."""
        if self._watching is not None:
            lines, thread = self._watching
            self._watching = None
            lines.close()
            thread.join()
            self._connections.close_one(lines)
        if seen is None:
            return
        lines = self._connections.connect()
        lines.write(p.encode(p.Watch()))
        lines.read()                     # from here on nothing is missed
        thread = threading.Thread(target=_pass_on, args=(lines, seen), daemon=True)
        thread.start()
        self._watching = lines, thread

    def sleep(self, seconds: float) -> None:
        """Let the table's time pass."""
        self.clock.sleep(seconds)

    def close(self) -> None:
        """Let go of the table, which stays as it is. Twice is fine."""
        self.watch(None)
        self._connections.close()


class RemoteBench(RemoteTable):
    """A table in another process, put behind the stand-ins for spidev and RPi.GPIO; a context manager, as `Bench` is.

    virtual_sleep: `time.sleep` lets the table's time pass, for drivers that sleep by themselves.
    """

    def __init__(self, path: Path | str, *, virtual_sleep: bool = False) -> None:
        super().__init__(path)
        self._virtual_sleep = virtual_sleep
        self._installed: Installed | None = None

    def __enter__(self) -> Self:
        try:
            self._installed = Installed(self, self.sleep if self._virtual_sleep else None)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._installed is not None:
            self._installed.remove()
            self._installed = None
        self.close()


def _pass_on(lines: p.Lines, seen: Callable[[int, int], None]) -> None:
    with contextlib.suppress(OSError):   # closed, or the table is gone
        while (line := lines.read()) is not None:
            change = p.decode_reply(line)
            seen(change["pin"], change["level"])


def _gone() -> OSError:
    return OSError(errno.ENODEV, os.strerror(errno.ENODEV))


def _level(level: int) -> Level:
    return 1 if level else 0
