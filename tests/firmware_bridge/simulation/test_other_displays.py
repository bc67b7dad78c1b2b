"""The whole table with a display of another kind than the terminal, and with one that comes off in the middle."""

from functools import cache

import pytest

from firmware_bridge.config import DisplayKind
from hardware.displays.letters import PICTURES
from hardware.displays.text import bare
from hardware.serial_port import LONGEST_PAUSE_S, PortBack, PortLost

from .simulated_table import SimulatedTable

PLAYERS = ("yellow", "green", "brown", "orange")
START_S = 3.0
"""A SerLCD needs a second to start, and 0.1 s for each of eight letters."""


@cache
def shown(kind: DisplayKind, language: str) -> tuple[str, ...]:
    """What stands on the display at five moments: a turn, a move, a problem, its mend, a token that is gone."""
    with SimulatedTable(PLAYERS, "yellow", kind, language) as table:
        seen = []
        table.run(START_S)
        seen.append("\n".join(table.lines))
        table.lay("yellow", "build")
        table.run(1.5)
        seen.append("\n".join(table.lines))
        table.lay("brown", "market")
        table.run(1.5)
        seen.append("\n".join(table.lines))
        table.lift("brown", "market")
        table.run(1.5)
        seen.append("\n".join(table.lines))
        table.lift("yellow", "build")
        table.run(1.5)
        seen.append("\n".join(table.lines))
        assert table.faults == []
    return tuple(seen)


@pytest.mark.parametrize("kind", ["serlcd", "matrix-orbital"])
@pytest.mark.parametrize("language", ["cs", "hu"])
def test_a_display_with_definable_letters_shows_what_a_terminal_shows(kind: DisplayKind, language: str) -> None:
    for ours, terminals in zip(shown(kind, language), shown("vt100", language), strict=True):
        few = len({letter for letter in terminals if letter in PICTURES}) <= 8
        for letter, wanted in zip(ours, terminals, strict=True):
            assert letter == wanted or letter == bare(wanted)
            assert letter == wanted or not few or wanted not in PICTURES


def test_a_pole_display_shows_its_two_rows_in_bare_letters() -> None:
    for lines in shown("cd5220", "cs"):
        assert [len(line) for line in lines.split("\n")] == [20, 20]
        assert lines.isascii()
        assert "?" not in lines


@pytest.mark.parametrize("kind", ["vt100", "serlcd"])
def test_the_game_goes_on_while_the_display_is_gone_and_its_screen_is_right_on_its_return(kind: DisplayKind) -> None:
    with SimulatedTable(PLAYERS, "yellow", kind) as table:
        table.run(START_S)
        table.port("display").pull()
        for player, area in (("yellow", "build"), ("green", "build"), ("brown", "market")):
            table.lay(player, area)
            table.run(1.0)
        assert table.game.in_turn == "orange"
        assert [type(event) for event in table.port_events] == [PortLost]
        table.port("display").plug()
        table.run(LONGEST_PAUSE_S + START_S)
        assert [type(event) for event in table.port_events] == [PortLost, PortBack]
        # Table talk, T1.
        assert [line.rstrip() for line in table.lines] == [
            "Round 1/8     ORANGE", "lay a token (1 of 2)", "full: BUILD", ""
        ]  # fmt: skip
