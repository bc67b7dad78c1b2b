"""Every command line in the README is run, and its picture of the demo is what the demo shows."""

import os
import re
import shlex
import signal
import subprocess
from pathlib import Path
from urllib.request import urlopen

import pytest

from engine.era.game import new_game
from engine.era.game_text import GameText, write_game
from engine.era.simulate import eager, steps
from firmware_bridge.config import load

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
COMMANDS = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines() if line.strip()]


def run(words: list[str], lines: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words, cwd=ROOT, input=lines, capture_output=True, text=True, check=False, timeout=120,
        env=os.environ | variables,
    )  # fmt: skip


def test_the_three_commands_are_there() -> None:
    first = [line.split("#")[0].strip() for line in COMMANDS][:3]
    assert first == ["./table demo --web", "./table demo", "./table test"]


def served(words: list[str]) -> subprocess.CompletedProcess[str]:
    """The command until its page has been seen, and then Ctrl-C."""
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None  # it was asked for
        said = [process.stdout.readline(), process.stdout.readline()]
        address = re.search(r"http://\S+", said[1])
        if address is not None:
            with urlopen(address[0], timeout=60) as page:
                assert b"<title>Era Table</title>" in page.read()
        process.send_signal(signal.SIGINT)
        more, errors = process.communicate(timeout=60)
    assert address is not None, said + [errors]
    return subprocess.CompletedProcess(words, process.returncode, "".join(said) + more, errors)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_line_of_the_readme_runs(
    command: str, tmp_path: Path, demo: subprocess.CompletedProcess[str]
) -> None:
    words, lines = shlex.split(command, comments=True), ""
    if words == ["./table", "test"]:
        # What runs this very test; run once more on one test file it must come to the same end.
        words = ["./table", "test", "tests/firmware_bridge/test_roster.py"]
    elif words == ["./table", "run", "--simulate"]:
        lines = next(text for kind, text in BLOCKS if kind == "text" and "> quit" in text).replace("> ", "")
        words += ["--state", str(tmp_path)]
    if "--web" in words:
        done = served([*words, "0"])  # at any port that is free
    else:
        done = demo if words[:2] == ["./table", "demo"] else run(words, lines)
    assert done.returncode == 0, done.stdout + done.stderr
    if lines:
        assert "BUILD has two. Take BROWN's off, lay it elsewhere  [PLACE-2]" in done.stdout


def test_the_picture_is_what_the_demo_shows(demo: subprocess.CompletedProcess[str]) -> None:
    picture = next(text for kind, text in BLOCKS if kind == "text" and "PLACE-2" in text)
    assert picture.strip("\n") in demo.stdout


def test_the_table_file_of_the_readme_is_read(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(next(text for kind, text in BLOCKS if kind == "toml"))
    config = load(path)
    assert [reader.reads for reader in config.reader] == ["build:1", "produce"]


def test_the_game_in_the_readme_is_one_that_is_played() -> None:
    start = new_game(["yellow", "green", "brown", "orange"], "yellow", depth="full", seed=7)
    moves = tuple(move for _, move, _, _ in steps(start, eager, 1))
    played = iter(write_game(GameText(start, moves, 7)).splitlines())
    shown = next(text for kind, text in BLOCKS if kind == "text" and text.startswith("Era of Inventions"))
    for line in shown.splitlines():
        assert line == "..." or line in played  # `in` reads on from where the last line was found


def test_the_form_for_an_owners_numbers_is_written_and_found_unfilled(tmp_path: Path) -> None:
    shown = next(text for kind, text in BLOCKS if kind == "console").splitlines()
    new, check, play = ([str(ROOT / "table"), *line.split()[2:-1], str(tmp_path / "my-copy.toml")] for line in shown)
    assert run(new).returncode == 0
    checked = run(check)
    assert checked.returncode == 1  # nothing is filled in yet
    assert "is to be filled in" in checked.stdout
    played = run(play)
    assert played.returncode == 2
    assert "my-copy.toml" in played.stderr
