"""The demo's table: a simulated world in its own process, the service in another, to be killed and started again."""

import json
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from hardware.bench.far_ends import Rgb
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from ..errors import DemoError
from ..lamps import Tracks
from .people import People

LOG = "service.log"
PATIENCE_S = 60.0
"""Real seconds that a service may take for what it is to do, on a machine however busy."""
STOP_S = 10.0
"""Real seconds that a service may take to stop in order."""


class DemoTable(People):
    """The table and the people at it, a context manager; `told` holds what the service said, in order.

    fast: the table's time does not wait for the wall's; language: of its display.
    """

    def __init__(self, tokens: Mapping[str, Sequence[bytes]], fast: bool, language: str = "en") -> None:
        self._fast = fast
        self._language = language
        self._tokens_given = tokens
        self.told: list[dict[str, Any]] = []

    def __enter__(self) -> Self:
        with ExitStack() as opened:
            self._folder = Path(opened.enter_context(tempfile.TemporaryDirectory(prefix="era-table-")))
            world = opened.enter_context(
                WorldProcess(
                    self._folder / "world", clock="virtual" if self._fast else "paced", leds=Tracks().count
                )
            )
            self._socket = world.path
            self._hands = opened.enter_context(Hands(world.path))
            super().__init__(self._hands, self._tokens_given)
            self.start()
            opened.callback(self._end)
            self._open = opened.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

    def run(self, seconds: float) -> None:
        """Let so much time pass at the table."""
        waited, asked = 0.0, seconds
        while waited < PATIENCE_S and self._service.poll() is None:
            try:
                self._hands.run(asked, timeout=PATIENCE_S / 20)
                return
            except TimeoutError:  # the gate stays open: what is asked for next is only that the service gets there
                waited, asked = waited + PATIENCE_S / 20, 0.0
        said = (self._folder / LOG).read_text(errors="replace").strip()
        raise DemoError(f"the service on the simulated table does not go on. {said}".strip())

    def lines(self) -> tuple[str, ...]:
        """What stands on the display, read off the bytes of its wire."""
        return self._hands.lines()

    def exposed(self) -> tuple[Rgb, ...]:
        """A picture of the lights, exposed for a second: the blinking ones are on it."""
        return self._hands.exposed()

    def start(self) -> None:
        """Start the service; it goes on where its journal says."""
        command = [sys.executable, "-m", "firmware_bridge", "run", "--json", "--lang", self._language]
        with (self._folder / LOG).open("a") as log:
            self._service = subprocess.Popen(
                [*command, "--world", str(self._socket), "--state", str(self._folder / "state")],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,  # a Ctrl-C at the terminal is meant for the demo, which ends the service
            )
        self._listener = threading.Thread(target=self._listen, args=(self._service,), daemon=True)
        self._listener.start()

    def kill(self) -> None:
        """The service is gone at once, as in a power cut."""
        self._service.kill()
        self._service.wait()
        self._listener.join()

    def _listen(self, service: "subprocess.Popen[str]") -> None:
        assert service.stdout is not None  # it was asked for
        with service.stdout:
            for line in service.stdout:
                self.told.append(json.loads(line))

    def _end(self) -> None:
        """Stop the service in order."""
        self._service.send_signal(signal.SIGTERM)
        if self._fast and self._service.poll() is None:
            self._hands.open_gate(60.0)  # else it would stand at the gate and not see the signal
        try:
            self._service.wait(STOP_S)
        except subprocess.TimeoutExpired:
            self._service.kill()
            self._service.wait()
        self._listener.join()
