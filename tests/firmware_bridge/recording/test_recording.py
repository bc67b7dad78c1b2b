"""A recording replayed gives what the table told then; files that are none, damaged or newer are named."""

import errno
import io
import json
import os
import zlib
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from engine.era.edition import house
from engine.era.game import new_game
from engine.era.moves import Build, Place
from firmware_bridge.errors import RecordingError
from firmware_bridge.happenings import (
    Accept,
    Away,
    Begin,
    Command,
    End,
    Enrol,
    Forget,
    HandOver,
    MoveMade,
    MoveTrack,
    Pause,
    Play,
    Replace,
    ShowClocks,
    TakeBack,
    Tick,
)
from firmware_bridge.recording import tap as recording_tap
from firmware_bridge.recording.form import Decoder, Encoder, Ended, Header, Line, Taken
from firmware_bridge.recording.replay import Happened, Replay
from firmware_bridge.session import Session
from hardware.readers.reading import PadEvent, Reading, Seen
from hardware.readers.trouble import Trouble

from ...traces.overheard import PLAYERS, OverheardTable

STRANGER = bytes.fromhex("d3b07384")


def play(table: OverheardTable) -> None:
    """Some seconds with noise, moves, a dead reader, and each of the operator's words."""
    table.bench.noise(0.2, 0.1, seed=3)
    table.lay("green", "buy")
    table.run(1.5)
    table.unplug("market:1")
    table.run(1.5)
    table.plug("market:1")
    table.lay_tag(STRANGER, "develop")
    table.run(1.5)
    table.do(Enrol(STRANGER.hex(), "brown", table.now))
    table.do(Replace(STRANGER.hex(), "0badcafe", table.now))
    table.do(Forget(("0badcafe",), table.now))
    table.do(TakeBack(table.now))
    table.run(1.0)
    table.lift_tag(STRANGER)
    table.lift("green", "buy")
    table.run(1.5)
    table.do(Begin(new_game(PLAYERS, "green"), table.now))
    table.run(1.0)
    table.do(Accept(table.now))
    table.run(1.0)


def told(happened: list[Happened], pads: bool) -> list[object]:
    return [each.event for each in happened if isinstance(each.event, PadEvent) == pads]


@pytest.mark.parametrize("name", ["session", "session.gz"])
def test_a_replay_tells_what_the_table_told(tmp_path: Path, name: str) -> None:
    """The recording begins in mid-game, yellow's token lying there and a reader being dead."""
    path = tmp_path / name
    with OverheardTable() as table:
        table.unplug("develop:2")
        table.run(1.0)
        table.lay("yellow", "build")
        table.run(1.0)
        table.record(path)
        events, outcomes = len(table.pad_events), len(table.outcomes)
        play(table)
        table.tap.stop()
        session = table.session
        told_events, told_outcomes = table.pad_events[events:], table.outcomes[outcomes:]
    replay = Replay(path)
    replayed = list(replay)
    assert told(replayed, pads=True) == told_events
    assert told(replayed, pads=False) == told_outcomes
    assert replay.session.game == session.game
    assert replay.session.table == session.table
    assert replay.session.problems == session.problems
    assert replay.same
    assert replay.ended == "it was stopped"
    assert any(isinstance(outcome, MoveMade) for outcome in told_outcomes)


