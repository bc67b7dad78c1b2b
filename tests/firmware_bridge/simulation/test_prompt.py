"""`run --simulate`: people act by typing; a killed service leaves the table as it lies, `quit` leaves nothing."""

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

import pytest

from firmware_bridge.simulation.people import PLACES
from hardware.bench.hands import Hands

from ..services import ENVIRONMENT, PATIENCE_S, end_all, era_table, processes_of, until

SIMULATE = [sys.executable, "-m", "firmware_bridge", "run", "--simulate", "--state"]

FRAME = "+--------------------+"  # of the display, whatever stands on it

# What is typed, and what the answer must say. Yellow begins.
SESSION: list[tuple[str, list[str]]] = [
    ("help", ["place COLOUR AREA", "quit", "Areas: build, produce, buy, manufacture, market, develop."]),
    ("dance", ["'dance' is nothing that can be done here; `help` tells what can"]),
    ("place yellow", ["whose, and where? For example: place yellow build"]),
    ("place yellow attic", ["there is no 'attic': name one of build, produce"]),
    ("place pink build", ["nobody here is pink: there are yellow, green, brown, orange, purple"]),
    ("lift yellow build", ["no token of yellow lies on build"]),
    ("unplug 12", ["there is no '12'"]),
    ("  ", []),
    ("place yellow build", ["|Round 1/8      GREEN|", "|yellow: build       |"]),
    ("state", ["Round 1 of 8: green to lay a token.", "build        yellow", "Nothing is wrong."]),
    ("accept", ["there is nothing to accept"]),
    ("ok", ["|Menu   "]),
    ("back", ["|Round 1/8      GREEN|"]),
    ("hold ok", ["|Round 1/8      GREEN|"]),  # back where there is nothing to go back from
    ("left right", ["how many times? 'right' is no number"]),
    ("right inf", ["inf times are too many or too few: up to 60"]),
    ("hold ok -1", ["-1 seconds are too many or too few: up to 60"]),
    ("hold nose", ["there is no button 'nose': there are left, right, ok"]),
    ("unplug buy:1", ["Pad BUY 1 is silent:"]),
    ("plug 4", ["|Round 1/8      GREEN|"]),  # by number: two spaces each of BUILD and PRODUCE come before BUY
    ("noise 10 50", [FRAME]),
    ("quiet", ["|Round 1/8      GREEN|"]),
    ("place key market", ["|MARKET 1: a tag I do|"]),
    ("lift key market", ["|Round 1/8      GREEN|"]),
    ("lift key market", ["no tag d3 b0 73 84 lies on the table"]),
    ("freeze attic", ["there is no 'attic'"]),
    ("freeze buy:1 soon", ["how many seconds? 'soon' is no number"]),
    ("noise much", ["how many per cent? 'much' is no number"]),
    ("noise 101", ["101 per cent are too many or too few: up to 100"]),
    ("freeze", ["'freeze' lacks something, or has too much: freeze PLACE [S]"]),
    ("unplug buy", ["which of them? buy:1, buy:2"]),
    ("swap buy:1 buy:1", ["buy:1 can't be swapped with itself: name two places"]),
    ("swap buy:1 develop:1", ["readers 4 and 10 are on different buses"]),  # six readers a bus
    ("freeze buy:1", ["Pad BUY 1 "]),
    ("quiet", [FRAME]),
    ("dip market:2", [FRAME]),
    ("swap build:1 build:2", ["|Round 1/8      GREEN|"]),
    ("short develop:2", ["Pad DEVELOP 2 "]),
    ("quiet", [FRAME]),
    ("noise 0", [FRAME]),
    ("new yellow green", ["2 players: the game is for 3 to 5 (SETUP-1)"]),
    ("new green yellow brown", ["|BUILD: YELLOW's     |", "|token does not      |", "|count. Take it off  |"]),
    ("accept", ["(green 0, yellow 1, brown 0) fit no moment of round 1"]),
    ("lift yellow build", ["|Round 1/9      GREEN|"]),  # three players: nine rounds (SETUP-1)
    ("take-back", ["there is no move that could be taken back"]),
    ("look", ["|Round 1/9      GREEN|"]),
]


