"""What must not be lost: the games and all that was done in them, durable before it is answered.

An undo is one more entry; nothing that was written is ever changed or erased. Entries are only ever added to the newest
game, so those of a game stand together, in the order of their numbers.
"""

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from . import journal_file
from .errors import JournalError

PROGRAM_VERSION: Final = version("era-table")
"""The version of this program, as installed; each game says by which it was begun."""


MOST_GAMES: Final = 2**63 - 1
"""SQLite counts no further."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that was done in a game.

    kind: what it was: "move", "take-back", "accept", "seat", "track", "end"; of tags "enrol", "replace", "forget".
    player: who did it or whose tag it is, None where nobody of the players. text: the move in its notation, what became
    of the seat or track, or the tags. snapshot: what a resume needs to go on from here (JSON), empty where an entry of
    the same event has it. at: Unix time in seconds.
    """

    kind: str
    player: str | None
    text: str
    snapshot: str
    at: float


@dataclass(frozen=True, slots=True)
class Header:
    """How a game was begun.

    players: in order of seats, clockwise. start: the first start player. depth: how much is refereed. rules, program:
    the versions then. begun: Unix time in seconds. snapshot: what a resume needs if there are no entries yet (JSON).
    """

    players: tuple[str, ...]
    start: str
    depth: str
    rules: int
    program: str
    begun: float
    snapshot: str


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game of the journal; number: 1 for the first. The entries stand in the order in which they were appended."""

    number: int
    header: Header
    entries: tuple[Entry, ...]


class Journal:
    """The file of all games. One service has it open; what `begin` and `append` were given is on the disk on return.

    Any thread may use it, one at a time. All methods raise JournalError, and then nothing has been kept.
    """

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self._path = path
        self._db = db

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the journal, or make a new one where there is no file or one of no bytes.

        JournalError where the file is not ours, cut short or damaged, of a newer program, in use, or may not be
        written; it is left as it was.
        """
        return cls(path, journal_file.open_file(path))

    @classmethod
    def read(cls, path: Path) -> Self:
        """Open a journal that is there to read in it only, be it that a service writes to it meanwhile.

        JournalError where there is none, or as `open`.
        """
        return cls(path, journal_file.open_to_read(path))

    def begin(self, header: Header, entries: Sequence[Entry] = ()) -> int:
        """Write down that a game has begun, together with what came of that at once: its number.

        What is appended from now on belongs to it.
        """
        fields = (
            json.dumps(header.players),
            header.start,
            header.depth,
            header.rules,
            header.program,
            float(header.begun),
            header.snapshot,
        )
        with self._transaction():
            number = self._insert("game (players, start, depth, rules, program, begun, snapshot, crc)", fields)
            self._insert_entries(number, entries)
            return number

    def append(self, entries: Sequence[Entry]) -> None:
        """Add the entries to the newest game: all of them or, with a JournalError, none."""
        if not entries:
            return
        with self._transaction():
            game = self.newest_number()
            if game is None:
                raise JournalError(f"the journal {self._path} has no game yet: begin one first")
            self._insert_entries(game, entries)

    def last(self) -> Recorded | None:
        """The newest game with all its entries; None if there is no game yet."""
        number = self.newest_number()
        return None if number is None else self.game(number)

    def newest_number(self) -> int | None:
        """The number of the newest game; None if there is no game yet."""
        with self._worded():
            (number,) = self._db.execute("SELECT max(number) FROM game").fetchone()
        return None if number is None else int(number)

    def game(self, number: int) -> Recorded | None:
        """The game of that number with all its entries; None if there is none."""
        games = self._headers("WHERE number = ?", number) if 0 < number <= MOST_GAMES else ()
        if not games:
            return None
        entries = self._entries("number > ? AND number <= ?", self._end(number - 1), self._end(number))
        return Recorded(number, games[0][1], entries)

    def games(self) -> tuple[tuple[int, Header], ...]:
        """All games, the oldest first: number and header."""
        return self._headers("ORDER BY number")

    def newest_entry(self, number: int) -> Entry | None:
        """The last entry of the game of that number; None if it has none."""
        end = self._end(number)
        return self._entries("number = ?", end)[0] if end > self._end(number - 1) else None

    def tidy(self) -> None:
        """Bring what the log holds into the file, once that is worth a pause; for when nobody waits for an answer."""
        log = journal_file.log_of(self._path)
        if log.exists() and log.stat().st_size >= journal_file.LONGEST_LOG:
            with self._worded():
                self._db.execute("PRAGMA busy_timeout = 0")  # whoever just reads it is not waited for
                try:
                    self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                finally:
                    self._db.execute(f"PRAGMA busy_timeout = {round(1000 * journal_file.BUSY_S)}")

    def close(self) -> None:
        """Close the file; closing twice is fine."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _insert_entries(self, game: int, entries: Sequence[Entry]) -> None:
        for entry in entries:
            fields = (game, entry.kind, entry.player, entry.text, entry.snapshot, float(entry.at))
            self._insert("entry (game, kind, player, text, snapshot, at, crc)", fields)

    def _insert(self, table: str, fields: tuple[Any, ...]) -> int:
        marks = ", ".join("?" * (len(fields) + 1))
        number = self._db.execute(f"INSERT INTO {table} VALUES ({marks})", (*fields, _crc(fields))).lastrowid
        assert number is not None  # one row was inserted
        return number

    def _headers(self, which: str, *values: int) -> tuple[tuple[int, Header], ...]:
        columns = "number, players, start, depth, rules, program, begun, snapshot, crc"
        return tuple(
            (number, Header(tuple(json.loads(players)), *fields))
            for number, (players, *fields) in self._rows(f"SELECT {columns} FROM game {which}", *values)
        )

    def _entries(self, which: str, *values: int) -> tuple[Entry, ...]:
        columns = "number, game, kind, player, text, snapshot, at, crc"
        rows = self._rows(f"SELECT {columns} FROM entry WHERE {which} ORDER BY number", *values)
        return tuple(Entry(*fields) for _, (_, *fields) in rows)

    def _end(self, game: int) -> int:
        """The number of the last entry of that game and those before it, 0 if they have none: by halves, since a search
        through a journal of years would be long."""
        with self._worded():
            low, high = 0, self._db.execute("SELECT coalesce(max(number), 0) FROM entry").fetchone()[0]
            while low < high:
                middle = (low + high + 1) // 2
                query = "SELECT game FROM entry WHERE number >= ? ORDER BY number LIMIT 1"
                (belongs_to,) = self._db.execute(query, [middle]).fetchone()
                low, high = (middle, high) if belongs_to <= game else (low, middle - 1)
            return int(low)

    def _rows(self, query: str, *values: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Number and fields of each row, with its checksum compared: SQLite finds broken pages, not changed letters."""
        with self._worded():
            for number, *fields, crc in self._db.execute(query, values):
                if _crc(fields) != crc:
                    raise journal_file.damaged(self._path, f"row {number} is not as it was written")
                yield number, tuple(fields)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._worded():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:  # SQLite has ended it already where the disk failed
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def _worded(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise journal_file.fault(self._path, error) from error


def _crc(fields: Sequence[Any]) -> int:
    return zlib.crc32(json.dumps(fields).encode())
