"""A disk that refuses what is written, below SQLite: play goes on and says so, nothing that was kept is lost, and all
of it is kept, in its order, once the disk takes it again."""

import errno
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.era.state import State
from firmware_bridge.history import replayed
from firmware_bridge.journal import Journal, Recorded
from firmware_bridge.journal_file import LONGEST_LOG, log_of
from firmware_bridge.measures.resume_speed import RecordedGame
from firmware_bridge.recorder import SAVE_S, Recorder, resume
from firmware_bridge.roster import Roster
from firmware_bridge.simulation.bench_table import BenchTable

from .failing_disk import FailingDisk, failing_disk

PLAYERS = ("yellow", "green", "brown", "orange")
SEEN_S = 3.0
"""Until a token is taken in, its news is off the display again, and the disk was asked."""
REFUSALS = [errno.ENOSPC, errno.EROFS, errno.EIO]
"""A full disk, one that has fallen back to read-only, a worn one."""


@pytest.fixture
def disk() -> Iterator[FailingDisk]:
    with failing_disk() as disk:
        yield disk


def killed_and_read(state: Path, copy: Path) -> Recorded:
    """The last game as a service finds it that is started after a kill at this moment."""
    copy.mkdir()
    for file in (state / "games.journal", log_of(state / "games.journal")):
        shutil.copy(file, copy / file.name)
    with Journal.open(copy / "games.journal") as journal:
        recorded = journal.last()
    assert recorded is not None
    return recorded


def moves(recorded: Recorded) -> list[str]:
    return [f"{entry.player} {entry.text}" for entry in recorded.entries]


def test_at_the_table_play_goes_on_and_all_is_kept_when_there_is_room(disk: FailingDisk, tmp_path: Path) -> None:
    with BenchTable(tmp_path / "state", PLAYERS) as table:
        table.run(SEEN_S)
        table.lay("yellow", "build")
        table.run(SEEN_S)
        assert table.lines[3].strip() == ""
        disk.error = errno.ENOSPC
        table.lay("green", "build")
        table.run(SEEN_S)
        table.lay("brown", "buy")
        table.run(SEEN_S)
        assert table.lines[0].split() == ["Round", "1/8", "ORANGE"]
        assert table.lines[3].strip() == "not saved: disk?"
        (told,) = table.told
        assert told.startswith("The game is not saved: ")
        assert "finds no room on the disk" in told
        # A kill now: what was kept before is what goes on.
        assert moves(killed_and_read(tmp_path / "state", tmp_path / "copy")) == ["yellow place build"]
        disk.error = None
        table.run(SAVE_S + 0.5)
        assert table.told[1:] == ["the game is saved again"]
        table.run(0.5)
        assert table.lines[3].strip() == ""
    with Journal.open(tmp_path / "state/games.journal") as journal:
        recorded = journal.last()
    assert recorded is not None
    assert moves(recorded) == ["yellow place build", "green place build", "brown place buy"]


@pytest.mark.parametrize("error", REFUSALS)
def test_a_whole_game_on_a_disk_that_comes_and_goes_is_kept_in_its_order(
    disk: FailingDisk, tmp_path: Path, error: int
) -> None:
    """It is well for three moves of every forty, and each time fails in the middle of a write."""
    path = tmp_path / "games.journal"
    waited = 0
    with Journal.open(path) as journal:
        recorder = Recorder(journal, tmp_path / "roster.toml")
        game = RecordedGame(recorder)
        for number, _ in enumerate(game.moves()):
            if number % 40 == 0:
                disk.error, disk.room = error, 1000  # a page of the log and a part of the next
            if number % 40 == 37:
                disk.error = None
                recorder.save()
                assert recorder.waiting == 0
            waited = max(waited, recorder.waiting)
        disk.error = None
        recorder.save()
        kept = journal.last()
    assert waited >= 30  # so long the game was in memory alone
    assert kept is not None
    assert replayed(kept) == (game.session.game, game.session.past)


def test_a_disk_that_is_full_from_the_first_moment_keeps_the_game_later(disk: FailingDisk, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "games.journal") as journal:
        disk.error = errno.ENOSPC
        recorder = Recorder(journal, tmp_path / "roster.toml")
        game = RecordedGame(recorder)
        steps = game.moves()
        for _ in range(20):
            next(steps)
        assert journal.games() == ()
        disk.error = None
        recorder.save()
        assert len(journal.games()) == 1
        resumed = resume(journal, game.session.roster, tmp_path / "games.journal")
    assert resumed is not None
    assert (resumed.session.game, resumed.session.past) == (game.session.game, game.session.past)
    assert resumed.session.homes == game.session.homes
    assert resumed.note == ""


