"""Power cuts, kills and a full disk: what was answered is kept, and what is kept is a beginning of what was done.

What a log holds is worked out here from the log's bytes (sqlite.org/fileformat2.html, section 4, "The Write-Ahead
Log"), not asked of SQLite.
"""

import random
import resource
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median

import pytest

from engine.era.game import apply, legal_moves, new_game
from engine.era.notation import write_state
from firmware_bridge.errors import JournalError
from firmware_bridge.journal import Entry, Header, Journal
from firmware_bridge.journal_file import open_file

PAGE = 512
WAL_HEADER = 32
FRAME = 24 + PAGE  # a frame is a header and one page
HEADER = Header(("yellow", "green", "brown", "orange"), "yellow", "referee", 1, "0.1", 1.0, "{}")


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory, where there is one: for what is cut or killed the disk makes no difference, only waits."""
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder)


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def commit_ends(log: bytes) -> list[int]:
    """For each commit in a log that was never restarted, the offset at which its last frame ends."""
    assert log[:4] in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
    assert int.from_bytes(log[8:12], "big") == PAGE
    ends = []
    for start in range(WAL_HEADER, len(log), FRAME):
        assert log[start + 8 : start + 16] == log[16:24]  # the salts of this log, so no frame of an older one
        if int.from_bytes(log[start + 4 : start + 8], "big"):  # a commit ends here: how many pages there are after it
            ends.append(start + FRAME)
    return ends


def played(moves: int) -> list[Entry]:
    """The entries of a game of four, with snapshots as the service writes them."""
    state = new_game(HEADER.players, HEADER.start)
    choose = random.Random(5)
    entries = []
    for number in range(moves):
        player, move = state.in_turn, choose.choice(legal_moves(state))
        state, _ = apply(state, move)
        entries.append(Entry("move", player, str(move), write_state(state), 100.0 + number))
    return entries


def kept(path: Path) -> tuple[Entry, ...] | None:
    """What a journal that is opened anew has of its game; None if the game itself is not there."""
    with Journal.open(path) as journal:
        recorded = journal.last()
    return None if recorded is None else recorded.entries


def test_a_log_cut_anywhere_leaves_every_commit_before_the_cut(memory: Path) -> None:
    entries = played(100)
    choose = random.Random(11)
    path = memory / "journal.db"
    total = [0]  # entries after each append
    with Journal.open(path) as journal:
        journal.begin(HEADER)
        while total[-1] < len(entries):
            total.append(min(total[-1] + choose.choice((1, 1, 2, 3)), len(entries)))
            journal.append(entries[total[-2] : total[-1]])
        database, log = path.read_bytes(), log_of(path).read_bytes()

    ends = commit_ends(log)
    assert len(ends) == len(total)  # one commit begins the game, one is for each append
    assert ends[-1] == len(log)
    boundaries = [0, *range(WAL_HEADER, len(log) + 1, FRAME)]
    cuts = boundaries + choose.sample(range(len(log)), 1000)
    for number, cut in enumerate(cuts):
        path.write_bytes(database)
        log_of(path).write_bytes(log[:cut])
        whole = sum(end <= cut for end in ends)
        expected = tuple(entries[: total[whole - 1]]) if whole else None
        assert kept(path) == expected, f"cut at {cut}"
        if number % 50 == 0 and expected is not None:  # and the game goes on from there
            with Journal.open(path) as journal:
                journal.append(entries[:1])
            assert kept(path) == (*expected, entries[0])


def test_a_log_is_found_through_a_link(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(tmp_path / "copy.db")
    entries = played(10)
    with Journal.open(path) as journal:
        journal.begin(HEADER)
        journal.append(entries)
        link.write_bytes(path.read_bytes())
        log_of(tmp_path / "copy.db").write_bytes(log_of(path).read_bytes())
    assert kept(link) == tuple(entries)
    assert link.is_symlink()


def test_each_commit_waits_for_the_disk(tmp_path: Path) -> None:
    """sqlite.org/pragma.html: 2 is FULL, by which in WAL mode each commit is synced before it returns."""
    with closing(open_file(tmp_path / "journal.db")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA synchronous").fetchone() == (2,)


RECORDER = """
import itertools, sys
from pathlib import Path
from firmware_bridge.journal import Entry, Header, Journal

