"""A browser for each file of tests, and the table that it looks at."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from .chromium import NoBrowser, chromium

AXE = Path(__file__).with_name("axe")
PATIENCE_S = 120


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One for a file of tests."""
    with ExitStack() as opened:
        try:
            yield opened.enter_context(chromium())
        except NoBrowser as error:
            pytest.skip(str(error))


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The script of axe-core, which checks a page for those who see, hear or move otherwise; from its public
    registry."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not here: install it (Debian: apt install nodejs npm)")
    folder = tmp_path_factory.mktemp("axe") / "axe"
    shutil.copytree(AXE, folder, ignore=shutil.ignore_patterns("node_modules"))
    done = subprocess.run(
        ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-package-lock", "--prefer-offline"],
        cwd=folder, env={**os.environ, "NO_UPDATE_NOTIFIER": "1"}, capture_output=True, text=True, check=False,
        timeout=PATIENCE_S,
    )  # fmt: skip
    if done.returncode:
        pytest.skip(f"npm could not fetch axe-core: is the network there? {done.stderr.strip()[:500]}")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text()
