"""A recording replayed gives what the table told then; files that are none, damaged or newer are named."""

import gzip
from pathlib import Path

import pytest

from firmware_bridge import recording_tap
from firmware_bridge.errors import RecordingError
from firmware_bridge.happenings import Accept, Begin, Enrol, Forget, MoveMade, Replace, TakeBack, Tick
from firmware_bridge.people import PLACES
from firmware_bridge.recording import Decoder, Encoder, End, Line, Taken
from firmware_bridge.recording_replay import Replay
from hardware.readers.reading import PadEvent, Reading, Seen
from hardware.readers.trouble import Trouble
from engine.era.game import new_game

from ..traces.overheard import PLAYERS, OverheardTable

STRANGER = bytes.fromhex("d3b07384")


def play(table: OverheardTable, path: Path, *, quiet: bool = False) -> None:
    """Some seconds with noise, moves, a dead reader, and each of the operator's words."""
    table.run(1.0)
    table.lay("yellow", "build")
    table.run(1.0)
    table.record(path)
    if not quiet:
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


def test_a_replay_tells_what_the_table_told(tmp_path: Path) -> None:
    path = tmp_path / "session"
    with OverheardTable() as table:
        table.run(1.0)
        events, outcomes = len(table.pad_events), len(table.outcomes)
        play(table, path)
        table.tap.stop()
        session = table.session
        told_events, told = table.pad_events[events:], table.outcomes[outcomes:]
    replay = Replay(path)
    replayed = list(replay)
    began = replay.header.at
    assert [each.event for each in replayed if isinstance(each.event, PadEvent)] == [
        event for event in told_events if event.at > began
    ]
    assert [each.event for each in replayed if not isinstance(each.event, PadEvent)] == [
        outcome for outcome in told if outcome.at > began
    ]
    assert replay.session.game == session.game
    assert replay.session.problems == session.problems
    assert replay.same
    assert replay.ended == "it was stopped"
    assert sum(isinstance(each.event, MoveMade) for each in replayed) >= 1