@pytest.mark.parametrize("begins", [0.0, 0.02, 0.17, 0.31, 1.0, 1.31, 1.47, 1.6, 1.83, 2.19])
def test_it_may_begin_at_any_moment(tmp_path: Path, begins: float) -> None:
    """While the pads are first looked at, in the midst of a storm, and while something is in the balance."""
    with OverheardTable() as table:
        for player, area in (("yellow", "build"), ("green", "buy"), ("brown", "market"), ("orange", "develop")):
            table.lay(player, area)
        table.bench.place_random(2)
        table.bench.noise(0.3, 0.15, seed=5)
        table.run(min(begins, 1.3))
        if begins > 1.3:
            table.lift("orange", "develop")
            table.bench.place_copy(table.tokens["yellow"][0], 9)
            table.run(begins - 1.3)
        table.record(tmp_path / "session")
        events, outcomes = len(table.pad_events), len(table.outcomes)
        began = table.now
        table.run(1.0)
        table.lift("green", "buy")
        table.run(2.0)
        table.tap.stop()
        told_events, told_outcomes = table.pad_events[events:], table.outcomes[outcomes:]
    replay = Replay(tmp_path / "session")
    replayed = [each for each in replay if each.event.at > began]
    assert told(replayed, pads=True) == [event for event in told_events if event.at > began]
    assert told(replayed, pads=False) == [outcome for outcome in told_outcomes if outcome.at > began]
    assert told_events
    assert replay.same


def test_what_is_recorded_is_all_that_a_replay_needs(tmp_path: Path) -> None:
    """The header says by which program, when, of which table; tags and readers come by name."""
    with OverheardTable() as table:
        table.record(tmp_path / "session")
        table.run(1.0)
        table.tap.stop()
        tokens = table.tokens
    header = Replay(tmp_path / "session").header
    assert header.places[:2] == ["build:1", "build:2"]
    assert header.tags == {uid.hex(): player for player, uids in tokens.items() for uid in uids}
    assert header.config["game"]["players"] == list(PLAYERS)
    assert header.began == 1.8e9


COMMANDS: list[Command] = [
    TakeBack(1.5),
    TakeBack(1.5, operator=False),
    Accept(2.5),
    Begin(new_game(PLAYERS, "brown"), 3.5),
    Play(Place("build"), 3.75),
    Begin(new_game(PLAYERS, 0, "full", seed=7), 3.5, 7),
    Play(Build(house().factories[0].id), 3.75),
    Enrol("0badcafe", "green", 4.5),
    Replace("0badcafe", "1badcafe", 5.5),
    Forget(("1badcafe", "2badcafe"), 6.5),
    Pause(True, 7.5),
    End(8.5),
    Away("green", True, 9.5),
    HandOver("green", 10.5),
    MoveTrack("green", "influence", 3, 11.5),
    ShowClocks(True, 12.5),
]
LINES: list[Line] = [
    Reading(0, Seen.NOBODY, 100.000000001),
    Reading(1, Seen.TAGS, 100.01, ("0badcafe", "1badcafe")),
    Reading(1, Seen.TAGS, 100.02, ("0badcafe", "1badcafe")),
    Reading(2, Seen.TAGS, 100.03, ("0badcafe",)),
    Reading(1, Seen.TAGS, 100.04, ("0badcafe",)),
    Reading(2, Seen.GARBLED, 100.05, why="a parity bit was wrong"),
    Reading(0, Seen.DEAD, 100.06, why="nothing answers", trouble=Trouble.ABSENT),
    Reading(0, Seen.DEAD, 100.07, why="nothing answers"),
    Taken(Tick(100.08), 3),
    *(Taken(command, 4) for command in COMMANDS),
    Ended("it was stopped"),
]


def test_there_is_a_line_for_every_command() -> None:
    assert {type(command) for command in COMMANDS} == set(get_args(Command))


def test_a_recording_knows_of_all_that_a_session_is() -> None:
    """What is new in a session must be written down, unless no outcome depends on it."""
    in_snapshot = {"game", "homes", "undone", "seed", "away", "clocks", "tracks"}
    only_shown = {"news", "begun", "earlier"}
    from_lists = {"roster"}   # places and tags
    in_header = set(Header.__struct_fields__) & {field.name for field in fields(Session)}
    assert {field.name for field in fields(Session)} == in_snapshot | only_shown | from_lists | in_header


def test_every_line_comes_back_as_it_was() -> None:
    encoder, decoder = Encoder(99.5), Decoder(99.5, 3, new_game(PLAYERS, "yellow"))
    assert [decoder.line(encoder.line(line)) for line in LINES] == LINES