with Journal.open(Path(sys.argv[1])) as journal:
    game = journal.begin(Header(("a", "b", "c"), "a", "referee", 1, "0.1", 1.0, "{}"))
    print(game, flush=True)
    for number in itertools.count():
        journal.append([Entry("move", "a", str(number), "x" * 2000, float(number))])
        print(number, flush=True)
"""


def test_fifty_kills_lose_nothing_that_was_answered(memory: Path) -> None:
    path = memory / "journal.db"
    choose = random.Random(17)
    answered: dict[int, int] = {}  # by game, how many entries the recorder was told are safe
    for kill in range(50):
        command = [sys.executable, "-c", RECORDER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]) as recorder:
            assert recorder.stdout is not None
            # Every other one is killed while it records; the rest at any moment, be it while it opens what is left.
            first = recorder.stdout.readline() if kill % 2 else ""
            time.sleep(choose.uniform(0, 0.05 if kill % 2 else 0.2))
            recorder.kill()
            lines = (first + recorder.stdout.read()).split("\n")[:-1]  # the last one may be cut short
        assert recorder.returncode == -signal.SIGKILL
        if lines:
            game, *numbers = map(int, lines)
            assert numbers == list(range(len(numbers)))
            answered[game] = len(numbers)

    assert len(answered) >= 25
    assert sum(answered.values()) > 25
    with Journal.open(path) as journal:
        assert {number for number, _ in journal.games()} >= answered.keys()
    with closing(sqlite3.connect(path)) as database:
        for game, least in answered.items():
            rows = database.execute("SELECT text FROM entry WHERE game = ? ORDER BY number", [game])
            texts = [text for (text,) in rows]
            assert texts == [str(number) for number in range(len(texts))]
            # One entry more may be there: it was written, and its answer was cut off.
            assert least <= len(texts) <= least + 1


def test_a_checkpoint_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    # A row of more than 300 bytes: a page of 512 holds one, not two. So a commit writes three frames: a new leaf of the
    # table, the page above it, which names the leaf, and page 1, which counts the pages. A frame is 24 bytes and a
    # page: 3 * (24 + 512) = 1608 bytes. Now and then the page above is full, and more are written; 4 to 4.6 kB a commit
    # is what such a page size was chosen for.
    entries = [Entry("move", "yellow", "place build", "x" * 300, float(number)) for number in range(450)]
    growth = []
    with Journal.open(path) as journal:
        journal.begin(HEADER)
        small = path.stat().st_size
        for entry in entries[:120]:
            before = log_of(path).stat().st_size
            journal.append([entry])
            growth.append(log_of(path).stat().st_size - before)
            journal.tidy()
        assert path.stat().st_size == small  # it is due at 256 KiB of log: 120 * 1608 bytes are not enough
        for entry in entries[120:300]:
            journal.append([entry])
        assert path.stat().st_size == small  # in a commit, for which people wait, it is never done
        journal.tidy()
        assert path.stat().st_size > 300 * PAGE
        assert log_of(path).stat().st_size == 0
        for entry in entries[300:]:
            journal.append([entry])
        copy = tmp_path / "copy.db"
        copy.write_bytes(path.read_bytes())
        log_of(copy).write_bytes(log_of(path).read_bytes())
    assert kept(copy) == tuple(entries)
    assert kept(path) == tuple(entries)
    assert not log_of(path).exists()  # closing it brought all into the one file

    assert all(bytes_written % FRAME == 0 for bytes_written in growth)
    assert median(growth) == 3 * FRAME == 1608
    assert sum(growth) / len(growth) < 4000


@contextmanager
def files_at_most(size: int) -> Iterator[None]:
    """No file of this process can grow beyond `size` bytes: a disk that is full, for those who write."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_full_disk_keeps_what_was_answered_and_takes_more_when_there_is_room(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    entries = played(100)
    answered = 0
    with Journal.open(path) as journal:
        journal.begin(HEADER)
        with files_at_most(40 * FRAME):
            while log_of(path).stat().st_size + 8 * FRAME < 40 * FRAME:  # a commit is smaller than eight frames
                journal.append([entries[answered]])
                answered += 1
            with pytest.raises(JournalError, match=r"journal\.db (finds no room|can't be read or written)"):
                journal.append(entries[answered:])
        recorded = journal.last()
        assert recorded is not None
        assert recorded.entries == tuple(entries[:answered])
        journal.append(entries[answered:])
    assert kept(path) == tuple(entries)
