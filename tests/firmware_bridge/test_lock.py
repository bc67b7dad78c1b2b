"""The lock on a table: one holder, named to whoever comes second, gone with its process."""

import fcntl
import os
import select
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import IO

import msgspec
import pytest

from firmware_bridge.errors import PlaceError, TableBusy
from firmware_bridge.lock import Holder, TableLock

ROOT = Path(__file__).parents[2]
AT_1405 = datetime(2024, 5, 4, 14, 5, 59, tzinfo=timezone(timedelta(hours=2)))

TAKER = """
import sys
from pathlib import Path
from firmware_bridge.errors import TableBusy
from firmware_bridge.lock import TableLock

path, name = Path(sys.argv[1]), sys.argv[2]
for line in sys.stdin:  # a round: take the lock and say how it went; then give it back if we had it
    lock = None
    try:
        lock = TableLock(path, f"{name} in round {line.strip()}")
        print("runs", flush=True)
    except TableBusy as error:
        print(error, flush=True)
    sys.stdin.readline()
    if lock:
        lock.close()
    print("done", flush=True)
"""


class Taker:
    """Another process that takes the lock when it is told to."""

    def __init__(self, process: "subprocess.Popen[str]", name: str, to: IO[str], heard: IO[str]) -> None:
        self.process = process
        self.name = name
        self._to = to
        self._heard = heard

    def say(self, line: str) -> None:
        self._to.write(line + "\n")
        self._to.flush()

    def hear(self) -> str:
        return self._heard.readline().rstrip("\n")

    def is_silent(self, seconds: float) -> bool:
        """Whether it says nothing for so long; only when all that it said before was heard."""
        return not select.select([self._heard], [], [], seconds)[0]


@contextmanager
def taker(path: Path, name: str) -> Iterator[Taker]:
    command = [sys.executable, "-c", TAKER, str(path), name]
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Taker(process, name, process.stdin, process.stdout)
        finally:
            process.kill()


def note(path: Path) -> Holder:
    return msgspec.json.decode(path.read_bytes(), type=Holder)


def test_the_file_tells_who_holds_the_table(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    path.write_text("the note of a holder long dead, longer than the new one" + 200 * "!", encoding="utf-8")
    with TableLock(path, "era-table run --config table.toml", AT_1405):
        assert note(path) == Holder(os.getpid(), AT_1405, "era-table run --config table.toml")


def test_a_new_lock_file_is_its_owners(tmp_path: Path) -> None:
    with TableLock(tmp_path / "lock", "era-table run"):
        assert stat.S_IMODE((tmp_path / "lock").stat().st_mode) == 0o600


def test_a_second_one_is_told_who_runs_the_table(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with TableLock(path, "era-table run --config table.toml", AT_1405):
        with pytest.raises(TableBusy) as caught:
            TableLock(path, "era-table demo", AT_1405 + timedelta(hours=1))
        assert note(path).command == "era-table run --config table.toml"
    assert str(caught.value) == (
        f"this table is run by process {os.getpid()} since 14:05 (era-table run --config table.toml): "
        "stop that one first, or give it commands (era-table state)"
    )


def test_a_holder_of_another_day_is_told_with_the_day_in_local_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    next_morning = datetime(2024, 5, 5, 9, 0, tzinfo=UTC)
    # 14:05 where UTC+2 is the time is 12:05 UTC
    with TableLock(path, "era-table run", AT_1405), pytest.raises(TableBusy, match="since 2024-05-04 12:05 "):
        TableLock(path, "era-table demo", next_morning)


def test_once_let_go_the_next_may_have_it(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    first = TableLock(path, "first")
    first.close()
    with TableLock(path, "second"):
        first.close()  # twice is fine, and takes nothing from the second
        with pytest.raises(TableBusy, match=r"\(second\)"):
            TableLock(path, "third")


def test_a_lock_held_by_something_else_can_be_found(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with path.open("w", encoding="utf-8") as foreign:
        fcntl.flock(foreign, fcntl.LOCK_EX)
        with pytest.raises(TableBusy, match=f"fuser {path}"):
            TableLock(path, "era-table run")


@pytest.mark.parametrize("path", ["missing/lock", "folder"])
def test_a_file_that_can_not_be_locked_is_named(tmp_path: Path, path: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(PlaceError) as caught:
        TableLock(tmp_path / path, "era-table run")
    assert str(tmp_path / path) in str(caught.value)
    assert "--state DIR" in str(caught.value)


def test_of_two_started_at_the_same_moment_exactly_one_runs(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with taker(path, "left") as left, taker(path, "right") as right:
        for number in range(20):
            for one in (left, right):
                one.say(str(number))
            said = {one: one.hear() for one in (left, right)}
            winners = [one for one in said if said[one] == "runs"]
            assert len(winners) == 1, said
            (winner,) = winners
            loser = right if winner is left else left
            # Not the holder of the round before, of whom the file told until a moment ago.
            assert f"run by process {winner.process.pid} since " in said[loser]
            assert f"({winner.name} in round {number})" in said[loser]
            assert (note(path).pid, note(path).command) == (winner.process.pid, f"{winner.name} in round {number}")
            for one in (left, right):
                one.say("")
                assert one.hear() == "done"


def test_who_comes_between_lock_and_note_waits_for_the_note(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with taker(path, "late") as late:
        late.say("0")  # leaves the note of a holder that is none any more
        assert late.hear() == "runs"
        late.say("")
        assert late.hear() == "done"
        gate = os.open(tmp_path, os.O_RDONLY)
        with path.open("r+b") as file:
            fcntl.flock(gate, fcntl.LOCK_EX)
            fcntl.flock(file, fcntl.LOCK_EX)
            late.say("1")
            assert late.is_silent(0.2)
            file.write(msgspec.json.encode(Holder(4711, AT_1405, "just started")))
            file.truncate()
            file.flush()
            os.close(gate)
            assert "run by process 4711 since 2024-05-04 " in late.hear()


def test_the_lock_goes_with_a_killed_process(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with taker(path, "killed") as killed:
        killed.say("0")
        assert killed.hear() == "runs"
        with pytest.raises(TableBusy):
            TableLock(path, "too early")
        killed.process.send_signal(signal.SIGKILL)
        killed.process.wait()
        with TableLock(path, "heir"):
            assert note(path).command == "heir"


def test_programs_that_the_holder_started_do_not_keep_the_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    lock = TableLock(path, "era-table run")
    with subprocess.Popen(["sleep", "60"]) as child:
        lock.close()
        try:
            with TableLock(path, "next"):
                assert child.poll() is None
        finally:
            child.kill()


def test_a_command_line_with_bytes_that_are_no_text_is_written_as_far_as_it_is(tmp_path: Path) -> None:
    """Here the byte E9, as Latin-1 has an e with an accent."""
    with (
        TableLock(tmp_path / "lock", "era-table run --state caf\udce9"),
        pytest.raises(TableBusy, match=r"\(era-table run --state caf\?\)"),
    ):
        TableLock(tmp_path / "lock", "a second one")
