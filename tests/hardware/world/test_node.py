"""A reader driver in another language, unmodified from its public registry, on the documented protocol."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

SOURCES = Path(__file__).with_name("node")
PATIENCE_S = 120
UID4 = bytes.fromhex("deadbeef")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program that reads a card, with the package beside it."""
    for name in ("node", "npm"):
        if shutil.which(name) is None:
            pytest.skip(f"{name} is not here: install it (Debian: apt install nodejs npm)")
    folder = tmp_path_factory.mktemp("node") / "reader"
    shutil.copytree(SOURCES, folder, ignore=shutil.ignore_patterns("node_modules"))
    done = subprocess.run(
        ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"],
        cwd=folder, env={**os.environ, "NO_UPDATE_NOTIFIER": "1"}, capture_output=True, text=True, check=False,
        timeout=PATIENCE_S,
    )
    if done.returncode:
        pytest.skip(f"npm could not fetch mfrc522-rpi: is the network there? {done.stderr.strip()[:500]}")
    return folder / "read.js"


def read(program: Path, world: WorldProcess, reader: int) -> Any:
    done = subprocess.run(
        ["node", str(program), str(world.path), "0", str(reader)], capture_output=True, text=True, check=True,
        timeout=PATIENCE_S,
    )
    return json.loads(done.stdout)


def test_mfrc522_rpi_reads_a_card_and_its_memory(program: Path, virtual: WorldProcess, hands: Hands) -> None:
    hands.open_gate(60)
    hands.place(UID4, 1)
    assert read(program, virtual, 1) == {
        "found": True,
        "uid": "deadbeef22",        # with its check byte, de ^ ad ^ be ^ ef
        "select": 0x08,             # SAK of a MIFARE Classic 1K
        "authenticated": True,      # with the transport key, six bytes ff
        "block8": "00" * 16,
    }


def test_no_table_there_ends_the_program_with_words(program: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        ["node", str(program), str(tmp_path / "world.socket"), "0", "0"], capture_output=True, text=True, check=False,
        timeout=PATIENCE_S,
    )
    assert done.returncode == 1
    assert "no table" in done.stderr


def test_mfrc522_rpi_finds_nobody_on_an_empty_pad(program: Path, virtual: WorldProcess, hands: Hands) -> None:
    hands.open_gate(60)
    hands.place(UID4, 1)
    assert read(program, virtual, 0) == {"found": False}
