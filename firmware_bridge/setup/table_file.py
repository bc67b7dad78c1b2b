"""table.toml as a set-up writes it: text that people can change by hand later; whole on the disk, or not at all."""

import json
import os
from collections.abc import Sequence
from pathlib import Path

from ..config import Buttons, Display, Reader
from ..errors import PlaceError
from ..light_config import Adalight

HEAD = """\
# What hangs where on this table. Written by `era-table setup`; change it by hand as you like.
# A running service reads it again with: sudo systemctl reload era-table
"""


def table_text(
    players: Sequence[str],
    language: str,
    readers: Sequence[Reader],
    display: Display | None,
    lights: Adalight | None,
    buttons: Buttons,
) -> str:
    """The file's text. Values that are the default are left out."""
    lines = [HEAD, "[game]", f"players = {json.dumps(list(players))}", f"language = {json.dumps(language)}"]
    for reader in readers:
        lines += [
            "",
            "[[reader]]",
            f"bus = {reader.bus}",
            f"device = {reader.device}",
            f"reads = {json.dumps(reader.reads)}",
        ]
    if display is not None:
        lines += ["", "[display]", f"driver = {json.dumps(display.driver)}", f"port = {json.dumps(display.port)}"]
    if lights is not None:
        lines += ["", "[lights]", 'driver = "adalight"', f"port = {json.dumps(lights.port)}"]
    if buttons != Buttons():
        lines += ["", "[buttons]", *[f"{name} = {pin}" for name, pin in buttons.pins.items()]]
        if buttons.devices:
            lines.append(f"device = {json.dumps(buttons.devices)}")
    return "\n".join(lines) + "\n"


def write_table(path: Path, text: str) -> Path | None:
    """Write the file; one that was there before is kept, and its new name answered. PlaceError if it can't be."""
    new, old = path.with_name(path.name + ".new"), path.with_name(path.name + ".old")
    kept = None
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            path.replace(old)
            kept = old
        new.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the new names are on the disk, too
        finally:
            os.close(folder)
    except OSError as error:
        raise PlaceError(f"{path} can't be written: {error.strerror}") from error
    return kept
