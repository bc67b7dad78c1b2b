"""Players come and go: who is away, by which rule the seat passes, and what a newcomer sees."""

import pytest

from engine.era.moves import Place, Resolve
from engine.era.state import Phase
from firmware_bridge.happenings import SeatChanged

from .desk_table import DeskTable, second_half, states, table_at


def leave(table: DeskTable, player: str) -> None:
    """From the page of whose turn it is."""
    table.menu("players", player, "leaves for a while")


def test_who_is_away_is_told_where_the_others_lay_the_token() -> None:
    table = DeskTable()
    table.play(Place("build"), Place("produce"))
    leave(table, "brown")
    table.wait(10.0)
    # The legal area with the fewest tokens, the first of them in board order: buy.
    assert table.lines == ["Round 1/9      BROWN", "is away: lay its", "token on BUY", ""]
    table.play(Place("buy"))
    assert table.lines[0].endswith("YELLOW")


def test_who_is_away_has_the_token_lifted_unused() -> None:
    table = second_half()
    leave(table, "yellow")
    table.wait(10.0)
    assert table.lines == ["Round 1/9     YELLOW", "is away: lift its", "token, unused", "build, buy, market"]
    table.play(Resolve("buy"))
    assert (table.game.in_turn, table.game.action) == ("green", None)
    table.menu("players", "yellow (away)", "is back")
    assert table.outcomes[-1] == SeatChanged("yellow", False, table.now)
    assert table.session.away == ()


def test_a_token_lifted_too_early_counts_once_the_token_of_who_is_away_is_lifted() -> None:
    table = second_half()
    leave(table, "yellow")
    table.lift("green", table.number_on("green", "produce"))
    assert [problem.player for problem in table.problems] == ["green"]  # RESOLVE-1: it is yellow's turn
    table.play(Resolve("buy"))
    table.settle()
    assert table.problems == []
    assert table.game.action is not None
    assert (table.game.in_turn, table.game.action.area) == ("green", "produce")


def test_who_leaves_in_the_middle_of_an_action_has_it_ended_with_what_was_done() -> None:
    table = second_half()
    table.play(Resolve("buy"))
    table.press("ok")  # the wood ship, for a coin
    table.find("menu", "players", "yellow", "leaves for a while")
    assert table.game.in_turn == "green"
    assert dict(table.seen.influence)["yellow"] == 0
    assert table.game.holdings[0].goods[0] == 1 + 2  # SETUP-2 and the ship's two (SETUP-5): it is not taken back


def test_the_final_market_passes_who_is_away() -> None:
    game = next(state for state in states(3, 5) if state.phase is Phase.FINAL_MARKET)
    table = table_at(game)
    player = game.in_turn
    assert player is not None
    table.find("menu", "players", player, "leaves for a while")
    assert table.game.in_turn != player


def test_somebody_else_plays_on_with_the_stock_in_sight_and_a_clock_of_their_own() -> None:
    table = DeskTable()
    table.wait(300.0)
    table.play(Place("build"))
    table.wait(60.0)
    table.menu("players", "yellow", "someone else plays")
    assert table.outcomes[-1] == SeatChanged("yellow", False, table.now, anew=True)
    assert table.lines[:2] == ["YELLOW has", "1Wo 3Co 1Me 1Te 1To"]  # SETUP-2
    spent = table.session.clocks.read(table.now)
    assert spent.get("yellow", 0.0) == 0.0
    assert spent["green"] == pytest.approx(60.0)
    table.press("back")
    assert table.lines[0].endswith("GREEN")


def test_a_newcomer_to_a_seat_that_was_left_is_not_away() -> None:
    table = DeskTable()
    leave(table, "yellow")
    table.menu("players", "yellow (away)", "someone else plays")
    table.press("back")
    assert table.session.away == ()
    assert table.lines[:2] == ["Round 1/9     YELLOW", "lay a token (1 of 3)"]


def test_during_a_choice_the_menu_is_behind_the_last_line() -> None:
    table = second_half()
    table.play(Resolve("buy"))
    table.press("left")
    assert table.chosen == "menu"
    table.press("ok")
    table.find("who has what")
    assert table.lines[0] == "YELLOW has"
    table.press("back", "back")
    assert table.lines[0].startswith("YELLOW: buy")
