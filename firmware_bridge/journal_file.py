"""The journal's file on the disk: how a new one comes to be, and how an old one is proved to be ours and whole.

Nothing here writes to a file that was there before it has passed all checks.
"""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from .errors import JournalError

APPLICATION_ID: Final = 0x45524154
"""`ERAT`, in the SQLite header: this file is a journal of ours."""

FORMAT: Final = 1
"""user_version in the SQLite header: raised whenever the tables change."""

PAGE_BYTES: Final = 512
"""SQLite's smallest page: a commit writes few whole pages, and SD cards wear by the byte."""

BUSY_S: Final = 0.5
"""How long another program may keep the file to itself before we give up, in seconds."""

LONGEST_LOG: Final = 256 * 1024
"""Bytes of the log from which on bringing it into the file is worth a pause: some hundred moves.

SQLite would do so by itself in the middle of a commit, for which people wait.
"""

SCHEMA: Final = """
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    players TEXT NOT NULL,
    start TEXT NOT NULL,
    depth TEXT NOT NULL,
    rules INTEGER NOT NULL,
    program TEXT NOT NULL,
    begun REAL NOT NULL,
    snapshot TEXT NOT NULL,
    crc INTEGER NOT NULL
);
CREATE TABLE entry (
    number INTEGER PRIMARY KEY,
    game INTEGER NOT NULL REFERENCES game,
    kind TEXT NOT NULL,
    player TEXT,
    text TEXT NOT NULL,
    snapshot TEXT NOT NULL,
    at REAL NOT NULL,
    crc INTEGER NOT NULL
);
"""

# Those who use a log share an index of it (sqlite.org/walformat.html, 2), for which a full disk has no room. Who keeps
# all others out needs none, and so a game that was kept goes on even there.
_NO_INDEX: Final = (sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMMAP)

# The database header (sqlite.org/fileformat2.html, "The Database Header"); numbers are big endian.
_HEADER_BYTES = 100
_MAGIC = b"SQLite format 3\0"
_PAGE_SIZE = slice(16, 18)
_PAGES = slice(28, 32)
_USER_VERSION = slice(60, 64)
_APPLICATION_ID = slice(68, 72)

_FAULTS: Final = {
    sqlite3.SQLITE_BUSY: "is in use by another program: end that one and try again",
    sqlite3.SQLITE_PERM: "may not be written: give the service's user the right to write it and its folder",
    sqlite3.SQLITE_READONLY: "may not be written: give the service's user the right to write it and its folder",
    sqlite3.SQLITE_CANTOPEN: "can't be opened: give the service's user the right to write it and its folder",
    sqlite3.SQLITE_FULL: "finds no room on the disk: make some and try again",
    sqlite3.SQLITE_IOERR: "can't be read or written: look whether the disk is full or worn out",
}


def open_file(path: Path) -> sqlite3.Connection:
    """Open the journal's database for writing, with a new one made where there is none.

    A file of no bytes counts as none: nothing is in it that could be lost. Statements begin and commit by hand. Raises
    JournalError, with the file as it was.
    """
    path = Path(os.path.realpath(path))
    log = log_of(path)
    try:
        logged = log.stat().st_size if log.exists() else 0
        if not path.exists() or (path.is_file() and path.stat().st_size == 0):
            if logged:
                raise JournalError(
                    f"the journal {path} is gone, but its log {log} is there: bring the two together again, or move "
                    "the log elsewhere to begin a new journal"
                )
            _create(path)
        _check_header(path, has_log=logged > 0)
        try:
            _check_whole(path, has_log=logged > 0)
            return _connect(path)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode not in _NO_INDEX:
                raise
            return _connect(path, alone=True)
    except OSError as error:
        raise JournalError(
            f"the journal {path} can't be opened: {error.strerror}. Give the service's user the right to read and "
            "write it and its folder"
        ) from error
    except sqlite3.Error as error:
        raise fault(path, error) from error


def open_to_read(path: Path) -> sqlite3.Connection:
    """Open the journal's database to read, also while a service writes to it. Raises JournalError."""
    path = Path(os.path.realpath(path))
    log = log_of(path)
    try:
        if not path.exists():
            raise JournalError(f"there is no journal {path}: no game was played on this table yet")
        has_log = log.exists() and log.stat().st_size > 0
        _check_header(path, has_log)
        _check_whole(path, has_log)
        return _open(path, "mode=ro" if has_log else "mode=ro&immutable=1")
    except OSError as error:
        raise JournalError(
            f"the journal {path} can't be read: {error.strerror}. Ask as the service's user, or with sudo"
        ) from error
    except sqlite3.Error as error:
        raise fault(path, error) from error


