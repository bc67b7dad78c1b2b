"""Starts a simulated table as a process, and sees to it that it ends with whoever started it."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from hardware.bench.server import LEDS
from hardware.errors import WiringError

END_S = 5.0            # granted to a table that is to end


class WorldProcess:
    """A table in a process of its own, ready when this returns; the arguments are told at `server.Server`.

    It ends at `close`, and also by itself when this process does, whatever ended that. Raises WiringError with the
    table's own words when it can't be set up.
    """

    def __init__(
        self,
        folder: Path,
        *,
        clock: Literal["paced", "virtual"] = "paced",
        readers: int = 12,
        startup: float = 5e-3,
        leds: int = LEDS,
    ) -> None:
        command = [
            sys.executable, "-m", "hardware.bench.server", "--with-parent", "--folder", str(folder),
            "--clock", clock, "--readers", str(readers), "--startup-ms", str(startup * 1e3), "--leds", str(leds),
        ]
        with tempfile.TemporaryFile("w+") as words:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=words, text=True,
                start_new_session=True,  # a Ctrl-C at the terminal is meant for the program on the table
            )
            ready = self._process.stdout.readline() if self._process.stdout is not None else ""
            if not ready:
                self._process.communicate()
                words.seek(0)
                raise WiringError(words.read().strip() or "the simulated table ended before it was ready")
        ports = json.loads(ready)
        self.path = Path(ports["socket"])
        self.display: str = ports["display"]
        self.lights: str = ports["lights"]
        self.pid = self._process.pid

    def close(self) -> None:
        """End it. Twice is fine."""
        if self._process.returncode is None:
            self._process.terminate()
            try:
                self._process.communicate(timeout=END_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.communicate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
