"""The world of a simulated table's folder: it outlives a killed service and ends with an orderly one."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from firmware_bridge.simulation.world_keeper import kept_world
from hardware.bench.hands import Hands
from hardware.bench.process import END_S
from hardware.errors import WiringError

from ..services import processes_of

TAG = bytes.fromhex("5a31c410")

KILLED = """
import os, signal, sys
from pathlib import Path
from firmware_bridge.simulation.world_keeper import kept_world

with kept_world(Path(sys.argv[1])):
    os.kill(os.getpid(), signal.SIGKILL)
"""


def left_behind(folder: Path) -> None:
    """A world whose keeper was killed."""
    done = subprocess.run([sys.executable, "-c", KILLED, str(folder)], check=False)
    assert done.returncode == -signal.SIGKILL


def test_it_is_there_while_kept_and_gone_at_once_afterwards(tmp_path: Path) -> None:
    with kept_world(tmp_path / "world") as path, Hands(path) as hands:
        hands.place(TAG, 0)
        assert hands.lying()[0] == (TAG,)
    assert processes_of(tmp_path) == []
    assert not path.exists()
    with pytest.raises(WiringError, match="no simulated table answers"):
        Hands(path)


def test_a_killed_keeper_leaves_it_with_its_tokens_to_the_next_who_ends_it(tmp_path: Path) -> None:
    left_behind(tmp_path / "world")
    (process,) = processes_of(tmp_path)
    with Hands(tmp_path / "world" / "world.socket") as hands:
        hands.place(TAG, 7)
    with kept_world(tmp_path / "world") as path, Hands(path) as hands:
        assert hands.lying()[7] == (TAG,)
        assert processes_of(tmp_path) == [process]
    assert processes_of(tmp_path) == []


def test_a_world_that_was_killed_too_is_followed_by_an_empty_one(tmp_path: Path) -> None:
    with kept_world(tmp_path) as path:
        with Hands(path) as hands:
            hands.place(TAG, 0)
        (process,) = processes_of(tmp_path)
        os.kill(process, signal.SIGKILL)  # and nothing is left that could be ended
    assert path.exists()
    with kept_world(tmp_path) as path, Hands(path) as hands:
        assert hands.lying()[0] == ()
    assert processes_of(tmp_path) == []


def test_a_signal_right_after_the_start_ends_it(tmp_path: Path) -> None:
    for number in range(5):
        with kept_world(tmp_path / str(number)):
            began = time.monotonic()
        assert time.monotonic() - began < END_S  # after which it would have been killed


def test_a_folder_in_which_none_can_be_started_is_named(tmp_path: Path) -> None:
    folder = tmp_path / ("x" * 108)  # a socket's path has at most 107 bytes: unix(7)
    with pytest.raises(WiringError, match="can't listen there") as caught, kept_world(folder):
        raise AssertionError("there is no world here")
    assert str(folder) in str(caught.value)
    assert processes_of(tmp_path) == []