def log_of(path: Path) -> Path:
    """Where SQLite keeps the log: beside the file itself, not beside a link to it."""
    path = Path(os.path.realpath(path))
    return path.with_name(path.name + "-wal")


def fault(path: Path, error: sqlite3.Error) -> JournalError:
    """What SQLite says about the file, in words for the person who has to mend it."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF  # the rest of the code is detail
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return damaged(path, str(error))
    return JournalError(f"the journal {path} {_FAULTS.get(code, f'did not take it: {error}')}")


def damaged(path: Path, what: str) -> JournalError:
    """The file is a journal of ours, and not whole."""
    return JournalError(
        f"the journal {path} is damaged ({what}): move it and {path.name}-wal elsewhere to begin a new one, and keep "
        "them, for `sqlite3 FILE .recover` may get the games out"
    )


def _create(path: Path) -> None:
    """Make the file under another name first: a power cut leaves either no journal or a whole one."""
    if not path.parent.is_dir():
        raise JournalError(f"the journal {path} can't be made: there is no folder {path.parent}. Make it first")
    new = path.with_name(path.name + ".new")
    new.unlink(missing_ok=True)  # left over from a start that was cut off
    with closing(sqlite3.connect(new, timeout=BUSY_S, isolation_level=None)) as db:
        db.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # before all else: it can't be changed later
        db.execute("PRAGMA journal_mode = WAL")  # kept in the file: it holds for everybody who opens it
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {FORMAT}")
        db.executescript(SCHEMA)
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # the new name is durable too
    finally:
        os.close(folder)


def _check_header(path: Path, has_log: bool) -> None:
    """Look at the header by hand: SQLite itself would make files beside one that is not ours."""
    if not path.is_file():
        raise JournalError(f"the journal {path} is no file: move it elsewhere, or name another file")
    with path.open("rb") as file:
        header = file.read(_HEADER_BYTES)
        length = file.seek(0, os.SEEK_END)
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        raise JournalError(f"{path} is no journal, it is no SQLite file: move it elsewhere, or name another file")
    if int.from_bytes(header[_APPLICATION_ID]) != APPLICATION_ID:
        raise JournalError(f"{path} is no journal, it is another program's: move it elsewhere, or name another file")
    _check_format(path, int.from_bytes(header[_USER_VERSION]))
    # With a log beside it a shorter file may be right: the log has the pages that a power cut kept from it.
    promised = int.from_bytes(header[_PAGES]) * int.from_bytes(header[_PAGE_SIZE])
    if not has_log and length < promised:
        raise damaged(path, f"it is cut short: {length} bytes of {promised}")


def _check_format(path: Path, found: int) -> None:
    if found > FORMAT:
        raise JournalError(
            f"the journal {path} was written by a newer program (format {found}, this one knows {FORMAT}): update "
            "era-table, or move the journal elsewhere to begin a new one"
        )
    if found < FORMAT:
        raise damaged(path, f"there never was a format {found}")


def _check_whole(path: Path, has_log: bool) -> None:
    """Have SQLite check the file together with its log, by a connection that may not write to either.

    Without a log the file alone is all there is, and `immutable` keeps SQLite from making an empty one beside it.
    """
    with closing(_open(path, "mode=ro" if has_log else "mode=ro&immutable=1")) as db:
        _check_content(path, db)


def _check_content(path: Path, db: sqlite3.Connection) -> None:
    _check_format(path, db.execute("PRAGMA user_version").fetchone()[0])  # the log may have a newer one
    (verdict,) = db.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise damaged(path, verdict.splitlines()[-1])


def _connect(path: Path, alone: bool = False) -> sqlite3.Connection:
    """Open it to write. alone: nobody else may look into it meanwhile, and it is checked here."""
    db = _open(path, "mode=rw")
    try:
        if alone:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            _check_content(path, db)
        db.execute("PRAGMA synchronous = FULL")  # not kept in the file; NORMAL would lose the last commits
        db.execute("PRAGMA wal_autocheckpoint = 0")  # `Journal.tidy` does that, when nobody waits
        db.execute("BEGIN IMMEDIATE")  # refused here and now if the file may not be written or somebody else has it
        db.execute("ROLLBACK")
    except BaseException:
        db.close()
        raise
    return db


def _open(path: Path, how: str) -> sqlite3.Connection:
    # The thread that starts the service opens the journal, and another one owns the game: SQLite itself allows that.
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}", uri=True, timeout=BUSY_S, isolation_level=None, check_same_thread=False
    )
