"""Files that the journal refuses: each named with its remedy, and every byte left as it was."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_bridge.errors import JournalError, TableError
from firmware_bridge.journal import Entry, Header, Journal

HEADER = Header(("a", "b", "c"), "a", "referee", 1, "0.1", 1.0, "{}")
ENTRIES = [Entry("move", "a", f"place {number}", "x" * 300, float(number)) for number in range(40)]

# Offsets in the database header (sqlite.org/fileformat2.html, section 1.3)
USER_VERSION = 60
APPLICATION_ID = 68


def folder_of(path: Path) -> dict[str, bytes]:
    """All files beside the journal with what is in them, but for SQLite's index of the log, which holds nothing."""
    return {file.name: file.read_bytes() for file in path.parent.iterdir() if not file.name.endswith("-shm")}


def refused(path: Path, said: str) -> None:
    before = folder_of(path)
    with pytest.raises(JournalError, match=said) as caught:
        Journal.open(path)
    assert str(path) in str(caught.value)
    assert isinstance(caught.value, TableError)
    assert isinstance(caught.value, ValueError)
    assert folder_of(path) == before


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of one game, closed."""
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        journal.begin(HEADER)
        journal.append(ENTRIES)
    return path


def with_bytes(path: Path, offset: int, new: bytes) -> None:
    old = path.read_bytes()
    path.write_bytes(old[:offset] + new + old[offset + len(new) :])


def cut_off(path: Path, entries: list[Entry]) -> Path:
    """A copy of the journal and its log as a power cut leaves them, with `entries` in the log only."""
    copy = path.parent / "cut" / path.name
    copy.parent.mkdir()
    with Journal.open(path) as journal:
        journal.append(entries)
        for name in (path.name, f"{path.name}-wal"):
            copy.with_name(name).write_bytes(path.with_name(name).read_bytes())
    return copy


@pytest.mark.parametrize(
    "content", [b"x", b"players = 3\n" * 40, b"SQLite format 3\0", b"SQLite format 2\0" + bytes(500)]
)
def test_a_file_that_is_no_sqlite_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    refused(path, "is no journal, it is no SQLite file: move it elsewhere, or name another file")


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_an_sqlite_file_of_another_program(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "journal.db"
    other = sqlite3.connect(path, isolation_level=None)
    other.execute(f"PRAGMA journal_mode = {mode}")
    other.execute("CREATE TABLE game (number INTEGER PRIMARY KEY)")
    other.close()
    refused(path, "is no journal, it is another program's: move it elsewhere, or name another file")
    assert set(folder_of(path)) == {"journal.db"}


def test_our_file_is_marked_as_ours(path: Path) -> None:
    header = path.read_bytes()[:100]
    assert header[APPLICATION_ID : APPLICATION_ID + 4] == b"ERAT"
    assert header[USER_VERSION : USER_VERSION + 4] == bytes([0, 0, 0, 1])
    assert header[16:18] == (512).to_bytes(2, "big")  # page size
    assert header[18:20] == bytes([2, 2])  # written and read with a write-ahead log


def test_a_journal_of_a_newer_program(path: Path) -> None:
    with_bytes(path, USER_VERSION, bytes([0, 0, 0, 2]))
    refused(path, r"newer program \(format 2, this one knows 1\): update era-table, or move")


def test_a_newer_program_whose_changes_are_in_the_log_only(path: Path) -> None:
    newer = sqlite3.connect(path, isolation_level=None)
    newer.execute("PRAGMA user_version = 300")
    assert path.read_bytes()[USER_VERSION : USER_VERSION + 4] == bytes([0, 0, 0, 1])
    refused(path, r"newer program \(format 300")
    newer.close()


def test_a_format_that_never_was(path: Path) -> None:
    with_bytes(path, USER_VERSION, bytes(4))
    refused(path, r"is damaged \(there never was a format 0\): move it and journal.db-wal elsewhere")


def test_a_file_cut_short_anywhere(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(100, len(whole), 97):
        path.write_bytes(whole[:length])
        refused(path, rf"is damaged \(it is cut short: {length} bytes of {len(whole)}\): move it .* keep them")
    for length in (1, 50, 99):  # not even the header
        path.write_bytes(whole[:length])
        refused(path, "no SQLite file")


def test_a_page_overwritten(path: Path) -> None:
    whole = path.read_bytes()
    assert len(whole) > 40 * 300  # a page of 512 bytes holds one of these entries, not two
    for page in range(1, len(whole) // 512):
        path.write_bytes(whole)
        with_bytes(path, 512 * page, b"\xa5" * 512)
        refused(path, r"is damaged \(.+\): move it and journal.db-wal elsewhere")


def test_a_file_cut_short_beside_a_whole_log(path: Path) -> None:
    copy = cut_off(path, ENTRIES[:3])
    copy.write_bytes(copy.read_bytes()[: 20 * 512])
    refused(copy, r"is damaged \(.+\): move it and journal.db-wal elsewhere")


def test_a_file_lost_beside_a_whole_log(path: Path) -> None:
    """SQLite would throw such a log away, and with it perhaps a game."""
    copy = cut_off(path, ENTRIES[:3])
    copy.write_bytes(b"")
    refused(copy, r"is gone, but its log .*journal.db-wal is there: bring the two together again")
    copy.unlink()
    refused(copy, "is gone, but its log")


def test_an_empty_file_is_made_a_journal(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.touch()
    with Journal.open(path) as journal:
        assert journal.begin(HEADER) == 1


def test_what_a_start_that_was_cut_off_left_behind_is_in_nobodys_way(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    (tmp_path / "journal.db.new").write_bytes(b"half a journal")
    with Journal.open(path) as journal:
        journal.begin(HEADER)
    assert set(folder_of(path)) == {"journal.db"}


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "journal.db"
    with pytest.raises(JournalError, match=r"nowhere/journal.db can't be made: there is no folder .*nowhere. Make it"):
        Journal.open(path)
    assert not path.parent.exists()


def test_a_folder_in_the_journals_place(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    path.mkdir()
    with pytest.raises(JournalError, match=r"journal.db is no file: move it elsewhere"):
        Journal.open(path)


@contextmanager
def only(mode: int) -> Iterator[Path]:
    """A journal with these rights, in a folder that may not be written. Root may do everything, so root steps down."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "journal.db"
        with Journal.open(path) as journal:
            journal.begin(HEADER)
        path.chmod(mode)
        path.parent.chmod(0o555)
        user = os.geteuid()
        if user == 0:
            os.seteuid(65534)  # nobody
        try:
            yield path
        finally:
            os.seteuid(user)
            path.parent.chmod(0o755)


