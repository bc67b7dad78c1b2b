"""Recorded sessions replayed, against what hands really did: see `make`, which wrote both down."""

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from engine.era.components import AREAS
from firmware_bridge.happenings import MoveMade, MoveTakenBack
from firmware_bridge.recording.replay import Happened, Replay
from hardware.readers.reading import PadEvent, TableKnown

from .make import SESSIONS, Session, make

HERE = Path(__file__).parent
NAMES = [session.name for session in SESSIONS]
LATEST_S = {"TagCopied": 2.2, "ReaderBack": 8.5}
"""How late an event may be told, if not within 1.2 s: a copy has to last a second first, to be none that is slid; a
dead reader is tried again with a back-off of at most 8 s."""


def said(event: PadEvent) -> list[Any]:
    """An event as the truth has it: kind, tag, reader or readers."""
    values = {field.name: getattr(event, field.name) for field in fields(event)}
    where = values.get("readers", values.get("reader"))
    return [type(event).__name__, values.get("tag"), list(where) if isinstance(where, tuple) else where]


def replayed(name: str) -> tuple[dict[str, Any], Replay, list[Happened]]:
    replay = Replay(HERE / f"{name}.gz")
    return json.loads((HERE / f"{name}.json").read_text()), replay, list(replay)


@pytest.mark.parametrize("name", NAMES)
def test_every_deed_is_told_and_nothing_else(name: str) -> None:
    truth, replay, happened = replayed(name)
    events = [each.event for each in happened if isinstance(each.event, PadEvent)]
    assert isinstance(events[0], TableKnown)
    assert [said(event) for event in events[1:]] == [each for deed in truth["deeds"] for each in deed["said"]]
    done_at = [deed["at"] for deed in truth["deeds"] for _ in deed["said"]]
    for event, at in zip(events[1:], done_at, strict=True):
        assert 0 < event.at - at < LATEST_S.get(type(event).__name__, 1.2), event
    assert replay.ended


@pytest.mark.parametrize("name", NAMES)
def test_what_lies_there_in_the_end_is_what_was_laid(name: str) -> None:
    truth, replay, _ = replayed(name)
    assert dict(replay.session.table.lying) == truth["lying"]
    assert replay.session.table.silent == replay.session.table.random == frozenset()
    assert replay.session.table.copied == ()


@pytest.mark.parametrize("name", NAMES)
def test_the_moves_are_those_of_the_hands(name: str) -> None:
    truth, _, happened = replayed(name)
    moves = [
        ("-" if isinstance(each.event, MoveTakenBack) else "") + f"{each.event.player} {each.event.move}"
        for each in happened
        if isinstance(each.event, MoveMade | MoveTakenBack)
    ]
    assert moves == [move for deed in truth["deeds"] if deed["move"] for move in deed["move"].split(", ")]


def test_the_board_is_that_of_the_last_deeds() -> None:
    """The round: orange's token on BUY and brown's second one on MANUFACTURE are still to be taken back."""
    _, replay, _ = replayed("round")
    board = {area: replay.session.game.players_on(area) for area in AREAS}
    assert {area: players for area, players in board.items() if players} == {
        "buy": ("orange",),
        "manufacture": ("brown",),
    }


@pytest.mark.parametrize("name", NAMES)
def test_they_are_small(name: str) -> None:
    assert (HERE / f"{name}.gz").stat().st_size < 300_000


def test_made_anew_a_recording_tells_of_the_same_deeds(tmp_path: Path) -> None:
    """So that `make` goes on working; a short one does."""
    whole = SESSIONS[2]
    make(Session("short", whole.noise, whole.deeds[:4]), tmp_path)
    truth = json.loads((tmp_path / "short.json").read_text())
    events = [each.event for each in Replay(tmp_path / "short.gz") if isinstance(each.event, PadEvent)]
    assert [said(event) for event in events[1:]] == [each for deed in truth["deeds"] for each in deed["said"]]
    assert len(events) == 5
