"""The process itself: it says when it is ready, serves display and lights, and leaves nothing behind."""

import json
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
import serial

from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess
from hardware.bench.remote import RemoteTable
from hardware.errors import WiringError

COMMAND = [sys.executable, "-m", "hardware.bench.server", "--clock", "virtual", "--readers", "1", "--folder"]


def emptied(folder: Path) -> bool:
    """Whether nothing lies in the folder any longer, within 10 s."""
    for _ in range(1000):
        if not any(folder.iterdir()):
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_ready_is_one_line_and_a_signal_ends_it_with_nothing_left_behind(
    tmp_path: Path, number: signal.Signals,
) -> None:
    folder = tmp_path / "new"
    with subprocess.Popen([*COMMAND, str(folder)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline()) == {
            "socket": f"{folder}/world.socket", "display": f"{folder}/display", "lights": f"{folder}/lights",
        }
        assert {path.name for path in folder.iterdir()} == {"world.socket", "display", "lights"}
        with Hands(folder / "world.socket") as hands:
            hands.place(bytes.fromhex("04a1b2c3"), 0)
            process.send_signal(number)
            assert process.stdout.read() == ""
            assert process.wait(10) == 0
            with pytest.raises(OSError, match="No such device"):
                hands.lying()
    assert list(folder.iterdir()) == []


def test_it_ends_with_whoever_started_it(tmp_path: Path) -> None:
    starter = (
        "import sys, os, pathlib; from hardware.bench.process import WorldProcess\n"
        "world = WorldProcess(pathlib.Path(sys.argv[1])); os.kill(os.getpid(), 9)"
    )
    done = subprocess.run([sys.executable, "-c", starter, str(tmp_path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert emptied(tmp_path)


def test_a_second_table_in_the_same_folder_is_refused_and_the_first_lives_on(
    virtual: WorldProcess, hands: Hands, tmp_path: Path,
) -> None:
    with pytest.raises(WiringError, match="listens there already"):
        WorldProcess(tmp_path)
    hands.place(bytes.fromhex("04a1b2c3"), 0)
    assert Path(virtual.display).is_symlink()


def test_what_a_killed_table_left_behind_is_no_hindrance(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "world.socket"))
    (tmp_path / "display").symlink_to("/dev/pts/nothing")
    with WorldProcess(tmp_path) as world, Hands(world.path) as hands:
        assert hands.lines() == (" " * 20,) * 4


@pytest.mark.parametrize(
    ("options", "words"),
    [(["--readers", "-1"], "-1 readers"), (["--folder", "/proc/none"], "/proc/none"), (["--clock", "sun"], "sun")],
)
def test_what_cannot_be_set_up_is_said_in_words_with_status_2(
    tmp_path: Path, options: list[str], words: str,
) -> None:
    done = subprocess.run([*COMMAND, str(tmp_path), *options], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_path_too_long_for_a_socket_is_said(tmp_path: Path) -> None:
    with pytest.raises(WiringError, match="can't listen there"):
        WorldProcess(tmp_path / ("deep" * 40))


def pass_time(hands: Hands, table: RemoteTable, seconds: float) -> None:
    """The wires carry bytes only while the table's time passes."""
    hands.open_gate(seconds)
    table.clock.sleep(seconds)


def test_display_and_lights_are_serial_ports_whose_bytes_the_hands_see(virtual: WorldProcess, hands: Hands) -> None:
    table = RemoteTable(virtual.path)
    with serial.Serial(table.display, 9600) as display, serial.Serial(table.lights, 115200) as lights:
        display.write(b"\x1b[2;3HGREEN \x01")
        lights.write(b"Ada\x00\x01\x54" + bytes((255, 0, 0, 0, 0, 9)))    # two LEDs: count - 1, and 0 ^ 1 ^ 0x55
        pass_time(hands, table, 0.1)                                      # 14 bytes at 9600 baud take 14.6 ms
        assert hands.lines() == (" " * 20, "  GREEN".ljust(20), " " * 20, " " * 20)
        assert hands.leds() == ((255, 0, 0), (0, 0, 9))
        assert hands.faults() == ["control character '\\x01'"]
    table.close()


def test_a_pulled_port_is_gone_and_comes_back_as_a_new_one(virtual: WorldProcess, hands: Hands) -> None:
    with serial.Serial(virtual.display, 9600) as display:
        hands.pull_port("display")
        assert not Path(virtual.display).exists()
        with pytest.raises(OSError, match="rror"):
            display.write(b"lost")
    hands.plug_port("display")
    table = RemoteTable(virtual.path)
    with serial.Serial(virtual.display, 9600) as display:
        display.write(b"back")
        pass_time(hands, table, 0.1)
        assert hands.lines()[0] == "back".ljust(20)
    table.close()
