"""What a session leaves behind for the next service: written and read back, it is the same."""

import json

import pytest
from hypothesis import given, settings

from engine.era.game import new_game
from engine.errors import UnreadableState
from firmware_bridge.session import Session
from firmware_bridge.snapshot import read_snapshot, write_snapshot

from .hands import COLOURS, Hands
from .table_top import TableTop, tables


@settings(max_examples=100, derandomize=True, deadline=None)
@given(tables())
def test_game_and_homes_are_read_as_they_were_written(top: TableTop) -> None:
    session = top.session
    text = write_snapshot(session)
    again = read_snapshot(text, session.roster)
    assert (again.game, dict(again.homes)) == (session.game, dict(session.homes))
    assert again.roster == session.roster
    assert write_snapshot(again) == text


def test_of_the_table_nothing_is_known_yet() -> None:
    hands = Hands()
    hands.lay("yellow", 1, "build:1")
    hands.lay("orange", 1, "buy:1")  # out of turn
    again = read_snapshot(write_snapshot(hands.session), hands.session.roster)
    assert not again.known
    assert again.table.lying == ()
    assert again.problems == ()
    assert again.judge_at is None


def test_it_is_one_line() -> None:
    assert "\n" not in write_snapshot(Hands().session)


def test_a_game_without_a_move_has_none_to_take_back() -> None:
    session = Hands().session
    assert read_snapshot(write_snapshot(session), session.roster) == Session(
        session.roster, new_game(COLOURS, "yellow")
    )


WHOLE = json.loads(write_snapshot(Hands().session))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "null",
        "[]",
        "{}",
        '"a word"',
        json.dumps(WHOLE | {"game": "{}"}),
        json.dumps(WHOLE | {"game": 7}),
        json.dumps(WHOLE | {"homes": None}),
        json.dumps(WHOLE | {"homes": [["yellow", "build", "00000001"]]}),
        json.dumps(WHOLE | {"homes": [["yellow", "build", "00000001", "bilge:1"]]}),
        json.dumps(WHOLE | {"homes": [["yellow", "build", "00000001", 1]]}),
        json.dumps(WHOLE | {"homes": [[["yellow"], "build", "00000001", "build:1"]]}),
    ],
)
def test_what_is_no_snapshot_is_refused(text: str) -> None:
    with pytest.raises(UnreadableState):
        read_snapshot(text, Hands().session.roster)
