"""era-table record and replay beside a running service, in processes of their own, whose pads have their thread."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.cli import main
from firmware_bridge.control import ask
from firmware_bridge.lamps import MINIMAL
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

from ..services import ENVIRONMENT, PATIENCE_S, Service, era_table, until

YELLOW, GREEN = bytes.fromhex("5a31c410"), bytes.fromhex("046b91202e6580")


@contextmanager
def recording(state: Path, file: Path) -> Iterator["subprocess.Popen[str]"]:
    """`record` in a process of its own, from when it says that it records; killed when left."""
    command = [sys.executable, "-m", "firmware_bridge", "record", str(file), "--state", str(state)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == f"Recording to {file}. Ctrl-C ends it.\n"
            yield process
        finally:
            process.kill()


def of(state: Path) -> Any:
    return ask(state / "control.socket", {"command": "record"})["file"]


def test_what_a_service_told_while_it_was_recorded_a_replay_tells(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state, file = tmp_path / "state", tmp_path / "session.gz"
    with (
        WorldProcess(tmp_path / "world", leds=sum(MINIMAL.values())) as world,
        Hands(world.path) as hands,
        Service("--world", world.path, "--state", state) as service,
    ):
        service.until_told("begun")
        with recording(state, file) as process:
            hands.place(YELLOW, 0)
            service.until_told("move")
            hands.place(GREEN, 4)
            service.until_told("move", 2)
            hands.place(bytes.fromhex("d3b07384"), 6)
            service.until_told("problem")
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE_S) == 0
            assert process.stdout is not None
            assert "is complete" in process.stdout.read()
        assert of(state) is None
        told = [each for each in service.told if each["event"] != "begun"]

        again = era_table("record", file, "--state", state)
        assert again.returncode == 2
        assert "is there already" in again.stderr
        with recording(state, tmp_path / "left") as process:
            process.kill()
        assert of(state) == str(tmp_path / "left")   # who asked for it is gone, and it goes on
        assert main(["record", "--stop", "--state", str(state)]) == 0
        assert of(state) is None
        with recording(state, tmp_path / "ended") as process:
            service.stop()
            until(lambda: process.poll() is not None, "the end of the recording")
            assert process.returncode == 1

    capsys.readouterr()
    assert main(["replay", str(file), "--json"]) == 0
    replayed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    outcomes = [each for each in replayed if each["event"] in ("move", "take-back", "problem", "mended")]
    assert [each | {"at": 0} for each in outcomes] == [each | {"at": 0} for each in told]
    pads = [(each["event"], each["tag"], each["reader"]) for each in replayed if each["event"] == "TokenLaid"]
    assert pads == [
        ("TokenLaid", YELLOW.hex(), 0), ("TokenLaid", GREEN.hex(), 4), ("TokenLaid", "d3b07384", 6)
    ]  # fmt: skip
    assert replayed[-1] == {"event": "end", "ended": "it was stopped", "same": True}

    assert main(["replay", str(file)]) == 0
    words = capsys.readouterr().out
    assert f"build:1: tag {YELLOW.hex()} (yellow) laid" in words
    assert "yellow: place build" in words
    assert f"buy:1: tag {GREEN.hex()} (green) laid" in words


def test_a_file_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("yellow laid twice, I think\n")
    assert main(["replay", str(path)]) == 2
    assert "no recording" in capsys.readouterr().err


def test_no_service_no_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", str(tmp_path / "file"), "--state", str(tmp_path / "state")]) == 2
    assert "no table runs here" in capsys.readouterr().err
    assert not (tmp_path / "file").exists()
