"""For tests of the running service: the real command line, and services in processes of their own."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from firmware_bridge.control import ask
from firmware_bridge.errors import NoService

PATIENCE_S = 20.0
"""Real time that anything may take on a busy machine; nothing waits for so long where all is well."""

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""Of all processes here: so many are started that what one has compiled must serve the next."""

PLAYERS = ("yellow", "green", "brown", "orange")


def era_table(
    *arguments: str | Path, patience_s: float = PATIENCE_S, environment: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[str]":
    """A command in a process of its own; environment: variables beside the test's."""
    command = [sys.executable, "-m", "firmware_bridge", *map(str, arguments)]
    return subprocess.run(
        command,
        env={**ENVIRONMENT, **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=patience_s,
    )


def until(happened: Callable[[], bool], what: str) -> None:
    """Wait for something that another process does."""
    end = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < end, f"waited in vain: {what}"
        time.sleep(0.01)


def processes_of(folder: Path) -> list[int]:
    """All processes whose command line names the folder."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = file.read_bytes()
        except OSError:  # it has just ended
            continue
        if str(folder).encode() in line:
            found.append(int(file.parent.name))
    return found


def end_all(folder: Path) -> None:
    """Kill whatever is left of a table that this test has started in the folder, its world above all."""
    for process in processes_of(folder):
        os.kill(process, signal.SIGKILL)


def answered(folder: Path) -> bool:
    """Whether a service takes commands for the table whose state lies in the folder."""
    try:
        return bool(ask(folder / "control.socket", {"command": "state"})["ok"])
    except NoService:
        return False


class Service:
    """`era-table run --json` in a process of its own; a context manager that kills it if it still runs when left.

    `told` holds what it said, in order. environment: variables beside the test's.
    """

    def __init__(self, *arguments: str | Path, environment: Mapping[str, str] | None = None) -> None:
        self.told: list[dict[str, Any]] = []
        with ExitStack() as opened:
            self._log = opened.enter_context(tempfile.TemporaryFile("w+"))
            self.process = subprocess.Popen(
                [sys.executable, "-m", "firmware_bridge", "run", "--json", *map(str, arguments)],
                stdout=subprocess.PIPE,
                stderr=self._log,
                text=True,
                env={**ENVIRONMENT, **(environment or {})},
            )
            self._listener = threading.Thread(target=self._listen, daemon=True)
            self._listener.start()
            opened.callback(self.kill)
            self._open = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as said:
            for line in said:
                self.told.append(json.loads(line))

    def moves(self) -> list[tuple[str, str]]:
        """The moves that it told: player and text."""
        return [(told["player"], told["move"]) for told in tuple(self.told) if told["event"] == "move"]

    def until_told(self, event: str, times: int = 1) -> None:
        """Wait until it has told of so many such events."""

        def has_told() -> bool:
            assert self.process.poll() is None, self.log
            return [told["event"] for told in tuple(self.told)].count(event) >= times

        until(has_told, f"{event!r} of the service")

    def kill(self) -> None:
        """The process is gone at once; all that it said is in `told`. Twice is fine."""
        self.process.kill()
        self.process.wait()
        self._listener.join()

    def ended(self, within_s: float = PATIENCE_S) -> int:
        """Its exit status, once it has ended by itself."""
        status = self.process.wait(within_s)
        self._listener.join()
        return status

    def stop(self, number: int = signal.SIGTERM, within_s: float = PATIENCE_S) -> int:
        """Send a signal; the exit status."""
        self.process.send_signal(number)
        return self.ended(within_s)

    @property
    def log(self) -> str:
        """What it wrote to its error output."""
        self._log.seek(0)
        return self._log.read()