def test_a_look_takes_few_bytes() -> None:
    """A look each 3.5 ms for twelve hours, 17 bytes each: 210 MB, less than the 256 MiB that are the most."""
    encoder = Encoder(0.0)
    encoder.line(Reading(11, Seen.TAGS, 0.0, ("0badcafe",)))
    looks = [Reading(11, Seen.TAGS, 0.0035 * (count + 1), ("0badcafe",)) for count in range(100)]
    assert max(len(encoder.line(look)) for look in looks) <= 17


# --- files that can't be replayed ---


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The lines of a recording of some seconds."""
    path = tmp_path_factory.mktemp("recorded") / "session"
    with OverheardTable() as table:
        table.record(path)
        table.run(1.0)
        table.lay("yellow", "build")
        table.run(1.0)
        table.tap.stop()
    return path.read_bytes().splitlines(keepends=True)


def refused(folder: Path, data: bytes) -> str:
    path = folder / "file"
    path.write_bytes(data)
    with pytest.raises(RecordingError) as refusal:
        list(Replay(path))
    assert str(path) in str(refusal.value)
    return str(refusal.value)


@pytest.mark.parametrize(
    "data", [b"", b"SQLite format 3\0", b"{}\n", b"[1,2,3]\n", b'{"recording":"1"}\n', b"[" * 9999]
)
def test_what_is_no_recording_is_called_so(tmp_path: Path, data: bytes) -> None:
    assert "no recording" in refused(tmp_path, data)


def test_a_newer_recording_asks_for_an_update(tmp_path: Path) -> None:
    words = refused(tmp_path, b'{"recording":2,"program":"9.1","nobody":"knows"}\n')
    assert "9.1" in words
    assert "update era-table" in words


@pytest.mark.parametrize(
    "bad",
    [
        b"[1,2]\n", b"[5,99,0]\n", b"[-5,0,0]\n", b"[5,0,9]\n", b"[5,0,2]\n", b"[5,0,1]\n", b"[5,0,2,7]\n",
        b'[5,0,4,"why","odd"]\n', b'["5",0,0]\n', b"{}\n", b'{"tick":"late","after":0}\n', b"\xff\n", b"null\n",
        b'{"do":"Dance","with":{},"after":0}\n', b'{"do":"Enrol","with":{"tag":1},"after":0}\n', b"5\n",
        b'{"do":"Begin","with":{"game":"{}","at":1.0},"after":0}\n',
        b"[" + b"9" * 400 + b",0,0]\n", b"[" * 99999 + b"\n",
    ],
)  # fmt: skip
def test_a_damaged_line_is_named_with_what_can_still_be_done(
    tmp_path: Path, recorded: list[bytes], bad: bytes
) -> None:
    words = refused(tmp_path, b"".join([recorded[0], *recorded[20:25], bad, *recorded[25:]]))
    assert "line 7" in words
    assert "head -n 6" in words


def test_a_command_that_the_table_can_not_have_taken_is_named(tmp_path: Path, recorded: list[bytes]) -> None:
    words = refused(tmp_path, recorded[0] + b'{"do":"Forget","with":{"tags":["0badcafe"],"at":1.0},"after":0}\n')
    assert "line 2" in words
    assert "0badcafe" in words


def test_a_header_that_was_touched_is_named(tmp_path: Path, recorded: list[bytes]) -> None:
    header = json.loads(recorded[0])
    for key, value in (("places", ["nowhere"]), ("snapshot", "{}"), ("table", 3), ("at", None)):
        words = refused(tmp_path, json.dumps(header | {key: value}).encode() + b"\n")
        assert "line 1" in words


def packed(lines: list[bytes]) -> bytes:
    """A gzip whose end was not written yet, flushed after each line."""
    pack = zlib.compressobj(wbits=16 + zlib.MAX_WBITS)
    return b"".join(pack.compress(line) + pack.flush(zlib.Z_SYNC_FLUSH) for line in lines)


@pytest.mark.parametrize("pack", [b"".join, packed])
def test_a_recording_that_was_cut_off_is_replayed_as_far_as_it_goes(
    tmp_path: Path, recorded: list[bytes], pack: Callable[[list[bytes]], bytes]
) -> None:
    """After yellow's move, in the middle of a line."""
    (tick,) = [number for number, line in enumerate(recorded) if b'"after":2' in line]
    path = tmp_path / "cut"
    path.write_bytes(pack([*recorded[: tick + 5], recorded[tick + 5][:4]]))
    replay = Replay(path)
    assert any(isinstance(each.event, MoveMade) for each in replay)
    assert replay.ended == ""


