"""A disk that takes nothing more: play goes on in memory and says so, and all of it is kept once there is room."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.history import replayed
from firmware_bridge.journal import Journal
from firmware_bridge.recorder import Recorder, resume

from .kept_hands import KeptHands


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "games.journal") as journal:
        yield journal


def database(journal: Journal) -> sqlite3.Connection:
    """The connection below the journal: the disk's end of it."""
    return journal._db


def fill_disk(journal: Journal) -> None:
    """SQLite may not add another page to the file, which it tells as a full disk (SQLITE_FULL)."""
    (pages,) = database(journal).execute("PRAGMA page_count").fetchone()
    database(journal).execute(f"PRAGMA max_page_count = {pages}")


def make_room(journal: Journal) -> None:
    database(journal).execute("PRAGMA max_page_count = 1000000")


def test_play_goes_on_in_memory_and_is_kept_when_there_is_room(journal: Journal, tmp_path: Path) -> None:
    recorder = Recorder(journal, tmp_path / "roster.toml")
    hands = KeptHands(recorder)
    hands.lay("yellow", 1, "build:1")
    assert (recorder.waiting, recorder.trouble) == (0, "")
    fill_disk(journal)
    hands.lay("green", 1, "build:2")
    hands.lay("brown", 1, "buy:1")
    assert hands.moves == ["yellow place build", "green place build", "brown place buy"]
    assert recorder.waiting == 2
    assert "no room on the disk" in recorder.trouble
    make_room(journal)
    hands.lay("orange", 1, "buy:2")
    assert (recorder.waiting, recorder.trouble) == (0, "")
    recorded = journal.last()
    assert recorded is not None
    assert [f"{entry.player} {entry.text}" for entry in recorded.entries] == [
        "yellow place build", "green place build", "brown place buy", "orange place buy",
    ]  # fmt: skip
    assert replayed(recorded)[0] == hands.game


def test_a_game_that_begins_on_a_disk_gone_read_only_is_kept_too(journal: Journal, tmp_path: Path) -> None:
    recorder = Recorder(journal, tmp_path / "roster.toml")
    database(journal).execute("PRAGMA query_only = 1")  # answers as a mount that fell back to read-only does
    hands = KeptHands(recorder)
    hands.lay("yellow", 1, "build:1")
    assert journal.last() is None
    assert recorder.waiting == 2
    assert "may not be written" in recorder.trouble
    database(journal).execute("PRAGMA query_only = 0")
    recorder.save()
    assert (recorder.waiting, recorder.trouble) == (0, "")
    resumed = resume(journal, hands.session.roster, tmp_path / "games.journal")
    assert resumed is not None
    assert resumed.session.game == hands.game
    assert resumed.session.last == hands.session.last


def test_what_was_kept_before_the_disk_was_full_is_what_a_resume_finds(journal: Journal, tmp_path: Path) -> None:
    recorder = Recorder(journal, tmp_path / "roster.toml")
    hands = KeptHands(recorder)
    hands.lay("yellow", 1, "build:1")
    kept = hands.game
    fill_disk(journal)
    hands.lay("green", 1, "build:2")
    resumed = resume(journal, hands.session.roster, tmp_path / "games.journal")
    assert resumed is not None
    assert resumed.session.game == kept