class Simulated:
    """A simulated table at whose prompt lines are typed; a context manager that kills it if it still runs when left."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [*SIMULATE, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT
        )
        self._said = ""
        self._heard = 0
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as lines:
            for line in lines:
                self._said += line

    def write(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def hear(self, words: str) -> None:
        """Wait for words after those that were heard last."""
        until(lambda: words in self._said[self._heard :], f"{words!r} in {self._said}")
        self._heard = self._said.index(words, self._heard) + len(words)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._listener.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        assert self.process.stdin is not None
        self.process.stdin.close()


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The folder of a simulated table, whose world is ended whatever happens."""
    yield tmp_path
    end_all(tmp_path)


@pytest.fixture(scope="module", autouse=True)
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple["subprocess.Popen[str]", Path]]:
    """The whole session, typed at once, and its folder. It mostly waits, and so do other tests meanwhile."""
    folder = tmp_path_factory.mktemp("prompt")
    typed, said = folder / "typed", folder / "said"
    typed.write_text("".join(f"{line}\n" for line, _ in SESSION) + "quit\n")
    with (
        typed.open() as lines,
        said.open("w") as words,
        subprocess.Popen(
            [*SIMULATE, str(folder)], stdin=lines, stdout=words, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT
        ) as process,
    ):
        yield process, folder
        end_all(folder)


def test_a_killed_one_goes_on_where_the_tokens_lie(folder: Path) -> None:
    with Simulated(folder) as table:
        table.hear("|Round 1/8     YELLOW|")
        table.write("place yellow build")
        table.hear("|yellow: build       |")

        second = era_table("run", "--simulate", "--state", folder)  # while the first runs
        assert second.returncode == 2
        assert f"this table is run by process {table.process.pid} since " in second.stderr
        assert f"(era-table run --simulate --state {folder}): stop that one first" in second.stderr

        table.write("place green market")  # the second one has left the first one's world alone
        table.hear("|green: market       |")
        table.kill()

    with Hands(folder / "world" / "world.socket") as hands:
        assert [PLACES[reader] for reader, tags in enumerate(hands.lying()) if tags] == ["build:1", "market:1"]

    with Simulated(folder) as table:
        table.hear("|Game of ")
        table.hear("|It goes on.         |")
        table.write("state")
        table.hear("Round 1 of 8: brown to lay a token.")
        table.hear("build        yellow")
        table.hear("market       green")
        table.write("place brown build")
        table.hear("|brown: build        |")
        table.write("lift yellow build")  # it knows the tokens that lay there before it came
        table.hear("|BUILD: YELLOW's     |")
        table.process.send_signal(signal.SIGINT)  # which leaves as little behind as `quit` does
        assert table.process.wait(PATIENCE_S) == 0
        assert processes_of(folder) == []


def test_the_session_ends_well_and_leaves_no_process(session: tuple["subprocess.Popen[str]", Path]) -> None:
    process, folder = session
    _, errors = process.communicate(timeout=3 * PATIENCE_S)
    assert process.returncode == 0
    assert "Traceback" not in errors
    assert processes_of(folder) == []
    assert not (folder / "control.socket").exists()


def test_each_line_is_answered(session: tuple["subprocess.Popen[str]", Path]) -> None:
    process, folder = session
    process.wait(3 * PATIENCE_S)
    greeting, *answers = re.split(r"(?<!\|)> ", (folder / "said").read_text())  # not the display's cursor: `|> pause`
    assert "A simulated table. `help` tells what can be done." in greeting
    assert "|Round 1/8     YELLOW|" in greeting
    assert len(answers) == len(SESSION) + 1  # the last prompt is for `quit`
    for (line, said), answer in zip(SESSION, answers, strict=False):
        for words in said:
            assert words in answer, f"{line!r} was answered by {answer!r}"
        assert said or not answer
