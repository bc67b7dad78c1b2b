"""Simulated tables in processes of their own, each ended with its test."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.bench.hands import Hands
from hardware.bench.process import WorldProcess

READERS = 2
LEDS = 2


@pytest.fixture
def virtual(tmp_path: Path) -> Iterator[WorldProcess]:
    """A table whose time stands still at 0; its tags wake within the 0.3 ms that the mfrc522 package grants them."""
    with WorldProcess(tmp_path, clock="virtual", readers=READERS, startup=3e-4, leds=LEDS) as world:
        yield world


@pytest.fixture
def paced(tmp_path: Path) -> Iterator[WorldProcess]:
    """A table that keeps to the wall's time."""
    with WorldProcess(tmp_path, clock="paced", readers=READERS, leds=LEDS) as world:
        yield world


@pytest.fixture
def hands(virtual: WorldProcess) -> Iterator[Hands]:
    """The hands at the virtual table."""
    with Hands(virtual.path) as hands:
        yield hands


@pytest.fixture(autouse=True)
def _package_log_as_before() -> Iterator[None]:
    log = logging.getLogger("mfrc522Logger")
    handlers = list(log.handlers)
    yield
    log.handlers[:] = handlers
