"""The two shell scripts are clean, and what they promise about the pins holds."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("script", ["table", ".ci/run"])
def test_shellcheck_finds_nothing(script: str) -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("shellcheck is not here; Debian: apt install shellcheck")
    done = subprocess.run(["shellcheck", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_table_is_posix_sh() -> None:
    assert (ROOT / "table").read_text().startswith("#!/bin/sh\n")


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-no-deps.txt"])
def test_pins_are_exact_and_name_no_host(name: str) -> None:
    lines = [line.split("#")[0].strip() for line in (ROOT / name).read_text().splitlines()]
    pins = [line for line in lines if line]
    assert pins
    for pin in pins:
        assert re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][0-9A-Za-z.]*", pin), pin


def test_mfrc522_is_never_installed_with_what_it_depends_on() -> None:
    """It would compile RPi.GPIO and spidev on a desktop, and pull a second GPIO package in on a Pi 5."""
    assert "mfrc522" not in (ROOT / "requirements.txt").read_text()
