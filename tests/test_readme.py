"""Every command line in the README is run, and its picture of the demo is what the demo shows."""

import os
import re
import shlex
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
COMMANDS = [line for kind, text in BLOCKS if kind == "sh" for line in text.splitlines() if line.strip()]


def run(command: str, **variables: str) -> subprocess.CompletedProcess[str]:
    words = shlex.split(command, comments=True)
    return subprocess.run(
        words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120, env=os.environ | variables
    )


def test_the_two_commands_are_there() -> None:
    assert [line.split("#")[0].strip() for line in COMMANDS][:2] == ["./table demo", "./table test"]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_line_of_the_readme_runs(command: str) -> None:
    words = shlex.split(command, comments=True)
    if words == ["./table", "test"]:
        # What runs this very test; run once more on one test file it must come to the same end.
        words = ["./table", "test", "tests/firmware_bridge/test_roster.py"]
    elif words == ["./table", "demo"]:
        words = ["./table", "demo", "--fast"]  # the same story without waiting for the wall clock
    done = run(shlex.join(words))
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_picture_is_what_the_demo_shows() -> None:
    picture = next(text for kind, text in BLOCKS if kind == "text" and "PLACE-2" in text)
    done = run("./table demo --fast", NO_COLOR="1")
    assert picture.strip("\n") in done.stdout
