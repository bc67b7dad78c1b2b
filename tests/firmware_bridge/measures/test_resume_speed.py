"""A whole game of five goes on in under 50 ms of processor time (issue 7), with all checks of its journal."""

import json

import pytest

from engine.era.components import SETUPS
from firmware_bridge.cli import main
from firmware_bridge.measures.resume_speed import ResumeSpeed

MOST_MS = 50.0
MOST_BYTES = 12 * 1024


def test_a_whole_game_of_five_goes_on_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "resume", "--json", "--runs", "5"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["players"] == 5
    # SETUP-1: each of five players lays and lifts two tokens in each of ten rounds, and then there are their choices.
    assert said["moves"] > 5 * 2 * 2 * SETUPS[5].rounds
    assert said["entries"] > said["moves"]  # cards are dealt, too
    assert 0 < said["resume_ms"] < MOST_MS
    assert 0 < said["log_bytes"]["mean"] < said["log_bytes"]["worst"] <= MOST_BYTES


def test_in_words_it_says_the_same() -> None:
    words = ResumeSpeed(5, 498, 587, 671232, 2538.4, 4856, 17.25).words()
    assert "498 moves, 587 entries" in words
    assert "2538 bytes on average, 4856 at most" in words
    assert "17.25 ms" in words
