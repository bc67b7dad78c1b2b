"""Small files written whole or not at all: a power cut leaves the old one or the new one."""

import os
from contextlib import suppress
from pathlib import Path

from .errors import PlaceError


def write_whole(path: Path, text: str) -> None:
    """Write the text as UTF-8; on return it is on the disk. PlaceError if that can't be, with the file as it was."""
    _refuse_what_is_no_file(path)
    try:
        path = path.resolve()  # what a link leads to is written, not the link
        new = path.with_name(path.name + ".new")
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the new name is on the disk, too
        finally:
            os.close(folder)
    except (OSError, ValueError) as error:  # a path of no name at all is a ValueError
        raise PlaceError(f"{path} can't be written: {getattr(error, 'strerror', None) or error}") from error


def _refuse_what_is_no_file(path: Path) -> None:
    """A device or a pipe would be replaced by a file, by who may do that."""
    strange = False
    with suppress(OSError, ValueError):  # what can't even be looked at is refused when it is written
        strange = path.exists() and not path.is_file()
    if strange:
        raise PlaceError(f"{path} is there, and is no file: name another")
