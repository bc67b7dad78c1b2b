"""A lost tag is replaced through the running service, in mid-game; a reader in trouble is told in words."""

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge.cli import main
from firmware_bridge.control import ask
from firmware_bridge.lamps import MINIMAL
from firmware_bridge.reader_trouble import ReaderTrouble
from firmware_bridge.roster import Place
from firmware_bridge.roster_file import load_tags
from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess
from hardware.readers.reading import (
    PadClear,
    PadEvent,
    PadGarbled,
    ReaderBack,
    ReaderLost,
    TokenLaid,
)
from hardware.readers.trouble import Trouble

from .services import ENVIRONMENT, PATIENCE_S, Service, answered, until

OLD, NEW = "aaaaaaaa", "bbbbbbbb"


def said(state: Path, **request: Any) -> dict[str, Any]:
    return ask(state / "control.socket", request)


@contextmanager
def replacing(state: Path, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    """`tags replace` in a process of its own, killed when left."""
    command = [sys.executable, "-m", "firmware_bridge", "tags", "replace", *arguments, "--state", str(state)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        patience = threading.Timer(PATIENCE_S, process.kill)  # whereupon it says nothing more
        patience.start()
        try:
            yield process
        finally:
            patience.cancel()
            process.kill()


def test_a_lost_tag_is_replaced_in_mid_game_and_after_a_kill_it_still_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state = tmp_path / "state"
    with (
        WorldProcess(tmp_path / "world", leds=sum(MINIMAL.values())) as world,
        Hands(world.path) as hands,
    ):
        with Service("--world", world.path, "--state", state) as service:
            service.until_told("begun")
            assert said(state, command="enrol", tag=OLD, player="yellow")["ok"]
            hands.place(bytes.fromhex(OLD), 0)
            service.until_told("move")
            assert service.moves() == [("yellow", "place build")]
            hands.place(bytes.fromhex("046b9120" + "2e6580"), 4)  # green lays on BUY, so yellow's token is to stay
            service.until_told("move", 2)
            hands.lift(bytes.fromhex(OLD))
            service.until_told("problem")

            with replacing(state, "yellow") as asking:
                assert asking.stdout is not None
                assert asking.stdout.readline() == f"YELLOW's token {OLD} is missing on BUILD 1.\n"
                assert asking.stdout.readline() == "YELLOW: lay a new tag on BUILD 1, where the lost one lay.\n"
                hands.place(bytes.fromhex(NEW), 0)
                assert asking.stdout.readline() == f"{NEW} stands for YELLOW's {OLD} now; the game goes on.\n"
                assert asking.wait(PATIENCE_S) == 0
            until(lambda: said(state, command="state")["problems"] == [], "the table is right again")
            assert load_tags(state / "roster.toml") == [(NEW, "yellow")]
            assert service.moves() == [("yellow", "place build"), ("green", "place buy")]
            service.kill()
        with Service("--world", world.path, "--state", state) as again:
            until(lambda: answered(state) and said(state, command="state")["known"], "the next one knows the table")
            assert again.told[0]["event"] == "resumed"
            until(lambda: said(state, command="state")["problems"] == [], "and finds it right")
            assert main(["tags", "list", "--state", str(state)]) == 0
            listed = capsys.readouterr().out.splitlines()
            assert f"yellow   {NEW:<20} on build:1" in listed
            assert "green    046b91202e6580       on buy:1, is the simulated table's own" in listed
            assert again.moves() == []

            assert main(["tags", "replace", "046b91202e6580", "--state", str(state)]) == 2
            refused = "tag 046b91202e6580 stands in the table's file, table.toml, under [tags] green"
            assert refused in capsys.readouterr().err

            main(["doctor", "--state", str(state)])   # its verdict is that of this machine too
            assert "a simulated table runs, which needs no file" in capsys.readouterr().out

            hands.unplug(2)
            until(lambda: bool(said(state, command="state")["readers"]), "a reader's plug comes off")
            (reader,) = said(state, command="state")["readers"]
            assert (reader["reads"], reader["trouble"]) == ("produce:1", "absent")
            assert "/dev/spidev0.2 does not answer" in reader["why"]
            assert main(["state", "--state", str(state)]) == 1
            assert f"produce:1: {reader['why']}\n" in capsys.readouterr().out
            until(lambda: f"produce:1: {reader['why']}" in again.log, "the log says so")
            hands.plug(2)
            until(lambda: said(state, command="state")["readers"] == [], "and goes back in")
            assert main(["tags", "forget", NEW, "--state", str(state)]) == 0
            assert capsys.readouterr().out == f"Tag {NEW} is nobody's token any more.\n"
            assert load_tags(state / "roster.toml") == []
            assert [told["tag"] for told in again.told if told["event"] == "forgotten"] == [NEW]


# --- what the operator is told of readers ---


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def put() -> list[PadEvent]:
    return []


@pytest.fixture
def trouble(told: list[str], put: list[PadEvent]) -> ReaderTrouble:
    return ReaderTrouble([Place("build", 1), Place("buy")], put.append, told.append)


def test_trouble_is_told_when_it_comes_and_when_it_goes(
    trouble: ReaderTrouble, told: list[str], put: list[PadEvent]
) -> None:
    lost = ReaderLost(1, "Reader /dev/spidev0.1 does not keep what is written to it.", 1.0, Trouble.FROZEN)
    garbled = PadGarbled(0, "the answer was cut short", 2.0)
    trouble.put(lost)
    trouble.put(garbled)
    assert trouble.values() == [
        {"reads": "build:1", "trouble": "garbled", "why": "the answer was cut short"},
        {"reads": "buy", "trouble": "frozen", "why": lost.why},
    ]
    trouble.put(ReaderBack(1, 3.0))
    trouble.put(PadClear(0, 4.0))
    assert trouble.values() == []
    assert told == [
        f"buy: {lost.why}",
        "build:1: the answer was cut short",
        "buy: the reader is well again",
        "build:1: the reader is well again",
    ]
    assert put == [lost, garbled, ReaderBack(1, 3.0), PadClear(0, 4.0)]


def test_what_is_no_trouble_goes_on_unchanged_and_untold(
    trouble: ReaderTrouble, told: list[str], put: list[PadEvent]
) -> None:
    laid = TokenLaid("5a31c410", 0, 1.0)
    trouble.put(laid)
    assert (put, told, trouble.values()) == ([laid], [], [])