def test_a_folder_that_may_not_be_written() -> None:
    with only(0o444) as path:
        refused(path.with_name("other.db"), "can't be opened: give the service's user the right to write it and its")


def test_a_file_that_may_not_be_written() -> None:
    with only(0o444) as path:
        refused(path, "(may not be written|can't be opened): give the service's user the right to write it and its")


def test_a_file_that_may_not_be_read() -> None:
    said = r"journal.db can't be opened: Permission denied. Give the service's user the right to read and write it"
    with only(0) as path, pytest.raises(JournalError, match=said):
        Journal.open(path)


@pytest.mark.parametrize(
    "holding", [["BEGIN IMMEDIATE"], ["PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "COMMIT"]]
)
def test_a_file_that_another_program_holds(path: Path, holding: list[str]) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    for statement in holding:
        other.execute(statement)
    refused(path, "is in use by another program: end that one and try again")
    other.close()
    with Journal.open(path) as journal:
        assert journal.last() is not None


def test_a_program_that_takes_hold_of_it_during_a_game(path: Path) -> None:
    other = sqlite3.connect(path, isolation_level=None)
    with Journal.open(path) as journal:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="is in use by another program"):
            journal.append(ENTRIES)
        other.execute("ROLLBACK")
        journal.append(ENTRIES[:2])
        recorded = journal.last()
        assert recorded is not None
        assert recorded.entries == (*ENTRIES, *ENTRIES[:2])
    other.close()
