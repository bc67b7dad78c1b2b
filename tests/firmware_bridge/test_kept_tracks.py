"""Depth "referee": people keep pawns and patent markers by buttons, and the lights show them."""

from pathlib import Path

import pytest

from engine.era.game import new_game
from engine.era.moves import Place
from firmware_bridge.errors import NoSuchSpace
from firmware_bridge.happenings import Begin, MoveTrack, TrackMoved
from firmware_bridge.journal import Journal
from firmware_bridge.kept_tracks import KeptTracks
from firmware_bridge.lamps import DARK
from firmware_bridge.recorder import Recorder, resume
from firmware_bridge.telling import as_values, as_words

from .desk_table import DeskTable

GAME = new_game(("yellow", "green", "brown"), 0)


def referee_table() -> DeskTable:
    return DeskTable(game=GAME)


def test_a_pawn_is_moved_by_a_few_presses_and_a_light_runs() -> None:
    table = referee_table()
    assert table.lights["influence"] == (DARK,) * 60  # nobody keeps it
    table.menu("pawns and patents", "green", "influence")
    assert table.lines[:3] == ["GREEN           1/11", "influence", "> 0"]
    table.press("right", "right", "right")
    assert table.chosen == "0 -> 3"
    table.press("ok")
    assert table.outcomes[-1] == TrackMoved("green", "influence", 0, 3, table.now)
    assert table.lines == ["Round 1/9     YELLOW", "lay a token (1 of 3)", "GREEN influence 0 ->", "3, noted"]
    assert table.seen.influence == (("yellow", 0), ("green", 3), ("brown", 0))
    assert [gain.after for gain in table.seen.gains] == [3]
    table.wait(3.0)
    assert [led != DARK for led in table.lights["influence"][:5]] == [True, False, False, True, False]


def test_a_pawn_moved_too_far_is_moved_back() -> None:
    table = referee_table()
    table.told(MoveTrack("green", "influence", 9, table.now))
    table.menu("pawns and patents", "green", "influence")
    assert table.chosen == "9"
    table.press("left", "ok")
    assert table.seen.influence[1] == ("green", 8)
    assert table.seen.gains == ()  # no light runs backwards


def test_a_patent_marker_goes_as_far_as_its_track() -> None:
    table = referee_table()
    table.menu("pawns and patents", "brown", "patents")
    table.press("left")
    assert table.chosen == "0 -> 6"  # PAT-1: six spaces
    table.press("ok")
    assert table.seen.patents == (("yellow", 0), ("green", 0), ("brown", 6))
    leds = table.lights["patents"]
    assert [number for number, led in enumerate(leds) if led != DARK] == [5 * 5 + 2]  # sixth space, third seat


def test_a_new_game_begins_with_nothing_kept() -> None:
    table = referee_table()
    table.told(MoveTrack("green", "influence", 9, table.now))
    table.told(Begin(GAME, table.now))
    assert table.seen.influence == ()


def test_what_a_piece_can_t_do_is_refused() -> None:
    game = new_game(("yellow", "green", "brown"), 0, "full")
    with pytest.raises(NoSuchSpace, match="the tracks follow the moves"):
        KeptTracks().moved(game, "influence", "green", 3)
    with pytest.raises(NoSuchSpace, match="no player 'purple'"):
        KeptTracks().moved(GAME, "influence", "purple", 3)
    with pytest.raises(NoSuchSpace, match="no track 'rounds': they are influence, patents"):
        KeptTracks().moved(GAME, "rounds", "green", 3)
    with pytest.raises(NoSuchSpace, match="the patents track has the spaces 0 to 6, not 7"):
        KeptTracks().moved(GAME, "patents", "green", 7)


def test_the_tracks_are_in_the_journal_and_outlive_a_power_cut(tmp_path: Path) -> None:
    table = referee_table()
    with Journal.open(tmp_path / "journal") as journal:
        recorder = Recorder(journal, tmp_path / "roster.toml")
        for event in (Begin(GAME, table.now), MoveTrack("green", "influence", 9, table.now)):
            before = len(table.outcomes)
            table.told(event)
            recorder.record(table.session, table.outcomes[before:])
        table.play(Place("build"))
        recorder.record(table.session, table.outcomes[before + 1 :])
        assert recorder.trouble == ""
        recorded = journal.last()
        assert recorded is not None
        assert [(entry.kind, entry.player, entry.text) for entry in recorded.entries] == [
            ("track", "green", "influence 9"), ("move", "yellow", "place build"),
        ]  # fmt: skip
        resumed = resume(journal, table.session.roster, tmp_path / "journal")
    assert resumed is not None
    assert resumed.note == ""
    assert resumed.session.tracks.space("influence", "green") == 9
    assert resumed.session.game == table.game


def test_the_log_says_where_a_piece_went() -> None:
    moved = TrackMoved("green", "influence", 6, 9, 1.0)
    assert as_words(moved, "yellow") == "green's influence: space 9, was 6"
    assert as_values(moved, "yellow") == {
        "event": "track", "at": 1.0, "player": "green", "track": "influence", "before": 6, "after": 9,
    }  # fmt: skip
