"""One service a table: a lock held by the kernel, so that it goes with its process however that dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import msgspec

from .errors import PlaceError, TableBusy

LONGEST_NOTE = 1 << 20
"""Bytes read of what a holder says of itself: a command line can be long."""


class Holder(msgspec.Struct, frozen=True):
    """Who holds a lock, as its file says in JSON: process, since when, command line."""

    pid: int
    since: datetime
    command: str


class TableLock:
    """The exclusive right to a table, from construction to `close`.

    path: the lock's file; it is made if missing and never removed, since a lock on a file that has no name any more
    keeps nobody out. what: the holder's command line, for the person who is refused. now: local time, the system's if
    None.

    Raises TableBusy, naming the holder, if somebody has it; PlaceError if the file can't be used.

    Taking the lock and writing who took it are two steps, and who is refused between them must not read of a holder
    long dead. So both, and the reading, are done behind a gate: a lock on the folder, held for no longer than that.
    """

    def __init__(self, path: Path, what: str, now: datetime | None = None) -> None:
        self._file: int | None = None
        readable = what.encode(errors="replace").decode()  # a command line may hold bytes that are no text
        taker = Holder(os.getpid(), now or datetime.now().astimezone(), readable)
        try:
            with _gate(path.parent):
                self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
                taken = _flock(self._file)
                if taken:
                    os.ftruncate(self._file, 0)
                    os.pwrite(self._file, msgspec.json.encode(taker) + b"\n", 0)
                else:
                    note = os.pread(self._file, LONGEST_NOTE, 0)
        except OSError as error:
            self.close()
            raise PlaceError(
                f"{path}: can't be locked ({error.strerror}): its folder must be there, belong to the user that runs "
                "the table, and lie on a disk of this machine that is not full; or choose another with --state DIR"
            ) from error
        if not taken:
            self.close()
            raise TableBusy(_refusal(path, note, taker.since))

    def close(self) -> None:
        """Let go of the table. Twice is fine."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> "TableLock":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _flock(file: int) -> bool:
    """Whether the lock was to be had; never waits."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


@contextmanager
def _gate(folder: Path) -> Iterator[None]:
    """Behind it one process at a time; waits for the one that is there, which has next to nothing to do."""
    file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
    finally:
        os.close(file)


def _refusal(path: Path, note: bytes, now: datetime) -> str:
    """What to tell who came second, at the time `now`, by the note that the holder left."""
    try:
        holder = msgspec.json.decode(note, type=Holder)
    except msgspec.DecodeError:
        return f"this table is run by a process that does not say which: find it with `fuser {path}` and stop it first"
    since = holder.since.astimezone(now.tzinfo)
    day = "" if since.date() == now.date() else f"{since:%Y-%m-%d} "
    return (
        f"this table is run by process {holder.pid} since {day}{since:%H:%M} ({holder.command}): "
        "stop that one first, or give it commands (era-table state)"
    )
