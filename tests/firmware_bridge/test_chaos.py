"""Games in which everything goes wrong come to their end, with the scores that were played."""

import json

import pytest

from firmware_bridge.cli import main
from firmware_bridge.wire_reading import Repair, read_display, repair

# The kills come by real time, so no run is like another; about one game in fifty is still given up by the people, who
# look for a take-back that the menu has not (issue 7, open). So what is required here is that nothing wrong is counted,
# and that a lost game is told; that none is lost is required of `era-table bench chaos`, which ends with 1 then.


def test_chaos_is_counted_and_no_score_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["bench", "chaos", "--games", "1", "--seed", "4", "--jobs", "1", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert set(told) == {"games", "finished", "wrong_scores", "kills", "faults", "slowest_ms"}
    assert (told["games"], told["wrong_scores"]) == (1, 0)
    assert status == (0 if told["finished"] == 1 else 1)
    assert told["faults"] > 0


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
