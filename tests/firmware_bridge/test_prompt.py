"""`run --simulate`: people act by typing; a killed service leaves the table as it lies, `quit` leaves nothing."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_bridge.people import PLACES, token_uid
from hardware.bench.hands import Hands

from .services import PATIENCE_S, era_table, processes_of, until

SIMULATE = [sys.executable, "-m", "firmware_bridge", "run", "--simulate", "--state"]

# What is typed, and what the answer must say. Yellow begins.
SESSION: list[tuple[str, list[str]]] = [
    ("help", ["place COLOUR AREA", "quit", "Areas: build, produce, buy, manufacture, market, develop."]),
    ("dance", ["'dance' is nothing that can be done here; `help` tells what can"]),
    ("place yellow", ["'place yellow' is nothing that can be done here"]),
    ("place yellow attic", ["there is no 'attic': name one of build, produce"]),
    ("place purple build", ["nobody here is purple: there are yellow, green, brown, orange"]),
    ("lift yellow build", ["no token of yellow lies on build"]),
    ("unplug 12", ["there is no '12'"]),
    ("  ", []),
    ("place yellow build", ["|Round 1/8      GREEN|", "|yellow: build       |"]),
    ("state", ["Round 1 of 8: green to lay a token.", "build        yellow", "Nothing is wrong."]),
    ("accept", ["there is nothing to accept"]),
    ("unplug buy:1", ["Pad BUY 1 is silent:"]),
    ("plug 4", ["|Round 1/8      GREEN|"]),  # by number: two spaces each of BUILD and PRODUCE come before BUY
    ("place key market", ["|MARKET 1: a tag I do|"]),
    ("lift key market", ["|Round 1/8      GREEN|"]),
    ("lift key market", ["no tag d3 b0 73 84 lies on the table"]),
    ("new yellow green", ["2 players: the game is for 3 to 5 (SETUP-1)"]),
    ("new green brown yellow", ["|It is GREEN's turn.  |", "|YELLOW, wait: take it|"]),
    ("accept", ["(green 0, brown 0, yellow 1) fit no moment of round 1"]),
    ("lift yellow build", ["|Round 1/9      GREEN|"]),  # three players: nine rounds (SETUP-1)
    ("take-back", ["there is no move that could be taken back"]),
    ("look", ["|Round 1/9      GREEN|"]),
]


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> tuple["subprocess.CompletedProcess[str]", Path]:
    """The whole session, typed at once, and the folder of its table."""
    folder = tmp_path_factory.mktemp("prompt")
    lines = "".join(f"{line}\n" for line, _ in SESSION) + "quit\n"
    done = subprocess.run(
        [*SIMULATE, str(folder)], input=lines, capture_output=True, text=True, check=False, timeout=3 * PATIENCE_S
    )
    return done, folder


def test_it_ends_well_and_leaves_no_process(session: tuple["subprocess.CompletedProcess[str]", Path]) -> None:
    done, folder = session
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert processes_of(folder) == []
    assert not (folder / "control.socket").exists()


def test_each_line_is_answered(session: tuple["subprocess.CompletedProcess[str]", Path]) -> None:
    greeting, *answers = session[0].stdout.split("> ")
    assert "A simulated table. `help` tells what can be done." in greeting
    assert "|Round 1/8     YELLOW|" in greeting
    assert len(answers) == len(SESSION) + 1  # the last prompt is for `quit`
    for (line, said), answer in zip(SESSION, answers, strict=False):
        for words in said:
            assert words in answer, f"{line!r} was answered by {answer!r}"
        assert said or not answer


@contextmanager
def simulated(folder: Path) -> Iterator["subprocess.Popen[str]"]:
    """A simulated table that waits for lines; nothing of it is left in the end."""
    with subprocess.Popen([*SIMULATE, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as table:
        try:
            yield table
        finally:
            table.kill()


def heard(table: "subprocess.Popen[str]", words: str) -> None:
    """Read on until these words were said."""
    assert table.stdout is not None
    for line in table.stdout:
        if words in line:
            return
    raise AssertionError(f"it ended without saying {words!r}")


def typed(table: "subprocess.Popen[str]", line: str) -> None:
    assert table.stdin is not None
    table.stdin.write(line + "\n")
    table.stdin.flush()


def test_a_killed_one_goes_on_where_the_tokens_lie(tmp_path: Path) -> None:
    with simulated(tmp_path) as table:
        heard(table, "|Round 1/8     YELLOW|")
        typed(table, "place yellow build")
        heard(table, "|yellow: build       |")

        second = era_table("run", "--simulate", "--state", tmp_path)  # while the first runs
        assert second.returncode == 2
        assert f"this table is run by process {table.pid} since " in second.stderr
        assert f"(era-table run --simulate --state {tmp_path}): stop that one first" in second.stderr
        assert table.poll() is None

        typed(table, "place green market")  # the second one has left the first one's world alone
        heard(table, "|green: market       |")
        table.kill()

    with Hands(tmp_path / "world" / "world.socket") as hands:
        assert [PLACES[reader] for reader, tags in enumerate(hands.lying()) if tags] == ["build:1", "market:1"]
        hands.place(token_uid(seat=2, number=0), PLACES.index("develop:1"))  # brown lays while nobody looks

    with simulated(tmp_path) as table:
        heard(table, "|Game of ")
        heard(table, "|It goes on.         |")
        typed(table, "state")
        heard(table, "Round 1 of 8: orange to lay a token.")
        heard(table, "build        yellow")
        heard(table, "market       green")
        heard(table, "develop      brown")
        typed(table, "place yellow build")  # it knows which of yellow's tokens is in the hand
        heard(table, "|YELLOW lies on BUILD|")
        typed(table, "quit")
        assert table.wait(PATIENCE_S) == 0
    until(lambda: processes_of(tmp_path) == [], "all processes of it have ended")
