"""The journal: what is written is what is read, each game has its own entries, and all or nothing is kept."""

import sqlite3
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from engine.era.game import RULES_VERSION, apply, legal_moves, new_game
from engine.era.notation import read_state, write_state
from firmware_bridge.errors import JournalError
from firmware_bridge.journal import PROGRAM_VERSION, Entry, Header, Journal, Recorded

HEADER = Header(
    players=("yellow", "green", "brown"),
    start="green",
    depth="referee",
    rules=RULES_VERSION,
    program=PROGRAM_VERSION,
    begun=1_764_500_000.125,
    snapshot='{"round": 1}',
)
FIRST = Entry("move", "green", "place build", '{"round": 1}', 1_764_500_012.5)
SECOND = Entry("take-back", "green", "place build", '{"round": 1}', 1_764_500_013.0)
ENDED = Entry("end", None, "", "{}", 1_764_500_014.75)


def test_a_new_journal_holds_no_game(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        assert journal.last() is None
        assert journal.games() == ()


def test_what_is_written_is_read_by_whoever_opens_it_next(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        assert journal.begin(HEADER) == 1
        assert journal.last() == Recorded(1, HEADER, ())
        journal.append([FIRST])
        journal.append([SECOND, ENDED])
        assert journal.last() == Recorded(1, HEADER, (FIRST, SECOND, ENDED))
    with Journal.open(path) as journal:
        assert journal.last() == Recorded(1, HEADER, (FIRST, SECOND, ENDED))


def test_each_game_has_its_own_entries_and_the_newest_is_the_last(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    other = replace(HEADER, players=("a", "b", "c", "d"), rules=7, begun=1_764_600_000)
    with Journal.open(path) as journal:
        journal.begin(HEADER)
        journal.append([FIRST, SECOND])
        assert journal.begin(other) == 2
        assert journal.last() == Recorded(2, other, ())
    with Journal.open(path) as journal:
        journal.append([ENDED])
        assert journal.last() == Recorded(2, other, (ENDED,))
        assert journal.games() == ((1, HEADER), (2, other))


def test_names_and_texts_come_back_letter_by_letter(tmp_path: Path) -> None:
    header = replace(HEADER, players=("Zoë", 'say "hi"', "a\0b", "🙂\n"), start="Zoë")
    entry = Entry("accept", "a\0b", "it's'; DROP TABLE entry; --", '{"name": "Zoë"}', 0.1)
    with Journal.open(tmp_path / "it's 100% #1?.db") as journal:
        journal.begin(header)
        journal.append([entry])
        assert journal.last() == Recorded(1, header, (entry,))


def test_a_game_goes_on_from_its_last_snapshot(tmp_path: Path) -> None:
    path = tmp_path / "journal.db"
    state = new_game(HEADER.players, HEADER.start)
    with Journal.open(path) as journal:
        journal.begin(replace(HEADER, snapshot=write_state(state)))
        for second in range(30):
            player, move = state.in_turn, legal_moves(state)[0]
            state, _ = apply(state, move)
            journal.append([Entry("move", player, str(move), write_state(state), float(second))])
    with Journal.open(path) as journal:
        recorded = journal.last()
    assert recorded is not None
    assert read_state(recorded.entries[-1].snapshot) == state


def test_entries_without_a_game_are_refused(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        with pytest.raises(JournalError, match=r"journal\.db has no game yet: begin one first"):
            journal.append([FIRST])
        journal.append([])  # nothing to keep, so nothing to refuse
        assert journal.begin(HEADER) == 1
        assert journal.last() == Recorded(1, HEADER, ())


def test_of_entries_one_of_which_is_refused_none_is_kept(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        journal.begin(HEADER)
        with pytest.raises(JournalError, match=r"entry\.at"):
            journal.append([FIRST, replace(SECOND, at=float("nan"))])  # SQLite has no such number
        with pytest.raises(UnicodeEncodeError):
            journal.append([FIRST, replace(SECOND, text="\ud800")])  # half a letter
        assert journal.last() == Recorded(1, HEADER, ())
        journal.append([FIRST])
        assert journal.last() == Recorded(1, HEADER, (FIRST,))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE entry SET snapshot = replace(snapshot, '1', '2')",
        "UPDATE entry SET at = at + 1",
        "UPDATE game SET start = 'brown'",
        "UPDATE game SET rules = 2",
    ],
)
def test_a_letter_changed_behind_its_back_is_noticed(tmp_path: Path, change: str) -> None:
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        journal.begin(HEADER)
        journal.append([FIRST])
    database = sqlite3.connect(path, isolation_level=None)
    database.execute(change)
    database.close()
    with (
        Journal.open(path) as journal,
        pytest.raises(JournalError, match=r"journal\.db is damaged \(row 1 is not as it was written\): move it"),
    ):
        journal.last()


def test_another_thread_may_use_it(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal.db") as journal:
        owner = threading.Thread(target=lambda: journal.append([FIRST] * journal.begin(HEADER)))
        owner.start()
        owner.join()
        assert journal.last() == Recorded(1, HEADER, (FIRST,))


def test_closing_twice_is_fine_and_a_closed_journal_takes_nothing(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "journal.db")
    journal.begin(HEADER)
    journal.close()
    journal.close()
    with pytest.raises(JournalError, match="closed"):
        journal.append([FIRST])


def test_a_reader_beside_it_disturbs_nobody(tmp_path: Path) -> None:
    """Somebody looks into the file with another program while the game goes on."""
    path = tmp_path / "journal.db"
    with Journal.open(path) as journal:
        journal.begin(HEADER)
        looking = sqlite3.connect(path, isolation_level=None)
        looking.execute("BEGIN")
        assert looking.execute("SELECT count(*) FROM entry").fetchone() == (0,)
        journal.append([FIRST])
        assert looking.execute("SELECT count(*) FROM entry").fetchone() == (0,)
        looking.execute("COMMIT")
        assert looking.execute("SELECT text FROM entry").fetchall() == [("place build",)]
        looking.close()
