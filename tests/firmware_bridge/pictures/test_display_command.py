"""`era-table display test`: every screen in turn, in the terminal or over the wire, and never beside a service."""

import threading
from pathlib import Path
from typing import Self

import pytest

from firmware_bridge.cli import main
from firmware_bridge.lock import TableLock
from firmware_bridge.pages import Size
from firmware_bridge.pictures.gallery import situations
from firmware_bridge.screens import pages
from hardware.bench.port import PtyPort
from hardware.bench.screens import Vt100Screen

CONFIG = """
[game]
players = ["yellow", "green", "brown"]
language = "cs"
[[reader]]
bus = 0
device = 0
reads = "build:1"
"""
DISPLAY = """
[display]
driver = "vt100"
port = "{port}"
size = "16x2"
baud = 921600
"""


def told(size: Size, language: str) -> list[tuple[str, ...]]:
    """All pages, in order."""
    return [page for each in situations() for page in pages(each.view, 0.0, size, language, each.panel)]


@pytest.mark.parametrize(
    ("arguments", "size", "language"),
    [
        (["--simulate"], Size(20, 4), "en"),
        (["--simulate", "--lang", "hu", "--size", "20x2"], Size(20, 2), "hu"),
        (["--config", "table.toml"], Size(20, 4), "cs"),  # a table without a display, in its own language
        (["--config", "table.toml", "--lang", "en", "--size", "16x2"], Size(16, 2), "en"),
    ],
)
def test_without_a_display_every_page_is_drawn_in_the_terminal(
    arguments: list[str], size: Size, language: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("table.toml").write_text(CONFIG)
    assert main(["display", "test", *arguments]) == 0
    drawn = [line[1:-1] for line in capsys.readouterr().out.splitlines() if line.startswith("|")]
    assert drawn == [line for page in told(size, language) for line in page]


class Reading:
    """Takes all that comes out of a port until it is left, as `bytes`."""

    def __init__(self, plug: PtyPort) -> None:
        self.bytes = bytearray()
        self._plug = plug
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        while not self._end.wait(0.001):
            self.bytes += self._plug.read()
        self.bytes += self._plug.read()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()


def test_on_a_display_its_screens_come_over_the_wire_in_its_size_and_in_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "table.toml"
    with PtyPort() as plug, Reading(plug) as reading:
        config.write_text(CONFIG + DISPLAY.format(port=plug.path))
        state = str(tmp_path / "state")
        assert main(["display", "test", "--config", str(config), "--state", state, "--fast", "--lang", "hu"]) == 0
    screen, to_come = Vt100Screen(16, 2), told(Size(16, 2), "hu")
    for byte in reading.bytes:
        screen.feed(bytes([byte]))
        while to_come and screen.lines() == to_come[0]:
            del to_come[0]
    assert to_come == []
    assert screen.faults == []
    assert not any(line.strip() for line in screen.lines())  # it is left empty
    names = capsys.readouterr().out.splitlines()
    assert len(names) == len(told(Size(16, 2), "hu"))
    assert names[:2] == ["nobody plays (1 of 2)", "nobody plays (2 of 2)"]


def test_while_a_service_runs_it_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "table.toml"
    config.write_text(CONFIG + DISPLAY.format(port="/dev/serial/by-id/none"))
    with TableLock(tmp_path / "lock", "era-table run"):
        assert main(["display", "test", "--config", str(config), "--state", str(tmp_path)]) == 2
    assert "this table is run by process" in capsys.readouterr().err


def test_a_display_that_is_not_there_is_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "table.toml"
    config.write_text(CONFIG + DISPLAY.format(port=tmp_path / "none"))
    assert main(["display", "test", "--config", str(config), "--state", str(tmp_path), "--fast"]) == 2
    assert "is not there: plug it in" in capsys.readouterr().err
