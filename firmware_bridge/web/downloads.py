"""Files that an operator takes home: the journal as it stood at one moment, and the last recording."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path


def copy_of_journal(journal: Path) -> Path:
    """A copy that is whole though a service goes on writing; the caller removes it. Raises OSError or sqlite3.Error.

    Takes a while, for a thread that nobody waits for.
    """
    with tempfile.NamedTemporaryFile(prefix="era-table-", suffix=".journal", delete=False) as file:
        copy = Path(file.name)
    try:
        with (
            closing(sqlite3.connect(f"{journal.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
    except BaseException:
        copy.unlink(missing_ok=True)
        raise
    return copy
