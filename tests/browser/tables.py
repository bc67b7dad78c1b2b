"""The table that browsers come to: `era-table run --simulate --web` in a process of its own, killed and come back."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from engine.era.moves import Deal
from firmware_bridge.control import ask
from firmware_bridge.export import exported
from firmware_bridge.journal import Journal
from firmware_bridge.places import Places
from hardware.bench.hands import Hands
from hardware.bench.server import SOCKET
from tests.firmware_bridge.services import ENVIRONMENT, PATIENCE_S, answered, end_all, era_table, until

from .kept_game import Kept

SAID = "The table in the browser: "


class WebTable:
    """A simulated table that goes on with a kept game. A context manager: the service runs from enter to exit.

    address: of its pages, without a path at the end; the same after a restart. kept: the game, and what lies.
    """

    def __init__(self, folder: Path, kept: Kept) -> None:
        self.folder = folder
        self.kept = kept
        self._process: subprocess.Popen[str] | None = None
        self.address = ""

    def __enter__(self) -> Self:
        try:
            self.start()
            self.lay(self.kept.lying)
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()

    def start(self) -> None:
        """Start the service, at the port of before if there was one, and wait until it takes commands."""
        port = urlsplit(self.address).port or 0
        command = ["-m", "firmware_bridge", "run", "--simulate", "--web", str(port), "--state", str(self.folder)]
        self._process = subprocess.Popen(
            [sys.executable, *command],
            stdin=subprocess.PIPE,  # the end of its prompt would be its own
            stdout=subprocess.PIPE,
            text=True,
            env={**ENVIRONMENT, "PYTHONUNBUFFERED": "1"},
        )
        assert self._process.stdout is not None
        said = self._process.stdout.readline().strip()
        assert said.startswith(SAID), said
        self.address = said.removeprefix(SAID).rstrip("/")
        until(lambda: answered(self.folder), "the service")

    def kill(self) -> None:
        """SIGKILL: the service is gone at once; the simulated world stays, with what lies on it."""
        process = self._process
        assert process is not None
        self._process = None
        process.kill()
        self._wait(process)

    def lay(self, lying: dict[str, int]) -> None:
        """Lay tags, by their reader, and wait until the table has seen them."""
        if not lying:
            return
        with self.hands() as hands:
            for tag, reader in lying.items():
                hands.place(bytes.fromhex(tag), reader)
        until(lambda: self._sees(lying), "tokens that lie as the game says")

    @contextmanager
    def hands(self) -> Iterator[Hands]:
        """Hands at the simulated world, beside those of the pages."""
        with Hands(self.folder / "world" / SOCKET) as hands:
            yield hands

    def lying(self) -> dict[str, int]:
        """The tags that truly lie on the pads, by reader."""
        with self.hands() as hands:
            return {uid.hex(): reader for reader, pad in enumerate(hands.lying()) for uid in pad}

    def state(self) -> dict[str, Any]:
        """What the service says of the table over its own socket, which no page has a part in."""
        return ask(self.folder / "control.socket", {"command": "state"})

    def exported(self) -> dict[str, Any]:
        """The game that is played, as `era-table export` replays it from the journal."""
        done = era_table("export", "--format", "json", "--state", self.folder)
        assert done.returncode == 0, done.stderr
        return dict(json.loads(done.stdout))

    def moves(self) -> list[str]:
        """What the players have done, in the game's notation, as the journal replays it."""
        with Journal.read(Places(self.folder, self.folder).journal) as journal:
            last = journal.last()
            assert last is not None  # a game was kept
            return [str(move) for move in exported(journal, last).game.moves if not isinstance(move, Deal)]

    def _sees(self, lying: dict[str, int]) -> bool:
        state = self.state()
        seen = {token["tag"] for token in state["lying"]}
        return bool(state["known"]) and not state["problems"] and seen == set(lying)

    def _end(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        try:
            if self._process is not None:
                self._wait(self._process)
        finally:
            end_all(self.folder)

    def _wait(self, process: "subprocess.Popen[str]") -> None:
        try:
            process.wait(PATIENCE_S)
        finally:
            process.kill()
            with process:  # its pipes are closed
                pass
