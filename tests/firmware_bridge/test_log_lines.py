"""The log: entries in the journal's own protocol, and no trouble told over and over."""

import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_bridge.log_lines import EVERY_S, JournalHandler, Sparse, fields_of, goes_to_journal
from hardware.bench.clock import VirtualClock


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(str(tmp_path / "journal"))
        wire.settimeout(5)
        yield wire


def record(words: str, level: int = logging.WARNING, **extra: object) -> logging.LogRecord:
    made = logging.makeLogRecord({"name": "era_table", "levelno": level, "msg": words, "args": ()})
    vars(made).update(extra)
    return made


@pytest.mark.parametrize(
    ("level", "priority"),
    [(logging.CRITICAL, 2), (logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6), (logging.DEBUG, 7)],
)
def test_an_entry_has_its_words_its_syslog_priority_and_its_fields(
    journal: socket.socket, tmp_path: Path, level: int, priority: int
) -> None:
    handler = JournalHandler(tmp_path / "journal")
    values = {"event": "problem", "at": 3.0, "place": "build:1", "player": None, "text": "wrong"}
    handler.emit(record("wrong: look", level, **fields_of(values)))
    assert (
        journal.recv(4096)
        == (
            f"MESSAGE=wrong: look\nPRIORITY={priority}\nSYSLOG_IDENTIFIER=era-table\n"
            "ERA_EVENT=problem\nERA_PLACE=build:1\n"
        ).encode()
    )
    handler.close()


def test_words_of_several_lines_go_with_their_length(journal: socket.socket, tmp_path: Path) -> None:
    """The journal's native protocol: name, line feed, length as 64-bit little endian, value, line feed."""
    handler = JournalHandler(tmp_path / "journal")
    handler.emit(record("one\ntwo"))
    assert journal.recv(4096).startswith(b"MESSAGE\n\x07\0\0\0\0\0\0\0one\ntwo\nPRIORITY=4\n")
    handler.close()


def test_a_journal_that_is_not_there_loses_the_line_and_nothing_else(tmp_path: Path) -> None:
    handler = JournalHandler(tmp_path / "nobody")
    handler.emit(record("lost"))
    handler.close()


def test_the_journal_is_meant_only_if_the_error_output_is_the_stream_that_systemd_made(tmp_path: Path) -> None:
    (tmp_path / "stream").touch()
    held = os.stat(tmp_path / "stream")
    assert goes_to_journal({"JOURNAL_STREAM": f"{held.st_dev}:{held.st_ino}"}, held)
    assert not goes_to_journal({"JOURNAL_STREAM": f"{held.st_dev}:{held.st_ino + 1}"}, held)  # redirected since
    assert not goes_to_journal({}, held)


# --- the same trouble ---


def passed(sparse: Sparse, words: str, level: int = logging.WARNING) -> str | None:
    """The line that comes through, None if none does."""
    made = record(words, level)
    return made.getMessage() if sparse.filter(made) else None


def test_the_same_trouble_has_one_line_in_ten_seconds_and_the_next_says_how_many_were_left_out() -> None:
    clock = VirtualClock()
    sparse = Sparse(clock)
    lines = []
    for _ in range(100):  # twice a second, 50 s
        lines.append(passed(sparse, "build:1: Reader /dev/spidev0.0 does not answer"))
        clock.sleep(0.5)
    told = [line for line in lines if line is not None]
    assert len(told) == 5
    assert told[0] == "build:1: Reader /dev/spidev0.0 does not answer"
    assert told[1] == told[0] + " (and 19 times more since it was last told)"


def test_a_byte_that_a_bad_wire_made_up_makes_no_other_trouble_but_another_place_does() -> None:
    clock = VirtualClock()
    sparse = Sparse(clock)
    assert passed(sparse, "build:1: version byte 0x80") is not None
    assert passed(sparse, "build:1: version byte 0xc0") is None
    assert passed(sparse, "build:2: version byte 0xc0") is not None
    clock.sleep(EVERY_S)
    assert passed(sparse, "build:1: version byte 0x00") is not None


def test_what_is_no_trouble_is_told_each_time() -> None:
    sparse = Sparse(VirtualClock())
    assert [passed(sparse, "round 1: green: place build", logging.INFO) for _ in range(3)] == [
        "round 1: green: place build"
    ] * 3
