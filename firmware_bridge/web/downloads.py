"""Files that an operator takes home: the journal as it stood at one moment, and the last recording."""

import os
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import BinaryIO, Final

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

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


class CopyResponse(StreamingResponse):
    """Sends what is in the file, and closes it whether the browser took all of it, some or none (`HEAD`)."""

    def __init__(self, file: BinaryIO, name: str, media_type: str, headers: Mapping[str, str]) -> None:
        length = str(os.fstat(file.fileno()).st_size)
        more = {"Content-Length": length, "Content-Disposition": f'attachment; filename="{name}"'}
        super().__init__(iter(partial(file.read, PIECE), b""), media_type=media_type, headers={**headers, **more})
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        with self._file:
            await super().__call__(scope, receive, send)
