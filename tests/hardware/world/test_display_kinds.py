"""The simulated table with a display of another kind."""

import subprocess
import sys
from pathlib import Path

import pytest
import serial

from hardware.bench.hands import Hands
from hardware.bench.remote import RemoteTable

COMMAND = [sys.executable, "-m", "hardware.bench.server", "--clock", "virtual", "--readers", "1", "--folder"]


@pytest.mark.parametrize(
    ("options", "sent", "lines"),
    [
        (["--display", "serlcd"], b"\xfe\x94a||b", ("", "", "a|b", "")),   # FE (80 | 14): the third row
        (["--display", "matrix-orbital", "--size", "16x2"], b"\xfe\x47\x01\x02ab", ("", "ab")),
        (["--display", "cd5220"], b"\x1b\x6c\x03\x02ab", ("", "  ab")),
    ],
)
def test_its_display_is_of_the_kind_and_size_that_are_named(
    tmp_path: Path, options: list[str], sent: bytes, lines: tuple[str, ...]
) -> None:
    with subprocess.Popen([*COMMAND, str(tmp_path), *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            table = RemoteTable(tmp_path / "world.socket")
            with Hands(tmp_path / "world.socket") as hands, serial.Serial(table.display, 9600) as display:
                display.write(sent)
                hands.open_gate(0.1)
                table.clock.sleep(0.1)
                assert tuple(line.rstrip() for line in hands.lines()) == lines
                assert hands.faults() == []
            table.close()
        finally:
            process.terminate()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--display", "vt52"], "invalid choice: 'vt52'"),
        (["--size", "20by4"], "invalid columns_and_rows value: '20by4'"),
        (["--display", "cd5220", "--size", "20x4"], "a CD5220 has 20x2 cells, not 20x4"),
    ],
)
def test_a_display_that_can_not_be_is_said_in_words_with_status_2(
    tmp_path: Path, options: list[str], words: str
) -> None:
    done = subprocess.run([*COMMAND, str(tmp_path), *options], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert words in done.stderr
    assert "Traceback" not in done.stderr
