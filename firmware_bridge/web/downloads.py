"""Files that an operator takes home: the journal as it stood at one moment, and the last recording."""

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import BinaryIO, Final

PIECE: Final = 65536
"""Bytes that are read at once."""


def copy_of_journal(journal: Path) -> BinaryIO:
    """A copy that is whole though a service goes on writing, to be read from its beginning; it takes its place on the
    disk until it is closed, however that comes about. Raises OSError or sqlite3.Error.

    Takes a while, for a thread that nobody waits for.
    """
    with tempfile.NamedTemporaryFile(prefix="era-table-", suffix=".journal") as file:
        with (
            closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(file.name)) as target,
        ):
            source.backup(target)
        return open(file.name, "rb")


def pieces(file: BinaryIO) -> Iterator[bytes]:
    """What is in the file, which is closed after it."""
    with file:
        while piece := file.read(PIECE):
            yield piece
