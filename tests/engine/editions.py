"""Helpers of the tests that read editions: the house edition's text, and that text with a line of it changed."""

from pathlib import Path
from typing import Final

import engine.era.editions

HOUSE: Final = (Path(engine.era.editions.__file__).parent / "house.toml").read_text(encoding="utf-8")


def changed(old: str, new: str) -> str:
    """The house edition's text with `old`, which stands in it once, made `new`."""
    assert HOUSE.count(old) == 1, f"{old!r} stands {HOUSE.count(old)} times"
    return HOUSE.replace(old, new)


def without(start: str) -> str:
    """The house edition's text without the one line that begins with `start`."""
    return changed(line_of(start) + "\n", "")


def line_of(start: str) -> str:
    """The one line that begins with `start`."""
    lines = [line for line in HOUSE.splitlines() if line.startswith(start)]
    assert len(lines) == 1, f"{len(lines)} lines begin with {start!r}"
    return lines[0]
