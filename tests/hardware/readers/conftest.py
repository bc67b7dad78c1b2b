"""Keeps what the unmodified package leaves behind, a log handler for each reader, out of the other tests."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def _package_log_as_before() -> Iterator[None]:
    log = logging.getLogger("mfrc522Logger")
    handlers = list(log.handlers)
    yield
    log.handlers[:] = handlers
