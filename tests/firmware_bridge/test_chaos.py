"""Games in which everything goes wrong come to their end, with the scores that were played."""

import json

import pytest

from firmware_bridge.chaos import Kind, play
from firmware_bridge.cli import main
from firmware_bridge.wire_reading import Repair, read_display, repair

SLOWEST_MS = 20.0
"""Within so much processor time every event is answered (issue 7)."""


def test_chaos_is_counted_and_spoils_no_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "chaos", "--games", "1", "--seed", "4", "--jobs", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"games", "finished", "wrong_scores", "kills", "faults", "slowest_ms"}
    assert (told["games"], told["finished"], told["wrong_scores"]) == (1, 1, 0)
    assert told["faults"] > 0


def test_chaos_with_tokens_alone_spoils_no_game() -> None:
    tally = play(Kind(4, "referee", "virtual"), 2)
    assert tally.lost == []
    assert tally.faults > 0
    assert tally.slowest_ms < SLOWEST_MS


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Pad BUILD 2 is silent: check its plug, or press OK.", Repair("plug", "build", place="build:2")),
        ("BUY: a tag I do not know. Take it off.", Repair("clear", "buy", place="buy")),
        ("It is YELLOW's turn. BROWN, wait: take it off MARKET", Repair("off", "market", "brown", place="market")),
        ("BUILD has two. Take GREEN's off, lay it elsewhere", Repair("off", "build", "green", place="build")),
        ("GREEN's token slid to BUILD: put it back on BUY", Repair("move", "build", "green", "buy", "build")),
        ("PRODUCE: ORANGE's token is missing. Put it back", Repair("back", "produce", "orange", place="produce")),
        ("YELLOW lifted two tokens: put one back", Repair("one-back", player="yellow")),
    ],
)
def test_people_read_what_is_to_be_mended(text: str, asked: Repair) -> None:
    assert read_display(("", text, "", "")).what == "mend"
    assert repair(text) == asked