def test_a_game_and_its_first_cards_are_kept_together_or_not_at_all(disk: FailingDisk, tmp_path: Path) -> None:
    """A game without them would wait for ever for cards that the table has dealt already."""
    (tmp_path / "state").mkdir()
    with Journal.open(tmp_path / "state/games.journal") as journal:
        begun = disk.written
        RecordedGame(Recorder(journal, tmp_path / "roster.toml")).begin()
        whole = disk.written - begun
        disk.error = errno.ENOSPC
        for room in range(0, whole, 500):
            disk.room = room
            RecordedGame(Recorder(journal, tmp_path / "roster.toml")).begin()
            assert len(journal.games()) == 1, f"room for {room} bytes"
    disk.error = None
    with Journal.open(tmp_path / "state/games.journal") as journal:
        recorded = journal.last()
    assert recorded is not None
    # SETUP-3 and SETUP-4: five factories and seven start cards are dealt at the beginning.
    assert [entry.text.split()[:2] for entry in recorded.entries] == 5 * [["deal", "factory"]] + 7 * [
        ["deal", "invention"]
    ]


def play(folder: Path, until: int) -> State:
    """A recorded game of so many moves, its journal left open as by a kill: copied, not closed."""
    live = folder / "live"
    live.mkdir()
    with Journal.open(live / "games.journal") as journal:
        game = RecordedGame(Recorder(journal, live / "roster.toml"))
        for number, _ in enumerate(game.moves()):
            if number == until:
                break
        shutil.copytree(live, folder / "killed")
        journal.tidy()
        shutil.copytree(live, folder / "tidied")
    return game.session.game


def game_in(folder: Path) -> State:
    with Journal.open(folder / "games.journal") as journal:
        resumed = resume(journal, Roster.of([], ["build"]), folder / "games.journal")
    assert resumed is not None
    return resumed.session.game


def test_a_power_cut_while_the_log_is_brought_into_the_file_tears_nothing(tmp_path: Path) -> None:
    """Whichever page of the file is the last that was written, be it half of it: the log still has them all."""
    game = play(tmp_path, 200)
    log = log_of(tmp_path / "killed/games.journal").read_bytes()
    before = (tmp_path / "killed/games.journal").read_bytes()
    after = (tmp_path / "tidied/games.journal").read_bytes()
    assert len(log) > LONGEST_LOG
    assert len(before) < 10 * 512 < LONGEST_LOG < 2 * len(after)
    torn = tmp_path / "torn"
    torn.mkdir()
    for cut in [256, 512, 700, *range(5 * 512 + 100, len(after), 50_000), len(after) - 200, len(after)]:
        (torn / "games.journal").write_bytes(after[:cut] + before[cut:])
        log_of(torn / "games.journal").write_bytes(log)
        assert game_in(torn) == game, f"torn at {cut}"


def test_a_disk_too_full_to_tidy_keeps_all_in_the_log(disk: FailingDisk, tmp_path: Path) -> None:
    path = tmp_path / "games.journal"
    with Journal.open(path) as journal:
        recorder = Recorder(journal, tmp_path / "roster.toml")
        game = RecordedGame(recorder)
        for number, _ in enumerate(game.moves()):
            if number == 150:
                break
        assert log_of(path).stat().st_size > LONGEST_LOG
        disk.error, disk.room = errno.ENOSPC, 20_000
        recorder.tidy()
        assert recorder.trouble == ""
        disk.error = None
        assert replayed(killed_and_read(tmp_path, tmp_path / "copy"))[0] == game.session.game
        recorder.tidy()
        assert log_of(path).stat().st_size == 0
        kept = journal.last()
    assert kept is not None
    assert replayed(kept)[0] == game.session.game


def test_no_move_of_a_whole_game_writes_more_than_twelve_kilobytes(disk: FailingDisk, tmp_path: Path) -> None:
    """Issue 7. Counted is all that SQLite writes, to the log and to the file, as it is tidied every second."""
    tidying = 0
    per_move: list[int] = []
    with Journal.open(tmp_path / "games.journal") as journal:
        recorder = Recorder(journal, tmp_path / "roster.toml")
        game = RecordedGame(recorder)
        before = disk.written
        for _ in game.moves():
            per_move.append(disk.written - before)
            before = disk.written
            recorder.tidy()
            tidying += disk.written - before
            before = disk.written
        cards = [made for made in game.session.past if made.before.in_turn is None]
    last = disk.written - before  # what closing the file brings into it
    assert len(per_move) > 400
    assert len(cards) > 60  # ten rounds' worth of cards, each round's written with the move that ended it
    assert all(0 < each <= 12 * 1024 for each in per_move)
    assert tidying > LONGEST_LOG
    assert (sum(per_move) + tidying + last) / len(per_move) < 12 * 1024
