"""Whoever reads the service's JSON lines may go: the table goes on for those who sit at it."""

import errno
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from firmware_bridge.commands.run import _Json
from firmware_bridge.control import ask
from firmware_bridge.happenings import GamePaused
from firmware_bridge.lamps import MINIMAL
from firmware_bridge.simulation.people import token_uid
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from .services import ENVIRONMENT, PATIENCE_S, until


def test_a_table_whose_listener_has_gone_goes_on(tmp_path: Path) -> None:
    with (
        WorldProcess(tmp_path / "world", leds=sum(MINIMAL.values())) as world,
        Hands(world.path) as hands,
        tempfile.TemporaryFile("w+") as log,
        subprocess.Popen(
            [sys.executable, "-m", "firmware_bridge", "run", "--json", "--world", world.path, "--state", tmp_path],
            stdout=subprocess.PIPE,
            stderr=log,
            env=ENVIRONMENT,
        ) as service,
    ):
        try:
            assert service.stdout is not None
            assert json.loads(service.stdout.readline())["event"] == "begun"
            service.stdout.close()
            for colour, (player, place) in enumerate((("yellow", 0), ("green", 2))):  # one word too many, and one more
                hands.place(token_uid(colour, number=0), place)
                until(lambda player=player: player in board(tmp_path), f"{player}'s token counts")  # type: ignore[misc]
            service.send_signal(signal.SIGTERM)
            assert service.wait(PATIENCE_S) == 0
        finally:
            service.kill()
        log.seek(0)
        assert log.read().count("Whoever listened to the JSON lines has gone; the table goes on.") == 1


def board(state: Path) -> list[str]:
    """Whose tokens lie on the table in the game."""
    areas = ask(state / "control.socket", {"command": "state"})["board"].values()
    return [player for players in areas for player in players]


def test_a_full_disk_under_the_json_lines_does_not_end_the_table(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    with (tmp_path / "lines").open("w") as lines:
        full = _Full(lines.fileno())
        monkeypatch.setattr(sys, "stdout", full)
        say = _Json()
        for on in (True, False):
            say.hear(GamePaused(on, 1.0), "yellow")
        monkeypatch.undo()
    assert [record.getMessage() for record in caplog.records] == [
        "No more JSON lines are written (No space left on device); the table goes on."
    ]


class _Full(io.StringIO):
    """A file on a disk that takes nothing, until its descriptor leads elsewhere."""

    def __init__(self, descriptor: int) -> None:
        super().__init__()
        self._descriptor = descriptor
        self._first = os.fstat(descriptor).st_ino

    def fileno(self) -> int:
        return self._descriptor

    def flush(self) -> None:
        if os.fstat(self._descriptor).st_ino == self._first:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
