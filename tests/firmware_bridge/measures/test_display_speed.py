"""era-table bench display: what a change costs on each kind of display (issue 6)."""

import json
from typing import Any

import pytest

from hardware.displays.kinds import KINDS

from ..services import era_table


@pytest.fixture(scope="module")
def said() -> dict[str, Any]:
    """The figures of `bench display --json`."""
    done = era_table("bench", "display", "--json")
    assert done.returncode == 0, done.stderr
    figures: dict[str, Any] = json.loads(done.stdout)
    return figures


def test_the_figures_of_each_kind_keep_to_their_limits(said: dict[str, Any]) -> None:
    assert said.keys() == KINDS.keys()
    for name, figures in said.items():
        assert figures["cpu_ms_per_event"] <= 2.0   # issue 6, and that with 150 LEDs
        assert 0 < figures["bytes_per_change"] < figures["bytes_first"] < figures["bytes_full"]
        assert figures["baud"] == KINDS[name].baud
        # Ten bits a byte.
        assert figures["wire_ms_full"] == pytest.approx(1e4 * figures["bytes_full"] / figures["baud"], abs=0.051)
        assert figures["wire_ms_per_change"] == pytest.approx(
            1e4 * figures["bytes_per_change"] / figures["baud"], abs=0.2
        )


def test_a_full_redraw_is_a_start_eight_letters_and_every_cell(said: dict[str, Any]) -> None:
    assert {name: figures["bytes_full"] for name, figures in said.items()} == {
        # ESC [ 0 m, ESC [ 2 J, ESC [ ? 25 l; four rows of ESC [ r ; c H and 20 cells, eight of them of two bytes.
        "vt100": 4 + 4 + 6 + 4 * (6 + 20) + 8,
        # Eight fillers, a clearing; eight letters of two bytes and eight rows; four rows of two bytes and 20 cells,
        # eight of them of two bytes.
        "serlcd": 8 + 2 + 8 * 10 + 4 * (2 + 20) + 8,
        # Nine fillers, five commands; eight letters of three bytes and eight rows; four rows of four bytes and 20
        # cells, and one more cursor command: cells with new letters are written when those are defined.
        "matrix-orbital": 9 + 5 * 2 + 8 * 11 + 4 * (4 + 20) + 4,
        # Three fillers, CLR, ESC @, ESC DC1, ESC _ 0, CLR; two rows of four bytes and 20 cells.
        "cd5220": 3 + 1 + 2 + 2 + 3 + 1 + 2 * (4 + 20),
    }
