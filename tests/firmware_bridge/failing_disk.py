"""A disk that fails, below SQLite: what it writes is counted, and refused with the error that a test names.

SQLite lets a test put itself in the place of its calls to the system (sqlite.org/c3ref/vfs.html, xSetSystemCall). So
the database, its log and all error codes are the real ones; only the disk is not.
"""

import _sqlite3
import ctypes
import os
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_size_t, c_ssize_t, c_void_p

_Pwrite = CFUNCTYPE(c_ssize_t, c_int, c_void_p, c_size_t, c_int64, use_errno=True)
_CALLS = (b"pwrite", b"pwrite64")
"""Which of the two SQLite uses depends on how it was built."""


class _Vfs(Structure):
    """struct sqlite3_vfs (sqlite.org/c3ref/vfs.html), version 3."""


_Set = CFUNCTYPE(c_int, POINTER(_Vfs), c_char_p, c_void_p)
_Get = CFUNCTYPE(c_void_p, POINTER(_Vfs), c_char_p)
_Vfs._fields_ = [
    ("version", c_int),
    ("file_bytes", c_int),
    ("longest_path", c_int),
    ("next", c_void_p),
    ("name", c_char_p),
    ("data", c_void_p),
    ("other_calls", c_void_p * 13),
    ("set_call", _Set),
    ("get_call", _Get),
    ("next_call", c_void_p),
]


class FailingDisk:
    """What SQLite has written since `failing_disk` began, in bytes, and how the disk answers.

    error: an errno (ENOSPC, EIO, EROFS) with which all that is written is refused, None while the disk is well; room:
    bytes that it takes before the error, half a write too, as a disk does that runs full.
    """

    def __init__(self) -> None:
        self.written = 0
        self.error: int | None = None
        self.room = 0

    def _pwrite(self, file: int, data: int, count: int, offset: int) -> int:
        if self.error is not None:
            count = min(count, self.room)
            self.room -= count
            if not count:
                ctypes.set_errno(self.error)
                return -1
        count = os.pwrite(file, ctypes.string_at(data, count), offset)
        self.written += count
        return count


@contextmanager
def failing_disk() -> Iterator[FailingDisk]:
    """All databases of this process on such a disk, which is well at first."""
    library = ctypes.CDLL(getattr(_sqlite3, "__file__", None))  # the same SQLite that the module uses
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    vfs = library.sqlite3_vfs_find(None)
    assert vfs.contents.version >= 3
    disk = FailingDisk()
    ours = _Pwrite(disk._pwrite)
    before = {name: vfs.contents.get_call(vfs, name) for name in _CALLS}
    for name in _CALLS:
        vfs.contents.set_call(vfs, name, ctypes.cast(ours, c_void_p))
    try:
        yield disk
    finally:
        for name, call in before.items():
            vfs.contents.set_call(vfs, name, call)
