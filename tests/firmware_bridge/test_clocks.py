"""A clock a player: it runs in the own turn, stands while the game waits, and is seen when people want to."""

import pytest

from engine.era.game import new_game
from engine.era.moves import Place
from firmware_bridge.clocks import Clocks, clock_text
from firmware_bridge.pages import PAGE_S, Size
from firmware_bridge.service import SessionWorker
from firmware_bridge.snapshot import read_snapshot, write_snapshot
from firmware_bridge.view import view
from hardware.readers.reading import ReaderLost

from .desk_table import DeskTable
from .hands import PLACES
from .test_display_pages import Table


@pytest.mark.parametrize(
    ("seconds", "said"), [(0.0, "0:00"), (59.9, "0:59"), (60.0, "1:00"), (754.0, "12:34"), (3600.0, "60:00")]
)
def test_a_clock_says_minutes_and_seconds(seconds: float, said: str) -> None:
    assert clock_text(seconds) == said


def test_the_clock_of_the_player_in_turn_runs_beside_the_name() -> None:
    table = DeskTable()
    table.menu("clocks", "show all the time")
    began = table.now
    table.wait(75.0)
    assert table.lines[0] == "1/9      YELLOW 1:15"
    table.play(Place("build"))  # at the settling time it is green's turn
    assert table.lines[0].split() == ["Round", "1/9", "GREEN", "0:00"]
    table.wait(10.0)
    assert table.lines[0].split() == ["Round", "1/9", "GREEN", "0:10"]
    spent = table.session.clocks.read(table.now)
    assert spent["yellow"] == pytest.approx(75.0 + (table.now - began - 85.0))
    table.menu("clocks")
    assert table.lines[:2] == ["clocks      0:10 1/4", "> hide again"]
    table.press("right")
    assert table.chosen == "yellow 1:15"
    table.find("hide again")
    assert table.lines[0] == "Round 1/9      GREEN"


def test_while_the_game_waits_no_clock_runs() -> None:
    table = DeskTable()
    table.menu("clocks", "show all the time")
    table.wait(30.0)
    table.menu("pause")
    table.wait(600.0)
    table.find("go on")
    assert table.lines[0].split()[-1] == "0:30"
    table.wait(5.0)
    assert table.lines[0].split()[-1] == "0:35"


def test_nobody_s_clock_runs_once_the_game_is_given_up() -> None:
    table = DeskTable()
    table.menu("clocks", "show all the time")
    table.wait(20.0)
    table.menu("give up this game", "yes")
    table.wait(600.0)
    assert table.session.clocks.read(table.now)["yellow"] == pytest.approx(20.0)
    assert view(table.session).clocks is None  # whoever asks for a new game sees no clock of the old one


def test_the_time_spent_outlives_a_power_cut() -> None:
    table = DeskTable()
    table.menu("clocks", "show all the time")
    table.wait(42.0)
    kept = read_snapshot(write_snapshot(table.session, table.now), table.session.roster)
    assert kept.clocks.shown
    assert kept.clocks.read()["yellow"] == pytest.approx(42.0)


def test_a_clock_that_begins_anew_leaves_the_others() -> None:
    clocks = Clocks().turned("yellow", 0.0).turned("green", 10.0)
    assert clocks.restarted("green", 25.0).read(30.0) == {"yellow": 10.0, "green": 5.0}
    assert clocks.restarted("yellow", 25.0).read(30.0) == {"green": 20.0}


def test_pages_turn_on_though_a_clock_goes_on_beside_them() -> None:
    """On two lines a problem takes three pages; the seconds that pass are no reason to begin with the first again."""
    table = DeskTable(game=new_game(("yellow", "green", "brown"), 0))
    table.menu("clocks", "show all the time")
    shown = Table(table.session)
    worker: SessionWorker = shown.worker
    worker.put(ReaderLost(PLACES.index("buy:1"), "nothing answers", 100.0))
    heads = [lines[0] for _, lines in shown.run(3 * PAGE_S) if lines[1] != "lay token 1/3"]
    assert heads[:2] == ["Pad BUY 1 is", "check its plug,"]
    assert heads[2].startswith("1/9  YELLOW 0:0")
    assert len(heads) > 4  # its clock goes on while that page stands


def test_on_16_columns_the_clock_gives_way_to_whose_turn_it_is() -> None:
    table = DeskTable(("orange", "green", "brown"))
    table.menu("clocks", "show all the time")
    table.language = "cs"
    table.wait(600.0)
    assert table.pages(Size(16, 2))[0][0] == "1/9     ORANŽOVÝ"
    assert table.pages(Size(20, 4))[0][0] == "1/9   ORANŽOVÝ 10:00"