def test_a_gzip_that_was_touched_is_called_damaged(tmp_path: Path, recorded: list[bytes]) -> None:
    """Its first block is of a kind that there is not: 3 (RFC 1951, 3.2.3)."""
    data = bytearray(packed(recorded))
    data[10] = 0x07
    assert "damaged" in refused(tmp_path, bytes(data))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="can't be read"):
        Replay(tmp_path / "nothing")


def test_a_program_that_tells_other_things_still_replays(tmp_path: Path, recorded: list[bytes]) -> None:
    """As if the recording one had heard a token that this one does not: its tick waits for an event too many."""
    lines = [line.replace(b'"after":2', b'"after":9') for line in recorded]
    path = tmp_path / "other"
    path.write_bytes(b"".join(lines))
    replay = Replay(path)
    moves = [str(each.event.move) for each in replay if isinstance(each.event, MoveMade)]
    assert moves == ["place build"]
    assert not replay.same


# --- the tap ---


@pytest.fixture
def table() -> Iterator[OverheardTable]:
    with OverheardTable() as table:
        table.run(0.5)
        yield table


def test_no_file_is_overwritten(table: OverheardTable, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    with pytest.raises(RecordingError, match="is there already"):
        table.record(tmp_path / "mine")
    assert (tmp_path / "mine").read_text() == "precious"


def test_a_folder_that_is_not_there_is_named(table: OverheardTable, tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="can't be made"):
        table.record(tmp_path / "nowhere" / "file")


def test_one_recording_at_a_time(table: OverheardTable, tmp_path: Path) -> None:
    table.record(tmp_path / "one")
    with pytest.raises(RecordingError, match="--stop"):
        table.record(tmp_path / "two")
    assert table.tap.values()["file"] == str(tmp_path / "one")
    table.tap.stop()
    assert table.tap.values() == {"file": None}
    table.record(tmp_path / "two")


def test_a_recording_ends_when_it_is_too_large(
    table: OverheardTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording_tap, "MOST_BYTES", 20_000)
    table.record(tmp_path / "large")
    table.run(20.0)
    assert table.tap.values() == {"file": None}
    (words,) = table.told
    assert "has grown to" in words
    size = (tmp_path / "large").stat().st_size
    assert 20_000 < size < 35_000   # a step more than was asked, of 0.5 s
    replay = Replay(tmp_path / "large")
    list(replay)
    assert replay.ended in words


def test_a_full_disk_ends_a_recording_and_not_the_table(
    table: OverheardTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """/dev/full refuses every byte: full(4)."""
    with monkeypatch.context() as patched:
        patched.setattr(Path, "open", lambda path, mode: io.FileIO("/dev/full", "w"))
        table.tap.start(tmp_path / "session")
    table.run(1.0)
    assert table.tap.values() == {"file": None}
    (words,) = table.told
    assert os.strerror(errno.ENOSPC) in words
    table.lay("yellow", "build")
    table.run(1.0)
    assert any(isinstance(outcome, MoveMade) for outcome in table.outcomes)


def test_the_table_ends_with_a_whole_recording(tmp_path: Path) -> None:
    with OverheardTable() as table:
        table.run(0.5)
        table.record(tmp_path / "session")
        table.run(0.5)
    replay = Replay(tmp_path / "session")
    list(replay)
    assert replay.ended == "it was stopped"
